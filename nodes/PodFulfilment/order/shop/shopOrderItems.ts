// The items of a shop's order: which lines are for the service, are left out (bundles, what is not shipped) or stop the order; and
// the item of each, with what the line says and is not what would be produced.

import { siblingsOf } from '../../api/catalog/skuIndex';
import { lookUpVariant } from '../../api/catalog/variantLookup';
import { optionalText } from '../../input/checks';
import { inTurns, nextTurn } from '../../input/nextTurn';
import { withoutUndefined } from '../../input/objects';
import { quote } from '../../input/wording';
import type { ApiClient } from '../../transport/client';
import { CausedError } from '../causes';
import { type Item, itemNameOf, retailPriceOf } from '../compose/item';
import { namedItem } from '../compose/itemsFromCatalog';
import type { FileOrigin } from '../composedOrder';
import { asProblem, type Finding, Findings, hasProblem } from '../findings';
import type { ShopOrder } from './shopOrder';
import { statedValues } from './lines/catalogWords';
import { isFulfilled, type LineSettings, type LineWork, type OurLine } from './lines/itemLine';
import { reviewValues } from './lines/lineRules';
import { lineOptions } from './lines/options';
import { filesBy, isSurelyFile, linePlacements, namedFilesOf } from './lines/placements';
import { fileNamesOf } from './lines/printFileProperty';
import {
	bundleProblems,
	decideOnUnknown,
	repeatedLines,
	reviewLines,
	reviewReading,
	reviewUnusedFiles,
	unknownLinesIn,
} from './lines/reviewLines';
import { itemLinesOf } from './lines/rowForLine';
import { findVariantOfLine, unknownVariantProblem } from './lines/variant';

/** A line that is for the service, with its item. */
export interface ShopItem {
	label: string;
	inProblems: string;
	/** With all pieces that the customer keeps, and without a name from the catalog: that is not compared. */
	item: Item;
	/** As it is sent: with the pieces that are still to be sent. */
	toSend: Item;
	/** All pieces that the customer keeps. */
	piecesKept: number;
	/** Those of {@link piecesKept} that are still to be sent. */
	piecesToSend: number;
	fileOrigin?: FileOrigin;
}

/** The items of a shop's order. */
export interface ShopOrderItems {
	/** One for each line that is for the service, in the same order. */
	lines: ShopItem[];
	/** IDs of lines for the service that cannot be composed, such as those that left already and whose print file is gone. */
	uncomposedIds: string[];
	/** Whether other lines are not for the service: what is left of them, others send. */
	hasOtherLines: boolean;
	/** What lines are called that have no known SKU, where such lines stop an order. */
	unknownLines: string[];
	/** Also lines that were left out and why, and print files that are not used. */
	findings: Finding[];
}

/** Lines of which pieces are still to be sent. */
export const sentLines = ({ lines }: Pick<ShopOrderItems, 'lines'>): ShopItem[] =>
	lines.filter(({ piecesToSend }) => piecesToSend > 0);

/** Finds the variant of a line, and why the line must be ordered. */
async function openLine(
	given: Pick<LineWork, 'client' | 'order' | 'settings' | 'line'>,
): Promise<LineWork> {
	await nextTurn();
	const { client, settings, line } = given;
	const { mapping, printFile, existingItems } = settings;
	const [row] = mapping.rowsOf(line.shopKey ?? '');
	const namesFile =
		'property' in printFile &&
		namedFilesOf(line.properties, fileNamesOf(printFile.property)).some(isSurelyFile);
	const ofFile = namesFile ? 'names a print file' : undefined;
	const open: LineWork = {
		...given,
		findings: new Findings('line'),
		reasonToOrder: row ? `is listed in ${row.field}` : ofFile,
		existing: existingItems?.get(line.itemId),
	};
	if (line.leftOutBecause !== undefined) return open;
	if (open.existing) return { ...open, found: { variantId: open.existing.variantId } };
	try {
		return { ...open, found: await findVariantOfLine(client, line, settings) };
	} catch (error) {
		open.findings.refused(error);
		return open;
	}
}

/** Why a line is left out; undefined for one that is not, or whose SKU is not known. */
function whyLeftOut({ line, found, reasonToOrder, settings }: LineWork): string | undefined {
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
 * Composes the item of a line, and adds to the review what the line says and is not what would be produced. What is missing
 * or cannot be used is added to the problems, of options and print files alike.
 *
 * @throws UserError for a price, a name or an ID that cannot be used
 */
async function lineItem(ours: OurLine): Promise<Partial<LineWork>> {
	const { client, settings, line, variantId, sku = '', variant, findings } = ours;
	const { check } = findings;
	const options = check(() => lineOptions(ours, check));
	await nextTurn();
	const placements = check(() => linePlacements(ours, check));
	if (!options || !placements || hasProblem(findings.list)) return {};
	const files = filesBy(ours, placements);
	let texts: LineWork['texts'];
	if (!isFulfilled(line)) {
		const values = statedValues(line, settings.ignored, line.asked);
		const hasWords = variant && values.some(({ parts }) => parts.length > 0);
		const named = { sku: variant?.sku ?? sku, name: variant?.name ?? '' };
		const known = hasWords ? await siblingsOf(client, variantId) : undefined;
		const siblings = known ?? { variants: [named], index: 0 };
		texts = await inTurns(reviewValues(ours, values, siblings, placements, files.sameForAll));
		reviewUnusedFiles(line, placements, settings.ignored, findings);
	}
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
	const named = isFulfilled(line) ? item : namedItem(item, variant, line.label, findings);
	return { item, named, ...files, texts: files.fileOrigin === 'ownFile' ? texts : undefined };
}

/** Composes the item of a line, or leaves it out. */
async function composeLine(open: LineWork): Promise<LineWork> {
	await nextTurn();
	const { client, line, found, existing, reasonToOrder, findings, settings } = open;
	const leftOut = whyLeftOut(open);
	if (leftOut !== undefined) {
		// One that is not shipped is often a product that was not marked as a physical one.
		if (reasonToOrder === undefined || line.isUnshipped !== true) {
			findings.warn(`${line.label} was left out: ${leftOut}`, 'leftOut');
			return open;
		}
		const what = `${line.inProblems} ${reasonToOrder}, but is marked as not shipped in the shop`;
		const advice =
			'To have it produced, mark it as a physical product in the shop. Otherwise remove its print file, or its row.';
		findings.refused(new CausedError('notShipped', what, advice));
		return open;
	}
	const ours = { ...open, isForService: true };
	if (!found) return ours;
	if ('unknown' in found) {
		const { unknown } = found;
		if (reasonToOrder === undefined) return { ...open, unknown };
		findings.refused(unknownVariantProblem(line, unknown, reasonToOrder));
		return ours;
	}
	if (line.quantityProblem !== undefined) {
		findings.problem(`${line.inProblems}: ${line.quantityProblem}`, 'quantity');
		return ours;
	}
	reviewReading(open);
	if (existing) {
		// It stays as it is, but for its quantity.
		const item = { ...existing, quantity: line.quantity };
		if (!isFulfilled(line)) namedItem(item, undefined, line.label, findings);
		return { ...ours, item, fileOrigin: filesBy(open, []).fileOrigin };
	}
	try {
		const { fillFromCatalog } = settings;
		const variant = fillFromCatalog ? await lookUpVariant(client, found.variantId) : undefined;
		// Most lines wait for the same answer, and go on together.
		await nextTurn();
		return { ...ours, ...(await lineItem({ ...ours, ...found, variant })) };
	} catch (error) {
		findings.refused(error);
		return ours;
	}
}

/**
 * Composes items from the lines of a shop's order: finds their variants and print files. Whatever is wrong with a line
 * that is for the service is added to the problems, also a catalog that cannot be read, and whatever is left out to the
 * warnings. Nothing else of a line is checked before it is known to be for the service, and nothing of what left already
 * can stop an order.
 */
export async function shopOrderItems(
	client: ApiClient,
	order: ShopOrder,
	settings: LineSettings,
): Promise<ShopOrderItems> {
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
		lines: ours.flatMap(({ item, named, fileOrigin, line }) => {
			const { label, inProblems, quantity: piecesKept, fulfilled = 0 } = line;
			if (!item) return [];
			const piecesToSend = piecesKept - fulfilled;
			const toSend: Item = { ...(named ?? item), quantity: piecesToSend };
			return [{ label, inProblems, item, toSend, piecesKept, piecesToSend, fileOrigin }];
		}),
		uncomposedIds: ours.flatMap(({ item, line }) => (item ? [] : (line.itemId ?? []))),
		// The parts of a bundle are lines of their own.
		hasOtherLines: results.some(
			({ isForService, line }) =>
				isForService !== true && line.isEmptied !== true && line.partIds === undefined,
		),
		unknownLines: unknownLinesIn(results),
		findings: [...findings, ...lostBundles],
	};
}
