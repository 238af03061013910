// Reads a text from a value whose kind is not known, whoever sent it, and the entries of a list parameter.

/** Trims a string; returns '' for any other value. */
export const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Reads what may be a text or a number, such as an ID or a SKU, as trimmed text; '' for anything else. */
export const textOrNumber = (value: unknown): string =>
	typeof value === 'number' ? String(value) : trimmed(value);

/** Longer texts are no list, and one entry. */
const MAX_LENGTH = 100_000;

/**
 * The entries of a list parameter: a list as the editor stores it, or comma-separated text from an expression or an AI agent.
 * Empty entries are left out.
 */
export const entriesOf = (value: unknown): unknown[] =>
	[value ?? []]
		.flat()
		.flatMap((entry) =>
			typeof entry === 'string' && entry.length <= MAX_LENGTH
				? entry.split(',').map((part) => part.trim())
				: [entry],
		)
		.filter((entry) => entry !== '');
