import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { printFile, useSandbox, variantWith } from './support.ts';

const node = useSandbox();

const docs = readFileSync(new URL('../../docs/composing-orders.md', import.meta.url), 'utf8');

/** The expression that the documentation gives for a field, under a heading. */
function documented(heading: string, field: string): string {
	const section = docs.split(/^### /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
	const [, rest = ''] = section.split(`**${field}**`);
	const expression = /^\s*```text\n(.+)\n```/.exec(rest)?.[1];
	if (expression === undefined) throw new Error(`The documentation has no ${field} of ${heading}`);
	return expression;
}

/** The expression for the items, with what the documentation says can be added. */
function documentedItems(heading: string): string {
	const section = docs.split(/^### /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
	const [, after = '', more = ''] =
		/to be added after `(.+)`:\n\n```text\n(.+)\n```/.exec(section) ?? [];
	const expression = documented(heading, 'Items (JSON)');
	expect(expression).toContain(after);
	return expression.replace(after, `${after} ${more}`);
}

/** Runs what the documentation says to enter, on one input item. */
const runDocumented = async (
	heading: string,
	item: IDataObject,
	items = documented(heading, 'Items (JSON)'),
) =>
	await node.run(
		{
			resource: 'order',
			operation: 'create',
			externalId: `=${documented(heading, 'External ID')}`,
			shipping: 'STANDARD',
			specifyRecipient: 'json',
			recipientJson: `=${documented(heading, 'Recipient (JSON)')}`,
			specifyItems: 'json',
			itemsJson: `=${items}`,
		},
		{ items: [item] },
	);

const shirt = () =>
	variantWith(
		node.sandbox,
		({ placements, inStock }) => inStock && placements.some(({ type }) => type === 'front'),
	);

/** One whose only placement has another name than the shirt's. */
const mug = () =>
	variantWith(
		node.sandbox,
		({ placements, options, inStock }) =>
			inStock && placements[0]?.type === 'main' && options.length === 0,
	);

const clock = () =>
	variantWith(
		node.sandbox,
		({ options, inStock }) =>
			inStock &&
			options.some(({ id }) => id === 'dial_color') &&
			options.every(({ id, required }) => !required || id === 'dial_color'),
	);

/** An order as Shopify's webhook `orders/create` has it, as far as an order of things goes. */
const shopifyOrder = (): IDataObject => ({
	id: 5_678_901_234_567,
	admin_graphql_api_id: 'gid://shopify/Order/5678901234567',
	name: '#1042',
	order_number: 1042,
	created_at: '2026-11-20T09:41:00+01:00',
	currency: 'EUR',
	email: 'ada@example.com',
	financial_status: 'paid',
	fulfillment_status: null,
	total_price: '64.70',
	line_items: [
		{
			id: 13_456_789_012_345,
			variant_id: 43_210_987_654_321,
			title: 'Team Shirt',
			variant_title: 'Blue / M',
			sku: shirt().id,
			quantity: 2,
			price: '24.90',
			vendor: 'Example Studios',
			requires_shipping: true,
			properties: [
				{ name: 'Print file', value: printFile },
				{ name: 'Gift wrap', value: 'no' },
			],
			tax_lines: [{ title: 'VAT', price: '3.98', rate: 0.19 }],
		},
		{
			id: 13_456_789_012_346,
			variant_id: 43_210_987_654_322,
			title: 'Team Mug',
			variant_title: null,
			sku: mug().id,
			quantity: 1,
			price: '14.90',
			vendor: 'Example Studios',
			requires_shipping: true,
			properties: [{ name: 'Print file', value: `${printFile}?mug` }],
			tax_lines: [],
		},
	],
	shipping_address: {
		first_name: 'Ada',
		last_name: 'Example',
		name: 'Ada Example',
		company: null,
		address1: 'Musterstrasse 12',
		address2: '',
		city: 'Berlin',
		zip: '10115',
		province: null,
		province_code: null,
		country: 'Germany',
		country_code: 'DE',
		phone: '+49 30 1234567',
		latitude: 52.53,
		longitude: 13.38,
	},
});

/** An order as WooCommerce's REST API (v3) has it. */
const wooCommerceOrder = (): IDataObject => ({
	id: 727,
	number: '727',
	status: 'processing',
	currency: 'USD',
	date_created: '2026-11-20T09:41:00',
	total: '39.80',
	billing: {
		first_name: 'Grace',
		last_name: 'Sample',
		company: '',
		address_1: '969 Market',
		address_2: '',
		city: 'San Francisco',
		state: 'CA',
		postcode: '94103',
		country: 'US',
		email: 'grace@example.com',
		phone: '(555) 555-5555',
	},
	shipping: {
		first_name: 'Grace',
		last_name: 'Sample',
		company: 'Sample Labs',
		address_1: '969 Market',
		address_2: 'Floor 2',
		city: 'San Francisco',
		state: 'CA',
		postcode: '94103',
		country: 'US',
	},
	line_items: [
		{
			id: 315,
			name: 'Team Shirt - Blue, M',
			product_id: 93,
			variation_id: 95,
			quantity: 2,
			sku: shirt().id,
			price: 19.9,
			total: '39.80',
			meta_data: [
				{ id: 2095, key: 'pa_color', value: 'blue' },
				{ id: 2096, key: '_print_file', value: printFile },
			],
		},
	],
});

describe('The expressions of the documentation', () => {
	it('the expressions make an order of a Shopify order', async () => {
		const { json, error } = await runDocumented(
			'Shopify order',
			shopifyOrder(),
			documentedItems('Shopify order'),
		);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ externalId: 'SHOPIFY-1042', status: 'draft' });
		const order = node.sandbox.control.order('@SHOPIFY-1042');
		expect(order.recipient).toEqual({
			name: 'Ada Example',
			address1: 'Musterstrasse 12',
			city: 'Berlin',
			zip: '10115',
			countryCode: 'DE',
			phone: '+49 30 1234567',
			email: 'ada@example.com',
		});
		expect(order.items).toMatchObject([
			{
				variantId: shirt().id,
				quantity: 2,
				name: 'Team Shirt',
				retailPrice: '24.90',
				externalId: '13456789012345',
				placements: [{ type: 'front', layers: [{ url: printFile }] }],
			},
			{
				variantId: mug().id,
				quantity: 1,
				name: 'Team Mug',
				retailPrice: '14.90',
				placements: [{ type: 'main', layers: [{ url: `${printFile}?mug` }] }],
			},
		]);
	});

	it('the expressions make an order of a WooCommerce order', async () => {
		const { json, error } = await runDocumented(
			'WooCommerce order',
			wooCommerceOrder(),
			documentedItems('WooCommerce order'),
		);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ externalId: 'WOO-727', status: 'draft' });
		const order = node.sandbox.control.order('@WOO-727');
		expect(order.recipient).toEqual({
			name: 'Grace Sample',
			company: 'Sample Labs',
			address1: '969 Market',
			address2: 'Floor 2',
			city: 'San Francisco',
			zip: '94103',
			stateCode: 'CA',
			countryCode: 'US',
			phone: '(555) 555-5555',
			email: 'grace@example.com',
		});
		expect(order.items).toMatchObject([
			{
				variantId: shirt().id,
				quantity: 2,
				name: 'Team Shirt - Blue, M',
				retailPrice: '19.9',
				externalId: '315',
				placements: [{ type: 'front', layers: [{ url: printFile }] }],
			},
		]);
	});

	it.each([
		['as it is', shirt, 'front', documented('Spreadsheet row', 'Items (JSON)'), []],
		[
			'with a choice',
			clock,
			'main',
			documentedItems('Spreadsheet row'),
			[{ id: 'dial_color', value: 'black' }],
		],
	])('a row of a spreadsheet, %s, makes an order', async (_, variant, type, items, options) => {
		const row = {
			row_number: 2,
			Order: 'SHEET-7',
			Name: 'Ada Example',
			Address: 'Musterstrasse 12',
			City: 'Berlin',
			// A spreadsheet makes numbers of what looks like one.
			ZIP: 10_115,
			Country: 'de',
			'Variant ID': variant().id,
			Quantity: '3',
			'Print File': printFile,
			Colour: 'black',
		};
		const { json, error } = await runDocumented('Spreadsheet row', row, items);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ externalId: 'SHEET-7', status: 'draft' });
		const order = node.sandbox.control.order('@SHEET-7');
		expect(order.recipient).toMatchObject({ zip: '10115', countryCode: 'DE' });
		expect(order.items).toMatchObject([
			{ variantId: variant().id, quantity: 3, placements: [{ type }], options },
		]);
	});

	it('the orders pass the validation after placement (section 7)', async () => {
		await runDocumented('Shopify order', shopifyOrder());
		await runDocumented('WooCommerce order', wooCommerceOrder());
		await node.sandbox.control.settled();
		expect(node.sandbox.control.orders().map(({ status }) => status)).toEqual(['draft', 'draft']);
	});

	it('the error says which item has no print file', async () => {
		const order = shopifyOrder();
		const lines = order.line_items as IDataObject[];
		if (lines[1]) lines[1].properties = [];
		const { error } = await runDocumented('Shopify order', order);
		expect(error?.message).toMatch(/^Items \(JSON\) → Item 2 → Placements lacks "main"/);
	});
});
