// Tells the first of equal things within a time, so that an explanation or a line of the log is said once.

const MAX_REMEMBERED = 1_000;

/**
 * Tells the first of several equal things within a time, so that what may happen often is said once. In the memory of one
 * process, and limited in number.
 */
export class FirstInWindow {
	/** When each was first, in milliseconds since 1970, oldest first. */
	private readonly firstAt = new Map<string, number>();

	private readonly windowMs: number;

	constructor(windowMs: number) {
		this.windowMs = windowMs;
	}

	/** Whether nothing equal came in the time before. */
	isFirst(...parts: unknown[]): boolean {
		const now = Date.now();
		for (const [key, at] of this.firstAt) {
			if (Math.abs(now - at) >= this.windowMs) this.firstAt.delete(key);
		}
		const key = JSON.stringify(parts);
		if (this.firstAt.has(key)) return false;
		this.firstAt.set(key, now);
		if (this.firstAt.size > MAX_REMEMBERED) {
			this.firstAt.delete(this.firstAt.keys().next().value ?? key);
		}
		return true;
	}
}
