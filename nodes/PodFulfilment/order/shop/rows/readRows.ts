// Reads the rows of one order, of a sheet or a form: whether they are due, and its number; the one address that they have, and
// the line that each is. What a row cannot mean is refused by its row and column.

import { refuse } from '../../../input/checks';
import { withoutUndefined } from '../../../input/objects';
import type { Pieces } from '../../../input/nextTurn';
import { firstAndMore, lowerFirst, quote, quotedList } from '../../../input/wording';
import { Findings } from '../../findings';
import { lineInProblems, orderInProblems } from '../orderLabel';
import { MAX_SHIPPING_LINES, requireAtMost, TEST_ORDER_WARNING } from '../reading';
import type { ReadingOptions, ShopLine, ShopOrder } from '../shopOrder';
import { MAX_NAME_OR_SKU_LENGTH, textIn } from '../values';
import { type Cell, isFilled, isTicked } from './cells';
import { columnNamesLine, labelOf, meantPart, type Part, PARTS, partsFor } from './headings';
import type { JoinedRows } from './joinRows';
import type { Row } from './row';
import { addressAdvice, recipientIn } from './rowAddress';
import { ROW } from './rowData';
import { lineOf } from './rowLine';

/** More rows are not those of one order. */
const MAX_ROWS = 5_000;

/** Names the rows of an order in messages: by its number as soon as one of them says it. @returns the number */
function* namedRows(rows: readonly Row[]): Pieces<string | undefined> {
	let number: string | undefined;
	for (const [index, row] of rows.entries()) {
		yield;
		const { isAnswer, ref } = row.data;
		if (rows.length > 1 && !isAnswer && ref === undefined) {
			row.label = `Row ${index + 1} of the order`;
		}
		row.inProblems = row.label;
		number ??= row.orderNumber();
		row.inProblems = lineInProblems(row.label, number);
	}
	return number ?? rows[0]?.data.answerId;
}

/** Refuses a row of which no column is known: only one that is understood may be skipped as empty. */
function refuseUnknown(row: Row, columns: JoinedRows['columns']): void {
	const { data, others, parts, isEmpty } = row;
	// A record of Airtable lacks the fields that are empty.
	const isUnderstood = parts.length > 0 || (data.recordId !== undefined && columns.size > 0);
	if (!isEmpty || isUnderstood || !others.some(isFilled)) return;
	const [{ path = '' } = {}] = others;
	refuse(
		row.inProblems,
		'has no column that is known, so it is no order',
		`Its columns are ${quotedList(others.map(({ column }) => column))}: name them in the option Column Names, a line each, such as ${columnNamesLine('orderNumber', path)}. If the rows are in one of these, add a Split Out node before this one, with that field.`,
	);
}

const LEFT_OUT_TEST =
	'The answer is a test, which is left out; those of customers are ordered. To order tests too, turn on the option Send Test Orders';

/** Why nothing is to be done with the rows any more; nothing else is read of these. */
function* nothingToDo(rows: readonly Row[]): Pieces<string | undefined> {
	if (rows.length === 0) return 'The row has no SKU, name or address';
	let lines = 0;
	for (const row of rows) {
		yield;
		if (!row.isLine) continue;
		if (!row.isTracked) return undefined;
		lines += 1;
	}
	return lines > 0 ? 'All rows have a tracking number' : undefined;
}

/**
 * Refuses rows whose numbers differ in capitals, blanks or zeros at the beginning: they may be one order, or two.
 *
 * @throws UserError
 */
function refuseOtherNumbers(rows: readonly Row[]): void {
	const labels = new Map<string, string>();
	for (const row of rows) {
		const number = row.orderNumber();
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

/** The column of a part, also one that the rows lack, as Airtable leaves out what is empty; undefined where none has it. */
function headingOf({ rows, names, columns }: JoinedRows, part: Part): string | undefined {
	const named = names.named.find((one) => one.part === part && one.column !== '');
	const own = rows.find((row) => row.cellsOf(part).length > 0);
	return own?.cellsOf(part)[0]?.column ?? named?.column ?? columns.get(part);
}

/**
 * Why the rows are not due yet.
 *
 * @param unfilled those of the same order that have nothing to produce and no address: somebody may be typing them
 * @throws UserError for a cell that is neither ticked nor says no
 */
function* notReady(given: JoinedRows, unfilled: readonly Row[]): Pieces<string | undefined> {
	const begun = unfilled.find((row) => row.orderNumber() !== undefined);
	if (begun)
		return `${begun.label} has the order number, and no SKU yet: enter it, or delete the row`;
	const { continuedBy } = given;
	if (continuedBy) {
		const label = continuedBy.data.ref === undefined ? 'A row' : continuedBy.label;
		return `${label}, right below it, has a SKU, but neither an order number nor an address: enter the number, or delete the row`;
	}
	let open: { row: Row; cell: Cell } | undefined;
	for (const part of partsFor('due')) {
		const heading = headingOf(given, part);
		for (const row of heading === undefined ? [] : given.rows) {
			yield;
			const cells = row.cellsOf(part);
			if (cells.some(isTicked)) continue;
			const cell = cells.find(isFilled);
			if (!cell) return `${row.label} is not ready: its ${quote(heading)} is not ticked`;
			open ??= { row, cell };
		}
	}
	return open?.row.refuse(
		open.cell,
		`is ${quote(open.cell.value)}, which is neither a tick nor a no`,
		'Write TRUE, yes or x where the row is due, and FALSE or no where it is not. If another column says it, name that one as Ready Column, and if this one does not, add the line Paid = or Ready = to the option Column Names.',
	);
}

/** Refuses rows of which no External ID can be made. */
function requireNumber([row]: readonly Row[]): void {
	const isAnswer = row?.data.isAnswer === true;
	refuse(
		row?.inProblems ?? ROW,
		isAnswer ? 'has no order number, and no ID of its own' : 'has no order number',
		isAnswer
			? "Enter an External ID (in the options) that is the same whenever this answer comes, of n8n's Form as an expression: form-{{ $json.submittedAt.replace(/\\D/g, '') }}. Or add a hidden field Order Number: customers who type one choose the same. In Typeform and Jotform turn off Only Answers."
			: 'Enter one in the column Order Number, or name that column in the option Column Names, such as Order Number = Bestellung.',
	);
}

/**
 * Looks for a row twice: one that came twice is refused, as its pieces would be produced twice, and one that says the same as
 * another is reviewed, as it may have been pasted twice. An answer may be several rows.
 *
 * @param seen labels of the rows before, by where and what they are
 */
function lookForTwice(row: Row, seen: Map<unknown, string>, found: Findings): void {
	const { isAnswer, ref, columns } = row.data;
	if (isAnswer) return;
	if (ref !== undefined && seen.has(ref)) {
		refuse(
			row.inProblems,
			'came twice in this execution',
			'Let each row come once: look for two branches that lead here, or add a Remove Duplicates node before this one.',
		);
	}
	const content = JSON.stringify(columns);
	const other = seen.get(content);
	if (other !== undefined) {
		found.reviewNew(
			`${row.label} says the same as ${lowerFirst(other)}: check that both are to be produced. For more pieces, enter their Quantity in one row`,
			'repeatedLine',
		);
	}
	seen.set(ref, row.label).set(content, other ?? row.label);
}

/** Refuses a heading that may be meant as one that is missing, or as a further print file. */
function refuseMeant({ inProblems }: Row, heading: string, missing: ReadonlySet<Part>): void {
	const part = meantPart(heading, missing);
	if (part === undefined) return;
	// A print file may have its placement behind it, which a line would have to say.
	const line =
		part === 'printFile' ? '' : `, or add the line ${columnNamesLine(part, heading)} there`;
	refuse(
		`${inProblems} → ${quote(heading)}`,
		`may be meant as ${quote(labelOf(part))}`,
		`If it is a column of your own, add the line ${columnNamesLine('own', heading)} to the option Column Names. Otherwise correct the heading${line}.`,
	);
}

/** Headings of columns that say something and are not known. @throws UserError, see {@link refuseMeant} */
function* unreadColumnsOf(rows: readonly Row[], missing: ReadonlySet<Part>): Pieces<string[]> {
	const unread = new Set<string>();
	for (const row of rows) {
		for (const cell of row.others) {
			yield;
			const { column, kind } = cell;
			if (kind === 'named' || kind === 'replaced') continue;
			refuseMeant(row, column, missing);
			// The options of a product choose its variant.
			const isHeading = column.length <= MAX_NAME_OR_SKU_LENGTH && kind !== 'option';
			if (isHeading && isFilled(cell)) unread.add(column);
		}
	}
	return [...unread];
}

/**
 * Reads the rows of one order.
 *
 * @param isNamed whether the order has an External ID of its own
 * @throws UserError for rows without an order number, with two addresses, and with what cannot be read
 */
export function* readRows(
	given: JoinedRows,
	{ sendTestOrders, isCheck = false }: ReadingOptions,
	isNamed: boolean,
): Pieces<ShopOrder> {
	requireAtMost(MAX_ROWS, 'rows', given.rows.length, undefined);
	const number = yield* namedRows(given.rows);
	for (const row of given.rows) {
		yield;
		refuseUnknown(row, given.columns);
	}
	const rows = given.rows.filter(({ isEmpty }) => !isEmpty);
	const joined = { ...given, rows };
	const refs = rows.flatMap(({ data: { ref } }) => ref ?? []);
	const known = withoutUndefined({ number, rows: refs.length > 0 ? refs : undefined });
	const isTest = rows.some(({ data }) => data.isTest);
	const isLeftOut = isTest && !sendTestOrders;
	let reason = isLeftOut && !isCheck ? LEFT_OUT_TEST : yield* nothingToDo(rows);
	if (reason === undefined) {
		refuseOtherNumbers(rows);
		reason = yield* notReady(
			joined,
			given.rows.filter(({ isEmpty }) => isEmpty),
		);
	}
	if (reason !== undefined) {
		return { ...known, recipient: {}, lines: [], findings: [], nothingToDo: reason };
	}
	const found = new Findings();
	if (number === undefined && !isNamed) found.check(() => requireNumber(rows));
	const headings = new Map(PARTS.map((part) => [part, headingOf(joined, part)]));
	const has = (part: Part): boolean => headings.get(part) !== undefined;
	const missing = PARTS.filter(
		// There may be a further print file, of another placement.
		(part) =>
			part !== 'own' && (part === 'printFile' || !has(part)) && !given.names.replaced.has(part),
	);
	const unreadColumns = yield* unreadColumnsOf(rows, new Set(missing));
	if (isTest && !isLeftOut) found.warn(TEST_ORDER_WARNING, 'testOrder');
	const recipient = yield* recipientIn(joined, found);
	const lines: ShopLine[] = [];
	const countOf = new Map<string, number>();
	const methods = new Set<string>();
	const seen = new Map<unknown, string>();
	let date: unknown;
	for (const row of rows) {
		yield;
		// One that cannot be read is none.
		date ??= new Findings().check(() => row.valueOf('date'));
		lookForTwice(row, seen, found);
		if (rows.length === 1 || row.isLine) {
			lines.push(lineOf(row, lines.length, countOf, (part) => headings.get(part), found));
		}
		const method = textIn(row.valueOf('shipping'));
		if (method !== undefined) methods.add(method);
	}
	requireAtMost(MAX_SHIPPING_LINES, 'shipping methods', methods.size, number);
	return {
		...known,
		recipient,
		lines,
		findings: found.list,
		addressAdvice: addressAdvice(rows, recipient),
		unreadColumns,
		shippingMethods: [...methods].map((method) => [method]),
		date,
		...(!has('tracking') && { keepsNoSent: true }),
		...(isLeftOut && { nothingToDo: LEFT_OUT_TEST }),
	};
}
