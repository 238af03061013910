import { refuse } from './inputs';

/** Where reading stopped, counted from 1, from the position that JSON.parse names in its message. */
function placeOf(json: string, message: string): string {
	const named = /position (\d+)/.exec(message)?.[1];
	const position = named === undefined ? json.length : Number(named);
	const before = json.slice(0, position).split('\n');
	return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/**
 * The value of a JSON field. An expression may have handed over the value itself instead of its text.
 *
 * @throws UserError with the place at which the text stops being JSON
 */
export function parseJson(value: unknown, field: string): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') {
		return refuse(field, 'is empty', 'Enter JSON, or an expression that results in it.');
	}
	try {
		return JSON.parse(value) as unknown;
	} catch (error) {
		return refuse(
			field,
			`is not valid JSON at ${placeOf(value, (error as Error).message)}`,
			'Check for missing quotes, commas and brackets at that place. If the field holds an expression, pass the value itself, for example {{ $json.items }}.',
		);
	}
}
