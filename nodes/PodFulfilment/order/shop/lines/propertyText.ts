import { plainText } from '../../../input/plainText';
import { quotedList } from '../../../input/wording';
import type { ShopLine } from '../shopOrder';

// Names and values of properties as shops and plug-ins write them.

/** Signs of currencies that are letters and mean nothing else. */
const LETTERS = new Set([
	...['kr', 'kr.', 'kč', 'zł', 'lei', 'лв', 'лв.', 'руб', 'руб.', 'ден', 'дин', 'дин.'],
	...['円', '元', '원'],
]);

/** Others, of which some are units too: '(6 ft)' is a size, '(+500 Ft)' and '(R50.00)' are prices. */
const OTHER_LETTERS = new Set([
	'ft',
	'fr',
	'fr.',
	'sfr.',
	'rs',
	'rs.',
	'rp',
	'rm',
	'r',
	'tl',
	's/',
]);

let codes: ReadonlySet<string> | undefined;

/** Whether a text is an amount of money, such as '+3,00 €'. A size such as '40' or '6 ft' is none. */
function isPrice(written: string): boolean {
	const [amount, ...others] = written.match(/\d[\d.,'’\s]*/g) ?? [];
	if (amount === undefined || others.length > 0) return false;
	const currency = written.replace(amount, '').replaceAll(/[+−–\s-]/g, '');
	const letters = currency.toLowerCase();
	if (/^\p{L}{0,3}\p{Sc}\p{L}{0,3}$/u.test(currency) || LETTERS.has(letters)) return true;
	codes ??= new Set(Intl.supportedValuesOf('currency'));
	if (codes.has(currency)) return true;
	const isSurcharge = /^\s*[+−–-]/.test(written) || /[.,]\d\d\s*$/.test(amount);
	return (
		isSurcharge &&
		(codes.has(currency.toUpperCase()) ||
			OTHER_LETTERS.has(letters) ||
			/^[\p{Script=Arabic}.]+$/u.test(currency))
	);
}

const BRACKETS: Readonly<Record<string, string | undefined>> = {
	...{ ')': '(', ']': '[', '}': '{', '）': '（' },
};

/** Longer texts in brackets are no amounts, also with the tags that a shop may put around one. */
const MAX_PRICE_LENGTH = 300;

/** Removes an amount in brackets from the end of a name or a value, where plug-ins show what it costs: 'Dial (+3,00 €)'. */
export function withoutPrice(text: string): string {
	const end = text.trimEnd();
	const begin = end.lastIndexOf(BRACKETS[end.slice(-1)] ?? end);
	const name = end.slice(0, Math.max(begin, 0)).trimEnd();
	const price = end.slice(begin + 1, -1);
	return name !== '' && price.length <= MAX_PRICE_LENGTH && isPrice(plainText(price)) ? name : text;
}

/** Names the properties of a line for a message that misses one; empty if there are none. */
export function propertiesSeen({ properties }: Pick<ShopLine, 'properties'>): string {
	const names = new Set(properties.flatMap(({ names }) => names.at(-1) ?? []));
	return names.size > 0 ? ` The properties that it has are ${quotedList([...names])}.` : '';
}
