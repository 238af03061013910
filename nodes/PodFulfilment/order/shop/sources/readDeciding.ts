// What the deciding fields of a source's table say of an order or a line: reads each by its kind, refuses one that
// cannot be read or is missing, has values reviewed that the table does not name, and decides whether the order is due.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { comparableShopStatus } from '../../../input/equalText';
import { numberIn } from '../../../input/number';
import { isObject, ownValue } from '../../../input/objects';
import { quote, quotedList } from '../../../input/wording';
import type { Findings } from '../../findings';
import {
	CANCELLED,
	CASH_ON_DELIVERY,
	FULFILLED,
	HANDED_OVER,
	NOBODY_COLLECTS,
	REFUNDED,
	TEST_ORDER,
	TEST_ORDER_WARNING,
} from '../reading';
import type { ReadingOptions, WhyNotSent } from '../shopOrder';
import { isListOfObjects, saysNo, textIn } from '../values';
import type { DecidingField, Meaning } from './decidingFields';
import { at } from './field';
import type { SourceTable } from './sourceTable';

interface Kind {
	/** What a field must be, for messages. */
	expected: string;
	/** The key of a value in the table of the field; undefined for a value of another kind. */
	keyOf(value: unknown, field: DecidingField, object: IDataObject): string | undefined;
}

const given = (value: unknown) => (textIn(value) === undefined ? undefined : 'given');

function amountKey(value: unknown, { whole, values }: DecidingField, object: IDataObject) {
	const amount = numberIn(value);
	if (amount === undefined || amount < 0) return undefined;
	if (amount === 0) return 'none';
	const all = whole !== undefined && values.all !== undefined && numberIn(at(object, whole));
	return typeof all === 'number' && amount >= all ? 'all' : 'some';
}

const KINDS: Readonly<Record<DecidingField['kind'], Kind>> = {
	status: {
		expected: 'text',
		keyOf: (value) => (typeof value === 'string' ? textIn(value) : undefined),
	},
	flag: {
		expected: 'true or false',
		keyOf: (value) => (typeof value === 'boolean' ? String(value) : undefined),
	},
	list: {
		expected: 'a list',
		keyOf: (value) => (isListOfObjects(value) ? (value.length === 0 ? 'none' : 'some') : undefined),
	},
	object: {
		expected: 'an object or null',
		keyOf: (value) => (isObject(value) ? 'given' : undefined),
	},
	date: { expected: 'a date or null', keyOf: given },
	text: { expected: 'text or null', keyOf: given },
	money: { expected: 'a number', keyOf: amountKey },
};

/** Shows a value that may hold what a customer entered by its kind. */
function shown(value: unknown, kind: DecidingField['kind']): string {
	if (Array.isArray(value)) return 'a list';
	if (isObject(value)) return 'an object';
	if (typeof value === 'string' && (kind === 'list' || kind === 'object')) return 'text';
	return typeof value === 'number' && !Number.isFinite(value) ? 'no number' : quote(value);
}

/** A status as its users know it: `partially paid` of `PARTIALLY_PAID`, `on-hold` of `wc-on-hold`. */
const asKnown = (value: unknown): string =>
	(textIn(value) ?? '').toLowerCase().replace(/^wc-/, '').replaceAll('_', ' ');

/** A value of a deciding field, with what it means; undefined where the table does not name it. */
interface Said {
	field: DecidingField;
	/** As messages show it. */
	value: string;
	meaning: Meaning | undefined;
}

/** The field and its value, for messages. */
const named = ({ field: { path, called }, value }: Said): string =>
	`its ${called ?? path} is ${value}`;

/** What a review says of a value that the table does not name. */
export const unknownValue = (called: string, { field: { path }, value }: Said): string =>
	`${called} calls it ${value} in "${path}", which is not known here: check whether it is to be produced`;

/** The meaning of a key in the table of a field, where the source mixes cases also of one in other cases. */
function meaningOf(
	{ values, others }: DecidingField,
	key: string,
	isCaseIgnored: boolean,
): Meaning | undefined {
	const status = comparableShopStatus(key);
	const known = isCaseIgnored
		? Object.keys(values).find((one) => comparableShopStatus(one) === status)
		: key;
	return (known === undefined ? undefined : ownValue(values, known)) ?? others;
}

/** Whether a field says nothing. */
const isEmpty = (value: unknown, { kind }: DecidingField): boolean =>
	saysNo(value) && !(kind === 'flag' && value === false);

/**
 * Reads the deciding fields of an order or a line.
 *
 * @param label what problems call it
 * @throws UserError that names those that are missing and always come, or the field of another kind than documented
 */
export function readDeciding(
	fields: readonly DecidingField[],
	object: IDataObject,
	{ called, isCaseIgnored, ifIncomplete }: SourceTable,
	label: string,
): Said[] {
	const given = fields.map((field) => {
		const sent = at(object, field.path);
		return { field, sent, value: field.read ? field.read(sent, object) : sent };
	});
	const lacking = given.filter(
		({ field, sent, value }) =>
			(field.isAlwaysSent === true && sent === undefined) ||
			(isEmpty(value, field) && field.isOptional !== true && field.missing === undefined),
	);
	if (lacking.length > 0) {
		refuse(
			label,
			`lacks ${quotedList(lacking.map(({ field }) => field.path))}, so nothing says whether it is due`,
			ifIncomplete ?? `Pass the whole order as ${called} sends it.`,
		);
	}
	return given.flatMap(({ field, value }) => {
		const { path, kind, missing } = field;
		if (isEmpty(value, field)) {
			return missing === undefined ? [] : [{ field, value: 'empty', meaning: missing }];
		}
		const { expected, keyOf } = KINDS[kind];
		const asSent = shown(value, kind);
		const key =
			keyOf(value, field, object) ??
			refuse(
				label,
				`has "${path}" as ${asSent}, so nothing says whether it is due`,
				`Pass the order as ${called} sends it, with ${expected} in "${path}".`,
			);
		const meaning = meaningOf(field, key, isCaseIgnored === true);
		return [{ field, value: field.called === undefined ? asSent : asKnown(value), meaning }];
	});
}

/** What a value means for this order: of a status, whether the option Order Statuses lists it. */
function ofOrder(
	{ field, value, meaning: given }: Said,
	order: IDataObject,
	{ orderStatuses }: ReadingOptions,
): Said {
	const listed = field.isListed === true ? orderStatuses : undefined;
	if (listed?.includes(comparableShopStatus(value))) return { field, value, meaning: 'due' };
	const meaning = typeof given === 'function' ? given(order) : given;
	return { field, value, meaning: listed && meaning === 'due' ? 'notListed' : meaning };
}

function notPaid(said: Said): WhyNotSent {
	return {
		because: `is not paid: ${named(said)}`,
		advice: said.field.isListed
			? `Pass it again once it is paid. To have such orders produced, add the option Order Statuses with "${said.value}" and the statuses that are due as well; to place them as drafts, turn on Send Unpaid Orders.`
			: 'Pass it again once it is paid, or turn on Send Unpaid Orders to place it as a draft.',
		cause: { cause: 'notPaid', text: 'true' },
	};
}

function notListed(said: Said, { orderStatuses }: ReadingOptions): WhyNotSent {
	const { called = '', values } = said.field;
	const due = Object.entries(values).filter(([, meaning]) => meaning === 'due');
	const statuses = (orderStatuses ?? due.map(([status]) => status)).map(asKnown).join(', ');
	return {
		because: `is not due: ${named(said)}`,
		advice: `Only orders with the ${called} ${statuses} are sent. To change that, enter the statuses in the option Order Statuses.`,
		// What a status means, its owner decides: no text is proposed that would have it produced.
		cause: 'otherStatus',
	};
}

const notYet = (said: Said): WhyNotSent => ({
	because: `is not due yet: ${named(said)}`,
	advice: 'Pass it again once the shop releases it.',
	cause: 'fulfilled',
});

/** Why an order is over or none, by one value; undefined for any other. */
function stopBy({ meaning }: Said): WhyNotSent | undefined {
	if (meaning === 'cancelled') return CANCELLED;
	if (meaning === 'refunded') return REFUNDED;
	return typeof meaning === 'object' && 'because' in meaning ? meaning : undefined;
}

/** Why an order is not sent that is not over: by what each meaning says, the least due first. */
const NOT_SENT: ReadonlyArray<
	[Meaning, (said: Said, options: ReadingOptions) => WhyNotSent | undefined]
> = [
	['sent', () => FULFILLED],
	['test', (_, { sendTestOrders }) => (sendTestOrders ? undefined : TEST_ORDER)],
	['handedOver', () => HANDED_OVER],
	['notYet', notYet],
	['notListed', notListed],
	['notPaid', (said, { sendUnpaidOrders }) => (sendUnpaidOrders ? undefined : notPaid(said))],
	[
		'onDelivery',
		(_, { sendUnpaidOrders, orderStatuses }) =>
			sendUnpaidOrders || orderStatuses ? undefined : CASH_ON_DELIVERY,
	],
];

function whyNot(said: readonly Said[], options: ReadingOptions): WhyNotSent | undefined {
	const stops = said.flatMap((one) => stopBy(one) ?? []);
	const [stop] = stops;
	if (stop) {
		const isSent =
			stops.some((one) => one.isSent === true) || said.some(({ meaning }) => meaning === 'sent');
		return isSent ? { ...stop, isSent } : stop;
	}
	for (const [meaning, reason] of NOT_SENT) {
		const saying = said.find((one) => one.meaning === meaning);
		const why = saying && reason(saying, options);
		if (why) return why;
	}
	return undefined;
}

/** Adds to the findings what is to be looked at in an order that is sent. */
function lookAt(
	said: readonly Said[],
	{ orderStatuses }: ReadingOptions,
	called: string,
	found: Findings,
): void {
	const isUnpaid = said.some(({ meaning }) => meaning === 'notPaid');
	for (const one of said) {
		const { meaning } = one;
		if (meaning === undefined) found.review(unknownValue(called, one), 'unknownStatus');
		else if (meaning === 'test') found.warn(TEST_ORDER_WARNING, 'testOrder');
		else if (meaning === 'notPaid') {
			found.review(`The order is not paid in the shop: ${named(one)}`, 'notPaid');
		} else if (meaning === 'onDelivery') {
			if (orderStatuses) found.warn(NOBODY_COLLECTS, 'notPaid');
			else if (!isUnpaid) {
				found.review('The order is not paid in the shop: it is paid cash on delivery', 'notPaid');
			}
		} else if (typeof meaning === 'object' && 'review' in meaning) {
			found.review(meaning.review, meaning.about);
		}
	}
}

/** Why an order is not sent. What is to be looked at in one that is sent is added to the findings. */
export function whyNotSentOf(
	table: SourceTable,
	order: IDataObject,
	orderLabel: string,
	options: ReadingOptions,
	found: Findings,
): WhyNotSent | undefined {
	const notPlaced = table.notPlaced?.(order);
	if (notPlaced) return notPlaced;
	const said = readDeciding(table.deciding, order, table, orderLabel)
		.map((one) => ofOrder(one, order, options))
		// One that an earlier field says too, such as that part of it was refunded, is no second reason.
		.filter(
			({ meaning }, index, all) =>
				typeof meaning !== 'object' || all.findIndex((one) => one.meaning === meaning) === index,
		);
	const why = whyNot(said, options);
	if (!why) lookAt(said, options, table.called, found);
	return why;
}
