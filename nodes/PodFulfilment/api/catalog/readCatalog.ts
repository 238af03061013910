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

/**
 * Reads all variants of the catalog, with as many concurrent requests as the run allows: one for each page of products, and
 * one for each page of a product's variants (spec section 4, Catalog). The spec has no list of all variants.
 *
 * @param onVariant called for each variant of each product; the same variant may be listed under several products
 * @throws ServiceError when the catalog cannot be read to its end
 */
export async function readCatalog(
	client: ApiClient,
	onVariant: (variant: IDataObject, productName: string, productId: string) => void,
): Promise<void> {
	const products = membersOf(client, { path: '/api/catalog-products', subject: 'the catalog' });
	const deadlineMs = Date.now() + MAX_DURATION_MS;
	const throwIfTooSlow = (): void => {
		if (Date.now() > deadlineMs) throw slowCatalogError();
	};
	const gone: ServiceError[] = [];
	const failures: unknown[] = [];
	let productCount = 0;
	let variantCount = 0;
	const readVariants = async ({ id, name }: IDataObject): Promise<void> => {
		throwIfTooSlow();
		const { path, subject } = productPath(String(id));
		const request = { path: `${path}/catalog-variants`, subject: `the variants of ${subject}` };
		for await (const variant of membersOf(client, request)) {
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
				if (!(error instanceof ServiceError) || !GONE.has(error.status)) throw error;
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
