// The fields 'Variant', with their mode 'SKU', and searching the variants of one or of all products for their lists.

import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { nameWithinProduct } from '../api/catalog/variantName';
import { readPages, type Page } from '../api/pages';
import { productPath } from '../api/paths';
import { trimmed } from '../input/guards';
import { SKU_MODE, type LocatorValue } from '../input/locatorValue';
import type { ApiClient } from '../transport/client';
import { locator } from './locator';
import { decodePaginationToken } from './paginationToken';
import { requireSelection } from './requireSelection';
import {
	createListClient,
	namePartsOf,
	readableName,
	searchCollection,
	SearchResults,
	type SearchEntry,
} from './searchCollection';

const EXAMPLE_ID = '0198c2f4-5b3e-7f44-a6d8-1c9e0b2f7a63';

/** Adds the mode 'SKU' to a locator. */
const withSkuMode = (property: INodeProperties): INodeProperties => ({
	...property,
	modes: [
		...(property.modes ?? []),
		{
			displayName: 'SKU',
			name: SKU_MODE,
			type: 'string',
			placeholder: 'e.g. TS-001-NAVY-M',
			hint: 'The SKU that the catalog shows for the variant',
		},
	],
});

export const variantLocator: INodeProperties = withSkuMode(
	locator({
		displayName: 'Variant',
		name: 'variantId',
		description: 'A variant of a product',
		searchListMethod: 'searchVariants',
		exampleId: EXAMPLE_ID,
	}),
);

/** Variant of an order item; its list shows the variants of the product selected in the same row. */
export const itemVariantLocator: INodeProperties = {
	...withSkuMode(
		locator({
			displayName: 'Variant',
			name: 'variantId',
			description: 'The product to print on, in its size and colour',
			searchListMethod: 'searchVariantsOfProduct',
			exampleId: EXAMPLE_ID,
		}),
	),
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

/** Name of a product that was selected from the list; '' if it was not. */
const selectedProductName = (selected: LocatorValue): string =>
	typeof selected === 'object' && selected !== null
		? namePartsOf(String(selected.cachedResultName ?? ''))[0]
		: '';

/** Searches the variants of the product selected in the same row. */
export async function searchVariantsOfProduct(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const selected = requireSelection(this, '&productId', 'product');
	const product = productPath(selected);
	const productName = selectedProductName(selected);
	return await searchCollection(this, {
		path: `${product.path}/catalog-variants`,
		subject: `the variants of ${product.subject}`,
		filter,
		paginationToken,
		toResult: (variant) => variantEntry(variant, productName, false),
	});
}

interface Product {
	id: string;
	name?: string;
}

/** Number of products whose variants are read at once. */
const PRODUCT_BATCH_SIZE = 5;

/** Reads the variants of a product until the search is over. */
async function readVariants(
	client: ApiClient,
	{ id, name: productName = '' }: Product,
	search: SearchResults,
): Promise<SearchEntry[]> {
	const { path, subject } = productPath(id);
	const variants: SearchEntry[] = [];
	for await (const { members } of readPages(client, {
		path: `${path}/catalog-variants`,
		subject: `the variants of ${subject}`,
	})) {
		for (const variant of members) {
			variants.push(variantEntry(variant, productName, true));
		}
		search.onPage();
		if (search.isOver) break;
	}
	return variants;
}

async function readProductPage(client: ApiClient, path: string): Promise<Page | undefined> {
	const pages = readPages(client, { path, subject: 'the catalog' });
	const { value } = await pages.next();
	return value ?? undefined;
}

const productOf = ({ id, name }: IDataObject): Product => ({
	id: String(id),
	...(typeof name === 'string' && { name }),
});

/** Searches the variants of all products. The spec has no such collection, so it reads product by product. */
export async function searchVariants(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = await createListClient(this);
	const position = decodePaginationToken(paginationToken) ?? {
		next: '/api/catalog-products',
		firstIds: [],
	};
	const firstIds = new Set(position.firstIds);
	const found = new SearchResults(filter);
	let { next, pendingProducts = [] } = position;
	while (pendingProducts.length > 0 || next !== undefined) {
		if (found.isComplete)
			return found.toListResult({ next, firstIds: [...firstIds], pendingProducts });
		if (pendingProducts.length === 0 && next !== undefined) {
			const page = await readProductPage(client, next);
			const firstId = String(page?.members[0]?.id ?? '');
			// The page was read before: the page links form a circle.
			if (firstIds.has(firstId)) break;
			firstIds.add(firstId);
			next = page?.next;
			pendingProducts = page?.members.map(productOf) ?? [];
		}
		const products = pendingProducts.slice(0, PRODUCT_BATCH_SIZE);
		pendingProducts = pendingProducts.slice(PRODUCT_BATCH_SIZE);
		const variants = await Promise.all(
			products.map(async (product) => await readVariants(client, product, found)),
		);
		found.add(variants.flat());
	}
	return found.toListResult();
}
