// Amounts of money as people write them ('+3,00 €', 'US$ 1,234.50'): the signs, letters and codes of currencies,
// whether a text is a price or a surcharge, and its number with groups of thousands and decimals.

/** Signs of currencies that are letters and mean nothing else. */
const LETTERS = new Set([
	...['kr', 'kr.', 'kč', 'zł', 'lei', 'лв', 'лв.', 'руб', 'руб.', 'ден', 'дин', 'дин.'],
	...['円', '元', '원'],
]);

/** Others, of which some are units too: '(6 ft)' is a size, '(+500 Ft)' and '(R50.00)' are prices. */
const OTHER_LETTERS = new Set([
	...['ft', 'fr', 'fr.', 'sfr.', 'rs', 'rs.', 'rp', 'rm', 'r', 'tl', 's/'],
]);

let codes: ReadonlySet<string> | undefined;

/** Whether a text is the code of a currency (ISO 4217). */
export const isCode = (currency: string): boolean => {
	codes ??= new Set(Intl.supportedValuesOf('currency'));
	return codes.has(currency);
};

/** Whether a sign is that of a currency. Of some it takes more to tell, since they are units too. */
function currencyBy(sign: string): 'sure' | 'possible' | 'none' {
	const isSure = isCode(sign) || LETTERS.has(sign.toLowerCase());
	if (isSure || /^\p{L}{0,3}\p{Sc}\p{L}{0,3}$/u.test(sign)) return 'sure';
	return isCode(sign.toUpperCase()) ||
		OTHER_LETTERS.has(sign.toLowerCase()) ||
		/^[\p{Script=Arabic}.]+$/u.test(sign)
		? 'possible'
		: 'none';
}

/** Longer texts are no amounts. */
const MAX_AMOUNT_LENGTH = 30;

/** The one number in a text, and what stands beside it without spaces. */
function numberAndSign(written: string): { number: string; beside: string } | undefined {
	if (written.length > MAX_AMOUNT_LENGTH) return undefined;
	const [number, ...others] = written.match(/\d[\d.,'’\s]*/g) ?? [];
	return number === undefined || others.length > 0
		? undefined
		: { number: number.trim(), beside: written.replace(number, '').replaceAll(/\s/g, '') };
}

/** Whether a text is an amount of money, such as '+3,00 €'. A size such as '40' or '6 ft' is none. */
export function isPrice(written: string): boolean {
	const { number = '', beside = '' } = numberAndSign(written) ?? {};
	const currency = currencyBy(beside.replaceAll(/[+−–-]/g, ''));
	const isClear = /^\s*[+−–-]/.test(written) || /[.,]\d\d$/.test(number);
	return currency === 'sure' || (isClear && currency === 'possible');
}

/** Whether a text is what a choice costs more or less, such as '+£3.00'; not '+6 ft', which may be a size. */
export const isSurcharge = (written: string): boolean =>
	/^[+−–-]/.test(written) &&
	currencyBy(numberAndSign(written)?.beside.replace(/^[+−–-]/, '') ?? '') === 'sure';

/** A number in groups of three digits, with decimals behind another separator. */
const GROUPS = /^(\d{1,3}([.,'’\s])\d{3}(?:\2\d{3}){0,4})(?:(?!\2)[.,](\d{1,2}))?$/;

/** A number as a program writes it; undefined for one such as '1,234', which may be one or a thousand. */
function plainNumber(written: string): string | undefined {
	if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(written)) return undefined;
	if (/^\d+(?:[.,]\d+)?$/.test(written)) return written.replace(',', '.');
	const [, whole, , decimals] = GROUPS.exec(written) ?? [];
	const digits = whole?.replaceAll(/\D/g, '');
	return digits === undefined || decimals === undefined ? digits : `${digits}.${decimals}`;
}

/** How people write that there are no decimals: '3,–'. */
const NO_DECIMALS = /[.,][-–—]+(?!\d)/;

/** The number of a price, with or without a currency: `24.90` of '€ 24,90'; undefined where it is not clear. */
export function numberOfPrice(written: string): string | undefined {
	const { number = '', beside = '' } = numberAndSign(written.replace(NO_DECIMALS, '')) ?? {};
	return beside === '' || currencyBy(beside) !== 'none' ? plainNumber(number) : undefined;
}
