// What the readers of all shops share: reading lines and their properties up to a maximum.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../input/checks';
import { isObject, ownValue } from '../../input/objects';
import { quote } from '../../input/wording';
import { lineInProblems, orderInProblems } from './orderLabel';
import type { LineProperty, ShopLine } from './shopOrder';
import { listIn, MAX_NAME_OR_SKU_LENGTH, textIn } from './values';

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

/** The properties of a line that are read, and how many are not. Customers can add any number of them. */
export const propertiesOfLine = (
	properties: LineProperty[],
): Pick<ShopLine, 'properties' | 'unreadProperties'> => ({
	properties: properties.slice(0, MAX_PROPERTIES),
	...(properties.length > MAX_PROPERTIES && {
		unreadProperties: properties.length - MAX_PROPERTIES,
	}),
});

/** Why nothing of a line is to be produced, however many of it are ordered. */
export type Excluded = Pick<ShopLine, 'leftOutBecause' | 'isUnshipped' | 'isGiftCard'>;

/** Of a line that the shop does not ship. */
export const NOT_SHIPPED: Excluded = { leftOutBecause: 'it is not shipped', isUnshipped: true };

/** Of a gift card: what its buyer writes is for whoever gets it. */
export const GIFT_CARD: Excluded = { leftOutBecause: 'it is a gift card', isGiftCard: true };
