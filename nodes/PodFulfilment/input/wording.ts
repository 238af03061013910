// Pieces of messages: quotes, texts of the service cut to a length, lists ('a, b and 3 more'), the first reasons, full
// stops, capital letters, texts without markup for n8n's editor. Also sorting labels by the alphabet.

import { trimmed } from './text';

const MAX_QUOTED_LENGTH = 60;

/** A value as JSON; one that has none, such as a BigInt of a Code node, as its text. An object may be too deep for that, too. */
function jsonOf(value: unknown): string {
	try {
		return JSON.stringify(value) ?? 'nothing';
	} catch {
		return typeof value === 'object' ? '[object Object]' : String(value);
	}
}

/** Quotes a value in a message, as JSON. Truncates it, because a field may contain a whole document by mistake. */
export const quote = (value: unknown): string => {
	// A text of megabytes is not written once for each problem that names it.
	const beginning = typeof value === 'string' ? value.slice(0, MAX_QUOTED_LENGTH) : value;
	const json = jsonOf(beginning);
	if (json.length <= MAX_QUOTED_LENGTH) return json;
	const end = typeof value === 'string' ? '"' : '';
	return `${truncate(json, MAX_QUOTED_LENGTH - 2)}${end}`;
};

/** Maximum length in a message of a text that the service sent. */
const MAX_SERVICE_TEXT_LENGTH = 1_000;

/** With an ellipsis in place of what is left out. */
export function truncate(text: string, maxLength: number): string {
	if (text.length <= maxLength) return text;
	// Databases reject half a surrogate pair.
	return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Truncates a text of the service: n8n stores messages with the execution, and the editor shows them whole. */
export const serviceText = (value: unknown, maxLength = MAX_SERVICE_TEXT_LENGTH): string =>
	truncate(trimmed(value), maxLength);

/** Maximum length in a message of a name, a label or a value that the service sent. */
const MAX_NAME_LENGTH = 100;

/** Truncates what the service calls something, as {@link serviceText}, to one line. */
export const serviceName = (value: unknown): string =>
	serviceText(value, MAX_NAME_LENGTH).replaceAll(/\s/g, ' ');

/** Entries of a list in a message. Nobody reads more. */
export const MAX_LISTED = 20;

/** The texts of a list's first entries for a message, and a last one that says how many are left out. */
export function firstAndMore<Entry>(
	entries: readonly Entry[],
	textOf: (entry: Entry) => string = String,
	count = MAX_LISTED,
): string[] {
	const more = entries.length - count;
	return [...entries.slice(0, count).map(textOf), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** Replaces the angle brackets of tags by characters that look alike, so that a text stays text where HTML is shown. */
export const withLookalikes = (text: string): string =>
	text.replaceAll('<', '‹').replaceAll('>', '›');

/**
 * Makes a text safe for n8n's editor, which shows messages, descriptions and hints as HTML: lines stay lines, and what the
 * service or the workflow's data brought along stays text. n8n itself takes out scripts; links and pictures it would let
 * pass. The brackets of tags become characters that look alike, because the same texts are shown elsewhere as they are.
 */
export const forEditor = (message: string): string =>
	withLookalikes(message).replaceAll('\n', '<br>\n');

/** Joins texts in quotation marks, e.g. `"front", "back"`; of many, the first. */
export function quotedList(texts: readonly string[], separator = ', '): string {
	const quoted = texts.slice(0, MAX_LISTED).map((entry) => `"${serviceName(entry)}"`);
	const more = texts.length - quoted.length;
	const last = more > 0 ? `${separator === ', ' ? ',' : ''} and ${more} more` : '';
	return `${quoted.join(separator)}${last}`;
}

/** E.g. `a`, `a and b`, `a, b and c`. @param word between the last two */
export const joinedBy = (texts: readonly string[], word: 'and' | 'or' = 'and'): string =>
	[texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter(Boolean).join(` ${word} `);

/** A time in milliseconds since 1970, for messages: `2026-11-27 02:15 UTC`. */
export const utcMinute = (ms: number): string =>
	`${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A text in one line: the message of an error is shown where line breaks are not, such as in a mail. */
export const oneLine = (text: string): string => text.replaceAll('\n', ' ');

/** A text without such characters at its end. Not by one pattern for all: it would begin anew at each of many. */
export function withoutEnd(text: string, character: RegExp): string {
	let end = text.length;
	while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
	return text.slice(0, end);
}

/** Reasons that a message names. */
const MAX_REASONS = 2;

/** The first reasons for a message, and how many more there are. */
export const firstReasons = (reasons: readonly string[], separator = '; '): string =>
	firstAndMore(reasons, undefined, MAX_REASONS).join(separator);

export const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** Maximum length in a message of the reason that the service gives. */
const MAX_REASON_LENGTH = 150;

/** A reason of the service in one line, to be followed by more. */
export const serviceReason = (value: unknown): string =>
	oneLine(serviceText(value, MAX_REASON_LENGTH)).replace(/\.$/, '');

/** The service's words at the end of a message: an error workflow may show nothing else. */
export const reasonIn = (serviceMessage: string): string =>
	serviceMessage === '' ? '' : `: ${serviceReason(serviceMessage)}`;

/** The service's words behind the advice of a description; nothing if it gave none. */
export const serviceSays = (serviceMessage: string): string =>
	serviceMessage === '' ? '' : ` The service says: ${serviceMessage}`;

export const withFullStop = (message: string): string =>
	message === '' || /[.!?]$/.test(message) ? message : `${message}.`;

/**
 * Compares two English labels for sorting, by code unit: the first call of localeCompare would slow n8n's startup more
 * than loading all files of this package.
 */
export const byAlphabet = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
