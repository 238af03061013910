// The index of SKUs as a table: adds variants, finds the one variant, several or none with a SKU, or the one with an
// ID, and the nearest SKUs. Also when two spellings are one SKU.

import type { IDataObject } from 'n8n-workflow';

import { comparableSku } from '../../input/equalText';
import { nearestTexts } from '../../input/nearestTexts';
import { textOrNumber, trimmed } from '../../input/text';
import { serviceText } from '../../input/wording';
import { skuOf } from './catalogVariant';

export type SkuMatch =
	| { kind: 'one'; variantId: string; name: string }
	/** Several variants have the SKU. */
	| { kind: 'several'; names: string[] }
	/** The nearest SKUs of the catalog, at most 3; none where they were not looked for. */
	| { kind: 'none'; nearest: string[] };

/** Nobody enters a longer SKU: such variants are found by their ID alone. */
const MAX_SKU_LENGTH = 200;
const MAX_ID_LENGTH = 200;
const MAX_NAME_LENGTH = 200;

/** Maximum number of names in a match: a message needs no more. */
const MAX_NAMES = 10;

const MAX_NEAREST = 3;

/** Whether two spellings mean one SKU, unless the catalog has both. */
export const isSameSku = (one: string, other: string): boolean =>
	comparableSku(one) === comparableSku(other);

/** Spreadsheets take a SKU of digits for a number, and drop its leading zeros. */
const withoutLeadingZeros = (sku: string): string => sku.replace(/^0+(?=.)/, '');

/** The variant's name, with the name of its product in front if it does not contain it. */
function variantNameOf({ name }: IDataObject, productName: string): string | undefined {
	const ownName = trimmed(name);
	if (ownName === '') return undefined;
	return ownName.includes(productName) ? ownName : `${productName}, ${ownName}`;
}

interface Entry {
	sku: string;
	variantId: string;
}

/** A variant as the catalog lists it. */
export interface ListedVariant {
	id: string;
	name: string;
	/** Empty where it has none. */
	sku: string;
	siblings: ListedVariant[];
}

/** What all variants of a product are called, in the order of the catalog, and which of them one is. */
export interface Siblings {
	variants: ReadonlyArray<{ name: string; sku: string }>;
	index: number;
}

/** The SKUs of a catalog (spec section 2, CatalogProductVariant). Maps, since a SKU may be `__proto__`. */
export class SkuTable {
	private readonly entries = new Map<string, Entry[]>();

	/** The variants by ID, also those without a SKU. */
	private readonly variants = new Map<string, ListedVariant>();

	/** The variants of each product, by its ID. */
	private readonly products = new Map<string, ListedVariant[]>();

	/** How many variants it holds. */
	get size(): number {
		return this.variants.size;
	}

	/** Adds a variant of the catalog. A variant that is listed under a second product is added once. */
	add(variant: IDataObject, productName: string, productId: string): void {
		const variantId = textOrNumber(variant.id);
		if (variantId === '' || variantId.length > MAX_ID_LENGTH) return;
		const sku = skuOf(variant);
		const known = this.variants.get(variantId);
		if (known) this.addToProduct(known, productId);
		if (known?.sku === sku) return;
		if (known) known.sku = sku;
		else
			this.addVariant(variantId, variantNameOf(variant, productName) ?? variantId, sku, productId);
		if (sku === '' || sku.length > MAX_SKU_LENGTH) return;
		const key = comparableSku(sku);
		const entries = this.entries.get(key);
		if (entries) entries.push({ sku, variantId });
		else this.entries.set(key, [{ sku, variantId }]);
	}

	private addVariant(variantId: string, name: string, sku: string, productId: string): void {
		const siblings = this.products.get(productId) ?? [];
		const variant = { id: variantId, name: serviceText(name, MAX_NAME_LENGTH), sku, siblings };
		this.products.set(productId, siblings);
		this.variants.set(variantId, variant);
		siblings.push(variant);
	}

	/** Adds a variant that is listed again, where that is under another product. */
	private addToProduct(variant: ListedVariant, productId: string): void {
		const variants = this.products.get(productId) ?? [];
		this.products.set(productId, variants);
		if (variants !== variant.siblings) variants.push(variant);
	}

	/**
	 * Finds the variant with a SKU. Spaces around it never matter; capitals only if the catalog has the SKU in several
	 * spellings, one of which is exactly this one.
	 */
	find(sku: string): SkuMatch {
		const wanted = sku.trim();
		if (wanted === '' || wanted.length > MAX_SKU_LENGTH) return { kind: 'none', nearest: [] };
		const entries = this.entries.get(comparableSku(wanted)) ?? [];
		const exact = entries.filter((entry) => entry.sku === wanted);
		const ids = new Set((exact.length > 0 ? exact : entries).map(({ variantId }) => variantId));
		const [variantId] = ids;
		if (variantId === undefined) return { kind: 'none', nearest: [] };
		return ids.size === 1
			? { kind: 'one', variantId, name: this.nameOf(variantId) }
			: { kind: 'several', names: this.namesOf([...ids]) };
	}

	findId(id: string): SkuMatch | undefined {
		const variantId = id.trim();
		return this.variants.has(variantId)
			? { kind: 'one', variantId, name: this.nameOf(variantId) }
			: undefined;
	}

	/** The variants of the product that a variant is of; undefined where the catalog does not list it. */
	siblingsOf(variantId: string): Siblings | undefined {
		const variant = this.variants.get(variantId);
		return variant && { variants: variant.siblings, index: variant.siblings.indexOf(variant) };
	}

	/** The variants of a product; empty where the catalog does not list it. */
	variantsOf(productId: string): readonly ListedVariant[] {
		return this.products.get(productId.trim()) ?? [];
	}

	private nameOf(variantId: string): string {
		return this.variants.get(variantId)?.name ?? variantId;
	}

	/** The names of variants, with their IDs if several have the same name. */
	private namesOf(ids: string[]): string[] {
		const names = ids.map((id) => this.nameOf(id));
		const areDifferent = new Set(names).size === names.length;
		return names
			.map((name, index) => (areDifferent ? name : `${name} (ID ${ids[index] ?? ''})`))
			.slice(0, MAX_NAMES);
	}

	/** The SKUs that are nearest to one that no variant has, at most 3. Takes milliseconds in a catalog of thousands. */
	nearest(sku: string): string[] {
		const wanted = comparableSku(sku);
		if (wanted === '' || wanted.length > MAX_SKU_LENGTH) return [];
		const keys = [...this.entries.keys()];
		const unpadded = withoutLeadingZeros(wanted);
		const nearest = new Set([
			...keys.filter((key) => withoutLeadingZeros(key) === unpadded),
			...nearestTexts(wanted, keys, MAX_NEAREST),
		]);
		return [...nearest].slice(0, MAX_NEAREST).map((key) => this.entries.get(key)?.[0]?.sku ?? key);
	}
}
