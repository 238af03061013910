// The lines that become items: of a line of a shop's order itself, with the 'Pieces' of its row of SKU Mapping ('Set of 3'), or
// one for each part of a set.

import { withoutUndefined } from '../../../input/guards';
import { nextTurn } from '../../../input/nextTurn';
import { lineInProblems } from '../orderLabel';
import type { ShopLine, ShopOrder } from '../shopOrder';
import type { ItemLine } from './itemLine';
import type { MappedSku } from './mappingRow';
import { rowsForLine } from './rowForLine';
import { shopKeyOf, type SkuMapping } from './skuMapping';

/** A line of which each piece is so many. Its price is that of all of them, and of none alone. */
function withPieces(line: ItemLine, { field, pieces = 1 }: MappedSku): ItemLine {
	const quantity = line.quantity * pieces;
	const tooLarge = `its quantity, times Pieces of ${field}, is too large`;
	return withoutUndefined<ItemLine>({
		...line,
		...{ quantity, price: undefined, unreadPrice: undefined },
		fulfilled: line.fulfilled === undefined ? undefined : line.fulfilled * pieces,
		quantityProblem: Number.isSafeInteger(quantity) ? line.quantityProblem : tooLarge,
	});
}

/** The rows for a line by its SKU or one of its IDs; none where its rows contradict each other: that is said later. */
function rowsOf(line: ItemLine, mapping: SkuMapping): Array<NonNullable<ItemLine['row']>> {
	const shopKey = shopKeyOf(line, mapping);
	if (shopKey === undefined || line.leftOutBecause !== undefined) return [];
	try {
		return rowsForLine(shopKey, line, mapping).map((row) => ({ ...row, shopKey }));
	} catch {
		return [];
	}
}

function partsOf(line: ShopLine, inProblems: string, mapping: SkuMapping): ItemLine[] {
	const whole = withoutUndefined<ItemLine>({ ...line, inProblems, itemId: line.id });
	const rows = rowsOf(whole, mapping);
	const [first] = rows;
	if (!first) return [whole];
	if (!first.isPart) {
		const single = { ...whole, row: first };
		return [first.pieces === undefined ? single : withPieces(single, first)];
	}
	const set = {
		isChosen: rows.some(({ when = [], productId }) => when.length > 0 || productId !== undefined),
		asked: rows.flatMap(({ when = [] }) => when.map(({ name }) => name)),
	};
	return rows.map((row, index) => ({
		// Its name is that of the set, and the item's one is that of its variant.
		...withPieces(withoutUndefined<ItemLine>({ ...whole, name: undefined }), row),
		...{ row, set },
		label: `${line.label}, part ${index + 1}`,
		inProblems: `${inProblems}, part ${index + 1}`,
		...(line.id !== undefined && index > 0 && { itemId: `${line.id}-${index + 1}` }),
	}));
}

/**
 * Makes of the lines of an order those that become items. The first part of a set has the ID of the line, so that an order
 * that was placed before its line was made a set shows what was added.
 */
export async function itemLinesOf(
	order: Pick<ShopOrder, 'lines' | 'number'>,
	mapping: SkuMapping,
): Promise<ItemLine[]> {
	const itemLines: ItemLine[] = [];
	for (const line of order.lines) {
		await nextTurn();
		const inProblems = lineInProblems(line.label, order.number);
		for (const part of partsOf(line, inProblems, mapping)) itemLines.push(part);
	}
	return itemLines;
}
