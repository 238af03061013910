/** The time by which a part of a poll ends. */
export interface Deadline {
	readonly isOver: boolean;
	/** Milliseconds, at least 0. */
	readonly left: number;
	/** A share of the time that is left now. */
	part(share: number): Deadline;
}

/** @param now current time in milliseconds since 1970 */
export function deadlineIn(milliseconds: number, now: () => number = Date.now): Deadline {
	const until = now() + milliseconds;
	return {
		get isOver() {
			return this.left === 0;
		},
		get left() {
			return Math.max(0, until - now());
		},
		part(share) {
			return deadlineIn(this.left * share, now);
		},
	};
}
