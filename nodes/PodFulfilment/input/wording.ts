/** A value for a message: short, so that a whole document in the wrong field stays readable. */
export const shown = (value: unknown): string => {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

export const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * Compares two labels for sorting. By code unit, which for the nodes' own English labels is the order of the alphabet:
 * the first call of localeCompare costs n8n's start more than reading all other files of the package.
 */
export const byAlphabet = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
