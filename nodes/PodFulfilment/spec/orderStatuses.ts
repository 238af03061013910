// What each status of an order and of a parcel means (spec section 3): its words in a sentence, and the questions that the
// nodes decide by. The service explains none of them. For polling see trigger/polling/compare/statuses.ts: it asks what it
// still has to watch.

import { ORDER_STATUSES, type OrderStatus, type ShipmentStatus } from './service';

/** The columns of the table. Some have the same answers, or nearly: each says why it is a question of its own. */
type Question =
	/** Was the order confirmed, now or before? */
	| 'wasConfirmed'
	/** Is it not confirmed, or not any more? Of a failed order neither is known: it may fail before and after. */
	| 'isUnconfirmed'
	/** May it also be so from the beginning? Then it does not prove a confirmation, although it fits one. */
	| 'mayBeUnconfirmed'
	/** Has its production not begun, so that it can still be cancelled? Of confirmed orders: the next step of a draft is another. */
	| 'isBeforeProduction'
	/** Is it in production, or was it sent, so that it does not explain why a refund is refused? Also one that was stopped. */
	| 'mayBeRefunded'
	/** Was something produced, so that it does not explain why a reprint is refused? */
	| 'isPartlyProduced'
	/** Is all of it produced, so that all its parcels may have left? */
	| 'isProduced'
	/** Does no operation change it any more? A failed order can be changed, and validated again. */
	| 'isUnchangeable'
	/** Does an order not leave it? What shows it is then no old state. A failed order does, once it is changed. */
	| 'isLeftRarely'
	/** Is nothing left to change, so that it alone explains a refusal? Of a failed order, too. */
	| 'explainsRefusal'
	/** Is it not produced unless somebody does something? */
	| 'isStopped'
	/** Is it never produced, so that only another order helps? */
	| 'isOver';

interface Meaning {
	/** What a sentence says of an order in it. */
	words: string;
	/** The questions that are answered with yes. */
	yes: readonly Question[];
}

/** Nothing is left to be done by the service. */
const ALL_PRODUCED = [
	'wasConfirmed',
	'mayBeRefunded',
	'isPartlyProduced',
	'isProduced',
	'isUnchangeable',
	'isLeftRarely',
	'explainsRefusal',
] as const;

const MEANINGS: Readonly<Record<OrderStatus, Meaning>> = {
	draft: { words: 'is a draft', yes: ['isUnconfirmed'] },
	pending: {
		words: 'is pending',
		yes: ['wasConfirmed', 'mayBeUnconfirmed', 'isBeforeProduction'],
	},
	inprocess: {
		words: 'is in process',
		yes: ['wasConfirmed', 'mayBeRefunded', 'isUnchangeable'],
	},
	onhold: {
		words: 'is on hold',
		yes: ['wasConfirmed', 'mayBeUnconfirmed', 'isBeforeProduction', 'mayBeRefunded', 'isStopped'],
	},
	partial: {
		words: 'is partly produced',
		yes: ['wasConfirmed', 'mayBeRefunded', 'isPartlyProduced', 'isUnchangeable'],
	},
	fulfilled: { words: 'is fulfilled', yes: ALL_PRODUCED },
	shipped: { words: 'is shipped', yes: ALL_PRODUCED },
	canceled: {
		words: 'is cancelled',
		yes: [
			'isUnconfirmed',
			'isUnchangeable',
			'isLeftRarely',
			'explainsRefusal',
			'isStopped',
			'isOver',
		],
	},
	failed: { words: 'failed', yes: ['explainsRefusal', 'isStopped', 'isOver'] },
};

/** What a sentence says of an order in this status, e.g. `is shipped`; undefined for one that is unknown. */
export function orderStatusWords(status: string): string | undefined {
	const known = ORDER_STATUSES.find((one) => one === status);
	return known && MEANINGS[known].words;
}

/** The statuses for which a question has the answer yes. */
export const statusesWhere = (question: Question): OrderStatus[] =>
	ORDER_STATUSES.filter((status) => MEANINGS[status].yes.includes(question));

/** Whether a question has the answer yes for a status; no for one that is unknown. */
export const answersYes = (status: unknown, question: Question): boolean =>
	statusesWhere(question).some((answering) => answering === status);

/** Statuses of a parcel that left: one that came back had left before. */
const LEFT: readonly ShipmentStatus[] = ['shipped', 'returned'];

/** Whether a parcel has been handed to its carrier. */
export const hasLeft = (shipmentStatus: unknown): boolean =>
	LEFT.some((left) => left === shipmentStatus);
