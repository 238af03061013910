/** Says whether a request at a time (milliseconds) is let through, and how long is to be waited when it is not. */
export type Limiter = (now: number) => { accepted: true } | { accepted: false; wait: number };

const ACCEPTED = { accepted: true } as const;

/** So many requests from one full second to the next; the second begins with the first request. */
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

/** So many requests in any second, wherever it begins. */
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

/** A bucket that holds so many, and is filled with as many in a second. */
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

/** How a service says in `Retry-After` how long to wait. */
export type Saying = 'full seconds' | 'nothing';
