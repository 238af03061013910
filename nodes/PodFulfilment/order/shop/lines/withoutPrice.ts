/** A currency by its sign, its code, or what people write in its place. */
const CURRENCY = String.raw`(?:\p{Sc}|[A-Z]{1,2}\p{Sc}|[A-Z]{3}|kr\.?|zł|Kč|Ft|lei|Rs\.?|руб\.?)`;

const NUMBER = String.raw`\d[\d.,’' ]*`;

/** An amount of money, such as `+$5.00` and `+3,00 €`. */
const AMOUNT = new RegExp(
	String.raw`^[+−–-]?\s?(?:${CURRENCY}\s?[+−–-]?\s?${NUMBER}|${NUMBER}\s?${CURRENCY})$`,
	'u',
);

/** No amount is longer. */
const MAX_AMOUNT_LENGTH = 30;

const BRACKETS: Readonly<Record<string, string | undefined>> = { ')': '(', ']': '[' };

/**
 * Removes an amount in brackets from the end of what a plug-in writes for a choice that costs more: 'Large (+$5.00)'
 * becomes 'Large', and 'M (40)' stays.
 */
export function withoutPrice(words: string): string {
	const opening = BRACKETS[words.at(-1) ?? ''];
	const begin = opening === undefined ? -1 : words.lastIndexOf(opening);
	if (begin < 1 || words.length - begin > MAX_AMOUNT_LENGTH) return words;
	const inner = words.slice(begin + 1, -1).trim();
	return AMOUNT.test(inner) ? words.slice(0, begin).trim() : words;
}
