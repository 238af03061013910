import type { Catalog } from './catalog.ts';
import type { Variant } from './model.ts';

/** A valid body for `POST /api/orders` (section 2). */
export interface OrderBody {
	externalId: string;
	shipping: string;
	recipient: Record<string, string>;
	orderItems: OrderItemBody[];
}

export interface OrderItemBody {
	externalId: string;
	quantity: number;
	name: string;
	retailPrice: string;
	variantId: string;
	placements: Array<{
		type: string;
		technique: string;
		layers: Array<{
			url: string;
			type: 'file';
			position: { top: number; left: number; width: number; height: number };
		}>;
		placementOptions: Array<{ name: string; value: boolean }>;
	}>;
	options: Array<{ id: string; value: string }>;
}

/** Creates an order with one item for each variant, or with the catalog's first variant. */
export function exampleOrder(
	catalog: Catalog,
	externalId: string,
	variantIds: readonly string[] = [],
): OrderBody {
	const first = catalog.products[0]?.variants[0];
	const variants = variantIds.length
		? variantIds.map((id) => requireVariant(catalog, id))
		: first
			? [first]
			: [];
	return {
		externalId,
		shipping: 'STANDARD',
		recipient: {
			name: 'Ada Lovelace',
			address1: 'Musterstrasse 12',
			city: 'Berlin',
			countryCode: 'DE',
			countryName: 'Germany',
			zip: '10115',
			phone: '+49 30 1234567',
			email: 'ada@customer.example',
		},
		orderItems: variants.map((variant, index) =>
			exampleItem(variant, catalog.baseUrl, `${externalId}-${index + 1}`),
		),
	};
}

function exampleItem(variant: Variant, baseUrl: string, externalId: string): OrderItemBody {
	return {
		externalId,
		quantity: 1,
		name: variant.name,
		retailPrice: '24.90',
		variantId: variant.id,
		placements: variant.placements
			.filter((placement) => placement.required)
			.map(({ type, technique, area }) => ({
				type,
				technique,
				layers: [
					{
						url: `${baseUrl}/_sandbox/files/${type}-${area.width}x${area.height}.png`,
						type: 'file',
						position: { top: 0, left: 0, width: area.width, height: area.height },
					},
				],
				placementOptions: [],
			})),
		options: variant.options
			.filter((option) => option.required)
			.map((option) => ({ id: option.id, value: option.values[0]?.value ?? '' })),
	};
}

function requireVariant(catalog: Catalog, id: string): Variant {
	const variant = catalog.variant(id);
	if (!variant) throw new Error(`There is no catalog variant ${id}`);
	return variant;
}
