import { estimateRate, rateAfter, type RateEstimate } from './rateEstimate';

/**
 * Requests per second while no limit is known. Requests sent at the same moment get their responses at the same moment,
 * and then wait for each other at every step; a millisecond apart, they do not.
 */
const MAX_RATE = 1000;

/** How long the first trial waits where the service did not say how long, and how much longer each next one does. */
const FIRST_TRIAL_DELAY_MS = 100;
const TRIAL_DELAY_SHARE = 0.2;
const MAX_TRIAL_DELAY_MS = 5000;

/** A trial that is not answered for so long no longer keeps the others from trying. */
const TRIAL_TIMEOUT_MS = 10_000;

/** How often those who wait for the answer to a trial look whether it came. */
const TRIAL_POLL_MS = 10;

/** `Retry-After` counts whole seconds. */
const RETRY_AFTER_STEP_MS = 1000;

/** A limit that is met again sooner than this after an estimate says nothing new about the rate. */
const MIN_SAMPLE_MS = 1000;

/**
 * - `unlimited`: no limit is known
 * - `paused`: a limit was met, and the service said how long to wait
 * - `halfOpen`: a limit was met, and a single request at a time finds out whether it is over
 * - `limited`: requests are sent at the rate that the service is thought to accept
 */
export type LimiterState = 'unlimited' | 'paused' | 'halfOpen' | 'limited';

/** A place in the order of sending. Holds until the limiter pauses. */
export interface Slot {
	/** When to send. */
	at: number;
	/** How often the limiter had paused when the slot was reserved. */
	pauseCount: number;
}

/** A limit that was met. */
interface Encounter {
	/** When the refused request was sent, and when its 429 came. */
	sentAt: number;
	at: number;
	/** When the last trial failed; `at` when none did. */
	failedAt: number;
	/** Requests per second that were sent then. */
	sendingRate: number;
	/** Answers to requests that were under way then. */
	alsoAccepted: number;
	alsoRefused: number;
}

/**
 * Rate limiter of one execution: a token bucket without a reserve, whose rate follows what the service accepts.
 * Unlimited until the first 429; then it estimates the rate the service accepted, sends slightly below it, and probes
 * upwards (see rateEstimate.ts). All times are milliseconds of the caller's clock.
 *
 * Guarantees, simulated in test/unit/transport/adaptiveRateLimiterSimulation.test.ts against fixed and sliding windows
 * and token buckets, 1 to 1,000 requests per second, 5 to 500 ms per answer, ten requests at once, with and without
 * `Retry-After`:
 * - it gets through at least 0.85 of what a client could that knows the limit, for windows of 1, 2.5, 5, 10, 30 and 60 s,
 *   counted over 60 s or five windows, whichever is longer
 * - 0.83 where ten per second or fewer are allowed and an answer takes half a second, since each limit that is met then
 *   costs more than its window; 0.8 for windows of any whole number of seconds; 0.65 for windows of fractions of a second
 *   between one and two, where a `Retry-After`, which is rounded up, asks for nearly two windows
 * - it never comes to a standstill: the rate is never below what got through
 * - nothing is sent before a time that the service named
 * - a 429 that meets one request while its neighbours get through does not change the rate
 */
export class AdaptiveRateLimiter {
	private currentState: LimiterState = 'unlimited';

	private estimate: RateEstimate | undefined;

	private encounter: Encounter | undefined;

	/** Requests let through since the sample began, and since sending last went on. */
	private accepted = 0;

	private acceptedSinceResume = 0;

	private sampleStartedAt: number | undefined;

	/** How much of the sample was spent in pauses before the one at hand. */
	private sampledPauseMs = 0;

	private resumedAt = 0;

	private nextSlotAt = 0;

	private pausedUntil = 0;

	private pauseCount = 0;

	/** When the trial under way was sent. Undefined in all states but `halfOpen`. */
	private trialSentAt: number | undefined;

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
		if (this.currentState === 'paused') this.resume(this.pausedUntil, RETRY_AFTER_STEP_MS);
		const isTrialUnderWay =
			this.trialSentAt !== undefined && now - this.trialSentAt < TRIAL_TIMEOUT_MS;
		return isTrialUnderWay ? TRIAL_POLL_MS : 0;
	}

	/** Milliseconds that a request which asks now waits because of a limit, as far as that is known. */
	delay(now: number): number {
		const blocked = this.blockedFor(now);
		if (blocked > 0 || this.currentState !== 'limited') return blocked;
		return Math.max(0, this.nextSlotAt - now);
	}

	/** Reserves the next send slot. Only while {@link blockedFor} is 0. */
	reserve(now: number): Slot {
		this.sampleStartedAt ??= now;
		const { pauseCount } = this;
		if (this.currentState === 'halfOpen') {
			this.trialSentAt = now;
			return { at: now, pauseCount };
		}
		const at = Math.max(now, this.nextSlotAt);
		this.nextSlotAt = at + 1000 / this.rateAt(at);
		return { at, pauseCount };
	}

	/** Whether a slot still holds. After a pause all slots are reserved anew: at once they would be too many. */
	isValid(slot: Slot): boolean {
		return slot.pauseCount === this.pauseCount;
	}

	/** The service answered with anything but a 429: it counts against its limit, whatever the status is. */
	onAccepted(sentAt: number, now: number): void {
		this.accepted += 1;
		this.acceptedSinceResume += 1;
		if (this.encounter && sentAt <= this.encounter.at) this.encounter.alsoAccepted += 1;
		if (this.encounter && this.isTrial(sentAt)) this.resume(now, now - this.encounter.failedAt);
	}

	/** No answer came: a trial is made again. */
	onUnanswered(sentAt: number): void {
		if (this.isTrial(sentAt)) this.trialSentAt = undefined;
	}

	/**
	 * The service answered with a 429.
	 *
	 * @param retryAfter milliseconds that the service asks to wait; undefined or 0 when it does not say
	 */
	onRateLimited(sentAt: number, now: number, retryAfter = 0): void {
		const isBlocked = this.currentState === 'paused' || this.currentState === 'halfOpen';
		if (this.encounter && this.isTrial(sentAt)) {
			this.encounter.failedAt = now;
			this.trialSentAt = undefined;
			this.pause(retryAfter || this.trialDelay(now - this.encounter.at), now);
		} else if (this.encounter && (isBlocked || sentAt <= this.encounter.at)) {
			// Sent before the limit was known, or an earlier trial: refused for the same reason.
			this.encounter.alsoRefused += 1;
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
		const sendingRate = this.estimate ? this.rateAt(now) : Number.POSITIVE_INFINITY;
		this.encounter = {
			sentAt,
			at: now,
			failedAt: now,
			sendingRate,
			alsoAccepted: 0,
			alsoRefused: 0,
		};
		// A wait that the service named and that proved too short is followed by a trial.
		const isWaitKnown = retryAfter > 0 && this.acceptedSinceResume > 0;
		this.currentState = isWaitKnown ? 'paused' : 'halfOpen';
		this.trialSentAt = undefined;
		this.pause(retryAfter || this.trialDelay(0), now);
	}

	private pause(milliseconds: number, now: number): void {
		const until = now + milliseconds;
		if (milliseconds <= 0 || until <= this.pausedUntil) return;
		this.pausedUntil = until;
		this.pauseCount += 1;
	}

	/** @param sinceLimit milliseconds since the limit was met */
	private trialDelay(sinceLimit: number): number {
		const delay = Math.max(FIRST_TRIAL_DELAY_MS, sinceLimit * TRIAL_DELAY_SHARE);
		// Executions that met the limit together do not try again together.
		return Math.min(MAX_TRIAL_DELAY_MS, delay) * (0.5 + this.random());
	}

	private isTrial(sentAt: number): boolean {
		return this.trialSentAt !== undefined && sentAt >= this.trialSentAt;
	}

	/** Sending goes on. @param tolerance milliseconds by which the pause may have been longer than needed */
	private resume(at: number, tolerance: number): void {
		if (this.encounter) this.learn(this.encounter, at, tolerance);
		this.currentState = this.estimate ? 'limited' : 'unlimited';
		this.resumedAt = at;
		// The trial took the first slot.
		this.nextSlotAt =
			this.trialSentAt === undefined ? at : Math.max(at, this.trialSentAt + 1000 / this.rateAt(at));
		this.trialSentAt = undefined;
		this.acceptedSinceResume = 0;
	}

	private learn(encounter: Encounter, at: number, tolerance: number): void {
		const startedAt = this.sampleStartedAt ?? at;
		const pauseMs = at - encounter.sentAt;
		const sampleMs = at - startedAt;
		const sendingMs = Math.max(0, sampleMs - pauseMs - this.sampledPauseMs);
		const isBurst = this.estimate === undefined || sendingMs < sampleMs / 2;
		if (isBurst && isIsolated(encounter)) {
			this.sampleStartedAt = startedAt + pauseMs;
			return;
		}
		if (this.accepted === 0 || (this.estimate && sampleMs < MIN_SAMPLE_MS)) {
			this.sampledPauseMs += pauseMs;
			return;
		}
		this.estimate = estimateRate(
			{
				accepted: this.accepted,
				seconds: sampleMs / 1000,
				sendingSeconds: sendingMs / 1000,
				toleranceSeconds: (tolerance + encounter.at - encounter.sentAt) / 1000,
				sendingRate: encounter.sendingRate,
			},
			this.estimate,
		);
		this.accepted = 0;
		this.sampleStartedAt = at;
		this.sampledPauseMs = 0;
	}

	private rateAt(time: number): number {
		if (!this.estimate) return MAX_RATE;
		const seconds = Math.max(0, time - this.resumedAt) / 1000;
		return Math.min(MAX_RATE, rateAfter(seconds, this.estimate));
	}
}

/** Whether one request was refused while its neighbours got through: a window that is full lets none of them. */
const isIsolated = ({ alsoAccepted, alsoRefused }: Encounter): boolean =>
	alsoAccepted >= 2 && alsoAccepted > 2 * alsoRefused;
