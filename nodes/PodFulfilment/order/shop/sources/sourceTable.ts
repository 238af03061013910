// The type of a source's table: where its orders have what; its deciding fields are in decidingFields.ts. A table is read
// beside the source's documentation; `readSource` makes an order of it. How to add one is in CONTRIBUTING.md.

import type { IDataObject } from 'n8n-workflow';

import type { SHOP_PREFIXES } from '../../../api/shopOrderIds';
import type { Pieces } from '../../../input/nextTurn';
import type { Findings } from '../../findings';
import type { KeptPart, OrderTaxNumber } from '../besideAddress';
import type { Excluded } from '../reading';
import type { AddressPart } from '../shopAddress';
import type { LineProperty, WhyNotSent } from '../shopOrder';
import { longTextIn, objectsIn, textIn, valueAtNames } from '../values';
import type { DecidingField, LineMeaning, OrderMeaning } from './decidingFields';

/** What the values at some paths say together. */
interface Joined {
	of: readonly string[];
	as(values: readonly unknown[]): unknown;
}

/**
 * Where a value is: names with dots between (`price.metadata.sku`, `lines.0.sku`), or what a path cannot say. Of several, the
 * first that is not empty.
 */
export type Field = string | Joined | ((object: IDataObject) => unknown) | readonly Field[];

const isSeveral = (field: Field): field is readonly Field[] => Array.isArray(field);

/** The paths at which a field is read. */
export const pathsOf = (field: Field): string[] => {
	if (typeof field === 'string') return [field];
	if (isSeveral(field)) return field.flatMap(pathsOf);
	return typeof field === 'function' ? [] : [...field.of];
};

/** What messages call the ID in a field: `variation ID` of `variation_id`. */
export const nameOfId = (field: Field): string => String(field).replace(/^(\w+)_id$/, '$1 ID');

/** Reads a field of an order or of one of its lines. */
export function at(object: IDataObject, field: Field): unknown {
	if (typeof field === 'string') return valueAtNames(object, field.split('.'));
	if (typeof field === 'function') return field(object);
	return isSeveral(field)
		? field.map((one) => at(object, one)).find((value) => longTextIn(value) !== undefined)
		: field.as(field.of.map((path) => at(object, path)));
}

/** What a field holds: `fields` is a list of objects with names, or an object; `any` is what is checked elsewhere. */
export type FieldKind = 'text' | 'object' | 'fields' | 'any';

/** Paths of fields with their kinds. `[]` in a path is each entry of a list, `{}` each of an object. */
export type FieldKinds = Readonly<Record<string, FieldKind>>;

export const allOf = (paths: readonly string[], kind: FieldKind, before = ''): FieldKinds =>
	Object.fromEntries(paths.map((path) => [before + path, kind]));

/** A price of a line. Of several, the first that the line has. */
export interface PriceField {
	path: Field;
	/**
	 * `24.90`; `2490`, with as many decimals as `decimalsOf` says of the currency; or `{ amount, divisor }`.
	 */
	unit: 'main' | 'smallest' | 'amountAndDivisor';
	/** Whether it is that of all pieces. */
	isOfAllPieces?: true;
}

/** Where a line has what. */
export interface LineTable {
	/** The list of lines. */
	at: string;
	/** Whether there are more lines than the order shows: such an order is refused. */
	more?: { path: string; advice: string };
	id: Field;
	/** Whether a line may have no ID, and is sent without one. */
	mayLackId?: true;
	/** Of several, the first that is not empty. */
	skus: readonly Field[];
	/** In place of the SKU of a line that has none: IDs that never change, which SKU Mapping may name. */
	otherIds: readonly Field[];
	quantity: Field;
	/** Number of pieces that were taken off the quantity. */
	takenOff?: Field;
	name: Field;
	/** What the variant is called, all its options in one: `Navy / XL`. */
	variantTitle?: Field;
	prices: readonly PriceField[];
	/** What the customer chose and entered, and what the owner keeps there. */
	properties: readonly PropertyReader[];
	/** Of which kind the fields are that no path of the table names, also those of properties. */
	kinds?: FieldKinds;
	/** What decides whether a line is produced. */
	deciding: ReadonlyArray<DecidingField<LineMeaning>>;
	/** What no field of a line says, by all of its order. */
	beside?(
		order: IDataObject,
		lines: readonly IDataObject[],
	): (line: IDataObject, index: number) => BesideLine;
}

/** What is said of a line beside its fields, or in their place. */
export interface BesideLine extends Partial<
	Record<'doubt' | 'variationId' | 'fulfilmentService' | 'noProductBecause', string | undefined>
> {
	/** Pieces that are left after refunds, and those of them that the shop has fulfilled. */
	left?: number;
	fulfilled?: number;
	/** Why it is left out, if it is none of a product that is shipped. */
	excluded?: Excluded | undefined;
	partIds?: string[] | undefined;
}

export type RecipientTable = Readonly<Partial<Record<AddressPart, Field>>>;

/** The parts of an address that is an object of its own, by the names that they have there. */
export const addressAt = (
	path: string,
	names: Readonly<Partial<Record<AddressPart, string>>>,
): RecipientTable =>
	Object.fromEntries(Object.entries(names).map(([part, name]) => [part, `${path}.${name}`]));

/** Reads properties of an order or a line; with the kinds of the fields that they are in, as far as its table does not say them. */
export interface PropertyReader {
	(object: IDataObject): LineProperty[];
	kinds?: FieldKinds;
}

/** The properties in a list of objects with names and values. */
export const listed = (
	list: string,
	name: Field,
	value: Field = 'value',
	displayValue: Field = [],
): PropertyReader =>
	Object.assign(
		(object: IDataObject): LineProperty[] =>
			objectsIn(at(object, list)).map((entry) => ({
				names: [textIn(at(entry, name)) ?? ''],
				value: at(entry, value),
				displayValue: at(entry, displayValue),
			})),
		{ kinds: allOf(pathsOf([name, value, displayValue]), 'text', `${list}.[].`) },
	);

/** What can be recognized and is no order, or not a whole one. */
interface NotAnOrder {
	isIt(object: IDataObject): boolean;
	/** To follow 'Shop Order is no whole order of Etsy: '. */
	why: string;
	/** Which node makes an order of it. */
	advice: string;
}

/** How the next node gets what an address of the source's API answers. */
export const getFrom = (address: string): string =>
	`Add an HTTP Request node before this one that gets ${address} with your credential.`;

/** All that is known of the orders of a source. */
export interface SourceTable {
	/** Value of the field Shop. */
	shop: keyof typeof SHOP_PREFIXES;
	/** What the source calls itself. */
	called: string;
	/** Which node of n8n brings an order, for the editor. */
	description: string;
	/** Data that has an order in another form, with the names of this table. */
	inItsNames?(value: unknown): Pieces<unknown>;
	/** Whether an object is an order, by what no other source has. */
	isOrder(object: IDataObject): boolean;
	/** The same of data as it arrives, for Detect, where other shops call fields the same. */
	isSurely?(value: unknown): boolean;
	/** Where its API has a list of orders. */
	lists?: readonly string[];
	notAnOrder?: readonly NotAnOrder[];
	/** What the owner knows the order by. It never changes, unless externalId.ts makes the External ID of the ID. */
	number: Field;
	/** The source's own ID of the order, where that is another. */
	id?: Field;
	/** What the source calls it; may change. */
	name?: Field;
	/** Whether no other shop of the source has an order of the same External ID. */
	isNumberUnique: boolean;
	/** When the order was placed. */
	date: Field;
	/** Whether its orders never say that they were sent. */
	keepsNoSent?: true;
	/** Whether the source sends statuses in other cases, and with other signs between words, than it documents. */
	isCaseIgnored?: true;
	/** Fields that are the ID of an object, or the object itself where it was asked for. */
	expanded?: readonly string[];
	/** Of which kind the fields are that no path of the table names. */
	kinds?: FieldKinds;
	/** Whether its texts have entities of HTML. */
	hasEntities?: true;
	/** What to do about an order of which only some fields were asked for. */
	ifIncomplete?: string;
	/** Why it is none, or not placed yet, whatever its deciding fields say. */
	notPlaced?(order: IDataObject): WhyNotSent | undefined;
	/** What decides whether the order is due. */
	deciding: ReadonlyArray<DecidingField<OrderMeaning>>;
	/** The same, of fields that only this order has. */
	decidingIn?(order: IDataObject): Array<DecidingField<OrderMeaning>>;
	recipient: RecipientTable;
	/** Who pays, and where the parcel goes if there is no other address. */
	billing?: RecipientTable;
	/** Parts of an address that plug-ins keep beside it. */
	keptAside?(order: IDataObject, of: 'shipping' | 'billing'): Pieces<KeptPart[]>;
	/** The fields of its own or of plug-ins of which the user may name that of the tax number. */
	metadata?(order: IDataObject): LineProperty[];
	/** The tax number where the source asks for one. */
	taxNumber?(order: IDataObject): Pieces<OrderTaxNumber | undefined>;
	/** What to do about an address that the order lacks. */
	addressAdvice?: string;
	/** What else somebody has to look at. */
	review?(
		order: IDataObject,
		lines: readonly IDataObject[],
		isNotSent: boolean,
		found: Findings,
	): Pieces<void>;
	lines: LineTable;
	/** Code of the currency, in a line or else in the order. */
	currency: Field;
	/** Number of decimals in the smallest unit of a currency; undefined where that is not known. */
	decimalsOf?(currency: string): number | undefined;
	/** The list of shipping methods that the customer chose, where there may be several, and the names of each, its title first. */
	shippingMethods?: { at?: Field; names: readonly Field[] };
	/** What the customer entered for the whole order. */
	cartProperties?: readonly PropertyReader[];
	buyerNote?: Field;
}
