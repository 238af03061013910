/** Section 2: CatalogProduct, CatalogProductVariant, VariantPlacement and VariantOption. */

export interface VariantPlacement {
	type: string;
	required: boolean;
	technique: string;
	techniques: string[];
	area: {
		width: number;
		height: number;
		section: { top: number; right: number; bottom: number; left: number };
	};
	visibleArea: { top: number; left: number; width: number; height: number };
}

export interface VariantOptionValue {
	value: string;
	image: { url: string; alt: string };
}

export interface VariantOption {
	id: string;
	type: string;
	label: string;
	required: boolean;
	values: VariantOptionValue[];
}

export interface Variant {
	id: string;
	productId: string;
	sku: string;
	name: string;
	image: string;
	placements: VariantPlacement[];
	inStock: boolean;
	options: VariantOption[];
}

export interface Product {
	id: string;
	name: string;
	description: string;
	brand: string;
	image: string;
	variants: Variant[];
}
