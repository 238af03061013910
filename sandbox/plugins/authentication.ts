import type { AccountStore } from '../state/accounts.ts';
import type { Account } from '../state/model.ts';
import { shared, type Serving } from './plugin.ts';
import { HttpProblem } from '../json-ld/problems.ts';

declare module 'fastify' {
	interface FastifyRequest {
		account: Account;
	}
}

/** Sets `request.account` from `Authorization: Bearer <API key>` (section 5). */
export const authentication = shared<Serving<{ accounts: AccountStore }>>(async (api, serving) => {
	api.decorateRequest('account');

	api.addHook('onRequest', async (request) => {
		const apiKey = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
		if (apiKey === undefined) {
			throw new HttpProblem(
				401,
				'Authentication is required: send Authorization: Bearer <API key>.',
			);
		}
		const account = serving.service.accounts.ofKey(apiKey);
		if (!account) throw new HttpProblem(403, 'The API key is not valid.');
		if (account.suspended) throw new HttpProblem(422, 'The account is suspended.');
		request.account = account;
	});
});
