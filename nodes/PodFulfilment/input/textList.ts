// Reads the entries of a list parameter: a list as the editor stores it, or comma-separated text from an expression or an AI
// agent. Empty entries are left out.

/** Longer texts are no list, and one entry. */
const MAX_LENGTH = 100_000;

export const entriesOf = (value: unknown): unknown[] =>
	[value ?? []]
		.flat()
		.flatMap((entry) =>
			typeof entry === 'string' && entry.length <= MAX_LENGTH
				? entry.split(',').map((part) => part.trim())
				: [entry],
		)
		.filter((entry) => entry !== '');
