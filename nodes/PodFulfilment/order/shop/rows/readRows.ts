// Reads the rows of one order, of a sheet or a form: whether they are due, its number, the one address that they have, and
// a line for each. What a row cannot mean is refused by its row and column.

import type { IDataObject } from 'n8n-workflow';

import { numberOfPrice } from '../../../input/amount';
import { isBrokenNumber, KEEP_AS_TEXT } from '../../../input/brokenNumber';
import { refuse } from '../../../input/checks';
import { comparableName, comparableOrderNumber, comparableSku } from '../../../input/equalText';
import { withoutUndefined } from '../../../input/guards';
import type { Pieces } from '../../../input/nextTurn';
import { firstAndMore, lowerFirst, quote, quotedList } from '../../../input/wording';
import { repairedRecipient } from '../../compose/repairs';
import { Findings } from '../../findings';
import { TEST_ORDER_WARNING } from '../due';
import { priceIn } from '../money';
import { lineDataInProblems, orderInProblems } from '../orderLabel';
import { propertiesOfLine } from '../reading';
import { recipientFrom, warnOfMissingState } from '../shopAddress';
import { lineLabel } from '../shopLine';
import type { LineProperty, ReadingOptions, ShopLine, ShopOrder } from '../shopOrder';
import { longTextIn, MAX_NAME_OR_SKU_LENGTH, textIn, valueAt, wholeNumberIn } from '../values';
import {
	isFilled,
	isLink,
	isTicked,
	isTracking,
	isUpload,
	openedValue,
	refuseError,
	refuseList,
	refuseTick,
	refuseUpload,
	saysAnything,
	valueOfCell,
	type Cell,
} from './cells';
import { ColumnNames, labelOf, REVIEWED, TICKED, type Part } from './headings';
import { ROW, rowsIn, type RowData } from './rowData';

/** Parts by which a parcel is delivered: two rows of an order have the same, or one has none. */
const ADDRESS: readonly Part[] = [
	...(['name', 'firstName', 'lastName', 'company', 'address1', 'address2'] as const),
	...(['city', 'zip', 'stateCode', 'countryCode'] as const),
];

const CONTACT: readonly Part[] = ['phone', 'email', 'taxNumber'];

/** More rows are not those of one order. */
const MAX_ROWS = 5_000;

/** Columns that are read before n8n does other work. */
const COLUMNS_AT_ONCE = 100;

/** A row with its columns, by what they are. */
interface Row {
	data: RowData;
	/** What warnings call it, e.g. `Row 5`. */
	label: string;
	/** What problems call it, e.g. `Order #1001, row 5`. */
	inProblems: string;
	cells: ReadonlyMap<Part, readonly Cell[]>;
	files: readonly Cell[];
	others: readonly Cell[];
}

/** Sorts the columns of a row by what they are. Each is normalized, of which there may be thousands. */
function* cellsOf(
	data: RowData,
	names: ColumnNames,
	field: (column: string) => string,
): Pieces<Pick<Row, 'cells' | 'files' | 'others'>> {
	const cells = new Map<Part, Cell[]>();
	const [files, others]: [Cell[], Cell[]] = [[], []];
	const add = (part: Part | undefined, cell: Cell): void => {
		if (part === 'printFile') files.push(cell);
		else if (part === undefined) others.push(cell);
		else {
			const known = cells.get(part);
			if (known) known.push(cell);
			else cells.set(part, [cell]);
		}
	};
	for (const [index, [column, value]] of data.columns.entries()) {
		if (index % COLUMNS_AT_ONCE === 0) yield;
		const part = names.partOf(column);
		// A linked record has no name here.
		const isKnown = part !== 'productName' || !isLink(openedValue(value));
		add(isKnown ? part : undefined, { column, field: field(column), value });
	}
	const named = names.named.filter((one) => one.column !== '');
	if (named.length === 0) return { cells, files, others };
	const byHeading = new Map(data.columns.map(([column, value]) => [comparableName(column), value]));
	const row = Object.fromEntries(data.columns);
	for (const { label, part, column } of named) {
		const value = byHeading.get(comparableName(column)) ?? valueAt(row, column);
		// The file of a placement is known by the name that Column Names gives to the column.
		const called = part === 'printFile' ? label : column;
		if (value !== undefined) add(part, { column: called, field: field(column), value });
	}
	return { cells, files, others };
}

/** Whether a row says something in a part. */
const has = ({ cells }: Pick<Row, 'cells'>, part: Part): boolean =>
	(cells.get(part) ?? []).some(({ value }) => saysAnything(value));

/**
 * Reads a part of a row.
 *
 * @throws UserError for a cell that cannot be read, and for columns that say different things
 */
function valueOf(
	row: Pick<Row, 'cells' | 'inProblems'>,
	part: Part,
): string | number | boolean | undefined {
	const label = labelOf(part);
	const filled = (row.cells.get(part) ?? []).flatMap((cell) => {
		const value = valueOfCell(cell, label);
		return value === undefined ? [] : [{ cell, value }];
	});
	const [first, ...others] = filled;
	const other = others.find(({ value }) => String(value) !== String(first?.value));
	if (first && other) {
		refuse(
			`${row.inProblems} → ${quotedList([first.cell.column, other.cell.column], ' and ')}`,
			`say different things, and both are ${quote(label)}`,
			`Add the line ${label} = ${first.cell.column} to the option Column Names, with the column that is meant.`,
		);
	}
	return first?.value;
}

const textOf = (row: Pick<Row, 'cells' | 'inProblems'>, part: Part): string | undefined =>
	longTextIn(valueOf(row, part));

/**
 * The order number of a row, without the sign in front of it.
 *
 * @throws UserError for a number that has lost digits
 */
function numberIn(row: Pick<Row, 'cells' | 'inProblems'>): string | undefined {
	const number = valueOf(row, 'orderNumber');
	if (isBrokenNumber(number)) {
		refuse(
			`${row.inProblems} → ${quote(labelOf('orderNumber'))}`,
			`is ${quote(number)}, a number that has lost digits`,
			KEEP_AS_TEXT,
		);
	}
	return textIn(number)?.replace(/^#\s*/, '');
}

/** The first date in the rows; one that cannot be read is none. */
const dateIn = (rows: readonly Row[]): unknown =>
	rows
		.map((row) => new Findings().check(() => valueOf(row, 'date')))
		.find((date) => date !== undefined);

const inRow =
	(row: string) =>
	(column: string): string =>
		`${row} → ${quote(column)}`;

const labelOfRow = ({ ref, isAnswer }: RowData, index: number, count: number): string => {
	if (isAnswer) return 'Answer';
	return ref === undefined ? `Row${count > 1 ? ` ${index + 1} of the order` : ''}` : `Row ${ref}`;
};

/**
 * What the rows of an order have in common: its number, comparable, so that those which are not quite the same are refused
 * together; or the ID of an answer.
 *
 * @param columns gets what the columns of the row are, with their headings
 */
export function* orderKeyOf(
	item: IDataObject,
	names: ColumnNames,
	columns: Map<string, string>,
): Pieces<string | undefined> {
	const [data] = rowsIn(item);
	if (!data) return undefined;
	const { cells } = yield* cellsOf(data, names, inRow(ROW));
	for (const [part, [cell]] of cells) {
		if (cell && !columns.has(part)) columns.set(part, cell.column);
	}
	const number = numberIn({ cells, inProblems: ROW });
	return number === undefined ? data.answerId : comparableOrderNumber(number);
}

/**
 * Refuses rows whose numbers differ in capitals, blanks or zeros at the beginning: they may be one order, or two.
 *
 * @throws UserError
 */
function refuseOtherNumbers(rows: readonly Row[]): void {
	const labels = new Map<string, string>();
	for (const row of rows) {
		const number = numberIn(row);
		if (number !== undefined && !labels.has(number)) labels.set(number, lowerFirst(row.label));
	}
	const [[first] = []] = labels;
	if (first === undefined || labels.size === 1) return;
	const written = [...labels].map(([number, label]) => `${quote(number)} in ${label}`);
	refuse(
		orderInProblems(first),
		`is written in different ways: ${firstAndMore(written).join(', ')}`,
		'Write the number the same in all rows of the order. Those of another order need another number.',
	);
}

/** Whether a row names something to produce. */
const isLine = (row: Row): boolean =>
	has(row, 'sku') || has(row, 'productName') || row.files.some(({ value }) => isFilled(value));

/** A country and a state are no address: a sheet may have them in all rows. */
const WHOM: readonly Part[] = ADDRESS.filter((part) => !/^(?:country|state)Code$/.test(part));

/** Whether nothing in a row is for an order, as in one of totals. */
const isEmpty = (row: Row): boolean => !isLine(row) && !WHOM.some((part) => has(row, part));

/** Whether a row has the number of its parcel. */
const isTracked = ({ cells }: Row): boolean =>
	(cells.get('tracking') ?? []).some(({ value }) => isTracking(value));

/** Why nothing is to be done with the rows any more; nothing else is read of these. */
function* nothingToDo(
	rows: readonly Row[],
	{ sendTestOrders }: ReadingOptions,
): Pieces<string | undefined> {
	if (rows.length === 0) return 'The row has no SKU, name or address';
	if (!sendTestOrders && rows.some(({ data }) => data.isTest)) {
		return 'The answer is a test: turn on the option Send Test Orders to order it all the same';
	}
	let hasLine = false;
	for (const row of rows) {
		// A row may be large, and its cells are opened each time.
		yield;
		if (!isLine(row)) continue;
		if (!isTracked(row)) return undefined;
		hasLine = true;
	}
	return hasLine ? 'All rows have a tracking number' : undefined;
}

/**
 * Why the rows are not due yet.
 *
 * @param columns those of all rows of the execution, with their headings
 * @throws UserError for a cell that is neither ticked nor says no
 */
function* notReady(
	rows: readonly Row[],
	names: ColumnNames,
	columns: ReadonlyMap<string, string>,
): Pieces<string | undefined> {
	const asked = TICKED.flatMap((part) => {
		const named = names.named.find((one) => one.part === part && one.column !== '');
		const own = rows.flatMap(({ cells }) => cells.get(part) ?? [])[0];
		const heading = own?.column ?? named?.column ?? columns.get(part);
		return heading === undefined ? [] : [{ part, heading }];
	});
	const open: Cell[] = [];
	for (const { part, heading } of asked) {
		for (const { label, cells } of rows) {
			yield;
			const given = cells.get(part) ?? [];
			if (given.some(({ value }) => isTicked(value))) continue;
			const said = given.find(({ value }) => isFilled(value));
			if (!said) return `${label} is not ready: its ${quote(heading)} is not ticked`;
			open.push(said);
		}
	}
	const [cell] = open;
	return cell && refuseTick(cell);
}

/** The parts of an address that a row has. */
const addressOf = (row: Row): Array<[Part, unknown]> =>
	ADDRESS.map((part): [Part, unknown] => [part, valueOf(row, part)]).filter(
		([, value]) => value !== undefined,
	);

/**
 * The one address of the rows of an order, which may be in one of them alone.
 *
 * @throws UserError for two different ones
 */
function* addressIn(rows: readonly Row[]): Pieces<IDataObject> {
	let first: { row: Row; parts: ReadonlyMap<Part, unknown> } | undefined;
	for (const row of rows) {
		yield;
		const parts = addressOf(row);
		if (parts.length === 0) continue;
		const { row: same, parts: wanted } = (first ??= { row, parts: new Map(parts) });
		const [other] = parts.find(([part, value]) => String(value) !== String(wanted.get(part))) ?? [];
		if (other === undefined) continue;
		refuse(
			`${row.inProblems} → ${labelOf(other)}`,
			`is not that of ${lowerFirst(same.label)}, and both are rows of one order`,
			'Enter the address in the first row of the order alone, or the same in each; or give them different order numbers.',
		);
	}
	const contact = new Map<Part, unknown>();
	for (const row of rows) {
		yield;
		for (const part of CONTACT) {
			const value = valueOf(row, part);
			if (value !== undefined && !contact.has(part)) contact.set(part, value);
		}
	}
	return Object.fromEntries([...(first?.parts ?? []), ...contact]) as IDataObject;
}

function* recipientIn(rows: readonly Row[], found: Findings): Pieces<IDataObject> {
	const { firstName, lastName, name, ...address } = yield* addressIn(rows);
	const parts = [firstName, lastName].flatMap((part) => textIn(part) ?? []).join(' ');
	const repaired = repairedRecipient({ ...address, name: name ?? parts }, found) as IDataObject;
	const { countryCode, stateCode, stateName } = repaired;
	const recipient = recipientFrom({
		...repaired,
		country: countryCode,
		state: stateCode ?? stateName,
	});
	warnOfMissingState(recipient, found);
	return recipient;
}

/** The properties of a line: its print files, and what else the row says. */
function propertiesOf({ data: { isAnswer }, files, others, cells }: Row): LineProperty[] {
	const nameOf = (column: string): string[] =>
		column.length > MAX_NAME_OR_SKU_LENGTH ? [] : [column];
	const ofFiles = files.map((cell): LineProperty => {
		const value = openedValue(cell.value);
		refuseError({ ...cell, value });
		if (isUpload(value)) refuseUpload(cell.field);
		if (Array.isArray(value)) refuseList(cell, labelOf('printFile'));
		return { names: nameOf(cell.column), value };
	});
	const ofOthers = others
		.filter(({ value }) => isFilled(value))
		.map(({ column, value }): LineProperty => {
			const opened = openedValue(value);
			return {
				names: nameOf(column),
				// The name of an upload says that there is a file, which nothing is printed of.
				value: isUpload(opened) ? (opened as IDataObject).filename : opened,
				// What an owner writes into a sheet is nothing that a customer entered.
				...(!isAnswer && { isField: true as const }),
			};
		});
	const known = (cells.get('productName') ?? []).map(({ column, value }): LineProperty => ({
		...{ names: nameOf(column), value: openedValue(value) },
		...{ isField: true, isRead: true },
	}));
	return [...ofFiles, ...ofOthers, ...known];
}

function priceOf(row: Row): Pick<ShopLine, 'price' | 'unreadPrice'> {
	const value = valueOf(row, 'price');
	const written = longTextIn(value);
	if (written === undefined || Number(written) === 0) return {};
	const price = priceIn(value, undefined) ?? numberOfPrice(written);
	return price === undefined ? { unreadPrice: written } : { price };
}

/** How many pieces a row asks for. Without a column for it, it is one. */
function quantityOf(row: Row): Partial<ShopLine> & Pick<ShopLine, 'quantity'> {
	const [cell] = row.cells.get('quantity') ?? [];
	const given = cell ? valueOf(row, 'quantity') : 1;
	// Of '1.000' nobody knows whether it is one or a thousand.
	const isOpen = typeof given === 'string' && /^\d{1,3}\.\d{3}$/.test(given);
	const quantity = isOpen ? undefined : wholeNumberIn(given);
	if (quantity === 0) {
		return { quantity, leftOutBecause: 'its quantity is 0', isEmptied: true };
	}
	if (quantity !== undefined && quantity > 0) {
		return { quantity, ...(isTracked(row) && { fulfilled: quantity }) };
	}
	return {
		quantity: 0,
		quantityProblem: `the quantity in ${quote(cell?.column ?? '')} is ${given === undefined ? 'empty' : quote(given)}, but must be a whole number greater than 0`,
	};
}

/** How often a line was seen before in its order; a sheet has no ID for a row that would stay when it is sorted. */
const numbered = (key: string, count: number): string => (count > 1 ? `${key} (${count})` : key);

function lineOf(row: Row, index: number, seen: Map<string, number>, found: Findings): ShopLine {
	const sku = textOf(row, 'sku');
	if (sku !== undefined && isBrokenNumber(valueOf(row, 'sku'))) {
		refuse(
			`${row.inProblems} → SKU`,
			`is ${quote(sku)}, a number that has lost digits`,
			KEEP_AS_TEXT,
		);
	}
	const skus = sku === undefined ? [] : [sku];
	const name = textOf(row, 'productName');
	const key = sku ?? name;
	const count = key === undefined ? 0 : (seen.get(comparableSku(key)) ?? 0) + 1;
	if (key !== undefined) seen.set(comparableSku(key), count);
	const id = row.data.isAnswer ? undefined : textIn(row.data.ref);
	const isRecord = /^rec/.test(id ?? '');
	const label = lineLabel(index, name, skus).replace(/^Line \d+/, () => row.label);
	const [tracking] = (row.cells.get('tracking') ?? []).filter(({ value }) => saysAnything(value));
	if (tracking && !isTracked(row)) {
		found.reviewNew(
			`${row.label}: ${quote(tracking.column)} is ${quote(openedValue(tracking.value))}, which is no tracking number: check whether the row is to be produced. If it is, empty the cell; if the column is another one, add the line Tracking = to the option Column Names`,
			'unknownStatus',
		);
	}
	for (const part of REVIEWED) {
		for (const { column, value } of row.cells.get(part) ?? []) {
			if (!isFilled(value)) continue;
			found.review(
				`${row.label}: ${quote(column)} is ${quote(openedValue(value))}, and what that means is not known: check whether it is to be produced. If the column changes nothing, add the line ${labelOf(part)} = to the option Column Names; if it says which rows are due, name it as Ready Column`,
				'unknownStatus',
			);
		}
	}
	return withoutUndefined({
		isRow: true,
		...{ label, id: isRecord ? id : key && numbered(key, count), skus, name },
		otherIds: sku === undefined && name !== undefined ? [{ name: 'Product', id: name }] : undefined,
		...quantityOf(row),
		...priceOf(row),
		...propertiesOfLine(propertiesOf(row)),
	});
}

/** Column names that a message lists. */
const MAX_NAMED = 20;

/** Headings of columns that say something and are not known. */
function* unreadColumnsOf(rows: readonly Row[], names: ColumnNames): Pieces<string[]> {
	const unread = new Set<string>();
	for (const { others } of rows) {
		for (const [index, { column, value }] of others.entries()) {
			if (index % COLUMNS_AT_ONCE === 0) yield;
			if (!unread.has(column) && isFilled(value) && !names.isKnown(column)) unread.add(column);
		}
	}
	return [...unread];
}

function addressAdvice(rows: readonly Row[]): string {
	const columns = (rows[0]?.data.columns ?? []).map(([heading]) => heading).slice(0, MAX_NAMED);
	return `The columns are ${quotedList(columns)}. Those with other headings than "Address 1", "City", "Zip" and "Country" are named in the option Column Names, such as Zip = PLZ.`;
}

/** Refuses rows of which no External ID can be made. */
function requireNumber(row: Row | undefined): never {
	const isAnswer = row?.data.isAnswer === true;
	return refuse(
		row?.inProblems ?? ROW,
		isAnswer ? 'has no order number, and no ID of its own' : 'has no order number',
		isAnswer
			? 'Add a field Order Number to the form, or let its trigger hand on more than the answers: in Typeform and Jotform turn off Only Answers. Or enter an External ID that is the same whenever this answer comes.'
			: 'Enter one in the column Order Number, or name that column in the option Column Names, such as Order Number = Bestellung.',
	);
}

/** Refuses a row that came twice: its pieces would be produced twice. An answer may be several rows. */
function refuseRepeated(rows: readonly Row[]): void {
	const seen = new Set<unknown>();
	for (const { data, inProblems } of rows) {
		if (data.isAnswer || data.ref === undefined) continue;
		if (seen.has(data.ref)) {
			refuse(
				inProblems,
				'came twice in this execution',
				'Let each row come once: look for two branches that lead here, or add a Remove Duplicates node before this one.',
			);
		}
		seen.add(data.ref);
	}
}

/** Adds to the review a row that says the same as another one: it may have been pasted twice. An answer may be several rows. */
function reviewEqual({ data, label }: Row, contents: Map<string, string>, found: Findings): void {
	if (data.isAnswer) return;
	const content = JSON.stringify(data.columns);
	const other = contents.get(content);
	if (other === undefined) contents.set(content, label);
	else {
		found.reviewNew(
			`${label} says the same as ${lowerFirst(other)}: check that both are to be produced. For more pieces, enter their Quantity in one row`,
			'repeatedLine',
		);
	}
}

/** What is known of the rows of an order beside themselves. */
interface ReadTogether {
	/** Whether the order has an External ID of its own. */
	isNamed: boolean;
	/** What the columns of all rows of the execution are, with their headings: Airtable leaves out what is empty. */
	columns?: ReadonlyMap<string, string> | undefined;
}

/**
 * Reads the rows of one order.
 *
 * @param items the rows, as nodes give them
 * @throws UserError for rows without an order number, with two addresses, and with what cannot be read
 */
export function* readRows(
	items: readonly IDataObject[],
	names: ColumnNames,
	options: ReadingOptions,
	{ isNamed, columns = new Map() }: ReadTogether,
): Pieces<ShopOrder> {
	const given = items.flatMap(rowsIn);
	if (given.length > MAX_ROWS) {
		refuse(
			labelOf('orderNumber'),
			`has ${given.length} rows, but at most ${MAX_ROWS} are read`,
			'Check the column: rows of other orders have the same number, or the same External ID.',
		);
	}
	let number: string | undefined;
	const all: Row[] = [];
	for (const data of given) {
		yield;
		const label = labelOfRow(data, all.length, given.length);
		const called = (): string => lineDataInProblems(label, number).replace(/^Shop Order → /, '');
		number ??= numberIn({ ...(yield* cellsOf(data, names, inRow(label))), inProblems: label });
		const inProblems = called();
		const sorted = yield* cellsOf(data, names, inRow(inProblems));
		all.push({ data, label, inProblems, ...sorted });
	}
	number ??= given[0]?.answerId;
	const rows: Row[] = [];
	for (const row of all) {
		yield;
		if (!isEmpty(row)) rows.push(row);
	}
	const refs = rows.flatMap(({ data: { ref } }) => ref ?? []);
	const known = withoutUndefined({ number, rows: refs.length > 0 ? refs : undefined });
	const isDone = yield* nothingToDo(rows, options);
	if (isDone === undefined) refuseOtherNumbers(rows);
	const reason = isDone ?? (yield* notReady(rows, names, columns));
	if (reason !== undefined) {
		return { ...known, recipient: {}, lines: [], findings: [], nothingToDo: reason };
	}
	if (number === undefined && !isNamed) requireNumber(rows[0]);
	refuseRepeated(rows);
	const hasPart = (part: Part): boolean =>
		rows.some(({ cells, files }) => (part === 'printFile' ? files.length > 0 : cells.has(part)));
	for (const { others, inProblems } of rows) {
		for (const [index, { column }] of others.entries()) {
			if (index % COLUMNS_AT_ONCE === 0) yield;
			names.refuseSlip(inProblems, column, hasPart);
		}
	}
	const found = new Findings();
	if (rows.some(({ data }) => data.isTest)) found.warn(TEST_ORDER_WARNING, 'testOrder');
	const recipient = yield* recipientIn(rows, found);
	yield;
	const lines: ShopLine[] = [];
	const seen = new Map<string, number>();
	const methods = new Set<string>();
	const contents = new Map<string, string>();
	for (const row of rows) {
		yield;
		reviewEqual(row, contents, found);
		if (rows.length === 1 || isLine(row)) lines.push(lineOf(row, lines.length, seen, found));
		const method = textOf(row, 'shipping');
		if (method !== undefined) methods.add(method);
	}
	const keepsNoSent =
		!names.named.some(({ part }) => part === 'tracking') &&
		!columns.has('tracking') &&
		!hasPart('tracking');
	return {
		...known,
		...{ recipient, lines, findings: found.list, addressAdvice: addressAdvice(rows) },
		unreadColumns: yield* unreadColumnsOf(rows, names),
		shippingMethods: [...methods].map((method) => [method]),
		...{ date: dateIn(rows), ...(keepsNoSent && { keepsNoSent }) },
	};
}
