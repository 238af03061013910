// What the readers of all orders share: whether they are rows, reading lines and their properties up to a maximum, lists of statuses that are due,
// and the reasons for which a line or an order is not sent, with what to do. What each status means is in the table of its source,
// and which reason counts in sources/readDeciding.ts.

import type { IDataObject } from 'n8n-workflow';

import type { OperationCall } from '../../execution/operation';
import { optionalText, refuse } from '../../input/checks';
import { comparableShopStatus } from '../../input/equalText';
import { isObject, ownValue } from '../../input/objects';
import { trimmed } from '../../input/text';
import { quote } from '../../input/wording';
import { lineInProblems, orderInProblems } from './orderLabel';
import type { LineProperty, ShopLine, WhyNotSent } from './shopOrder';
import { listIn, MAX_NAME_OR_SKU_LENGTH, textIn } from './values';

/** Whether the orders of a call are rows. */
export const isOfRows = (parameter: OperationCall['parameter']): boolean =>
	trimmed(parameter<unknown>('orderFrom', 'fields')).toLowerCase() === 'rows';

/** Maximum number of lines of an order. More would be other data, or that of many orders. */
const MAX_LINES = 5_000;

/** Maximum number of shipping lines, and of the methods in them: each is compared with many words. */
export const MAX_SHIPPING_LINES = 50;

/** Refuses an order with more of something than any order has. */
export function requireAtMost(
	max: number,
	what: string,
	count: number,
	number: string | undefined,
): void {
	if (count <= max) return;
	refuse(
		orderInProblems(number),
		`has ${count} ${what}, but at most ${max} are read`,
		'Pass the data of one order only.',
	);
}

/** Number of properties of a line that are read. */
export const MAX_PROPERTIES = 250;

/**
 * Reads the lines of an order.
 *
 * @param number of the order, if it has one
 * @throws UserError for too many lines, and for a line that is not an object
 */
export function linesIn(value: unknown, number: string | undefined): IDataObject[] {
	const lines = listIn(value);
	requireAtMost(MAX_LINES, 'lines', lines.length, number);
	return lines.map((line, index) =>
		isObject(line)
			? line
			: refuse(
					lineInProblems(`Line ${index + 1}`, number),
					`is ${quote(line)}, but must be an object`,
					'Pass the order as the shop sends it.',
				),
	);
}

/**
 * Reads properties from a list such as `[{ name, value }]`, or an object such as `{ "Print file": "https://…" }`, as many as
 * there are.
 */
export const allPropertiesIn = (
	value: unknown,
	nameKeys: readonly string[],
	max = Infinity,
): LineProperty[] =>
	isObject(value)
		? Object.entries(value)
				.slice(0, max)
				.map(([name, entry]) => ({
					names: name.length > MAX_NAME_OR_SKU_LENGTH ? [] : [name],
					value: entry,
				}))
		: listIn(value)
				.filter(isObject)
				.slice(0, max)
				.map((property) => {
					const value: unknown = ownValue(property, 'value');
					const displayValue: unknown = ownValue(property, 'display_value');
					return {
						names: nameKeys.flatMap((key) => textIn(ownValue(property, key)) ?? []),
						value,
						...(displayValue !== undefined && displayValue !== value && { displayValue }),
					};
				});

/** Like {@link allPropertiesIn}, but at most {@link MAX_PROPERTIES}. */
export const propertiesIn = (value: unknown, ...nameKeys: string[]): LineProperty[] =>
	allPropertiesIn(value, nameKeys, MAX_PROPERTIES);

/** The properties of a line that are read, and what to look at where there are more. Customers can add any number of them. */
export const propertiesOfLine = (
	properties: LineProperty[],
	doubt?: string,
): Pick<ShopLine, 'properties' | 'doubt'> => {
	const read = properties.slice(0, MAX_PROPERTIES);
	if (read.length === properties.length) return { properties, ...(doubt && { doubt }) };
	const unread = `only the first ${read.length} of its ${properties.length} properties are read: check its print files and options`;
	return { properties: read, doubt: [doubt ?? [], unread].flat().join('. ') };
};

/** Why nothing of a line is to be produced, however many of it are ordered. */
export type Excluded = Pick<ShopLine, 'leftOutBecause' | 'isUnshipped' | 'isGiftCard'>;

/** Of a line that the shop does not ship. */
export const NOT_SHIPPED: Excluded = { leftOutBecause: 'it is not shipped', isUnshipped: true };

/** Of a gift card: what its buyer writes is for whoever gets it. */
export const GIFT_CARD: Excluded = { leftOutBecause: 'it is a gift card', isGiftCard: true };

/** It may have been ordered before; nothing cancels it automatically. */
export const NOT_WANTED =
	'Nothing needs to be produced. If it was ordered before, cancel it with Order → Cancel. To order it all the same, use another node with Order From set to Fields.';

export const ALREADY_DONE =
	'Nothing needs to be produced. To order it all the same, use another node with Order From set to Fields.';

export const CANCELLED: WhyNotSent = {
	because: 'was cancelled in the shop',
	advice: NOT_WANTED,
	endedBy: 'was cancelled in the shop',
	cause: 'cancelled',
};

export const REFUNDED: WhyNotSent = {
	because: 'was refunded in full',
	advice: NOT_WANTED,
	endedBy: 'was refunded in the shop',
	cause: 'refunded',
};

/** Why an order is not sent of which all lines for the service are fulfilled or restocked. */
export const FULFILLED: WhyNotSent = {
	because: 'is fulfilled in the shop already',
	advice: ALREADY_DONE,
	isSent: true,
	cause: 'fulfilled',
};

export const HANDED_OVER: WhyNotSent = {
	because: 'is picked up or was handed over, according to the shop',
	advice:
		'There is nowhere to send a parcel. To order it all the same, use another node with Order From set to Fields.',
	cause: 'fulfilled',
};

export const TEST_ORDER: WhyNotSent = {
	because: 'is a test order',
	advice: 'Turn on the option "Send Test Orders" to order it all the same.',
	cause: { cause: 'testOrder', text: 'true' },
};

export const TEST_ORDER_WARNING = 'This is a test order';

export const DRAFT_ORDER: WhyNotSent = {
	because: 'is a draft that has not been placed yet',
	advice: 'Pass the order once it is placed.',
	cause: 'cancelled',
};

export const CASH_ON_DELIVERY: WhyNotSent = {
	because: 'is not paid: it is to be paid cash on delivery',
	advice:
		'The service collects no money for you. To have such orders produced, add the option Order Statuses with "processing"; to place them as drafts, turn on Send Unpaid Orders.',
	cause: { cause: 'notPaid', text: 'true' },
};

export const NOBODY_COLLECTS = 'The order is paid cash on delivery: nobody collects it';

/** Statuses that no setting makes due: what was called off is never produced. */
export const NEVER_DUE: readonly string[] = ['cancelled', 'trash', 'refunded', 'failed', 'voided'];

/** Reads a list of statuses that are due, as {@link comparableShopStatus} gives them. */
export function statusesIn(value: unknown, field: string): string[] {
	const text = Array.isArray(value) ? value.join(',') : optionalText(value, field);
	const given = (text ?? '').split(',').map(comparableShopStatus);
	return [...new Set(given)].filter((status) => status !== '');
}
