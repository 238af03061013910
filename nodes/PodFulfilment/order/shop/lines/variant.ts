// The variant of a line of a shop's order: by a row of SKU Mapping, or by its SKUs in the catalog. Where there is none:
// the reason, similar SKUs, and the error of a line that must be ordered or would be missing from the order.

import { UserError } from 'n8n-workflow';

import { findVariantBySku, findVariantBySkuOrId } from '../../../api/catalog/skuIndex';
import { isSameSku } from '../../../api/catalog/skuTable';
import { lookUpVariant } from '../../../api/catalog/variantLookup';
import { quotedList, quote } from '../../../input/wording';
import type { ApiClient } from '../../../transport/client';
import { rowToEnter, refuseFor, type About } from '../../causes';
import { namesVariant, type MappedSku } from './mappingRow';
import { placeWords } from '../shopLine';
import type { LineWithProblemLabel, ShopLine } from '../shopOrder';
import type { IgnoredProperties } from './ignoredProperties';
import type { ItemLine } from './itemLines';
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

/** Finds the variant of one SKU of a line, by its row of SKU Mapping if there is one. */
async function findVariantOfSku(
	client: ApiClient,
	shopSku: string,
	row: MappedSku | undefined,
	line: ItemLine,
	settings: VariantSettings,
): Promise<VariantResult> {
	const { inProblems: label } = line;
	if (row) await checkRow(client, row, label);
	if (row?.variantId !== undefined) return { variantId: row.variantId, sku: row.sku, row };
	if (row?.productId !== undefined) {
		const named = { field: row.field, productId: row.productId };
		const { id, sku } = await variantOfProduct(client, line, named, settings);
		return { variantId: id, sku, row };
	}
	const sku = row?.sku ?? shopSku;
	const find = row?.sku === undefined ? findVariantBySkuOrId : findVariantBySku;
	const match = await find(client, sku);
	if (match.kind === 'one') return { variantId: match.variantId, sku, row };
	if (match.kind === 'none') return { unknown: quote(sku), nearest: match.nearest };
	return refuseFor(
		'skuMapping',
		row?.sku === undefined ? label : `${label}: ${row.field} → Variant`,
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
	const { skus, row: known } = line;
	const unknown: string[] = [];
	const nearest: string[] = [];
	for (const key of known ? [known.shopKey] : shopKeysOf(line)) {
		const row = known ?? settings.mapping.findAll(key, line)[0];
		if (skus.length === 0 && !row) continue;
		if (skus.length === 0 && row && !namesVariant(row)) {
			return { unknown: `it has no SKU, and ${row.field} names no variant`, nearest };
		}
		const result = await findVariantOfSku(client, key, row, line, settings);
		if (!('unknown' in result)) return result;
		unknown.push(result.unknown);
		for (const sku of result.nearest) nearest.push(sku);
		// What a row says is not replaced by a guess.
		if (row) break;
	}
	return {
		unknown:
			unknown.length === 0 ? withoutSku(line) : `no variant has the SKU ${unknown.join(' or ')}`,
		nearest: [...new Set(nearest)],
	};
}

const similar = (nearest: readonly string[]): string[] =>
	nearest.length > 0 ? [`Similar SKUs are ${quotedList(nearest)}.`] : [];

/** How a line without a variant gets one. */
const toMap = ({
	skus,
	otherIds = [],
	...line
}: Pick<ShopLine, 'skus' | 'otherIds' | 'isRow'>): string =>
	skus.length === 0
		? `Enter the variant's SKU as the SKU of the product in your ${placeWords(line).place}${otherIds.length > 0 ? ', or add a row to SKU Mapping with an ID from this message as its Shop SKU' : ''}.`
		: `Add a row for it to SKU Mapping, or correct the SKU in your ${placeWords(line).place}.`;

/**
 * Refuses a line that must be ordered but has no variant.
 *
 * @param why why it must be ordered, to follow the line's label
 */
export const refuseUnknown = (
	line: LineWithProblemLabel,
	{ unknown, nearest }: UnknownVariant,
	why: string,
): never =>
	refuseFor(
		unknownSku(line),
		line.inProblems,
		`${why}, but ${unknown}`,
		[...similar(nearest), toMap(line)].join(' '),
	);

/** The cause of a line without a variant, with the row that it lacks. */
export const unknownSku = ({ skus }: Pick<ShopLine, 'skus'>): About => ({
	cause: 'unknownSku',
	text: rowToEnter(skus, 'sku'),
});

/** The problem of a line without a variant that 'Unknown Lines' does not leave out. */
export const unknownLineProblem = (
	line: LineWithProblemLabel,
	{ unknown, nearest }: UnknownVariant,
): UserError =>
	new UserError(`${line.inProblems} would be missing from the order: ${unknown}`, {
		description: [
			...similar(nearest),
			toMap(line),
			"If it is not for this service, set 'Unknown Lines' to 'Leave Out With a Warning'.",
		].join(' '),
	});

/** Why there is no variant, with the SKU that is nearest to the line's. */
export const withNearest = ({ unknown, nearest: [nearest] }: UnknownVariant): string =>
	nearest === undefined ? unknown : `${unknown}; the nearest SKU is ${quote(nearest)}`;
