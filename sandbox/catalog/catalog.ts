import { identifierOf } from '../identifiers.ts';
import { FAMILIES, type Family, type OptionFamily } from './families.ts';
import type { Product, Variant, VariantOption, VariantPlacement } from './model.ts';
import { PLACEMENTS } from './placements.ts';

/** Every eleventh variant is out of stock. */
const OUT_OF_STOCK_EVERY = 11;

/** The catalog: the same products, variants and identifiers in every run. */
export class Catalog {
	/** Where the sandbox serves images and print files, without a slash at the end. */
	readonly baseUrl: string;
	readonly products: Product[];
	private readonly productsById = new Map<string, Product>();
	private readonly variantsById = new Map<string, Variant>();

	constructor(count: number, baseUrl: string) {
		this.baseUrl = baseUrl;
		this.products = Array.from({ length: count }, (_, index) => product(index, baseUrl));
		for (const entry of this.products) {
			this.productsById.set(entry.id, entry);
			for (const variant of entry.variants) this.variantsById.set(variant.id, variant);
		}
	}

	product(id: string): Product | undefined {
		return this.productsById.get(id);
	}

	variant(id: string): Variant | undefined {
		return this.variantsById.get(id);
	}

	variants(): Variant[] {
		return [...this.variantsById.values()];
	}
}

/** The placement of a variant by its type; without a type, the variant's first. */
export function placementOf(variant: Variant, type: unknown): VariantPlacement | undefined {
	if (type === null || type === undefined) return variant.placements[0];
	return variant.placements.find((placement) => placement.type === type);
}

function product(index: number, baseUrl: string): Product {
	const family = FAMILIES[index % FAMILIES.length];
	if (!family) throw new Error('The catalog has no families');
	const edition = Math.floor(index / FAMILIES.length) + 1;
	const name = edition === 1 ? family.name : `${family.name}, Edition ${edition}`;
	const id = identifierOf(`product:${name}`);
	return {
		id,
		name,
		description: family.description,
		brand: family.brand,
		image: imageUrl(baseUrl, family, family.colours[0] ?? 'White'),
		variants: variantsOf(family, name, id, index, baseUrl),
	};
}

function variantsOf(
	family: Family,
	productName: string,
	productId: string,
	productIndex: number,
	baseUrl: string,
): Variant[] {
	const placements = PLACEMENTS[family.kind];
	const options = (family.options ?? []).map((option) => variantOption(option, baseUrl));
	const supplierCode = `${slug(family.kind).slice(0, 3).toUpperCase()}${String(productIndex + 1).padStart(3, '0')}`;
	return family.colours.flatMap((colour, colourIndex) =>
		family.sizes.map((size, sizeIndex): Variant => {
			const number = colourIndex * family.sizes.length + sizeIndex;
			const suffix = [colour, size].filter((part) => part !== 'One Size').join(' / ');
			return {
				id: identifierOf(`variant:${productName}:${colour}:${size}`),
				productId,
				sku: [supplierCode, slug(colour), slug(size)].join('-').toUpperCase(),
				name: `${productName} - ${suffix}`,
				image: imageUrl(baseUrl, family, colour),
				placements,
				// The first variant of each product is always in stock.
				inStock: number === 0 || (productIndex + number) % OUT_OF_STOCK_EVERY !== 0,
				options,
			};
		}),
	);
}

function variantOption(option: OptionFamily, baseUrl: string): VariantOption {
	return {
		id: option.id,
		type: 'string',
		label: option.label,
		required: option.required,
		values: option.values.map((value) => ({
			value,
			image: {
				url: `${baseUrl}/_sandbox/images/swatch/${slug(value)}.svg`,
				alt: `${option.label}: ${value}`,
			},
		})),
	};
}

const imageUrl = (baseUrl: string, family: Family, colour: string): string =>
	`${baseUrl}/_sandbox/images/${family.kind}/${slug(colour)}.svg`;

const slug = (text: string): string =>
	text
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');
