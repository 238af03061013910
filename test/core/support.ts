import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { observeExecutions, startAction, type ExecutionOptions } from './engine/execution.ts';
import { Repetition } from './engine/repetition.ts';
import { credentialFor, type RunResult } from './engine/run.ts';

/** The action node, and the sandbox that it calls. */
export interface SandboxedNode {
	readonly sandbox: Sandbox;
	/** Runs the node with the demo account's credential. */
	run(
		parameters: INodeParameters,
		options?: Partial<Omit<ExecutionOptions, 'parameters'>>,
	): Promise<RunResult>;
	/** Asks the sandbox directly, past the node. */
	read(path: string, apiKey?: string): Promise<IDataObject>;
}

/**
 * The action node with one sandbox for a file of tests, which is reset before each. What wrote to it is run again before it is
 * reset, and after the test.
 */
export function useSandbox(): SandboxedNode {
	let sandbox: Sandbox | undefined;
	let runs: Repetition | undefined;
	const running = (): Sandbox => {
		if (!sandbox) throw new Error('The sandbox runs inside of tests only');
		return sandbox;
	};
	beforeAll(async () => {
		sandbox = await startSandbox();
		const { control } = sandbox;
		const repetition = (runs = new Repetition(sandbox));
		observeExecutions((options, { finished }) => repetition.note(options, finished));
		const reset = control.reset.bind(control);
		control.reset = async (options) => {
			await repetition.repeat();
			await reset(options);
		};
	});
	beforeEach(async () => {
		await running().control.reset({ pageSize: 30, seed: { orders: 0 } });
	});
	afterEach(async ({ task }) => {
		if (task.result?.state === 'fail') runs?.forget();
		await runs?.repeat();
	});
	afterAll(async () => {
		observeExecutions();
		await running().close();
	});
	return {
		get sandbox() {
			return running();
		},
		run: async (parameters, options = {}) =>
			await startAction({ parameters, credential: credentialFor(running()), ...options }).finished,
		read: async (path, apiKey = running().accounts.demo.apiKey) => {
			const response = await fetch(`${running().url}${path}`, {
				headers: { accept: 'application/ld+json', authorization: `Bearer ${apiKey}` },
			});
			return (await response.json()) as IDataObject;
		},
	};
}

/** A resource locator as the editor stores it. */
export const locate = (
	mode: 'list' | 'id' | 'externalId' | 'sku',
	value: string,
): INodeParameters => ({
	__rl: true,
	mode,
	value,
});

export const recipient = {
	name: 'Ada Example',
	address1: 'Musterstrasse 12',
	city: 'Berlin',
	zip: '10115',
	countryCode: 'DE',
};

/** Requests for anything but the catalog, which is read to tell all that is wrong with an order at once. */
export const requestsPastCatalog = ({ control }: Sandbox) =>
	control
		.requests()
		.filter(({ method, path }) => method !== 'GET' || !path.startsWith('/api/catalog-'));

export const printFile = 'https://files.example.com/motif.png';

type Variant = ReturnType<Sandbox['control']['variants']>[number];

/** A variant of the sandbox's catalog with which the given holds. */
export function variantWith({ control }: Sandbox, holds: (variant: Variant) => boolean): Variant {
	const variant = control.variants().find(holds);
	if (!variant) throw new Error('The catalog has no such variant');
	return variant;
}

/** One that needs nothing but a print file: the usual t-shirt. */
export const plainVariant = (sandbox: Sandbox): Variant =>
	variantWith(
		sandbox,
		({ placements, options, inStock }) =>
			inStock &&
			placements.filter(({ required }) => required).length === 1 &&
			!options.some(({ required }) => required),
	);

/** Parameters of a correct order with one item, composed with fields. */
export const createParameters = (sandbox: Sandbox, externalId = 'SHOP-1001'): INodeParameters => ({
	resource: 'order',
	operation: 'create',
	externalId,
	shipping: 'STANDARD',
	specifyRecipient: 'fields',
	recipient,
	specifyItems: 'fields',
	items: {
		item: [
			{
				variantId: locate('id', plainVariant(sandbox).id),
				quantity: 2,
				name: 'Team shirt',
				retailPrice: '24.90',
				externalId: 'LINE-1',
				placements: { placement: [{ url: printFile }] },
			},
		],
	},
});
