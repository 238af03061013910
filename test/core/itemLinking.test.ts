import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import {
	printFileMeta,
	wooCommerceLine,
	wooCommerceOrder,
} from '../support/shopOrders/wooCommerce.ts';
import { fromShop } from './shopOrders.ts';
import { createParameters, locate, printFile, useSandbox } from './support.ts';

const node = useSandbox();

type Status = 'pending' | 'inprocess' | 'fulfilled';

interface Case {
	resource: string;
	operation: string;
	parameters: () => INodeParameters;
	/** How far the two orders are before the run. */
	steps?: Status[];
	/** Output items for each input item that is not refused; 1 when left out. */
	many?: number;
}

const orderCalled: INodeParameters = { orderId: locate('externalId', '={{ $json.number }}') };
const limited: INodeParameters = { limit: '={{ $json.limit }}' };
const inProduction: Status[] = ['pending', 'inprocess', 'fulfilled'];

const cases: Case[] = [
	{
		resource: 'order',
		operation: 'create',
		parameters: () => createParameters(node.sandbox, '={{ $json.newNumber }}'),
	},
	{
		resource: 'order',
		operation: 'reprint',
		parameters: () => ({ ...orderCalled, externalId: '={{ $json.newNumber }}' }),
		steps: inProduction,
	},
	{ resource: 'order', operation: 'get', parameters: () => orderCalled },
	{ resource: 'order', operation: 'getAll', parameters: () => limited, many: 2 },
	{
		resource: 'order',
		operation: 'update',
		parameters: () => ({ ...orderCalled, updateFields: { shipping: 'DHL_EXPRESS' } }),
	},
	{ resource: 'order', operation: 'confirm', parameters: () => orderCalled },
	{ resource: 'order', operation: 'cancel', parameters: () => orderCalled },
	{ resource: 'order', operation: 'refund', parameters: () => orderCalled, steps: inProduction },
	{
		resource: 'orderItem',
		operation: 'update',
		parameters: () => ({
			...orderCalled,
			orderItemId: locate('id', '={{ $json.item }}'),
			updateFields: { quantity: 4 },
		}),
	},
	{
		resource: 'shipment',
		operation: 'getAll',
		parameters: () => orderCalled,
		steps: inProduction,
	},
	{
		resource: 'catalogProduct',
		operation: 'get',
		parameters: () => ({ productId: locate('id', '={{ $json.product }}') }),
	},
	{ resource: 'catalogProduct', operation: 'getAll', parameters: () => limited, many: 2 },
	{
		resource: 'catalogVariant',
		operation: 'get',
		parameters: () => ({ variantId: locate('id', '={{ $json.variant }}') }),
	},
	{
		resource: 'catalogVariant',
		operation: 'getAll',
		parameters: () => ({ productId: locate('id', '={{ $json.product }}'), limit: 2 }),
		many: 2,
	},
	{
		resource: 'mockupTask',
		operation: 'get',
		parameters: () => ({ mockupTaskId: locate('id', '={{ $json.task }}') }),
	},
	{ resource: 'mockupTask', operation: 'getAll', parameters: () => limited, many: 2 },
];

/** Two orders, and an input item that every operation refuses between two that none refuses. */
async function prepare(steps: Status[] = []): Promise<IDataObject[]> {
	const { control } = node.sandbox;
	const product = control.products().find(({ variants }) => variants.length >= 2);
	const task = control.mockupTasks()[0];
	const items: IDataObject[] = [];
	for (const number of ['A-1', 'A-3']) {
		await node.run(createParameters(node.sandbox, number));
		for (const status of steps) await control.stepOrder(`@${number}`, status);
		items.push({
			number,
			newNumber: `${number}-N`,
			item: control.order(`@${number}`).items[0]?.id,
			limit: 2,
			product: product?.id,
			variant: product?.variants[0]?.id,
			task: task?.id,
		});
	}
	const refused = {
		number: 'A-2',
		newNumber: 'A 2',
		item: 'none',
		limit: 'many',
		product: 'none',
		variant: 'none',
		task: 'none',
	};
	return [items[0] ?? {}, refused, items[1] ?? {}];
}

/** The index of an input item, as often as it gives an output item. */
const times = (count: number, item: number) => Array.from({ length: count }, () => ({ item }));

describe.each(cases)(
	'$resource $operation with an item in between that is refused',
	({ resource, operation, parameters, steps, many = 1 }) => {
		let items: IDataObject[];
		const all = (): INodeParameters => ({ resource, operation, ...parameters() });

		beforeEach(async () => {
			items = await prepare(steps);
		});

		it('the output items are paired with their input items when the node goes on', async () => {
			const result = await node.run(all(), {
				items,
				settings: { onError: 'continueRegularOutput' },
			});
			expect(result.error).toBeUndefined();
			expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([
				...times(many, 0),
				{ item: 1 },
				...times(many, 2),
			]);
			const refused = result.json[many];
			expect(refused?.error).toMatch(/ \[item 1\]$/);
			expect(refused?.message).toEqual(expect.any(String));
			expect(result.json.filter(({ error }) => error !== undefined)).toHaveLength(1);
		});

		it('the item that was refused goes to the error output, with what to do', async () => {
			const { outputs } = await node.run(all(), {
				items,
				settings: { onError: 'continueErrorOutput' },
			});
			expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
				...times(many, 0),
				...times(many, 2),
			]);
			// A number, so that n8n puts no fields of the input item in front.
			expect(outputs[1]?.map(({ pairedItem }) => pairedItem)).toEqual([1]);
			expect(Object.keys(outputs[1]?.[0]?.json ?? {})).toEqual(['error', 'message']);
			expect(outputs[1]?.[0]?.json.error).toMatch(/ \[item 1\]$/);
		});

		it('the run stops with the number of the item when the node does not go on', async () => {
			const { error, items: out } = await node.run(all(), { items });
			expect(out).toEqual([]);
			expect(error?.message).toMatch(/ \[item 1\]$/);
			expect(error).toMatchObject({ context: { itemIndex: 1 } });
		});
	},
);

describe('The order of output items', () => {
	it('output items keep the order of the input when the responses come in another', async () => {
		const [product, other] = node.sandbox.control.products();
		node.sandbox.control.injectFault({
			match: { path: `/api/catalog-products/${String(product?.id)}` },
			times: 1,
			delayMilliseconds: 300,
		});
		const { items } = await node.run(
			{
				resource: 'catalogProduct',
				operation: 'get',
				productId: locate('id', '={{ $json.id }}'),
			},
			{ items: [{ id: product?.id }, { id: other?.id }, { id: product?.id }] },
		);
		node.sandbox.control.clearFaults();
		expect(items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			[product?.id, { item: 0 }],
			[other?.id, { item: 1 }],
			[product?.id, { item: 2 }],
		]);
	});
});

describe('An order that is refused', () => {
	const gone = (number: number): IDataObject =>
		wooCommerceOrder([wooCommerceLine({ sku: 'GONE', meta_data: [printFileMeta(printFile)] })], {
			id: number,
			number: String(number),
		});

	it('has the same External ID in each run, although its message has another number', async () => {
		const runs = [
			[gone(1), gone(2)],
			[gone(2), gone(1)],
		].map(async (items) => {
			const { json } = await node.run(fromShop('wooCommerce'), {
				items,
				settings: { onError: 'continueRegularOutput' },
			});
			return json.find(({ externalId }) => externalId === 'woo-2');
		});
		const [first, second] = await Promise.all(runs);
		expect(first?.error).toMatch(/ \[item 1\]$/);
		expect(second?.error).toMatch(/ \[item 0\]$/);
	});

	it('goes to the error output all the same', async () => {
		const { outputs } = await node.run(fromShop('wooCommerce'), {
			items: [gone(1)],
			settings: { onError: 'continueErrorOutput' },
		});
		expect(outputs[0]).toEqual([]);
		expect(Object.keys(outputs[1]?.[0]?.json ?? {})).toEqual(['error', 'message']);
	});

	it.each([
		['whose External ID has a character that is not allowed', 'A 1'],
		['without an External ID', '={{ $json.nothing }}'],
	])('%s has none', async (_, externalId) => {
		const { json } = await node.run(createParameters(node.sandbox, externalId), {
			settings: { onError: 'continueRegularOutput' },
		});
		expect(Object.keys(json[0] ?? {})).toEqual(['error', 'message']);
	});
});
