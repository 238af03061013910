// The variant of a product that a line says, for a row of SKU Mapping that names a product: the one whose distinguishing
// words in the catalog are those of the line, no more and no fewer. Shops write them as a property each (Colour, Size), as
// the variant's title, or as one value: 'Navy / XL'.

import type { ListedVariant } from '../../../api/catalog/skuTable';
import { findVariantOfProduct } from '../../../api/catalog/skuIndex';
import { refuse } from '../../../input/checks';
import { quote, quotedList } from '../../../input/wording';
import type { ApiClient } from '../../../transport/client';
import type { LineWithProblemLabel } from '../shopOrder';
import { catalogWords, distinguishingWords, MAX_NAME_LENGTH } from './catalogWords';
import type { IgnoredProperties } from './ignoredProperties';
import { statedValues } from './lineRules';
import { isVariantTitle } from './lineValues';
import type { MappedSku } from './mappingRow';

/** Values and words that a message lists. */
const MAX_SHOWN = 10;

/** Between what one value says of several: 'Navy / XL', 'Navy, XL', 'Navy | XL', 'Navy (XL)'. */
const BETWEEN_CHOICES = / \/ |[,;|()[\]\n]/;

/** The name of a choice within a value: 'Size: XL'. */
const NAME_IN_VALUE = /^[^:]*:/;

/** A part of a value: its words, and whether it is a number alone, which a field of the line may have for anything. */
interface Part {
	words: string[];
	isNumber: boolean;
}

const partsOf = (text: string): Part[] =>
	(text.length > MAX_NAME_LENGTH ? [] : text.split(BETWEEN_CHOICES))
		.map((part) => part.replace(NAME_IN_VALUE, ''))
		.map((part) => ({ words: catalogWords(part), isNumber: !/\p{L}/u.test(part) }));

/** What the variants of a product are called. */
class ProductWords {
	private readonly own: Array<readonly [ListedVariant, ReadonlySet<string>]>;

	/** Words by which they differ, as far as some of them have them. */
	readonly differing: ReadonlySet<string>;

	private readonly all: ReadonlySet<string>;

	private readonly known: ReadonlySet<string>;

	constructor(variants: readonly ListedVariant[]) {
		// By their names alone: nobody says the abbreviations of a SKU.
		const words = distinguishingWords(variants.map(({ name }) => ({ name, sku: '' })));
		this.own = variants.map((variant, index) => [variant, words.each[index] ?? new Set()]);
		this.differing = new Set(words.each.flatMap((each) => [...each]));
		this.all = words.all;
		this.known = words.known;
	}

	/**
	 * The words of a text that tell variants apart. Undefined where it has others than those of the product, since then it
	 * says something else: 'Dark Navy' is not 'Navy', and of 'Purple / M' there may be none.
	 */
	wordsOf(text: string, isField: boolean): string[] | undefined {
		const parts = partsOf(text)
			.filter(({ words, isNumber }) => words.length > 0 && !(isField && isNumber))
			.map(({ words }) => words);
		const words = [...new Set(parts.flat())];
		return words.length > 0 && words.every((word) => this.known.has(word) || this.all.has(word))
			? words.filter((word) => this.all.has(word))
			: undefined;
	}

	/** The variants that have all of these words. */
	with(words: readonly string[]): ListedVariant[] {
		return this.own
			.filter(([, own]) => words.every((word) => own.has(word)))
			.map(([variant]) => variant);
	}

	/** The variants that have these words and no others. */
	exactly(words: readonly string[]): ListedVariant[] {
		return this.own
			.filter(([, own]) => own.size === words.length && words.every((word) => own.has(word)))
			.map(([variant]) => variant);
	}
}

/** The words of a product's variants, made once, since many lines may be of one product. */
const wordsOfProducts = new WeakMap<readonly ListedVariant[], ProductWords>();

function wordsOfProduct(variants: readonly ListedVariant[]): ProductWords {
	const words = wordsOfProducts.get(variants) ?? new ProductWords(variants);
	wordsOfProducts.set(variants, words);
	return words;
}

/** A text of a line that may say the variant. */
interface Said {
	text: string;
	/** What the shop shows in its place. */
	shown: string;
	isField: boolean;
}

/** The words that a line says of the variants of a product; undefined where it says nothing of it. */
function saidWords(said: readonly Said[], product: ProductWords): string[] | undefined {
	const found = said.flatMap(({ text, isField }) => product.wordsOf(text, isField) ?? []);
	const isSaid = said.some(({ text, isField }) => product.wordsOf(text, isField) !== undefined);
	return isSaid ? [...new Set(found)] : undefined;
}

/** The variant that a line says; undefined for none and for two. */
function variantSaid(
	variants: readonly ListedVariant[],
	said: readonly Said[],
): ListedVariant | undefined {
	if (variants.length === 1) return variants[0];
	const product = wordsOfProduct(variants);
	const words = saidWords(said, product);
	const [first, second] = words ? product.exactly(words) : [];
	return second ? undefined : first;
}

/**
 * Finds the variant of a row's product that a line says.
 *
 * @param isElsewhere names of properties that say something else: what is ignored, and options
 * @throws UserError for a line that says none or two
 * @throws ServiceError when the catalog cannot be read
 */
export async function variantOfProduct(
	client: ApiClient,
	line: LineWithProblemLabel,
	{ field, productId }: Pick<MappedSku, 'field'> & { productId: string },
	{ ignored, options }: { ignored: IgnoredProperties; options: readonly string[] },
): Promise<ListedVariant> {
	const said = statedValues(line, ignored, options).flatMap((value): Said[] => {
		// A title counts as a whole: its parts stand behind it.
		const texts = isVariantTitle(value) ? value.texts.slice(0, 1) : value.texts;
		const shown = texts.at(-1) ?? '';
		return texts.map((text) => ({ text, shown, isField: value.isField === true }));
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
	const product = wordsOfProduct(variants);
	const words = saidWords(said, product) ?? [];
	const fitting = words.length > 0 ? product.with(words) : [];
	const seen = quotedList([...new Set(said.map(({ shown }) => shown))].slice(0, MAX_SHOWN));
	const fits =
		fitting.length > 1 ? `which fits ${fitting.length} variants` : 'as no variant is called';
	return refuse(
		line.inProblems,
		`does not say which variant of the product in ${field} it is: ${seen === '' ? 'it has no properties that say one' : `it says ${seen}, ${fits}`}`,
		`The variants differ by ${quotedList([...product.differing])}. Let the properties of the line say one of them in these words, add rows that name it under 'When', or list what says something else in the option Properties to Ignore.`,
	);
}
