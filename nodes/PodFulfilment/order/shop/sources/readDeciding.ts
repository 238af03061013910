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
import type { DecidingField, OrderMeaning } from './decidingFields';
import { at, type SourceTable } from './sourceTable';

/** What a field must be, for messages. */
const EXPECTED = {
	status: 'text',
	flag: 'true or false',
	list: 'a list',
	date: 'a date or null',
	object: 'an object or null',
	text: 'text or null',
	money: 'a number',
};

/** Shows a value that may hold what a customer entered by its kind. */
function shown(value: unknown, kind: DecidingField<unknown>['kind']): string {
	if (Array.isArray(value)) return 'a list';
	if (isObject(value)) return 'an object';
	if (typeof value === 'string' && (kind === 'list' || kind === 'object')) return 'text';
	return typeof value === 'number' && !Number.isFinite(value) ? 'no number' : quote(value);
}

/** A status as its users know it: `partially paid` of `PARTIALLY_PAID`, `on-hold` of `wc-on-hold`. */
const asKnown = (value: unknown): string =>
	(textIn(value) ?? '').toLowerCase().replace(/^wc-/, '').replaceAll('_', ' ');

/** The key of a value in a table; undefined for a value of another kind. */
function keyOf(
	value: unknown,
	field: DecidingField<unknown>,
	object: IDataObject,
	isCaseIgnored: boolean,
): string | undefined {
	switch (field.kind) {
		case 'status': {
			const text = typeof value === 'string' ? textIn(value) : undefined;
			if (!isCaseIgnored || text === undefined) return text;
			const status = comparableShopStatus(text);
			return (
				Object.keys(field.values).find((key) => comparableShopStatus(key) === status) ?? status
			);
		}
		case 'flag':
			return typeof value === 'boolean' ? String(value) : undefined;
		case 'list':
			if (!isListOfObjects(value)) return undefined;
			return value.length === 0 ? 'none' : 'some';
		case 'date':
		case 'text':
			return textIn(value) === undefined ? undefined : 'given';
		case 'object':
			return isObject(value) ? 'given' : undefined;
		case 'money': {
			const amount = numberIn(value);
			if (amount === undefined || amount < 0) return undefined;
			if (amount === 0) return 'none';
			const whole = field.whole === undefined ? undefined : numberIn(at(object, field.whole));
			return field.values.all !== undefined && whole !== undefined && amount >= whole
				? 'all'
				: 'some';
		}
	}
}

const isMissing = (value: unknown, { kind }: DecidingField<unknown>): boolean =>
	saysNo(value) && !(kind === 'flag' && value === false);

/** What is read of a field. */
const valueOf = ({ path, read }: DecidingField<unknown>, object: IDataObject): unknown => {
	const value = at(object, path);
	return read ? read(value, object) : value;
};

/** A value of a deciding field, with what it means; undefined where the table does not name it. */
interface Said<Meaning> {
	field: DecidingField<unknown>;
	/** As messages show it. */
	value: string;
	meaning: Meaning | undefined;
}

/** The field and its value, for messages. */
const named = ({ field: { path, called }, value }: Said<unknown>): string =>
	`its ${called ?? path} is ${value}`;

/**
 * Reads the deciding fields of an order or a line.
 *
 * @param orderLabel what problems call it
 * @throws UserError that names the field of another kind than documented, or those that are missing and always come
 */
export function readDeciding<Meaning>(
	fields: ReadonlyArray<DecidingField<Meaning>>,
	object: IDataObject,
	table: Pick<SourceTable, 'called' | 'isCaseIgnored' | 'ifIncomplete'>,
	orderLabel: string,
): Array<Said<Meaning>> {
	const { called, isCaseIgnored = false } = table;
	const lacking = fields.filter((field) => {
		if (field.isAlwaysSent === true && at(object, field.path) === undefined) return true;
		const isAnswer = field.isOptional ?? field.missing !== undefined;
		return !isAnswer && isMissing(valueOf(field, object), field);
	});
	if (lacking.length > 0) {
		refuse(
			orderLabel,
			`lacks ${quotedList(lacking.map(({ path }) => path))}, so nothing says whether it is due`,
			table.ifIncomplete ?? `Pass the whole order as ${called} sends it.`,
		);
	}
	return fields.flatMap((field) => {
		const { path, kind, missing } = field;
		const value = valueOf(field, object);
		if (isMissing(value, field)) {
			return missing === undefined ? [] : [{ field, value: 'empty', meaning: missing }];
		}
		const key =
			keyOf(value, field, object, isCaseIgnored) ??
			refuse(
				orderLabel,
				`has "${path}" as ${shown(value, kind)}, so nothing says whether it is due`,
				`Pass the order as ${called} sends it, with ${EXPECTED[kind]} in "${path}".`,
			);
		return {
			field,
			value: field.called === undefined ? shown(value, kind) : asKnown(value),
			meaning: ownValue(field.values, key) ?? field.others,
		};
	});
}

/** What a review says of a value that the table does not name. */
export const unknownValue = (called: string, { field: { path }, value }: Said<unknown>): string =>
	`${called} calls it ${value} in "${path}", which is not known here: check whether it is to be produced`;

type SaidOfOrder = Said<Exclude<OrderMeaning, (order: IDataObject) => unknown>>;

/** A value with what it means for this order: of a status, whether the option Order Statuses lists it. */
function ofOrder(
	{ field, value, meaning: given }: Said<OrderMeaning>,
	order: IDataObject,
	listed: readonly string[] | undefined,
): SaidOfOrder {
	const isListed = field.isListed && listed;
	if (isListed && listed.includes(comparableShopStatus(value))) {
		return { field, value, meaning: 'due' };
	}
	const meaning = typeof given === 'function' ? given(order) : given;
	return { field, value, meaning: isListed && meaning === 'due' ? 'notListed' : meaning };
}

function notPaid(said: SaidOfOrder): WhyNotSent {
	return {
		because: `is not paid: ${named(said)}`,
		advice: said.field.isListed
			? `Pass it again once it is paid. To have such orders produced, add the option Order Statuses with "${said.value}" and the statuses that are due as well; to place them as drafts, turn on Send Unpaid Orders.`
			: 'Pass it again once it is paid, or turn on Send Unpaid Orders to place it as a draft.',
		cause: { cause: 'notPaid', text: 'true' },
	};
}

function notListed(said: SaidOfOrder, listed: readonly string[] | undefined): WhyNotSent {
	const { called = '', values } = said.field;
	const due = Object.entries(values).filter(([, meaning]) => meaning === 'due');
	const shown = (listed ?? due.map(([status]) => status)).map(asKnown).join(', ');
	return {
		because: `is not due: ${named(said)}`,
		advice: `Only orders with the ${called} ${shown} are sent. To change that, enter the statuses in the option Order Statuses.`,
		// What a status means, its owner decides: no text is proposed that would have it produced.
		cause: 'otherStatus',
	};
}

/** Why an order is over or none, by one value; undefined for any other. */
function stopBy({ meaning }: SaidOfOrder): WhyNotSent | undefined {
	if (meaning === 'cancelled') return CANCELLED;
	if (meaning === 'refunded') return REFUNDED;
	return typeof meaning === 'object' && 'because' in meaning ? meaning : undefined;
}

/** Whether a value says that the order was sent, whatever else became of it. */
const saysSent = ({ meaning }: SaidOfOrder): boolean =>
	meaning === 'sent' ||
	(typeof meaning === 'object' && 'because' in meaning && meaning.isSent === true);

const notYet = (said: SaidOfOrder): WhyNotSent => ({
	because: `is not due yet: ${named(said)}`,
	advice: 'Pass it again once the shop releases it.',
	cause: 'fulfilled',
});

/** Why an order is not sent, by what its values say: the least due first. */
function whyNot(
	said: readonly SaidOfOrder[],
	{ sendTestOrders, sendUnpaidOrders = false, orderStatuses }: ReadingOptions,
): WhyNotSent | undefined {
	const saying = (wanted: OrderMeaning) => said.find(({ meaning }) => meaning === wanted);
	const stop = said.map(stopBy).find((reason) => reason !== undefined);
	if (stop) return said.some(saysSent) ? { ...stop, isSent: true } : stop;
	if (saying('sent')) return FULFILLED;
	if (saying('test') && !sendTestOrders) return TEST_ORDER;
	if (saying('handedOver')) return HANDED_OVER;
	const [held, unlisted] = [saying('notYet'), saying('notListed')];
	if (held) return notYet(held);
	if (unlisted) return notListed(unlisted, orderStatuses);
	if (sendUnpaidOrders) return undefined;
	const unpaid = saying('notPaid');
	if (unpaid) return notPaid(unpaid);
	return saying('onDelivery') && !orderStatuses ? CASH_ON_DELIVERY : undefined;
}

/** What is said of an order without what an earlier field says too, such as that part of it was refunded. */
const eachReasonOnce = (said: readonly SaidOfOrder[]): SaidOfOrder[] =>
	said.filter(
		({ meaning }, index) =>
			typeof meaning !== 'object' || said.findIndex((other) => other.meaning === meaning) === index,
	);

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
	const fields = [...table.deciding, ...(table.decidingIn?.(order) ?? [])];
	const said = eachReasonOnce(
		readDeciding(fields, order, table, orderLabel).map((one) =>
			ofOrder(one, order, options.orderStatuses),
		),
	);
	const whyNotSent = whyNot(said, options);
	if (whyNotSent) return whyNotSent;
	const isUnpaid = said.some(({ meaning }) => meaning === 'notPaid');
	for (const one of said) {
		const { meaning } = one;
		if (meaning === undefined) found.review(unknownValue(table.called, one), 'unknownStatus');
		else if (meaning === 'test') found.warn(TEST_ORDER_WARNING, 'testOrder');
		else if (meaning === 'notPaid') {
			found.review(`The order is not paid in the shop: ${named(one)}`, 'notPaid');
		} else if (meaning === 'onDelivery' && options.orderStatuses)
			found.warn(NOBODY_COLLECTS, 'notPaid');
		else if (meaning === 'onDelivery' && !isUnpaid) {
			found.review('The order is not paid in the shop: it is paid cash on delivery', 'notPaid');
		} else if (typeof meaning === 'object' && 'review' in meaning)
			found.review(meaning.review, meaning.about);
	}
	return undefined;
}
