// Reads the rows of one order, of a sheet or a form: whether they are due, its number, the one address that they have, and
// a line for each. What a row cannot mean is refused by its row and column.

import type { IDataObject } from 'n8n-workflow';

import { numberOfPrice } from '../../../input/amount';
import { refuse } from '../../../input/checks';
import { comparableOptionValue, comparableSku } from '../../../input/equalText';
import type { Pieces } from '../../../input/nextTurn';
import { withoutUndefined } from '../../../input/objects';
import { firstAndMore, lowerFirst, quote, quotedList } from '../../../input/wording';
import { Findings } from '../../findings';
import { TEST_ORDER_WARNING } from '../due';
import { isHeld } from '../keptAside';
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

/** The column of a part, also one that the rows lack, as Airtable leaves out what is empty; undefined where none has it. */
function headingOf({ rows, names, columns }: JoinedRows, part: Part): string | undefined {
	const named = names.named.find((one) => one.part === part && one.column !== '');
	const own = rows.find((row) => row.cellsOf(part).length > 0);
	return own?.cellsOf(part)[0]?.column ?? named?.column ?? columns.get(part);
}

/**
 * Why the rows are not due yet.
 *
 * @throws UserError for a cell that is neither ticked nor says no
 */
function* notReady(given: JoinedRows): Pieces<string | undefined> {
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

/** What a row says of some parts. */
const saidOf = (row: Row, parts: readonly Part[]): Array<[Part, unknown]> =>
	parts
		.map((part): [Part, unknown] => [part, row.valueOf(part)])
		.filter(([, value]) => value !== undefined);

/** A part of an address, as several rows may write it. */
const comparablePart = (value: unknown): string => comparableOptionValue(String(value));

/** Refuses an answer with a whole address of which nothing says that the parcel goes there, or with another address. */
function refuseOpenAddress({ addresses, inProblems }: Row): void {
	const [one = addresses[0]] = addresses.filter(({ isRecipient }) => isRecipient);
	if (!one) return;
	if (one.isRecipient && addresses.every(({ content }) => content === one.content)) return;
	const others = addresses.map(({ column }) => column).filter((column) => column !== one.column);
	const isAlone = others.length === 0;
	refuse(
		`${inProblems} → ${quotedList([one.column, ...others], ' and ')}`,
		isAlone
			? 'is an address, and its heading does not say that the parcel goes there'
			: 'are different addresses, and the parcel goes to one of them',
		`${isAlone ? 'If it does, add' : 'Add'} the line ${labelOf('address1')} = ${one.column} to the option Column Names${isAlone ? '; otherwise with the column of the street to which it goes' : ', with the one that is meant'}.`,
	);
}

/** Refuses a question of a form that says something else than its list of products does under the same name. */
function refuseContrary({ data: { product }, inProblems }: Row): void {
	const [heading, value] = product?.contrary ?? [];
	if (heading === undefined) return;
	refuse(
		`${inProblems} → ${quote(heading)}`,
		`is ${quote(value)}, and the list of products says something else under that name`,
		'Remove one of the two from the form. To order this one, use another node with Order From set to Fields.',
	);
}

/** Parts by which a parcel is delivered: two rows of an order have the same, or one has none. */
const ADDRESS = partsFor('address', 'region');

const CONTACT = partsFor('contact');

/**
 * The recipient of the rows of an order, whose address may be in one of them alone.
 *
 * @throws UserError for two different addresses
 */
function* recipientIn({ rows, names }: JoinedRows, found: Findings): Pieces<IDataObject> {
	let first: { row: Row; parts: ReadonlyMap<Part, unknown> } | undefined;
	const contact = new Map<Part, unknown>();
	for (const row of rows) {
		yield;
		if (!names.replaced.has('address1')) refuseOpenAddress(row);
		for (const [part, value] of saidOf(row, CONTACT)) {
			if (!contact.has(part)) contact.set(part, value);
		}
		const parts = saidOf(row, ADDRESS);
		if (parts.length === 0) continue;
		const same = (first ??= { row, parts: new Map(parts) });
		const other = parts.find(
			([part, value]) => comparablePart(value) !== comparablePart(same.parts.get(part)),
		);
		if (!other) continue;
		refuse(
			`${row.inProblems} → ${labelOf(other[0])}`,
			`is not that of ${lowerFirst(same.row.label)}, and both are rows of one order`,
			'Enter the address in the first row of the order alone, or the same in each; or give them different order numbers.',
		);
	}
	const said = Object.fromEntries([...(first?.parts ?? []), ...contact]) as IDataObject;
	const { firstName, lastName, houseNumber, ...address } = said;
	const name = [firstName, lastName].flatMap((part) => textIn(part) ?? []).join(' ');
	const recipient = recipientFromParts({ name, ...address }, found);
	const number = longTextIn(houseNumber) ?? '';
	const isLacked = number !== '' && !isHeld({ kind: 'number', text: number }, recipient);
	if (first && isLacked && recipient.address1 !== undefined) {
		refuse(
			`${first.row.inProblems} → ${quote(first.row.cellsOf('houseNumber')[0]?.path)}`,
			`is ${quote(number)}, and the street ${quote(recipient.address1)} lacks it`,
			'Write the number into the column of the street, or join the two with an Edit Fields node before this one. If it is none of the address, add the line House Number = to the option Column Names.',
		);
	}
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

/**
 * How many pieces a row asks for.
 *
 * @param heading of the column for it, also where the row lacks it; without one, it is one piece
 */
function quantityOf(
	row: Row,
	heading: string | undefined,
): Partial<ShopLine> & Pick<ShopLine, 'quantity'> {
	const given = heading === undefined ? 1 : row.valueOf('quantity');
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
		quantityProblem: `the quantity in ${quote(row.cellsOf('quantity')[0]?.path ?? heading)} is ${given === undefined ? 'empty' : quote(given)}, but must be a whole number greater than 0. Write it in digits, such as 2; if another column has it, name that one in the option Column Names.`,
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
	const { unpaid } = row.data;
	if (unpaid !== undefined) {
		found.review(
			`${row.label}: ${quote(unpaid)} says of no payment that it was made: check whether it was before you confirm the order`,
			'notPaid',
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
function lineOf(
	row: Row,
	index: number,
	seen: Map<string, number>,
	found: Findings,
): Omit<ShopLine, 'quantity'> {
	const sku = row.idOf('sku');
	const name = row.textOf('productName');
	const key = sku ?? textIn(name);
	const count = key === undefined ? 0 : (seen.get(comparableSku(key)) ?? 0) + 1;
	if (key !== undefined) seen.set(comparableSku(key), count);
	const { recordId = count > 1 ? `${key} (${count})` : key } = row.data;
	refuseContrary(row);
	reviewOwnWords(row, found);
	return withoutUndefined({
		...{ isRow: true, id: recordId, sku, name },
		label: lineLabel(index, name, sku).replace(/^Line \d+/, () => row.label),
		otherIds: sku === undefined && name !== undefined ? [{ name: 'Product', id: name }] : undefined,
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
	for (const { others, inProblems, data } of rows) {
		// The options of a product choose its variant.
		yield* inTurn(others, (cell) => {
			const { column } = cell;
			names.refuseSlip(inProblems, column, known);
			const isHeading =
				column.length <= MAX_NAME_OR_SKU_LENGTH && data.product?.options.has(column) !== true;
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
	const recipient = yield* recipientIn(joined, found);
	const quantityHeading = headingOf(joined, 'quantity');
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
			const line = lineOf(row, lines.length, seen, found);
			lines.push({ ...line, ...quantityOf(row, quantityHeading) });
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
