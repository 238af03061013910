import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shopifyLine, shopifyOrder } from '../support/shopOrders/shopify.ts';
import { fromShop, mug, shirt, shopifyLineOf } from './shopOrders.ts';
import { createParameters, locate, recipient, useSandbox } from './support.ts';

const node = useSandbox();

const expecting = (
	parameters: INodeParameters,
	{ then = 'draft', ...others }: INodeParameters = {},
): INodeParameters => ({
	...parameters,
	[parameters.operation === 'reprint' ? 'thenReprint' : 'then']: then,
	options: { ...(parameters.options as IDataObject | undefined), expectExisting: true, ...others },
});

/** Runs the node, and says what it sent, in its order. */
async function requestsOf(
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
): Promise<{ result: Awaited<ReturnType<typeof node.run>>; sent: string[] }> {
	const before = node.sandbox.control.requests().length;
	const result = await node.run(parameters, { items });
	const sent = node.sandbox.control.requests().slice(before);
	return { result, sent: sent.map(({ method, path }) => `${method} ${path}`) };
}

const isCatalog = (request: string): boolean => request.includes('/catalog-');

const withoutCatalog = (sent: string[]): string[] => sent.filter((request) => !isCatalog(request));

describe('Expect Existing Order, with entered fields', () => {
	it('an order that exists costs one request, and is returned as it is', async () => {
		const placed = await node.run(createParameters(node.sandbox));
		const { result, sent } = await requestsOf(expecting(createParameters(node.sandbox)));
		expect(sent).toEqual(['GET /api/orders/@SHOP-1001']);
		expect(result.json).toMatchObject([{ id: placed.json[0]?.id, outcome: 'existing' }]);
	});

	it('an order that does not exist is looked for once and placed', async () => {
		const { result, sent } = await requestsOf(expecting(createParameters(node.sandbox)));
		expect(withoutCatalog(sent)).toEqual(['GET /api/orders/@SHOP-1001', 'POST /api/orders']);
		expect(result.json).toMatchObject([{ externalId: 'SHOP-1001', outcome: 'placed' }]);
	});

	it('with If Order Exists set to stop, an order is looked for once as well', async () => {
		const parameters = expecting(createParameters(node.sandbox), { ifExists: 'error' });
		const first = await requestsOf(parameters);
		expect(withoutCatalog(first.sent)).toEqual(['GET /api/orders/@SHOP-1001', 'POST /api/orders']);
		const second = await requestsOf(parameters);
		expect(second.sent).toEqual(['GET /api/orders/@SHOP-1001']);
		expect(second.result.error?.message).toBe('Order "SHOP-1001" exists already');
	});

	it.each<[string, INodeParameters, string]>([
		['recipient', { recipient: { ...recipient, city: 'Hamburg' } }, 'Recipient → City'],
		['shipping', { shipping: 'DHL_EXPRESS' }, 'Shipping'],
	])('an order of another %s is refused without a second one', async (_, changes, label) => {
		await node.run(createParameters(node.sandbox));
		const { result, sent } = await requestsOf(
			expecting({ ...createParameters(node.sandbox), ...changes }),
		);
		expect(result.error?.message).toContain(`exists already with other content: ${label}`);
		expect(withoutCatalog(sent)).toEqual(['GET /api/orders/@SHOP-1001']);
		expect(node.sandbox.control.orders()).toHaveLength(1);
	});

	it('an order of another quantity is refused without a second one', async () => {
		await node.run(createParameters(node.sandbox));
		const parameters = structuredClone(createParameters(node.sandbox));
		const [row] = (parameters.items as { item: IDataObject[] }).item;
		Object.assign(row ?? {}, { quantity: 3 });
		const { result } = await requestsOf(expecting(parameters));
		expect(result.error?.message).toContain('exists already with other content');
		expect(node.sandbox.control.orders()).toHaveLength(1);
	});

	it('nothing is looked for with Check Only but what it looks for itself', async () => {
		await node.run(createParameters(node.sandbox));
		const { result, sent } = await requestsOf(
			expecting(createParameters(node.sandbox), { then: 'check' }),
		);
		expect(withoutCatalog(sent)).toEqual(['GET /api/orders/@SHOP-1001']);
		expect(result.json[0]?.outcome).toBe('checked');
	});

	it('a draft that is to be confirmed is composed whole, and confirmed', async () => {
		await node.run(createParameters(node.sandbox));
		const { result, sent } = await requestsOf(
			expecting(createParameters(node.sandbox), { then: 'confirm' }),
		);
		expect(sent.some(isCatalog)).toBe(true);
		expect(sent.filter((request) => request === 'POST /api/orders')).toEqual([]);
		expect(result.json).toMatchObject([{ outcome: 'existing', status: 'pending' }]);
	});
});

describe('Expect Existing Order, with an order of a shop', () => {
	const ID = 'shopify-1-450789469';
	const LOOK = `GET /api/orders/@${ID}`;

	const orderOf = (lines: IDataObject[], changes: IDataObject = {}): IDataObject =>
		shopifyOrder(lines, { order_number: 1, ...changes });

	const shirtLine = (changes: IDataObject = {}): IDataObject =>
		shopifyLineOf(shirt(node.sandbox).sku, changes);

	const run = async (order: IDataObject, others: INodeParameters = {}) =>
		await requestsOf(expecting(fromShop('shopify', { simplify: false, ...others })), [order]);

	it('an order that exists costs one request, and a new one a look more', async () => {
		const order = orderOf([shirtLine()]);
		const placed = await run(order);
		expect(withoutCatalog(placed.sent)).toEqual([LOOK, 'POST /api/orders']);
		const again = await run(order);
		expect(again.sent).toEqual([LOOK]);
		expect(again.result.json).toMatchObject([{ externalId: ID, outcome: 'existing' }]);
	});

	it('the result is that of an order that exists without the option', async () => {
		const order = orderOf([
			shirtLine(),
			shopifyLine({ id: 9, name: 'Voucher', gift_card: true, sku: 'V' }),
		]);
		await run(order);
		const { json: expected } = await node.run(fromShop('shopify', { simplify: false }), {
			items: [order],
		});
		const { result } = await run(order);
		expect(result.json).toEqual(expected);
		expect(expected[0]?.warnings).toHaveLength(1);
	});

	it('only a line that does not exist here is looked up in the catalog', async () => {
		await run(orderOf([shirtLine()]));
		const other = shopifyLine({ id: 2, sku: 'SOMEBODY-ELSES' });
		const order = orderOf([shirtLine(), other]);
		const { result, sent } = await run(order, { unknownLines: 'leaveOut' });
		expect(withoutCatalog(sent)).toEqual([LOOK]);
		expect(sent.some((request) => request.includes(String(shirt(node.sandbox).id)))).toBe(false);
		expect(result.json).toMatchObject([{ outcome: 'existing', warnings: [expect.any(String)] }]);
	});

	it('a line that was added in the shop is refused, and nothing is placed', async () => {
		await run(orderOf([shirtLine()]));
		const added = shopifyLineOf(mug(node.sandbox).sku, { id: 2 });
		const { result, sent } = await run(orderOf([shirtLine(), added]));
		expect(result.error?.message).toContain('exists already with other content');
		expect(result.error?.description).toContain('was added in the shop after the order was placed');
		expect(withoutCatalog(sent)).toEqual([LOOK]);
	});

	it('an unknown line still stops the order where unknown lines stop it', async () => {
		await run(orderOf([shirtLine()]));
		const { result } = await run(orderOf([shirtLine(), shopifyLine({ id: 2, sku: 'TYPO' })]));
		expect(result.error?.message).toContain('TYPO');
	});

	it.each<[string, (lines: IDataObject[]) => IDataObject]>([
		[
			'a quantity',
			([line]) => orderOf([{ ...line, quantity: 5, current_quantity: 5, fulfillable_quantity: 5 }]),
		],
		[
			'an address',
			(lines) =>
				orderOf(lines, {
					shipping_address: {
						...(shopifyOrder([]).shipping_address as IDataObject),
						city: 'Leipzig',
					},
				}),
		],
	])('%s that was changed in the shop is refused, and nothing is placed', async (_, changed) => {
		const lines = [shirtLine({ quantity: 1 })];
		await run(orderOf(lines));
		const { result, sent } = await run(changed(lines));
		expect(result.error?.message).toContain('exists already with other content');
		expect(sent).not.toContain('POST /api/orders');
		expect(node.sandbox.control.orders()).toHaveLength(1);
	});

	it('an order that is fulfilled in the shop by now costs one request as well', async () => {
		await run(orderOf([shirtLine({ quantity: 1 })]));
		const fulfilled = orderOf(
			[shirtLine({ quantity: 1, fulfillment_status: 'fulfilled', fulfillable_quantity: 0 })],
			{ fulfillment_status: 'fulfilled' },
		);
		const { result, sent } = await run(fulfilled);
		expect(sent).toEqual([LOOK]);
		expect(result.json).toMatchObject([{ externalId: ID, outcome: 'existing' }]);
	});

	it('a cancelled order is looked for once, whether it exists here or not', async () => {
		const cancelled = { cancelled_at: '2026-11-20T12:00:00Z' };
		const skips = { orderWithoutLines: 'skip' };
		const before = await run(orderOf([shirtLine()], cancelled), skips);
		expect(before.sent).toEqual([LOOK]);
		expect(before.result.json).toMatchObject([{ outcome: 'skipped' }]);
		await run(orderOf([shirtLine()]));
		const after = await run(orderOf([shirtLine()], cancelled), skips);
		// The variant of its line shows that it is the same order.
		expect(withoutCatalog(after.sent)).toEqual([LOOK]);
		expect(after.result.json).toMatchObject([{ outcome: 'existing', id: expect.any(String) }]);
		// What it would have become does not matter any more.
		const edited = [shirtLine({ quantity: 5, current_quantity: 5 }), shopifyLine({ id: 2 })];
		const last = await run(orderOf(edited, cancelled), skips);
		expect(withoutCatalog(last.sent)).toEqual([LOOK]);
		expect(last.result.json).toMatchObject([{ outcome: 'existing', id: expect.any(String) }]);
	});
});

describe('Expect Existing Order, with Reprint', () => {
	const reprint = (): INodeParameters =>
		expecting({
			resource: 'order',
			operation: 'reprint',
			orderId: locate('externalId', 'SHOP-1001'),
			externalId: 'SHOP-1001-R',
			shipping: 'STANDARD',
			simplify: false,
		});

	it('a reprint that exists is compared with its original, and nothing is sent', async () => {
		await node.run(createParameters(node.sandbox));
		for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
			await node.sandbox.control.stepOrder('@SHOP-1001', status);
		}
		const first = await requestsOf(reprint());
		expect(first.sent).toEqual(['GET /api/orders/@SHOP-1001-R', 'POST /api/orders']);
		const second = await requestsOf(reprint());
		expect(second.sent).toEqual(['GET /api/orders/@SHOP-1001-R', 'GET /api/orders/@SHOP-1001']);
		expect(second.result.json).toMatchObject([
			{ id: first.result.json[0]?.id, outcome: 'existing' },
		]);
	});
});

describe('Expect Existing Order, with two executions at once', () => {
	it('two executions that place the same order at once end with one order', async () => {
		const results = await Promise.all([
			node.run(expecting(createParameters(node.sandbox))),
			node.run(expecting(createParameters(node.sandbox))),
		]);
		expect(node.sandbox.control.orders()).toHaveLength(1);
		expect(results.map(({ error }) => error)).toEqual([undefined, undefined]);
	});
});
