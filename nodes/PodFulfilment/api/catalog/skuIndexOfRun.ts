import type { ApiClient } from '../../transport/client';
import type { Run } from '../../transport/run';
import { ServiceError, unwrap, type Result } from '../../transport/errors/serviceError';
import type { CatalogVariant } from './catalogVariant';
import { skuIndexOf, type SkuIndex } from './skuIndexCache';
import type { FoundVariant, SkuMatch, SkuTable } from './skuTable';

/** An index that lacks a SKU is read again only when it is older than this: orders with unknown SKUs come in a row. */
const RECENT_MS = 30_000;

/** Readings that may fail in one run before its other items get the same error. */
const MAX_FAILED_READINGS = 3;

/** The index that the items of one account share within a run. */
class SkuIndexOfRun {
	/** When the first item asked, in milliseconds since 1970. */
	private readonly askedAt = Date.now();

	private first: Promise<Result<SkuIndex>> | undefined;

	/** A newer one, for SKUs that the first lacks, or has at a variant that is no longer theirs. */
	private second: Promise<Result<SkuIndex>> | undefined;

	private failedReadings = 0;

	/** Those that were read, without those under way. */
	readonly read: SkuIndex[] = [];

	/**
	 * Looks something up, and once more in a newer index where it is missing, or not true any more.
	 *
	 * @param isTrue asks the service about a variant that an index of before this run has
	 */
	async find(
		client: ApiClient,
		look: (table: SkuTable) => SkuMatch,
		isTrue: (found: FoundVariant) => Promise<boolean>,
	): Promise<SkuMatch> {
		this.first ??= this.request(client, 0);
		const index = await this.resultOf(this.first);
		const match = look(index.table);
		const isEnough =
			match.kind === 'one'
				? index.startedAt >= this.askedAt || (await isTrue(match))
				: match.kind === 'several' || !this.isOutdated(index);
		if (isEnough) return match;
		this.second ??= this.request(client, index.startedAt + 1);
		const newer = await this.resultOf(this.second);
		return look(newer.table);
	}

	/** Whether what is missing may have been added since, and this run has not looked yet. */
	private isOutdated({ startedAt }: SkuIndex): boolean {
		return startedAt < Math.min(this.askedAt, Date.now() - RECENT_MS);
	}

	private async request(client: ApiClient, notBefore: number): Promise<Result<SkuIndex>> {
		const result = await skuIndexOf(client, notBefore).catch((error: unknown) => {
			if (error instanceof ServiceError) return error;
			throw error;
		});
		if (!(result instanceof ServiceError)) {
			this.read.push(result);
			return result;
		}
		// What a retry may fix is tried again by the next items, but not by each of thousands.
		const isDefinite = result.outcome === 'refused' || result.outcome === 'unreadable';
		this.failedReadings += isDefinite ? MAX_FAILED_READINGS : 1;
		return result;
	}

	private async resultOf(reading: Promise<Result<SkuIndex>>): Promise<SkuIndex> {
		const result = await reading;
		if (result instanceof ServiceError && this.failedReadings < MAX_FAILED_READINGS) {
			if (this.first === reading) this.first = undefined;
			if (this.second === reading) this.second = undefined;
		}
		return unwrap(result);
	}
}

/** Of each run, by account. */
const indexesOfRuns = new WeakMap<Run, Map<string, SkuIndexOfRun>>();

/** The index that the items of the client's account share in its run. */
export function skuIndexOfRun({ run, account }: ApiClient): SkuIndexOfRun {
	const ofRun = indexesOfRuns.get(run) ?? new Map<string, SkuIndexOfRun>();
	indexesOfRuns.set(run, ofRun);
	const index = ofRun.get(account) ?? new SkuIndexOfRun();
	ofRun.set(account, index);
	return index;
}

/** The variant as the catalog was read in this run to find a SKU; undefined where it was not, or only in part. */
export function variantReadForSku(
	{ run, account }: ApiClient,
	variantId: string,
): CatalogVariant | undefined {
	for (const { variants } of indexesOfRuns.get(run)?.get(account)?.read ?? []) {
		const variant = variants?.get(variantId);
		if (variant) return variant;
	}
	return undefined;
}
