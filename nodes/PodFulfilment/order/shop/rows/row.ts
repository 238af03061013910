// A row with its cells, by what their columns are: what it says of each part, and whether it is a line, empty, or done.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import type { Pieces } from '../../../input/nextTurn';
import { isBrokenNumber, KEEP_AS_TEXT } from '../../../input/number';
import { isObject, ownValue } from '../../../input/objects';
import { quote, quotedList } from '../../../input/wording';
import { longTextIn, MAX_NAME_OR_SKU_LENGTH, textIn, valueAt } from '../values';
import {
	haveTracking,
	isFilled,
	isLink,
	openedValue,
	saysAnything,
	valueOfCell,
	type Cell,
} from './cells';
import { columnNamesLine, labelOf, partsFor, type ColumnNames, type Part } from './headings';
import { rowsIn, type RowData } from './rowData';

/** Columns that are read before n8n does other work. */
const COLUMNS_AT_ONCE = 100;

/** Reads each of the columns or cells of a row, of which there may be thousands. */
export function* inTurn<Entry>(
	entries: readonly Entry[],
	read: (entry: Entry) => void,
): Pieces<void> {
	for (const [index, entry] of entries.entries()) {
		if (index % COLUMNS_AT_ONCE === 0) yield;
		read(entry);
	}
}

const WHOM = partsFor('address');

/** The parts of a whole address in one answer, as Jotform has it. */
const ADDRESS_FIELDS = Object.entries({
	addr_line1: 'address1',
	addr_line2: 'address2',
	city: 'city',
	state: 'stateCode',
	postal: 'zip',
	country: 'countryCode',
} satisfies Record<string, Part>);

/** A row of a sheet, or an answer of a form. */
export class Row {
	readonly data: RowData;

	/** What warnings call it, e.g. `Row 5`. */
	label: string;

	/** What problems call it, e.g. `Order #1001, row 5`. */
	inProblems: string;

	/** Those that are not known. */
	readonly others: Cell[] = [];

	/** The answers that are whole addresses, and whether each is known to be the recipient's. */
	readonly addresses: Array<{ column: string; content: string; isRecipient: boolean }> = [];

	private readonly cells = new Map<Part, Cell[]>();

	constructor(data: RowData) {
		this.data = data;
		this.label = data.isAnswer ? 'Answer' : ['Row', data.ref].join(' ').trim();
		this.inProblems = this.label;
	}

	/** @param path heading of the column, or a path in it */
	add(part: Part | undefined, path: string, value: unknown, column = path): void {
		const cell = { column, path, value: openedValue(value), row: this };
		const others = part === undefined ? this.others : this.cells.get(part);
		if (others) others.push(cell);
		else if (part !== undefined) this.cells.set(part, [cell]);
	}

	cellsOf(part: Part): readonly Cell[] {
		return this.cells.get(part) ?? [];
	}

	/** What its columns are, as far as that is known. */
	get parts(): Part[] {
		return [...this.cells.keys()];
	}

	/** The columns that are read as parts, comparable: Column Names may name one of {@link others}. */
	get readColumns(): ReadonlySet<string> {
		return new Set([...this.cells.values()].flat().map(({ path }) => comparableName(path)));
	}

	/** Whether it says something in a part. */
	says(part: Part): boolean {
		return this.cellsOf(part).some(saysAnything);
	}

	/**
	 * Reads a part of the row.
	 *
	 * @throws UserError for a cell that cannot be read, and for columns that say different things
	 */
	valueOf(part: Part): string | number | boolean | undefined {
		const label = labelOf(part);
		const [first, ...others] = this.cellsOf(part).flatMap((cell) => {
			const value = valueOfCell(cell, label);
			return value === undefined ? [] : [{ column: cell.path, value }];
		});
		const other = others.find(({ value }) => String(value) !== String(first?.value));
		if (first && other) {
			refuse(
				`${this.inProblems} → ${quotedList([first.column, other.column], ' and ')}`,
				`say different things, and both are ${quote(label)}`,
				`Add the line ${label} = ${first.column} to the option Column Names, with the column that is meant.`,
			);
		}
		return first?.value;
	}

	/** Reads a part that is a text. @throws UserError, see {@link valueOf} */
	textOf(part: Part): string | undefined {
		return longTextIn(this.valueOf(part));
	}

	/** Reads what the row or its order is known by. @throws UserError, also for a number that has lost digits, and a long text */
	idOf(part: 'orderNumber' | 'sku'): string | undefined {
		const value = this.valueOf(part);
		const field = `${this.inProblems} → ${quote(labelOf(part))}`;
		if (isBrokenNumber(value)) {
			refuse(field, `is ${quote(value)}, a number that has lost digits`, KEEP_AS_TEXT);
		}
		const text = longTextIn(value);
		return text === undefined || text.length <= MAX_NAME_OR_SKU_LENGTH
			? text
			: refuse(
					field,
					`has ${text.length} characters, but at most ${MAX_NAME_OR_SKU_LENGTH} are read`,
					'Correct the cell. If another column is meant, name it in the option Column Names.',
				);
	}

	/** Reads the order number, without the sign in front of it. @throws UserError, see {@link idOf} */
	orderNumber(): string | undefined {
		return textIn(this.idOf('orderNumber'))?.replace(/^#\s*/, '');
	}

	/** Whether it names something to produce. */
	get isLine(): boolean {
		return this.says('sku') || this.says('productName') || this.cellsOf('printFile').some(isFilled);
	}

	/** Whether nothing in it is for an order, as in a row of totals. */
	get isEmpty(): boolean {
		return !this.isLine && !WHOM.some((part) => this.says(part));
	}

	/** Whether it has the number of its parcel. */
	get isTracked(): boolean {
		return haveTracking(this.cellsOf('tracking'));
	}
}

/** Sorts the columns of a row by what they are. Each heading is normalized, of which there may be thousands. */
function* rowOf(data: RowData, names: ColumnNames): Pieces<Row> {
	const row = new Row(data);
	const add = (part: Part | undefined, path: string, value: unknown, column: string): void => {
		if (!data.isAnswer || !isObject(value) || !('addr_line1' in value)) {
			return row.add(part, path, value, column);
		}
		const isRecipient = part === 'address1';
		const filled = ADDRESS_FIELDS.filter(([field]) => textIn(ownValue(value, field)));
		if (filled.length > 0) {
			row.addresses.push({ column, content: JSON.stringify(value), isRecipient });
		}
		if (!isRecipient) return row.add(part, path, value, column);
		for (const [field, of] of ADDRESS_FIELDS) {
			const isElsewhere = of !== part && names.replaced.has(of);
			if (!isElsewhere) row.add(of, `${path}.${field}`, ownValue(value, field));
		}
	};
	yield* inTurn(data.columns, ([column, value, known = column]) => {
		if (names.isOwn(known)) return;
		const part = names.partOf(known);
		// A linked record has no name here.
		const isUnnamed = part === 'productName' && isLink(openedValue(value));
		add(isUnnamed ? undefined : part, column, value, known);
	});
	const named = names.named.filter(({ column }) => column !== '');
	if (named.length === 0) return row;
	const columns = [...(data.facts ?? []), ...data.columns];
	const byHeading = new Map([
		...columns.map(([column, value, known = column]) => [comparableName(known), value] as const),
		...columns.map(([column, value]) => [comparableName(column), value] as const),
	]);
	const fields = Object.fromEntries(columns.map(([column, value]) => [column, value]));
	for (const { label, part, column } of named) {
		const value = byHeading.get(comparableName(column)) ?? valueAt(fields, column);
		// The file of a placement is known by the name that Column Names gives to the column.
		if (value !== undefined) add(part, column, value, part === 'printFile' ? label : column);
	}
	return row;
}

/**
 * Refuses a row of which no column is known: only one that is understood may be skipped as empty.
 *
 * @param columns what those of all rows of the execution are
 * @throws UserError
 */
export function refuseUnknown(row: Row, columns: ReadonlyMap<string, string>): void {
	const { data, others, parts, isEmpty } = row;
	// A record of Airtable lacks the fields that are empty.
	const isUnderstood = parts.length > 0 || (data.recordId !== undefined && columns.size > 0);
	if (!isEmpty || isUnderstood || !others.some(isFilled)) return;
	const [list] =
		data.columns.find(([, value]) => Array.isArray(value) && value.some(isObject)) ?? [];
	const headings = others.map(({ column }) => column).filter((column) => column !== list);
	const [heading] = headings;
	const advice = [
		list === undefined
			? ''
			: `If the rows are in ${quote(list)}, add a Split Out node before this one, with that field.`,
		heading === undefined
			? ''
			: `Its columns are ${quotedList(headings)}: name them in the option Column Names, a line each, such as ${columnNamesLine(labelOf('orderNumber'), heading)}.`,
	];
	refuse(row.inProblems, 'has no column that is known, so it is no order', advice.join(' ').trim());
}

/** Reads the rows in an item as its node gives it: several where a customer answered with several products. */
export function* readRow(item: IDataObject, names: ColumnNames): Pieces<Row[]> {
	const rows: Row[] = [];
	for (const data of rowsIn(item)) rows.push(yield* rowOf(data, names));
	return rows;
}
