/**
 * Normalizes a name for comparison: without case, accents, spaces and punctuation. 'Print file', 'print_file' and
 * 'PRINT-FILE' are equal.
 */
export const comparable = (name: string): string =>
	name
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]/gu, '');
