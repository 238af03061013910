import type { IDataObject } from 'n8n-workflow';

import { text } from '../../input/guards';
import { catalogVariantOf, skuOf, type CatalogVariant } from './catalogVariant';

/** What is kept at most: the variants of a product mostly share all but name and SKU, so this is a large catalog. */
const MAX_CHARACTERS = 16_000_000;

/**
 * Variants of one reading of the catalog, so that a variant whose SKU was looked up need not be read again by its ID.
 * What does not fit, and what a list shows in part only, is left out.
 */
export class VariantStore {
	private readonly variants = new Map<string, CatalogVariant>();

	/** Placements and options by their JSON. */
	private readonly shared = new Map<string, Pick<CatalogVariant, 'options' | 'placements'>>();

	private characters = 0;

	add(body: IDataObject): void {
		const { id, name, placements, options, inStock } = body;
		// Without placements an order would not be completed: the list may show less than the variant itself.
		const isWhole = Array.isArray(placements) && placements.length > 0 && Array.isArray(options);
		if (!isWhole || this.characters > MAX_CHARACTERS) return;
		const key = JSON.stringify([placements, options]);
		let parts = this.shared.get(key);
		if (!parts) {
			const variant = catalogVariantOf(body);
			parts = { placements: variant.placements, options: variant.options };
			this.shared.set(key, parts);
			this.characters += key.length;
		}
		const ownName = text(name);
		const sku = skuOf(body);
		this.characters += ownName.length + sku.length;
		this.variants.set(String(id), {
			name: ownName,
			...(sku !== '' && { sku }),
			inStock: inStock !== false,
			...parts,
		});
	}

	get(variantId: string): CatalogVariant | undefined {
		return this.variants.get(variantId);
	}
}
