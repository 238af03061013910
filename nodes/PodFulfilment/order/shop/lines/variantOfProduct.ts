// The variant of a product that a line says, for a row of SKU Mapping that names a product: the one whose distinguishing
// words in the catalog are those of the line, no more and no fewer. Shops write them as a property each (Colour, Size), as
// the variant's title, or as one value: 'Navy / XL'.

import { findVariantOfProduct } from '../../../api/catalog/skuIndex';
import type { ListedVariant } from '../../../api/catalog/skuTable';
import { quote, quotedList } from '../../../input/wording';
import type { ApiClient } from '../../../transport/client';
import type { ItemLine } from './itemLines';
import { catalogWords, MAX_NAME_LENGTH, type DistinguishingWords } from './catalogWords';
import type { IgnoredProperties } from './ignoredProperties';
import { statedValues, wordsOfNames } from './lineRules';
import { isVariantTitle, type LineValue } from './lineValues';
import { refuseFor } from '../../causes';

/** Values that a message lists. */
const MAX_SHOWN = 10;

/** Between what one value says of several: 'Navy / XL', 'Navy, XL', 'Navy | XL', 'Navy (XL)'. */
const BETWEEN_CHOICES = / \/ |[,;|()[\]\n]/;

/** The name of a choice within a value: 'Size: XL'. */
const NAME_IN_VALUE = /^[^:]*:/;

function wordsIn(text: string, isField: boolean): string[] {
	if (text.length > MAX_NAME_LENGTH) return [text];
	return text
		.split(BETWEEN_CHOICES)
		.map((part) => part.replace(NAME_IN_VALUE, ''))
		.filter((part) => !isField || /\p{L}/u.test(part))
		.flatMap(catalogWords);
}

/**
 * The distinguishing words that a line says; undefined where it says nothing of the product. A text with words that are
 * none of the product says something else: 'Dark Navy' is not 'Navy', and of 'Purple / M' there may be none.
 */
function saidOf(
	{ all, known }: DistinguishingWords,
	line: readonly LineValue[],
): ReadonlySet<string> | undefined {
	const said = line
		.flatMap(({ texts, isField = false }) => texts.map((text) => wordsIn(text, isField)))
		.filter((words) => words.length > 0)
		.filter((words) => words.every((word) => known.has(word) || all.has(word)));
	return said.length > 0 ? new Set(said.flat().filter((word) => all.has(word))) : undefined;
}

/** The variant that a line says; undefined for none and for two. The only variant of a product need not be said. */
function variantSaid(
	variants: readonly ListedVariant[],
	line: readonly LineValue[],
): ListedVariant | undefined {
	if (variants.length === 1) return variants[0];
	const product = wordsOfNames(variants);
	const words = saidOf(product, line);
	const [first, second] = variants.filter((_, index) => {
		const own = [...(product.each[index] ?? [])];
		return own.length === words?.size && own.every((word) => words.has(word));
	});
	return second ? undefined : first;
}

/**
 * Finds the variant of a row's product that a line says. Refuses a line that says none or two.
 *
 * @param others properties that say something else: those that change nothing, and those that set an option
 */
export async function variantOfProduct(
	client: ApiClient,
	line: ItemLine,
	{ field, productId }: { field: string; productId: string },
	others: { ignored: IgnoredProperties; options: readonly string[] },
): Promise<ListedVariant> {
	// A title counts as a whole: its parts stand behind it.
	const said = statedValues(line, others.ignored, others.options).map((value) =>
		isVariantTitle(value) ? { ...value, texts: value.texts.slice(0, 1) } : value,
	);
	const { variants, chosen } = await findVariantOfProduct(client, productId, (all) =>
		variantSaid(all, said),
	);
	if (chosen) return chosen;
	if (variants.length === 0) {
		const what = `is ${quote(productId)}, of which the catalog lists no variants`;
		const advice = 'Choose the product from the list in SKU Mapping.';
		return refuseFor('skuMapping', `${line.inProblems}: ${field} → Product`, what, advice);
	}
	const product = wordsOfNames(variants);
	const words = [...(saidOf(product, said) ?? [])];
	const fitting = product.each.filter((own) => words.every((word) => own.has(word))).length;
	const fits =
		words.length > 0 && fitting > 1 ? `which fits ${fitting} variants` : 'as no variant is called';
	const shown = [...new Set(said.map(({ texts }) => texts.at(-1) ?? ''))];
	const says =
		shown.length === 0
			? 'it has no properties that say one'
			: `it says ${quotedList(shown.slice(0, MAX_SHOWN))}, ${fits}`;
	const differing = new Set(product.each.flatMap((own) => [...own]));
	return refuseFor(
		'otherVariant',
		line.inProblems,
		`does not say which variant of the product in ${field} it is: ${says}`,
		`The variants differ by ${quotedList([...differing])}. Let the properties of the line say one of them in these words, add rows that name it under 'When', or list what says something else in the option Properties to Ignore.`,
	);
}
