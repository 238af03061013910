// Flags for review a size that a line states and that is not its variant's: by letters, for children, with a unit, a
// format or an age, or several sizes counted in one line. Says which properties state a size; the sizes themselves are
// recognized in letterSizes.ts and measuredSizes.ts.

import type { Findings } from '../../findings';
import { quote } from '../../../input/wording';
import {
	countedSizes,
	hasCodeForChildren,
	isForChildren,
	isSizeName,
	sizeOfWord,
	sizesInName,
	sizesInWords,
} from './letterSizes';
import { isVariantTitle, type LineValue } from './lineValues';
import { contradicted, measuredSizesIn, type MeasureKind } from './measuredSizes';

/** A size that the customer chose, in a property or in the title of Shopify's variant. */
export interface StatedSize {
	/** Its name and value, for messages. */
	shown: string;
	/** One, or those of a value such as 'L/XL'. */
	sizes: ReadonlySet<string>;
}

/** What to do about a size that is not that of the variant. */
export const HOW_TO_CHOOSE =
	"check the size, or add rows to SKU Mapping that name the variant by it under 'When'";

/**
 * The sizes that a value states, in letters: 'XL', 'Adult XL (56/58)'. In a title of several options one that is a size alone
 * counts before those in others.
 */
function sizesOf(value: LineValue): string[] {
	if (isVariantTitle(value)) {
		const alone = value.texts.flatMap((text) => sizeOfWord(text) ?? []);
		return alone.length > 0 ? alone : value.texts.flatMap(sizesInName);
	}
	return value.names.some(isSizeName)
		? value.texts.flatMap((text) => sizeOfWord(text) ?? sizesInWords(text))
		: [];
}

/** A value and its name, for messages. */
const shownOf = ({ name, texts }: LineValue): string => `${quote(name)} is ${quote(texts[0])}`;

/** The sizes by letters that a line states, in each of its values. */
const statedSizesOf = (values: readonly LineValue[]): StatedSize[] =>
	values.flatMap((value) => {
		const sizes = new Set(sizesOf(value));
		return sizes.size === 0 ? [] : [{ shown: shownOf(value), sizes }];
	});

/** What says the size of a variant. */
interface VariantTexts {
	sku: string;
	/** Empty where the catalog is not read. */
	name: string;
}

/** The size of a variant; undefined if its SKU and name have none, or several words that may be one. */
function sizeOf({ sku, name }: VariantTexts): string | undefined {
	const inSku = sizesInWords(sku);
	const inName = sizesInName(name);
	const inBoth = inSku.filter((size) => inName.includes(size));
	const sizes = new Set(inBoth.length > 0 ? inBoth : [...inSku, ...inName]);
	return sizes.size === 1 ? [...sizes][0] : undefined;
}

const RANGE = /\d\s?(?:[-–/]|to|bis)\s?\d/i;

/** Clothes for older ones have the sizes of adults. */
const MAX_AGES: Readonly<Record<string, number | undefined>> = { years: 16, months: 36 };

/** Whether a text has the age of a child: '7-8 years', '6-12M'. The M of '6-8 M' is a size. */
const hasAgeOfChild = (text: string): boolean =>
	measuredSizesIn(text).some(
		({ unit, numbers: [, last], text: written }) =>
			last <= (MAX_AGES[unit] ?? -1) && !/[\s-]m$/.test(written),
	);

/** Whether a text has a size for children, where it is a size: '4T', '7-8 years'. */
const hasSizeForChildren = (text: string): boolean =>
	hasCodeForChildren(text) || hasAgeOfChild(text);

/** A part of a title that may be a size for children. Others are about something else: '10 years', 'Girls Trip'. */
const SIZE_IN_TITLE = new RegExp(String.raw`^\S+$|\b[2-6]t$|${RANGE.source}`, 'i');

/** Whether a value states a size for children. In a title with a size by letters, a word or a code may be something else. */
function isSizeForChildren(value: LineValue): boolean {
	if (!isVariantTitle(value)) {
		return (
			value.names.some(isSizeName) &&
			[...value.names, ...value.texts].some(
				(text) => isForChildren(text) || hasSizeForChildren(text),
			)
		);
	}
	const hasLetters = sizesOf(value).length > 0;
	return value.texts
		.filter((written) => SIZE_IN_TITLE.test(written))
		.some(
			(text) =>
				hasAgeOfChild(text) || (!hasLetters && (isForChildren(text) || hasCodeForChildren(text))),
		);
}

/** Names of sizes with a unit, besides those of clothes. */
const MEASURE_NAME =
	/^(?:capacity|volume|dimensions?|volumen|fassungsvermogen|ma(?:ss|sz)e|abmessung(?:en)?|capacite|contenance|capacidad|capacita|dimensioni|dimensiones|formaat|inhoud)$/;

/** Names of an age: a range is a size, and one number may be to be printed. */
const AGE_NAME = /^(?:age|alter|edad|eta|idade|leeftijd|wiek)$/;

/** A part of a title that is a range alone or an age, unlike 'Pack of 2-3'. */
const WHOLE_RANGE = /^(?:(?:ages?|alter|size|kids?|youth|toddler) )?\d+\s?(?:[-–]|to|bis)\s?\d+$/i;

/** Names of the size of a print that is the product: its formats alone count, since a print may be on something larger. */
const FORMAT_NAME = /format|(?:print|poster|paper|papier|druck)(?:size|gro(?:ss|ess)e)/;

/** Which sizes by numbers a value may state as the size of the product. Beside a size by letters, a range is another system. */
function measuresOf(value: LineValue): MeasureKind | undefined {
	const isAge =
		value.keys.some((key) => AGE_NAME.test(key)) &&
		value.texts.some((written) => RANGE.test(written));
	if (isVariantTitle(value) || isAge || value.names.some(isSizeName)) {
		return sizesOf(value).length === 0 ? 'ranges' : 'any';
	}
	if (value.keys.some((key) => MEASURE_NAME.test(key))) return 'any';
	return value.keys.some((key) => FORMAT_NAME.test(key)) ? 'formats' : undefined;
}

/** The sizes by numbers that a value states. */
const statedMeasures = (value: LineValue, kind: MeasureKind) =>
	value.texts.flatMap((written) => {
		const isInTitle = isVariantTitle(value) && !WHOLE_RANGE.test(written);
		return measuredSizesIn(written, isInTitle ? 'any' : kind);
	});

/** Adds to the review that the customer chose another size with a unit, such as '15 oz' of a mug of 11 oz. */
function reviewMeasures(
	label: string,
	values: readonly LineValue[],
	{ sku, name }: VariantTexts,
	findings: Findings,
): void {
	for (const value of values) {
		const kind = measuresOf(value);
		if (kind === undefined) continue;
		const own = [name, sku].flatMap((text) =>
			measuredSizesIn(text, kind === 'formats' ? kind : 'ranges'),
		);
		const other = contradicted(statedMeasures(value, kind), own);
		if (!other) continue;
		findings.review(
			`${label}: ${quote(value.name)} is ${quote(value.texts[0])}, but variant ${quote(name || sku)} is ${other.text}: ${HOW_TO_CHOOSE}`,
		);
	}
}

/**
 * Adds to the review that the customer chose another size than the one that the variant has: shops keep sizes in properties
 * too, and copied products share a SKU.
 *
 * @returns the size that the line states, where the variant does not say its own
 */
export function reviewSize(
	label: string,
	values: readonly LineValue[],
	{ sku = '', name = '' }: { sku?: string | undefined; name?: string | undefined },
	findings: Findings,
): StatedSize | undefined {
	const counted = values.find(({ texts }) => texts.some((text) => countedSizes(text).size > 1));
	if (counted) {
		findings.review(
			`${label}: ${quote(counted.name)} is ${quote(counted.texts[0])}, and all pieces would be of one size: order each size as an item of its own, with Order From set to Fields, and cancel this order`,
		);
		return undefined;
	}
	reviewMeasures(label, values, { sku, name }, findings);
	const stated = statedSizesOf(values);
	const own = sizeOf({ sku, name });
	const forChildren =
		name === '' || [sku, name].some(isForChildren)
			? undefined
			: values.find(
					(value) =>
						(sizesOf(value).length > 0 && [...value.names, ...value.texts].some(isForChildren)) ||
						(own !== undefined &&
							![sku, name].some(hasSizeForChildren) &&
							isSizeForChildren(value)),
				);
	if (forChildren) {
		findings.review(
			`${label}: ${shownOf(forChildren)}, but neither the name nor the SKU of variant ${quote(name)} has a word for children: ${HOW_TO_CHOOSE}`,
		);
		return undefined;
	}
	if (own === undefined) return stated.find(({ sizes }) => sizes.size === 1);
	const wrong = stated.find(({ sizes }) => !sizes.has(own));
	if (wrong) {
		findings.review(
			`${label}: ${wrong.shown}, but variant ${quote(name || sku)} is ${own}: ${HOW_TO_CHOOSE}`,
		);
	}
	return undefined;
}
