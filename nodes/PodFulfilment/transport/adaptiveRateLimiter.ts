/** A limit that was just learned is kept a little below, so that the run does not beat against it. */
const MARGIN = 0.98;

/** Growth of the rate, per second cubed: hardly any for ten seconds, threefold after a minute. */
const GROWTH = 1e-5;

/** So many requests say little about a limit; a rate learned from fewer doubles every two seconds. */
const ENOUGH_TO_LEARN_FROM = 100;

/** Limits are told in requests per second, or count over longer than that. */
const SECONDS_OF_LIMITS = 1;

/**
 * Milliseconds from one request to the next while no limit is known. Requests that are sent together are answered
 * together, and keep waiting for each other at every step; a moment apart, each goes its way without a wait.
 */
const SPACING = 1;

interface Limit {
	/** Requests per second that the service let through. */
	rate: number;
	/** When sending went on at this rate, in milliseconds. */
	since: number;
	/** Learned from so little that the real limit may lie far above. */
	isGuess: boolean;
}

/** What happened from one refusal to the next. Times are milliseconds. */
interface Period {
	since: number;
	/** Requests that got through. */
	accepted: number;
	/** How long of it everything was held back. */
	pausedMilliseconds: number;
}

/**
 * The speed of one run. It is hardly bounded until the service asks for fewer requests; then all wait, and go on just
 * below the rate that got through, which recovers by itself. Times are milliseconds of one clock.
 */
export class AdaptiveRateLimiter {
	private pausedUntil = 0;

	private next = 0;

	/** When the limit was last found to be reached. */
	private rateLimitedAt = Number.NEGATIVE_INFINITY;

	/**
	 * After a break of a length that the service did not name, a single request finds out whether it was long enough:
	 * `due` while that has still to be sent, `sent` until it is answered.
	 */
	private trial: 'due' | 'sent' | undefined;

	/** How often the limit was found to be reached since a request last got through. */
	consecutiveRateLimits = 0;

	private limit: Limit | undefined;

	private period: Period | undefined;

	/** Milliseconds that everything is held back from now. */
	pauseLeft(now: number): number {
		return Math.max(0, this.pausedUntil - now);
	}

	/** Whether the next request is to find out for all the others, or is on its way to. */
	get trialState(): 'due' | 'sent' | undefined {
		return this.trial;
	}

	/** Takes the next place in the row. Milliseconds until it comes. */
	reserve(now: number): number {
		if (this.trial === 'due') this.trial = 'sent';
		this.period ??= { since: now, accepted: 0, pausedMilliseconds: 0 };
		const turn = Math.max(now, this.next);
		this.next = turn + (this.limit ? 1000 / this.rateAt(turn, this.limit) : SPACING);
		return turn - now;
	}

	onAccepted(): void {
		if (this.period) this.period.accepted += 1;
		this.consecutiveRateLimits = 0;
	}

	/** The request that was to find out did, or was not sent after all. */
	endTrial(): void {
		if (this.trial === 'sent') this.trial = undefined;
	}

	/** Holds everything back for a while. */
	hold(pause: number, now: number): void {
		const until = now + pause;
		if (until <= this.pausedUntil) return;
		if (this.period) this.period.pausedMilliseconds += until - Math.max(this.pausedUntil, now);
		this.pausedUntil = until;
	}

	/**
	 * Holds everything back because the rate limit is reached, and learns the rate: what got through since the refusal
	 * before.
	 *
	 * @param isAsked whether the service itself names this wait
	 * @param sentAt when the request that was refused was sent: many may be refused for the same reason
	 */
	onRateLimited(milliseconds: number, isAsked: boolean, sentAt: number, now: number): void {
		if (sentAt <= this.rateLimitedAt) {
			// The longest of many random waits would hardly be random.
			if (isAsked) this.hold(milliseconds, now);
			return;
		}
		this.hold(milliseconds, now);
		this.rateLimitedAt = now;
		this.consecutiveRateLimits += 1;
		this.trial = isAsked ? undefined : 'due';
		this.next = this.pausedUntil;
		const { since, accepted, pausedMilliseconds } = this.period ?? {
			since: now,
			accepted: 0,
			pausedMilliseconds: 0,
		};
		const seconds = Math.max(now - since, isAsked ? milliseconds : 0) / 1000;
		// Just after a break the limit may still be the one that was there before: that says nothing about the rate.
		const isLong = seconds >= SECONDS_OF_LIMITS;
		if (accepted < ENOUGH_TO_LEARN_FROM && !isLong) return;
		// A break that is longer than the limit asks for is no time that the limit takes.
		const isSending =
			seconds - (pausedMilliseconds - this.pauseLeft(now)) / 1000 >= SECONDS_OF_LIMITS;
		this.limit = {
			rate: Math.max(1, accepted / (isSending ? seconds : SECONDS_OF_LIMITS)),
			since: this.pausedUntil,
			isGuess: this.limit === undefined && accepted < ENOUGH_TO_LEARN_FROM,
		};
		// A break that the service asked for is over when it said so; another is a part of what the limit takes.
		this.period = isAsked
			? { since: this.pausedUntil, accepted: 0, pausedMilliseconds: 0 }
			: { since: now, accepted: 0, pausedMilliseconds: this.pauseLeft(now) };
	}

	private rateAt(time: number, { rate, since, isGuess }: Limit): number {
		const seconds = Math.max(0, time - since) / 1000;
		return rate * (isGuess ? 2 ** (seconds / 2) : MARGIN + GROWTH * seconds ** 3);
	}
}
