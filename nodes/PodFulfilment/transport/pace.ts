/** A limit that was just learned is kept a little below, so that the run does not beat against it. */
const MARGIN = 0.98;

/** Growth of the rate, per second cubed: hardly any for ten seconds, threefold after a minute. */
const GROWTH = 1e-5;

/** So many requests say little about a limit; a rate learned from fewer doubles every two seconds. */
const ENOUGH_TO_LEARN_FROM = 100;

interface Limit {
	/** Requests per second that the service let through. */
	rate: number;
	/** When sending went on at this rate, in milliseconds. */
	since: number;
	/** Learned from so little that the real limit may lie far above. */
	isGuess: boolean;
}

/**
 * The speed of one run. It is not bounded until the service asks for fewer requests; then all wait, and go on just
 * below the rate that got through, which recovers by itself. Times are milliseconds of one clock.
 */
export class Pace {
	private heldUntil = 0;

	private next = 0;

	private limit: Limit | undefined;

	private period: { since: number; accepted: number } | undefined;

	/** Milliseconds that everything is held back from now. */
	held(now: number): number {
		return Math.max(0, this.heldUntil - now);
	}

	/** Takes the next place in the row. Milliseconds until it comes. */
	takeTurn(now: number): number {
		this.period ??= { since: now, accepted: 0 };
		if (!this.limit) return 0;
		const turn = Math.max(now, this.next);
		this.next = turn + 1000 / this.rateAt(turn, this.limit);
		return turn - now;
	}

	accepted(): void {
		if (this.period) this.period.accepted += 1;
	}

	/** Holds everything back for a while. */
	hold(milliseconds: number, now: number): void {
		this.heldUntil = Math.max(this.heldUntil, now + milliseconds);
	}

	/**
	 * Holds everything back because the rate limit is reached, and learns the rate.
	 *
	 * @param sentAt when the request that was refused was sent: many may be refused for the same reason
	 */
	slowDown(milliseconds: number, sentAt: number, now: number): void {
		const alreadyKnown = sentAt < (this.period?.since ?? 0);
		this.hold(milliseconds, now);
		if (alreadyKnown) return;
		const { since, accepted } = this.period ?? { since: now, accepted: 0 };
		// What a limit allows counts for the time that it asks to wait, if that is the longer one.
		const seconds = Math.max(now - since, milliseconds, 1) / 1000;
		this.limit = {
			rate: Math.max(1, accepted / seconds),
			since: this.heldUntil,
			isGuess: this.limit === undefined && accepted < ENOUGH_TO_LEARN_FROM,
		};
		this.next = this.heldUntil;
		this.period = { since: this.heldUntil, accepted: 0 };
	}

	private rateAt(time: number, { rate, since, isGuess }: Limit): number {
		const seconds = Math.max(0, time - since) / 1000;
		return rate * (isGuess ? 2 ** (seconds / 2) : MARGIN + GROWTH * seconds ** 3);
	}
}
