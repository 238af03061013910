// The words of the catalog, and those by which the variants of a product differ. Knows no language but the sizes of clothes:
// 'XXL', '2XL' and 'Extra Extra Large' are one word.

import type { Siblings } from '../../../api/catalog/skuTable';
import { normalizedText } from '../../../input/normalizedText';
import { onceForEach } from '../../../input/objects';
import type { LineProperty, ShopLine } from '../shopOrder';
import { saysNone } from '../values';
import { IgnoredProperties, type LineValue, lineValuesOf, valueKey } from './lineValues';
import { isFile, isPreview } from './printFileProperty';

/** Longer texts are no names. */
export const MAX_NAME_LENGTH = 300;

/** What is no part of a word. A plus is one at its end, as that of `A3+`; between two words it is 'and'. */
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}'’+]+|\+(?=[\p{L}\p{N}])/u;

/** Two sides are one word: '12 x 16', '12" × 16"', '50x70'. */
const BETWEEN_SIDES = /(?<=\d)["″”]?\s?[x×]\s?(?=\d)/g;

/** A unit is a word of its own, so that '11oz' and '11 oz' are alike. The X of '2XL' and '50x70' is none. */
const BEFORE_UNIT = /(?<=\d)(?=(?!x)\p{L})/gu;

/** A size in letters or words, where all words are joined by blanks: 'large', 'x large', 'xxl', '2x large', 'extra large'; '2x'. */
const SIZE =
	/(?<![^ ])(?:((?:(?:extra|x{1,6}|[2-6]x) ?){0,4})(small|medium|large|[sl])|(x{2,6}|[2-6]x))(?![^ ])/g;

/** The same size as `m` and `2xl`. */
function sizeInLetters(_: string, before = '', size = 'l', alone = ''): string {
	const xs = `${before}${alone}`.match(/extra|\dx|x/g) ?? [];
	const count = xs.reduce((sum, one) => sum + (parseInt(one, 10) || 1), 0);
	return `${count > 1 ? count : ''}${count > 0 ? 'x' : ''}${size.charAt(0)}`;
}

/**
 * The words of a SKU, a name or a value, comparable: in lower case, without signs, sizes as `m` and `2xl`.
 *
 * @returns the text itself where it is too long for a name: it is no word of any variant
 */
export function catalogWords(text: string): string[] {
	if (text.length > MAX_NAME_LENGTH) return [text];
	return normalizedText(text, 'NFKC')
		.toLowerCase()
		.replaceAll(BETWEEN_SIDES, 'x')
		.replaceAll(BEFORE_UNIT, ' ')
		.split(BETWEEN_WORDS)
		.filter((word) => /[\p{L}\p{N}]/u.test(word))
		.join(' ')
		.replaceAll(SIZE, sizeInLetters)
		.split(' ')
		.filter((word) => word !== '');
}

/** Sizes in letters. They tell variants apart also where the catalog lacks some: no product has an XL of another kind. */
const LETTER_SIZES = '2xs xs s m l xl 2xl 3xl 4xl 5xl 6xl'.split(' ');

export type DistinguishingWords = ReturnType<typeof distinguishingWords>;

/**
 * Finds the words by which the variants of a product differ, in their SKUs and names. A reader who wants those of names
 * alone gives empty SKUs.
 */
export function distinguishingWords(siblings: Siblings['variants']) {
	const words = siblings.map(({ sku, name }) => new Set([sku, name].flatMap(catalogWords)));
	const counts = new Map<string, number>();
	for (const word of words.flatMap((ofOne) => [...ofOne])) {
		counts.set(word, (counts.get(word) ?? 0) + 1);
	}
	const differing = [...counts].filter(([, count]) => count < siblings.length);
	const hasLetterSize = LETTER_SIZES.some((size) => counts.has(size));
	const all = new Set([...differing.map(([word]) => word), ...(hasLetterSize ? LETTER_SIZES : [])]);
	return {
		/** Those that some variants have and others have not; all sizes in letters, where one has such a size. */
		all,
		/** Those of each variant, in the order in which they were given. */
		each: words.map((own) => new Set([...own].filter((word) => all.has(word)))),
		/** All words of all variants, also those that tell none apart. */
		known: new Set(counts.keys()),
	};
}

/** The words by which variants of a product differ, in their SKUs and names. */
export const wordsOf = onceForEach(distinguishingWords);

/** What the variants of a product are called: by their names alone, since nobody says the abbreviations of a SKU. */
export const wordsOfNames = onceForEach((variants: Siblings['variants']) =>
	distinguishingWords(variants.map(({ name }) => ({ name, sku: '' }))),
);

export type Words = readonly string[];

/** What a customer chose or entered. */
export interface StatedValue extends LineValue {
	/** The words of its parts, each of which may be another choice: of 'Navy / 2XL', 'Front, back', 'M (slim)'. */
	parts: readonly Words[];
}

/** What a line, or a cart, says. */
export type LineSayings = Pick<ShopLine, 'label' | 'isRow' | 'sku' | 'properties' | 'variantTitle'>;

/** Between what one value says of several: 'Navy / XL', 'Size: XL, Colour: Navy', 'Navy | XL', 'Navy (XL)'. */
export const BETWEEN_PARTS = / \/ |[,;|()[\]\n]/;

/** The words of the parts of texts, each of which may be another choice. */
export const partsOf = (texts: readonly string[]): Words[] =>
	texts
		.flatMap((text) => (text.length > MAX_NAME_LENGTH ? [text] : text.split(BETWEEN_PARTS)))
		.map(catalogWords)
		.filter((words) => words.length > 0);

/**
 * What the customer of a line chose or entered: nothing that is hidden, says none, is explained by the rows of SKU Mapping
 * or is in Properties to Ignore. Of files, only the names of fields of the line.
 *
 * @param asked names that the rows for the line ask for under 'When'
 */
export function statedValues(
	line: LineSayings,
	ignored: IgnoredProperties,
	asked: readonly string[] = [],
): StatedValue[] {
	const isAsked = new Set(asked.map(valueKey));
	// What shops and apps keep for themselves begins so, and is shown in no cart.
	const isHidden = ({ names: [name = ''] }: LineProperty): boolean => name.startsWith('_');
	const properties = line.properties.filter((one) => !isHidden(one) && one.isRead !== true);
	return lineValuesOf({ ...line, properties }).flatMap((value) => {
		const { names, keys, texts, isField } = value;
		const isExplained = keys.some((key) => isAsked.has(key)) || ignored.has(keys, line.sku);
		if (isExplained || texts.some(saysNone)) return [];
		if (!texts.some(isFile)) return [{ ...value, parts: partsOf(texts) }];
		return isField && !names.some(isPreview) ? [{ ...value, parts: [] }] : [];
	});
}
