// An order item in the service's format (spec section 2): to send, as entered, and unchecked; and its one check, however it
// was entered. What a check refused is missing: such an item is shown and never sent. What depends on its variant is checked in
// completion.ts.

import type { IDataObject } from 'n8n-workflow';

import { LAYER_TYPE, FILES_PER_PLACEMENT } from '../../spec/service';
import { numberOfPrice } from '../../input/amount';
import {
	isBlank,
	optionalText,
	quantityOf,
	refuse,
	refuseNoNumber,
	requiredText,
	switchIn,
	type Label,
} from '../../input/checks';
import { hasMissingWord, isMissingValue, isNoNumber } from '../../input/brokenText';
import { isObject, objectsOf, ownValue, setOwn } from '../../input/objects';
import { quote } from '../../input/wording';
import type { Check } from '../findings';
import { printFileUrlOf } from './printFile';

/** Position: pixels from the top left of the placement's area. */
export interface Position extends IDataObject {
	top: number;
	left: number;
	width: number;
	height: number;
}

/** Layer: the print file of a placement. */
export interface Layer extends IDataObject {
	url?: string;
	type: string;
	position?: Position;
}

export interface Placement extends IDataObject {
	type?: string | null;
	technique?: string | null;
	layers: Layer[];
	placementOptions?: Array<{ name?: string; value?: boolean }>;
}

export interface Option extends IDataObject {
	id?: string;
	value?: string;
}

/** OrderItem as entered: its variant may be named by its SKU, which the service does not accept. */
export interface EnteredItem extends IDataObject {
	variantId?: string;
	sku?: string;
	externalId?: string;
	quantity?: number;
	name?: string;
	retailPrice?: string;
	placements: Placement[];
	options?: Option[];
}

export interface Item extends EnteredItem {
	variantId: string;
	sku?: undefined;
}

/** An item in the shape of {@link EnteredItem}, before anything in it was checked. */
type RawItem = Readonly<Record<string, unknown>>;

/** The placement of a print file. The catalog gives the type where there is none, since products name theirs differently. */
export const placementOfFile = <Url>(url: Url, type?: string) => ({
	...(type !== undefined && type !== '' && { type }),
	layers: [{ url, type: LAYER_TYPE }],
});

/** Options in their short form, values by the ID of the option, as the list of the spec; any other value as it is. */
export const optionList = (options: unknown): unknown =>
	isObject(options) ? Object.entries(options).map(([id, value]) => ({ id, value })) : options;

/** How an item is checked. What messages say depends on how it is entered. */
export interface Context {
	check: Check;
	/** The user's label for a property path inside the item, such as `placements[0].layers[0].url`; '' is the item. */
	labelOf: (path: string) => string;
	/** What to do where the variant, or the ID or the value of an option, is missing. */
	whatToEnter: { variant: string; optionId: string; optionValue: string };
}

// Rows of the editor are objects and lists: only JSON can have something else in their place.
const COMPARE = 'Compare with the example in the description of the field.';

export const objectAt = (value: unknown, label: Label): IDataObject =>
	isObject(value) ? value : refuse(label, `is ${quote(value)}, but must be an object`, COMPARE);

export const listAt = (value: unknown, label: Label): unknown[] =>
	Array.isArray(value)
		? (value as unknown[])
		: refuse(label, `is ${quote(value)}, but must be a list in square brackets`, COMPARE);

/** Reads what was entered at a property path. Undefined leaves the field out. @throws UserError for what cannot be sent */
type Reader = (value: unknown, label: Label, path: string, context: Context) => unknown;

const readAt = (reader: Reader, value: unknown, path: string, context: Context): unknown =>
	context.check(() => reader(value, () => context.labelOf(path), path, context));

/** A field that may be missing. */
const whereGiven =
	(reader: Reader): Reader =>
	(value, label, path, context) =>
		value === undefined ? undefined : reader(value, label, path, context);

/** Keeps null, which the spec has for such a field. */
const nullable = (reader: Reader): Reader =>
	whereGiven((value, label, path, context) =>
		value === null ? null : reader(value, label, path, context),
	);

/** More fields, options, placements or options of a placement than any item has; each is looked for in the catalog. */
const MAX_ENTRIES = 200;

function requireFew(count: number, has: 'has' | 'have', what: string, label: Label): void {
	if (count <= MAX_ENTRIES) return;
	const many = `${has} ${count} ${what}, but at most ${MAX_ENTRIES} are sent`;
	refuse(label, many, 'Enter those of this item only.');
}

/** An object with these fields. What the spec does not name stays as it is. */
function objectOf(fields: Readonly<Record<string, Reader>>): Reader {
	const readers = Object.entries(fields);
	return (value, label, path, context) => {
		const given = objectAt(value, label);
		requireFew(Object.keys(given).length, 'has', 'fields', label);
		const object = { ...given };
		for (const [name, reader] of readers) {
			const place = path === '' ? name : `${path}.${name}`;
			const read = readAt(reader, ownValue(object, name), place, context);
			if (read === undefined) Reflect.deleteProperty(object, name);
			else setOwn(object, name, read as IDataObject);
		}
		return object;
	};
}

/**
 * @param instead takes the place of an entry that is unusable as a whole; without it, such an entry is left out
 * @param requireCount refuses a list of another length than it may have
 */
const listOf =
	(
		reader: Reader,
		instead?: unknown,
		requireCount = (count: number, label: Label) => requireFew(count, 'has', 'entries', label),
	): Reader =>
	(value, label, path, context) => {
		const entries = context.check(() => {
			const list = listAt(value, label);
			requireCount(list.length, label);
			return list;
		});
		return (entries ?? [])
			.map((entry, index) => readAt(reader, entry, `${path}[${index}]`, context) ?? instead)
			.filter((entry) => entry !== undefined);
	};

const text: Reader = (value, label) => optionalText(value, label);

/** Reads the name of an item. It is missing where an expression found nothing. @throws UserError for what is no name */
export function itemNameOf(value: unknown, label: Label): string | undefined {
	const given = optionalText(value, label);
	return given === undefined || isMissingValue(given) ? undefined : given;
}

/**
 * Reads a price, as {@link itemNameOf}, without the sign of its currency. One that is no number stays as it was entered.
 *
 * @throws UserError for what could not be calculated
 */
export function retailPriceOf(value: unknown, label: Label): string | undefined {
	const given = isNoNumber(value) ? refuseNoNumber(label) : itemNameOf(value, label);
	if (given === undefined) return undefined;
	return hasMissingWord(given) ? refuseNoNumber(label) : (numberOfPrice(given) ?? given);
}

const partOfOption =
	(part: 'optionId' | 'optionValue'): Reader =>
	(value, label, _path, { whatToEnter }) =>
		requiredText(value, label, whatToEnter[part]);

const trueOrFalse: Reader = (value, label) =>
	switchIn(value) ??
	refuse(
		label,
		`is ${quote(value)}, but must be true or false`,
		'Enter true to switch the placement option on.',
	);

const pixels: Reader = (value, label) =>
	value === undefined || typeof value === 'number'
		? value
		: refuse(
				label,
				`is ${quote(value)}, but must be a number`,
				'Enter pixels, or leave the position out to take it from the catalog.',
			);

const layer = objectOf({
	url: printFileUrlOf,
	type: (value, label) => optionalText(value, label) ?? LAYER_TYPE,
	position: nullable(objectOf({ top: pixels, left: pixels, width: pixels, height: pixels })),
});

function requireOneFile(count: number, label: Label): void {
	if (count === FILES_PER_PLACEMENT) return;
	const many = `has ${count} print files, but a placement takes exactly one`;
	refuse(label, many, 'Combine the designs into one file, or use a placement for each.');
}

const placement = objectOf({
	type: nullable(text),
	technique: nullable(text),
	layers: listOf(layer, undefined, requireOneFile),
	placementOptions: nullable(
		listOf(
			objectOf({
				name: (value, label) => requiredText(value, label, 'Enter its name.'),
				value: trueOrFalse,
			}),
		),
	),
});

const item = objectOf({
	externalId: text,
	variantId: text,
	sku: text,
	quantity: whereGiven(quantityOf),
	name: itemNameOf,
	retailPrice: retailPriceOf,
	// All keep their index, which later messages name.
	placements: whereGiven(listOf(placement, { layers: [] })),
	options: whereGiven(
		listOf(objectOf({ id: partOfOption('optionId'), value: partOfOption('optionValue') })),
	),
});

/**
 * Checks what is given of an item, such as the changes of one.
 *
 * @throws UserError that names the field, unless the context's `check` collects it; then the value is missing
 */
export function checkItemFields(raw: RawItem, context: Context): Partial<EnteredItem> {
	const options = objectsOf(raw.placements).flatMap(({ placementOptions }) =>
		Array.isArray(placementOptions) ? placementOptions : [],
	);
	// Each may be wrong, and is said by itself.
	requireFew(options.length, 'have', 'placement options', () => context.labelOf('placements'));
	return item(raw, () => context.labelOf(''), '', context) as Partial<EnteredItem>;
}

/**
 * Checks a whole item, which has a variant, a quantity and a list of placements.
 *
 * @throws UserError as {@link checkItemFields}
 */
export function checkItem(raw: RawItem, context: Context): EnteredItem {
	const { variantId, sku, quantity = '' } = raw;
	if (isBlank(variantId) && isBlank(sku)) {
		const { check, labelOf, whatToEnter } = context;
		check(() => refuse(labelOf('variantId'), 'is empty', whatToEnter.variant));
	}
	return checkItemFields({ ...raw, quantity }, context) as EnteredItem;
}
