/** Decides whether a request at this time (ms) is accepted, and how many milliseconds to wait if it is not. */
export type Limiter = (now: number) => { accepted: true } | { accepted: false; wait: number };

const ACCEPTED = { accepted: true } as const;

/** Accepts `limit` requests per window. A window begins with the first request after the one before. */
export function fixedWindow(limit: number, milliseconds = 1000): Limiter {
	let since = Number.NEGATIVE_INFINITY;
	let count = 0;
	return (now) => {
		if (now - since >= milliseconds) {
			since = now;
			count = 0;
		}
		count += 1;
		return count <= limit ? ACCEPTED : { accepted: false, wait: since + milliseconds - now };
	};
}

/** Accepts `limit` requests in any window of that length. */
export function slidingWindow(limit: number, milliseconds = 1000): Limiter {
	const accepted: number[] = [];
	return (now) => {
		while ((accepted[0] ?? Number.POSITIVE_INFINITY) <= now - milliseconds) accepted.shift();
		if (accepted.length < limit) {
			accepted.push(now);
			return ACCEPTED;
		}
		return { accepted: false, wait: (accepted[0] ?? now) + milliseconds - now };
	};
}

/** Token bucket with capacity `size`, refilled with `limit` tokens per second. */
export function tokenBucket(limit: number, size = limit): Limiter {
	let tokens = size;
	let filledAt: number | undefined;
	return (now) => {
		tokens = Math.min(size, tokens + ((now - (filledAt ?? now)) * limit) / 1000);
		filledAt = now;
		if (tokens >= 1) {
			tokens -= 1;
			return ACCEPTED;
		}
		return { accepted: false, wait: ((1 - tokens) * 1000) / limit };
	};
}

/** What a simulated service sends in `Retry-After`. */
export type RetryAfterStyle = 'full seconds' | 'nothing';
