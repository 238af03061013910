import type { RateLimit } from '../options.ts';

/** Counts the requests of each account in fixed windows of real time (429 in section 7). */
export class RateLimiter {
	limit: RateLimit | undefined;
	private readonly windows = new Map<string, { startedAt: number; requests: number }>();

	constructor(limit: RateLimit | undefined) {
		this.limit = limit;
	}

	/**
	 * Counts a request.
	 * @returns 0, or the milliseconds until the next window when the request exceeds the limit
	 */
	take(accountId: string, now = performance.now()): number {
		if (!this.limit) return 0;
		const window = this.windows.get(accountId);
		if (!window || now - window.startedAt >= this.limit.perMilliseconds) {
			this.windows.set(accountId, { startedAt: now, requests: 1 });
			return 0;
		}
		window.requests += 1;
		if (window.requests <= this.limit.requests) return 0;
		return this.limit.perMilliseconds - (now - window.startedAt);
	}
}
