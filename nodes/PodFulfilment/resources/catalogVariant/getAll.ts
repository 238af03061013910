// Catalog Variant → Get Many: GET /api/catalog-products/{id}/catalog-variants (spec section 4), with its filter by stock.

import type { INodeProperties } from 'n8n-workflow';

import { simplifyVariant } from '../../api/catalog/catalogVariant';
import { productPath } from '../../api/paths';
import { outputMapper } from '../../execution/outputMapper';
import { productLocator } from '../../listSearch/collections';
import { stockFilter, filtersOf } from '../filters';
import { getManyOperation, readFilteredList } from '../getMany';

const inStock: INodeProperties = {
	displayName: 'In Stock',
	name: 'inStock',
	type: 'boolean',
	default: true,
	description:
		'Whether to return variants that are in stock or, if turned off, those that are not. A variant without a stock value counts as in stock, and a hint names it.',
};

const filters = filtersOf('variants', [stockFilter(inStock)]);

export const getAll = getManyOperation('catalogVariant', {
	action: 'Get many catalog variants of a product',
	description: 'Retrieve a list of the variants of a product',
	fields: [{ ...productLocator, description: 'The product whose variants to get' }],
	noun: 'variant',
	filters,
	async perform(call) {
		const { path, subject } = productPath(call.parameter('productId'));
		return await readFilteredList(
			call,
			{ path: `${path}/catalog-variants`, subject },
			outputMapper(call, simplifyVariant),
			filters.read(call),
		);
	},
});
