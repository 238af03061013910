// What the deciding fields of a source's table say of an order or a line: reads each by its kind, refuses one that
// cannot be read or is missing, has values reviewed that the table does not name, and decides whether the order is due.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { isObject, numberIn, ownValue } from '../../../input/guards';
import { quote } from '../../../input/wording';
import type { Findings } from '../../findings';
import { CANCELLED, FULFILLED, REFUNDED, TEST_ORDER, TEST_ORDER_WARNING } from '../due';
import type { ReadingOptions, WhyNotSent } from '../shopOrder';
import { textIn } from '../values';
import {
	at,
	type DecidingField,
	type LineMeaning,
	type OrderMeaning,
	type SourceTable,
} from './sourceTable';

/** What a field must be, for messages. */
const EXPECTED = {
	status: 'text',
	flag: 'true or false',
	list: 'a list',
	date: 'a date or null',
	object: 'an object or null',
	money: 'an amount',
};

/** Shows a value that may hold what a customer entered by its kind. */
const shown = (value: unknown): string => {
	if (Array.isArray(value)) return 'a list';
	return isObject(value) ? 'an object' : quote(value);
};

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
			return isCaseIgnored ? text?.toLowerCase() : text;
		}
		case 'flag':
			return typeof value === 'boolean' ? String(value) : undefined;
		case 'list':
			if (!Array.isArray(value)) return undefined;
			return value.length === 0 ? 'empty' : 'filled';
		case 'date':
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

const isMissing = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A value of a deciding field, with what it means; undefined where the table does not name it. */
interface Said<Meaning> {
	path: string;
	/** As messages show it. */
	value: string;
	meaning: Meaning | undefined;
}

/**
 * Reads the deciding fields of an order or a line.
 *
 * @param orderLabel what problems call it
 * @throws UserError that names a field of another kind than documented, or one that is missing and always comes
 */
export function readDeciding<Meaning>(
	fields: ReadonlyArray<DecidingField<Meaning>>,
	object: IDataObject,
	{ called, isCaseIgnored }: Pick<SourceTable, 'called' | 'isCaseIgnored'>,
	orderLabel: string,
): Array<Said<Meaning>> {
	return fields.flatMap((field) => {
		const { path, kind, isOptional } = field;
		const values: Readonly<Record<string, Meaning | undefined>> = field.values;
		const value = at(object, path);
		if (isMissing(value)) {
			const meaning = ownValue(values, 'missing');
			if (meaning === undefined && isOptional !== true) {
				refuse(
					orderLabel,
					`lacks "${path}", so nothing says whether it is due`,
					`Pass the whole order as ${called} sends it.`,
				);
			}
			return meaning === undefined ? [] : [{ path, value: 'empty', meaning }];
		}
		const key =
			keyOf(value, field, object, isCaseIgnored === true) ??
			refuse(
				orderLabel,
				`has "${path}" as ${shown(value)}, so nothing says whether it is due`,
				`Pass the order as ${called} sends it, with ${EXPECTED[kind]} in "${path}".`,
			);
		return { path, value: shown(value), meaning: ownValue(values, key) };
	});
}

/** What a review says of a value that the table does not name. */
export const unknownValue = (called: string, { path, value }: Said<unknown>): string =>
	`${called} calls it ${value} in "${path}", which is not known here: check whether it is to be produced`;

const PASS_AGAIN =
	'Pass it again once it is paid, or turn on Send Unpaid Orders to place it as a draft.';

/** Why an order is not sent, by what its values say: the least due first. */
function whyNot(
	said: ReadonlyArray<Said<OrderMeaning>>,
	{ sendTestOrders, sendUnpaidOrders = false }: ReadingOptions,
): WhyNotSent | undefined {
	const sayingIt = (wanted: OrderMeaning) => said.find(({ meaning }) => meaning === wanted);
	for (const { meaning } of said) {
		if (typeof meaning === 'object' && 'noOrder' in meaning) {
			return { because: meaning.noOrder, advice: meaning.advice };
		}
	}
	if (sayingIt('cancelled')) return CANCELLED;
	if (sayingIt('refunded')) return REFUNDED;
	if (sayingIt('sent')) return FULFILLED;
	if (sayingIt('test') && !sendTestOrders) return TEST_ORDER;
	const notYet = sayingIt('notYet');
	if (notYet) {
		return {
			because: `is not due yet: its ${notYet.path} is ${notYet.value}`,
			advice: 'Pass it again once the shop releases it.',
		};
	}
	const notPaid = sendUnpaidOrders ? undefined : sayingIt('notPaid');
	return (
		notPaid && {
			because: `is not paid: its ${notPaid.path} is ${notPaid.value}`,
			advice: PASS_AGAIN,
		}
	);
}

/** Why an order is not sent. What is to be looked at in one that is sent is added to the findings. */
export function whyNotSentBy(
	said: ReadonlyArray<Said<OrderMeaning>>,
	called: string,
	options: ReadingOptions,
	found: Findings,
): WhyNotSent | undefined {
	const whyNotSent = whyNot(said, options);
	if (whyNotSent) return whyNotSent;
	for (const one of said) {
		const { path, value, meaning } = one;
		if (meaning === undefined) found.review(unknownValue(called, one));
		else if (meaning === 'test') found.warn(TEST_ORDER_WARNING);
		else if (meaning === 'notPaid') {
			found.review(`The order is not paid in the shop: its ${path} is ${value}`);
		} else if (typeof meaning === 'object' && 'review' in meaning) found.review(meaning.review);
	}
	return undefined;
}

/** Why a line is not produced, and what is to be looked at in it. */
export interface LineDecision {
	meaning: Exclude<LineMeaning, 'due' | object> | undefined;
	doubt: string | undefined;
}

/** What becomes of a line, by what its values say. */
export function decisionOnLine(
	said: ReadonlyArray<Said<LineMeaning>>,
	called: string,
): LineDecision {
	const reasons = (['cancelled', 'giftCard', 'notShipped', 'sent'] as const).filter((reason) =>
		said.some(({ meaning }) => meaning === reason),
	);
	const doubts = said.flatMap((one) => {
		if (one.meaning === undefined) return [unknownValue(called, one)];
		return typeof one.meaning === 'object' ? [one.meaning.review] : [];
	});
	return { meaning: reasons[0], doubt: doubts.length > 0 ? doubts.join('. ') : undefined };
}
