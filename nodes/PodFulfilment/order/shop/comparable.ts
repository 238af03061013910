/**
 * A name without what people write differently: case, accents, spaces and punctuation. 'Print file', 'print_file' and
 * 'PRINT-FILE' are one.
 */
export const comparable = (name: string): string =>
	name
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]/gu, '');
