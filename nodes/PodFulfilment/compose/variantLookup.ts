import { catalogVariantOf, type CatalogVariant } from '../api/catalogVariant';
import { variantPath } from '../api/paths';
import { tryResource } from '../api/resource';
import type { ApiClient } from '../transport/client';
import type { Run } from '../transport/run';
import { ServiceError } from '../transport/serviceError';

type Lookup = Promise<CatalogVariant | ServiceError>;

/** Lookups of each run, by account and variant. */
const lookupsOfRun = new WeakMap<Run, Map<string, Lookup>>();

async function readVariant(client: ApiClient, variantId: string): Lookup {
	const result = await tryResource(client, { method: 'GET', ...variantPath(variantId) });
	return result instanceof ServiceError ? result : catalogVariantOf(result.resource);
}

/**
 * Looks up a variant in the account's catalog: once in a run, however many items use it.
 *
 * @throws ServiceError when the catalog has no such variant, or cannot be read
 */
export async function lookUpVariant(client: ApiClient, variantId: string): Promise<CatalogVariant> {
	const lookups = lookupsOfRun.get(client.run) ?? new Map<string, Lookup>();
	lookupsOfRun.set(client.run, lookups);
	const key = `${client.account} ${variantId}`;
	const lookup = lookups.get(key) ?? readVariant(client, variantId);
	lookups.set(key, lookup);
	const result = await lookup;
	if (!(result instanceof ServiceError)) return result;
	// Only a definite refusal is cached; after a failure that a retry may fix, the next item asks again.
	if (result.outcome !== 'refused') lookups.delete(key);
	// A copy for each item: the item's index is written into the error.
	throw result.copy();
}
