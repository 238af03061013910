// Removes the price from the end of a property's name or value, where plug-ins show what a choice costs: 'Dial (+3,00
// €)', 'Black +£0.00'. Also lists a line's properties for a message that misses one.

import { plainText } from '../../../input/plainText';
import { quotedList } from '../../../input/wording';
import { isPrice, isSurcharge } from '../money';

const BRACKETS: Readonly<Record<string, string | undefined>> = {
	...{ ')': '(', ']': '[', '}': '{', '）': '（' },
};

/** Longer texts in brackets are no amounts, also with the tags that a shop may put around one. */
const MAX_PRICE_LENGTH = 300;

/** What may be before an amount without brackets: blanks, and the tag that begins it. */
const BEFORE_AMOUNT = /(?:\s|&nbsp;|&#160;|<[a-z][^<>]*>)$/i;

function withoutEnd(written: string, end: RegExp): string {
	const index = written.search(end);
	return index === -1 ? written : withoutEnd(written.slice(0, index), end);
}

/** Removes an amount with a plus or a minus from the end: 'Black +£0.00', with the tags and entities of WooCommerce. */
function withoutSurcharge(text: string): string {
	const tail = text.slice(-2 * MAX_PRICE_LENGTH);
	for (const { index } of tail.matchAll(/(?<=\s|&nbsp;|&#160;|>)[+−–-]/g)) {
		const name = withoutEnd(tail.slice(0, index), BEFORE_AMOUNT);
		if (name !== '' && isSurcharge(plainText(tail.slice(index)))) {
			return text.slice(0, text.length - tail.length) + name;
		}
	}
	return text;
}

/**
 * Removes an amount from the end of a name or a value, where plug-ins show what it costs: 'Dial (+3,00 €)', 'Black +£0.00'.
 * Without brackets it has a plus or a minus.
 */
export function withoutPrice(text: string): string {
	const end = text.trimEnd();
	const begin = end.lastIndexOf(BRACKETS[end.slice(-1)] ?? end);
	const name = end.slice(0, Math.max(begin, 0)).trimEnd();
	const price = end.slice(begin + 1, -1);
	return name !== '' && price.length <= MAX_PRICE_LENGTH && isPrice(plainText(price))
		? name
		: withoutSurcharge(text);
}

/** Names the properties of a line for a message that misses one; empty if there are none. */
export function namesSeen(properties: ReadonlyArray<{ names: readonly string[] }>): string {
	const seen = new Set(properties.flatMap(({ names }) => names.at(-1) ?? []));
	return seen.size > 0 ? ` The properties that it has are ${quotedList([...seen])}.` : '';
}
