import type { IPollFunctions } from 'n8n-workflow';

import { createClient, type ApiClient } from '../../transport/client';
import { CREDENTIAL } from '../../transport/credential';
import { Run } from '../../transport/run';
import type { Deadline } from './deadline';
import { POLL_CONCURRENCY } from './inTime';

/** The next poll tries again: fewer attempts than in an execution are enough. */
const MAX_ATTEMPTS = 2;

const MAX_TIMEOUT_MS = 20_000;
const MIN_TIMEOUT_MS = 1_000;

/**
 * A client whose requests end with the poll: two attempts and the wait between them share the time that is left when a
 * request begins.
 *
 * @throws UserError when the credential's Base URL cannot be used
 */
export async function createPollClient(
	context: IPollFunctions,
	deadline: Deadline,
): Promise<ApiClient> {
	const credential = await context.getCredentials(CREDENTIAL);
	const run = new Run(POLL_CONCURRENCY);
	const create = (): ApiClient => {
		const share = deadline.left / (MAX_ATTEMPTS + 1);
		const timeout = Math.max(MIN_TIMEOUT_MS, Math.min(MAX_TIMEOUT_MS, Math.floor(share)));
		const policy = {
			concurrency: POLL_CONCURRENCY,
			maxAttempts: MAX_ATTEMPTS,
			maxWaitSeconds: timeout / 1000,
		};
		return createClient(context, credential, { timeout }, policy, run);
	};
	return { ...create(), send: async (request) => await create().send(request) };
}
