// The variant of a line of a shop's order: by a row of SKU Mapping, or by its SKUs in the catalog. Where a row names a
// product, it is the one whose distinguishing words in the catalog are those of the line, no more and no fewer: shops
// write them as a property each (Colour, Size), as the variant's title, or as one value: 'Navy / XL'.

import {
	findVariantBySku,
	findVariantBySkuOrId,
	findVariantOfProduct,
} from '../../../api/catalog/skuIndex';
import type { ListedVariant } from '../../../api/catalog/skuTable';
import { nextTurn } from '../../../input/nextTurn';
import { quote, quotedList } from '../../../input/wording';
import type { ApiClient } from '../../../transport/client';
import { CausedError, refuseFor } from '../../causes';
import { withShopSku } from './skuMapping';
import { placeWords } from '../orderLabel';
import {
	BETWEEN_PARTS,
	catalogWords,
	MAX_NAME_LENGTH,
	statedValues,
	wordsOfNames,
} from './catalogWords';
import type { ItemLine, LineSettings, VariantResult } from './itemLine';
import { isVariantTitle } from './lineValues';

/** Values that a message lists. */
const MAX_SHOWN = 10;

/** The words of a text, without the names of choices within it, as in 'Size: XL', and without the numbers of a field. */
function wordsIn(text: string, isField: boolean): string[] {
	if (text.length > MAX_NAME_LENGTH) return [text];
	const parts = text.split(BETWEEN_PARTS).map((part) => part.replace(/^[^:]*:/, ''));
	return parts.filter((part) => !isField || /\p{L}/u.test(part)).flatMap(catalogWords);
}

/**
 * The variant that texts of a line say in all words by which it differs from the others; undefined for none and for two. A
 * text with words that are none of the product says something else: 'Dark Navy' is not 'Navy', and of 'Purple / M' there may
 * be none. The only variant of a product need not be said.
 */
function variantSaid(
	variants: readonly ListedVariant[],
	texts: readonly string[][],
): ListedVariant | undefined {
	if (variants.length === 1) return variants[0];
	const { all, known, each } = wordsOfNames(variants);
	const ofProduct = texts.filter((words) =>
		words.every((word) => known.has(word) || all.has(word)),
	);
	if (ofProduct.length === 0) return undefined;
	const said = new Set(ofProduct.flat().filter((word) => all.has(word)));
	const [first, second] = variants.filter((_, index) => {
		const own = [...(each[index] ?? [])];
		return own.length === said.size && own.every((word) => said.has(word));
	});
	return second ? undefined : first;
}

/** Finds the variant of a row's product that a line says, also beside options. Refuses a line that says none or two. */
async function variantOfProduct(
	client: ApiClient,
	line: ItemLine,
	field: string,
	productId: string,
	{ ignored, options }: LineSettings,
): Promise<VariantResult> {
	// A title counts as a whole: its parts stand behind it.
	const values = statedValues(line, ignored, options).map((value) =>
		isVariantTitle(value) ? { ...value, texts: value.texts.slice(0, 1) } : value,
	);
	await nextTurn();
	// Before the catalog is awaited: what follows that is done for all lines in one turn.
	const said = values
		.flatMap(({ texts, isField = false }) => texts.map((text) => wordsIn(text, isField)))
		.filter((words) => words.length > 0);
	const { variants, chosen } = await findVariantOfProduct(client, productId, (all) =>
		variantSaid(all, said),
	);
	if (chosen) return { variantId: chosen.id, sku: chosen.sku };
	if (variants.length === 0) {
		const what = `is ${quote(productId)}, of which the catalog lists no variants`;
		const advice = 'Choose the product from the list in SKU Mapping.';
		return refuseFor('skuMapping', `${line.inProblems}: ${field} → Product`, what, advice);
	}
	const shown = [...new Set(values.map(({ texts }) => texts.at(-1) ?? ''))].slice(0, MAX_SHOWN);
	const says = shown.length === 0 ? 'has no properties that say one' : `says ${quotedList(shown)}`;
	const differing = new Set(wordsOfNames(variants).each.flatMap((own) => [...own]));
	return refuseFor(
		'otherVariant',
		line.inProblems,
		`does not say which variant of the product in ${field} it is: it ${says}`,
		`The variants differ by ${quotedList([...differing])}. Let the properties of the line say one of them in these words, add rows that name it under 'When', or list what says something else in the option Properties to Ignore.`,
	);
}

/**
 * Finds the variant of a line by its row of SKU Mapping, or else by its SKU or ID in the shop. What a row says is not replaced
 * by a guess.
 *
 * @throws UserError for a SKU of several variants, and for a line for which the rows of its SKU say nothing or different things
 */
export async function findVariantOfLine(
	client: ApiClient,
	line: ItemLine,
	settings: LineSettings,
): Promise<VariantResult> {
	const { shopKey, row, rowProblem, inProblems } = line;
	if (rowProblem) throw rowProblem;
	if (shopKey === undefined) {
		const { otherIds = [], skuAdvice } = line;
		const ids = otherIds.map(({ name, id }) => `${name} ${quote(id)}`).join(' or ');
		const why =
			ids === '' ? 'it has no SKU' : `it has no SKU, and SKU Mapping has no row for its ${ids}`;
		return { unknown: skuAdvice === undefined ? why : `${why}. ${skuAdvice}` };
	}
	const { field = '', sku, variantId, productId } = row ?? {};
	if (variantId !== undefined) return { variantId };
	if (productId !== undefined) {
		return await variantOfProduct(client, line, field, productId, settings);
	}
	if (line.sku === undefined && row && sku === undefined) {
		return { unknown: `it has no SKU, and ${field} names no variant` };
	}
	const wanted = sku ?? shopKey;
	const find = sku === undefined ? findVariantBySkuOrId : findVariantBySku;
	const match = await find(client, wanted);
	if (match.kind === 'one') return { variantId: match.variantId, sku: wanted };
	if (match.kind === 'none') {
		const similar =
			match.nearest.length > 0 ? `; similar SKUs are ${quotedList(match.nearest)}` : '';
		return { unknown: `no variant has the SKU ${quote(wanted)}${similar}` };
	}
	return refuseFor(
		'skuMapping',
		sku === undefined ? inProblems : `${inProblems}: ${field} → Variant`,
		`has the SKU ${quote(wanted)}, which several variants have: ${quotedList(match.names)}`,
		'Choose the right one from the list in SKU Mapping.',
	);
}

/**
 * The problem of a line without a variant.
 *
 * @param unknown why there is no variant
 * @param why why it must be ordered, to follow the line's label; undefined for one that 'Unknown Lines' may leave out
 */
export function unknownVariantProblem(line: ItemLine, unknown: string, why?: string): CausedError {
	const { sku, otherIds = [], skuAdvice, inProblems } = line;
	const { place } = placeWords(line);
	const orById =
		otherIds.length > 0
			? ', or add a row to SKU Mapping with an ID from this message as its Shop SKU'
			: '';
	const howToName =
		skuAdvice === undefined
			? `Enter the variant's SKU as the SKU of the product in your ${place}${orById}.`
			: `If no column has it, add a column SKU to your ${place}.`;
	const howToMap =
		sku === undefined
			? howToName
			: `Add a row for it to SKU Mapping, or correct the SKU in your ${place}.`;
	const orLeaveOut =
		" If it is not for this service, set 'Unknown Lines' to 'Leave Out With a Warning'.";
	return new CausedError(
		withShopSku('unknownSku', line),
		`${inProblems} ${why === undefined ? 'would be missing from the order:' : `${why}, but`} ${unknown}`,
		`${howToMap}${why === undefined ? orLeaveOut : ''}`,
	);
}
