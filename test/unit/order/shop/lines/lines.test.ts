import { describe, expect, it } from 'vitest';

import { IgnoredProperties } from '../../../../../nodes/PodFulfilment/order/shop/lines/ignoredProperties.ts';
import { skuMappingOf } from '../../../../../nodes/PodFulfilment/order/shop/lines/skuMapping.ts';
import { CatalogService, product, variant } from '../../../api/catalog/catalogService.ts';
import { wooCommerceLine, wooCommerceOrder } from '../../../../support/shopOrders/wooCommerce.ts';
import { readWooCommerceOrder, composeLines } from '../../../../support/byLevel.ts';

const printFileUrl = 'https://files.example.com/a.png';

/** The items of an order with one line, whose variation, product and parent have SKUs of their own. */
const itemsWith = async (rows: object[], ...inCatalog: string[]) => {
	const variants = inCatalog.map((sku) => variant(`variant-of-${sku}`, sku));
	const client = new CatalogService([product('p1', ...variants)]).client();
	const line = wooCommerceLine({
		variation_sku: 'FIRST',
		sku: 'SECOND',
		parent_sku: 'THIRD',
	});
	const order = readWooCommerceOrder(wooCommerceOrder([line]), { sendTestOrders: false });
	const { lines, problems, warnings } = await composeLines(client, order, {
		mapping: skuMappingOf({}, rows),
		printFile: { property: 'Print file', placements: [], hosts: [] },
		options: [],
		ignored: new IgnoredProperties(),
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
		expect(await itemsWith([row])).toEqual([[`variant-of-${sku}`, printFileUrl]]);
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
			expect(await itemsWith(rows)).toEqual([[`variant-of-${one}`, printFileUrl]]);
		},
	);

	it('for the product does not go before a variant with the SKU of the variation', async () => {
		const rows = [
			{ shopSku: 'SECOND', variantId: 'variant-of-SECOND', printFileUrl: `${printFileUrl}?other` },
			{ shopSku: 'FIRST', printFileUrl },
		];
		expect(await itemsWith(rows, 'FIRST')).toEqual([['variant-of-FIRST', printFileUrl]]);
	});

	it('for the product gives its file to a variation with a variant, if it names no other variant', async () => {
		const rows = [{ shopSku: 'THIRD', printFileUrl }];
		expect(await itemsWith(rows, 'FIRST', 'THIRD')).toEqual([['variant-of-FIRST', printFileUrl]]);
	});
});
