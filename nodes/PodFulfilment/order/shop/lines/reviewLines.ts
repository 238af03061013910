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
import { isFile, isPreview, writtenAddress } from './printFileProperty';
import { withShopSku } from './skuMapping';
import { unknownVariantProblem } from './variant';

/** Entries of a list in which an unused file is looked for. */
const MAX_FILES = 100;

/** Lines that no variant and nothing else names, and that did not leave. */
const unknownIn = (lines: readonly LineWork[]): LineWork[] =>
	lines.filter(({ line, unknown }) => unknown !== undefined && !isFulfilled(line));

/** Adds to the review what is uncertain about a line before its item is composed. */
export function reviewReading({ line, findings }: LineWork): void {
	const { label, row, fulfilmentService, doubt } = line;
	if (fulfilmentService !== undefined && row === undefined) {
		findings.review(
			`${label}: the shop gives it to the fulfilment service ${quote(fulfilmentService)}, and SKU Mapping does not name it: check that it is not sent twice`,
			'otherService',
		);
	}
	if (doubt !== undefined) findings.review(`${label}: ${doubt}`, 'line');
}

/**
 * Decides about lines that no variant and nothing else names: they stop an order of which other lines are for the service,
 * or are left out with a warning. An order without any line for the service is somebody else's.
 */
export function* decideOnUnknown(lines: readonly LineWork[]): Pieces<void> {
	const isStopped = lines.some(
		({ isForService, line, settings }) =>
			isForService && settings.unknownLines === 'stop' && !isFulfilled(line),
	);
	for (const { line, unknown = '', findings } of unknownIn(lines)) {
		yield;
		if (isStopped) findings.refused(unknownVariantProblem(line, unknown));
		else findings.warn(`${line.label} was left out: ${unknown}`, withShopSku('unknownSku', line));
	}
}

/** What such lines are called, by their SKUs, where they stop an order. */
export const unknownLinesIn = (lines: readonly LineWork[]): string[] =>
	unknownIn(lines)
		.filter(({ settings }) => settings.unknownLines === 'stop')
		.map(({ line: { sku, label } }) => (sku === undefined ? label : quote(sku)));

/**
 * Reports lines that have the ID of another line. A shop gives each line its own ID: an order that lists one twice was
 * put together wrongly in the workflow, and the line would be produced twice.
 */
export function repeatedLines(lines: ReadonlyArray<Pick<LineWork, 'line'>>): string[] {
	const firsts = new Map<string, string>();
	return lines.flatMap(({ line: { itemId, label, inProblems } }) => {
		if (itemId === undefined) return [];
		const first = firsts.get(itemId);
		firsts.set(itemId, first ?? label);
		if (first === undefined) return [];
		return `${inProblems}: has the line ID ${quote(itemId)} of ${first}, so it would be produced twice. Pass the order as the shop sends it.`;
	});
}

/**
 * Finds bundles that would get lost. A bundle is left out because its parts are ordered; if only the bundle itself is
 * for the service, a line that was paid for would vanish.
 */
export function bundleProblems(lines: readonly LineWork[]): string[] {
	const sentIds = new Set(lines.flatMap(({ line, item }) => (item ? [line.id] : [])));
	return lines.flatMap(({ line: { partIds, inProblems }, found, reasonToOrder, item }) => {
		const isOurs = reasonToOrder !== undefined || (found && 'variantId' in found);
		return isOurs && !item && partIds && !partIds.some((id) => sentIds.has(id))
			? `${inProblems} is a bundle with a print file or a row in SKU Mapping, but none of its parts is for the service. Name the print files on its parts.`
			: [];
	});
}

/** Adds to the review lines of which one may be produced in place of another, or twice: as a bundle, and as its parts. */
function reviewPairs(ours: readonly LineWork[]): void {
	const variations = new Map<string, ShopLine>();
	const labels = new Map(ours.map(({ line }) => [line.id, line.label]));
	for (const { line, findings } of ours) {
		const { label, shopKey, variationId, partIds } = line;
		if (
			!line.isChosen &&
			shopKey !== undefined &&
			variationId !== undefined &&
			!isFulfilled(line)
		) {
			const first = variations.get(comparableSku(shopKey)) ?? line;
			variations.set(comparableSku(shopKey), first);
			if (first.variationId !== variationId) {
				findings.review(
					`${label} has the SKU of ${first.label}, but is another variation: give each variation a SKU of its own, or rows in SKU Mapping that name the variant under 'When'`,
					'otherVariant',
				);
			}
		}
		const parts = [...new Set(partIds)].flatMap((id) => labels.get(id) ?? []);
		if (parts.length > 0) {
			findings.review(
				`${label} is a bundle that is ordered itself, and its parts are ordered too: ${firstAndMore(parts).join(', ')}. Check that nothing is produced twice`,
				'repeatedLine',
			);
		}
	}
}

/**
 * Rule 4 where no item is composed: adds to the review what the customer entered on a line that is not ordered, or for the
 * whole order, in other words than those by which lines are called.
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
	const holdsUnused = (value: unknown): boolean =>
		[value]
			.flat()
			.slice(0, MAX_FILES)
			.map(writtenAddress)
			.some((address) => isFile(address) && !used.has(address));
	const unused = line.properties.filter(
		({ names, value, isField }) =>
			isField !== true &&
			holdsUnused(value) &&
			!names.some(isPreview) &&
			!ignored.has(names.map(valueKey), line.sku),
	);
	const names = new Set(unused.map((property) => property.names.at(-1) ?? ''));
	const way = `name it as a print file in your ${placeWords(line).place}, enter the files of such products in SKU Mapping`;
	const reviews = [...names].map((name) => ({
		property: { name, keys: [valueKey(name)] },
		text: `the file in ${quote(withoutPrice(name))} is not used`,
		cause: 'unusedFile' as const,
		ways: [way],
	}));
	addReviews(line, reviews, findings);
}

/**
 * Rule 4 where two lines get one file: adds to the review what the customer entered for either, unless it is the same. Of
 * lines whose files are their own, or the same for all orders, no texts are known.
 */
function reviewSharedFiles(open: readonly LineWork[]): void {
	const byFiles = groupedBy(
		open.filter(({ texts }) => texts),
		({ item }) => JSON.stringify([...addressesIn(item?.placements ?? [])]),
	);
	const enteredFor = ({ texts = [] }: LineWork): string =>
		JSON.stringify(texts.map((value) => [value.keys, value.texts]));
	for (const [first, ...others] of byFiles.values()) {
		const other = others.find((one) => enteredFor(one) !== enteredFor(first));
		for (const one of other ? [first, ...others] : []) {
			const { label } = (one === first ? other : first)?.line ?? one.line;
			reviewTexts(
				one.line,
				one.texts ?? [],
				`${lowerFirst(label)} gets the same print file`,
				'write {lineId} in Print File Template, so that each line has a file of its own',
				one.findings,
			);
		}
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
export function* reviewLines(lines: readonly LineWork[], findings: Findings): Pieces<void> {
	const ours = lines.filter(({ isForService }) => isForService);
	const open = ours.filter(({ line }) => !isFulfilled(line));
	reviewPairs(ours);
	reviewSharedFiles(open);
	if (open.length === 0) return;
	// A text of nothing but what lines are called is none to print.
	const known = new Set<string>();
	for (const { line } of open) {
		yield;
		for (const word of catalogWords(line.name ?? '')) known.add(word);
	}
	for (const { line, isForService, settings, findings: ofLine } of lines) {
		// Apps keep a text for another line on one without a SKU, which has the price of the personalization.
		const mayBeForOther =
			!isForService && line.sku === undefined && !line.isEmptied && !line.isGiftCard;
		if (!mayBeForOther || isFulfilled(line)) continue;
		yield;
		const own = new Set(catalogWords(line.name ?? ''));
		const isKnown = (word: string): boolean => known.has(word) || own.has(word);
		reviewOpenTexts(line, settings.ignored, isKnown, ofLine);
	}
	const sameForAll = open.find((one) => one.sameForAll);
	if (sameForAll) yield* reviewCart(sameForAll, open, known, findings);
}
