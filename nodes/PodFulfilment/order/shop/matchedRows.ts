// Rows of a sheet beside the items that were placed for them: rows of one SKU come in another order once the sheet is sorted, so
// they take the IDs of the items that they equal.

import type { IDataObject } from 'n8n-workflow';

import { pairedByContent } from '../../api/difference';
import { comparableSku } from '../../input/equalText';
import { groupedBy } from '../../input/objects';
import type { ShopItem } from './shopOrderItems';
import { textIn } from './values';

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
export function matchedRows(rows: readonly ShopItem[], existing: IDataObject[]): ShopItem[] {
	const keyOf = (id: unknown): string => comparableSku(withoutNumber(textIn(id)));
	const placed = groupedBy(existing, ({ externalId }) => keyOf(externalId));
	const groups = groupedBy(rows, ({ item }) => keyOf(item.externalId));
	return [...groups].flatMap(([key, ones]) => matchedRowsOfSku(ones, placed.get(key) ?? []));
}
