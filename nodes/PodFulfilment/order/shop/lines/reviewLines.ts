// Checks the lines of an order against each other: two lines with one ID, two variations with one SKU, a bundle beside
// its parts or without any, texts on a line that is not ordered, lines that no variant and nothing else names.

import { comparableSku } from '../../../input/equalText';
import type { Pieces } from '../../../input/nextTurn';
import { groupedBy } from '../../../input/objects';
import { firstAndMore, lowerFirst, quote } from '../../../input/wording';
import type { Placement } from '../../compose/item';
import type { Findings } from '../../findings';
import { placeWords } from '../orderLabel';
import { MAX_PROPERTIES } from '../reading';
import type { ShopLine } from '../shopOrder';
import { catalogWords, type LineSayings, statedValues } from './catalogWords';
import { isFulfilled, type LineWork } from './itemLine';
import { addReviews, isOpenText, reviewTexts } from './lineRules';
import { IgnoredProperties, valueKey, withoutPrice } from './lineValues';
import { addressesIn } from './placements';
import { isPreview } from './printFileSource';
import { withShopSku } from './skuMapping';
import { unknownVariantProblem } from './variant';
import { isFile, writtenAddress } from './writtenAddress';

/** Entries of a list in which an unused file is looked for. */
const MAX_FILES = 100;

const FILE_FOR_EACH_LINE =
	'write {lineId} in Print File Template, so that each line has a file of its own';

/**
 * Decides about lines that no variant and nothing else names: they stop an order of which other lines are for the service,
 * or are left out with a warning. An order without any line for the service is somebody else's.
 */
export function* decideOnUnknown(results: readonly LineWork[]): Pieces<void> {
	const isStopped = results.some(
		({ isForService, line, settings }) =>
			isForService && settings.unknownLines === 'stop' && !isFulfilled(line),
	);
	for (const { line, unknown, findings } of results) {
		if (unknown === undefined || isFulfilled(line)) continue;
		yield;
		if (isStopped) findings.refused(unknownVariantProblem(line, unknown));
		else findings.warn(`${line.label} was left out: ${unknown}`, withShopSku('unknownSku', line));
	}
}

/** What lines are called that no variant and nothing else names, by their SKUs, where such lines stop an order. */
export const unknownLinesIn = (results: readonly LineWork[]): string[] =>
	results.flatMap(({ line, unknown, settings }) => {
		if (unknown === undefined || settings.unknownLines !== 'stop' || isFulfilled(line)) return [];
		return line.sku === undefined ? line.label : quote(line.sku);
	});

/**
 * Reports lines that have the ID of another line. A shop gives each line its own ID: an order that lists one twice was
 * put together wrongly in the workflow, and the line would be produced twice.
 */
export function repeatedLines(lines: readonly LineWork[]): string[] {
	const firsts = new Map<string, string>();
	return lines.flatMap(({ line: { itemId, label, inProblems } }) => {
		if (itemId === undefined) return [];
		const first = firsts.get(itemId);
		firsts.set(itemId, first ?? label);
		if (first === undefined) return [];
		return `${inProblems}: has the line ID ${quote(itemId)} of ${first}, so it would be produced twice. Pass the order as the shop sends it.`;
	});
}

/** Says that lines with one SKU are two variations: one of them would be produced in place of the other. */
function reviewVariations(ours: readonly LineWork[]): void {
	const firsts = new Map<string, ShopLine>();
	for (const { line, findings } of ours) {
		const { label, shopKey: sku, variationId, isChosen } = line;
		if (isChosen || sku === undefined || variationId === undefined || isFulfilled(line)) continue;
		const first = firsts.get(comparableSku(sku)) ?? line;
		firsts.set(comparableSku(sku), first);
		if (first.variationId === variationId) continue;
		findings.review(
			`${label} has the SKU of ${first.label}, but is another variation: give each variation a SKU of its own, or rows in SKU Mapping that name the variant under 'When'`,
			'otherVariant',
		);
	}
}

/** Adds to the review what may be produced twice: as a bundle, and as its parts. */
function reviewBundles(ours: readonly LineWork[]): void {
	const labels = new Map(ours.map(({ line }) => [line.id, line.label]));
	for (const { line, findings } of ours) {
		const parts = [...new Set(line.partIds)].flatMap((id) => labels.get(id) ?? []);
		if (parts.length === 0) continue;
		findings.review(
			`${line.label} is a bundle that is ordered itself, and its parts are ordered too: ${firstAndMore(parts).join(', ')}. Check that nothing is produced twice`,
			'repeatedLine',
		);
	}
}

/**
 * Finds bundles that would get lost. A bundle is left out because its parts are ordered; if only the bundle itself is
 * for the service, a line that was paid for would vanish.
 */
export function bundleProblems(results: readonly LineWork[]): string[] {
	const sentIds = new Set(results.flatMap(({ line, item }) => (item ? [line.id] : [])));
	return results.flatMap(({ line: { partIds, inProblems }, found, reasonToOrder, item }) => {
		const isOurs = reasonToOrder !== undefined || (found && 'variantId' in found);
		return isOurs && !item && partIds && !partIds.some((id) => sentIds.has(id))
			? `${inProblems} is a bundle with a print file or a row in SKU Mapping, but none of its parts is for the service. Name the print files on its parts.`
			: [];
	});
}

/** Rule 4 where two lines of an order get one file: adds to the review what the customer entered for a line of these. */
function reviewSharedFile({ line, texts = [], findings }: LineWork, other: ShopLine): void {
	const what = `${lowerFirst(other.label)} gets the same print file`;
	reviewTexts(line, texts, what, FILE_FOR_EACH_LINE, findings);
}

/**
 * Rule 4 where no item is composed: adds to the review what the customer entered on a line that is not ordered, or for the
 * whole order.
 *
 * @param isKnown whether a word is one of those that the lines which are ordered are called by: such a text is none to print
 */
function reviewOpenTexts(
	line: LineSayings,
	ignored: IgnoredProperties,
	isKnown: (word: string) => boolean,
	findings: Findings,
): void {
	const open = statedValues(line, ignored).filter((value) =>
		isOpenText(value, (part) => part.every(isKnown)),
	);
	const way = 'check that it is in the print file of a line';
	reviewTexts({ label: line.label }, open, 'nothing is printed of it', way, findings);
}

/**
 * Rule 3: adds to the review the files of a line that are not used, previews aside, since the customer may have wanted one
 * printed. Those in fields of the line are pictures of the product.
 */
export function reviewUnusedFiles(
	line: LineSayings,
	placements: readonly Placement[],
	ignored: IgnoredProperties,
	findings: Findings,
): void {
	const used = addressesIn(placements);
	const isUnused = (address: unknown): boolean => isFile(address) && !used.has(address);
	const unused = line.properties.filter(
		({ names, value, isField }) =>
			isField !== true &&
			[value]
				.flat()
				.slice(0, MAX_FILES)
				.some((entry: unknown) => isUnused(writtenAddress(entry))) &&
			!names.some(isPreview) &&
			!ignored.has(names.map(valueKey), line.sku),
	);
	const names = new Set(unused.map((property) => property.names.at(-1) ?? ''));
	const way = `name it as a print file in your ${placeWords(line).place}, enter the files of such products in SKU Mapping`;
	const reviews = [...names].map((name) => ({
		property: { name, keys: [valueKey(name)] },
		text: `the file in ${quote(withoutPrice(name))} is not used`,
		...{ cause: 'unusedFile' as const, ways: [way] },
	}));
	addReviews(line, reviews, findings);
}

/** What the customer entered for a line, to be compared with what was entered for another. */
const enteredFor = ({ texts = [] }: LineWork): string =>
	JSON.stringify(texts.map((value) => [value.keys, value.texts]));

/** Adds to the review what the customer entered for a line that gets the files of another one, of which that is not said. */
function reviewSharedFiles(open: readonly LineWork[]): void {
	const byFiles = groupedBy(
		open.filter(({ texts }) => texts),
		({ item }) => JSON.stringify([...addressesIn(item?.placements ?? [])]),
	);
	for (const [first, ...others] of byFiles.values()) {
		const entered = enteredFor(first);
		const other = others.find((one) => enteredFor(one) !== entered);
		if (!other) continue;
		reviewSharedFile(first, other.line);
		for (const one of others) reviewSharedFile(one, first.line);
	}
}

/** The words by which lines are called: a text of nothing else is none to print. */
function* knownWords(lines: readonly LineWork[]): Pieces<ReadonlySet<string>> {
	const words = new Set<string>();
	for (const { line } of lines) {
		yield;
		for (const word of catalogWords(line.name ?? '')) words.add(word);
	}
	return words;
}

/**
 * Adds to the review what the customer entered on lines that are not ordered: apps keep a text for another line on one
 * without a SKU, which has the price of the personalization.
 */
function* reviewLeftOut(results: readonly LineWork[], known: ReadonlySet<string>): Pieces<void> {
	const leftOut = results.filter(({ line, isForService }) => {
		const isPaid = line.isEmptied !== true && line.isGiftCard !== true && !isFulfilled(line);
		return !isForService && line.sku === undefined && isPaid;
	});
	for (const { line, settings, findings } of leftOut) {
		yield;
		const own = new Set(catalogWords(line.name ?? ''));
		const isKnown = (word: string): boolean => known.has(word) || own.has(word);
		reviewOpenTexts(line, settings.ignored, isKnown, findings);
	}
}

/** Adds to the review what the buyer entered for the whole order. */
function* reviewCart(
	{ order: { cartProperties = [] }, settings: { ignored } }: LineWork,
	open: readonly LineWork[],
	known: ReadonlySet<string>,
	findings: Findings,
): Pieces<void> {
	const properties = cartProperties.slice(0, MAX_PROPERTIES);
	const cart = { label: 'The checkout', properties };
	if (properties.length < cartProperties.length) {
		findings.review(
			`${cart.label}: only the first ${properties.length} of its ${cartProperties.length} properties are read: check what the buyer entered`,
			'line',
		);
	}
	reviewOpenTexts(cart, ignored, (word) => known.has(word), findings);
	yield;
	const placements = open.flatMap(({ item }) => item?.placements ?? []);
	reviewUnusedFiles(cart, placements, ignored, findings);
}

/**
 * Adds to the review what lines say of each other: one of them may be wrong, produced twice, or about another; and what the
 * buyer entered for all of them, where a line has the same print file in all orders.
 */
export function* reviewLines(results: readonly LineWork[], findings: Findings): Pieces<void> {
	const ours = results.filter(({ isForService }) => isForService);
	const open = ours.filter(({ line }) => !isFulfilled(line));
	reviewVariations(ours);
	reviewBundles(ours);
	reviewSharedFiles(open);
	if (open.length === 0) return;
	const known = yield* knownWords(open);
	yield* reviewLeftOut(results, known);
	const sameForAll = open.find((one) => one.sameForAll);
	if (sameForAll) yield* reviewCart(sameForAll, open, known, findings);
}
