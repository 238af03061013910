// Which input items are rows of one order: those with one order number, or where they have none, with one External ID.
// Also which columns all of them have.

import type { JoinedItems, OperationCall } from '../../../execution/operation';
import { isObject, trimmed } from '../../../input/guards';
import { jsonFieldInPieces } from '../../../input/jsonField';
import { inTurns } from '../../../input/nextTurn';
import { textIn } from '../values';
import { ColumnNames } from './headings';
import { orderKeyOf } from './readRows';
import { ROW } from './rowData';

/** The options for the columns of a row. */
export interface RowOptions {
	columnNames?: unknown;
	readyColumn?: unknown;
}

/** Whether the orders of a call are rows. */
export const isOfRows = (parameter: OperationCall['parameter']): boolean =>
	trimmed(parameter<unknown>('orderFrom', 'fields')).toLowerCase() === 'rows';

/** Reads the columns that the options name. */
export const columnNamesOf = ({ columnNames, readyColumn }: RowOptions): ColumnNames =>
	new ColumnNames(columnNames, readyColumn);

/**
 * What the rows of one order have in common; undefined for a row that is one order by itself.
 *
 * @param columns gets what is known of the row
 */
async function orderOf(
	parameter: OperationCall['parameter'],
	columns: Map<string, string>,
): Promise<string | undefined> {
	const row = await inTurns(jsonFieldInPieces(parameter('row'), ROW, { isOfOthers: true }));
	const names = columnNamesOf(parameter<RowOptions>('options', {}));
	const order = isObject(row) ? await inTurns(orderKeyOf(row, names, columns)) : undefined;
	if (order !== undefined) return `number ${order}`;
	const externalId = textIn(parameter<unknown>('externalId', ''));
	return externalId === undefined ? undefined : `ID ${externalId}`;
}

/** See `OperationDefinition.joinItems`. */
export async function joinRows(
	parametersOf: (itemIndex: number) => OperationCall['parameter'],
	itemCount: number,
): Promise<JoinedItems | undefined> {
	if (!isOfRows(parametersOf(0))) return undefined;
	const joined: number[][] = [];
	const ofOrders = new Map<string, number[]>();
	const columns = new Map<string, string>();
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex += 1) {
		let order: string | undefined;
		try {
			order = await orderOf(parametersOf(itemIndex), columns);
		} catch {
			// It is refused when it is taken up.
		}
		const others = order === undefined ? undefined : ofOrders.get(order);
		if (others) others.push(itemIndex);
		else {
			const items = [itemIndex];
			joined.push(items);
			if (order !== undefined) ofOrders.set(order, items);
		}
	}
	return { indexes: joined, columns };
}
