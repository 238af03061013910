import type { ApiClient } from '../../transport/client';
import { skuIndexOfRun } from './skuIndexOfRun';
import { isSameSku, type FoundVariant, type SkuMatch } from './skuTable';
import { tryVariant } from './variantLookup';

/** IDs are in the shape of a UUID (spec section 2). */
const ID_PATTERN = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Whether a variant has a SKU now, or that as its ID. What is kept may be ten minutes old, and another product would be
 * printed where the SKU was given to another variant since. Completing the order reads the same variant, once for a run.
 */
async function isStillSold(
	client: ApiClient,
	found: FoundVariant,
	given: string,
): Promise<boolean> {
	const variant = await tryVariant(client, found.variantId);
	if (variant?.sku === undefined) return variant !== undefined;
	return isSameSku(variant.sku, given) || found.variantId === given.trim();
}

/**
 * Finds a variant of the account's catalog by its SKU (spec section 2, CatalogProductVariant). The service finds a variant
 * by its ID alone, so the catalog is read: once for a run, and kept for ten minutes. A SKU that is missing in what was kept,
 * or that its variant no longer has, is looked for in a new reading, once for a run.
 *
 * @throws ServiceError when the catalog cannot be read
 */
export async function findVariantBySku(client: ApiClient, sku: string): Promise<SkuMatch> {
	return await skuIndexOfRun(client).find(
		client,
		(table) => table.find(sku),
		async (found) => await isStillSold(client, found, sku),
	);
}

/**
 * As {@link findVariantBySku}, for a text that may be the ID of a variant instead. The SKU goes first, unless the text has
 * the form of an ID: that is asked for first, since it takes one request instead of the whole catalog.
 *
 * @throws ServiceError when the catalog cannot be read
 */
export async function findVariantBySkuOrId(client: ApiClient, text: string): Promise<SkuMatch> {
	const id = text.trim();
	const byId = ID_PATTERN.test(id) ? await tryVariant(client, id) : undefined;
	if (byId) return { kind: 'one', variantId: id, name: byId.name };
	return await skuIndexOfRun(client).find(
		client,
		(table) => {
			const match = table.find(text);
			return match.kind === 'none' ? (table.findId(text) ?? match) : match;
		},
		async (found) => await isStillSold(client, found, text),
	);
}
