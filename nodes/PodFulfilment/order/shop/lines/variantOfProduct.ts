// The variant of a product that a line says, for a row of SKU Mapping that names a product: the one whose distinguishing
// words in the catalog are those of the line, no more and no fewer. Shops write them as a property each (Colour, Size), as
// the variant's title, or as one value: 'Navy / XL'.

import { findVariantOfProduct } from '../../../api/catalog/skuIndex';
import type { ListedVariant } from '../../../api/catalog/skuTable';
import { refuse } from '../../../input/checks';
import { quote, quotedList } from '../../../input/wording';
import type { ApiClient } from '../../../transport/client';
import type { LineWithProblemLabel } from '../shopOrder';
import { catalogWords, distinguishingWords } from './catalogWords';
import type { IgnoredProperties } from './ignoredProperties';
import { statedValues } from './lineRules';
import { isVariantTitle } from './lineValues';

/** Values that a message lists. */
const MAX_SHOWN = 10;

/** Between what one value says of several: 'Navy / XL', 'Navy, XL', 'Navy | XL', 'Navy (XL)'. */
const BETWEEN_CHOICES = / \/ |[,;|()[\]\n]/;

/** The name of a choice within a value: 'Size: XL'. */
const NAME_IN_VALUE = /^[^:]*:/;

/** What a line says under one name. */
interface Said {
	texts: readonly string[];
	/** As the shop shows it. */
	shown: string;
	/** Whether it is a field of the line, which may have a number for anything. */
	isField: boolean;
}

function wordsIn(text: string, isField: boolean): string[] {
	return text
		.split(BETWEEN_CHOICES)
		.map((part) => part.replace(NAME_IN_VALUE, ''))
		.filter((part) => !isField || /\p{L}/u.test(part))
		.flatMap(catalogWords);
}

/** What the variants of a product are called: by their names alone, since nobody says the abbreviations of a SKU. */
class ProductWords {
	private readonly variants: readonly ListedVariant[];

	private readonly words: ReturnType<typeof distinguishingWords>;

	constructor(variants: readonly ListedVariant[]) {
		this.variants = variants;
		this.words = distinguishingWords(variants.map(({ name }) => ({ name, sku: '' })));
	}

	/** Words by which the variants differ, as far as some of them have them. */
	get differing(): string[] {
		return [...new Set(this.words.each.flatMap((own) => [...own]))];
	}

	/**
	 * The distinguishing words that a line says; undefined where it says nothing of the product. A text with words that are
	 * none of the product says something else: 'Dark Navy' is not 'Navy', and of 'Purple / M' there may be none.
	 */
	saidBy(line: readonly Said[]): ReadonlySet<string> | undefined {
		const { all, known } = this.words;
		const said = line
			.flatMap(({ texts, isField }) => texts.map((text) => wordsIn(text, isField)))
			.filter((words) => words.length > 0)
			.filter((words) => words.every((word) => known.has(word) || all.has(word)));
		return said.length > 0 ? new Set(said.flat().filter((word) => all.has(word))) : undefined;
	}

	/** The variants that have all of these words; those that have no others only where that is asked for. */
	with(words: ReadonlySet<string>, isExact: boolean): ListedVariant[] {
		return this.variants.filter((_, index) => {
			const own = this.words.each[index] ?? new Set();
			return (!isExact || own.size === words.size) && [...words].every((word) => own.has(word));
		});
	}
}

/** The words of a product's variants, made once, since many lines may be of one product. */
const wordsOfProducts = new WeakMap<readonly ListedVariant[], ProductWords>();

function wordsOf(variants: readonly ListedVariant[]): ProductWords {
	const words = wordsOfProducts.get(variants) ?? new ProductWords(variants);
	wordsOfProducts.set(variants, words);
	return words;
}

/** The variant that a line says; undefined for none and for two. The only variant of a product need not be said. */
function variantSaid(
	variants: readonly ListedVariant[],
	line: readonly Said[],
): ListedVariant | undefined {
	if (variants.length === 1) return variants[0];
	const words = wordsOf(variants).saidBy(line);
	const [first, second] = words ? wordsOf(variants).with(words, true) : [];
	return second ? undefined : first;
}

/**
 * Finds the variant of a row's product that a line says.
 *
 * @param others properties that say something else: those that change nothing, and those that set an option
 * @throws UserError for a line that says none or two
 * @throws ServiceError when the catalog cannot be read
 */
export async function variantOfProduct(
	client: ApiClient,
	line: LineWithProblemLabel,
	{ field, productId }: { field: string; productId: string },
	others: { ignored: IgnoredProperties; options: readonly string[] },
): Promise<ListedVariant> {
	const said = statedValues(line, others.ignored, others.options).map((value): Said => {
		// A title counts as a whole: its parts stand behind it.
		const texts = isVariantTitle(value) ? value.texts.slice(0, 1) : value.texts;
		return { texts, shown: texts.at(-1) ?? '', isField: value.isField === true };
	});
	const { variants, chosen } = await findVariantOfProduct(client, productId, (all) =>
		variantSaid(all, said),
	);
	if (chosen) return chosen;
	if (variants.length === 0) {
		return refuse(
			`${line.inProblems}: ${field} → Product`,
			`is ${quote(productId)}, of which the catalog lists no variants`,
			'Choose the product from the list in SKU Mapping.',
		);
	}
	const product = wordsOf(variants);
	const words = product.saidBy(said) ?? new Set();
	const count = words.size > 0 ? product.with(words, false).length : 0;
	const fits = count > 1 ? `which fits ${count} variants` : 'as no variant is called';
	const seen = quotedList([...new Set(said.map(({ shown }) => shown))].slice(0, MAX_SHOWN));
	return refuse(
		line.inProblems,
		`does not say which variant of the product in ${field} it is: ${seen === '' ? 'it has no properties that say one' : `it says ${seen}, ${fits}`}`,
		`The variants differ by ${quotedList(product.differing)}. Let the properties of the line say one of them in these words, add rows that name it under 'When', or list what says something else in the option Properties to Ignore.`,
	);
}
