// The fields of a source's table that decide whether an order or a line is produced: their kinds, and what a value of
// them may mean. What an order says by them is read in readDeciding.ts.

import type { IDataObject } from 'n8n-workflow';

import { ownValue } from '../../../input/guards';
import type { Cause } from '../../causes';
import { HANDED_OVER } from '../due';
import type { WhyNotSent } from '../shopOrder';
import { listIn, objectIn } from '../values';

/** Somebody has to look at the order: the reason, as a whole sentence without its full stop. */
interface Review {
	review: string;
	/** Its cause. */
	about: Cause;
}

export const review = (text: string, about: Cause): Review => ({ review: text, about });

/** Of an order of which a part was refunded, and of which nothing says which part. */
export const REFUNDED_IN_PART = review(
	'Part of the order was refunded, and nothing says of which lines: check the quantities',
	'refunded',
);

/** The data is no order, or nothing of it is sent: what it is, to follow the name of the order, and what to do. */
interface NoOrder {
	noOrder: string;
	advice: string;
}

/** There is nowhere to send a parcel. */
export const PICKED_UP: NoOrder = { noOrder: HANDED_OVER.because, advice: HANDED_OVER.advice };

export const NOTHING_TO_DO = 'Nothing needs to be done.';

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
	| NoOrder
	| WhyNotSent
	| ((order: IDataObject) => WhyNotSent | Review);

/** What a value says of one line. */
export type LineMeaning = 'due' | 'notShipped' | 'giftCard' | 'cancelled' | 'sent' | Review;

/**
 * A field that decides, with what its values mean. An order with another value is reviewed; one with a value of another kind,
 * or without the field, is refused. The functions below make one of each kind.
 */
export interface DecidingField<Meaning> {
	path: string;
	kind: 'status' | 'flag' | 'list' | 'date' | 'object' | 'money';
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
	/** Of a status that is empty, and of values that are not named. */
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

/** A list of objects, which says something unless it is empty. */
export const list = <M extends Meaning>(path: string, filled: M): DecidingField<M | 'due'> => ({
	...{ path, kind: 'list', values: { empty: 'due', filled } },
});

/** A field with a date, or null. */
export const date = <M extends Meaning>(path: string, given: M): DecidingField<M | 'due'> => ({
	...{ path, kind: 'date', values: { missing: 'due', given } },
});

/** A field with an object, or null. */
export const object = <M extends Meaning>(path: string, given: M): DecidingField<M | 'due'> => ({
	path,
	kind: 'object',
	values: { missing: 'due', given },
});

/** An amount, as number or text, which says something unless it is 0. */
export const money = <M extends Meaning>(path: string, some: M): DecidingField<M | 'due'> => ({
	...{ path, kind: 'money', values: { none: 'due', some } },
});

/** An amount that was refunded, of the one at `whole`. */
export const refundedOf = (path: string, whole: string): DecidingField<OrderMeaning> => ({
	...{ path, kind: 'money', whole },
	values: { none: 'due', some: REFUNDED_IN_PART, all: 'refunded' },
});

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
	listIn(objects).map((entry) => ({
		...optional(status(path, {}, { others: 'due' })),
		read: () => ownValue(objectIn(entry), path),
	}));
