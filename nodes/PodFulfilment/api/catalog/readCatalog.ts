// Reads all variants of the catalog, product by product and several products at once. Also how many products, variants
// and minutes that may take, and the errors of a catalog that is too large or too slow.

import { sleep, type IDataObject } from 'n8n-workflow';

import { trimmed } from '../../input/guards';
import { upperFirst } from '../../input/wording';
import type { ApiClient } from '../../transport/client';
import { ServiceError } from '../../transport/errors/serviceError';
import type { ServiceRequest } from '../../transport/types';
import { readWholeList } from '../pages';
import { productPath } from '../paths';

const MAX_PRODUCTS = 5_000;
export const MAX_VARIANTS = 100_000;
const MAX_DURATION_MS = 15 * 60_000;

/** Statuses of a product that was removed from the catalog after its page was read. */
const GONE = new Set([404, 410]);

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

async function* membersOf(
	client: ApiClient,
	request: Pick<ServiceRequest, 'path' | 'subject'>,
): AsyncGenerator<IDataObject, void, void> {
	const pages = readWholeList(client, { ...request, advice: ADVICE });
	for await (const { members } of pages) {
		for (const [index, member] of members.entries()) {
			if (index % MEMBERS_AT_ONCE === MEMBERS_AT_ONCE - 1) await sleep(0);
			yield member;
		}
	}
}

type OnVariant = (variant: IDataObject, productName: string, productId: string) => void;

/** One read of the whole catalog. The spec has no list of all variants, so it goes product by product. */
class CatalogRead {
	private readonly client: ApiClient;

	private readonly onVariant: OnVariant;

	private readonly products: AsyncGenerator<IDataObject, void, void>;

	private readonly deadlineMs = Date.now() + MAX_DURATION_MS;

	private productCount = 0;

	private variantCount = 0;

	private readonly gone: ServiceError[] = [];

	private failure: { error: unknown } | undefined;

	constructor(client: ApiClient, onVariant: OnVariant) {
		this.client = client;
		this.onVariant = onVariant;
		this.products = membersOf(client, { path: '/api/catalog-products', subject: 'the catalog' });
	}

	async run(): Promise<void> {
		// All readers end before a failure is reported, so that the next read does not overlap with this one.
		const readers = Array.from({ length: this.client.run.concurrency }, async () => {
			await this.readProducts();
		});
		await Promise.all(readers);
		if (this.failure) throw this.failure.error;
		const [error] = this.gone;
		if (error && this.gone.length === this.productCount) throw error;
	}

	/** One of several concurrent readers: reads the variants of one product after another. */
	private async readProducts(): Promise<void> {
		for (;;) {
			const product = await this.nextProduct();
			if (!product || this.failure) return;
			try {
				await this.readVariants(product);
			} catch (error) {
				if (error instanceof ServiceError && GONE.has(error.status)) this.gone.push(error);
				else this.failure ??= { error };
			}
		}
	}

	/** The next product for a reader; undefined after the last one, and after a failure. */
	private async nextProduct(): Promise<IDataObject | undefined> {
		try {
			const { value } = await this.products.next();
			if (!value) return undefined;
			this.productCount += 1;
			if (this.productCount > MAX_PRODUCTS) throw tooLargeCatalogError();
			return value;
		} catch (error) {
			this.failure ??= { error };
			return undefined;
		}
	}

	private async readVariants({ id, name }: IDataObject): Promise<void> {
		this.throwIfTooSlow();
		const { path, subject } = productPath(String(id));
		const request = { path: `${path}/catalog-variants`, subject: `the variants of ${subject}` };
		for await (const variant of membersOf(this.client, request)) {
			this.variantCount += 1;
			if (this.variantCount > MAX_VARIANTS) throw tooLargeCatalogError();
			if (this.failure) return;
			this.throwIfTooSlow();
			this.onVariant(variant, trimmed(name), String(id));
		}
	}

	private throwIfTooSlow(): void {
		if (Date.now() > this.deadlineMs) throw slowCatalogError();
	}
}

/**
 * Reads all variants of the catalog, with as many concurrent requests as the run allows: one for each page of products, and
 * one for each page of a product's variants (spec section 4, Catalog).
 *
 * @param onVariant called for each variant of each product; the same variant may be listed under several products
 * @throws ServiceError when the catalog cannot be read to its end
 */
export async function readCatalog(client: ApiClient, onVariant: OnVariant): Promise<void> {
	await new CatalogRead(client, onVariant).run();
}
