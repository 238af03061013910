import type { Product, Variant } from '../catalog/model.ts';
import type { MockupTask } from '../state/model.ts';
import { publicFields } from '../state/mockup-tasks.ts';

/** CatalogProduct, CatalogProductVariant and MockupTask as the service shows them (section 2). */

export const productView = (product: Product): Record<string, unknown> => ({
	'@id': `/api/catalog-products/${product.id}`,
	'@type': 'CatalogProduct',
	id: product.id,
	name: product.name,
	description: product.description,
	brand: product.brand,
	image: product.image,
	variantCount: product.variants.length,
	variants: `/api/catalog-products/${product.id}/catalog-variants`,
});

export const variantView = (variant: Variant): Record<string, unknown> => ({
	'@id': `/api/catalog-product-variants/${variant.id}`,
	'@type': 'CatalogProductVariant',
	id: variant.id,
	sku: variant.sku,
	name: variant.name,
	image: variant.image,
	placements: variant.placements,
	inStock: variant.inStock,
	options: variant.options,
});

export const mockupTaskView = (task: MockupTask): Record<string, unknown> => ({
	'@id': `/api/mockup-tasks/${task.id}`,
	'@type': 'MockupTask',
	...publicFields(task),
});
