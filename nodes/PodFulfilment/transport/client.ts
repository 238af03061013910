// The client of the service for one item, or for a list of the editor: everything that is sent to the service goes through its
// `send`. Also what follows from a credential (address, account).

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { allowOf, refuseEavesdropping, refuseForbidden } from './allow';
import { limitsOf } from './limits/accountLimits';
import { refuseUnusableSecrets, serviceAddress } from './credential';
import { sendHttpRequest } from './http';
import { RetryBudget, sendWithRetry } from './retry';
import { DEFAULT_RETRY_POLICY, LAST_LOOK_TIMEOUT_MS, type RetryPolicy } from './retryPolicy';
import { TrackedWrite } from './trackedWrite';
import { Run, sharedInRun } from './run';
import { secretsRedactor, type Redact } from './secrets';
import { unwrap, type Result } from './errors/serviceError';
import type { Caller, RequestSettings, ServiceRequest, ServiceResponse } from './types';
import { trimmed } from '../input/text';

export interface ApiClient {
	/** Where errors name the node and its credential. */
	caller: Caller;
	/** Holds what all items share, such as the limits of each account. */
	run: Run;
	/** Address of the service without a trailing slash, e.g. `https://api.example.com`. */
	address: string;
	/**
	 * Tells accounts apart: a credential may hold expressions, and the items of one run go to several. Holds the key, so it
	 * is for keys in memory only. Written so that two accounts never have one text, whatever is appended to it.
	 */
	account: string;
	/**
	 * Sends a request and retries it as far as that is safe. Whatever is no GET is noted in {@link ApiClient.write}.
	 *
	 * @throws as {@link ApiClient.refuseForbidden}; nothing was sent then
	 */
	send(request: ServiceRequest): Promise<Result<ServiceResponse>>;
	/**
	 * Refuses a request that the credential's field 'Allow' does not allow; `send` does so for its own.
	 *
	 * @throws UserError that names the field; ServiceError when an order cannot be read that has to be a draft
	 */
	refuseForbidden(
		request: Pick<ServiceRequest, 'method' | 'path' | 'subject' | 'ifNotFound'>,
	): Promise<void>;
	/** Leaves out a text that repeats a secret of the credential. */
	redact: Redact;
	/** What is known of the change that the item makes. */
	write: TrackedWrite;
	/** A client for the write that follows this one, with what is left of the waiting time. */
	forFollowUp(): ApiClient;
	/** n8n's request options. */
	settings: RequestSettings;
	/**
	 * Waits for some milliseconds of Max Waiting Time.
	 *
	 * @param spentMs what was waited for already, in vain
	 * @returns false when less than that is left; nothing was waited for then
	 */
	pause(milliseconds: number, spentMs?: number): Promise<boolean>;
}

/**
 * The account of a credential, see {@link ApiClient.account}.
 *
 * @throws UserError when the credential's Base URL cannot be used
 */
export const accountOf = ({ baseUrl, apiKey }: ICredentialDataDecryptedObject): string =>
	JSON.stringify([serviceAddress(baseUrl), trimmed(apiKey)]);

type FromCredential = Pick<ApiClient, 'address' | 'account' | 'redact'>;

const knownInRun = sharedInRun<{ fromCredential?: FromCredential }>(() => ({}));

/** Worked out once for all items of a run that have the same credential: it takes longer than all the rest of a client. */
function fromCredential(credential: ICredentialDataDecryptedObject, run: Run): FromCredential {
	const { baseUrl, apiKey, signingSecret } = credential;
	refuseUnusableSecrets(credential);
	const known = knownInRun({ run, account: JSON.stringify([baseUrl, apiKey, signingSecret]) });
	known.fromCredential ??= {
		address: serviceAddress(baseUrl),
		account: accountOf(credential),
		redact: secretsRedactor(credential),
	};
	return known.fromCredential;
}

/**
 * @param credential as n8n hands it to the caller, expressions resolved
 * @param settings n8n's request options, applied to each request
 * @param run what the caller shares with the other items of its run; a list of the editor is a run of its own
 * @param write the write of the item
 * @throws UserError when the credential's Base URL or secrets cannot be used; nothing has been sent then
 */
export function createClient(
	caller: Caller,
	credential: ICredentialDataDecryptedObject,
	settings: RequestSettings = {},
	retryPolicy: RetryPolicy = DEFAULT_RETRY_POLICY,
	run: Run = new Run(retryPolicy.concurrency),
	write: TrackedWrite = new TrackedWrite(),
): ApiClient {
	const { address, account, redact } = fromCredential(credential, run);
	refuseEavesdropping(credential, address, settings);
	const allow = allowOf(credential);
	const limits = limitsOf({ run, account });
	const budget = new RetryBudget(run, retryPolicy);
	const lastLookMs = Math.min(settings.timeout ?? LAST_LOOK_TIMEOUT_MS, LAST_LOOK_TIMEOUT_MS);

	const transmit = async (
		request: ServiceRequest,
		ownWrite: TrackedWrite,
	): Promise<Result<ServiceResponse>> => {
		// Without the slash, a path such as `@elsewhere.example` would become part of the host.
		if (!request.path.startsWith('/')) throw new RangeError(`No path: ${request.path}`);
		const isWrite = request.method !== 'GET';
		if (isWrite) ownWrite.begin(request.subject);
		return await sendWithRetry(
			request,
			limits,
			budget,
			async () =>
				await sendHttpRequest(
					caller,
					address,
					request,
					budget.isOver && !isWrite ? { ...settings, timeout: lastLookMs } : settings,
					credential,
					// Also of one that follows it: 'Nothing was changed' would be wrong.
					write.progress !== 'notMade' || ownWrite.progress !== 'notMade',
				),
			isWrite ? ownWrite : undefined,
		);
	};

	const refuse: ApiClient['refuseForbidden'] = async (request) => {
		const { subject, ifNotFound } = request;
		await refuseForbidden(caller, allow, request, async (path) =>
			unwrap(await transmit({ method: 'GET', path, subject, ifNotFound }, write)),
		);
	};

	const clientFor = (ownWrite: TrackedWrite): ApiClient => ({
		caller,
		run,
		address,
		account,
		write: ownWrite,
		redact,
		settings,
		forFollowUp: () => clientFor(ownWrite.expectFollowUp()),
		refuseForbidden: refuse,

		async send(request) {
			await refuse(request);
			return await transmit(request, ownWrite);
		},

		async pause(milliseconds, spentMs = 0) {
			budget.spend(spentMs);
			return await budget.wait(milliseconds);
		},
	});
	return clientFor(write);
}
