// Reads an order of any source by its table: number, address, lines with SKUs, quantity left, price and properties, and
// what becomes of it by its deciding fields.

import type { IDataObject } from 'n8n-workflow';

import { isBrokenNumber, KEEP_AS_TEXT } from '../../../input/brokenNumber';
import { refuse } from '../../../input/checks';
import { decodeEntities } from '../../../input/entities';
import { isObject, numberIn as amountIn, withoutUndefined } from '../../../input/guards';
import type { Pieces } from '../../../input/nextTurn';
import { quote } from '../../../input/wording';
import { Findings } from '../../findings';
import { lineLabel, nameIn } from '../lineLabel';
import { checkQuantity } from '../lineQuantity';
import { priceIn } from '../money';
import { lineDataInProblems, orderInProblems, SHOP_ORDER } from '../orderLabel';
import {
	GIFT_CARD,
	linesIn,
	NOT_SHIPPED,
	propertiesOfLine,
	refuseOrder,
	type Excluded,
} from '../reading';
import { recipientOfOrder } from '../recipientOfOrder';
import type { ShopAddress } from '../shopAddress';
import type { LineProperty, ReadingOptions, ShopLine, ShopOrder } from '../shopOrder';
import { firstText, longTextIn, objectIn, readableText, textIn, wholeNumberIn } from '../values';
import { refuseNoOrder } from './index';
import { decisionOnLine, readDeciding, whyNotSentBy, type LineDecision } from './readDeciding';
import { at, contained, type Field, type PriceField, type SourceTable } from './sourceTable';

/** The order in some data. */
function orderIn(table: SourceTable, value: unknown): IDataObject {
	const order = contained(value, table.isOrder);
	if (order) return order;
	refuseNoOrder(value, [table]);
	return refuseOrder(value, table.called);
}

/** The number of an order. One that has lost digits is refused: another order may have the same. */
function numberIn({ number: field }: SourceTable, order: IDataObject): string | undefined {
	const number = at(order, field);
	return isBrokenNumber(number)
		? refuse(SHOP_ORDER, `is order ${quote(number)}, a number that has lost digits`, KEEP_AS_TEXT)
		: textIn(number);
}

function addressOf({ recipient }: SourceTable, order: IDataObject): ShopAddress {
	return Object.fromEntries(
		Object.entries(recipient).map(([part, fields]) => [
			part,
			fields.map((field) => at(order, field)).find((value) => longTextIn(value) !== undefined),
		]),
	);
}

/** The price of one piece, in the currency's main unit. */
function pieceOf(
	{ unit, isOfAllPieces }: PriceField,
	value: unknown,
	currency: string | undefined,
	quantity: number,
	decimalsOf: SourceTable['decimalsOf'],
): string | undefined {
	if (unit === 'main' && isOfAllPieces !== true) return priceIn(value, currency);
	const given = amountIn(unit === 'amountAndDivisor' ? objectIn(value).amount : value);
	const divisor = {
		main: () => 1,
		smallest: () => {
			const decimals = decimalsOf?.(currency ?? '');
			return decimals === undefined ? undefined : 10 ** decimals;
		},
		amountAndDivisor: () => amountIn(objectIn(value).divisor),
	}[unit]();
	return given === undefined || divisor === undefined || divisor <= 0 || quantity <= 0
		? undefined
		: priceIn(given / divisor / (isOfAllPieces === true ? quantity : 1), currency);
}

/** Whether a price says that there is none: it is empty, or 0. */
const isNoPrice = (value: unknown): boolean =>
	value === undefined || value === null || amountIn(isObject(value) ? value.amount : value) === 0;

function priceOf(
	table: SourceTable,
	line: IDataObject,
	order: IDataObject,
): Pick<ShopLine, 'price' | 'unreadPrice'> {
	const { lines, currency, decimalsOf } = table;
	const code = firstText(at(line, currency), at(order, currency))?.toUpperCase();
	const quantity = wholeNumberIn(at(line, lines.quantity)) ?? 0;
	for (const field of lines.prices) {
		const value = at(line, field.path);
		if (isNoPrice(value)) continue;
		const price = pieceOf(field, value, code, quantity, decimalsOf);
		return price === undefined
			? { unreadPrice: `${JSON.stringify(value)} ${code ?? ''}`.trim() }
			: { price };
	}
	return {};
}

/** Properties as people read them, where the source writes them for a page. */
const readable = ({ hasEntities }: SourceTable, properties: LineProperty[]): LineProperty[] =>
	hasEntities === undefined
		? properties
		: properties.map(({ names, value, ...others }) => ({
				...others,
				names: names.map(decodeEntities),
				value: typeof value === 'string' ? decodeEntities(value) : value,
			}));

const EXCLUDED: Readonly<Partial<Record<NonNullable<LineDecision['meaning']>, Excluded>>> = {
	cancelled: { leftOutBecause: 'it was cancelled' },
	giftCard: GIFT_CARD,
	notShipped: NOT_SHIPPED,
};

const textsAt = (object: IDataObject, fields: readonly Field[]): string[] => [
	...new Set(fields.flatMap((field) => textIn(at(object, field)) ?? [])),
];

/** Reads one line, and adds its warnings and problems to those of the order. */
function lineOf(
	table: SourceTable,
	line: IDataObject,
	index: number,
	{ order, number }: { order: IDataObject; number: string | undefined },
	found: Findings,
): ShopLine {
	const { lines, called } = table;
	const ofOwner = textsAt(line, lines.skus);
	const skus = ofOwner.length > 0 ? ofOwner : textsAt(line, lines.otherIds);
	const name = nameIn(at(line, lines.name));
	const label = lineLabel(index, name, skus);
	const inProblems = lineDataInProblems(label, number);
	const id = at(line, lines.id);
	if (isBrokenNumber(id)) {
		found.problem(
			`${inProblems}: has the line ID ${quote(id)}, a number that has lost digits. ${KEEP_AS_TEXT}`,
		);
	}
	const { meaning, doubt } = decisionOnLine(
		readDeciding(lines.deciding, line, table, inProblems),
		called,
	);
	const given = at(line, lines.quantity);
	const countAt = (field: Field | undefined) =>
		field === undefined ? 0 : Math.max(0, wholeNumberIn(at(line, field)) ?? 0);
	const ordered = wholeNumberIn(given) ?? 0;
	const left = Math.max(0, ordered - countAt(lines.takenOff));
	const excluded = meaning === undefined ? undefined : EXCLUDED[meaning];
	const isEmptied =
		excluded?.isUnshipped !== true &&
		excluded?.isGiftCard !== true &&
		(excluded !== undefined || (ordered >= 0 && wholeNumberIn(given) !== undefined && left === 0));
	const leftOutBecause =
		excluded?.leftOutBecause ??
		(isEmptied ? (ordered === 0 ? 'its quantity is 0' : 'it was refunded or removed') : undefined);
	const quantity = leftOutBecause === undefined ? left : 0;
	const fulfilled = meaning === 'sent' ? quantity : Math.min(quantity, countAt(lines.sent));
	return withoutUndefined({
		label,
		id: textIn(id),
		skus,
		name,
		quantity,
		fulfilled: fulfilled > 0 ? fulfilled : undefined,
		quantityProblem:
			leftOutBecause === undefined ? checkQuantity(label, given, left, found) : undefined,
		doubt: leftOutBecause === undefined ? doubt : undefined,
		...priceOf(table, line, order),
		...propertiesOfLine(readable(table, lines.properties(line))),
		leftOutBecause,
		isUnshipped: excluded?.isUnshipped,
		isGiftCard: excluded?.isGiftCard,
		isEmptied: isEmptied || undefined,
	});
}

/** Refuses an order that does not show all its lines. */
function requireAllLines(
	{ lines, called }: SourceTable,
	order: IDataObject,
	orderLabel: string,
): void {
	if (!Array.isArray(at(order, lines.at))) {
		refuse(
			orderLabel,
			`lacks "${lines.at}", so nothing says what to produce`,
			`Pass the whole order as ${called} sends it, with a list there.`,
		);
	}
	if (!lines.more) return;
	const { path, advice } = lines.more;
	const hasMore = at(order, path);
	if (hasMore === true) refuse(orderLabel, 'has more lines than were asked for', advice);
	if (hasMore === false) return;
	refuse(orderLabel, `does not say whether it has more lines: it lacks "${path}"`, advice);
}

/**
 * Reads an order of a source by its table.
 *
 * @throws UserError for data that is no order of the source, for one without all its lines, and for one with a deciding
 * field that cannot be read
 */
export function* readSource(
	table: SourceTable,
	value: unknown,
	options: ReadingOptions,
): Pieces<ShopOrder> {
	const order = orderIn(table, value);
	const number = numberIn(table, order);
	const label = orderInProblems(number);
	const found = new Findings();
	const said = readDeciding(table.deciding, order, table, label);
	const whyNotSent = whyNotSentBy(said, table.called, options, found);
	requireAllLines(table, order, label);
	yield;
	const recipient = recipientOfOrder(addressOf(table, order), {}, found);
	const lines: ShopLine[] = [];
	for (const line of linesIn(at(order, table.lines.at), number)) {
		yield;
		lines.push(lineOf(table, line, lines.length, { order, number }, found));
	}
	return withoutUndefined({
		number,
		id: table.id === undefined ? number : textIn(at(order, table.id)),
		recipient,
		addressAdvice: table.addressAdvice,
		shippingMethods: (table.shippingMethods?.(order) ?? [])
			.map((names) => names.flatMap((name) => readableText(textIn(name)) ?? []))
			.filter((names) => names.length > 0),
		lines,
		buyerNote: table.buyerNote && readableText(at(order, table.buyerNote)),
		cartProperties: readable(table, table.cartProperties?.(order) ?? []),
		whyNotSent,
		findings: found.list,
	});
}
