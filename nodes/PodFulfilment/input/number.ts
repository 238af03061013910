// Reads a number from a value whose kind is not known, and recognizes one that has lost digits on its way.

/**
 * Reads a number, also one written as text such as `"3000"` or `"1600.5"`.
 *
 * @returns undefined for anything else, and for numbers that are not finite
 */
export function numberIn(value: unknown): number | undefined {
	const number =
		typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Whether a number has lost digits on its way: too long for a program, or written as 5.76E+17 by a spreadsheet. */
export const isBrokenNumber = (value: unknown): boolean =>
	typeof value === 'number'
		? Number.isInteger(value) && !Number.isSafeInteger(value)
		: typeof value === 'string' && /^\d(?:[.,]\d+)?E\+\d+$/i.test(value.trim());

/** What to do about one, for messages. */
export const KEEP_AS_TEXT =
	'Its last digits are lost, so two may look the same. Let the shop send it as text, or format the column of the spreadsheet as text before anything is entered or imported.';
