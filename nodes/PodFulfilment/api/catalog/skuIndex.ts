// Finds a variant by its SKU, by a text that is a SKU or an ID, or as a locator field chooses it, and refuses a SKU that no
// variant or several variants have. Decides whether the cached index of SKUs is recent enough for the answer or has to be read
// again, and for how many unknown SKUs the nearest ones are looked for.

import { sleep } from 'n8n-workflow';

import { refuse } from '../../input/checks';
import { locatorChoice, locatorText, SKU_MODE } from '../../input/locatorValue';
import { MAX_LISTED, quote, quotedList } from '../../input/wording';
import { SERVICE_ID_PATTERN } from '../../spec/service';
import type { ApiClient } from '../../transport/client';
import { ServiceError } from '../../transport/errors/serviceError';
import { skuIndexesOfRun, type SkuIndex } from './skuIndexCache';
import {
	isSameSku,
	type ListedVariant,
	type Siblings,
	type SkuMatch,
	type SkuTable,
} from './skuTable';
import { tryVariant } from './variantLookup';

/** An index that lacks a SKU is read again only when it is older than this: orders with unknown SKUs come in a row. */
const RECENT_MS = 30_000;

const isRecent = (startedAtMs: number): boolean => Date.now() - startedAtMs <= RECENT_MS;

/**
 * Whether what an index says, whose read began before the run, still holds. A missing SKU may have been added since. A
 * found one may have been given to another variant, and another product would be printed: its variant is asked, by the
 * request that completes the order anyway, once for a run.
 */
async function stillHolds(
	client: ApiClient,
	match: SkuMatch,
	{ startedAtMs }: SkuIndex,
	entered: string,
): Promise<boolean> {
	switch (match.kind) {
		case 'none':
			return isRecent(startedAtMs);
		case 'several':
			return true;
		case 'one': {
			const variant = await tryVariant(client, match.variantId);
			if (variant?.sku === undefined) return variant !== undefined;
			return isSameSku(variant.sku, entered) || match.variantId === entered.trim();
		}
	}
}

/** How often the nearest SKUs were looked for, by the client of an order. */
const suggestions = new WeakMap<ApiClient, number>();

/** The nearest SKUs to an unknown one, for as many lines of an order as its messages list. */
async function nearestSkus(client: ApiClient, table: SkuTable, sku: string): Promise<string[]> {
	const count = suggestions.get(client) ?? 0;
	if (count >= MAX_LISTED) return [];
	suggestions.set(client, count + 1);
	// Between one and the next, n8n does other work.
	await sleep(0);
	return table.nearest(sku);
}

/** Looks in the cached index first, and in a newer one where what it says does not hold any more. */
async function findInIndex<Found>(
	client: ApiClient,
	look: (table: SkuTable) => Found,
	holds: (found: Found, index: SkuIndex) => Promise<boolean>,
): Promise<{ found: Found; table: SkuTable }> {
	const indexes = skuIndexesOfRun(client);
	let index = await indexes.newer(client);
	for (;;) {
		const { table } = index;
		const found = look(table);
		// Nothing newer is read for a run than what it read itself, so that it reads the catalog again once at most.
		const isOfThisRun = index.startedAtMs >= indexes.askedAtMs;
		if (isOfThisRun || (await holds(found, index))) return { found, table };
		index = await indexes.newer(client, index);
	}
}

async function find(
	client: ApiClient,
	entered: string,
	look: (table: SkuTable) => SkuMatch,
): Promise<SkuMatch> {
	const { found: match, table } = await findInIndex(
		client,
		look,
		async (found, index) => await stillHolds(client, found, index, entered),
	);
	return match.kind === 'none'
		? { ...match, nearest: await nearestSkus(client, table, entered) }
		: match;
}

/**
 * Finds a variant of the account's catalog by its SKU (spec section 2, CatalogProductVariant). The service finds a variant
 * by its ID alone, so the whole catalog is read into an index: once for a run, and cached for ten minutes.
 *
 * @throws ServiceError when the catalog cannot be read
 */
export async function findVariantBySku(client: ApiClient, sku: string): Promise<SkuMatch> {
	return await find(client, sku, (table) => table.find(sku));
}

/**
 * As {@link findVariantBySku}, for a text that may be the ID of a variant instead. The SKU goes first, unless the text has
 * the form of an ID: that is asked for first, since it takes one request instead of the whole catalog.
 *
 * @throws ServiceError when the catalog cannot be read
 */
export async function findVariantBySkuOrId(client: ApiClient, text: string): Promise<SkuMatch> {
	const id = text.trim();
	const byId = SERVICE_ID_PATTERN.test(id) ? await tryVariant(client, id) : undefined;
	if (byId) return { kind: 'one', variantId: id, name: byId.name };
	return await find(client, text, (table) => {
		const match = table.find(text);
		return match.kind === 'none' ? (table.findId(text) ?? match) : match;
	});
}

/**
 * The variants of the product that a variant is of, from the same index: where a variant was found by its ID, the catalog
 * is read for it, once in ten minutes.
 *
 * @returns undefined where the catalog does not list the variant, or is too large to be read: an order by ID needs none of it
 * @throws ServiceError when the catalog cannot be read now
 */
export async function siblingsOf(
	client: ApiClient,
	variantId: string,
): Promise<Siblings | undefined> {
	const index = await skuIndexesOfRun(client)
		.newer(client)
		.catch((error: unknown) => {
			if (!(error instanceof ServiceError) || error.outcome !== 'unreadable') throw error;
			return undefined;
		});
	return index?.table.siblingsOf(variantId);
}

/**
 * The variants of a product, and the one of them that is meant, from the same index: a product, or a variant of it, that
 * the index does not have may have been added since.
 *
 * @param choose the variant that is meant; undefined where none is
 * @returns no variants where the catalog does not list the product
 * @throws ServiceError when the catalog cannot be read
 */
export async function findVariantOfProduct(
	client: ApiClient,
	productId: string,
	choose: (variants: readonly ListedVariant[]) => ListedVariant | undefined,
): Promise<{ variants: readonly ListedVariant[]; chosen: ListedVariant | undefined }> {
	const { found } = await findInIndex(
		client,
		(table) => {
			const variants = table.variantsOf(productId);
			return { variants, chosen: choose(variants) };
		},
		async ({ chosen }, { startedAtMs }) => {
			if (!chosen) return isRecent(startedAtMs);
			// As of a SKU: what is called so may be another variant by now.
			const variant = await tryVariant(client, chosen.id);
			return variant !== undefined && (variant.sku ?? '') === chosen.sku;
		},
	);
	return found;
}

/**
 * @param field its label in messages, e.g. 'Items → Item 1 → Variant'
 * @throws UserError when the catalog has no variant with the SKU, or several
 * @throws ServiceError when the catalog cannot be read
 */
export async function variantIdOfSku(
	client: ApiClient,
	sku: string,
	field: string,
): Promise<string> {
	const match = await findVariantBySku(client, sku);
	switch (match.kind) {
		case 'one':
			return match.variantId;
		case 'several':
			return refuse(
				field,
				`is ${quote(sku)}, which is the SKU of several variants: ${quotedList(match.names, ' and ')}`,
				'Choose the variant from the list, or enter its ID.',
			);
		case 'none':
			return refuse(
				field,
				`is ${quote(sku)}, a SKU that the catalog does not have`,
				match.nearest.length === 0
					? 'Compare it with the SKUs of the catalog, choose the variant from the list, or enter its ID.'
					: `The nearest ${match.nearest.length === 1 ? 'is' : 'are'} ${quotedList(match.nearest)}. Correct the SKU, or choose the variant from the list.`,
			);
	}
}

/**
 * The ID of the variant chosen in a resource locator; a SKU is looked up in the catalog.
 *
 * @throws UserError naming the field, for a SKU that no variant has, or several
 * @throws ServiceError when the catalog cannot be read
 */
export async function locatedVariantId(
	client: ApiClient,
	locator: unknown,
	field: string,
): Promise<string> {
	const value = locatorText(locator);
	if (locatorChoice(locator).mode !== SKU_MODE || value === '') return value;
	return await variantIdOfSku(client, value, field);
}
