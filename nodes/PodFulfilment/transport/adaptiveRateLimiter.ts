/** Share of the learned rate that is used, so that requests stay just below the limit instead of hitting it. */
const SAFETY_FACTOR = 0.98;

/** Growth of the rate, per second cubed: hardly any for ten seconds, threefold after a minute. */
const GROWTH = 1e-5;

/** Accepted requests needed for a reliable rate. A rate learned from fewer doubles every two seconds. */
const MIN_SAMPLE_REQUESTS = 100;

/** Shortest window of a rate limit: limits are given per second or for a longer time. */
const MIN_LIMIT_WINDOW_SECONDS = 1;

/**
 * Gap between requests while no limit is known. Requests sent at the same moment get their responses at the same
 * moment, and then wait for each other at every step; a millisecond apart, they do not.
 */
const UNLIMITED_SPACING_MS = 1;

interface Limit {
	/** Requests per second that the service accepted. */
	rate: number;
	/** When sending resumed at this rate, in milliseconds. */
	since: number;
	/** Whether it was learned from so few requests that the real limit may be far higher. */
	isGuess: boolean;
}

/** The time from one reached limit to the next, in milliseconds. */
interface Period {
	since: number;
	/** Requests that the service accepted. */
	accepted: number;
	/** How much of the period all requests were paused. */
	pausedMilliseconds: number;
}

/**
 * Rate limiter of one execution. Unlimited until the first 429; then it learns the rate the service accepted, sends
 * slightly below it, and probes upwards. All times are milliseconds of one clock.
 */
export class AdaptiveRateLimiter {
	private pausedUntil = 0;

	/** When the next send slot is free. */
	private nextSlotAt = 0;

	/** When the limit was last reached. */
	private rateLimitedAt = Number.NEGATIVE_INFINITY;

	/**
	 * After a pause whose length the service did not name, a single trial request finds out whether it was long enough:
	 * `due` until it is sent, `sent` until its response arrives.
	 */
	private trial: 'due' | 'sent' | undefined;

	/** How often in a row the limit was reached without an accepted request in between. */
	consecutiveRateLimits = 0;

	private limit: Limit | undefined;

	private period: Period | undefined;

	/** @returns milliseconds until requests may be sent again; 0 when they are not paused */
	remainingPause(now: number): number {
		return Math.max(0, this.pausedUntil - now);
	}

	/** Whether a trial request has to be sent next, or is in flight. */
	get trialState(): 'due' | 'sent' | undefined {
		return this.trial;
	}

	/** Reserves the next send slot. Returns the delay until it, in ms. */
	reserve(now: number): number {
		if (this.trial === 'due') this.trial = 'sent';
		this.period ??= { since: now, accepted: 0, pausedMilliseconds: 0 };
		const slot = Math.max(now, this.nextSlotAt);
		this.nextSlotAt =
			slot + (this.limit ? 1000 / this.rateAt(slot, this.limit) : UNLIMITED_SPACING_MS);
		return slot - now;
	}

	onAccepted(): void {
		if (this.period) this.period.accepted += 1;
		this.consecutiveRateLimits = 0;
	}

	/** Ends the trial: its response arrived, or the request was not sent after all. */
	endTrial(): void {
		if (this.trial === 'sent') this.trial = undefined;
	}

	/** Pauses all requests. A pause that ends later stays in force. */
	pause(milliseconds: number, now: number): void {
		const until = now + milliseconds;
		if (until <= this.pausedUntil) return;
		if (this.period) this.period.pausedMilliseconds += until - Math.max(this.pausedUntil, now);
		this.pausedUntil = until;
	}

	/**
	 * Pauses all requests after a 429, and learns the rate: what was accepted since the limit was last reached.
	 *
	 * @param milliseconds length of the pause
	 * @param isRequested whether the service itself named that length
	 * @param sentAt when the rejected request was sent: several in flight may be rejected for the same reason
	 */
	onRateLimited(milliseconds: number, isRequested: boolean, sentAt: number, now: number): void {
		if (sentAt <= this.rateLimitedAt) {
			// Back-off delays are random; the longest of several would no longer be.
			if (isRequested) this.pause(milliseconds, now);
			return;
		}
		this.pause(milliseconds, now);
		this.rateLimitedAt = now;
		this.consecutiveRateLimits += 1;
		this.trial = isRequested ? undefined : 'due';
		this.nextSlotAt = this.pausedUntil;
		const { since, accepted, pausedMilliseconds } = this.period ?? {
			since: now,
			accepted: 0,
			pausedMilliseconds: 0,
		};
		const seconds = Math.max(now - since, isRequested ? milliseconds : 0) / 1000;
		// A 429 right after a pause may belong to the previous window, so it is not used to estimate the rate.
		const isLong = seconds >= MIN_LIMIT_WINDOW_SECONDS;
		if (accepted < MIN_SAMPLE_REQUESTS && !isLong) return;
		// A pause longer than the limit requires does not count as part of the limit's window.
		const wasSendingLong =
			seconds - (pausedMilliseconds - this.remainingPause(now)) / 1000 >= MIN_LIMIT_WINDOW_SECONDS;
		this.limit = {
			rate: Math.max(1, accepted / (wasSendingLong ? seconds : MIN_LIMIT_WINDOW_SECONDS)),
			since: this.pausedUntil,
			isGuess: this.limit === undefined && accepted < MIN_SAMPLE_REQUESTS,
		};
		// A requested pause ends with the limit's window, so the next period begins there; a guessed one is part of it.
		this.period = isRequested
			? { since: this.pausedUntil, accepted: 0, pausedMilliseconds: 0 }
			: { since: now, accepted: 0, pausedMilliseconds: this.remainingPause(now) };
	}

	/** @returns requests per second */
	private rateAt(time: number, { rate, since, isGuess }: Limit): number {
		const seconds = Math.max(0, time - since) / 1000;
		return rate * (isGuess ? 2 ** (seconds / 2) : SAFETY_FACTOR + GROWTH * seconds ** 3);
	}
}
