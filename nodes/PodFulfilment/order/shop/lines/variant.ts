// The variant of a line of a shop's order: by a row of SKU Mapping, or by its SKUs in the catalog. Where there is none:
// the reason, similar SKUs, and the error of a line that must be ordered or would be missing from the order.

import { findVariantBySku, findVariantBySkuOrId } from '../../../api/catalog/skuIndex';
import { isSameSku } from '../../../api/catalog/skuTable';
import { lookUpVariant } from '../../../api/catalog/variantLookup';
import { quotedList, quote } from '../../../input/wording';
import type { ApiClient } from '../../../transport/client';
import { CausedError, rowToEnter, refuseFor, type About } from '../../causes';
import { placeWords } from '../shopLine';
import type { ShopLine } from '../shopOrder';
import type { IgnoredProperties } from './ignoredProperties';
import type { ItemLine } from './itemLines';
import { namesVariant, type MappedSku } from './mappingRow';
import { shopKeysOf, type SkuMapping } from './skuMapping';
import { variantOfProduct } from './variantOfProduct';

/** Why there is no variant, and which SKUs are similar. */
export interface UnknownVariant {
	unknown: string;
	nearest: string[];
}

/** The variant's ID, its SKU where it was found by that, and the row that it was found by; or why there is none. */
export type VariantResult =
	{ variantId: string; sku?: string; row: MappedSku | undefined } | UnknownVariant;

/** Settings that say which variant a line is. */
export interface VariantSettings {
	mapping: SkuMapping;
	/** Options that properties of lines may set although the variant does not require them. */
	options: readonly string[];
	/** Properties that change nothing. */
	ignored: IgnoredProperties;
}

/** Refuses a row whose SKU is not that of the variant with its ID. */
async function checkRow(
	client: ApiClient,
	{ field, sku, variantId }: MappedSku,
	label: string,
): Promise<void> {
	if (sku === undefined || variantId === undefined) return;
	const variant = await lookUpVariant(client, variantId);
	if (variant.sku !== undefined && isSameSku(variant.sku, sku)) return;
	refuseFor(
		'skuMapping',
		`${label}: ${field}`,
		`has the SKU ${quote(sku)}, but its variant ID is that of ${quote(variant.sku ?? variant.name)}`,
		'Leave out one of the two.',
	);
}

/** Finds the variant of one SKU or ID of a line, by its row of SKU Mapping if there is one. */
async function findVariantOfKey(
	client: ApiClient,
	shopKey: string,
	row: MappedSku | undefined,
	line: ItemLine,
	settings: VariantSettings,
): Promise<VariantResult> {
	if (row) await checkRow(client, row, line.inProblems);
	if (row?.variantId !== undefined) return { variantId: row.variantId, sku: row.sku, row };
	if (row?.productId !== undefined) {
		const { field, productId } = row;
		const { id, sku } = await variantOfProduct(client, line, { field, productId }, settings);
		return { variantId: id, sku, row };
	}
	const sku = row?.sku ?? shopKey;
	const find = row?.sku === undefined ? findVariantBySkuOrId : findVariantBySku;
	const match = await find(client, sku);
	if (match.kind === 'one') return { variantId: match.variantId, sku, row };
	if (match.kind === 'none') return { unknown: quote(sku), nearest: match.nearest };
	return refuseFor(
		'skuMapping',
		row?.sku === undefined ? line.inProblems : `${line.inProblems}: ${row.field} → Variant`,
		`has the SKU ${quote(sku)}, which several variants have: ${quotedList(match.names)}`,
		'Choose the right one from the list in SKU Mapping.',
	);
}

/** Why no variant is known of a line without an SKU. */
function withoutSku({ otherIds = [] }: ShopLine): string {
	const ids = otherIds.map(({ name, id }) => `${name} ${quote(id)}`).join(' or ');
	return `it has no SKU${ids === '' ? '' : `, and SKU Mapping has no row for its ${ids}`}`;
}

/**
 * Finds the variant of a line. The variation's own SKU, in a row of SKU Mapping or in the catalog, goes before that of
 * its product.
 *
 * @throws UserError for a SKU of several variants, for a row whose SKU and variant ID disagree, and for a line for which the
 *   rows of its SKU say nothing or different things
 */
export async function findVariantOfLine(
	client: ApiClient,
	line: ItemLine,
	settings: VariantSettings,
): Promise<VariantResult> {
	const hasSku = line.skus.length > 0;
	const unknown: string[] = [];
	const nearest = new Set<string>();
	for (const key of line.row ? [line.row.shopKey] : shopKeysOf(line)) {
		const row = line.row ?? settings.mapping.findAll(key, line)[0];
		if (!hasSku && !row) continue;
		if (!hasSku && row && !namesVariant(row)) {
			return { unknown: `it has no SKU, and ${row.field} names no variant`, nearest: [] };
		}
		const result = await findVariantOfKey(client, key, row, line, settings);
		if ('variantId' in result) return result;
		unknown.push(result.unknown);
		for (const sku of result.nearest) nearest.add(sku);
		// What a row says is not replaced by a guess.
		if (row) break;
	}
	const why = `no variant has the SKU ${unknown.join(' or ')}`;
	return { unknown: unknown.length === 0 ? withoutSku(line) : why, nearest: [...nearest] };
}

/** The cause of a line without a variant, with the row that it lacks. */
export const unknownSku = ({ skus }: Pick<ShopLine, 'skus'>): About => ({
	cause: 'unknownSku',
	text: rowToEnter(skus, 'sku'),
});

/** How a line without a variant gets one. */
function howToMap({ skus, otherIds = [], ...line }: ShopLine): string {
	const { place } = placeWords(line);
	if (skus.length > 0)
		return `Add a row for it to SKU Mapping, or correct the SKU in your ${place}.`;
	const byId = otherIds.length > 0 ? ', or an ID as the Shop SKU of a row of SKU Mapping' : '';
	return `Enter the variant's SKU as the SKU of the product in your ${place}${byId}.`;
}

/**
 * The problem of a line without a variant.
 *
 * @param why why it must be ordered, to follow the line's label; undefined for one that 'Unknown Lines' may leave out
 */
export function unknownVariantProblem(
	line: ItemLine,
	{ unknown, nearest }: UnknownVariant,
	why?: string,
): CausedError {
	const what = why === undefined ? 'would be missing from the order:' : `${why}, but`;
	const advice = [
		...(nearest.length > 0 ? [`Similar SKUs are ${quotedList(nearest)}.`] : []),
		howToMap(line),
		...(why === undefined
			? ["If it is not for this service, set 'Unknown Lines' to 'Leave Out With a Warning'."]
			: []),
	];
	return new CausedError(
		unknownSku(line),
		`${line.inProblems} ${what} ${unknown}`,
		advice.join(' '),
	);
}

/** Why there is no variant, with the SKU that is nearest to the line's. */
export const withNearest = ({ unknown, nearest: [nearest] }: UnknownVariant): string =>
	nearest === undefined ? unknown : `${unknown}; the nearest SKU is ${quote(nearest)}`;
