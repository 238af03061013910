// Parses a variant of the catalog into what orders need: name, SKU, stock, placements with techniques and area in
// pixels, options with their values. Also its name with that of its product, 'Wooden Wall Clock – Birch / 30 cm', and without
// it, 'Birch / 30 cm', and the simplified form of a variant.

import type { IDataObject } from 'n8n-workflow';

import { numberIn } from '../../input/number';
import { isObject, objectsOf, pick } from '../../input/objects';
import { textOrNumber, trimmed } from '../../input/text';
import { serviceName, serviceText } from '../../input/wording';

/** What separates a product's name from what its variant adds to it. */
const SEPARATOR = /^[\s\-–:,/|]+/;

/** Long enough for any product, and short enough for any service's column; the spec names no limit for an item's name. */
const MAX_NAME_LENGTH = 255;

/** What a variant's name adds to that of its product, e.g. 'Birch / 30 cm'; the whole name if it does not begin with it. */
export function nameWithinProduct(name: string, productName: string): string {
	if (productName === '' || !name.startsWith(productName)) return name;
	return name.slice(productName.length).replace(SEPARATOR, '') || name;
}

/**
 * The name of a variant with that of its product, e.g. 'Wooden Wall Clock – Birch / 30 cm'. The same whether or not the
 * product is known, where the catalog begins the variant's name with it, as in 'Wooden Wall Clock - Birch / 30 cm'.
 *
 * @param productName '' if it is not known: a variant that was read by its ID does not name its product
 * @returns '' for a variant without a name
 */
export function variantFullName(name: string, productName = ''): string {
	const detail = nameWithinProduct(name, productName);
	const isPartOfProduct = productName !== '' && name !== '' && !name.includes(productName);
	const hasProduct = isPartOfProduct || detail !== name;
	const whole = hasProduct ? `${productName} – ${detail}` : name.replace(/ - /, ' – ');
	return serviceText(whole, MAX_NAME_LENGTH);
}

/** In pixels. */
interface Area {
	width: number;
	height: number;
}

/** The parts from which orders are completed and checked (spec section 2). */
export interface CatalogVariant {
	/** For messages, so it is truncated. */
	name: string;
	/** For items, with that of its product where it is known. */
	itemName: string;
	/** What it is where the variant was read by its ID, which does not name the product; left out if it is the same. */
	itemNameById?: string;
	/** The supplier's SKU; left out if the catalog has none. */
	sku?: string;
	/** True unless the catalog says otherwise. */
	inStock: boolean;
	placements: Array<{
		type: string;
		required: boolean;
		technique?: string;
		techniques: string[];
		area?: Area;
	}>;
	options: Array<{ id: string; label: string; required: boolean; values: string[] }>;
}

const texts = (values: unknown[]): string[] =>
	values.filter((value): value is string => typeof value === 'string' && value !== '');

/** Parses a placement's area; undefined when it lacks a width or a height. */
export function areaOf(value: unknown): Area | undefined {
	if (!isObject(value)) return undefined;
	const [width, height] = [numberIn(value.width), numberIn(value.height)];
	return width === undefined || height === undefined ? undefined : { width, height };
}

/** The SKU of a variant as a text; empty if the catalog has none. */
export const skuOf = ({ sku }: IDataObject): string => textOrNumber(sku);

/** What variants of one product mostly share. */
export type VariantParts = Pick<CatalogVariant, 'placements' | 'options'>;

/** Parses the placements and options of a variant. Values that are missing or of another type are left out. */
export const variantPartsOf = (body: IDataObject): VariantParts => ({
	placements: objectsOf(body.placements).map(
		({ type, required, technique, techniques, area: givenArea }) => {
			const area = areaOf(givenArea);
			return {
				type: String(type ?? ''),
				required: required === true,
				...(typeof technique === 'string' && technique !== '' && { technique }),
				techniques: [
					...new Set(texts([technique, ...(Array.isArray(techniques) ? techniques : [])])),
				],
				...(area && { area }),
			};
		},
	),
	options: objectsOf(body.options).map(({ id, label, required, values }) => ({
		id: String(id ?? ''),
		label: String(label ?? id ?? ''),
		required: required === true,
		values: texts(objectsOf(values).map(({ value }) => value)),
	})),
});

/** Parses a variant, likewise. */
export function catalogVariantOf(
	body: IDataObject,
	parts: VariantParts = variantPartsOf(body),
	productName = '',
): CatalogVariant {
	const sku = skuOf(body);
	const itemName = variantFullName(trimmed(body.name), productName);
	const itemNameById = variantFullName(trimmed(body.name));
	return {
		name: serviceName(body.name),
		itemName,
		...(itemNameById !== itemName && { itemNameById }),
		...(sku !== '' && { sku }),
		inStock: body.inStock !== false,
		...parts,
	};
}

/** A variant reduced to what is needed to order it: placement types, techniques and option values. */
export function simplifyVariant(variant: IDataObject): IDataObject {
	const { placements, options } = catalogVariantOf(variant);
	return {
		...pick(variant, ['id', 'sku', 'name', 'image', 'inStock']),
		placements,
		options,
	};
}
