import type { FastifyInstance } from 'fastify';
import type { Catalog } from '../catalog/catalog.ts';
import { collection, type PageQuery } from '../json-ld/collection.ts';
import { productView, variantView } from '../json-ld/catalog.ts';
import { withContext } from '../json-ld/context.ts';
import { HttpProblem } from '../json-ld/problems.ts';
import type { Serving } from '../plugins/plugin.ts';
import { collectionQuerySchema, idSchema } from './schemas.ts';

const productsQuery = collectionQuerySchema('search');
const variantsSchema = { ...idSchema, querystring: collectionQuerySchema() };

interface WithId {
	Params: { id: string };
	Querystring: PageQuery;
}

/** Section 4, Catalog. */
export async function catalogRoutes(
	api: FastifyInstance,
	serving: Serving<{ catalog: Catalog; pageSize: number }>,
): Promise<void> {
	api.get<{ Querystring: PageQuery }>(
		'/catalog-products',
		{ schema: { querystring: productsQuery } },
		async ({ query }) => {
			const search = query.search?.toLowerCase();
			const { catalog, pageSize } = serving.service;
			const { products } = catalog;
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
				pageSize,
			);
		},
	);

	api.get<WithId>('/catalog-products/:id', { schema: idSchema }, async ({ params }) => {
		const product = serving.service.catalog.product(params.id);
		if (!product) throw new HttpProblem(404, `There is no catalog product "${params.id}".`);
		return withContext(productView(product));
	});

	api.get<WithId>(
		'/catalog-products/:id/catalog-variants',
		{ schema: variantsSchema },
		async ({ params, query }) => {
			const { catalog, pageSize } = serving.service;
			const product = catalog.product(params.id);
			if (!product) throw new HttpProblem(404, `There is no catalog product "${params.id}".`);
			return collection(
				{
					type: 'CatalogProductVariant',
					path: `/api/catalog-products/${product.id}/catalog-variants`,
					entries: product.variants,
					view: variantView,
				},
				query,
				pageSize,
			);
		},
	);

	api.get<WithId>('/catalog-product-variants/:id', { schema: idSchema }, async ({ params }) => {
		const variant = serving.service.catalog.variant(params.id);
		if (!variant) {
			throw new HttpProblem(404, `There is no catalog product variant "${params.id}".`);
		}
		return withContext(variantView(variant));
	});
}
