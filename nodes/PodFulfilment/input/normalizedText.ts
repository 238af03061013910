// Unicode's normalization of a text that somebody else wrote, in a time that does not depend on what is in it. Nothing
// else normalizes (eslint finds it): 500 marks on one letter take the square of that to order, and U+FDFA becomes 18 signs.

/** The longest text that is normalized, before and after it. No name, SKU or value of an option is longer. */
export const MAX_NORMALIZED_LENGTH = 1_000;

/** More marks on one letter than any script has: Unicode's Stream-Safe Text Format (UAX #15) ends there. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** Normalizes a text; one that is too long, becomes too long or has too many marks on a letter is returned as it is. */
export function normalizedText(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
	if (text.length > MAX_NORMALIZED_LENGTH || TOO_MANY_MARKS.test(text)) return text;
	const normalized = text.normalize(form);
	return normalized.length > MAX_NORMALIZED_LENGTH ? text : normalized;
}
