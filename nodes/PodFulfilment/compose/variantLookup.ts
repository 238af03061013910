import { ServiceError } from '../transport/serviceError';
import type { Run } from '../transport/run';
import type { ApiClient } from '../transport/client';
import { tryResource } from '../api/resource';
import { type CatalogVariant, catalogVariantOf } from '../api/catalogVariant';
import { variantPath } from '../api/paths';

type LookUp = Promise<CatalogVariant | ServiceError>;

/** Look-ups live as long as the run and no longer, by account and variant. */
const lookUpsOfRun = new WeakMap<Run, Map<string, LookUp>>();

async function readVariant(client: ApiClient, variantId: string): LookUp {
	const outcome = await tryResource(client, { method: 'GET', ...variantPath(variantId) });
	return outcome instanceof ServiceError ? outcome : catalogVariantOf(outcome.resource);
}

/**
 * Looks a variant up in the account's catalog; once in a run, however many items use it.
 *
 * @throws ServiceRefusal when the catalog has no such variant, or cannot be read
 */
export async function lookUpVariant(client: ApiClient, variantId: string): Promise<CatalogVariant> {
	const lookUps = lookUpsOfRun.get(client.run) ?? new Map<string, LookUp>();
	lookUpsOfRun.set(client.run, lookUps);
	const key = `${client.account} ${variantId}`;
	const lookUp = lookUps.get(key) ?? readVariant(client, variantId);
	lookUps.set(key, lookUp);
	const variant = await lookUp;
	if (!(variant instanceof ServiceError)) return variant;
	// What may pass is not held against the other items.
	if (variant.outcome !== 'refused') lookUps.delete(key);
	// Each item throws one of its own: its number is written into it.
	throw variant.copy();
}
