import type { FastifyInstance } from 'fastify';
import { collection, type PageQuery } from '../json-ld/collection.ts';
import { productView, variantView } from '../json-ld/catalog.ts';
import { withContext } from '../json-ld/context.ts';
import { HttpProblem } from '../plugins/problems.ts';
import { collectionQuerySchema, idSchema } from './schemas.ts';

interface WithId {
	Params: { id: string };
	Querystring: PageQuery;
}

/** Section 4, Catalog. */
export async function catalogRoutes(api: FastifyInstance): Promise<void> {
	api.get<{ Querystring: PageQuery }>(
		'/catalog-products',
		{ schema: { querystring: collectionQuerySchema('search') } },
		async ({ service, query }) => {
			const search = query.search?.toLowerCase();
			const { products } = service.catalog;
			return collection(
				{
					type: 'CatalogProduct',
					path: '/api/catalog-products',
					entries: search
						? products.filter(({ name }) => name.toLowerCase().includes(search))
						: products,
					view: productView,
				},
				query,
				service.options.pageSize,
			);
		},
	);

	api.get<WithId>('/catalog-products/:id', { schema: idSchema }, async ({ service, params }) => {
		const product = service.catalog.product(params.id);
		if (!product) throw new HttpProblem(404, `There is no catalog product "${params.id}".`);
		return withContext(productView(product));
	});

	api.get<WithId>(
		'/catalog-products/:id/catalog-variants',
		{ schema: { ...idSchema, querystring: collectionQuerySchema() } },
		async ({ service, params, query }) => {
			const product = service.catalog.product(params.id);
			if (!product) throw new HttpProblem(404, `There is no catalog product "${params.id}".`);
			return collection(
				{
					type: 'CatalogProductVariant',
					path: `/api/catalog-products/${product.id}/catalog-variants`,
					entries: product.variants,
					view: variantView,
				},
				query,
				service.options.pageSize,
			);
		},
	);

	api.get<WithId>(
		'/catalog-product-variants/:id',
		{ schema: idSchema },
		async ({ service, params }) => {
			const variant = service.catalog.variant(params.id);
			if (!variant) {
				throw new HttpProblem(404, `There is no catalog product variant "${params.id}".`);
			}
			return withContext(variantView(variant));
		},
	);
}
