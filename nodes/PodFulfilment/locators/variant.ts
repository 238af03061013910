import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { pathSegment } from '../transport/path';
import { openService } from '../transport/service';
import { readableName, searchCollection } from './listSearch';
import { locator, type LocatorValue } from './locator';
import { productPath } from './product';

const exampleId = '0198c2f4-5b3e-7f44-a6d8-1c9e0b2f7a63';

export const variantLocator: INodeProperties = locator({
	displayName: 'Variant',
	name: 'variantId',
	description: 'The variant of a product',
	searchListMethod: 'searchVariants',
	exampleId,
});

/** The variant of an order item: its list holds the variants of the product chosen in the same row. */
export const itemVariantLocator: INodeProperties = {
	...locator({
		displayName: 'Variant',
		name: 'variantId',
		description: 'What to print on, in which size and colour',
		searchListMethod: 'searchVariantsOfProduct',
		exampleId,
	}),
	typeOptions: { loadOptionsDependsOn: ['&productId.value'] },
};

/** The variant's path, and its name in messages. */
export function variantPath(id: string): { path: string; about: string } {
	return {
		path: `/api/catalog-product-variants/${pathSegment(id, 'Variant')}`,
		about: `variant "${id.trim()}"`,
	};
}

const toResult = (
	{ id, name, sku, inStock }: IDataObject,
	productName?: unknown,
): INodeListSearchItems => ({
	name: readableName(productName, name, sku, inStock === false ? 'out of stock' : '') || String(id),
	value: String(id),
});

/** The variants of one product, for the rows of an order. */
export async function searchVariantsOfProduct(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const product = productPath(this.getCurrentNodeParameter('&productId') as LocatorValue);
	return await searchCollection(this, {
		path: `${product.path}/catalog-variants`,
		about: `the variants of ${product.about}`,
		filter,
		paginationToken,
		toResult: (variant) => toResult(variant),
	});
}

/** Variants that a search without a chosen product shows at once, at least, if there are as many. */
const ENOUGH_RESULTS = 20;

/** Products whose variants one look into the list reads at most. */
const PRODUCTS_PER_SEARCH = 10;

/**
 * The variants of all products. The spec has no collection of them, so the products are walked one after another;
 * the token is the number of products done.
 */
export async function searchVariants(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const service = await openService(this);
	const wanted = filter.trim().toLowerCase();
	const done = Number(paginationToken ?? 0);
	const results: INodeListSearchItems[] = [];
	let position = 0;
	for await (const products of service.pages({
		method: 'GET',
		path: '/api/catalog-products',
		about: 'the catalog',
	})) {
		for (const product of products.members) {
			position += 1;
			if (position <= done) continue;
			if (results.length >= ENOUGH_RESULTS || position > done + PRODUCTS_PER_SEARCH) {
				return { results, paginationToken: String(position - 1) };
			}
			const { path, about } = productPath(String(product.id));
			for await (const variants of service.pages({
				method: 'GET',
				path: `${path}/catalog-variants`,
				about: `the variants of ${about}`,
			})) {
				results.push(
					...variants.members
						.map((variant) => toResult(variant, product.name))
						.filter(({ name }) => name.toLowerCase().includes(wanted)),
				);
			}
		}
	}
	return { results };
}
