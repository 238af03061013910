// Reads the rows of one order, of a sheet or a form: whether they are due, its number, the one address that they have, and
// a line for each. What a row cannot mean is refused by its row and column.

import type { IDataObject } from 'n8n-workflow';

import { numberOfPrice } from '../../../input/amount';
import { refuse } from '../../../input/checks';
import { comparableSku } from '../../../input/equalText';
import { withoutUndefined } from '../../../input/guards';
import type { Pieces } from '../../../input/nextTurn';
import { firstAndMore, lowerFirst, quote, quotedList } from '../../../input/wording';
import { Findings } from '../../findings';
import { TEST_ORDER_WARNING } from '../due';
import { priceIn } from '../money';
import { lineInProblems, lineLabel, orderInProblems } from '../orderLabel';
import { MAX_SHIPPING_LINES, propertiesOfLine, requireAtMost } from '../reading';
import { recipientFromParts, warnOfMissing } from '../shopAddress';
import type { LineProperty, ReadingOptions, ShopLine, ShopOrder } from '../shopOrder';
import { longTextIn, MAX_NAME_OR_SKU_LENGTH, textIn, wholeNumberIn } from '../values';
import {
	isFilled,
	isTicked,
	isUpload,
	refuseTick,
	refuseUnreadable,
	saysAnything,
	type Cell,
} from './cells';
import { labelOf, partsFor, type Part } from './headings';
import type { JoinedRows } from './joinRows';
import { inTurn, type Row } from './row';
import { ROW } from './rowData';

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

/**
 * Why the rows are not due yet.
 *
 * @throws UserError for a cell that is neither ticked nor says no
 */
function* notReady({ rows, names, columns }: JoinedRows): Pieces<string | undefined> {
	let open: Cell | undefined;
	for (const part of partsFor('due')) {
		const named = names.named.find((one) => one.part === part && one.column !== '');
		const [own] = rows.flatMap((row) => row.cellsOf(part));
		const heading = own?.column ?? named?.column ?? columns.get(part);
		if (heading === undefined) continue;
		for (const row of rows) {
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

/** What a row says of some parts. */
const saidOf = (row: Row, parts: readonly Part[]): Array<[Part, unknown]> =>
	parts
		.map((part): [Part, unknown] => [part, row.valueOf(part)])
		.filter(([, value]) => value !== undefined);

/** Parts by which a parcel is delivered: two rows of an order have the same, or one has none. */
const ADDRESS = partsFor('address', 'region');

const CONTACT = partsFor('contact');

/**
 * The recipient of the rows of an order, whose address may be in one of them alone.
 *
 * @throws UserError for two different addresses
 */
function* recipientIn(rows: readonly Row[], found: Findings): Pieces<IDataObject> {
	let first: { label: string; parts: ReadonlyMap<Part, unknown> } | undefined;
	const contact = new Map<Part, unknown>();
	for (const row of rows) {
		yield;
		for (const [part, value] of saidOf(row, CONTACT)) {
			if (!contact.has(part)) contact.set(part, value);
		}
		const parts = saidOf(row, ADDRESS);
		if (parts.length === 0) continue;
		const same = (first ??= { label: row.label, parts: new Map(parts) });
		const other = parts.find(([part, value]) => String(value) !== String(same.parts.get(part)));
		if (!other) continue;
		refuse(
			`${row.inProblems} → ${labelOf(other[0])}`,
			`is not that of ${lowerFirst(same.label)}, and both are rows of one order`,
			'Enter the address in the first row of the order alone, or the same in each; or give them different order numbers.',
		);
	}
	const said = Object.fromEntries([...(first?.parts ?? []), ...contact]) as IDataObject;
	const { firstName, lastName, ...address } = said;
	const names = [firstName, lastName].flatMap((part) => textIn(part) ?? []).join(' ');
	const recipient = recipientFromParts({ name: names, ...address }, found);
	warnOfMissing(recipient, found);
	return recipient;
}

/** The properties of a line: its print files, and what else the row says. */
function propertiesOf(row: Row): LineProperty[] {
	const property = ({ column, value }: Cell): LineProperty => ({
		names: column.length > MAX_NAME_OR_SKU_LENGTH ? [] : [column],
		// The name of an upload says that there is a file, which nothing is printed of.
		value: isUpload(value) ? value.filename : value,
	});
	const files = row.cellsOf('printFile');
	for (const file of files) refuseUnreadable(file, labelOf('printFile'));
	// What an owner writes into a sheet is nothing that a customer entered.
	const ofOwner = row.data.isAnswer ? {} : { isField: true as const };
	return [
		...files.map(property),
		...row.others.filter(isFilled).map((cell) => ({ ...property(cell), ...ofOwner })),
		...row
			.cellsOf('productName')
			.map((cell) => ({ ...property(cell), isField: true as const, isRead: true as const })),
	];
}

function priceOf(row: Row): Pick<ShopLine, 'price' | 'unreadPrice'> {
	const value = row.valueOf('price');
	const written = longTextIn(value);
	if (written === undefined || Number(written) === 0) return {};
	const price = priceIn(value, undefined) ?? numberOfPrice(written);
	return price === undefined ? { unreadPrice: written } : { price };
}

/** How many pieces a row asks for. Without a column for it, it is one. */
function quantityOf(row: Row): Partial<ShopLine> & Pick<ShopLine, 'quantity'> {
	const [cell] = row.cellsOf('quantity');
	const given = cell ? row.valueOf('quantity') : 1;
	// Of '1.000' nobody knows whether it is one or a thousand.
	const isOpen = typeof given === 'string' && /^\d{1,3}\.\d{3}$/.test(given);
	const quantity = isOpen ? undefined : wholeNumberIn(given);
	if (quantity === 0) {
		return { quantity, leftOutBecause: 'its quantity is 0', isEmptied: true };
	}
	if (quantity !== undefined && quantity > 0) {
		return { quantity, ...(row.isTracked && { fulfilled: quantity }) };
	}
	return {
		quantity: 0,
		quantityProblem: `the quantity in ${quote(cell?.column ?? '')} is ${given === undefined ? 'empty' : quote(given)}, but must be a whole number greater than 0`,
	};
}

/** Has a row reviewed that says something of which only its owner knows what it means. */
function reviewOwnWords(row: Row, found: Findings): void {
	const tracking = row.cellsOf('tracking').find(saysAnything);
	if (tracking && !row.isTracked) {
		found.reviewNew(
			`${row.label}: ${quote(tracking.column)} is ${quote(tracking.value)}, which is no tracking number: check whether the row is to be produced. If it is, empty the cell; if the column is another one, add the line Tracking = to the option Column Names`,
			'unknownStatus',
		);
	}
	for (const part of partsFor('review')) {
		for (const { column, value } of row.cellsOf(part).filter(isFilled)) {
			found.review(
				`${row.label}: ${quote(column)} is ${quote(value)}, and what that means is not known: check whether it is to be produced. If the column changes nothing, add the line ${labelOf(part)} = to the option Column Names; if it says which rows are due, name it as Ready Column`,
				'unknownStatus',
			);
		}
	}
}

/**
 * @param seen how often a SKU or a name was seen before in the order; a sheet has no ID for a row that would stay when it is
 * sorted
 */
function lineOf(row: Row, index: number, seen: Map<string, number>, found: Findings): ShopLine {
	const sku = row.idOf('sku');
	const name = row.textOf('productName');
	const key = sku ?? textIn(name);
	const count = key === undefined ? 0 : (seen.get(comparableSku(key)) ?? 0) + 1;
	if (key !== undefined) seen.set(comparableSku(key), count);
	const { recordId = count > 1 ? `${key} (${count})` : key } = row.data;
	reviewOwnWords(row, found);
	return withoutUndefined({
		...{ isRow: true, id: recordId, sku, name },
		label: lineLabel(index, name, sku).replace(/^Line \d+/, () => row.label),
		otherIds: sku === undefined && name !== undefined ? [{ name: 'Product', id: name }] : undefined,
		...quantityOf(row),
		...priceOf(row),
		...propertiesOfLine(propertiesOf(row)),
	});
}

/**
 * Headings of columns that say something and are not known.
 *
 * @param known what the columns of the rows are
 * @throws UserError for a heading one letter off a known one
 */
function* unreadColumnsOf({ rows, names }: JoinedRows, known: ReadonlySet<Part>): Pieces<string[]> {
	const unread = new Set<string>();
	for (const { others, inProblems } of rows) {
		yield* inTurn(others, (cell) => {
			const { column } = cell;
			names.refuseSlip(inProblems, column, known);
			const isHeading = column.length <= MAX_NAME_OR_SKU_LENGTH;
			if (isHeading && isFilled(cell) && !names.isKnown(column)) unread.add(column);
		});
	}
	return [...unread];
}

/** Column names that a message lists. */
const MAX_NAMED = 20;

/** What an address needs. A company may replace the name. */
const ADDRESS_PARTS: readonly Part[] = ['name', 'address1', 'city', 'zip', 'countryCode'];

function addressAdvice([row]: readonly Row[], recipient: IDataObject): string {
	const columns = (row?.data.columns ?? []).map(([heading]) => heading).slice(0, MAX_NAMED);
	const isGiven = (part: Part): boolean =>
		recipient[part] !== undefined || (part === 'name' && recipient.company !== undefined);
	const empty = ADDRESS_PARTS.filter((part) => !isGiven(part));
	return `Fill its cells ${quotedList(empty.map(labelOf), ' and ')}. The columns are ${quotedList(columns)}: if those have other headings, name them in the option Column Names, such as Zip = PLZ.`;
}

/** Refuses rows of which no External ID can be made. */
function requireNumber([row]: readonly Row[]): void {
	const isAnswer = row?.data.isAnswer === true;
	refuse(
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
	const rows = given.rows.filter(({ isEmpty }) => !isEmpty);
	const joined = { ...given, rows };
	const refs = rows.flatMap(({ data: { ref } }) => ref ?? []);
	const known = withoutUndefined({ number, rows: refs.length > 0 ? refs : undefined });
	const isDone = yield* nothingToDo(rows, sendTestOrders);
	if (isDone === undefined) refuseOtherNumbers(rows);
	const reason = isDone ?? (yield* notReady(joined));
	if (reason !== undefined) {
		return { ...known, recipient: {}, lines: [], findings: [], nothingToDo: reason };
	}
	if (number === undefined && !isNamed) requireNumber(rows);
	refuseRepeated(rows);
	const parts = new Set(rows.flatMap((row) => row.parts));
	const unreadColumns = yield* unreadColumnsOf(joined, parts);
	const found = new Findings();
	if (rows.some(({ data }) => data.isTest)) found.warn(TEST_ORDER_WARNING, 'testOrder');
	const recipient = yield* recipientIn(rows, found);
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
		if (rows.length === 1 || row.isLine) lines.push(lineOf(row, lines.length, seen, found));
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
