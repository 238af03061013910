import { UserError, type IDataObject, type IHttpRequestOptions } from 'n8n-workflow';

import {
	DEFAULT_RETRY_POLICY,
	CONCURRENCY,
	DEFAULT_TIMEOUT_MS,
	type RetryPolicy,
	MAX_WAIT_SECONDS,
	MAX_ATTEMPTS,
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

/** The longest time that a timer of Node.js takes. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Milliseconds that a request may take by the user's 'Timeout', else {@link DEFAULT_TIMEOUT_MS}. */
export function timeoutOf(requestOptions: IDataObject): number {
	const timeout = Number(requestOptions.timeout);
	return timeout > 0 ? Math.min(timeout, MAX_TIMEOUT_MS) : DEFAULT_TIMEOUT_MS;
}

/** n8n's own 'Request Options', which it adds to every declarative node, as they apply to each request. */
export function requestSettingsOf(requestOptions: IDataObject): RequestSettings {
	const proxy = proxyOf(requestOptions.proxy);
	return {
		timeout: timeoutOf(requestOptions),
		skipSslCertificateValidation: requestOptions.allowUnauthorizedCerts === true,
		...(proxy && { proxy }),
	};
}

/**
 * When an item may begin by the user's 'Batching': so many items, then a break.
 *
 * @returns milliseconds since the start of the run, by the index of the item
 */
export function batchingOf(requestOptions: IDataObject): (itemIndex: number) => number {
	const batch = (requestOptions.batching as { batch?: IDataObject } | undefined)?.batch ?? {};
	const size = Math.max(1, Number(batch.batchSize) || 1);
	const interval = Number(batch.batchSize) < 0 ? 0 : Number(batch.batchInterval) || 0;
	return (itemIndex) => Math.floor(itemIndex / size) * Math.max(0, interval);
}

/** NaN for whatever is neither a number nor a text that is one: an empty field is not a zero. */
const numberOf = (value: unknown): number =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
		? Number(value)
		: Number.NaN;

/** What the user set under 'Options' about sending; an expression may have led to anything, which is brought within. */
export function retryPolicyOf(options: IDataObject): RetryPolicy {
	const within = (
		name: keyof RetryPolicy,
		{ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number },
	): number => {
		const value = numberOf(options[name]);
		return Number.isFinite(value)
			? Math.min(max, Math.max(min, Math.floor(value)))
			: DEFAULT_RETRY_POLICY[name];
	};
	return {
		concurrency: within('concurrency', CONCURRENCY),
		maxAttempts: within('maxAttempts', MAX_ATTEMPTS),
		maxWaitSeconds: within('maxWaitSeconds', MAX_WAIT_SECONDS),
	};
}
