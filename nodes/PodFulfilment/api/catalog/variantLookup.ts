import type { ApiClient } from '../../transport/client';
import type { Run } from '../../transport/run';
import { ServiceError, unwrap, type Result } from '../../transport/errors/serviceError';
import { catalogVariantOf, type CatalogVariant } from './catalogVariant';
import { variantPath } from '../paths';
import { tryResource } from '../resource';
import { variantReadForSku } from './skuIndexOfRun';

type Lookup = Promise<Result<CatalogVariant>>;

/** Lookups of each run, by account and variant. */
const lookupsOfRun = new WeakMap<Run, Map<string, Lookup>>();

async function readVariant(client: ApiClient, variantId: string): Lookup {
	const result = await tryResource(client, { method: 'GET', ...variantPath(variantId) });
	return result instanceof ServiceError ? result : catalogVariantOf(result.resource);
}

async function lookUp(client: ApiClient, variantId: string): Lookup {
	const read = variantReadForSku(client, variantId);
	if (read) return read;
	const lookups = lookupsOfRun.get(client.run) ?? new Map<string, Lookup>();
	lookupsOfRun.set(client.run, lookups);
	const key = `${client.account} ${variantId}`;
	const lookup = lookups.get(key) ?? readVariant(client, variantId);
	lookups.set(key, lookup);
	const result = await lookup;
	if (!(result instanceof ServiceError)) return result;
	// Only a definite refusal is cached; after a failure that a retry may fix, the next item asks again.
	if (result.outcome !== 'refused') lookups.delete(key);
	return result;
}

/**
 * Looks up a variant in the account's catalog: once in a run, however many items use it.
 *
 * @throws ServiceError when the catalog has no such variant, or cannot be read
 */
export async function lookUpVariant(client: ApiClient, variantId: string): Promise<CatalogVariant> {
	return unwrap(await lookUp(client, variantId));
}

/** Statuses of an ID that the catalog does not have, or that is none. */
const UNKNOWN_ID = new Set([400, 404, 410, 422]);

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
	const isUnknown = result instanceof ServiceError && UNKNOWN_ID.has(result.status);
	return isUnknown ? undefined : unwrap(result);
}
