import { describe, expect, it } from 'vitest';

import { composeLines } from '../../../../nodes/PodFulfilment/order/shop/lines.ts';
import { skuMappingOf } from '../../../../nodes/PodFulfilment/order/shop/skuMapping.ts';
import { readWooCommerceOrder } from '../../../../nodes/PodFulfilment/order/shop/wooCommerce.ts';
import type { ApiClient } from '../../../../nodes/PodFulfilment/transport/client.ts';
import { wooCommerceLine, wooCommerceOrder } from '../../../support/shopOrders/wooCommerce.ts';

const printFileUrl = 'https://files.example.com/a.png';

/** With variants by ID, nothing is read. */
const unusedClient = {} as ApiClient;

/** The items of an order with one line, whose variation, product and parent have SKUs of their own. */
const itemsWith = async (...rows: object[]) => {
	const line = wooCommerceLine({
		variation_sku: 'FIRST',
		sku: 'SECOND',
		parent_sku: 'THIRD',
	});
	const order = readWooCommerceOrder(wooCommerceOrder([line]), { sendTestOrders: false });
	const { lines, problems, warnings } = await composeLines(unusedClient, order, {
		mapping: skuMappingOf({}, rows),
		printFile: { property: 'Print file' },
		unknownLines: 'leaveOut',
		fillFromCatalog: false,
	});
	expect(problems).toEqual([]);
	expect(warnings).toEqual([]);
	return lines.map(({ item: { variantId, placements } }) => [
		variantId,
		placements[0]?.layers[0]?.url,
	]);
};

describe('A row of SKU Mapping', () => {
	it.each(['FIRST', 'SECOND', 'THIRD'])('applies to a line by any of its SKUs: %s', async (sku) => {
		const row = { shopSku: sku, variantId: `variant-of-${sku}`, printFileUrl };
		expect(await itemsWith(row)).toEqual([[`variant-of-${sku}`, printFileUrl]]);
	});

	it.each([
		['FIRST', 'THIRD'],
		['SECOND', 'THIRD'],
		['FIRST', 'SECOND'],
	])(
		'for the SKU of the variation goes before that for its product: %s, %s',
		async (one, other) => {
			const rows = [other, one].map((sku) => ({
				shopSku: sku,
				variantId: `variant-of-${sku}`,
				printFileUrl,
			}));
			expect(await itemsWith(...rows)).toEqual([[`variant-of-${one}`, printFileUrl]]);
		},
	);
});
