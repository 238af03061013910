import type { RateLimiter } from '../control/rate-limiter.ts';
import { shared } from './plugin.ts';
import { HttpProblem } from '../json-ld/problems.ts';

/** Responds with 429 above the rate limit, with the seconds to wait in Retry-After (section 7). */
export const rateLimit = shared<{ rateLimiter: RateLimiter }>(async (api, { rateLimiter }) => {
	api.addHook('onRequest', async (request) => {
		const waitMilliseconds = rateLimiter.take(request.account.id);
		if (waitMilliseconds > 0) {
			throw new HttpProblem(429, 'Too many requests. Try again after a short period.', {
				'retry-after': String(Math.max(1, Math.ceil(waitMilliseconds / 1000))),
			});
		}
	});
});
