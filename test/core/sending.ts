import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, vi } from 'vitest';

import type { Sandbox } from '../../sandbox/index.ts';
import { createFromJson } from '../support/createFromJson.ts';
import { startAction, type Execution, type ExecutionOptions } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { locate, type Bench } from './support.ts';

/** Lets every back-off take no time: it is a random part of its limit, and that part is none now. */
export function withoutBackOff(): void {
	beforeEach(() => {
		vi.spyOn(Math, 'random').mockReturnValue(0);
	});
	afterEach(() => {
		vi.restoreAllMocks();
	});
}

type Options = Partial<Omit<ExecutionOptions, 'parameters' | 'credential'>> & {
	credential?: ICredentialDataDecryptedObject;
};

/** Starts the node against the sandbox of the bench. */
export const start = (
	bench: Bench,
	parameters: INodeParameters,
	{ credential = credentialFor(bench.sandbox), ...options }: Options = {},
): Execution => startAction({ parameters, credential, ...options });

/** Runs it to its end. */
export const finish = async (bench: Bench, parameters: INodeParameters, options: Options = {}) =>
	await start(bench, parameters, options).finished;

/** Places orders past the node, and forgets the requests. */
export async function placeOrders({ sandbox }: Bench, externalIds: string[]): Promise<void> {
	for (const externalId of externalIds) {
		const response = await fetch(`${sandbox.url}/api/orders`, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				authorization: `Bearer ${sandbox.accounts.demo.apiKey}`,
			},
			body: JSON.stringify(sandbox.control.exampleOrder({ externalId })),
		});
		if (response.status !== 201) throw new Error(await response.text());
	}
	await sandbox.control.settled();
	sandbox.control.clearRecords();
}

/** An operation on an order that stands. */
export const onOrder = (
	operation: 'get' | 'update' | 'confirm' | 'cancel' | 'refund',
	externalId: string,
	options: INodeParameters = {},
): INodeParameters => ({
	resource: 'order',
	operation,
	orderId: locate('externalId', externalId),
	...(operation === 'update' && { updateFields: { recipient: { values: { city: 'Hamburg' } } } }),
	options,
});

/** An order as JSON, so that nothing is asked of the catalog before it is sent. */
export const createWithoutCatalog = (
	sandbox: Sandbox,
	externalId: string,
	options: INodeParameters = {},
): INodeParameters => ({
	...createFromJson(externalId, sandbox.control.exampleOrder({ externalId: 'EXAMPLE' })),
	options: { fillFromCatalog: false, ...options },
});

/** A reprint of the order `SOURCE`, which has to stand and to be produced. */
export const reprintOfSource = (
	externalId: string,
	options: INodeParameters = {},
): INodeParameters => ({
	resource: 'order',
	operation: 'reprint',
	orderId: locate('externalId', 'SOURCE'),
	externalId,
	options,
});

export async function placeSource(bench: Bench): Promise<void> {
	await placeOrders(bench, ['SOURCE']);
	for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
		await bench.sandbox.control.stepOrder('@SOURCE', status);
	}
}

/** What the sandbox received, in the order of its coming, such as `POST /api/orders`. */
export const received = ({ sandbox }: Bench): string[] =>
	sandbox.control.requests().map(({ method, path }) => `${method} ${path}`);

/** How many orders stand under an external ID. */
export const standing = ({ sandbox }: Bench, externalId: string): number =>
	sandbox.control.orders().filter((order) => order.externalId === externalId).length;

export const numbered = (prefix: string, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ number: `${prefix}-${index}` }));
