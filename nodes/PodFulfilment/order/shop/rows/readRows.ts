// Reads the rows of one order, of a sheet or a form: whether they are due, and its number; the one address that they have, and
// the line that each is. What a row cannot mean is refused by its row and column.

import { refuse } from '../../../input/checks';
import { withoutUndefined } from '../../../input/objects';
import type { Pieces } from '../../../input/nextTurn';
import { firstAndMore, lowerFirst, quote } from '../../../input/wording';
import { Findings } from '../../findings';
import { lineInProblems, orderInProblems } from '../orderLabel';
import { MAX_SHIPPING_LINES, requireAtMost, TEST_ORDER_WARNING } from '../reading';
import type { ReadingOptions, ShopLine, ShopOrder } from '../shopOrder';
import { MAX_NAME_OR_SKU_LENGTH, textIn } from '../values';
import { type Cell, isFilled, isTicked, refuseTick } from './cells';
import { labelOf, type Part, partsFor } from './headings';
import type { JoinedRows } from './joinRows';
import { inTurn, refuseUnknown, type Row } from './row';
import { addressAdvice, recipientIn } from './rowAddress';
import { ROW } from './rowData';
import { lineOf } from './rowLine';

/** More rows are not those of one order. */
const MAX_ROWS = 5_000;

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

/** Why nothing is to be done with the rows any more; nothing else is read of these. */
function* nothingToDo(rows: readonly Row[], sendTestOrders: boolean): Pieces<string | undefined> {
	if (rows.length === 0) return 'The row has no SKU, name or address';
	if (!sendTestOrders && rows.some(({ data }) => data.isTest)) {
		return 'The answer is a test: turn on the option Send Test Orders to order it all the same';
	}
	const lines = rows.filter(({ isLine }) => isLine);
	if (lines.length === 0) return undefined;
	for (const line of lines) {
		yield;
		if (!line.isTracked) return undefined;
	}
	return 'All rows have a tracking number';
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
	let open: Cell | undefined;
	for (const part of partsFor('due')) {
		const heading = headingOf(given, part);
		if (heading === undefined) continue;
		for (const row of given.rows) {
			yield;
			const cells = row.cellsOf(part);
			if (cells.some(isTicked)) continue;
			const said = cells.find(isFilled);
			if (!said) return `${row.label} is not ready: its ${quote(heading)} is not ticked`;
			open ??= said;
		}
	}
	return open && refuseTick(open);
}

/**
 * Headings of columns that say something and are not known.
 *
 * @param known what the columns of the rows are
 * @param quantityHeading of the column that is the quantity
 * @throws UserError for a heading one letter off a known one, or with one of the quantity in it where no column is that
 */
function* unreadColumnsOf(
	{ rows, names }: JoinedRows,
	known: ReadonlySet<Part>,
	quantityHeading: string | undefined,
): Pieces<string[]> {
	const unread = new Set<string>();
	for (const { others, inProblems, data } of rows) {
		// The options of a product choose its variant.
		yield* inTurn(others, (cell) => {
			const { column } = cell;
			names.refuseSlip(inProblems, column, known);
			if (quantityHeading === undefined) names.refuseQuantity(inProblems, column);
			const isHeading =
				column.length <= MAX_NAME_OR_SKU_LENGTH && data.product?.options.has(column) !== true;
			if (isHeading && isFilled(cell) && !names.isKnown(column)) unread.add(column);
		});
	}
	return [...unread];
}

/** Refuses rows of which no External ID can be made. */
function requireNumber([row]: readonly Row[]): void {
	const isAnswer = row?.data.isAnswer === true;
	refuse(
		row?.inProblems ?? ROW,
		isAnswer ? 'has no order number, and no ID of its own' : 'has no order number',
		isAnswer
			? "Add a field Order Number to the form. Or enter an External ID that is the same whenever this answer comes, of n8n's Form as an expression: form-{{ $json.submittedAt.replace(/\\D/g, '') }}. In Typeform and Jotform turn off Only Answers."
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

/**
 * Reads the rows of one order.
 *
 * @param isNamed whether the order has an External ID of its own
 * @throws UserError for rows without an order number, with two addresses, and with what cannot be read
 */
export function* readRows(
	given: JoinedRows,
	{ sendTestOrders }: ReadingOptions,
	isNamed: boolean,
): Pieces<ShopOrder> {
	if (given.rows.length > MAX_ROWS) {
		refuse(
			labelOf('orderNumber'),
			`has ${given.rows.length} rows, but at most ${MAX_ROWS} are read`,
			'Check the column: rows of other orders have the same number, or the same External ID.',
		);
	}
	const number = yield* namedRows(given.rows);
	for (const row of given.rows) {
		yield;
		refuseUnknown(row, given.columns);
	}
	const rows = given.rows.filter(({ isEmpty }) => !isEmpty);
	const unfilled = given.rows.filter(({ isEmpty }) => isEmpty);
	const joined = { ...given, rows };
	const refs = rows.flatMap(({ data: { ref } }) => ref ?? []);
	const known = withoutUndefined({ number, rows: refs.length > 0 ? refs : undefined });
	const isDone = yield* nothingToDo(rows, sendTestOrders);
	if (isDone === undefined) refuseOtherNumbers(rows);
	const reason = isDone ?? (yield* notReady(joined, unfilled));
	if (reason !== undefined) {
		return { ...known, recipient: {}, lines: [], findings: [], nothingToDo: reason };
	}
	if (number === undefined && !isNamed) requireNumber(rows);
	refuseRepeated(rows);
	const parts = new Set(rows.flatMap((row) => row.parts));
	const headings = { quantity: headingOf(joined, 'quantity'), sku: headingOf(joined, 'sku') };
	const unreadColumns = yield* unreadColumnsOf(joined, parts, headings.quantity);
	const found = new Findings();
	if (rows.some(({ data }) => data.isTest)) found.warn(TEST_ORDER_WARNING, 'testOrder');
	const recipient = yield* recipientIn(joined, found);
	yield;
	const lines: ShopLine[] = [];
	const seen = new Map<string, number>();
	const methods = new Set<string>();
	const contents = new Map<string, string>();
	let date: unknown;
	for (const row of rows) {
		yield;
		// One that cannot be read is none.
		date ??= new Findings().check(() => row.valueOf('date'));
		reviewEqual(row, contents, found);
		if (rows.length === 1 || row.isLine) {
			lines.push(lineOf(row, lines.length, seen, headings, found));
		}
		const method = textIn(row.valueOf('shipping'));
		if (method !== undefined) methods.add(method);
	}
	requireAtMost(MAX_SHIPPING_LINES, 'shipping methods', methods.size, number);
	const hasTracking =
		parts.has('tracking') ||
		given.columns.has('tracking') ||
		given.names.named.some(({ part }) => part === 'tracking');
	return {
		...known,
		...{
			recipient,
			lines,
			findings: found.list,
			addressAdvice: addressAdvice(rows, recipient),
			unreadColumns,
		},
		shippingMethods: [...methods].map((method) => [method]),
		date,
		...(!hasTracking && { keepsNoSent: true }),
	};
}
