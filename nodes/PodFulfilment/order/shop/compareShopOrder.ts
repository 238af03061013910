// Compares a shop's order with the order that was placed for it before: lines and items belong together by the ID of the line.
// Says how the two differ, and what to do so that nothing is printed twice. Conceals the values of an order that may be another
// customer's. The items of an order that did not change need no catalog. Rows of one SKU come in another order once their sheet is
// sorted, so they take the IDs of the items that they equal.

import type { IDataObject } from 'n8n-workflow';

import { type Difference, differencesOf, pairedByContent } from '../../api/difference';
import { isDraft } from '../../api/order';
import type { OperationCall } from '../../execution/operation';
import { comparableSku } from '../../input/equalText';
import { groupedBy, objectsOf } from '../../input/objects';
import { trimmed } from '../../input/text';
import { quotedList, withFullStop } from '../../input/wording';
import type { EnteredItem, Item } from '../compose/item';
import type { Comparison, FoundBefore } from '../composedOrder';
import { type Finding, hasProblem, problemsIn, problemTexts } from '../findings';
import type { EnteredShopOrder, ReadOrder } from './enteredShopOrder';
import { type ShopItem, shopOrderItems, type ShopOrderItems } from './shopOrderItems';
import { dataLabelOf, labelsOf, placeOf } from './orderLabel';
import type { Shop } from './shopOrder';
import { sourceOf } from './sources/index';
import { textIn, wholeNumberIn } from './values';

/** Why two orders count as different ones although nothing else tells them apart. */
export const NO_ITEM = 'None of its lines is shown to be an item of the existing order.';

export const uncomparableBecause = (findings: readonly Finding[]): Comparison => ({
	uncomparable: problemTexts(problemsIn(findings)).map(withFullStop).join(' '),
});

/** Whether no two shops of a kind have an order of the same number. */
const hasUniqueNumbers = (shop: Shop): boolean => sourceOf(shop)?.isNumberUnique === true;

const isOfAddress = (differences: readonly Difference[]): boolean =>
	differences.some(({ path }) => /^recipient\b/.test(path));

/**
 * Whether the existing order may be that of another customer: numbers of WooCommerce and of other shops are not unique, and
 * it has another recipient. Those of Shopify are unique.
 */
const mayBeAnotherOrder = (shop: Shop, differences: readonly Difference[]): boolean =>
	!hasUniqueNumbers(shop) && isOfAddress(differences);

/** Conceals the values of an existing order that may be that of another customer. */
export function concealed(shop: Shop, differences: readonly Difference[]): Difference[] {
	const isConcealed = mayBeAnotherOrder(shop, differences);
	return differences.map((difference) => ({ ...difference, ...(isConcealed && { isConcealed }) }));
}

/** Rows of one SKU are numbered in the IDs of their lines, `MUG` and `MUG (2)`. */
const ROW_NUMBER = / \((\d+)\)$/;

/** The ID of a line without its number. */
const withoutNumber = (id: string | undefined): string => (id ?? '').replace(ROW_NUMBER, '');

/**
 * Rows of one SKU with the IDs of the items that they equal. Rows that left take theirs first, so that what none is left for is a
 * row more. But as many of them take none as had left before the order was placed: then numbers are missing in the IDs of its
 * items.
 */
function matchedRowsOfSku(rows: readonly ShopItem[], placed: IDataObject[]): ShopItem[] {
	const idOf = new Map<unknown, string | undefined>();
	for (const item of placed) idOf.set({ ...item, externalId: '' }, textIn(item.externalId));
	let number = idOf.size;
	for (const id of idOf.values())
		number = Math.max(number, Number(ROW_NUMBER.exec(id ?? '')?.[1]) || 1);
	const left = rows.filter(({ piecesToSend }) => piecesToSend === 0);
	const placedToo = new Set(left.slice(0, Math.max(0, left.length - (number - idOf.size))));
	const match = (ones: readonly ShopItem[]): ShopItem[] => {
		const sent = ones.map(({ item }) => ({ ...item, externalId: '' }));
		return pairedByContent(sent, [...idOf.keys()]).map(([, other], index) => {
			const row = ones[index] as ShopItem;
			let externalId = idOf.get(other);
			if (!idOf.delete(other)) {
				number += 1;
				const { externalId: own } = row.item;
				externalId = number > 1 ? `${withoutNumber(own)} (${number})` : own;
			}
			return { ...row, item: { ...row.item, externalId } };
		});
	};
	return [...match([...placedToo]), ...match(rows.filter((row) => !placedToo.has(row)))];
}

/** Gives rows the IDs of the items of an existing order that they equal; others get IDs that none of these has. */
function matchedRows(rows: readonly ShopItem[], existing: IDataObject[]): ShopItem[] {
	const keyOf = (id: unknown): string => comparableSku(withoutNumber(textIn(id)));
	const placed = groupedBy(existing, ({ externalId }) => keyOf(externalId));
	const groups = groupedBy(rows, ({ item }) => keyOf(item.externalId));
	return [...groups].flatMap(([key, ones]) => matchedRowsOfSku(ones, placed.get(key) ?? []));
}

/** A line of the shop, and the item of an existing order that has its ID. */
interface ComparedLine {
	label: string;
	item: EnteredItem;
	placed: IDataObject | undefined;
}

interface ComparedItems {
	lines: ComparedLine[];
	/** The items of the existing order that these are compared with. */
	existing: IDataObject[];
	/** Others of which no line is here, where the lines may be some of those that were placed. */
	missing: IDataObject[];
}

/**
 * Matches the items of an existing order with the shop's lines. Pieces that left since it was placed are no difference, nor
 * are those that had left before: any quantity between what is to be sent and what the customer keeps is the same order.
 *
 * @param mayBePart whether the lines may be some of those that were placed, as rows of a sheet are
 */
export function comparedItems(
	{ orderItems }: IDataObject,
	{ lines, uncomposedIds }: Pick<ShopOrderItems, 'lines' | 'uncomposedIds'>,
	mayBePart = false,
): ComparedItems {
	const uncompared = new Set(uncomposedIds);
	const all = objectsOf(orderItems).filter(({ externalId }) => !uncompared.has(String(externalId)));
	const compared = mayBePart ? matchedRows(lines, all) : lines;
	const ids = new Set(compared.map(({ item }) => item.externalId));
	const isHere = ({ externalId }: IDataObject): boolean =>
		!mayBePart || ids.has(textIn(externalId));
	const existing = all.filter(isHere);
	// The first of several goes before the others.
	const byId = new Map([...existing].reverse().map((item) => [item.externalId, item]));
	return {
		lines: compared.flatMap(({ label, item, piecesKept, piecesToSend }) => {
			const placed = item.externalId === undefined ? undefined : byId.get(item.externalId);
			if (!placed && piecesToSend === 0) return [];
			const pieces = Number(placed?.quantity);
			const quantity = pieces >= piecesToSend && pieces <= piecesKept ? pieces : piecesKept;
			return [{ label, item: { ...item, quantity }, placed }];
		}),
		existing,
		missing: all.filter((item) => !isHere(item)),
	};
}

const UPDATE_ADDRESS =
	'While the order may still be changed, Order → Update writes the new address; its items stay as they are.';

export function addressChange(shop: Shop): string {
	if (hasUniqueNumbers(shop)) return `The address was changed in the shop. ${UPDATE_ADDRESS}`;
	const place = placeOf(shop);
	const other =
		shop === 'other'
			? 'another order with the same number: then enter an External ID of your own'
			: `the order of another ${place} that has the same ${shop === 'rows' ? 'number' : 'ID'}: then give each ${place} its own name with the option "Shop Name" (shopName)`;
	return `It may be ${other}, and change nothing here. Or the order was changed in the ${place}, with its address: look at the existing order first. ${UPDATE_ADDRESS}`;
}

/** What became of a line in the shop, and what the user can do about it, so that nothing is printed twice. */
const LINE_CHANGES = {
	added: [
		'was added in the {place} after the order was placed',
		'Order this line alone under an External ID of its own, with another node whose Order From is set to Fields.',
	],
	rowAdded: [
		'was added in the {place} after the order was placed',
		'Give this row an order number of its own.',
	],
	removed: [
		'is not wanted in the {place} any more',
		'If nothing else of the order is wanted, cancel it with Order → Cancel; otherwise ask the service to leave out the line.',
	],
	more: [
		'was changed in the {place}',
		'Order only what is missing: Order → Reprint of this line under an External ID of its own, where its quantity fits, or Order Item → Update while the order may still be changed.',
	],
	fewer: [
		'was changed in the {place}',
		'Order Item → Update lowers the quantity while the order may still be changed.',
	],
} as const;

/** Says how a line differs from the item that was placed for it; nothing where it has as many pieces. */
function lineChange(
	shop: Shop,
	label: string,
	item: IDataObject | undefined,
	placed: IDataObject | undefined,
): string[] {
	const [inShop = 0, here = 0] = [item, placed].map((one) => wholeNumberIn(one?.quantity));
	if (inShop === here) return [];
	const added = shop === 'rows' ? 'rowAdded' : 'added';
	const other = inShop === 0 ? 'removed' : inShop > here ? 'more' : 'fewer';
	const [what, advice] = LINE_CHANGES[here === 0 ? added : other];
	const place = placeOf(shop);
	const pieces = `${inShop} ${inShop === 1 ? 'piece' : 'pieces'}`;
	return [
		`${label} ${what.replace('{place}', place)}: ${pieces} in the ${place}, ${here} here. ${advice}`,
	];
}

/** Says what changed, and what to do about it: one sentence or more for each change. */
function changesInShop(
	shop: Shop,
	differences: readonly Difference[],
	{ lines, existing }: ComparedItems,
): string[] {
	const ofAddress = isOfAddress(differences) ? [addressChange(shop)] : [];
	const hasIds = existing.every(({ externalId }) => textIn(externalId) !== undefined);
	// What can be done about lines depends on whose order it is; and without their IDs they cannot be told apart.
	if (mayBeAnotherOrder(shop, differences) || !hasIds) return ofAddress;
	const matched = new Set(lines.map(({ placed }) => placed));
	return [
		...ofAddress,
		...lines.flatMap(({ label, item, placed }) => lineChange(shop, label, item, placed)),
		// Not by its name, which may be another customer's: whoever knows the External ID may read this.
		...existing.flatMap((item, index) =>
			matched.has(item)
				? []
				: lineChange(shop, `Item ${index + 1} of the existing order`, undefined, item),
		),
	];
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
	items: Pick<ShopOrderItems, 'lines' | 'uncomposedIds'>,
	existing: IDataObject,
): Comparison {
	const compared = comparedItems(existing, items, shop === 'rows');
	const { lines, missing } = compared;
	if (lines.length === 0) return { uncomparable: NO_ITEM };
	const inShop = { ...orderWithoutItems, orderItems: lines.map(({ item }) => item) };
	const placed = { ...existing, orderItems: compared.existing };
	const differences = concealed(shop, differencesOf(inShop, placed));
	return {
		differences,
		...labelsOf(
			lines.map(({ label }) => label),
			dataLabelOf(shop),
		),
		...(missing.length > 0 && isDraft(existing) && { toReview: missingRows(missing) }),
		...(differences.length > 0 && { explained: changesInShop(shop, differences, compared) }),
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

/** Composes the items; those of an order that exists already without the catalog, if nothing else differs. */
export async function composeItems(
	call: OperationCall,
	entered: ReadOrder,
	before: FoundBefore | undefined,
): Promise<ShopOrderItems> {
	const { order, lineSettings, problemsOfAddress } = entered;
	const existing = before?.isEnoughWithoutCatalog === true ? before.found : undefined;
	const existingItems = existing && itemsByLine(existing);
	if (existing && existingItems && problemsOfAddress.length === 0) {
		const items = await shopOrderItems(call.client, order, { ...lineSettings, existingItems });
		const comparison = compareWith(entered, items, existing);
		const isSame = 'differences' in comparison && comparison.differences.length === 0;
		if (isSame && !hasProblem(items.findings)) return items;
	}
	return await shopOrderItems(call.client, order, lineSettings);
}
