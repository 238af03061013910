import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { detectedShop } from '../../../../../nodes/PodFulfilment/order/shop/sources/detectShop.ts';
import { readShopifyOrder } from '../../../../support/byLevel.ts';
import {
	shopifyLine,
	shopifyOrder,
	shopifyRefund,
} from '../../../../support/shopOrders/shopify.ts';
import { asGraphql } from '../../../../support/shopOrders/shopifyGraphql.ts';
import { wooCommerceLine, wooCommerceOrder } from '../../../../support/shopOrders/wooCommerce.ts';
import { expectPlainWords, refusedWith } from '../../../transport/wording.ts';

const without = (order: IDataObject, ...names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(order).filter(([name]) => !names.includes(name)));

describe('The shop that Detect finds', () => {
	it.each<[string, IDataObject]>([
		['as webhooks send it', shopifyOrder()],
		["in the output of n8n's Webhook node", { headers: {}, body: shopifyOrder() }],
		['in an answer of the REST API', { order: shopifyOrder() }],
		['that is a draft', { draft_order: shopifyOrder() }],
		[
			'of which only some fields were asked for',
			{ id: 1, order_number: 1001, financial_status: 'paid', line_items: [shopifyLine()] },
		],
		['without lines', shopifyOrder([])],
		['of GraphQL', asGraphql(shopifyOrder())],
		['in an answer of GraphQL', { data: { order: asGraphql(shopifyOrder()) } }],
		['of GraphQL without its ID', without(asGraphql(shopifyOrder()), 'id')],
	])('is Shopify for an order %s', (_, order) => {
		expect(detectedShop(order)).toBe('shopify');
	});

	it.each<[string, IDataObject]>([
		['as webhooks send it', wooCommerceOrder()],
		["in the output of n8n's Webhook node", { headers: {}, body: wooCommerceOrder() }],
		['without lines', wooCommerceOrder([])],
		['without an order key', without(wooCommerceOrder(), 'order_key')],
		['of a guest without an address', wooCommerceOrder(undefined, { billing: {} })],
		[
			'to which a plug-in adds the names of Shopify',
			wooCommerceOrder([wooCommerceLine()], { financial_status: 'paid', order_number: 12 }),
		],
	])('is WooCommerce for an order %s', (_, order) => {
		expect(detectedShop(order)).toBe('wooCommerce');
	});

	it.each<[string, unknown]>([
		['of a shop that names its lines alike', { id: 'a', line_items: [{ name: 'Mug' }] }],
		[
			'of a shop system that copies the names of Shopify',
			{ id: 'a1', financial_status: 'paid', line_items: [{ sku: 'A' }], billing_address: {} },
		],
		['of another GraphQL API', { data: { order: { id: 'T3JkZXI=', lineItems: { nodes: [] } } } }],
		['with lines of another name', { number: 7, items: [{ sku: 'A' }] }],
		['of both', { ...shopifyOrder(), billing: { address_1: 'x' } }],
		['that is only a ping', { webhook_id: 12 }],
		['that is text', 'order 7'],
		['that is nothing', undefined],
	])('is refused for an order %s, and the message names Other', (_, order) => {
		const refused = refusedWith(() => detectedShop(order));
		expect(refused.message).toMatch(
			/^Shop Order is .*, but must be an order as Shopify, WooCommerce, .* or \w+ sends it$/,
		);
		expect(refused.description).toContain("set Shop to 'Other', and enter where its fields are");
		expectPlainWords(refused);
	});

	it.each<[unknown, string]>([
		[
			{ orders: [shopifyOrder()] },
			'is a list of orders of Shopify in one item, but must be one order',
		],
		[[shopifyOrder()], 'is a list of 1, but must be one order'],
	])('is refused with what the data is: %#', (order, message) => {
		expect(refusedWith(() => detectedShop(order)).message).toBe(`Shop Order ${message}`);
	});

	it.each(['detect', 'shopify'])(
		'is refused for a refund, with what gets its order: %s',
		(shop) => {
			const refund = shopifyRefund(1, 1);
			for (const value of [refund, { headers: {}, body: refund }]) {
				const refused = refusedWith(() =>
					shop === 'detect'
						? detectedShop(value)
						: readShopifyOrder(value, { sendTestOrders: false }),
				);
				expect(refused.message).toBe('Shop Order is no whole order of Shopify: it is a refund');
				expect(refused.description).toContain('gets the order {{ $json.order_id }}');
				expectPlainWords(refused);
			}
		},
	);
});
