// The items of a shop's order: which lines are for the service, are left out (bundles, what is not shipped) or stop the order; and
// the item of each, with what the line says and is not what would be produced.

import { siblingsOf } from '../../../api/catalog/skuIndex';
import { lookUpVariant } from '../../../api/catalog/variantLookup';
import { optionalText } from '../../../input/checks';
import { inTurns, nextTurn } from '../../../input/nextTurn';
import { withoutUndefined } from '../../../input/objects';
import { quote } from '../../../input/wording';
import type { ApiClient } from '../../../transport/client';
import { refuseFor } from '../../causes';
import { type Item, itemNameOf, type Placement, retailPriceOf } from '../../compose/item';
import type { FileOrigin } from '../../composedOrder';
import { asProblem, type Finding, Findings, hasProblem } from '../../findings';
import type { ShopOrder } from '../shopOrder';
import { type StatedValue, statedValues } from './catalogWords';
import {
	isFulfilled,
	type LineResult,
	type LineSettings,
	type OpenLine,
	type OurLine,
	type VariantResult,
} from './itemLine';
import { reviewValues } from './lineRules';
import { lineOptions } from './options';
import { addressesIn, isSurelyFile, linePlacements, namedFilesOf } from './placements';
import { fileNamesOf, isForEachLine } from './printFileSource';
import {
	bundleProblems,
	decideOnUnknown,
	repeatedLines,
	reviewLines,
	reviewUnusedFiles,
	unknownLinesIn,
} from './reviewLines';
import { itemLinesOf } from './rowForLine';
import { shopKeyOf } from './skuMapping';
import { findVariantOfLine, unknownVariantProblem } from './variant';
import { writtenAddress } from './writtenAddress';

/** A line that is for the service. */
export interface ComposedLine {
	label: string;
	inProblems: string;
	item: Item;
	/** All pieces that the customer keeps. */
	piecesKept: number;
	/** Those of {@link piecesKept} that are still to be sent. */
	piecesToSend: number;
	/** Whether the item is that of an existing order. */
	exists: boolean;
	fileOrigin?: FileOrigin;
}

interface ComposedLines {
	/** One for each line that is for the service, in the same order. */
	lines: ComposedLine[];
	/** IDs of lines for the service that left already and cannot be composed any more. */
	uncomposedIds: string[];
	/** Whether other lines are not for the service: what is left of them, others send. */
	hasOtherLines: boolean;
	/** What lines are called that have no known SKU, where such lines stop an order. */
	unknownLines: string[];
	/** Also lines that were left out and why, and print files that are not used. */
	findings: Finding[];
}

/** Finds out what is known of a line. */
async function openLine(
	given: Pick<OpenLine, 'client' | 'order' | 'settings' | 'line'>,
): Promise<OpenLine> {
	await nextTurn();
	const { client, settings, line } = given;
	const { mapping, printFile, existingItems } = settings;
	const findings = new Findings('line');
	const rows = mapping.rowsOf(shopKeyOf(line, mapping) ?? '');
	const namesFile =
		'property' in printFile &&
		namedFilesOf(line.properties, fileNamesOf(printFile.property)).some(isSurelyFile);
	const ofFile = namesFile ? 'names a print file' : undefined;
	const reasonToOrder = rows[0] ? `is listed in ${rows[0].field}` : ofFile;
	const existing = existingItems?.get(line.itemId);
	const open = { ...given, findings, reasonToOrder, existing, found: undefined };
	if (line.leftOutBecause !== undefined) return open;
	if (existing) return { ...open, found: { variantId: existing.variantId } };
	try {
		return { ...open, found: await findVariantOfLine(client, line, settings) };
	} catch (error) {
		findings.refused(error);
		return open;
	}
}

/** Why a line is left out; undefined for one that is not, or whose SKU is not known. */
function whyLeftOut(open: OpenLine): string | undefined {
	const { line, found, reasonToOrder, settings } = open;
	if (line.leftOutBecause !== undefined || !found) return line.leftOutBecause;
	const isUnknown = 'unknown' in found;
	// A bundle may be a variant itself, with a print file or a row. Otherwise its parts are ordered.
	const hasOwnItem =
		!isUnknown && ('template' in settings.printFile || reasonToOrder !== undefined);
	if (line.partIds !== undefined && !hasOwnItem) {
		return 'it is a bundle whose parts are separate lines';
	}
	return isUnknown && reasonToOrder === undefined ? line.noProductBecause : undefined;
}

/**
 * Leaves out a line. One that is not shipped is often a product that was not marked as a physical one.
 *
 * @throws UserError for one that is not shipped, although it has a print file or a row in SKU Mapping: one of the two is wrong
 */
function leaveOut({ line, reasonToOrder, findings }: OpenLine, reason: string): void {
	if (reasonToOrder === undefined || line.isUnshipped !== true) {
		findings.warn(`${line.label} was left out: ${reason}`, 'leftOut');
		return;
	}
	refuseFor(
		'notShipped',
		line.inProblems,
		`${reasonToOrder}, but is marked as not shipped in the shop`,
		'To have it produced, mark it as a physical product in the shop. Otherwise remove its print file, or its row.',
	);
}

/** Where print files come from; a text of a customer cannot be in those that all orders get. */
function filesBy(
	{ line, settings: { printFile } }: OpenLine,
	placements: readonly Placement[],
): Pick<LineResult, 'fileOrigin' | 'sameForAll'> {
	if ((line.row?.files ?? []).length > 0) return { sameForAll: 'row' };
	if ('template' in printFile) {
		const isOwn = isForEachLine(printFile.template);
		return isOwn ? { fileOrigin: 'ownFile' } : { sameForAll: 'template' };
	}
	const ofProduct = line.properties.filter(({ isOfProduct }) => isOfProduct);
	const files = new Set(ofProduct.map(({ value }) => writtenAddress(value)));
	return {
		...(printFile.hosts.length === 0 && { fileOrigin: line.isRow ? 'row' : 'buyer' }),
		...([...addressesIn(placements)].every((url) => files.has(url)) && { sameForAll: 'product' }),
	};
}

/** Adds to the review what the line says and is not what would be produced. */
async function reviewWhatItSays(
	ours: OurLine,
	placements: readonly Placement[],
	sameForAll: LineResult['sameForAll'],
): Promise<StatedValue[]> {
	const { client, line, variantId, sku = '', variant, settings, findings } = ours;
	const values = statedValues(line, settings.ignored, line.asked);
	const named = { sku: variant?.sku ?? sku, name: variant?.name ?? '' };
	const hasWords = variant && values.some(({ parts }) => parts.length > 0);
	const known = hasWords ? await siblingsOf(client, variantId) : undefined;
	const siblings = known ?? { variants: [named], index: 0 };
	const texts = await inTurns(reviewValues(ours, values, siblings, placements, sameForAll));
	reviewUnusedFiles(line, placements, settings.ignored, findings);
	return texts;
}

/**
 * Composes the item of a line; one of an existing order stays as it is, but for its quantity.
 *
 * @throws UserError for what is missing, or cannot be used
 */
async function lineItem(
	open: OpenLine,
	{ variantId, sku }: Extract<VariantResult, { variantId: string }>,
): Promise<Partial<LineResult>> {
	const { client, settings, line, findings, existing } = open;
	if (existing) {
		const { fileOrigin } = filesBy(open, []);
		return { item: { ...existing, quantity: line.quantity }, fileOrigin };
	}
	const variant = settings.fillFromCatalog ? await lookUpVariant(client, variantId) : undefined;
	const ours: OurLine = { ...open, variantId, sku, variant };
	// Most lines wait for the same answer, and go on together.
	await nextTurn();
	const options = lineOptions(ours);
	await nextTurn();
	const placements = linePlacements(ours);
	const files = filesBy(ours, placements);
	const texts = isFulfilled(line)
		? undefined
		: await reviewWhatItSays(ours, placements, files.sameForAll);
	await nextTurn();
	const { inProblems, unreadPrice } = line;
	// Also of one that cannot be read: an expression that was not evaluated is refused.
	const price = retailPriceOf(line.price ?? unreadPrice, `${inProblems} → Price`);
	if (unreadPrice !== undefined) {
		findings.warn(
			`${line.label}: the price ${quote(unreadPrice)} cannot be read as an amount of its currency, so the item is sent without one`,
			'line',
		);
	}
	const item = withoutUndefined<Item>({
		externalId: optionalText(line.itemId, `${inProblems} → Line ID`),
		variantId,
		quantity: line.quantity,
		name: itemNameOf(line.name, `${inProblems} → Name`),
		retailPrice: unreadPrice === undefined ? price : undefined,
		placements,
		options: options.length > 0 ? options : undefined,
	});
	return { item, ...files, ...(files.fileOrigin === 'ownFile' && { texts }) };
}

/** Adds to the review what is uncertain about a line before its item is composed. */
function reviewReading({ line, findings }: OpenLine): void {
	const { label, row, fulfilmentService, doubt } = line;
	if (fulfilmentService !== undefined && row === undefined) {
		findings.review(
			`${label}: the shop gives it to the fulfilment service ${quote(fulfilmentService)}, and SKU Mapping does not name it: check that it is not sent twice`,
			'otherService',
		);
	}
	if (doubt !== undefined) findings.review(`${label}: ${doubt}`, 'line');
}

/** Composes the item of a line, or leaves it out. */
async function composeLine(open: OpenLine): Promise<LineResult> {
	await nextTurn();
	const { line, found, reasonToOrder, findings } = open;
	const leftOut = whyLeftOut(open);
	if (leftOut !== undefined) {
		findings.check(() => leaveOut(open, leftOut));
		return { ...open, isForService: false };
	}
	const ours = { ...open, isForService: true };
	if (!found) return ours;
	if ('unknown' in found) {
		const { unknown } = found;
		if (reasonToOrder === undefined) return { ...open, isForService: false, unknown };
		findings.refused(unknownVariantProblem(line, unknown, reasonToOrder));
	} else if (line.quantityProblem === undefined) {
		try {
			reviewReading(open);
			return { ...ours, ...(await lineItem(open, found)) };
		} catch (error) {
			findings.refused(error);
		}
	} else findings.problem(`${line.inProblems}: ${line.quantityProblem}`, 'quantity');
	return ours;
}

/**
 * Composes items from the lines of a shop's order: finds their variants and print files. Whatever is wrong with a line
 * that is for the service is added to the problems, also a catalog that cannot be read, and whatever is left out to the
 * warnings. Nothing else of a line is checked before it is known to be for the service.
 */
export async function composeLines(
	client: ApiClient,
	order: ShopOrder,
	settings: LineSettings,
): Promise<ComposedLines> {
	const itemLines = await itemLinesOf(order, settings.mapping);
	// First all variants: where one is found by its SKU, the catalog is read, and none has to be read by itself.
	const open = await Promise.all(
		itemLines.map(async (line) => await openLine({ client, order, settings, line })),
	);
	const results = await Promise.all(open.map(composeLine));
	const ours = results.filter(({ isForService }) => isForService);
	await inTurns(decideOnUnknown(results));
	const ofOrder = new Findings();
	await inTurns(reviewLines(results, ofOrder));
	const asRepeated = (problem: string) => asProblem(problem, 'repeatedLine');
	const findings = [
		...repeatedLines(ours).map(asRepeated),
		...results.flatMap(({ line, findings: { list } }) =>
			isFulfilled(line) ? list.filter(({ level }) => level !== 'problem') : list,
		),
		...ofOrder.list,
	];
	const lostBundles = hasProblem(findings) ? [] : bundleProblems(results).map(asRepeated);
	return {
		lines: ours.flatMap(({ item, fileOrigin, existing, line }) => {
			const { label, inProblems, quantity, fulfilled = 0 } = line;
			if (!item) return [];
			const pieces = { piecesKept: quantity, piecesToSend: quantity - fulfilled };
			return [{ label, inProblems, item, ...pieces, exists: existing !== undefined, fileOrigin }];
		}),
		uncomposedIds: ours.flatMap(({ item, line }) => (item ? [] : (line.itemId ?? []))),
		// The parts of a bundle are lines of their own.
		hasOtherLines: results.some(
			({ isForService, line }) =>
				!isForService && line.isEmptied !== true && line.partIds === undefined,
		),
		unknownLines: unknownLinesIn(results),
		findings: [...findings, ...lostBundles],
	};
}
