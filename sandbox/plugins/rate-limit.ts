import { shared } from './plugin.ts';
import { HttpProblem } from './problems.ts';

/** 429 of section 7, with the seconds to wait in Retry-After. */
export const rateLimit = shared(async (api) => {
	api.addHook('onRequest', async (request) => {
		const waitMilliseconds = request.service.rateLimiter.take(request.account.id);
		if (waitMilliseconds > 0) {
			throw new HttpProblem(429, 'Too many requests. Try again after a short period.', {
				'retry-after': String(Math.max(1, Math.ceil(waitMilliseconds / 1000))),
			});
		}
	});
});
