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

/** A part with more words is a text, unless they are all those of the product: 'iPhone 15 Pro Max'. */
const MAX_WORDS = 3;

/** Reviews of one line by one rule: nobody reads more. */
const MAX_REVIEWS = 5;

/** What may be beside the words of placements: 'Front and back', 'Both sides'. */
const BESIDE_PLACEMENTS = ['both', 'side', 'sides', 'and'];

/** A figure in brackets at the end: the measures of '11 oz (325 ml)' and 'A3 (11.7 x 16.5 in)'. */
const MEASURES = /\([^()\d]*\d[^()]*\)$/;

const areIn = (known: ReadonlySet<string>, words: Iterable<string>): boolean =>
	[...words].every((word) => known.has(word));

/** The words of a part of a value by which variants differ; none of a text. */
const differingWords = ({ all, known }: DistinguishingWords, part: Words): Words =>
	part.length > MAX_WORDS && !areIn(known, part) ? [] : part.filter((word) => all.has(word));

/**
 * Rule 1: whether a part of a value is what another variant is called, of whose words it has more, or this one none; or what
 * this one is called; or neither.
 */
function variantIn(part: Words, { variants, index }: Siblings): 'other' | 'own' | undefined {
	const product = wordsOf(variants);
	const words = differingWords(product, part);
	const countIn = (variant: ReadonlySet<string> | undefined): number =>
		words.filter((word) => variant?.has(word)).length;
	const own = countIn(product.each[index]);
	if (words.length === 0) return undefined;
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
	for (const [at, { name }] of variants.entries()) {
		const words = product.each[at];
		if (!words || !areIn(said, words)) continue;
		// One that no word sets apart, such as 'iPhone 15' beside 'iPhone 15 Pro', is said by the words that all have.
		const shared = new Set(words.size === 0 ? catalogWords(name) : []);
		const value = [...ofOther, ...values].find(
			(one) =>
				wordsIn(one).some((word) => words.has(word)) ||
				one.parts.some((part) => areIn(shared, part)),
		);
		if (value) return { value, other: name };
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

/** Rule 4: whether a value is a text for which there is no place: no field, no ticked box, and not in words that are known. */
export const isOpenText = (value: StatedValue, isKnown: (part: Words) => boolean): boolean =>
	value.isField !== true &&
	!isVariantTitle(value) &&
	!value.texts.some((said) => /^(?:yes|true|on)$/i.test(said)) &&
	!value.parts.every(isKnown);

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

/** A review of a value. One under a name without letters or digits is known by itself. */
function reviewOf(
	property: StatedValue,
	what: string,
	cause: Cause,
	ways: readonly string[],
	lastWays: readonly string[] = [],
): Review {
	const { name, texts } = property;
	const shown = isNameless(name)
		? `${quote(texts[0])} is in a property without a name`
		: `${quote(withoutPrice(name))} is ${quote(texts[0])}`;
	return { property, text: `${shown}, but ${what}`, cause, ways, lastWays };
}

/** Rule 4: adds to the review texts of the customer. @param what is not done with each, to follow it */
export function reviewTexts(
	line: Pick<ShopLine, 'label' | 'sku'>,
	values: readonly StatedValue[],
	what: string,
	way: string,
	findings: Findings,
): void {
	addReviews(
		line,
		values.map((value) => reviewOf(value, what, 'customerText', [way])),
		findings,
	);
}

/**
 * Rules 1, 2 and 4: adds to the review what a line says and is not what would be produced.
 *
 * @param siblings all variants of its product, as far as they are known
 * @returns the texts of the customer that the files of this line may have, which none of the rules explains
 */
export function* reviewValues(
	{ line, sku: shopSku, variant, findings }: OurLine,
	given: readonly StatedValue[],
	siblings: Siblings,
	placements: readonly Placement[],
	sameForAll: LineWork['sameForAll'],
): Pieces<StatedValue[]> {
	const { row } = line;
	const { name = '', sku = '' } = siblings.variants[siblings.index] ?? {};
	const shown = `variant ${quote(variant?.name ?? (name || sku))}`;
	const ofRow = row ? [`correct ${row.field}`] : [];
	const ofSku = [`correct the SKU ${quote(shopSku)} in your ${placeWords(line).place}`];
	const [producedBy, toCorrect] =
		row && namesVariant(row) ? [row.field, ofRow] : [`its SKU ${quote(shopSku)}`, ofSku];

	const values = given.filter(({ names }) => !(variant && optionNamed(variant, names)));
	const isOf = (which: 'own' | 'other') => (part: Words) => variantIn(part, siblings) === which;
	const ofOther = new Set<StatedValue>();
	for (const value of values) {
		yield;
		if (value.parts.some(isOf('other'))) ofOther.add(value);
	}
	const together = valueOfOther(values, siblings, line.name ?? '', ofOther);

	const printed = new Set(placements.map(({ type }) => type ?? ''));
	const placementWords = placementWordsOf(variant?.placements ?? []);
	const called = [line.name ?? '', name, sku, line.sku ?? ''].flatMap(catalogWords);
	const known = new Set([...called, ...placementWords.known]);
	const isOwn = isOf('own');
	const isMeasured = (said: string): boolean => {
		const parts = MEASURES.test(said) ? partsOf([said.replace(MEASURES, '')]) : [];
		return parts.length > 0 && parts.every((part) => areIn(known, part) && isOwn(part));
	};

	const texts: StatedValue[] = [];
	const reviews: Review[] = [];
	for (const value of values) {
		yield;
		const ask = isNameless(value.name) ? [] : ["ask for it under 'When' in rows of SKU Mapping"];
		const other = value === together?.value ? `, and not ${quote(together.other)}` : '';
		if (other !== '' || ofOther.has(value)) {
			const what = `by ${producedBy} ${shown} is produced${other}`;
			reviews.push(reviewOf(value, what, 'otherVariant', [...toCorrect, ...ask]));
			continue;
		}
		const missing = withoutFile(value, placementWords, printed);
		if (missing.length > 0) {
			const what = `there is no print file for ${quotedList(missing, ' and ')} of ${shown}`;
			// The SKU may be right.
			reviews.push(reviewOf(value, what, 'customerText', [...ofRow, ...ask]));
			continue;
		}
		const isKnown = (part: Words): boolean =>
			// The name of a pair may be a text, and its value a side or a product for it.
			(value.isPair !== true && areIn(known, part)) || isOwn(part);
		if (!isOpenText(value, isKnown) || value.texts.every(isMeasured)) continue;
		if (!sameForAll) {
			texts.push(value);
			continue;
		}
		const ownFile =
			'write {lineId} or {orderNumber} in Print File Template, so that each has a file of its own';
		const lastWays = [...(sameForAll === 'template' ? [ownFile] : []), ...ask];
		const what = `the print file of ${shown} is the same for all orders`;
		reviews.push(reviewOf(value, what, 'customerText', [], lastWays));
	}
	addReviews(line, reviews, findings);
	return texts;
}
