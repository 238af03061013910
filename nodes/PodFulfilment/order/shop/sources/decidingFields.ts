// The fields of a source's table that decide whether an order or a line is produced: their kinds, and what a value of
// them may mean. What an order says by them is read in readDeciding.ts.

import type { IDataObject } from 'n8n-workflow';

import type { Cause } from '../../causes';
import type { Excluded } from '../reading';
import type { WhyNotSent } from '../shopOrder';

/** Somebody has to look at the order: the reason, as a whole sentence without its full stop. */
interface Review {
	review: string;
	/** Its cause. */
	about: Cause;
	/** Of a line: why it is left out if no variant has its SKU. */
	noProductBecause?: string;
}

export const review = (text: string, about: Cause, noProductBecause?: string): Review => ({
	review: text,
	about,
	...(noProductBecause !== undefined && { noProductBecause }),
});

/** Of an order of which a part was refunded, whether or not its lines say which part. */
export const REFUNDED_IN_PART = review(
	'Part of the order was refunded: check the quantities',
	'refunded',
);

/** Why the data is no order, or nothing of it is sent. */
export const noOrder = (because: string, advice = 'Nothing needs to be done.'): WhyNotSent => ({
	because,
	advice,
	cause: 'cancelled',
});

export const DISPUTED = review('The customer disputes the payment', 'notPaid');

/**
 * What a value says of an order or a line. Of several of an order, the one that is the least due decides, see `readDeciding.ts`;
 * of a line, `due`, `sent`, and what is an object.
 */
export type Meaning =
	| 'due'
	| 'notPaid'
	/** The courier is to collect the money, which the service does not do. */
	| 'onDelivery'
	/** The source has not released it yet. */
	| 'notYet'
	/** A status that no source documents, and that the option Order Statuses may list. */
	| 'notListed'
	| 'cancelled'
	| 'refunded'
	| 'sent'
	/** The customer picks it up, or took it along. */
	| 'handedOver'
	| 'test'
	| Review
	| WhyNotSent
	/** Why nothing of a line is produced. */
	| Excluded
	| ((order: IDataObject) => WhyNotSent | Review);

/**
 * A field that decides, with what its values mean. An order with another value is reviewed; one with a value of another kind,
 * or without the field, is refused. The functions below make one of each kind, of a path that ends with `?` where only some
 * orders have the field.
 */
export interface DecidingField {
	path: string;
	kind: 'status' | 'flag' | 'list' | 'date' | 'text' | 'object' | 'money';
	/** Of a status, all values that the source documents. */
	values: Readonly<Record<string, Meaning>>;
	/** What users call it, for messages. */
	called?: string;
	/** What of the value counts, or what several fields say together. */
	read?(value: unknown, object: IDataObject): unknown;
	/** Whether it may be missing, and then says nothing. */
	isOptional?: boolean;
	/** Whether the source sends it always, if only as null: where it is left out, nobody asked for it. */
	isAlwaysSent?: true;
	/** Of a field that is empty or null, and of values of a status that are not named. */
	missing?: Meaning;
	others?: Meaning;
	/** Whether the option Order Statuses lists which of its values are due. */
	isListed?: true;
	/** Of an amount: where the one is of which it is a part. */
	whole?: string;
}

type More = Partial<Omit<DecidingField, 'path' | 'kind' | 'values'>>;

const field = (
	kind: DecidingField['kind'],
	path: string,
	values: DecidingField['values'],
	more: More = {},
): DecidingField => ({
	path: path.replace('?', ''),
	kind,
	values,
	isOptional: path.endsWith('?'),
	...more,
});

/** A field whose values are words of the source. */
export const status = (path: string, values: DecidingField['values'], more?: More) =>
	field('status', path, values, more);

/** What several values of a status mean, with blanks between. */
export const each = <M>(values: string, meaning: M): Record<string, M> =>
	Object.fromEntries(values.split(/\s+/).map((value) => [value, meaning]));

/** A field that is true or false. */
export const flag = (path: string, set: Meaning, notSet: Meaning = 'due', more?: More) =>
	field('flag', path, { true: set, false: notSet }, more);

/** A list of objects, which says something unless it is empty. */
export const list = (path: string, some: Meaning, more?: More) =>
	field('list', path, { none: 'due', some }, more);

/** An amount, which says something unless it is 0. */
export const money = (path: string, some: Meaning, more?: More) =>
	field('money', path, { none: 'due', some }, more);

/** An amount that was refunded, of the one at `whole`. */
export const refundedOf = (path: string, whole: string) =>
	field('money', path, { none: 'due', some: REFUNDED_IN_PART, all: 'refunded' }, { whole });

/** A field that says something unless it is empty or null. */
const unlessMissing =
	(kind: 'date' | 'text' | 'object') => (path: string, given: Meaning, more?: More) =>
		field(kind, path, { given }, { missing: 'due', ...more });

export const date = unlessMissing('date');

export const text = unlessMissing('text');

export const object = unlessMissing('object');

/** The parcels of an order that is open otherwise. */
export const parcels = (path: string, called: string) =>
	list(`${path}?`, review(`${called} lists a parcel: check what is left to send`, 'fulfilled'));

/** The number of a parcel in an order that is open otherwise. */
export const parcelNumber = (path: string, called: string) =>
	text(
		`${path}?`,
		review(`${called} has the number of a parcel already: check what is left to send`, 'fulfilled'),
	);

/** What is true of an order or a line by several of its fields, and what that means; otherwise they say nothing. */
export const when = (isSo: (object: IDataObject) => boolean, meaning: Meaning) =>
	flag('', meaning, 'due', { read: (_value, object) => isSo(object) });

/** What is to be reviewed if something is true of an order or a line. */
export const reviewWhen = (isSo: (object: IDataObject) => boolean, about: Cause, text: string) =>
	when(isSo, review(text, about));

/**
 * What an order's shipping lines decide: one that is picked up is not sent, and one of which a part is picked up is reviewed,
 * since no shop says which part.
 *
 * @param pickedUp for each shipping line, whether the customer picks up what it is for
 */
export const decidingPickup = (
	pickedUp: (order: IDataObject) => boolean[],
	hasPickupPoint: (order: IDataObject) => boolean,
): DecidingField[] => [
	when((order) => pickedUp(order).length > 0 && pickedUp(order).every(Boolean), 'handedOver'),
	reviewWhen(
		(order) => pickedUp(order).includes(true),
		'pickupPoint',
		'The customer picks up a part of the order, and the shop does not say which: check the items and the address',
	),
	// Its number or address may be missing.
	reviewWhen(
		hasPickupPoint,
		'pickupPoint',
		'The parcel goes to a pick-up point or locker: check that the address says which, and that the carrier delivers there',
	),
];
