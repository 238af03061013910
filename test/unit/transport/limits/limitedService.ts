/** Whether a request at a time (milliseconds) is accepted, and how long to wait when it is not. */
export type Verdict = { accepted: true } | { accepted: false; wait: number };

export type LimitedService = (now: number) => Verdict;

const ACCEPTED = { accepted: true } as const;

/** A number of requests in each window, which begins with the first request after the last window. */
export function fixedWindow(limit: number, milliseconds = 1000): LimitedService {
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

/** A number of requests in each window of the service's clock. One began a third of its length ago. */
export function clockWindow(limit: number, milliseconds = 1000): LimitedService {
	let startedAt: number | undefined;
	let current = 0;
	let count = 0;
	return (now) => {
		startedAt ??= now - milliseconds / 3;
		const index = Math.floor((now - startedAt) / milliseconds);
		if (index > current) {
			current = index;
			count = 0;
		}
		count += 1;
		const end = startedAt + (current + 1) * milliseconds;
		return count <= limit ? ACCEPTED : { accepted: false, wait: end - now };
	};
}

/** A number of requests in any window, wherever it begins. */
export function slidingWindow(limit: number, milliseconds = 1000): LimitedService {
	const accepted: number[] = [];
	let first = 0;
	return (now) => {
		while ((accepted[first] ?? Number.POSITIVE_INFINITY) <= now - milliseconds) first += 1;
		if (accepted.length - first < limit) {
			accepted.push(now);
			return ACCEPTED;
		}
		return { accepted: false, wait: (accepted[first] ?? now) + milliseconds - now };
	};
}

/** A token bucket that is refilled completely within the given time. */
export function tokenBucket(limit: number, milliseconds = 1000): LimitedService {
	const perMillisecond = limit / milliseconds;
	let tokens = limit;
	let filledAt: number | undefined;
	return (now) => {
		tokens = Math.min(limit, tokens + (now - (filledAt ?? now)) * perMillisecond);
		filledAt = now;
		// What rounding took away.
		if (tokens > 1 - 1e-9) {
			tokens -= 1;
			return ACCEPTED;
		}
		return { accepted: false, wait: (1 - tokens) / perMillisecond };
	};
}

/** How a service says in `Retry-After` how long to wait: in full seconds, as it has to, or not at all. */
export type RetryAfterStyle = 'full seconds' | 'nothing';

/** Milliseconds in the `Retry-After` for a wait. */
export const retryAfterFor = (wait: number, style: RetryAfterStyle): number | undefined =>
	style === 'full seconds' ? Math.max(1, Math.ceil(wait / 1000)) * 1000 : undefined;
