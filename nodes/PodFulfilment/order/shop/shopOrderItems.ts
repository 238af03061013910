// The items of a shop's order, completed with the catalog: those to send, and those to compare with an existing order,
// matched by line ID. What left already is not sent, and is no difference. Also whether a line of an order that was
// called off is an item of an existing one.

import type { IDataObject } from 'n8n-workflow';

import { differencesOf, pairedByContent } from '../../api/difference';
import { isDraft } from '../../api/order';
import type { OperationCall } from '../../execution/operation';
import type { ApiClient } from '../../transport/client';
import { comparableSku } from '../../input/equalText';
import { groupedBy, objectsOf } from '../../input/objects';
import { trimmed } from '../../input/text';
import type { EnteredItem, Item } from '../compose/item';
import type { Compared, FoundBefore } from '../composedOrder';
import { variantIdIn } from '../place/shownOrder';
import { asProblem, Findings, hasProblem, warning, type Finding } from '../findings';
import { composeLines, type ComposedLine } from './lines/composeLines';
import type { LineSettings } from './lines/itemLine';
import { itemLinesOf } from './lines/rowForLine';
import { findVariantOfLine } from './lines/variant';
import { changesInShop, concealed } from './changedInShop';
import type { EnteredShopOrder, ReadOrder } from './enteredShopOrder';
import { dataLabelOf, labelsOf, placeWords } from './orderLabel';
import type { ShopOrder } from './shopOrder';
import { textIn } from './values';
import { itemsFromCatalog } from '../compose/completion';
import { labelsIn } from '../compose/fieldLabel';
import { quotedList } from '../../input/wording';

/** A line of which the item was completed and checked. It has no name from the catalog: that is not compared. */
interface ComparedLine extends Omit<ComposedLine, 'item'> {
	item: EnteredItem;
}

/** The items of a shop's order, completed and checked with the catalog. */
export interface ShopOrderItems {
	/** With the pieces that are still to be sent. */
	toSend: EnteredItem[];
	/** The lines of which these are. */
	sent: ComposedLine[];
	/** Also those of which all pieces left. */
	compared: ComparedLine[];
	/** IDs of lines that left and cannot be composed any more: they are not compared. */
	uncomparedIds: string[];
	/** Whether the order has lines that are not for the service. */
	hasOtherLines: boolean;
	/** What lines are called that have no known SKU, where such lines stop an order. */
	unknownLines: string[];
	/** What is said only when the order is sent: pieces that left already. */
	fulfilledWarnings: Finding[];
	findings: Finding[];
}

function fulfilledWarning(
	{ label, piecesKept, piecesToSend }: ComposedLine,
	place: string,
): Finding {
	const already = `fulfilled in the ${place} already`;
	const what =
		piecesToSend === 0
			? ` was left out: it is ${already}`
			: `: ${piecesKept - piecesToSend} of ${piecesKept} pieces are ${already}, so ${piecesToSend} are ordered`;
	return warning(`${label}${what}`);
}

/** Composes the items of a shop's order, and checks those that are still to be sent. */
export async function shopOrderItems(
	call: OperationCall,
	order: ShopOrder,
	settings: LineSettings,
): Promise<ShopOrderItems> {
	const composed = await composeLines(call.client, order, settings);
	const { place } = placeWords(order.lines[0] ?? {});
	const completed = await itemsFromCatalog(
		call.client,
		composed.lines.map((line) => ({
			...{ line, entered: line.item, exists: line.exists, nameInWarnings: line.label },
			labelOf: labelsIn(line.inProblems),
		})),
		settings.fillFromCatalog,
	);
	const sent = completed.filter(({ line }) => line.piecesToSend > 0);
	const left = completed.filter(({ line }) => line.piecesToSend === 0);
	return {
		toSend: sent.map(({ named, line }) => ({ ...named, quantity: line.piecesToSend })),
		sent: sent.map(({ line }) => line),
		compared: [...sent, ...left.filter(({ findings }) => !hasProblem(findings))].map(
			({ line, item }) => ({ ...line, item }),
		),
		hasOtherLines: composed.hasOtherLines,
		unknownLines: composed.unknownLines,
		uncomparedIds: [
			...composed.uncomposedIds,
			...left
				.filter(({ findings }) => hasProblem(findings))
				.flatMap(({ line }) => line.item.externalId ?? []),
		],
		fulfilledWarnings: composed.lines
			.filter(({ piecesKept, piecesToSend }) => piecesToSend !== piecesKept)
			.map((line) => fulfilledWarning(line, place)),
		findings: [...composed.findings, ...sent.flatMap(({ findings }) => findings)],
	};
}

/**
 * The items of an existing order by the ID of their line.
 *
 * @returns undefined where one has no ID or no variant, or two have the same ID: lines then have to be compared as a whole
 */
export function itemsByLine({ orderItems }: IDataObject): Map<string, Item> | undefined {
	const items = objectsOf(orderItems);
	const byLine = new Map<string, Item>();
	for (const item of items) {
		const lineId = trimmed(item.externalId);
		// Its other properties are compared with themselves, and never sent.
		if (lineId !== '' && trimmed(item.variantId) !== '') byLine.set(lineId, item as Item);
	}
	return byLine.size > 0 && byLine.size === items.length ? byLine : undefined;
}

/** The items of a shop's order and of an existing one, as they are compared. */
interface ComparedItems {
	inShop: EnteredItem[];
	/** What messages call these, in their order. */
	labels: string[];
	existing: IDataObject[];
	/** Items of the existing order of which no line is here, where the lines may be some of those that were placed. */
	missing: IDataObject[];
}

/** Rows of one SKU are numbered in the IDs of their lines, `MUG` and `MUG (2)`. */
const ROW_NUMBER = / \((\d+)\)$/;

/** The ID of a line without its number. */
const withoutNumber = (id: string | undefined): string => (id ?? '').replace(ROW_NUMBER, '');

/**
 * Rows of one SKU with the IDs of the items that they equal: those of a sheet come in another order once it is sorted. Rows
 * that left take theirs first, so that what none is left for is a row more. But as many of them take none as had left
 * before the order was placed: then numbers are missing in the IDs of its items.
 */
function matchedRowsOf(lines: readonly ComparedLine[], placed: IDataObject[]): ComparedLine[] {
	const idOf = new Map<unknown, string | undefined>();
	for (const item of placed) idOf.set({ ...item, externalId: '' }, textIn(item.externalId));
	const numbers = [...idOf.values()].map((id) => Number(ROW_NUMBER.exec(id ?? '')?.[1] ?? 1));
	let number = numbers.reduce((largest, one) => Math.max(largest, one), idOf.size);
	const left = lines.filter(({ piecesToSend }) => piecesToSend === 0);
	const placedToo = new Set(left.slice(0, Math.max(0, left.length - (number - idOf.size))));
	const free = new Set(idOf.keys());
	const match = (ones: readonly ComparedLine[]): ComparedLine[] => {
		const sent = ones.map(({ item }) => ({ ...item, externalId: '' }));
		return pairedByContent(sent, [...free]).map(([, other], index) => {
			const line = ones[index] as ComparedLine;
			let externalId = idOf.get(other);
			if (other === undefined) {
				number += 1;
				const { externalId: own } = line.item;
				externalId = number > 1 ? `${withoutNumber(own)} (${number})` : own;
			}
			free.delete(other);
			return { ...line, item: { ...line.item, externalId } };
		});
	};
	return [...match([...placedToo]), ...match(lines.filter((line) => !placedToo.has(line)))];
}

function matchedRows(compared: readonly ComparedLine[], existing: IDataObject[]): ComparedLine[] {
	const keyOf = (id: string | undefined): string => comparableSku(withoutNumber(id));
	const placed = groupedBy(existing, ({ externalId }) => keyOf(textIn(externalId)));
	const groups = groupedBy(compared, ({ item }) => keyOf(item.externalId));
	return [...groups].flatMap(([key, lines]) => matchedRowsOf(lines, placed.get(key) ?? []));
}

/**
 * Matches the items of an existing order with the shop's lines. Pieces that left since it was placed are no difference, nor
 * are those that had left before: any quantity between what is to be sent and what the customer keeps is the same order.
 *
 * @param mayBePart whether the lines may be some of those that were placed, as rows of a sheet are
 */
export function comparedItems(
	{ orderItems }: IDataObject,
	{ compared: composed, uncomparedIds }: Pick<ShopOrderItems, 'compared' | 'uncomparedIds'>,
	mayBePart = false,
): ComparedItems {
	const uncompared = new Set(uncomparedIds);
	const all = objectsOf(orderItems).filter(({ externalId }) => !uncompared.has(String(externalId)));
	const compared = mayBePart ? matchedRows(composed, all) : composed;
	const ids = new Set(compared.map(({ item }) => item.externalId));
	const isHere = ({ externalId }: IDataObject): boolean =>
		!mayBePart || ids.has(textIn(externalId));
	const existing = all.filter(isHere);
	const byId = new Map<unknown, IDataObject>();
	// The first of several goes before the others.
	for (const item of existing) if (!byId.has(item.externalId)) byId.set(item.externalId, item);
	const matched = compared.flatMap(({ label, item, piecesKept, piecesToSend }) => {
		const match = item.externalId === undefined ? undefined : byId.get(item.externalId);
		if (!match && piecesToSend === 0) return [];
		const placed = Number(match?.quantity);
		const quantity = placed >= piecesToSend && placed <= piecesKept ? placed : piecesKept;
		return [{ label, item: { ...item, quantity } }];
	});
	return {
		inShop: matched.map(({ item }) => item),
		labels: matched.map(({ label }) => label),
		existing,
		missing: all.filter((item) => !isHere(item)),
	};
}

/** What somebody has to look at before a draft with items that have no row any more is confirmed. */
function missingRows(items: readonly IDataObject[]): string {
	const [has, they] =
		items.length === 1 ? ['1 item', 'it was'] : [`${items.length} items`, 'they were'];
	const ids = items.map(({ externalId }) => textIn(externalId) ?? 'without an External Item ID');
	return `It has ${has} of which no row is here: ${quotedList(ids)}. If ${they} deleted on purpose, change or cancel the order; else pass all its rows together`;
}

/** Compares an existing order with the shop's; labels are then those of the shop's lines. */
export function compareWith(
	{ shop, orderWithoutItems }: Pick<EnteredShopOrder, 'shop' | 'orderWithoutItems'>,
	items: ShopOrderItems,
	existing: IDataObject,
): Compared {
	const lines = comparedItems(existing, items, shop === 'rows');
	const inShop = { ...orderWithoutItems, orderItems: lines.inShop };
	const placed = { ...existing, orderItems: lines.existing };
	const differences = concealed(shop, differencesOf(inShop, placed));
	return {
		differences,
		...labelsOf(lines.labels, dataLabelOf(shop)),
		...(lines.missing.length > 0 && isDraft(existing) && { toReview: missingRows(lines.missing) }),
		...(differences.length > 0 && {
			explained: changesInShop(shop, inShop, placed, differences, lines.labels),
		}),
	};
}

/** Composes the lines; those of an order that exists already, without the catalog if nothing else differs. */
export async function composeItems(
	call: OperationCall,
	entered: ReadOrder,
	before: FoundBefore | undefined,
): Promise<ShopOrderItems> {
	const { order, lineSettings, problemsOfAddress } = entered;
	const existing = before?.isEnoughWithoutCatalog === true ? before.found : undefined;
	const existingItems = existing && itemsByLine(existing);
	if (existing && existingItems && problemsOfAddress.length === 0) {
		const items = await shopOrderItems(call, order, { ...lineSettings, existingItems });
		const isSame =
			!hasProblem(items.findings) && compareWith(entered, items, existing).differences.length === 0;
		if (isSame) return items;
	}
	return await shopOrderItems(call, order, lineSettings);
}

/** Why two orders count as different ones although nothing else tells them apart. */
export const NO_ITEM = 'None of its lines is shown to be an item of the existing order.';

/**
 * Why no line of a shop's order that was called off is shown to be an item of an existing order; empty where one is. It takes
 * the line's ID and the variant of its SKU: both may be the same by chance, as lines of each WooCommerce count from 1 and one
 * customer may buy one product in two shops. Pieces are not compared: what was called off may have none.
 */
export async function problemsOfNoItem(
	client: ApiClient,
	{ lines }: Pick<ShopOrder, 'lines'>,
	settings: LineSettings,
	{ orderItems }: IDataObject,
): Promise<Finding[]> {
	const items = groupedBy(objectsOf(orderItems), ({ externalId }) => textIn(externalId));
	const problems = new Findings();
	for (const line of await itemLinesOf({ lines }, settings.mapping)) {
		const wanted = items.get(line.itemId);
		if (!wanted || (line.leftOutBecause !== undefined && !line.isEmptied)) continue;
		try {
			const variant = await findVariantOfLine(client, line, settings);
			if ('unknown' in variant) continue;
			if (wanted.some((item) => variantIdIn(item) === variantIdIn(variant))) return [];
		} catch (error) {
			problems.refused(error);
		}
	}
	return hasProblem(problems.list) ? problems.list : [asProblem(NO_ITEM, 'existing')];
}
