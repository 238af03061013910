// Reads n8n's 'Request Options' (timeout, proxy, Ignore SSL Issues, batching), and the retry policy from 'Options':
// 'Concurrency', 'Max Attempts', 'Max Waiting Time'.

import { UserError, type IDataObject, type IHttpRequestOptions } from 'n8n-workflow';

import { numberIn } from '../input/number';
import {
	CONCURRENCY,
	DEFAULT_RETRY_POLICY,
	DEFAULT_TIMEOUT_MS,
	MAX_ATTEMPTS,
	MAX_WAIT_SECONDS,
	type RetryPolicy,
} from '../transport/retryPolicy';
import type { RequestSettings } from '../transport/types';

function proxyOf(entered: unknown): IHttpRequestOptions['proxy'] {
	if (typeof entered !== 'string' || entered === '') return undefined;
	if (!URL.canParse(entered) || new URL(entered).hostname === '') {
		throw new UserError('Proxy is not a web address', {
			description: 'Enter it as in http://myproxy:3128, under Request Options in the settings.',
		});
	}
	const { hostname, port, protocol, username, password } = new URL(entered);
	return {
		host: hostname,
		port: Number(port || (protocol === 'https:' ? 443 : 80)),
		protocol: protocol.replace(/:$/, ''),
		...(username !== '' && {
			auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
		}),
	};
}

/** The longest delay of a Node.js timer; anything longer would end at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Milliseconds that a request may take. */
export function timeoutOf(requestOptions: IDataObject): number {
	const timeout = Number(requestOptions.timeout);
	return timeout > 0 ? Math.min(timeout, MAX_TIMEOUT_MS) : DEFAULT_TIMEOUT_MS;
}

/** From n8n's own 'Request Options', which n8n adds to every declarative node. */
export function requestSettingsOf(requestOptions: IDataObject): RequestSettings {
	const proxy = proxyOf(requestOptions.proxy);
	return {
		timeout: timeoutOf(requestOptions),
		skipSslCertificateValidation: requestOptions.allowUnauthorizedCerts === true,
		...(proxy && { proxy }),
	};
}

/**
 * Start times of the items from n8n's own 'Batching' option.
 *
 * @returns function from an item's index to milliseconds since the start of the run
 */
export function batchDelayOf(requestOptions: IDataObject): (itemIndex: number) => number {
	const batch = (requestOptions.batching as { batch?: IDataObject } | undefined)?.batch ?? {};
	const size = Math.max(1, Number(batch.batchSize) || 1);
	const interval = Number(batch.batchSize) < 0 ? 0 : Number(batch.batchInterval) || 0;
	return (itemIndex) => Math.floor(itemIndex / size) * Math.max(0, interval);
}

/** Values out of range are clamped, others replaced by the default. */
export function retryPolicyOf(options: IDataObject): RetryPolicy {
	const clamped = (
		name: Exclude<keyof RetryPolicy, 'afterTooLongWait' | 'hasBoundedAttempts'>,
		{ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number },
	): number => {
		const value = numberIn(options[name]);
		return value === undefined
			? DEFAULT_RETRY_POLICY[name]
			: Math.min(max, Math.max(min, Math.floor(value)));
	};
	return {
		concurrency: clamped('concurrency', CONCURRENCY),
		maxAttempts: clamped('maxAttempts', MAX_ATTEMPTS),
		maxWaitSeconds: clamped('maxWaitSeconds', MAX_WAIT_SECONDS),
	};
}
