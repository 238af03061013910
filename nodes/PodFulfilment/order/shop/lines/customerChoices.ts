// What a customer chose or entered for a line, as the cart showed it: its properties without hidden ones, files and
// those listed in 'Line Options'; name and text without prices, and whether it costs extra.

import { decodeEntities } from '../../../input/entities';
import { plainText } from '../../../input/plainText';
import type { LineProperty } from '../shopOrder';
import { saysNone, textIn } from '../values';
import { valueKey } from './lineValues';
import { isWebAddress } from './writtenAddress';
import { withoutPrice } from './propertyText';

/** What a customer chose or entered, as the cart showed it. */
export interface CustomerChoice {
	/** As the shop's owner sees it, without a price. */
	name: string;
	/** Its names, comparable. */
	keys: readonly string[];
	/** Without a price. */
	text: string;
	/** Whether it costs extra. */
	isPaid: boolean;
}

/** What shops and apps keep for themselves: carts show no property whose name begins so. */
export const isHidden = ({ names: [name = ''], isField }: LineProperty): boolean =>
	isField === true || name.startsWith('_');

/** Whether a name or a value ends with an amount above 0. */
const hasPrice = (written: string): boolean =>
	/[1-9]/.test(plainText(written.slice(withoutPrice(written).length)));

function choiceOf(property: LineProperty): CustomerChoice[] {
	const { names, value, displayValue } = property;
	const text = textIn(displayValue) ?? textIn(value);
	const name = names.at(-1) ?? '';
	if (isHidden(property) || text === undefined || saysNone(text)) return [];
	if ([value, displayValue].some(isWebAddress)) return [];
	return [
		{
			name: withoutPrice(name),
			keys: names.map(valueKey),
			text: withoutPrice(decodeEntities(text)),
			isPaid: [...names, text].some(hasPrice),
		},
	];
}

/**
 * The choices among the properties of a line, apart from files.
 *
 * @param listed names that need no review, in 'Line Options'
 */
export function choicesOf(
	properties: readonly LineProperty[],
	listed: readonly string[],
): CustomerChoice[] {
	const isListed = new Set(listed.map(valueKey));
	return properties.flatMap(choiceOf).filter(({ keys }) => !keys.some((key) => isListed.has(key)));
}

/** How a user has no more reviews of a property. */
export const HOW_TO_ALLOW = 'list the property in the option "Line Options" if it needs no review';
