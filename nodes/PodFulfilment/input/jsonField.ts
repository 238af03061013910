import { parseJsonSafely } from './parseJsonSafely';
import { refuse } from './checks';

/** Whether a text only needs to go on to become JSON: the parser complains about its end, not about a character. */
function isJsonPrefix(start: string): boolean {
	try {
		JSON.parse(start);
		return true;
	} catch (error) {
		const { message } = error as Error;
		if (message.startsWith('Unexpected end')) return true;
		const named = / in JSON at position (\d+)( \(line \d+ column \d+\))?$/.exec(message)?.[1];
		return named !== undefined && Number(named) >= start.length;
	}
}

/** Where reading stops, counted from 1. JSON.parse does not always say it, so the place is closed in on. */
function errorLocation(json: string): string {
	let readable = 0;
	let unreadable = json.length + 1;
	while (unreadable - readable > 1) {
		const middle = Math.floor((readable + unreadable) / 2);
		if (isJsonPrefix(json.slice(0, middle))) readable = middle;
		else unreadable = middle;
	}
	const before = json.slice(0, readable).split('\n');
	return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/**
 * The value of a JSON field. An expression may have handed over the value itself instead of its text.
 *
 * @throws UserError with the place at which the text stops being JSON
 */
export function parseJsonField(value: unknown, field: string): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') {
		return refuse(field, 'is empty', 'Enter JSON, or an expression that results in it.');
	}
	try {
		return parseJsonSafely(value);
	} catch {
		return refuse(
			field,
			`is not valid JSON at ${errorLocation(value)}`,
			'Check for missing quotes, commas and brackets at that place. If the field holds an expression, pass the value itself, for example {{ $json.items }}.',
		);
	}
}
