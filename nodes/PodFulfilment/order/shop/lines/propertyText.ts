// Removes the price from the end of a property's name or value, where plug-ins show what a choice costs: 'Dial (+3,00
// €)', 'Black +£0.00'. Also lists a line's properties for a message that misses one.

import { plainText } from '../../../input/plainText';
import { quotedList } from '../../../input/wording';
import { isPrice, isSurcharge } from '../money';
import { ownValue } from '../../../input/guards';

const BRACKETS: Readonly<Record<string, string | undefined>> = {
	...{ ')': '(', ']': '[', '}': '{', '）': '（' },
};

/** Longer texts in brackets are no amounts, also with the tags that a shop may put around one. */
const MAX_PRICE_LENGTH = 300;

/** Characters of an amount with its currency, without tags. */
const MAX_AMOUNT_LENGTH = 30;

/** A sign of an amount, or a tag, whose signs are none. */
const SIGN_OR_TAG = /<[/!]?[a-z-][^<>]*>|(?<=\s|&nbsp;|&#160;|>)[+−–-]/gi;

/** Removes what may be before an amount without brackets: blanks, and the tag that begins it. */
function withoutBlanks(written: string): string {
	for (let text = written; ;) {
		const before = text.trimEnd().replace(/&(?:nbsp|#160);$/i, '');
		const tag = before.endsWith('>') ? before.lastIndexOf('<') : -1;
		const name =
			tag !== -1 && /^<[a-z][^<>]*>$/i.test(before.slice(tag)) ? before.slice(0, tag) : before;
		if (name.length === text.length) return name;
		text = name;
	}
}

/**
 * Removes an amount with a plus or a minus from the end: 'Black +£0.00', with the tags and entities of WooCommerce. An
 * amount has one sign, so it begins at the last one.
 */
function withoutSurcharge(text: string): string {
	const written = text.slice(-2 * MAX_PRICE_LENGTH);
	const tail = /[<&]/.test(written) ? written : written.slice(-MAX_AMOUNT_LENGTH - 1);
	const signs = [...tail.matchAll(SIGN_OR_TAG)].filter(([found]) => !found.startsWith('<'));
	const index = signs.at(-1)?.index;
	if (index === undefined) return text;
	const amount = plainText(tail.slice(index));
	if (amount.length > MAX_AMOUNT_LENGTH || !isSurcharge(amount)) return text;
	const name = withoutBlanks(tail.slice(0, index));
	return name === '' ? text : text.slice(0, text.length - tail.length) + name;
}

/**
 * Removes an amount from the end of a name or a value, where plug-ins show what it costs: 'Dial (+3,00 €)', 'Black +£0.00'.
 * Without brackets it has a plus or a minus.
 */
export function withoutPrice(text: string): string {
	const end = text.trimEnd();
	const begin = end.lastIndexOf(ownValue(BRACKETS, end.slice(-1)) ?? end);
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
