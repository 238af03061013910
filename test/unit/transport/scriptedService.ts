import type { IHttpRequestOptions } from 'n8n-workflow';

import { createClient, type ApiClient } from '../../../nodes/PodFulfilment/transport/client.ts';
import type { TrackedWrite } from '../../../nodes/PodFulfilment/transport/trackedWrite.ts';
import {
	DEFAULT_RETRY_POLICY,
	type RetryPolicy,
} from '../../../nodes/PodFulfilment/transport/retryPolicy.ts';
import { Run } from '../../../nodes/PodFulfilment/transport/run.ts';
import type { Caller } from '../../../nodes/PodFulfilment/transport/types.ts';
import { caller } from './caller.ts';

export const BASE_URL = 'https://api.example.com';

/** An answer of the service, with a body or a text that is no JSON; an error stands for a connection that broke off. */
export type Answer =
	| { status: number; body?: unknown; text?: string; headers?: Record<string, string> }
	| NodeJS.ErrnoException;

/** A service that answers each request by what it is. */
export type AnsweringService = (request: IHttpRequestOptions) => Answer;

/** n8n's helper for requests, and what was sent through it. */
interface ScriptedRequests {
	request: (credential: string, options: IHttpRequestOptions) => Promise<unknown>;
	/** The requests so far, such as `GET /api/orders`. */
	sent: string[];
	/** The requests so far as n8n's helper was given them. */
	requests: IHttpRequestOptions[];
}

export interface ScriptedService extends Omit<ScriptedRequests, 'request'> {
	client: ApiClient;
}

/**
 * Requests that are answered with these answers, one after the other, or by a service. One request more than there are
 * answers fails the test.
 *
 * @param answeredAfterMs so long each answer takes
 */
export function scriptedRequests(
	answers: Answer[] | AnsweringService,
	answeredAfterMs = 0,
): ScriptedRequests {
	const sent: string[] = [];
	const requests: IHttpRequestOptions[] = [];
	const request = async (_credential: string, options: IHttpRequestOptions): Promise<unknown> => {
		const line = `${options.method} ${options.url.slice(BASE_URL.length)}`;
		const answer = typeof answers === 'function' ? answers(options) : answers[sent.length];
		sent.push(line);
		requests.push(options);
		if (!answer) throw new Error(`No answer for ${line}`);
		if (answeredAfterMs > 0) await new Promise((answered) => setTimeout(answered, answeredAfterMs));
		if (answer instanceof Error) throw answer;
		const { status, body, headers = {} } = answer;
		const text = answer.text ?? (body === undefined ? '' : JSON.stringify(body));
		return await Promise.resolve({ statusCode: status, headers, body: text });
	};
	return { request, sent, requests };
}

/** A client whose requests are answered as {@link scriptedRequests} answers them. */
export function scriptedService(
	answers: Answer[],
	{
		write,
		retryPolicy,
		run,
		answeredAfterMs,
	}: {
		write?: TrackedWrite;
		retryPolicy?: Partial<RetryPolicy>;
		run?: Run;
		answeredAfterMs?: number;
	} = {},
): ScriptedService {
	const { request, sent, requests } = scriptedRequests(answers, answeredAfterMs);
	const policy = { ...DEFAULT_RETRY_POLICY, ...retryPolicy };
	const client = createClient(
		{ ...caller, helpers: { httpRequestWithAuthentication: request } } as unknown as Caller,
		{ baseUrl: BASE_URL, apiKey: 'key-1' },
		{},
		policy,
		run ?? new Run(policy.concurrency),
		write,
	);
	return { client, sent, requests };
}
