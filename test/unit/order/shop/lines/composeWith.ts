import { IgnoredProperties } from '../../../../../nodes/PodFulfilment/order/shop/lines/lineValues.ts';
import type {
	ItemLine,
	LineSettings,
	OurLine,
} from '../../../../../nodes/PodFulfilment/order/shop/lines/itemLine.ts';
import { skuMappingOf } from '../../../../../nodes/PodFulfilment/order/shop/lines/skuMapping.ts';
import type {
	ShopLine,
	ShopOrder,
} from '../../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import { Findings, problemTexts } from '../../../../../nodes/PodFulfilment/order/findings.ts';
import { CatalogService } from '../../../api/catalog/catalogService.ts';
import { shopOrderItems } from '../../../../support/byLevel.ts';

/** A line that becomes an item, without properties. */
export const itemLine = (changes: Partial<ItemLine> = {}): ItemLine => ({
	...{ label: 'Line 1', inProblems: 'Line 1', quantity: 1, properties: [] },
	...changes,
});

const lineSettings = (changes: Partial<LineSettings> = {}): LineSettings => ({
	...{ mapping: skuMappingOf({}, []), ignored: new IgnoredProperties(), options: [] },
	printFile: { property: 'Print file', placements: [], hosts: [] },
	...{ unknownLines: 'leaveOut', fillFromCatalog: true, ...changes },
});

const orderOf = (lines: ShopLine[]): ShopOrder => ({ recipient: {}, lines, findings: [] });

/** A line of which the item is composed, without a row of SKU Mapping; without the catalog where no variant is given. */
export const ourLine = (
	changes: Partial<OurLine>,
	settings: Partial<LineSettings> = {},
): OurLine => ({
	...{
		client: new CatalogService([]).client(),
		order: orderOf([]),
		settings: lineSettings(settings),
	},
	...{ line: itemLine(), variantId: 'v', sku: undefined, variant: undefined },
	...{ found: undefined, reasonToOrder: undefined },
	...{ findings: new Findings(), ...changes },
});

/** Composes lines with the variants of a catalog, these settings and rows of SKU Mapping, of an order that has a number or none. */
export async function composeWith(
	service: CatalogService,
	lines: ShopLine[],
	settings: Partial<LineSettings> = {},
	rows: object[] = [],
	number?: string,
) {
	const order = { ...orderOf(lines), ...(number !== undefined && { number }) };
	const whole = lineSettings({ mapping: skuMappingOf({}, rows), ...settings });
	const { problems, ...composed } = await shopOrderItems(service.client(), order, whole);
	return {
		...composed,
		items: composed.lines.map(({ item }) => item),
		labels: composed.lines.map(({ label }) => label),
		problems: problemTexts(problems),
		paths: service.paths,
	};
}
