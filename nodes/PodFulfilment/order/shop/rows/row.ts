// A row with its cells, by what their columns are: what it says of each part, and whether it is a line, empty, or done.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import type { Pieces } from '../../../input/nextTurn';
import { isObject, ownValue } from '../../../input/objects';
import { quote, quotedList } from '../../../input/wording';
import { textIn, valueAt } from '../values';
import {
	type Cell,
	hasTracking,
	isFilled,
	isLink,
	openedValue,
	saysAnything,
	valueOfCell,
	whyUnreadable,
} from './cells';
import { type ColumnNames, columnNamesLine, labelOf, type Part, partsFor } from './headings';
import { type RowData, rowsIn } from './rowData';

const WHOM = partsFor('address');

/** A row of a sheet, or an answer of a form. */
export class Row {
	readonly data: RowData;

	/** What warnings call it, e.g. `Row 5`. */
	label: string;

	/** What problems call it, e.g. `Order #1001, row 5`. */
	inProblems: string;

	/** The answers that are whole addresses, and whether each is known to be the recipient's. */
	readonly addresses: Array<{ column: string; content: string; isRecipient: boolean }> = [];

	/** By what their columns are; those that are not known under undefined. */
	private readonly cells = new Map<Part | undefined, Cell[]>();

	constructor(data: RowData) {
		this.data = data;
		this.label = data.isAnswer ? 'Answer' : ['Row', data.ref].join(' ').trim();
		this.inProblems = this.label;
	}

	add(part: Part | undefined, { value, ...cell }: Cell): void {
		const cells = this.cells.get(part) ?? [];
		this.cells.set(part, cells);
		cells.push({ ...cell, value: openedValue(value) });
	}

	cellsOf(part: Part): readonly Cell[] {
		return this.cells.get(part) ?? [];
	}

	/** Those whose columns are not known. */
	get others(): readonly Cell[] {
		return this.cells.get(undefined) ?? [];
	}

	/** What its columns are, as far as that is known. */
	get parts(): Part[] {
		return [...this.cells.keys()].filter((part) => part !== undefined);
	}

	/** Whether it says something in a part. */
	says(part: Part): boolean {
		return this.cellsOf(part).some(saysAnything);
	}

	/** Refuses a cell. @throws UserError that names it */
	refuse({ path }: Cell, what: string, advice: string): never {
		return refuse(`${this.inProblems} → ${quote(path)}`, what, advice);
	}

	/** @throws UserError for a cell of a part that is no text or number */
	refuseUnreadable(part: Part): void {
		for (const cell of this.cellsOf(part)) {
			const why = whyUnreadable(cell, part);
			if (why) this.refuse(cell, why.what, why.advice);
		}
	}

	/**
	 * Reads a part of the row.
	 *
	 * @throws UserError for a cell that cannot be read, and for columns that say different things
	 */
	valueOf(part: Part): string | number | boolean | undefined {
		this.refuseUnreadable(part);
		const [first, ...others] = this.cellsOf(part).flatMap((cell) => {
			const value = valueOfCell(cell);
			return value === undefined ? [] : [{ path: cell.path, value }];
		});
		const other = others.find(({ value }) => String(value) !== String(first?.value));
		if (!first || !other) return first?.value;
		return refuse(
			`${this.inProblems} → ${quotedList([first.path, other.path], ' and ')}`,
			`say different things, and both are ${quote(labelOf(part))}`,
			`Add the line ${columnNamesLine(part, first.path)} to the option Column Names, with the column that is meant.`,
		);
	}

	/** Reads the order number, without the sign in front of it. @throws UserError, see {@link valueOf} */
	orderNumber(): string | undefined {
		return textIn(this.valueOf('orderNumber'))?.replace(/^#\s*/, '');
	}

	/** Whether it names something to produce. */
	get isLine(): boolean {
		return this.says('sku') || this.says('productName') || this.cellsOf('printFile').some(isFilled);
	}

	/** Whether it says whom a parcel is for. */
	get isAddressed(): boolean {
		return WHOM.some((part) => this.says(part));
	}

	/** Whether nothing in it is for an order, as in a row of totals. */
	get isEmpty(): boolean {
		return !this.isLine && !this.isAddressed;
	}

	/** Whether it has the number of its parcel. */
	get isTracked(): boolean {
		return this.cellsOf('tracking').some(hasTracking);
	}
}

/** The parts of a whole address in one answer, as Jotform has it. */
const ADDRESS_FIELDS = Object.entries({
	addr_line1: 'address1',
	addr_line2: 'address2',
	city: 'city',
	state: 'stateCode',
	postal: 'zip',
	country: 'countryCode',
} satisfies Record<string, Part>);

/** Adds a whole address of an answer. The recipient's is its parts, unless Column Names has other columns for these. */
function addAddress(
	row: Row,
	cell: Cell,
	value: IDataObject,
	part: Part | undefined,
	names: ColumnNames,
): void {
	const { column, path } = cell;
	const isRecipient = part === 'address1';
	if (ADDRESS_FIELDS.some(([field]) => textIn(ownValue(value, field)))) {
		row.addresses.push({ column, content: JSON.stringify(value), isRecipient });
	}
	if (!isRecipient) return row.add(part, cell);
	for (const [field, of] of ADDRESS_FIELDS) {
		const isElsewhere = of !== part && names.replaced.has(of);
		const inner = `${path}.${field}`;
		if (!isElsewhere) row.add(of, { column: inner, path: inner, value: ownValue(value, field) });
	}
}

/** Sorts the columns of a row by what they are. Each heading is normalized, of which there may be thousands. */
function* rowOf(data: RowData, names: ColumnNames): Pieces<Row> {
	const row = new Row(data);
	const add = (part: Part | undefined, cell: Cell): void =>
		data.isAnswer && isObject(cell.value) && 'addr_line1' in cell.value
			? addAddress(row, cell, cell.value, part, names)
			: row.add(part, cell);
	for (const { path, value, column = path, kind } of data.columns) {
		yield;
		const use = kind === 'contrary' ? undefined : names.columnOf(column);
		if (kind === 'fact' || use === 'own') continue;
		const cell = { column, path, value };
		const isNamed = use === 'named' || (column !== path && names.columnOf(path) === 'named');
		// A linked record has no name here.
		const isUnnamed = use === 'productName' && isLink(openedValue(value));
		if (isNamed) add(undefined, { ...cell, kind: 'named' });
		else if (use === 'replaced' || isUnnamed) add(undefined, { ...cell, kind: 'replaced' });
		else add(use, { ...cell, kind });
	}
	if (names.named.length === 0) return row;
	// An answer counts before a fact of the same name.
	const columns = [...data.columns].sort(
		(a, b) => Number(b.kind === 'fact') - Number(a.kind === 'fact'),
	);
	const fields = Object.fromEntries(columns.map(({ path, value }) => [path, value]));
	const byHeading = new Map([
		...columns.map(({ path, value, column = path }) => [comparableName(column), value] as const),
		...columns.map(({ path, value }) => [comparableName(path), value] as const),
	]);
	for (const { label, part, column } of names.named) {
		const value = byHeading.get(comparableName(column)) ?? valueAt(fields, column);
		// The file of a placement is known by the name that Column Names gives to the column.
		const heading = part === 'printFile' ? label : column;
		if (column !== '' && value !== undefined) add(part, { column: heading, path: column, value });
	}
	return row;
}

/** Reads the rows in an item as its node gives it: several where a customer answered with several products. */
export function* readRow(item: IDataObject, names: ColumnNames): Pieces<Row[]> {
	const rows: Row[] = [];
	for (const data of rowsIn(item)) rows.push(yield* rowOf(data, names));
	return rows;
}
