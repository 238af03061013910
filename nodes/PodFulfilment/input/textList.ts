// Reads the entries of a list parameter: a list as the editor stores it, or comma-separated text from an expression or an AI
// agent. Empty entries are left out.

export const entriesOf = (value: unknown): unknown[] =>
	[value ?? []]
		.flat()
		.flatMap((entry) =>
			typeof entry === 'string' ? entry.split(',').map((part) => part.trim()) : [entry],
		)
		.filter((entry) => entry !== '');
