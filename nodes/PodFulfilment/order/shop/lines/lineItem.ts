// The item of a line of which the variant is known. Has reviewed what the line says and is not what would be produced.

import { siblingsOf } from '../../../api/catalog/skuIndex';
import { lookUpVariant } from '../../../api/catalog/variantLookup';
import { optionalText } from '../../../input/checks';
import { withoutUndefined } from '../../../input/guards';
import { inTurns, nextTurn } from '../../../input/nextTurn';
import { quote } from '../../../input/wording';
import { itemNameOf, retailPriceOf, type Item, type Placement } from '../../compose/item';
import {
	isFulfilled,
	type LineResult,
	type OpenLine,
	type OurLine,
	type VariantResult,
} from './itemLine';
import { reviewUnusedFiles, reviewValues, statedValues } from './lineRules';
import { namesVariant } from './mappingRow';
import { lineOptions } from './options';
import { addressesIn, linePlacements } from './placements';
import { isForEachLine } from './printFileTemplate';
import { writtenAddress } from './writtenAddress';

/** Where print files come from; a text of a customer cannot be in those that all orders get. */
function filesBy(
	{ line, row, settings: { printFile } }: Pick<OurLine, 'line' | 'row' | 'settings'>,
	placements: readonly Placement[],
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
		...([...addressesIn(placements)].every((url) => files.has(url)) && { sameForAll: 'product' }),
	};
}

/** Adds to the review what the line says and is not what would be produced. */
async function reviewWhatItSays(
	ours: OurLine,
	placements: readonly Placement[],
	sameForAll: LineResult['sameForAll'],
): Promise<void> {
	const { client, line, row, variantId, sku = '', variant, settings, findings } = ours;
	const asked = line.set?.asked ?? (row?.when ?? []).map(({ name }) => name);
	const values = statedValues(line, settings.ignored, asked);
	const named = { sku: variant?.sku ?? sku, name: variant?.name ?? '' };
	const hasWords = variant && values.some(({ parts }) => parts.length > 0);
	const known = hasWords ? await siblingsOf(client, variantId) : undefined;
	const siblings = known ?? { variants: [named], index: 0 };
	await inTurns(reviewValues(ours, values, siblings, placements, sameForAll));
	reviewUnusedFiles(line, placements, settings.ignored, findings);
}

/**
 * Composes the item of a line; one of an existing order stays as it is, but for its quantity.
 *
 * @throws UserError for what is missing, or cannot be used
 */
export async function lineItem(
	open: OpenLine,
	{ variantId, sku, row }: Extract<VariantResult, { variantId: string }>,
): Promise<Partial<LineResult>> {
	const { client, settings, line, findings } = open;
	const existing = settings.existingItems?.get(line.itemId);
	if (existing) {
		const { fileOrigin } = filesBy({ line, row: undefined, settings }, []);
		return { item: { ...existing, quantity: line.quantity }, fileOrigin };
	}
	const variant = settings.fillFromCatalog ? await lookUpVariant(client, variantId) : undefined;
	const ours: OurLine = { ...open, row, variantId, sku, variant };
	// Most lines wait for the same answer, and go on together.
	await nextTurn();
	const options = lineOptions(ours);
	await nextTurn();
	const placements = linePlacements(ours);
	const files = filesBy(ours, placements);
	if (!isFulfilled(line)) await reviewWhatItSays(ours, placements, files.sameForAll);
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
