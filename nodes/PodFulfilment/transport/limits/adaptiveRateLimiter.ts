// How fast requests are sent: reserves a slot for each, learns the rate after a 429 (decrease, then slow increase),
// pauses, and tries again with a single request (half-open).

/**
 * Requests per second while no limit is known. Requests sent at the same moment get their responses at the same moment,
 * and then wait for each other at every step; a millisecond apart, they do not.
 */
const MAX_RATE = 1000;

/** Multiplicative decrease: to this share of the rate that got through, since at that rate itself each window is full. */
const DECREASE_SHARE = 0.97;

/** A limit that is met early lowers the rate no further than to this share: few requests say little about a rate. */
const LARGEST_DECREASE = 0.5;

/** Additive increase, as a share of the learned rate. Slow: a 429 with a `Retry-After` costs at least a second. */
const INCREASE_PER_SECOND = 0.003;

/** A limit that was not met for so long may have been lifted. Few limits count over more than a minute. */
const LIMIT_MEMORY_MS = 60_000;

/** A limit that is met again sooner than this says nothing new: it may still be the same window. */
const MIN_SAMPLE_MS = 1000;

/** Limits are told in requests per second, or count over longer than that. */
const SHORTEST_WINDOW_MS = 1000;

/** `Retry-After` counts whole seconds, so it asks for up to one too many. */
const RETRY_AFTER_STEP_MS = 1000;

/**
 * Share of the time in which the limit may have ended that is counted as if it had not ended yet. Less than half: the
 * next 429 corrects a rate that is too high, while one that is too low takes minutes to grow.
 */
const ASSUMED_PAUSE_SHARE = 0.35;

/** How long the first trial waits where the service did not say how long, and how much longer each next one does. */
const FIRST_TRIAL_DELAY_MS = 100;
const TRIAL_DELAY_SHARE = 0.2;
const MAX_TRIAL_DELAY_MS = 5000;

/** A trial that is not answered for so long no longer keeps the others from trying. */
const TRIAL_TIMEOUT_MS = 10_000;

/** How often those who wait for the answer to a trial look whether it came. */
const TRIAL_POLL_MS = 10;

/**
 * - `unlimited`: no limit is known
 * - `paused`: a limit was met, and the service said how long to wait
 * - `halfOpen`: a limit was met, and a single request at a time finds out whether it is over
 * - `limited`: requests are sent at the learned rate, which grows
 */
type LimiterState = 'unlimited' | 'paused' | 'halfOpen' | 'limited';

/** A place in the order of sending. Holds until the limiter pauses. */
interface Slot {
	/** When to send. */
	at: number;
	/** When the last pause ended that was known as the slot was reserved. */
	pausedUntil: number;
}

/** A limit that was met. */
interface MetLimit {
	/** When the first 429 came. */
	at: number;
	/** The earliest time at which the service may have accepted requests again. */
	notOverBefore: number;
	/** When the trial under way was sent. Undefined in all states but `halfOpen`. */
	trialSentAt: number | undefined;
	/** Answers to requests that were under way when the first 429 came. */
	alsoAccepted: number;
	alsoRefused: number;
}

/**
 * Rate limiter of one execution: a token bucket without a reserve, whose rate follows AIMD. Unlimited until the first
 * 429; each limit that is met lowers the rate to slightly below what got through (multiplicative decrease), and from
 * there it grows in a straight line until the next (additive increase). All times are milliseconds of the caller's
 * clock. Why, and with which figures: docs/decisions/rate-limiter.md.
 *
 * Guarantees, simulated in test/unit/transport/limits/adaptiveRateLimiterSimulation.test.ts against fixed and sliding
 * windows and token buckets, 1 to 1,000 requests per second, 5 to 500 ms per answer, ten requests at once, with and
 * without `Retry-After`:
 * - it gets through at least 0.85 of what a client could that knows the limit, for windows of 1, 2.5, 5, 10, 30 and 60 s,
 *   counted over 60 s or five windows, whichever is longer
 * - 0.83 where ten per second or fewer are allowed and an answer takes half a second, since each limit that is met then
 *   costs more than its window; 0.8 for windows of any whole number of seconds; 0.65 for windows of fractions of a second
 *   between one and two, where a `Retry-After`, which is rounded up, asks for nearly two windows
 * - it never comes to a standstill: the rate is never lowered much below what got through
 * - nothing is sent before a time that the service named
 * - a 429 that meets one request while its neighbours get through does not change the rate
 */
export class AdaptiveRateLimiter {
	private currentState: LimiterState = 'unlimited';

	/** Requests per second that the service was last seen to accept. Undefined while no limit is known. */
	private learnedRate: number | undefined;

	/** The last limit that was met. */
	private limit: MetLimit | undefined;

	/** When the sample began from which the next rate is learned, and the requests let through since. */
	private sampleStartedAt: number | undefined;

	private accepted = 0;

	private nextSlotAt = 0;

	private pausedUntil = 0;

	private readonly random: () => number;

	/** @param random numbers from 0 to below 1 */
	constructor(random: () => number = Math.random) {
		this.random = random;
	}

	get state(): LimiterState {
		return this.currentState;
	}

	/** Milliseconds that nothing may be sent from now. */
	pauseLeft(now: number): number {
		return Math.max(0, this.pausedUntil - now);
	}

	/** Milliseconds until {@link reserve} may be called: until a pause is over, or a look at whether the trial is. */
	blockedFor(now: number): number {
		const left = this.pauseLeft(now);
		if (left > 0) return left;
		if (this.limit && this.currentState === 'paused') this.resume(this.limit, this.pausedUntil);
		const trialSentAt = this.limit?.trialSentAt ?? Number.NEGATIVE_INFINITY;
		return now - trialSentAt < TRIAL_TIMEOUT_MS ? TRIAL_POLL_MS : 0;
	}

	/** Milliseconds that a request which asks now waits because of a limit, as far as that is known. */
	delay(now: number): number {
		const blocked = this.blockedFor(now);
		if (blocked > 0 || this.currentState !== 'limited') return blocked;
		return Math.max(0, this.nextSlotAt - now);
	}

	/** Reserves the next send slot. Only while {@link blockedFor} is 0. */
	reserve(now: number): Slot {
		const { pausedUntil } = this;
		this.sampleStartedAt ??= now;
		if (this.limit && this.currentState === 'halfOpen') {
			this.limit.trialSentAt = now;
			return { at: now, pausedUntil };
		}
		if (now - this.sampleStartedAt > LIMIT_MEMORY_MS) this.forgetLimit();
		const at = Math.max(now, this.nextSlotAt);
		this.nextSlotAt = at + 1000 / this.rateAt(at);
		return { at, pausedUntil };
	}

	/** Whether a slot still holds. After a pause all slots are reserved anew: at once they would be too many. */
	isValid(slot: Slot): boolean {
		return slot.pausedUntil === this.pausedUntil;
	}

	/** The service answered with anything but a 429: it counts against its limit, whatever the status is. */
	onAccepted(sentAt: number, now: number): void {
		this.accepted += 1;
		if (!this.limit) return;
		if (sentAt <= this.limit.at) this.limit.alsoAccepted += 1;
		if (isTrial(this.limit, sentAt)) this.resume(this.limit, now);
	}

	/** No answer came: a trial is made again. */
	onUnanswered(sentAt: number): void {
		if (this.limit && isTrial(this.limit, sentAt)) this.limit.trialSentAt = undefined;
	}

	/**
	 * The service answered with a 429.
	 *
	 * @param retryAfter milliseconds that the service asks to wait; undefined or 0 when it does not say
	 */
	onRateLimited(sentAt: number, now: number, retryAfter = 0): void {
		const isBlocked = this.currentState === 'paused' || this.currentState === 'halfOpen';
		if (this.limit && isTrial(this.limit, sentAt)) {
			this.limit.notOverBefore = earliestEnd(sentAt, retryAfter);
			this.limit.trialSentAt = undefined;
			this.pause(retryAfter || this.trialDelay(now - this.limit.at), now);
		} else if (this.limit && (isBlocked || sentAt <= this.limit.at)) {
			// Sent before the limit was known, or an earlier trial: refused for the same reason.
			this.limit.alsoRefused += 1;
			this.pause(retryAfter, now);
		} else {
			this.meetLimit(sentAt, now, retryAfter);
		}
	}

	/** Holds everything back for a reason that is no rate limit, and says nothing about the rate. */
	hold(milliseconds: number, now: number): void {
		const before = Math.max(now, this.pausedUntil);
		this.pause(milliseconds, now);
		const added = Math.max(0, this.pausedUntil - before);
		if (this.sampleStartedAt !== undefined) this.sampleStartedAt += added;
		this.nextSlotAt = Math.max(this.nextSlotAt, this.pausedUntil);
	}

	private meetLimit(sentAt: number, now: number, retryAfter: number): void {
		this.limit = {
			at: now,
			notOverBefore: earliestEnd(sentAt, retryAfter),
			trialSentAt: undefined,
			alsoAccepted: 0,
			alsoRefused: 0,
		};
		// A wait that the service named and that proved too short is followed by a trial.
		this.currentState = retryAfter > 0 && this.accepted > 0 ? 'paused' : 'halfOpen';
		this.pause(retryAfter || this.trialDelay(0), now);
	}

	private pause(milliseconds: number, now: number): void {
		if (milliseconds > 0) this.pausedUntil = Math.max(this.pausedUntil, now + milliseconds);
	}

	/** @param sinceLimit milliseconds since the limit was met */
	private trialDelay(sinceLimit: number): number {
		const delay = Math.max(FIRST_TRIAL_DELAY_MS, sinceLimit * TRIAL_DELAY_SHARE);
		// Executions that met the limit together do not try again together.
		return Math.min(MAX_TRIAL_DELAY_MS, delay) * (0.5 + this.random());
	}

	/** The limit is over: sending goes on. */
	private resume(limit: MetLimit, at: number): void {
		this.learn(limit, at);
		this.currentState = this.learnedRate === undefined ? 'unlimited' : 'limited';
		// The trial took the first slot.
		this.nextSlotAt =
			limit.trialSentAt === undefined ? at : limit.trialSentAt + 1000 / this.rateAt(at);
		limit.trialSentAt = undefined;
	}

	/** Learns the rate from the sample that ends now, unless that says nothing about it: then the sample goes on. */
	private learn(limit: MetLimit, at: number): void {
		const startedAt = this.sampleStartedAt ?? at;
		const pauseMs = at - limit.at;
		const isShort = this.learnedRate === undefined || pauseMs > (at - startedAt) / 2;
		if (isShort && isIsolated(limit)) {
			this.sampleStartedAt = startedAt + pauseMs;
		} else if (this.learnedRate === undefined || at - startedAt >= MIN_SAMPLE_MS) {
			this.decrease((1000 * this.accepted) / windowMs(limit, startedAt, at), limit.at);
			this.sampleStartedAt = at;
			this.accepted = 0;
		}
	}

	/** Multiplicative decrease, to the rate that got through. */
	private decrease(acceptedRate: number, limitMetAt: number): void {
		const lowestRate = LARGEST_DECREASE * (this.learnedRate ?? 0);
		this.learnedRate = Math.min(this.rateAt(limitMetAt), Math.max(lowestRate, acceptedRate));
	}

	/** Requests per second at a time: additive increase since the last decrease. */
	private rateAt(time: number): number {
		if (this.learnedRate === undefined) return MAX_RATE;
		const seconds = Math.max(0, time - (this.sampleStartedAt ?? time)) / 1000;
		const share = DECREASE_SHARE + INCREASE_PER_SECOND * seconds;
		return Math.min(MAX_RATE, this.learnedRate * share);
	}

	private forgetLimit(): void {
		this.currentState = 'unlimited';
		this.learnedRate = undefined;
	}
}

const isTrial = ({ trialSentAt }: MetLimit, sentAt: number): boolean =>
	trialSentAt !== undefined && sentAt >= trialSentAt;

/** Whether one request was refused while its neighbours got through: a window that is full lets none of them. */
const isIsolated = ({ alsoAccepted, alsoRefused }: MetLimit): boolean =>
	alsoAccepted >= 2 && alsoAccepted > 2 * alsoRefused;

/** The earliest time at which the limit may be over that a request met. */
const earliestEnd = (sentAt: number, retryAfter: number): number =>
	sentAt + Math.max(0, retryAfter - RETRY_AFTER_STEP_MS);

/** Milliseconds that the requests of a sample count for: until the window in which they were accepted was over. */
function windowMs({ notOverBefore }: MetLimit, startedAt: number, endedAt: number): number {
	if (notOverBefore - startedAt <= SHORTEST_WINDOW_MS) return SHORTEST_WINDOW_MS;
	return notOverBefore + ASSUMED_PAUSE_SHARE * (endedAt - notOverBefore) - startedAt;
}
