// The field 'Product', and searching products for its list.

import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import { locator } from './locator';
import { readableName, searchCollection } from './searchCollection';

export const productLocator: INodeProperties = locator({
	displayName: 'Product',
	name: 'productId',
	description: 'A product of the catalog',
	searchListMethod: 'searchProducts',
	exampleId: '0198c2f4-51aa-7e20-b1c9-6f3d8e7a4b05',
});

/** Searches the products of the catalog. */
export async function searchProducts(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchCollection(this, {
		path: '/api/catalog-products',
		subject: 'the catalog',
		filter,
		paginationToken,
		toResult: ({ id, name, brand }) => ({
			name: readableName(name, brand) || String(id),
			value: String(id),
		}),
	});
}
