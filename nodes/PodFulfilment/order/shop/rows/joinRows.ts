// Reads the rows of all input items, each once, and joins those of one order: with one order number, or where they have
// none, with one External ID.

import type { JoinedItems, OperationCall } from '../../../execution/operation';
import { refuse } from '../../../input/checks';
import { comparableOrderNumber } from '../../../input/equalText';
import { jsonFieldInPieces } from '../../../input/jsonField';
import { inTurns, type Pieces } from '../../../input/nextTurn';
import { isObject } from '../../../input/objects';
import { quote } from '../../../input/wording';
import { isOfRows } from '../reading';
import { textIn } from '../values';
import { columnNamesOf, type ColumnNames } from './headings';
import { readRow, type Row } from './row';
import { ROW } from './rowData';

type Parameter = OperationCall['parameter'];

/** The rows of one order. */
export interface JoinedRows {
	rows: Row[];
	names: ColumnNames;
	/** What the columns of all rows of the execution are, with their headings: Airtable leaves out what is empty. */
	columns: ReadonlyMap<string, string>;
	/** The row right below them that has a SKU, and neither a number nor an address: it may be of the same order. */
	continuedBy?: Row;
}

/** Rows that were read, or why they cannot be. */
type RowsOrRefusal = { refused: Error } | JoinedRows;

/** Reads the rows in an item, and adds what their columns are. */
function* readItem(parameter: Parameter, columns: Map<string, string>): Pieces<JoinedRows> {
	const { columnNames, readyColumn } = parameter<Record<string, unknown>>('options', {});
	const names = columnNamesOf(columnNames, readyColumn);
	const row = yield* jsonFieldInPieces(parameter('row'), ROW, { isOfOthers: true });
	if (!isObject(row)) {
		const what = `is ${quote(row)}, but must be an object`;
		return refuse(ROW, what, 'Pass a row as its node gives it.');
	}
	const rows = yield* readRow(row, names);
	for (const part of rows[0]?.parts ?? []) {
		if (!columns.has(part)) columns.set(part, rows[0]?.cellsOf(part)[0]?.column ?? '');
	}
	return { rows, names, columns };
}

/** What the rows of one order have in common; undefined for a row that is one order by itself. */
function orderOf({ rows: [row] }: JoinedRows, parameter: Parameter): string | undefined {
	const number = row?.orderNumber();
	// Those that are not quite the same are refused together.
	const order = number === undefined ? row?.data.answerId : comparableOrderNumber(number);
	if (order !== undefined) return `number ${order}`;
	const externalId = textIn(parameter<unknown>('externalId', ''));
	return externalId === undefined ? undefined : `ID ${externalId}`;
}

/** Whether a row without a number may be of the order above it, as where a sheet has the number in its first row alone. */
const mayContinue = ({ rows: [row] }: JoinedRows): boolean =>
	row !== undefined && !row.data.isAnswer && row.isLine && !row.isTracked && !row.isAddressed;

/** See `OperationDefinition.joinItems`. */
export async function joinRows(
	parametersOf: (itemIndex: number) => Parameter,
	itemCount: number,
): Promise<JoinedItems | undefined> {
	if (!isOfRows(parametersOf(0))) return undefined;
	const columns = new Map<string, string>();
	const orders = new Map<unknown, { indexes: number[]; content: RowsOrRefusal }>();
	let above: RowsOrRefusal | undefined;
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex += 1) {
		const parameter = parametersOf(itemIndex);
		let content: RowsOrRefusal;
		let order: string | undefined;
		try {
			content = await inTurns(readItem(parameter, columns));
			order = orderOf(content, parameter);
		} catch (error) {
			content = { refused: error as Error };
		}
		if (order === undefined && 'rows' in content && mayContinue(content)) {
			if (above && 'rows' in above) above.continuedBy ??= content.rows[0];
		} else above = content;
		const same = orders.get(order ?? itemIndex);
		if (same && 'rows' in same.content && 'rows' in content) {
			same.indexes.push(itemIndex);
			for (const row of content.rows) same.content.rows.push(row);
			above = same.content;
		} else orders.set(order ?? itemIndex, { indexes: [itemIndex], content });
	}
	return [...orders.values()];
}

/** The rows that a call is for. @throws UserError where one of them cannot be read */
export function* rowsOf({ parameter, joined }: OperationCall): Pieces<JoinedRows> {
	const read = joined as RowsOrRefusal | undefined;
	if (read && 'refused' in read) throw read.refused;
	return read ?? (yield* readItem(parameter, new Map()));
}
