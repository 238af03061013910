import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	NodeExecutionHint,
} from 'n8n-workflow';
import { afterEach, beforeEach, vi } from 'vitest';

import type { Operation } from '../../../nodes/PodFulfilment/execution/operation.ts';
import { caller } from '../transport/caller.ts';
import {
	BASE_URL,
	scriptedRequests,
	type Answer,
	type AnsweringService,
} from '../transport/scriptedService.ts';

/** What n8n shows of an error. */
interface ShownError {
	message: string;
	description: string;
}

export interface OperationResult {
	/** The output; empty when the run stopped with an error. */
	json: IDataObject[];
	/** The error that stopped the run. */
	error: ShownError | undefined;
	/** The requests, such as `GET /api/orders`. */
	sent: string[];
	/** The bodies of the requests that have one. */
	bodies: unknown[];
	requests: IHttpRequestOptions[];
	/** Texts of the hints beside the output. */
	hints: string[];
}

let runs = 0;

/** What n8n hands to all tries of Retry On Fail, by execution. */
const executeDataOf = new Map<string, object>();

/** Waiting times pass at once. To be called in a file, or a group, whose operations read again or wait. */
export function passWaitingTimes(): void {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});
}

async function settled<Value>(promise: Promise<Value>): Promise<Value> {
	let isSettled = false;
	const marked = promise.finally(() => {
		isSettled = true;
	});
	marked.catch(() => undefined);
	while (vi.isFakeTimers() && !isSettled) await vi.advanceTimersByTimeAsync(1000);
	return await marked;
}

/**
 * Runs an operation as n8n does. No request is sent again unless `options` of the parameters say so.
 *
 * @param parameters of each item; of the only one, if it is no list
 * @param answers of the service, one after the other, or the service
 * @param executionId the execution of the workflow, by default another one each time; in the same one, another try of
 *   Retry On Fail
 */
export async function runOperation(
	operation: Operation,
	parameters: IDataObject | IDataObject[],
	answers: Answer[] | AnsweringService,
	executionId = `execution ${(runs += 1)}`,
	continueOnFail = false,
): Promise<OperationResult> {
	const items = [parameters].flat();
	const { request, sent, requests } = scriptedRequests(answers);
	const hints: string[] = [];
	const credential = { baseUrl: BASE_URL, apiKey: `key-of-${executionId.replaceAll(' ', '-')}` };
	const node = caller.getNode();
	const context = {
		getInputData: () => items.map((json) => ({ json })),
		getNode: () => node,
		getExecuteData: () => executeData,
		getExecutionId: () => executionId,
		getExecutionCancelSignal: () => undefined,
		getMode: () => 'manual',
		getTimezone: () => 'Europe/Berlin',
		getCredentials: async () => await Promise.resolve(credential),
		continueOnFail: () => continueOnFail,
		addExecutionHints: (...added: NodeExecutionHint[]) => {
			hints.push(...added.map(({ message }) => message));
		},
		getNodeParameter: (name: string, index: number, fallback: unknown) =>
			({ options: { maxAttempts: 1 }, ...items[index] })[name] ?? fallback,
		helpers: { httpRequestWithAuthentication: request },
	};
	const executeData = executeDataOf.get(executionId) ?? { node, data: {}, source: null };
	executeDataOf.set(executionId, executeData);
	const { json, error } = await settled(
		operation.execute.call(context as unknown as IExecuteFunctions),
	).then(
		([output = []]) => ({ json: output.map((item) => item.json), error: undefined }),
		(thrown: ShownError) => ({ json: [], error: thrown }),
	);
	const bodies = requests.flatMap(({ body }) =>
		body === undefined ? [] : [typeof body === 'string' ? (JSON.parse(body) as unknown) : body],
	);
	return { json, error, sent, bodies, requests, hints };
}

/** The value of a resource locator. */
export const locate = (mode: string, value: string): IDataObject => ({ __rl: true, mode, value });

/** A response that is a list with these members. */
export const listOf = (...members: IDataObject[]): Answer => ({
	status: 200,
	body: { 'hydra:member': members, 'hydra:totalItems': members.length },
});

export const found = (body: IDataObject, headers?: Record<string, string>): Answer => ({
	status: 200,
	body,
	...(headers && { headers }),
});

/** The connection ended before the response: whether the service did what it was asked is not known. */
export const lostResponse = (): Answer =>
	Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
