import { trimmed } from './guards';

/** Quotes a value in a message, as JSON. Truncates it, because a field may contain a whole document by mistake. */
export const quote = (value: unknown): string => {
	const json = JSON.stringify(value) ?? 'nothing';
	return json.length > 60 ? `${json.slice(0, 57)}…` : json;
};

/** Maximum length in a message of a text that the service sent. */
const MAX_SERVICE_TEXT_LENGTH = 1_000;

/** Truncates a text of the service: n8n stores messages with the execution, and the editor shows them whole. */
export function serviceText(value: unknown, maxLength = MAX_SERVICE_TEXT_LENGTH): string {
	const whole = trimmed(value);
	if (whole.length <= maxLength) return whole;
	// Databases reject half a surrogate pair.
	return `${whole.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * Makes a text safe for n8n's editor, which shows messages, descriptions and hints as HTML: lines stay lines, and what the
 * service or the workflow's data brought along stays text. n8n itself takes out scripts; links and pictures it would let
 * pass. The brackets of tags become characters that look alike, because the same texts are shown elsewhere as they are.
 */
export const forEditor = (message: string): string =>
	message.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('\n', '<br>\n');

/** Joins texts in quotation marks, e.g. `"front", "back"`. */
export const quotedList = (texts: readonly string[], separator = ', '): string =>
	texts.map((entry) => `"${entry}"`).join(separator);

export const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const withFullStop = (message: string): string =>
	message === '' || /[.!?]$/.test(message) ? message : `${message}.`;

/**
 * Compares two English labels for sorting, by code unit: the first call of localeCompare would slow n8n's startup more
 * than loading all files of this package.
 */
export const byAlphabet = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
