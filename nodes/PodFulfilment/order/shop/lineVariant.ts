import { UserError } from 'n8n-workflow';

import { findVariantBySku, findVariantBySkuOrId } from '../../api/catalog/skuIndex';
import { refuse } from '../../input/checks';
import { quotedList, quote } from '../../input/wording';
import type { ApiClient } from '../../transport/client';
import type { ShopLine } from './shopOrder';
import type { MappedSku } from './skuMapping';

/** Why there is no variant, and which SKUs are similar. */
export interface UnknownVariant {
	unknown: string;
	nearest: string[];
}

type FoundVariant = { variantId: string } | UnknownVariant;

/**
 * Finds the variant of a line: the one in its row of SKU Mapping, or the one with the line's SKU.
 *
 * @throws UserError for a SKU of several variants
 */
export async function findVariant(
	client: ApiClient,
	{ label, skus }: ShopLine,
	mapped: MappedSku | undefined,
): Promise<FoundVariant> {
	const chosen = mapped?.variant;
	if (chosen?.by === 'id') return { variantId: chosen.value };
	const [texts, find] = chosen ? [[chosen.value], findVariantBySku] : [skus, findVariantBySkuOrId];
	const nearest: string[] = [];
	for (const text of texts) {
		const match = await find(client, text);
		if (match.kind === 'one') return { variantId: match.variantId };
		if (match.kind === 'several') {
			return refuse(
				chosen ? `${label}: ${mapped?.field ?? ''} → Variant` : label,
				`has the SKU ${quote(text)}, which several variants have: ${quotedList(match.names)}`,
				'Choose the right one from the list in SKU Mapping.',
			);
		}
		nearest.push(...match.nearest);
	}
	const unknown =
		texts.length === 0
			? 'it has no SKU'
			: `no variant has the SKU ${texts.map(quote).join(' or ')}`;
	return { unknown, nearest: [...new Set(nearest)] };
}

const similar = (nearest: readonly string[]): string[] =>
	nearest.length > 0 ? [`Similar SKUs are ${quotedList(nearest)}.`] : [];

/** How a line without a variant gets one. */
const toMap = (skus: readonly string[]): string =>
	skus.length === 0
		? "Enter the variant's SKU as the SKU of the product in your shop."
		: 'Add a row for it to SKU Mapping, or correct the SKU in your shop.';

/**
 * Refuses a line that must be ordered but has no variant.
 *
 * @param why why it must be ordered, to follow the line's label
 */
export const refuseUnknown = (
	{ label, skus }: ShopLine,
	{ unknown, nearest }: UnknownVariant,
	why: string,
): never => refuse(label, `${why}, but ${unknown}`, [...similar(nearest), toMap(skus)].join(' '));

/** The problem of a line without a variant that 'Unknown Lines' does not leave out. */
export const unknownLineProblem = (
	{ label, skus }: ShopLine,
	{ unknown, nearest }: UnknownVariant,
): UserError =>
	new UserError(`${label} would be missing from the order: ${unknown}`, {
		description: [
			...similar(nearest),
			toMap(skus),
			"If it is not for this service, set 'Unknown Lines' to 'Leave Out With a Warning'.",
		].join(' '),
	});

/** Why there is no variant, with the SKU that is nearest to the line's. */
export const withNearest = ({ unknown, nearest: [nearest] }: UnknownVariant): string =>
	nearest === undefined ? unknown : `${unknown}; the nearest SKU is ${quote(nearest)}`;
