import { createHash } from 'node:crypto';

import type { ApiClient } from '../../transport/client';
import type { Run } from '../../transport/run';
import { MAX_VARIANTS, readCatalog } from './readCatalog';
import { SkuTable } from './skuTable';
import { VariantStore } from './variantStore';

/** The SKUs of an account's catalog. */
export interface SkuIndex {
	table: SkuTable;
	/** When its reading began, in milliseconds since 1970: what was added later may be missing. */
	startedAt: number;
	/** What orders are completed from; not kept for other runs, in which it may be out of date. */
	variants?: VariantStore;
}

/** Long enough that a shop whose orders come one by one seldom reads the catalog, short enough for a changed SKU. */
const KEPT_MS = 10 * 60_000;

/** Credentials may hold expressions, so the number of accounts is unbounded. */
const MAX_KEPT_ACCOUNTS = 50;

/** Readings of other runs that a run waits for before it starts its own. */
const MAX_JOINED = 3;

/** How often a run that waits for another one's reading notices that it was cancelled. */
const WAIT_MS = 250;

/** Indexes of this process, oldest first, by the hash of the account: keys are not held longer than a run. */
const kept = new Map<string, { index: SkuIndex; until: number }>();

/** Readings under way, by the hash of the account. */
const underWay = new Map<string, Promise<SkuIndex>>();

const hashOf = (account: string): string =>
	createHash('sha256').update(account).digest('base64url');

/** Keeps an index, and forgets those that are too old or too many. */
function keep(hash: string, { table, startedAt }: SkuIndex): void {
	const now = Date.now();
	kept.delete(hash);
	kept.set(hash, { index: { table, startedAt }, until: now + KEPT_MS });
	let variants = 0;
	for (const [, { index }] of kept) variants += index.table.size;
	for (const [key, { index, until }] of kept) {
		const isTooMuch = kept.size > MAX_KEPT_ACCOUNTS || variants > MAX_VARIANTS;
		if (key === hash || (until > now && !isTooMuch)) continue;
		kept.delete(key);
		variants -= index.table.size;
	}
}

async function readIndex(client: ApiClient, hash: string): Promise<SkuIndex> {
	const startedAt = Date.now();
	const [table, variants] = [new SkuTable(), new VariantStore()];
	await readCatalog(client, (variant, productName) => {
		table.add(variant, productName);
		variants.add(variant);
	});
	const index = { table, startedAt, variants };
	keep(hash, index);
	return index;
}

/** Resolves to whether the reading of another run succeeded. */
async function join(run: Run, reading: Promise<unknown>): Promise<boolean> {
	const end = reading.then(
		() => true,
		() => false,
	);
	for (;;) {
		const result = await Promise.race([end, run.pause(WAIT_MS)]);
		if (result !== undefined) return result;
	}
}

/**
 * The index of the client's account: the one that is kept, the one that another run is reading, or a new one.
 *
 * @param notBefore one that was kept, and whose reading began earlier, does not count; milliseconds since 1970
 * @throws ServiceError when the catalog cannot be read
 * @throws RunAborted when the client's run is aborted
 */
export async function skuIndexOf(client: ApiClient, notBefore = 0): Promise<SkuIndex> {
	const hash = hashOf(client.account);
	for (let joined = 0; ; joined += 1) {
		const known = kept.get(hash);
		if (known && known.until > Date.now() && known.index.startedAt >= notBefore) return known.index;
		const other = underWay.get(hash);
		if (!other || joined === MAX_JOINED) break;
		// A failure of another run is none of this one: it may just have been cancelled.
		if (await join(client.run, other)) return await other;
	}
	const reading = readIndex(client, hash);
	underWay.set(hash, reading);
	try {
		return await reading;
	} finally {
		if (underWay.get(hash) === reading) underWay.delete(hash);
	}
}
