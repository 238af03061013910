// When a line is reviewed for what it says. Which words matter is said by the catalog (this variant, its siblings, its
// placements) and by the owner (SKU Mapping, Properties to Ignore), never by a list of words of some language:
//
// 1. A short value has words of another variant of the product: White for a black shirt. Or the values together have all
//    words of another variant, and not all of this one: 'Navy / M' for Heather Navy / M, 'iPhone 15' for iPhone 15 Pro.
// 2. A value or a name is that of a placement that gets no file: 'Print on: Back', 'Name on back: Ada'.
// 3. A file is not used.
// 4. The customer entered a text, and all orders get the same file.

import type { CatalogVariant } from '../../../api/catalog/catalogVariant';
import type { Siblings } from '../../../api/catalog/skuTable';
import type { Pieces } from '../../../input/nextTurn';
import { onceForEach } from '../../../input/objects';
import { quote, quotedList } from '../../../input/wording';
import type { Cause } from '../../causes';
import type { Placement } from '../../compose/item';
import type { Findings } from '../../findings';
import { placeWords } from '../orderLabel';
import type { ShopLine } from '../shopOrder';
import {
	catalogWords,
	type DistinguishingWords,
	partsOf,
	type StatedValue,
	type Words,
	wordsOf,
	wordsOfNames,
} from './catalogWords';
import type { LineWork, OurLine } from './itemLine';
import {
	howToIgnore,
	isNameless,
	isVariantTitle,
	type LineValue,
	withoutPrice,
} from './lineValues';
import { namesVariant } from './mappingRow';
import { optionNamed } from './options';
import { printedTypes } from './placements';

/** A part with more words is a text, unless they are all those of the product: 'iPhone 15 Pro Max'. */
const MAX_WORDS = 3;

/** Reviews of one line by one rule: nobody reads more. */
const MAX_REVIEWS = 5;

/** What may be beside the words of placements: 'Front and back', 'Both sides'. */
const BESIDE_PLACEMENTS = ['both', 'side', 'sides', 'and'];

/** Values of a box that is ticked. */
const isYes = (value: string): boolean => /^(?:yes|true|on)$/i.test(value);

/** A figure in brackets at the end: the measures of '11 oz (325 ml)' and 'A3 (11.7 x 16.5 in)'. */
const MEASURES = /\([^()\d]*\d[^()]*\)$/;

const ASK_FOR_IT = "ask for it under 'When' in rows of SKU Mapping";

const FILE_OF_ITS_OWN =
	'write {lineId} or {orderNumber} in Print File Template, so that each has a file of its own';

const areIn = (known: ReadonlySet<string>, words: Iterable<string>): boolean =>
	[...words].every((word) => known.has(word));

/** The words of a part of a value by which variants differ; none of a text. */
function differingWords({ all, known }: DistinguishingWords, part: Words): Words {
	const isText = part.length > MAX_WORDS && !areIn(known, part);
	return isText ? [] : part.filter((word) => all.has(word));
}

/**
 * Rule 1: whether a part of a value is what another variant is called, of whose words it has more, or this one none; or what
 * this one is called; or neither.
 */
function variantIn(part: Words, { variants, index }: Siblings): 'other' | 'own' | undefined {
	const product = wordsOf(variants);
	const words = differingWords(product, part);
	if (words.length === 0) return undefined;
	const countIn = (variant: ReadonlySet<string> | undefined): number =>
		words.filter((word) => variant?.has(word)).length;
	const own = countIn(product.each[index]);
	// Mostly known without the siblings, of which there may be hundreds.
	if (own === words.length) return 'own';
	return own === 0 || product.each.some((variant) => countIn(variant) > own) ? 'other' : 'own';
}

/**
 * Rule 1: one of the values that together are all that another variant is called, and not all that this one is: the first
 * that by itself is of another one, of 'Navy' and 'XL' for Navy / L the size; else the first.
 *
 * @param lineName may say words of this variant; of another one it is a text
 * @param ofOther values that are of another one by themselves
 */
function valueOfOther(
	values: readonly StatedValue[],
	{ variants, index }: Siblings,
	lineName: string,
	ofOther: ReadonlySet<StatedValue>,
): { value: StatedValue; other: string } | undefined {
	const product = wordsOfNames(variants);
	const wordsIn = ({ parts }: StatedValue) =>
		parts.flatMap((part) => differingWords(product, part));
	const said = new Set(values.flatMap(wordsIn));
	const own = product.each[index] ?? [];
	if (areIn(new Set([...said, ...catalogWords(lineName)]), own)) return undefined;
	for (const [at, words] of product.each.entries()) {
		if (!areIn(said, words)) continue;
		const other = variants[at]?.name ?? '';
		// One that no word sets apart, such as 'iPhone 15' beside 'iPhone 15 Pro', is said by the words that all have.
		const shared = new Set(words.size === 0 ? catalogWords(other) : []);
		const saying = values.filter(
			(value) =>
				wordsIn(value).some((word) => words.has(word)) ||
				value.parts.some((part) => areIn(shared, part)),
		);
		const value = saying.find((one) => ofOther.has(one)) ?? saying[0];
		if (value) return { value, other };
	}
	return undefined;
}

/** What the placements of a variant are called; known are also the words of techniques, and what may be beside them. */
const placementWordsOf = onceForEach((placements: CatalogVariant['placements']) => {
	const texts = placements.flatMap(({ type, techniques }) => [type, ...techniques]);
	return {
		known: new Set([...BESIDE_PLACEMENTS, ...texts.flatMap(catalogWords)]),
		types: placements.map(({ type }) => ({ type, words: catalogWords(type) })),
	};
});

/** Rule 2: the placements without a file that a value names, or the name of its property. */
function withoutFile(
	{ names, parts }: StatedValue,
	{ known, types }: ReturnType<typeof placementWordsOf>,
	printed: ReadonlySet<string>,
): string[] {
	const said = parts.filter((words) => areIn(known, words)).flat();
	const named = names.flatMap((name) => catalogWords(withoutPrice(name)));
	const isNamed = ({ words }: { words: Words }): boolean =>
		[said, named].some((all) => words.every((word) => all.includes(word)));
	// 'Sleeve' means one of the two, whichever gets the file.
	const explained = types.filter(isNamed).flatMap(({ words }) => words);
	const explaining = new Set([...explained, ...[...printed].flatMap(catalogWords)]);
	const open = new Set(said.filter((word) => !explaining.has(word)));
	const isBoth = said.includes('both') && printed.size < 2;
	return types
		.filter(({ type }) => !printed.has(type))
		.filter((one) => isBoth || isNamed(one) || one.words.some((word) => open.has(word)))
		.map(({ type }) => type);
}

/**
 * Rule 4: whether a value is a text for which there is no place: no field of the line, no ticked box, and not in words that
 * are known.
 */
export const isOpenText = (value: StatedValue, isKnown: (part: Words) => boolean): boolean =>
	value.isField !== true &&
	!isVariantTitle(value) &&
	!value.texts.some(isYes) &&
	!value.parts.every(isKnown);

/** What a message says of a value: one under a name without letters or digits is known by itself. */
const shownValue = ({ name, texts }: StatedValue): string =>
	isNameless(name)
		? `${quote(texts[0])} is in a property without a name`
		: `${quote(withoutPrice(name))} is ${quote(texts[0])}`;

/** What is to be looked at, why, and the ways out before and behind the one that the property is ignored. */
interface Review {
	property: Pick<LineValue, 'name' | 'keys'>;
	text: string;
	cause: Cause;
	ways: readonly string[];
	lastWays?: readonly string[];
}

/** Adds reviews of a line, with how its properties are ignored. */
export function addReviews(
	{ label, sku }: Pick<ShopLine, 'label' | 'sku'>,
	reviews: readonly Review[],
	findings: Findings,
): void {
	for (const { property, text, cause, ways, lastWays = [] } of reviews.slice(0, MAX_REVIEWS)) {
		const ignoring = howToIgnore(property, sku, cause === 'otherVariant');
		const allWays = [...ways, ...ignoring.ways, ...lastWays].join(', or ');
		findings.review(`${label}: ${text}: ${allWays}`, { cause, text: ignoring.text });
	}
}

/** Rule 4: adds to the review texts of the customer. @param what is not done with each, to follow it */
export function reviewTexts(
	line: Pick<ShopLine, 'label' | 'sku'>,
	values: readonly StatedValue[],
	what: string,
	way: string,
	findings: Findings,
): void {
	const reviews = values.map((value): Review => {
		const text = `${shownValue(value)}, but ${what}`;
		return { property: value, text, cause: 'customerText', ways: [way] };
	});
	addReviews(line, reviews, findings);
}

/**
 * Rules 1, 2 and 4: adds to the review what a line says and is not what would be produced.
 *
 * @param siblings all variants of its product, as far as they are known
 * @returns the texts of the customer that the files of this line may have, which none of the rules explains
 */
export function* reviewValues(
	{ line, sku: shopSku, variant, findings }: OurLine,
	values: readonly StatedValue[],
	siblings: Siblings,
	placements: readonly Placement[],
	sameForAll: LineWork['sameForAll'],
): Pieces<StatedValue[]> {
	const printed = new Set(printedTypes(placements, variant));
	const placementWords = placementWordsOf(variant?.placements ?? []);
	const { name = '', sku = '' } = siblings.variants[siblings.index] ?? {};
	const shown = `variant ${quote(variant?.name ?? (name || sku))}`;
	const ofVariant = values.filter(({ names }) => !(variant && optionNamed(variant, names)));
	const ofOther = new Set<StatedValue>();
	for (const value of ofVariant) {
		yield;
		if (value.parts.some((part) => variantIn(part, siblings) === 'other')) ofOther.add(value);
	}
	const together = valueOfOther(ofVariant, siblings, line.name ?? '', ofOther);

	const known = new Set([
		...[line.name ?? '', name, sku, line.sku ?? ''].flatMap(catalogWords),
		...placementWords.known,
	]);
	const isCalled = (part: Words): boolean => areIn(known, part);
	const isOwn = (part: Words): boolean => variantIn(part, siblings) === 'own';
	const isKnown = (part: Words): boolean => isCalled(part) || isOwn(part);
	const isMeasured = (said: string): boolean => {
		const parts = MEASURES.test(said) ? partsOf([said.replace(MEASURES, '')]) : [];
		return parts.length > 0 && parts.every((part) => isCalled(part) && isOwn(part));
	};

	const { row } = line;
	const ofRow = row ? [`correct ${row.field}`] : [];
	const ofShop = `correct the SKU ${quote(shopSku)} in your ${placeWords(line).place}`;
	const [producedBy, toCorrect] =
		row && namesVariant(row) ? [row.field, ofRow] : [`its SKU ${quote(shopSku)}`, [ofShop]];

	const texts: StatedValue[] = [];
	const judge = (value: StatedValue): Review | undefined => {
		const ask = isNameless(value.name) ? [] : [ASK_FOR_IT];
		const text = (what: string): string => `${shownValue(value)}, but ${what}`;
		const review = (what: string, cause: Cause, ways: readonly string[]): Review => ({
			property: value,
			text: text(what),
			cause,
			ways: [...ways, ...ask],
		});
		const other = value === together?.value ? `, and not ${quote(together.other)}` : '';
		if (other !== '' || ofOther.has(value)) {
			return review(`by ${producedBy} ${shown} is produced${other}`, 'otherVariant', toCorrect);
		}
		// Of a side or a text, the SKU may be right.
		const missing = withoutFile(value, placementWords, printed);
		if (missing.length > 0) {
			const what = `there is no print file for ${quotedList(missing, ' and ')} of ${shown}`;
			return review(what, 'customerText', ofRow);
		}
		// The name of a pair may be a text, and its value a side or a product for it.
		const isExplained = value.isPair ? isOwn : isKnown;
		const isOpen = isOpenText(value, isExplained) && !value.texts.every(isMeasured);
		if (!isOpen) return undefined;
		if (!sameForAll) {
			texts.push(value);
			return undefined;
		}
		const what = `the print file of ${shown} is the same for all orders`;
		const lastWays = [...(sameForAll === 'template' ? [FILE_OF_ITS_OWN] : []), ...ask];
		return { property: value, text: text(what), cause: 'customerText', ways: [], lastWays };
	};
	const reviews: Review[] = [];
	for (const value of ofVariant) {
		yield;
		const review = judge(value);
		if (review) reviews.push(review);
	}
	addReviews(line, reviews, findings);
	return texts;
}
