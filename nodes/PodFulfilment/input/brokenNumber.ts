// Numbers that have lost digits on their way, too long for a program or written as 5.76E+17 by a spreadsheet, and what
// to do about them.

export const isBrokenNumber = (value: unknown): boolean =>
	typeof value === 'number'
		? Number.isInteger(value) && !Number.isSafeInteger(value)
		: typeof value === 'string' && /^\d(?:[.,]\d+)?E\+\d+$/i.test(value.trim());

/** What to do about one, for messages. */
export const KEEP_AS_TEXT =
	'Its last digits are lost, so two may look the same. Let the shop send it as text, or format the column of the spreadsheet as text before anything is entered or imported.';
