import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shopifyAddress, shopifyLine, shopifyOrder } from '../support/shopOrders/shopify.ts';
import { shopifyLineOf, useShopSandbox } from './shopOrders.ts';
import { printFile } from './support.ts';

const { node, shirtSku, mugSku, place, orderCount } = useShopSandbox();

describe('The reasons that stop an order of a shop', () => {
	const messageOf = async (order: IDataObject, others: INodeParameters = {}): Promise<string> => {
		const { error } = await place('shopify', order, others);
		expect(orderCount()).toBe(0);
		return `${error?.message ?? ''} ${error && 'description' in error ? String(error.description) : ''}`;
	};

	it.each([
		['names a print file', {}],
		['is mapped', { properties: [] }],
	])('an order is stopped by a line that %s and has no variant', async (_, changes) => {
		const message = await messageOf(
			shopifyOrder([shopifyLineOf(shirtSku()), shopifyLineOf('SHIRT-X', { id: 2, ...changes })]),
			{ skuMapping: { row: [{ shopSku: 'shirt-x', printFileUrl: printFile }] } },
		);
		expect(message).toContain('Order #1001, line 2 (IPod Nano - 8gb - green, SKU SHIRT-X)');
		expect(message).toContain('no variant has the SKU "SHIRT-X"');
	});

	it('an order is stopped by a line of a quantity below 0', async () => {
		const order = shopifyOrder([
			shopifyLineOf(shirtSku(), { quantity: -1 }),
			shopifyLineOf(mugSku(), { id: 2 }),
		]);
		expect(await messageOf(order)).toMatch(
			/^Order #1001, line 1 \(.*\): the quantity is -1, but must be a whole number, and not below 0/,
		);
	});

	it('an order is stopped by a line that has a variant and no print file', async () => {
		const message = await messageOf(
			shopifyOrder([
				shopifyLineOf(shirtSku(), { properties: [{ name: 'Print file', value: null }] }),
			]),
		);
		expect(message).toContain('has no print file');
		expect(message).toContain('"Print file"');
	});

	it('an order is stopped by an unknown line, and the message says how to leave it out', async () => {
		const order = shopifyOrder([
			shopifyLineOf(shirtSku()),
			shopifyLine({ id: 2, sku: 'STICKER-1' }),
		]);
		expect(await messageOf(order)).toContain('SKU STICKER-1');
		expect(await messageOf(order)).toContain("set 'Unknown Lines' to 'Leave Out With a Warning'");
	});

	it('an order is stopped when no line is left, and it can be skipped', async () => {
		const order = shopifyOrder([shopifyLine({ name: 'Sticker', sku: 'STICKER-1' })]);
		expect(await messageOf(order)).toContain(
			'Shop order 1001 is not sent: no line is for this service',
		);
		const { json, error } = await place('shopify', order, {
			...{ orderWithoutLines: 'skip', unknownLines: 'leaveOut' },
		});
		expect(error).toBeUndefined();
		expect(json).toEqual([
			{
				externalId: 'shopify-1001-450789469',
				skipped: true,
				reason: 'Shop order 1001 is not sent: no line is for this service',
				shopOrderId: '450789469',
				...{ outcome: 'skipped', next: 'nothing' },
				warnings: [
					'Line 1 (Sticker, SKU STICKER-1) was left out: no variant has the SKU "STICKER-1"',
				],
			},
		]);
		expect(orderCount()).toBe(0);
	});

	it('the error names each line that was left out with the reason when none is left', async () => {
		const order = shopifyOrder([
			shopifyLine({ id: 1, name: 'Sticker', sku: 'STICKER-1' }),
			shopifyLineOf(shirtSku(), { id: 2, name: 'Refunded Shirt', current_quantity: 0 }),
		]);
		const message = await messageOf(order);
		expect(message).toContain('Line 1 (Sticker, SKU STICKER-1) was left out: no variant has');
		expect(message).toContain(
			`Line 2 (Refunded Shirt, SKU ${shirtSku()}) was left out: it was refunded or removed.`,
		);
		expect(message).toContain('is listed in SKU Mapping');
	});

	it('the error has no advice on SKUs when they are not the reason that no line is left', async () => {
		const lines = Array.from({ length: 12 }, (_, index) =>
			shopifyLineOf(shirtSku(), { id: index + 1, gift_card: true }),
		);
		const message = await messageOf(shopifyOrder(lines));
		expect(message).toContain('it is a gift card');
		expect(message).toContain('and 2 more');
		expect(message).not.toContain('Line 11');
		expect(message).not.toContain('SKU Mapping');
	});

	it.each([
		['cancelled', { cancelled_at: '2026-11-20T09:41:00-05:00' }, 'was cancelled in the shop'],
		['refunded', { financial_status: 'refunded' }, 'was refunded in full'],
		['a test', { test: true }, 'is a test order'],
	])('an order that is %s is stopped, and can be skipped', async (_, changes, reason) => {
		const order = shopifyOrder([shopifyLineOf(shirtSku())], changes);
		expect(await messageOf(order)).toContain(`Shop order 1001 ${reason}`);
		node.sandbox.control.clearRecords();
		const { json } = await place('shopify', order, { orderWithoutLines: 'skip' });
		expect(json).toEqual([
			{
				externalId: 'shopify-1001-450789469',
				skipped: true,
				reason: `Shop order 1001 ${reason}`,
				shopOrderId: '450789469',
				...{ outcome: 'skipped', next: 'nothing' },
			},
		]);
		// One look at whether it was placed before, and nothing else.
		expect(node.sandbox.control.requests()).toMatchObject([
			{ method: 'GET', path: '/api/orders/@shopify-1001-450789469' },
		]);
	});

	it('a test order is not stopped when tests are sent', async () => {
		const order = shopifyOrder([shopifyLineOf(shirtSku())], { test: true });
		const { json, error } = await place('shopify', order, { options: { sendTestOrders: true } });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ status: 'draft', warnings: ['This is a test order'] });
	});

	it('the error tells all that is wrong at once, however much it is', async () => {
		const order = shopifyOrder(
			[
				shopifyLineOf(shirtSku(), { properties: [] }),
				shopifyLineOf('SHIRT-X', { id: 2 }),
				shopifyLineOf(mugSku(), { id: 3, properties: { 'Print file': 'motif.png' } }),
				shopifyLineOf(mugSku(), { id: 4, properties: { 'Print file left': printFile } }),
			],
			{ shipping_address: { ...shopifyAddress(), city: null, zip: '' } },
		);
		const message = await messageOf(order);
		expect(message).toContain('Order #1001 → Address → City and ZIP or Postal Code are empty');
		for (const number of [1, 2, 3, 4]) expect(message).toContain(`Order #1001, line ${number} (`);
	});

	it('the error names the line of the shop when the service refuses it', async () => {
		const soldOut = node.sandbox.control.variants().find(({ inStock }) => !inStock);
		const file = soldOut?.placements
			.filter(({ required }) => required)
			.map(({ type }) => ({
				name: `Print file ${type}`,
				value: printFile,
			}));
		const message = await messageOf(
			shopifyOrder([
				shopifyLine({ id: 1, sku: 'STICKER-1' }),
				shopifyLineOf(soldOut?.sku ?? '', { id: 2, name: 'Sold Out', properties: file }),
			]),
			{ unknownLines: 'leaveOut' },
		);
		expect(message).toContain('Line 2 (Sold Out');
	});

	const violation = (propertyPath: string, message: string) => ({ propertyPath, message });

	it.each([
		['one value', 422, { violations: [violation('recipient.zip', 'Too short.')] }],
		[
			'several values',
			422,
			{ violations: [violation('recipient.zip', 'A'), violation('orderItems[0].quantity', 'B')] },
		],
		['a line', 422, { violations: [violation('orderItems[0].variantId', 'Sold out.')] }],
		['the account', 422, { detail: 'The account is suspended.' }],
		['the request', 400, { detail: 'Unreadable.' }],
		['the API key', 403, {}],
	])(
		'the message names the order of the shop when the service refuses %s, with status %i',
		async (_, status, body) => {
			node.sandbox.control.injectFault({ match: { method: 'POST' }, status, body });
			const { error } = await place('shopify', shopifyOrder([shopifyLineOf(shirtSku())]));
			expect(error?.message).toMatch(/^Order #1001: The (service|account) /);
			const other = await place('shopify', shopifyOrder([shopifyLineOf(shirtSku())]), {
				externalId: 'MINE-1',
			});
			expect(other.error?.message).toBe(error?.message);
		},
	);

	it.each([409, 422])(
		'the message names the order once when the service refuses its confirmation with status %i',
		async (status) => {
			node.sandbox.control.injectFault({ match: { path: '/api/orders/*/confirm' }, status });
			const { error } = await place('shopify', shopifyOrder([shopifyLineOf(shirtSku())]), {
				then: 'confirm',
			});
			expect(error?.message.match(/1001/g)).toHaveLength(1);
		},
	);

	it('Check Only reports what is wrong, with what would be sent', async () => {
		const order = shopifyOrder([shopifyLineOf(shirtSku()), shopifyLineOf('SHIRT-X', { id: 2 })]);
		const { json, error } = await place('shopify', order, { then: 'check' });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			wouldSend: {
				externalId: 'shopify-1001-450789469',
				orderItems: [{ externalId: '466157049' }],
			},
			problems: [
				expect.stringContaining('Order #1001, line 2 (IPod Nano - 8gb - green, SKU SHIRT-X)'),
			],
		});
		expect(orderCount()).toBe(0);
	});

	it('Check Only says that the order would be skipped', async () => {
		const order = shopifyOrder([shopifyLineOf(shirtSku())], { test: true });
		const { json } = await place('shopify', order, {
			orderWithoutLines: 'skip',
			then: 'check',
		});
		expect(json).toEqual([
			{
				problems: [],
				whyNotDue: 'Shop order 1001 is a test order.',
				warnings: [
					'Shop order 1001 is a test order. No order would be placed for it. Nothing else is wrong with it.',
				],
				wouldSend: null,
				shopOrderId: '450789469',
				causes: ['testOrder'],
				advice: [
					{ cause: 'testOrder', field: 'Send Test Orders', text: 'true', order: 'Order #1001' },
				],
				...{ outcome: 'checked', next: 'nothing' },
			},
		]);
	});
});
