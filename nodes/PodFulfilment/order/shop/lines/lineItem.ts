// The item of a line of which the variant is known: its options, placements, ID, name and price. Has reviewed what the line
// says and is not what would be produced, and what is uncertain about it.

import { siblingsOf } from '../../../api/catalog/skuIndex';
import { lookUpVariant } from '../../../api/catalog/variantLookup';
import { optionalText } from '../../../input/checks';
import { withoutUndefined } from '../../../input/guards';
import { inTurns, nextTurn } from '../../../input/nextTurn';
import { quote } from '../../../input/wording';
import { itemNameOf, retailPriceOf, type Item, type Placement } from '../../compose/item';
import type { Composing, LineSettings, OpenLine } from './openLine';
import { isFulfilled, type ItemLine } from './itemLine';
import { reviewUnusedFiles, reviewValues, statedValues } from './lineRules';
import { namesVariant, type MappedSku } from './mappingRow';
import { printedTypes } from './namedFiles';
import { lineOptions } from './options';
import { addressesIn, linePlacements, type OurLine } from './placements';
import { isForEachLine } from './printFileTemplate';
import type { LineResult } from './reviewLines';
import type { VariantResult } from './variant';
import { writtenAddress } from './writtenAddress';

/** The row for the line, or else one for its product that names no variant: it is about all of its variations. */
function rowFor(
	line: ItemLine,
	row: MappedSku | undefined,
	{ mapping }: LineSettings,
): MappedSku | undefined {
	if (row) return row;
	return line.skus
		.filter((sku) => !mapping.rowsOf(sku).every(namesVariant))
		.flatMap((sku) => mapping.findAll(sku, line).slice(0, 1))
		.find((found) => !namesVariant(found));
}

/** Where print files come from; a text of a customer cannot be in those that all orders get. */
function filesBy(
	line: ItemLine,
	row: MappedSku | undefined,
	{ printFile }: LineSettings,
	used: ReadonlySet<unknown>,
): Pick<LineResult, 'fileOrigin' | 'sameForAll'> {
	if ((row?.files ?? []).length > 0) return { sameForAll: 'row' };
	if ('template' in printFile) {
		const isOwn = isForEachLine(printFile.template);
		return isOwn ? { fileOrigin: 'ownFile' } : { sameForAll: 'template' };
	}
	const ofProduct = line.properties.filter(({ isOfProduct }) => isOfProduct);
	const files = new Set(ofProduct.map(({ value }) => writtenAddress(value)));
	return {
		...(printFile.hosts.length === 0 && { fileOrigin: 'buyer' }),
		...([...used].every((url) => files.has(url)) && { sameForAll: 'product' }),
	};
}

/** Adds to the review what the line says and is not what would be produced. */
async function reviewWhatItSays(
	{ client, settings: { ignored } }: Composing,
	{ line, row, variantId, variant }: OurLine,
	shopSku: string | undefined,
	placements: readonly Placement[],
	sameForAll: LineResult['sameForAll'],
	findings: OpenLine['findings'],
): Promise<void> {
	const asked = line.set?.asked ?? (row?.when ?? []).map(({ name }) => name);
	const values = statedValues(line, ignored, asked);
	const named = { sku: variant?.sku ?? shopSku ?? '', name: variant?.name ?? '' };
	const hasWords = variant && values.some(({ parts }) => parts.length > 0);
	const known = hasWords ? await siblingsOf(client, variantId) : undefined;
	const siblings = known ?? { variants: [named], index: 0 };
	const printed = new Set(printedTypes(placements, variant));
	const ruled = { line, values, row, shopSku, variant, siblings, printed, sameForAll };
	await inTurns(reviewValues(ruled, findings));
	reviewUnusedFiles(line, addressesIn(placements), ignored, findings);
}

/**
 * Composes the item of a line; one of an existing order stays as it is, but for its quantity.
 *
 * @throws UserError for what is missing, or cannot be used
 */
export async function lineItem(
	composing: Composing,
	{ line, existing, findings }: OpenLine,
	{ variantId, sku, row: found }: Extract<VariantResult, { variantId: string }>,
): Promise<Partial<LineResult>> {
	const { client, order, settings } = composing;
	if (existing) {
		const { fileOrigin } = filesBy(line, undefined, settings, new Set());
		return { item: { ...existing, quantity: line.quantity }, fileOrigin };
	}
	const row = rowFor(line, found, settings);
	const variant = settings.fillFromCatalog ? await lookUpVariant(client, variantId) : undefined;
	const ours: OurLine = { line, row, variantId, variant, orderNumber: order.number };
	// Most lines wait for the same answer, and go on together.
	await nextTurn();
	const options = lineOptions(line, row, variant, settings.options, findings);
	await nextTurn();
	const placements = linePlacements(ours, settings.printFile, findings);
	const files = filesBy(line, row, settings, addressesIn(placements));
	if (!isFulfilled(line)) {
		await reviewWhatItSays(composing, ours, sku, placements, files.sameForAll, findings);
	}
	await nextTurn();
	const { inProblems, unreadPrice } = line;
	// Also of one that cannot be read: an expression that was not evaluated is refused.
	const price = retailPriceOf(line.price ?? unreadPrice, `${inProblems} → Price`);
	if (unreadPrice !== undefined) {
		findings.warn(
			`${line.label}: the price ${quote(unreadPrice)} is no amount of money that can be read, so the item is sent without one`,
			'line',
		);
	}
	const item = withoutUndefined<Item>({
		externalId: optionalText(line.itemId, `${inProblems} → Line ID`),
		variantId,
		quantity: line.quantity,
		name: itemNameOf(line.name, `${inProblems} → Name`),
		retailPrice: unreadPrice === undefined ? price : undefined,
		placements,
		options: options.length > 0 ? options : undefined,
	});
	const isChosen =
		line.set?.isChosen ?? (row && namesVariant(row) && (row.when ?? row.productId) !== undefined);
	return { item, isChosen, ...files };
}
