import type { LineSettings } from '../../../../../nodes/PodFulfilment/order/shop/lines/openLine.ts';
import { IgnoredProperties } from '../../../../../nodes/PodFulfilment/order/shop/lines/ignoredProperties.ts';
import type { ItemLine } from '../../../../../nodes/PodFulfilment/order/shop/lines/itemLine.ts';
import { skuMappingOf } from '../../../../../nodes/PodFulfilment/order/shop/lines/skuMapping.ts';
import type { ShopLine } from '../../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import { problemTexts } from '../../../../../nodes/PodFulfilment/order/findings.ts';
import type { CatalogService } from '../../../api/catalog/catalogService.ts';
import { composeLines } from '../../../../support/byLevel.ts';

/** A line that becomes an item, without properties. */
export const itemLine = (changes: Partial<ItemLine> = {}): ItemLine => ({
	...{ label: 'Line 1', inProblems: 'Line 1', skus: [], quantity: 1, properties: [] },
	...changes,
});

/** Composes lines with the variants of a catalog, these settings and rows of SKU Mapping, of an order that has a number or none. */
export async function composeWith(
	service: CatalogService,
	lines: ShopLine[],
	settings: Partial<LineSettings> = {},
	rows: object[] = [],
	number?: string,
) {
	const order = {
		...(number !== undefined && { number }),
		recipient: {},
		lines,
		findings: [],
	};
	const { problems, ...composed } = await composeLines(service.client(), order, {
		mapping: skuMappingOf({}, rows),
		printFile: { property: 'Print file', placements: [], hosts: [] },
		options: [],
		ignored: new IgnoredProperties(),
		unknownLines: 'leaveOut',
		fillFromCatalog: true,
		...settings,
	});
	return {
		...composed,
		items: composed.lines.map(({ item }) => item),
		labels: composed.lines.map(({ label }) => label),
		problems: problemTexts(problems),
		paths: service.paths,
	};
}
