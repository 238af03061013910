import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { productPath } from '../api/paths';
import { readPages, type Page } from '../api/pages';
import type { ApiClient } from '../transport/client';
import { requireChoice } from './requireChoice';
import {
	SearchResults,
	namePartsOf,
	createListClient,
	readableName,
	searchCollection,
} from './searchCollection';
import { locator } from './locator';
import { positionOf } from './position';
import type { LocatorValue } from '../input/locatorValue';

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

const stockOf = (inStock: unknown): string => {
	if (typeof inStock !== 'boolean') return '';
	return inStock ? 'in stock' : 'out of stock';
};

/** A variant's own part of its name: many services begin it with the product's, and the list is narrow. */
function ownName(name: unknown, productName: string): string {
	if (typeof name !== 'string') return '';
	if (productName === '' || !name.startsWith(productName)) return name;
	return name.slice(productName.length).replace(/^[\s\-–:,/|]+/, '') || name;
}

const toResult = ({ id, name, sku, inStock }: IDataObject): INodeListSearchItems => ({
	name: readableName(name, stockOf(inStock), sku) || String(id),
	value: String(id),
});

/** The product's name as the list of products showed it; nothing where the product was not chosen from the list. */
const nameInList = (chosen: LocatorValue): string =>
	typeof chosen === 'object' && chosen !== null
		? namePartsOf(String(chosen.cachedResultName ?? ''))[0]
		: '';

/** The variants of one product, for the rows of an order. */
export async function searchVariantsOfProduct(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const chosen = requireChoice(this, '&productId', 'product');
	const product = productPath(chosen);
	const productName = nameInList(chosen);
	return await searchCollection(this, {
		path: `${product.path}/catalog-variants`,
		about: `the variants of ${product.about}`,
		filter,
		paginationToken,
		toResult: (variant) => toResult({ ...variant, name: ownName(variant.name, productName) }),
	});
}

interface Product {
	id: string;
	name?: string;
}

/** Products whose variants are read at once. */
const PRODUCTS_AT_ONCE = 5;

const wholeName = (name: unknown, productName: string): string =>
	typeof name === 'string' && name.includes(productName) ? name : readableName(productName, name);

async function everyVariantOf(
	client: ApiClient,
	{ id, name: productName = '' }: Product,
): Promise<INodeListSearchItems[]> {
	const { path, about } = productPath(id);
	const variants: INodeListSearchItems[] = [];
	for await (const { members } of readPages(client, {
		path: `${path}/catalog-variants`,
		about: `the variants of ${about}`,
	})) {
		variants.push(
			...members.map((variant) =>
				toResult({ ...variant, name: wholeName(variant.name, productName) }),
			),
		);
	}
	return variants;
}

async function pageOfProducts(client: ApiClient, path: string): Promise<Page | undefined> {
	const pages = readPages(client, { path, about: 'the catalog' });
	const { value } = await pages.next();
	return value ?? undefined;
}

const productOf = ({ id, name }: IDataObject): Product => ({
	id: String(id),
	...(typeof name === 'string' && { name }),
});

/** The variants of all products. The spec has no collection of them, so one product is read after another. */
export async function searchVariants(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = await createListClient(this);
	const position = positionOf(paginationToken) ?? { next: '/api/catalog-products', begun: [] };
	const begun = new Set(position.begun);
	const harvest = new SearchResults(filter);
	let { next, waiting = [] } = position;
	while (waiting.length > 0 || next !== undefined) {
		if (harvest.isEnough) return harvest.result({ next, begun: [...begun], waiting });
		if (waiting.length === 0 && next !== undefined) {
			const page = await pageOfProducts(client, next);
			const first = String(page?.members[0]?.id ?? '');
			// The links lead in a circle.
			if (begun.has(first)) break;
			begun.add(first);
			next = page?.next;
			waiting = page?.members.map(productOf) ?? [];
		}
		const products = waiting.slice(0, PRODUCTS_AT_ONCE);
		waiting = waiting.slice(PRODUCTS_AT_ONCE);
		const variants = await Promise.all(
			products.map(async (product) => await everyVariantOf(client, product)),
		);
		harvest.add(variants.flat());
	}
	return harvest.result();
}
