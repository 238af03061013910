// Which input items are rows of one order: those with one order number, or where they have none, with one External ID.

import type { JoinedItems, OperationCall } from '../../../execution/operation';
import { isObject, trimmed } from '../../../input/guards';
import { jsonFieldInPieces } from '../../../input/jsonField';
import { inTurns } from '../../../input/nextTurn';
import { textIn } from '../values';
import { ColumnNames } from './headings';
import { orderNumberOf } from './readRows';
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

/** What the rows of one order have in common; undefined for a row that is one order by itself. */
async function orderOf(parameter: OperationCall['parameter']): Promise<string | undefined> {
	const row = await inTurns(jsonFieldInPieces(parameter('row'), ROW, { isOfOthers: true }));
	const names = columnNamesOf(parameter<RowOptions>('options', {}));
	const number = isObject(row) ? orderNumberOf(row, names) : undefined;
	if (number !== undefined) return `number ${number}`;
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
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex += 1) {
		let order: string | undefined;
		try {
			order = await orderOf(parametersOf(itemIndex));
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
	return joined;
}
