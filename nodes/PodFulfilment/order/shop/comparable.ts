/**
 * Normalizes a name for comparison: without case, accents, spaces and punctuation, whichever of the characters that look
 * alike it is written with (Unicode's NFKD and case folding). 'Print file', 'print_file', 'PRINT-FILE' and 'Ｐrint_FILE'
 * are equal. Customers enter such names too: a spelling that is not recognized would not be refused either.
 */
export const comparable = (name: string): string =>
	name
		.normalize('NFKD')
		.replaceAll(/[^\p{L}\p{N}]/gu, '')
		.toUpperCase()
		.toLowerCase();
