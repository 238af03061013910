import type { RateLimiter } from '../control/rate-limiter.ts';
import { shared, type Serving } from './plugin.ts';
import { HttpProblem } from '../json-ld/problems.ts';

/** Responds with 429 above the rate limit, with the seconds to wait in Retry-After (section 7). */
export const rateLimit = shared<Serving<{ rateLimiter: RateLimiter }>>(async (api, serving) => {
	api.addHook('onRequest', async (request) => {
		const waitMilliseconds = serving.service.rateLimiter.take(request.account.id);
		if (waitMilliseconds > 0) {
			throw new HttpProblem(429, 'Too many requests. Try again after a short period.', {
				'retry-after': String(Math.max(1, Math.ceil(waitMilliseconds / 1000))),
			});
		}
	});
});
