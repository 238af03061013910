import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { limitsOf } from './limits/accountLimits';
import { serviceAddress } from './address';
import { refuseEavesdropping } from './allowedDomains';
import { sendHttpRequest } from './http';
import { Change } from './change';
import { RetryBudget, sendWithRetry } from './retry';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './retryPolicy';
import { Run } from './run';
import type { Result, ServiceError } from './errors/serviceError';
import type { Caller, RequestSettings, ServiceRequest, ServiceResponse } from './types';
import { text } from '../input/guards';

/** Client of the service for one item, or for one list of the editor. Nothing outside this folder sends a request. */
export interface ApiClient {
	/** Where errors name the node and its credential. */
	caller: Caller;
	/** The run that the item belongs to. It holds what all items share, such as the limits of each account. */
	run: Run;
	/** Address of the service without a trailing slash, e.g. `https://api.example.com`. */
	address: string;
	/**
	 * Tells accounts apart: a credential may hold expressions, and the items of one run go to several. Holds the key, so it
	 * is for keys in memory only. Written so that two accounts never have one text, whatever is appended to it.
	 */
	account: string;
	/** Sends a request and retries it as far as that is safe. A change is noted in {@link ApiClient.change}. */
	send(request: ServiceRequest): Promise<Result<ServiceResponse>>;
	/** What is known of the change that the item makes. */
	change: Change;
	/** A client for the change that follows this one, with what is left of attempts and waiting time. */
	following(): ApiClient;
	/**
	 * Waits before the change is sent again.
	 *
	 * @returns false when no attempt, or not enough of Max Waiting Time, is left
	 */
	waitForRetry(error: ServiceError): Promise<boolean>;
	/**
	 * Waits for some milliseconds of Max Waiting Time.
	 *
	 * @returns false when less than that is left; nothing was waited for then
	 */
	pause(milliseconds: number): Promise<boolean>;
}

/**
 * Creates a client.
 *
 * @param credential as n8n hands it to the caller, expressions resolved
 * @param settings n8n's request options, applied to each request
 * @param run what the caller shares with the other items of its run; a list of the editor is a run of its own
 * @param change the change that the item makes
 * @throws UserError when the credential's Base URL cannot be used; nothing has been sent then
 */
export function createClient(
	caller: Caller,
	credential: ICredentialDataDecryptedObject,
	settings: RequestSettings = {},
	retryPolicy: RetryPolicy = DEFAULT_RETRY_POLICY,
	run: Run = new Run(retryPolicy.concurrency),
	change: Change = new Change(),
): ApiClient {
	const address = serviceAddress(credential.baseUrl);
	refuseEavesdropping(credential, address, settings);
	const account = JSON.stringify([address, text(credential.apiKey)]);
	const limits = limitsOf(run, account);
	const budget = new RetryBudget(limits, retryPolicy);

	const clientFor = (ownChange: Change): ApiClient => ({
		caller,
		run,
		address,
		account,
		change: ownChange,

		following: () => clientFor(ownChange.follow()),

		async send(request) {
			// Without the slash, a path such as `@elsewhere.example` would become part of the host.
			if (!request.path.startsWith('/')) throw new RangeError(`No path: ${request.path}`);
			if (request.method !== 'GET') ownChange.begin(request.about);
			return await sendWithRetry(
				request,
				limits,
				budget,
				async () =>
					await sendHttpRequest(
						caller,
						address,
						request,
						settings,
						credential,
						// Also of one that follows it: 'Nothing was changed' would be wrong.
						change.state !== 'notMade' || ownChange.state !== 'notMade',
					),
				request.method === 'GET' ? new Change() : ownChange,
			);
		},

		waitForRetry: async (error) => await budget.waitBefore(ownChange.attempts + 1, error),

		pause: async (milliseconds) => await budget.wait(milliseconds),
	});
	return clientFor(change);
}
