// What stands in place of a value: an expression that was not evaluated, '[object Object]', a number that could not be
// calculated ('NaN'), a missing value ('undefined', 'null'), a placeholder such as 'N/A' and '[deleted]', or the
// asterisks of a masked text.

/** An expression of n8n, such as `{{ $json.name }}`. `{{Name}}` is none, and may be meant as it is. */
const EXPRESSION = /\{\{[^{}]*\$[a-z_([]/i;

/** An object that became text; in an address, its signs may be encoded. */
const OBJECT = /(?:\[|%5B)object(?: |%20|\+)[A-Z][A-Za-z]*(?:\]|%5D)/;

/** A number that could not be calculated, alone or beside a currency. */
const NO_NUMBER = /(?<![A-Za-z])(?:NaN|Infinity)(?![A-Za-z])/;

/** What a text holds that nobody can mean; undefined for any other. */
export function brokenKindOf(written: string): 'expression' | 'object' | undefined {
	if (EXPRESSION.test(written)) return 'expression';
	return OBJECT.test(written) ? 'object' : undefined;
}

/** Whether a value stands for a number that could not be calculated. */
export const isNoNumber = (value: unknown): boolean =>
	typeof value === 'number'
		? !Number.isFinite(value)
		: typeof value === 'string' && NO_NUMBER.test(value);

/** Whether a text is what a missing value becomes as text. In small letters: there are people called Null. */
export const isMissingValue = (written: string): boolean =>
	written === 'null' || written === 'undefined';

/** Longer texts are refused in any case. */
const MAX_LENGTH = 255;

/** Whether one of several words was a missing value, as in 'Nathan undefined'. */
export function hasMissingWord(written: string): boolean {
	if (written.length > MAX_LENGTH) return false;
	const words = written.split(/\s/).filter((word) => word !== '');
	return words.length > 1 && (words.includes('undefined') || words.every(isMissingValue));
}

/** A word that is entered in place of a value: 'N/A', or '[deleted]' in any language, which shops write over what they erase. */
const PLACEHOLDER = /^(?:n\/a|\[\p{L}+\])$/iu;

/** Whether a text says only that there is none, or that it was erased. */
export function isPlaceholder(written: string): boolean {
	if (written.length > MAX_LENGTH) return false;
	const words = written.split(/\s/).filter((word) => word !== '');
	return words.length > 0 && words.every((word) => PLACEHOLDER.test(word));
}

/**
 * Whether a text is masked, such as `J*** D**`: two asterisks, since one may be a mark beside a text, or two dots in a row,
 * since single ones may separate its parts.
 */
export const isMasked = (value: unknown): boolean =>
	typeof value === 'string' &&
	(value.indexOf('*') !== value.lastIndexOf('*') || /[•●]{2}/.test(value));
