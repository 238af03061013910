import { refuse } from './checks';
import { parseJsonSafely } from './parseJsonSafely';

/** Whether a text is the beginning of valid JSON: the parser then complains about its end, not about a character. */
function isJsonPrefix(json: string): boolean {
	try {
		JSON.parse(json);
		return true;
	} catch (error) {
		const { message } = error as Error;
		if (message.startsWith('Unexpected end')) return true;
		const position = / in JSON at position (\d+)( \(line \d+ column \d+\))?$/.exec(message)?.[1];
		return position !== undefined && Number(position) >= json.length;
	}
}

/** Line and column of the syntax error, from 1. JSON.parse does not always name them, so this is a binary search. */
function errorLocation(json: string): string {
	let validLength = 0;
	let invalidLength = json.length + 1;
	while (invalidLength - validLength > 1) {
		const middle = Math.floor((validLength + invalidLength) / 2);
		if (isJsonPrefix(json.slice(0, middle))) validLength = middle;
		else invalidLength = middle;
	}
	const before = json.slice(0, validLength).split('\n');
	return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/**
 * Parses the value of a JSON field. A value that is no text, as an expression may give it, is returned as it is.
 *
 * @throws UserError with line and column of the syntax error
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
