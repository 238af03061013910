/** Formats a value for a message. Truncates it, because a field may contain a whole document by mistake. */
export const shown = (value: unknown): string => {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

export const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const withFullStop = (message: string): string =>
	message === '' || /[.!?]$/.test(message) ? message : `${message}.`;

/**
 * Compares two English labels for sorting, by code unit: the first call of localeCompare would slow n8n's startup more
 * than loading all files of this package.
 */
export const byAlphabet = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
