import type { Findings } from '../../findings';
import { quote } from '../../../input/wording';
import { isSizeName, letterSize, sizesInName, sizesInSku } from './letterSizes';
import { isVariantTitle, type LineValue } from './lineValues';

/** A size that the customer chose, in a property or in the title of Shopify's variant. */
export interface StatedSize {
	/** Its name and value, for messages. */
	shown: string;
	size: string;
}

/** What to do about a size that is not that of the variant. */
export const HOW_TO_CHOOSE =
	"check the size, or add rows to SKU Mapping that name the variant by it under 'When'";

/** The sizes by letters that a line states, one for each name. */
const statedSizesOf = (values: readonly LineValue[]): StatedSize[] =>
	values.flatMap((value) => {
		const { name, names, texts } = value;
		if (!isVariantTitle(value) && !names.some(isSizeName)) return [];
		const sizes = new Set(texts.flatMap((text) => letterSize(text) ?? []));
		const [size] = sizes;
		// Two of them are a set, or not what the name says.
		return size === undefined || sizes.size > 1
			? []
			: [{ shown: `${quote(name)} is ${quote(texts[0])}`, size }];
	});

/** What says the size of a variant. */
interface VariantTexts {
	sku?: string | undefined;
	name?: string | undefined;
}

/** The size of a variant; undefined if its SKU and name have none, or several words that may be one. */
function sizeOf({ sku = '', name = '' }: VariantTexts): string | undefined {
	const inSku = sizesInSku(sku);
	const inName = sizesInName(name);
	const inBoth = inSku.filter((size) => inName.includes(size));
	const sizes = new Set(inBoth.length > 0 ? inBoth : [...inSku, ...inName]);
	return sizes.size === 1 ? [...sizes][0] : undefined;
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
	variant: VariantTexts,
	findings: Findings,
): StatedSize | undefined {
	const [first, ...others] = statedSizesOf(values);
	if (!first) return undefined;
	const own = sizeOf(variant);
	if (own === undefined) return first;
	const wrong = [first, ...others].find(({ size }) => size !== own);
	if (wrong) {
		findings.review(
			`${label}: ${wrong.shown}, but variant ${quote(variant.name ?? variant.sku)} is ${own}: ${HOW_TO_CHOOSE}`,
		);
	}
	return undefined;
}
