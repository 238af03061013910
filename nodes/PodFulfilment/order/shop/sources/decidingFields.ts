// The fields of a source's table that decide whether an order or a line is produced: their kinds, and what a value of
// them may mean. What an order says by them is read in readDeciding.ts.

import type { IDataObject } from 'n8n-workflow';

import { ownValue } from '../../../input/objects';
import type { Cause } from '../../causes';
import { HANDED_OVER } from '../reading';
import type { WhyNotSent } from '../shopOrder';
import { objectsIn } from '../values';

/** Somebody has to look at the order: the reason, as a whole sentence without its full stop. */
interface Review {
	review: string;
	/** Its cause. */
	about: Cause;
	/** Of a line: why it is left out if no variant has its SKU. */
	noProductBecause?: string;
}

export const review = (text: string, about: Cause): Review => ({ review: text, about });

/** Of an order of which a part was refunded, whether or not its lines say which part. */
export const REFUNDED_IN_PART = review(
	'Part of the order was refunded: check the quantities',
	'refunded',
);

/** Why the data is no order, or nothing of it is sent. */
export const noOrder = (because: string, advice = 'Nothing needs to be done.'): WhyNotSent => ({
	...{ because, advice, cause: 'cancelled' },
});

export const DISPUTED = review('The customer disputes the payment', 'notPaid');

/** There is nowhere to send a parcel. */
export const PICKED_UP = noOrder(HANDED_OVER.because, HANDED_OVER.advice);

/** What a value says of the whole order. Of several, the one that is the least due decides, see `readDeciding.ts`. */
export type OrderMeaning =
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
	| ((order: IDataObject) => WhyNotSent | Review);

/** What a value says of one line. */
export type LineMeaning = 'due' | 'notShipped' | 'giftCard' | 'sent' | Review;

/**
 * A field that decides, with what its values mean. An order with another value is reviewed; one with a value of another kind,
 * or without the field, is refused. The functions below make one of each kind.
 */
export interface DecidingField<Meaning> {
	path: string;
	kind: 'status' | 'flag' | 'list' | 'date' | 'text' | 'object' | 'money';
	/** Of a status, all values that the source documents. */
	values: Readonly<Record<string, Meaning>>;
	/** What users call it, for messages. */
	called?: string;
	/** What of the value counts, or what several fields say together. */
	read?(value: unknown, object: IDataObject): unknown;
	/** Whether it may be missing, and then says nothing. */
	isOptional?: true;
	/** Whether the source sends it always, if only as null: where it is left out, nobody asked for it. */
	isAlwaysSent?: boolean;
	/** Of a field that is empty or null, and of values of a status that are not named. */
	missing?: Meaning;
	others?: Meaning;
	/** Whether the option Order Statuses lists which of its values are due. */
	isListed?: true;
	/** Of an amount: where the one is of which it is a part. */
	whole?: string;
}

type Meaning = OrderMeaning | LineMeaning;

type More<M> = Partial<Omit<DecidingField<M>, 'path' | 'kind' | 'values'>>;

/** A field whose values are words of the source. */
export const status = <M extends Meaning>(
	path: string,
	values: Readonly<Record<string, M>>,
	more: More<M> = {},
): DecidingField<M> => ({ ...{ path, kind: 'status', values }, ...more });

/** What several values of a status mean, with blanks between. */
export const each = <M extends Meaning>(values: string, meaning: M): Record<string, M> =>
	Object.fromEntries(values.split(/\s+/).map((value) => [value, meaning]));

/** A field that is true or false. */
export const flag = <M extends Meaning>(
	path: string,
	set: M,
	notSet: M | 'due' = 'due',
): DecidingField<M | 'due'> => ({ path, kind: 'flag', values: { true: set, false: notSet } });

const unlessNone =
	(kind: 'list' | 'money') =>
	<M extends Meaning>(path: string, some: M): DecidingField<M | 'due'> => ({
		...{ path, kind, values: { none: 'due', some } },
	});

/** A list of objects, which says something unless it is empty. */
export const list = unlessNone('list');

/** An amount, as number or text, which says something unless it is 0. */
export const money = unlessNone('money');

const unlessMissing =
	(kind: 'date' | 'text' | 'object') =>
	<M extends Meaning>(path: string, given: M): DecidingField<M | 'due'> => ({
		...{ path, kind, values: { given }, missing: 'due' },
	});

/** A field with a date, or null. */
export const date = unlessMissing('date');

/** A field with a text, or null. */
export const text = unlessMissing('text');

/** A field with an object, or null. */
export const object = unlessMissing('object');

/** An amount that was refunded, of the one at `whole`. */
export const refundedOf = (path: string, whole: string): DecidingField<OrderMeaning> => ({
	...{ path, kind: 'money', whole },
	values: { none: 'due', some: REFUNDED_IN_PART, all: 'refunded' },
});

/** Of an order that is open otherwise. @param what says that a part of it was sent */
const sentInPart = (what: string): Review =>
	review(`${what}: check what is left to send`, 'fulfilled');

/** The parcels of an order that is open otherwise. */
export const parcels = (path: string, called: string): DecidingField<OrderMeaning> =>
	optional(list<OrderMeaning>(path, sentInPart(`${called} lists a parcel`)));

/** The number of a parcel in an order that is open otherwise. */
export const parcelNumber = (path: string, called: string): DecidingField<OrderMeaning> =>
	optional(text<OrderMeaning>(path, sentInPart(`${called} has the number of a parcel already`)));

/** A field that only some orders have. */
export const optional = <M>(field: DecidingField<M>): DecidingField<M> => ({
	...{ ...field, isOptional: true },
});

/** What is true of an order by several of its fields, and what that means; otherwise they say nothing. */
export const when = (
	isSo: (order: IDataObject) => boolean,
	meaning: OrderMeaning,
): DecidingField<OrderMeaning> => ({
	...flag('', meaning),
	read: (_value, order) => isSo(order),
});

/** A text in each object of a list, which no order is sent without reading. */
export const textInEach = (objects: unknown, path: string): Array<DecidingField<'due'>> =>
	objectsIn(objects).map((entry) => ({
		...optional(status(path, {}, { others: 'due' })),
		read: () => ownValue(entry, path),
	}));

/** Of a parcel whose number or address may be missing. */
const AT_PICKUP_POINT = review(
	'The parcel goes to a pick-up point or locker: check that the address says which, and that the carrier delivers there',
	'pickupPoint',
);

/**
 * What an order's shipping lines decide: one that is picked up is not sent, and one of which a part is picked up is reviewed,
 * since no shop says which part.
 *
 * @param pickedUp for each shipping line, whether the customer picks up what it is for
 */
export const decidingPickup = (
	pickedUp: (order: IDataObject) => boolean[],
	hasPickupPoint: (order: IDataObject) => boolean,
): Array<DecidingField<OrderMeaning>> => [
	when((order) => pickedUp(order).length > 0 && pickedUp(order).every(Boolean), 'handedOver'),
	when(
		(order) => pickedUp(order).includes(true),
		review(
			'The customer picks up a part of the order, and the shop does not say which: check the items and the address',
			'pickupPoint',
		),
	),
	when(hasPickupPoint, AT_PICKUP_POINT),
];
