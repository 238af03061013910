import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { text } from '../input/guards';
import { serviceAddress } from './address';
import { sendHttpRequest } from './http';
import { RetryBudget, sendWithRetry, type Attempts } from './retry';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './retryPolicy';
import { Run } from './run';
import { ServiceError, type Result } from './serviceError';
import type { Caller, RequestSettings, ServiceRequest, ServiceResponse } from './types';

/** Client of the service for one item, or for one list in the editor. Only this folder sends requests. */
export interface ApiClient {
	/** n8n's context; errors name its node and credential. */
	caller: Caller;
	/** The run that the item belongs to. */
	run: Run;
	/** Address of the service without a trailing slash, e.g. `https://api.example.com`. */
	address: string;
	/**
	 * Identifies the account: with expressions in the credential, the items of one run may use several accounts.
	 * Contains the API key.
	 */
	account: string;
	/** Sends a request and retries it as far as that is safe. */
	send(request: ServiceRequest): Promise<Result<ServiceResponse>>;
	/**
	 * Sends a change that must not be made twice. When it is unknown whether the change was made, calls `findExisting`.
	 * What that finds is the result; the change is sent again only when it finds nothing.
	 *
	 * @returns the response, what `findExisting` found, or the last error
	 */
	sendIdempotent<Found>(
		request: ServiceRequest,
		findExisting: () => Promise<Found | undefined>,
	): Promise<Result<ServiceResponse | { found: Found }>>;
}

/**
 * Creates a client.
 *
 * @param credential with expressions resolved
 * @param settings n8n's request options, applied to every request
 * @param run shared with the other items of the execution; a list in the editor has a run of its own
 * @throws UserError when the credential's Base URL is invalid
 */
export function createClient(
	caller: Caller,
	credential: ICredentialDataDecryptedObject,
	settings: RequestSettings = {},
	retryPolicy: RetryPolicy = DEFAULT_RETRY_POLICY,
	run: Run = new Run(retryPolicy.concurrency),
): ApiClient {
	const address = serviceAddress(credential.baseUrl);
	const budget = new RetryBudget(run, retryPolicy);

	const send = async (
		request: ServiceRequest,
		attempts?: Attempts,
	): Promise<Result<ServiceResponse>> => {
		// Without the slash, a path such as `@elsewhere.example` would become part of the host.
		if (!request.path.startsWith('/')) throw new RangeError(`No path: ${request.path}`);
		return await sendWithRetry(
			request,
			run,
			budget,
			async () => await sendHttpRequest(caller, address, request, settings, credential),
			attempts,
		);
	};

	return {
		caller,
		run,
		address,
		account: `${address} ${text(credential.apiKey)}`,
		send: async (request) => await send(request),

		async sendIdempotent(request, findExisting) {
			const attempts: Attempts = { made: 0 };
			let isInDoubt = false;
			for (;;) {
				const result = await send({ ...request, retrySafety: 'whenNotDone' }, attempts);
				if (!(result instanceof ServiceError)) return result;
				// A lost request may still reach the service, and may be the reason why the next one is refused.
				isInDoubt ||= result.isIndeterminate;
				if (!isInDoubt) return result;
				const found = await findExisting();
				if (found !== undefined) return { found };
				if (!result.isIndeterminate || !result.isTransient) return result;
				if (!(await budget.waitBefore(attempts.made + 1, result))) return result;
			}
		},
	};
}
