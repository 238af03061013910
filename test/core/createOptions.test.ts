// Fields of Order → Create that are offered in Options. Their parameters at the top level, which n8n hides, count as long as
// the option was not added.

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shopifyOrder } from '../support/shopOrders/shopify.ts';
import { ENGINES } from './engine/execution.ts';
import { fromShop, shopifyLineOf, useShopSandbox } from './shopOrders.ts';
import { createParameters, locate, plainVariant, printFile, recipient } from './support.ts';

const { node, shirtSku, orderCount } = useShopSandbox();

const other = { ...recipient, name: 'Bo Example' };

const itemsWith = (quantity: number) => [
	{ variantId: plainVariant(node.sandbox).id, quantity, files: printFile },
];

interface Placement {
	/** What n8n stores at the top level, and in Options. */
	top?: INodeParameters;
	options?: INodeParameters;
	/** What the service gets. */
	expected: object;
}

const fromFields = (): Record<string, Placement> => ({
	'Shipping at the top': {
		top: { shipping: 'DHL_EXPRESS' },
		expected: { shipping: 'DHL_EXPRESS' },
	},
	'the option Shipping': {
		options: { shipping: 'DHL_EXPRESS' },
		expected: { shipping: 'DHL_EXPRESS' },
	},
	'both, of which the option counts': {
		top: { shipping: 'DHL_EXPRESS' },
		options: { shipping: 'STANDARD' },
		expected: { shipping: 'STANDARD' },
	},
	'an expression in the option Shipping': {
		options: { shipping: '={{ $json.shipping }}' },
		expected: { shipping: 'DHL_EXPRESS' },
	},
	'Specify Recipient at the top': {
		top: { specifyRecipient: 'json', recipientJson: JSON.stringify(other) },
		expected: { recipient: other },
	},
	'the option Recipient (JSON)': {
		options: { recipientJson: '={{ $json.recipient }}' },
		expected: { recipient: other },
	},
	'the option Recipient (JSON) over that at the top': {
		top: { specifyRecipient: 'json', recipientJson: JSON.stringify(recipient) },
		options: { recipientJson: JSON.stringify(other) },
		expected: { recipient: other },
	},
	'Specify Items at the top': {
		top: { specifyItems: 'json', itemsJson: JSON.stringify(itemsWith(3)) },
		expected: { items: [{ quantity: 3 }] },
	},
	'the option Items (JSON)': {
		options: { itemsJson: JSON.stringify(itemsWith(4)) },
		expected: { items: [{ quantity: 4 }] },
	},
	'the option Items (JSON) over that at the top': {
		top: { specifyItems: 'json', itemsJson: JSON.stringify(itemsWith(3)) },
		options: { itemsJson: JSON.stringify(itemsWith(4)) },
		expected: { items: [{ quantity: 4 }] },
	},
});

describe.each(ENGINES)('Order → Create in the engine of %s', (engine) => {
	const input: IDataObject[] = [{ shipping: 'DHL_EXPRESS', recipient: other }];

	it.each([
		'Shipping at the top',
		'the option Shipping',
		'both, of which the option counts',
		'an expression in the option Shipping',
		'Specify Recipient at the top',
		'the option Recipient (JSON)',
		'the option Recipient (JSON) over that at the top',
		'Specify Items at the top',
		'the option Items (JSON)',
		'the option Items (JSON) over that at the top',
	])('places an order as it is told by %s', async (name) => {
		const { top, options = {}, expected } = fromFields()[name] as Placement;
		const { error } = await node.run(
			{ ...createParameters(node.sandbox), ...top, options },
			{ items: input, engine },
		);
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@SHOP-1001')).toMatchObject(expected);
	});

	it.each<[string, INodeParameters, boolean]>([
		['neither', {}, true],
		['Simplify at the top', { simplify: false }, false],
		['the option Simplify', { options: { simplify: false } }, false],
		['both, of which the option counts', { simplify: false, options: { simplify: true } }, true],
	])('simplifies the output as it is told by %s', async (_, parameters, isSimplified) => {
		const { json } = await node.run(
			{ ...createParameters(node.sandbox), ...parameters },
			{ engine },
		);
		expect(json).toHaveLength(1);
		expect('@id' in (json[0] as IDataObject)).toBe(!isSimplified);
	});

	it.each<[string, INodeParameters, string]>([
		['neither', {}, 'shopify-1001-450789469'],
		['External ID at the top', { externalId: 'OWN-1' }, 'OWN-1'],
		['the option External ID', { options: { externalId: 'OWN-2' } }, 'OWN-2'],
		[
			'both, of which the option counts',
			{ externalId: 'OWN-1', options: { externalId: 'OWN-2' } },
			'OWN-2',
		],
		['the empty option', { options: { externalId: '' } }, 'shopify-1001-450789469'],
	])('names the order of a shop as it is told by %s', async (_, parameters, externalId) => {
		const order = shopifyOrder([shopifyLineOf(shirtSku())]);
		const { json, error } = await node.run(fromShop('shopify', parameters), {
			items: [order],
			engine,
		});
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ externalId }]);
	});

	it.each<[string, INodeParameters]>([
		['at the top', { addressField: 'ship.to', orderNumberField: 'order.no' }],
		['as options', { options: { addressField: 'ship.to', orderNumberField: 'order.no' } }],
		[
			'as options over those at the top',
			{
				...{ addressField: 'elsewhere', orderNumberField: 'elsewhere' },
				options: { addressField: 'ship.to', orderNumberField: 'order.no' },
			},
		],
	])('reads an order of another shop by paths that are told %s', async (_, parameters) => {
		const items = [{ sku: shirtSku(), quantity: 1, 'Print file': printFile }];
		const order: IDataObject = { order: { no: 'A-7' }, ship: { to: other }, items };
		const { json, error } = await node.run(fromShop('other', parameters), {
			items: [order],
			engine,
		});
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ shopOrderNumber: 'A-7', recipientLine: 'Bo Example in Berlin' }]);
	});

	it('an expression in the option External ID that finds nothing stops the order', async () => {
		const order = shopifyOrder([shopifyLineOf(shirtSku())]);
		const options = { externalId: '={{ $json.none }}' };
		const { error } = await node.run(fromShop('shopify', { options }), { items: [order], engine });
		expect(error?.message).toContain('External ID is empty');
		expect(orderCount()).toBe(0);
	});

	it('an item without the field Quantity is one piece', async () => {
		const item = { variantId: locate('id', plainVariant(node.sandbox).id), printFile };
		const { error } = await node.run(
			{ ...createParameters(node.sandbox), items: { item: [item] } },
			{ engine },
		);
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@SHOP-1001').items).toMatchObject([{ quantity: 1 }]);
	});
});
