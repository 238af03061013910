import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, vi } from 'vitest';

import type { Sandbox } from '../../sandbox/index.ts';
import { createFromJson } from '../support/createFromJson.ts';
import { startAction, type Execution, type ExecutionOptions } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { locate, type SandboxedNode } from './support.ts';

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

/** Starts the node against its sandbox. */
export const startNode = (
	node: SandboxedNode,
	parameters: INodeParameters,
	{ credential = credentialFor(node.sandbox), ...options }: Options = {},
): Execution => startAction({ parameters, credential, ...options });

/** Runs the node to the end of its execution. */
export const runNode = async (
	node: SandboxedNode,
	parameters: INodeParameters,
	options: Options = {},
) => await startNode(node, parameters, options).finished;

/** Places orders past the node, and forgets the requests. */
export async function placeOrders(
	{ sandbox }: SandboxedNode,
	externalIds: string[],
): Promise<void> {
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

/** Parameters of an operation on an existing order. */
export const orderParameters = (
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

/**
 * Parameters of an order as JSON, so that nothing is asked of the catalog before it is sent.
 *
 * @param options may have Then, a field of its own, beside options
 */
export const createParametersWithoutCatalog = (
	sandbox: Sandbox,
	externalId: string,
	{ then = 'draft', ...options }: INodeParameters = {},
): INodeParameters => ({
	...createFromJson(externalId, sandbox.control.exampleOrder({ externalId: 'EXAMPLE' })),
	then,
	options: { fillFromCatalog: false, ...options },
});

/**
 * Parameters of a reprint of the order `SOURCE`, which has to exist and to be produced.
 *
 * @param options may have Then beside options
 */
export const reprintParameters = (
	externalId: string,
	{ then = 'draft', ...options }: INodeParameters = {},
): INodeParameters => ({
	resource: 'order',
	operation: 'reprint',
	orderId: locate('externalId', 'SOURCE'),
	externalId,
	thenReprint: then,
	options,
});

/** Places the order `SOURCE`, and steps it until it is produced. */
export async function placeProducedOrder(node: SandboxedNode): Promise<void> {
	await placeOrders(node, ['SOURCE']);
	for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
		await node.sandbox.control.stepOrder('@SOURCE', status);
	}
}

/** Requests that the sandbox received, in their order, such as `POST /api/orders`. */
export const receivedRequests = ({ sandbox }: SandboxedNode): string[] =>
	sandbox.control.requests().map(({ method, path }) => `${method} ${path}`);

/** Number of orders with an external ID. */
export const orderCount = ({ sandbox }: SandboxedNode, externalId: string): number =>
	sandbox.control.orders().filter((order) => order.externalId === externalId).length;

/** Input items whose `number` is the prefix and their position. */
export const numberedItems = (prefix: string, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ number: `${prefix}-${index}` }));
