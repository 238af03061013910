/** Orders of shops for the sandbox's catalog. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/index.ts';
import { shopifyLine } from '../support/shopOrders/shopify.ts';
import { printFileMeta, wooCommerceLine } from '../support/shopOrders/wooCommerce.ts';
import { printFile, useSandbox, variantWith } from './support.ts';

/** Parameters of Order → Create from a shop's order, which is the input item. */
export const fromShop = (shop: string, others: INodeParameters = {}): INodeParameters => ({
	resource: 'order',
	operation: 'create',
	orderFrom: 'shopOrder',
	// Where a test does not say which orders are due.
	...(shop === 'other' && !('statusField' in others) && { whichOrders: 'all' }),
	shop,
	...others,
});

/** The names that a text proposes to enter in Properties to Ignore, for all lines. */
export const namesToEnter = (text: string): string[] =>
	[...text.matchAll(/(?:changes nothing, enter|Properties to Ignore, or) "([^"]*)"/g)].map(
		([, name = '']) => name,
	);

/** A shirt, whose only required placement is its front. */
export const shirt = (sandbox: Sandbox) =>
	variantWith(
		sandbox,
		({ placements, options, inStock }) =>
			inStock &&
			placements.some(({ type }) => type === 'front') &&
			placements.some(({ type }) => type === 'back') &&
			placements.filter(({ required }) => required).length === 1 &&
			options.every(({ required }) => !required),
	);

/** A mug, whose only placement has another name. */
export const mug = (sandbox: Sandbox) =>
	variantWith(
		sandbox,
		({ placements, options, inStock }) =>
			inStock && placements[0]?.type === 'main' && options.every(({ required }) => !required),
	);

/** A line of Shopify for a variant, with its print file. */
export const shopifyLineOf = (sku: string, changes: IDataObject = {}): IDataObject =>
	shopifyLine({
		...{ sku, variant_title: null },
		properties: [{ name: 'Print file', value: printFile }],
		...changes,
	});

/** A line of WooCommerce for a variant, with its print file. */
export const wooCommerceLineOf = (sku: string, changes: IDataObject = {}): IDataObject =>
	wooCommerceLine({ sku, meta_data: [printFileMeta(printFile)], ...changes });

/** A sandbox for each test of a file, with what tests of shop orders ask of it. */
export function useShopSandbox() {
	const node = useSandbox();
	return {
		node,
		shirtSku: (): string => shirt(node.sandbox).sku,
		mugSku: (): string => mug(node.sandbox).sku,
		/** Runs Order → Create on one order of a shop. */
		place: async (shop: string, order: IDataObject, others: INodeParameters = {}) =>
			await node.run(fromShop(shop, others), { items: [order] }),
		/** Number of orders at the service. */
		orderCount: (): number => node.sandbox.control.orders().length,
	};
}
