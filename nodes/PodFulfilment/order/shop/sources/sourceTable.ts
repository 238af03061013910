// The type of a source's table: where its orders have what; its deciding fields are in decidingFields.ts. A table is read
// beside the source's documentation; `readSource` makes an order of it. How to add one is in CONTRIBUTING.md.

import type { IDataObject } from 'n8n-workflow';

import type { SHOP_PREFIXES } from '../../../api/shopOrderIds';
import type { Pieces } from '../../../input/nextTurn';
import { onceForEach } from '../../../input/objects';
import type { Findings } from '../../findings';
import type { KeptPart, OrderTaxNumber } from '../besideAddress';
import type { AddressPart } from '../shopAddress';
import type { LineProperty, WhyNotSent } from '../shopOrder';
import type { DecidingField } from './decidingFields';
import { type Field, type FieldKinds, kindsOf, pathsOf, type PropertySource } from './field';

/** A price of a line. */
export interface PriceField {
	path: Field;
	/** By what it is divided to be that of one piece in the currency's main unit; NaN where that is not known. */
	dividedBy?(line: IDataObject, order: IDataObject): number | undefined;
}

/** Where a line has what. */
export interface LineTable {
	/** The list of lines. */
	at: string;
	id: Field;
	/** Whether a line may have no ID, and is sent without one. */
	mayLackId?: true;
	/** Of several, the first that is not empty. */
	skus: readonly Field[];
	/** In place of the SKU of a line that has none: IDs that never change, which SKU Mapping may name. */
	otherIds: readonly Field[];
	/** By which two variations under one SKU are told apart. */
	variationId?: Field;
	/** Another service that the shop gives the line to. */
	fulfilmentService?: Field;
	quantity: Field;
	/** Number of pieces that were taken off the quantity. */
	takenOff?: Field;
	name: Field;
	/** What the variant is called, all its options in one: `Navy / XL`. */
	variantTitle?: Field;
	/** Of several, the first that the line has. */
	prices: readonly PriceField[];
	/** What the customer chose and entered, and what the owner keeps there. */
	properties: readonly PropertySource[];
	/** Of which kind the fields are that no path of the table names. */
	kinds?: FieldKinds;
	/** What decides whether a line is produced. */
	deciding: readonly DecidingField[];
	/** What no field of a line says, by all of its order. */
	beside?(
		order: IDataObject,
		lines: readonly IDataObject[],
	): (line: IDataObject, index: number) => BesideLine;
}

/** What all of an order says of one of its lines. */
export interface BesideLine {
	/** Pieces that are left after refunds, and those of them that the shop has fulfilled. */
	left?: number;
	fulfilled?: number;
	doubt?: string | undefined;
	/** Of a bundle: the IDs of the lines that are its parts. */
	partIds?: string[] | undefined;
}

export type RecipientTable = Readonly<Partial<Record<AddressPart, Field>>>;

/**
 * The parts of an address that is an object of its own, at the first of these paths that has them; with a colon, one that has
 * another name there: `zip:postalCode`.
 */
export const addressAt = (parts: string, ...paths: readonly string[]): RecipientTable =>
	Object.fromEntries(
		parts.split(' ').map((part) => {
			const [name = '', field = name] = part.split(':');
			return [name, paths.map((path) => `${path}.${field}`)];
		}),
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
	inItsNames?(value: unknown): unknown;
	/** Whether an object is an order, by what no other source has. */
	isOrder(object: IDataObject): boolean;
	/** The same of data as it arrives, for Detect, where other shops call fields the same. */
	isSurely?(value: unknown): boolean;
	/** Where its API has a list of orders. */
	lists?: readonly string[];
	notAnOrder?: readonly NotAnOrder[];
	/** What the owner knows the order by. It never changes, unless {@link keys} name the ID. */
	number: Field;
	/** The source's own ID of the order, where that is another. */
	id?: Field;
	/** What its External ID is made of, with the names that the source has for each; by default the number. */
	keys?: ReadonlyArray<{ part: 'number' | 'id'; field: string; isDigits?: true }>;
	/** Whether the end of that is random, and enough of one that is too long. */
	isKeyRandom?: true;
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
	/** What to do about an order of which only some fields were asked for. */
	ifIncomplete?: string;
	/** Why it is none, or not placed yet, whatever its deciding fields say. */
	notPlaced?(order: IDataObject): WhyNotSent | undefined;
	/** What decides whether the order is due. */
	deciding: readonly DecidingField[];
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
	/** What else somebody has to look at in an order that is sent. */
	review?(order: IDataObject, lines: readonly IDataObject[], found: Findings): Pieces<void>;
	lines: LineTable;
	/** Code of the currency, in a line or else in the order. */
	currency: Field;
	/** The list of shipping methods that the customer chose, where there may be several, and the names of each, its title first. */
	shippingMethods?: { at?: string; names: readonly Field[] };
	/** What the customer entered for the whole order. */
	cartProperties?: readonly PropertySource[];
	buyerNote?: Field;
}

/** The fields of an order that its table reads, with their kinds. */
export const orderKinds = onceForEach((table: SourceTable): FieldKinds => {
	const { recipient, billing = {}, deciding, shippingMethods, cartProperties = [] } = table;
	const { at: list, names = [] } = shippingMethods ?? {};
	const methods = pathsOf(names).map((path) => (list === undefined ? path : `${list}.[].${path}`));
	const texts = [...Object.values(recipient), ...Object.values(billing), ...methods];
	return { ...kindsOf(texts, cartProperties, deciding), ...table.kinds };
});

/** The same of a line. */
export const lineKinds = onceForEach(({ lines }: SourceTable): FieldKinds => ({
	...kindsOf([...lines.skus, lines.variantTitle ?? []], lines.properties, lines.deciding),
	...lines.kinds,
}));
