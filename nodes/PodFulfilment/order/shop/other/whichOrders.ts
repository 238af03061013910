// Which orders of another shop are due: all that arrive, or those with a status that the owner lists. No status is
// interpreted: the owner's list alone says what is due.

import type { IDataObject } from 'n8n-workflow';

import { comparableShopStatus } from '../../../input/equalText';
import { isObject } from '../../../input/guards';
import { quote } from '../../../input/wording';
import type { Findings } from '../../findings';
import { orderInProblems } from '../orderLabel';
import { fieldsOf } from '../reading';
import type { WhyNotSent } from '../shopOrder';
import { textIn, valueAt } from '../values';

/** All orders, or those that have one of these statuses (as comparableShopStatus gives them) at a path. */
export type WhichOrders = 'all' | { statusField: string; statuses: readonly string[] };

/** What is wrong with a value that is no status, and what to do about it. */
function whyNoStatus(order: IDataObject, value: unknown): string {
	if (value === undefined) return `and the order has nothing there. ${fieldsOf(order)}`;
	if (Array.isArray(value)) return 'which is a list. Add [0] and the name of the field in it';
	return isObject(value)
		? `which is an object. Add the name of the field in it. ${fieldsOf(value)}`
		: 'which is empty. Give the order a status';
}

/** Why an order is not due. One without a status is a problem: nothing says whether it is. */
export function whyNotDue(
	order: IDataObject,
	which: WhichOrders,
	number: string | undefined,
	found: Findings,
): WhyNotSent | undefined {
	if (which === 'all') return undefined;
	const { statusField, statuses } = which;
	const value = valueAt(order, statusField);
	const status = typeof value === 'boolean' ? String(value) : textIn(value);
	if (status === undefined) {
		found.problem(
			`${orderInProblems(number)}: nothing says whether it is due. Status Field is ${quote(statusField)}, ${whyNoStatus(order, value)}.`,
			'unknownStatus',
		);
		return undefined;
	}
	if (statuses.includes(comparableShopStatus(status))) return undefined;
	return {
		because: `is not due: its ${statusField} is ${quote(status)}, which Order Statuses does not list`,
		advice: `If orders with this status are to be produced, add ${quote(status)} to Order Statuses.`,
		cause: 'otherStatus',
	};
}
