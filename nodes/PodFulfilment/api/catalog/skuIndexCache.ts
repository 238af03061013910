// Reads all variants of an account's catalog into an index of SKUs, product by product and several products at once, and caches
// it in memory for ten minutes, with a limit on accounts and variants. Runs that need it at the same time share one read of the
// catalog; within a run, reading may fail only a few times.

import { createHash } from 'node:crypto';
import { sleep, type IDataObject } from 'n8n-workflow';

import { trimmed } from '../../input/text';
import { upperFirst } from '../../input/wording';
import type { ApiClient } from '../../transport/client';
import { isNotFound, ServiceError } from '../../transport/errors/serviceError';
import { sharedInRun } from '../../transport/run';
import { readWholeList } from '../pages';
import { CATALOG, variantsPath, type ResourcePath } from '../paths';
import { SkuTable } from './skuTable';
import { listedVariantCache } from './variantLookup';

// Reading

const MAX_PRODUCTS = 5_000;
const MAX_VARIANTS = 100_000;
const MAX_DURATION_MS = 15 * 60_000;

const ADVICE = 'choose the variant from the list or enter its ID';

const tooLargeCatalogError = (): ServiceError =>
	new ServiceError({
		outcome: 'unreadable',
		message: 'The catalog is too large to find a variant by its SKU',
		description: `The service lists more than ${MAX_PRODUCTS} products or ${MAX_VARIANTS} variants. ${upperFirst(ADVICE)}.`,
	});

const slowCatalogError = (): ServiceError =>
	new ServiceError({
		outcome: 'unreadable',
		message: 'Reading the catalog to find a variant by its SKU takes too long',
		description: `It was not finished after ${MAX_DURATION_MS / 60_000} minutes. ${upperFirst(ADVICE)}.`,
	});

/** Members of a page that are taken before n8n does other work. */
const MEMBERS_AT_ONCE = 1_000;

async function* membersOfAllPages(
	client: ApiClient,
	request: ResourcePath,
): AsyncGenerator<IDataObject, void, void> {
	const pages = readWholeList(client, { ...request, advice: ADVICE });
	for await (const { members } of pages) {
		for (const [index, member] of members.entries()) {
			if (index % MEMBERS_AT_ONCE === MEMBERS_AT_ONCE - 1) await sleep(0);
			yield member;
		}
	}
}

/**
 * Reads all variants with as many concurrent requests as the run allows: one for each page of products, and one for each page
 * of a product's variants (spec section 4, Catalog). The spec has no list of all variants.
 *
 * @param onVariant called for each variant of each product; the same variant may be listed under several products
 * @throws ServiceError when the catalog cannot be read to its end
 */
export async function readCatalog(
	client: ApiClient,
	onVariant: (variant: IDataObject, productName: string, productId: string) => void,
): Promise<void> {
	const products = membersOfAllPages(client, CATALOG);
	const deadlineMs = Date.now() + MAX_DURATION_MS;
	const throwIfTooSlow = (): void => {
		if (Date.now() > deadlineMs) throw slowCatalogError();
	};
	const gone: unknown[] = [];
	const failures: unknown[] = [];
	let productCount = 0;
	let variantCount = 0;
	const readVariants = async ({ id, name }: IDataObject): Promise<void> => {
		throwIfTooSlow();
		for await (const variant of membersOfAllPages(client, variantsPath(String(id)))) {
			variantCount += 1;
			if (variantCount > MAX_VARIANTS) throw tooLargeCatalogError();
			if (failures.length > 0) return;
			throwIfTooSlow();
			onVariant(variant, trimmed(name), String(id));
		}
	};
	/** One of several concurrent readers: reads the variants of one product after another. */
	const readProducts = async (): Promise<void> => {
		for (;;) {
			const { value: product } = await products.next();
			if (!product || failures.length > 0) return;
			productCount += 1;
			if (productCount > MAX_PRODUCTS) throw tooLargeCatalogError();
			await readVariants(product).catch((error: unknown) => {
				// It was removed from the catalog after its page was read.
				if (!isNotFound(error)) throw error;
				gone.push(error);
			});
		}
	};
	// All readers end before a failure is reported, so that the next read does not overlap with this one.
	await Promise.all(
		Array.from({ length: client.run.concurrency }, async () => {
			await readProducts().catch((error: unknown) => failures.push(error));
		}),
	);
	if (failures.length > 0) throw failures[0];
	const [error] = gone;
	if (error && gone.length === productCount) throw error;
}

// Caching

export interface SkuIndex {
	table: SkuTable;
	/** When its read began, in milliseconds since 1970: what was added to the catalog later may be missing. */
	startedAtMs: number;
}

/** Long enough that a shop whose orders come one by one seldom reads the catalog, short enough for a changed SKU. */
const CACHED_MS = 10 * 60_000;

/** Credentials may hold expressions, so the number of accounts is unbounded. */
const MAX_CACHED_ACCOUNTS = 50;

/** Reads of other runs that a run waits for before it starts its own. */
const MAX_AWAITED_READS = 3;

/** How often a run that waits for the read of another one checks whether it was aborted itself. */
const ABORT_CHECK_INTERVAL_MS = 250;

/** Failures that another read would not mend. */
const DEFINITE = new Set<ServiceError['outcome']>(['refused', 'unreadable']);

/** Reads that may fail in one run before its other items get the same error. */
const MAX_FAILED_READS = 3;

/** Indexes of this process, oldest first, by the hash of the account: keys are not held longer than a run. */
const cache = new Map<string, { index: SkuIndex; expiresAtMs: number }>();

/** Reads in flight, by the hash of the account. The cached index stays in use meanwhile, and after a failure. */
const readsInFlight = new Map<string, Promise<SkuIndex>>();

/** Also removes what is too old or too much. */
function cacheIndex(accountHash: string, added: SkuIndex): void {
	const nowMs = Date.now();
	cache.delete(accountHash);
	cache.set(accountHash, { index: added, expiresAtMs: nowMs + CACHED_MS });
	let variants = 0;
	for (const { index } of cache.values()) variants += index.table.size;
	for (const [hash, { index, expiresAtMs }] of cache) {
		const isTooMuch = cache.size > MAX_CACHED_ACCOUNTS || variants > MAX_VARIANTS;
		if (hash === accountHash || (expiresAtMs > nowMs && !isTooMuch)) continue;
		cache.delete(hash);
		variants -= index.table.size;
	}
}

async function readIndex(client: ApiClient, accountHash: string): Promise<SkuIndex> {
	const index = { table: new SkuTable(), startedAtMs: Date.now() };
	const cacheVariant = listedVariantCache(client);
	await readCatalog(client, (variant, productName, productId) => {
		index.table.add(variant, productName, productId);
		cacheVariant(variant, productName);
	});
	cacheIndex(accountHash, index);
	return index;
}

/**
 * The index of the client's account: the cached one, the one that another run is reading, or a new one.
 *
 * @param notBeforeMs one whose read began earlier is not enough; milliseconds since 1970
 * @throws ServiceError when the catalog cannot be read
 * @throws RunAborted when the client's run is aborted
 */
async function indexOfAccount(client: ApiClient, notBeforeMs: number): Promise<SkuIndex> {
	const accountHash = createHash('sha256').update(client.account).digest('base64url');
	for (let awaited = 0; ; awaited += 1) {
		const cached = cache.get(accountHash);
		const isUsable =
			cached && cached.expiresAtMs > Date.now() && cached.index.startedAtMs >= notBeforeMs;
		if (isUsable) return cached.index;
		const otherRead = readsInFlight.get(accountHash);
		if (!otherRead || awaited === MAX_AWAITED_READS) break;
		// A failure of another run does not fail this one: the other run may just have been cancelled.
		const end = otherRead.catch(() => undefined);
		while (readsInFlight.get(accountHash) === otherRead) {
			await Promise.race([end, client.run.pause(ABORT_CHECK_INTERVAL_MS)]);
		}
	}
	const read = readIndex(client, accountHash);
	readsInFlight.set(accountHash, read);
	try {
		return await read;
	} finally {
		if (readsInFlight.get(accountHash) === read) readsInFlight.delete(accountHash);
	}
}

/** The indexes that the items of one account share within a run. */
class RunSkuIndexes {
	/** When the first item asked, in milliseconds since 1970. */
	readonly askedAtMs = Date.now();

	/** Kept until the run ends, however long it takes. */
	private newest: SkuIndex | undefined;

	/** For an index newer than {@link newest}: in flight, or failed for good. */
	private request: Promise<SkuIndex> | undefined;

	private failedReads = 0;

	/**
	 * The newest index that the run has; the first item makes it look one up.
	 *
	 * @param than an index that did not have what was looked for: resolves to a newer one
	 * @throws ServiceError when the catalog cannot be read
	 * @throws RunAborted when the run is aborted
	 */
	async newer(client: ApiClient, than?: SkuIndex): Promise<SkuIndex> {
		if (this.newest && this.newest !== than) return this.newest;
		this.request ??= this.requestNewer(client);
		return await this.request;
	}

	private async requestNewer(client: ApiClient): Promise<SkuIndex> {
		const newer = indexOfAccount(client, this.newest ? this.newest.startedAtMs + 1 : 0);
		await newer.then(
			(index) => {
				this.newest = index;
				this.request = undefined;
			},
			(error: unknown) => {
				this.failedReads += 1;
				// What a retry may fix is tried again by the next items, but not by each of thousands.
				const isDefinite = error instanceof ServiceError && DEFINITE.has(error.outcome);
				if (!isDefinite && this.failedReads < MAX_FAILED_READS) this.request = undefined;
			},
		);
		return await newer;
	}
}

export const skuIndexesOfRun = sharedInRun(() => new RunSkuIndexes());
