// The fields 'Variant', with their mode 'SKU', and searching the variants of one or of all products for their lists.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { nameWithinProduct } from '../api/catalog/catalogVariant';
import { readPages } from '../api/pages';
import { CATALOG, variantsPath } from '../api/paths';
import { SKU_MODE } from '../input/locatorValue';
import { isObject } from '../input/objects';
import { trimmed } from '../input/text';
import type { ApiClient } from '../transport/client';
import { locator, selectionOf } from './locator';
import {
	collectionSearch,
	createListClient,
	decodePaginationToken,
	pendingProduct,
	namePartsOf,
	readableName,
	SearchResults,
	type PendingProduct,
	type Search,
	type SearchEntry,
} from './searchCollection';

const variantLocatorOf = (description: string, searchListMethod: string): INodeProperties =>
	locator({
		displayName: 'Variant',
		name: 'variantId',
		description,
		searchListMethod,
		exampleId: '0198c2f4-5b3e-7f44-a6d8-1c9e0b2f7a63',
		modes: [
			{
				displayName: 'SKU',
				name: SKU_MODE,
				type: 'string',
				placeholder: 'e.g. TS-001-NAVY-M',
				hint: 'The SKU that the catalog shows for the variant',
			},
		],
	});

export const variantLocator = variantLocatorOf('A variant of a product', 'searchVariants');

/** Variant of an order item; its list shows the variants of the product selected in the same row, or of all products. */
export const itemVariantLocator: INodeProperties = {
	...variantLocatorOf('The product to print on, in its size and colour', 'searchVariantsOfProduct'),
	hint: 'Search the whole catalog, for example for "navy m". Product, behind Add Item Detail, narrows the list.',
	typeOptions: { loadOptionsDependsOn: ['&productId.value'] },
};

/**
 * A variant as an entry: what tells it from its siblings first, since the list is narrow. Nothing that changes, such as
 * its stock: the editor keeps the label in the workflow.
 *
 * @param productName '' if it is not known
 * @param isProductShown whether the list has variants of several products
 */
function variantEntry(
	{ id, name, sku }: IDataObject,
	productName: string,
	isProductShown: boolean,
): SearchEntry {
	const detail = nameWithinProduct(trimmed(name), productName);
	const isNamed = detail.includes(productName);
	return {
		name: readableName(detail, isProductShown && !isNamed ? productName : '', sku) || String(id),
		value: String(id),
		searchText: `${productName} ${trimmed(name)}`,
	};
}

/** '' if it was not selected from the list. */
const selectedProductName = (selected: unknown): string =>
	isObject(selected) ? namePartsOf(String(selected.cachedResultName ?? ''))[0] : '';

/** Number of products whose variants are read at once. */
const PRODUCT_BATCH_SIZE = 5;

/** Reads the variants of a product until the search is over. */
async function readVariants(
	client: ApiClient,
	{ id, name: productName = '' }: PendingProduct,
	search: SearchResults,
): Promise<SearchEntry[]> {
	const variants: SearchEntry[] = [];
	for await (const { members } of readPages(client, variantsPath(id))) {
		for (const variant of members) variants.push(variantEntry(variant, productName, true));
		search.onPage();
		if (search.isOver) break;
	}
	return variants;
}

/** Searches the variants of all products. The spec has no such collection, so it reads product by product. */
export const searchVariants: Search = async function (filter = '', paginationToken) {
	const client = await createListClient(this);
	const position = decodePaginationToken(paginationToken) ?? {
		next: CATALOG.path,
		firstIds: [],
	};
	const firstIds = new Set(position.firstIds);
	const found = new SearchResults(filter);
	let { next, pendingProducts = [] } = position;
	while (pendingProducts.length > 0 || next !== undefined) {
		if (found.isComplete)
			return found.toListResult({ next, firstIds: [...firstIds], pendingProducts });
		if (pendingProducts.length === 0 && next !== undefined) {
			const pages = readPages(client, { ...CATALOG, path: next });
			const page = (await pages.next()).value ?? undefined;
			const firstId = String(page?.members[0]?.id ?? '');
			// The page was read before: the page links form a circle.
			if (firstIds.has(firstId)) break;
			firstIds.add(firstId);
			next = page?.next;
			pendingProducts = page?.members.map(pendingProduct) ?? [];
		}
		const products = pendingProducts.slice(0, PRODUCT_BATCH_SIZE);
		pendingProducts = pendingProducts.slice(PRODUCT_BATCH_SIZE);
		const variants = await Promise.all(
			products.map(async (product) => await readVariants(client, product, found)),
		);
		found.add(variants.flat());
	}
	return found.toListResult();
};

/** Searches the variants of the product selected in the same row; those of all products where none is. */
export const searchVariantsOfProduct: Search = async function (filter, paginationToken) {
	const selected = selectionOf(this, '&productId');
	if (selected === undefined) return await searchVariants.call(this, filter, paginationToken);
	const productName = selectedProductName(selected);
	const search = collectionSearch({
		...variantsPath(selected),
		toResult: (variant) => variantEntry(variant, productName, false),
	});
	return await search.call(this, filter, paginationToken);
};
