// Looks up a variant in the account's catalog by its ID, once in a run for all items. Also takes in the variants that a read
// of the whole catalog has listed, so that none of them is read again.

import type { IDataObject } from 'n8n-workflow';

import type { ApiClient } from '../../transport/client';
import { ServiceError, unwrap, type Result } from '../../transport/errors/serviceError';
import { variantPath } from '../paths';
import { tryResource } from '../resource';
import {
	catalogVariantOf,
	variantPartsOf,
	type CatalogVariant,
	type VariantParts,
} from './catalogVariant';
import { sharedInRun } from '../../transport/run';

type Lookup = Promise<Result<CatalogVariant>>;

/** Look-ups of an account in a run, by the ID of the variant: in flight, done, or done by reading the whole catalog. */
const lookupsOfRun = sharedInRun(() => new Map<string, CatalogVariant | Lookup>());

async function readVariant(client: ApiClient, variantId: string): Lookup {
	const result = await tryResource(client, variantPath(variantId));
	return result instanceof ServiceError ? result : catalogVariantOf(result.resource);
}

async function lookUp(client: ApiClient, variantId: string): Lookup {
	const lookups = lookupsOfRun(client);
	const lookup = lookups.get(variantId) ?? readVariant(client, variantId);
	lookups.set(variantId, lookup);
	const result = await lookup;
	if (!(result instanceof ServiceError)) {
		lookups.set(variantId, result);
		return result;
	}
	// Only a definite refusal is cached; after a failure that a retry may fix, the next item asks again.
	if (result.outcome !== 'refused' && lookups.get(variantId) === lookup) lookups.delete(variantId);
	return result;
}

/** @throws ServiceError when the catalog has no such variant, or cannot be read */
export async function lookUpVariant(client: ApiClient, variantId: string): Promise<CatalogVariant> {
	return unwrap(await lookUp(client, variantId));
}

/** A variant that the run has looked up already. */
export function knownVariant(
	client: Pick<ApiClient, 'run' | 'account'>,
	variantId: string,
): CatalogVariant | undefined {
	const known = lookupsOfRun(client).get(variantId);
	return known instanceof Promise ? undefined : known;
}

/**
 * As {@link lookUpVariant}, for a text that may not be the ID of a variant at all.
 *
 * @returns undefined when the catalog has no such variant
 * @throws ServiceError when the catalog cannot be read
 */
export async function tryVariant(
	client: ApiClient,
	variantId: string,
): Promise<CatalogVariant | undefined> {
	const result = await lookUp(client, variantId);
	const isUnknown = result instanceof ServiceError && result.isAboutWhatWasNamed;
	return isUnknown ? undefined : unwrap(result);
}

/** What one read of the catalog may add: its variants mostly share all but name and SKU, so this is a large catalog. */
const MAX_CHARACTERS = 16_000_000;

/**
 * Returns the function that adds a variant to the look-ups of the run as a list of the catalog shows it, so that no item
 * reads it again by its ID. It leaves out what does not fit, and what the list shows in part only.
 */
export function listedVariantCache(
	client: ApiClient,
): (body: IDataObject, productName?: string) => void {
	const lookups = lookupsOfRun(client);
	/** By their JSON. */
	const sharedParts = new Map<string, VariantParts>();
	let characters = 0;
	return (body, productName) => {
		const { placements, options } = body;
		// Without placements an order would not be completed: the list may show less than the variant itself.
		const isWhole = Array.isArray(placements) && placements.length > 0 && Array.isArray(options);
		if (!isWhole || characters > MAX_CHARACTERS) return;
		const key = JSON.stringify([placements, options]);
		let parts = sharedParts.get(key);
		if (!parts) {
			parts = variantPartsOf(body);
			sharedParts.set(key, parts);
			characters += key.length;
		}
		const variant = catalogVariantOf(body, parts, productName);
		characters += variant.name.length + 2 * variant.itemName.length + (variant.sku?.length ?? 0);
		lookups.set(String(body.id), variant);
	};
}
