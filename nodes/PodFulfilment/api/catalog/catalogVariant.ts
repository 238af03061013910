// A variant of the catalog: parses it into what orders need, which is name, SKU, stock, placements with techniques and area in
// pixels, options with their values; and finds what it offers by name and by spelling, and which placements are free. Also its
// name with that of its product, 'Wooden Wall Clock – Birch / 30 cm', and without it, 'Birch / 30 cm', and its simplified form.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../input/equalText';
import { numberIn } from '../../input/number';
import { isObject, objectsOf, onceForEach, pick } from '../../input/objects';
import { textOrNumber, trimmed } from '../../input/text';
import { quotedList, serviceName, serviceText } from '../../input/wording';

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

export type CatalogPlacement = CatalogVariant['placements'][number];
export type CatalogOption = CatalogVariant['options'][number];

/** Required placements or options of one item that are named as missing. No variant has as many. */
const MAX_MISSING = 20;

/** The placements or the options of a variant. @param labelOf what people call an entry besides its name */
function choicesIn<Entry extends { required: boolean }>(
	entries: readonly Entry[],
	nameOf: (entry: Entry) => string,
	labelOf: (entry: Entry) => string = nameOf,
) {
	const byName = new Map([...entries].reverse().map((entry) => [nameOf(entry), entry]));
	const bySpelling = new Map<string, Entry | undefined>();
	for (const entry of entries) {
		for (const spelling of new Set([nameOf(entry), labelOf(entry)].map(comparableName))) {
			if (spelling === '') continue;
			bySpelling.set(spelling, bySpelling.has(spelling) ? undefined : entry);
		}
	}
	const required = entries.filter((entry) => entry.required);
	const requiredByName = new Map(required.map((entry) => [nameOf(entry), entry]));
	return {
		/** Types or IDs, as the catalog writes them. */
		names: entries.map(nameOf),
		/** The first of each name. */
		byName,
		/** The only one of each spelling; undefined where several are spelled alike. */
		bySpelling,
		required,
		requiredNames: new Set(requiredByName.keys()),
		/** The entry that a text names: as written in the catalog, else the only one spelled alike. */
		named: (text: string) => byName.get(text) ?? bySpelling.get(comparableName(text)),
		/** The first that are required and not given. */
		missing: (given: ReadonlySet<string | undefined>) =>
			[...requiredByName]
				.flatMap(([name, entry]) => (given.has(name) ? [] : entry))
				.slice(0, MAX_MISSING),
	};
}

/** One for each variant, since all items of an order may be of one. */
export const choicesOf = onceForEach(({ placements, options }: CatalogVariant) => ({
	placements: choicesIn(placements, ({ type }) => type),
	options: choicesIn(
		options,
		({ id }) => id,
		({ label }) => label,
	),
}));

/** What to do about an option that a variant does not have. @param names of those that it has */
export const optionAdvice = (names: readonly string[]): string =>
	names.length === 0
		? 'Remove the option: this variant has none.'
		: `Choose one of ${quotedList(names)}.`;

const setOf = onceForEach((texts: readonly string[]): ReadonlySet<string> => new Set(texts));

/** Whether a list of the catalog has a text; the list itself is read once. */
export const isListed = (texts: readonly string[], text: string): boolean => setOf(texts).has(text);

/**
 * The placements that get files without a type, one after the other: those that the variant requires. An optional one that
 * nobody named would be a print that nobody may want. Only where none is required, the only file of an item goes to the
 * first one in the catalog.
 */
export class FreePlacements {
	private readonly placements: readonly CatalogPlacement[];

	private position = 0;

	/** @param fileCount print files of the item, with and without a type */
	constructor(variant: CatalogVariant, fileCount: number) {
		const { required } = choicesOf(variant).placements;
		this.placements =
			required.length === 0 && fileCount === 1 ? variant.placements.slice(0, 1) : required;
	}

	/** The first of them that is unused, if any is. @param usedTypes only ever grows */
	first(usedTypes: ReadonlySet<string>): CatalogPlacement | undefined {
		for (;;) {
			const entry = this.placements[this.position];
			if (entry === undefined || !usedTypes.has(entry.type)) return entry;
			this.position += 1;
		}
	}
}
