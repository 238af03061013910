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
import { priceIn, unreadPriceOf } from '../money';
import { lineDataInProblems, orderInProblems, orderNumberIn, SHOP_ORDER } from '../orderLabel';
import { refuseOrder } from '../detectShop';
import { GIFT_CARD, linesIn, NOT_SHIPPED, propertiesOfLine, requireFew } from '../reading';
import { recipientOfOrder, type ShopAddress } from '../shopAddress';
import { lineLabel, nameIn, shopLine, type FoundLine } from '../shopLine';
import type { LineProperty, ReadingOptions, ShopLine, ShopOrder, WhyNotSent } from '../shopOrder';
import { contained, hasLineItems, unwrapped } from '../unwrapped';
import {
	firstText,
	listIn,
	longTextIn,
	objectIn,
	readableText,
	saysNo,
	textIn,
	wholeNumberIn,
} from '../values';
import { refuseNoOrder } from './index';
import { decisionOnLine, readDeciding, whyNotSentBy } from './readDeciding';
import {
	at,
	nameOfId,
	type Field,
	type PriceField,
	type RecipientTable,
	type SourceTable,
} from './sourceTable';

/** The order in some data. */
function orderIn(table: SourceTable, value: unknown): IDataObject {
	const order = contained(value, table.isOrder);
	if (order) return order;
	refuseNoOrder(value, [table]);
	return refuseOrder(unwrapped(value, hasLineItems), table.called);
}

/** The number of an order. One that has lost digits is refused: another order may have the same. */
function numberIn({ number: field }: SourceTable, order: IDataObject): string | undefined {
	const number = at(order, field);
	return isBrokenNumber(number)
		? refuse(SHOP_ORDER, `is order ${quote(number)}, a number that has lost digits`, KEEP_AS_TEXT)
		: textIn(number);
}

/** What is said of an order without what an earlier field says too, such as that part of it was refunded. */
const eachReasonOnce = <Said extends { meaning: unknown }>(said: readonly Said[]): Said[] =>
	said.filter(
		({ meaning }, index) =>
			!isObject(meaning) || said.findIndex((other) => other.meaning === meaning) === index,
	);

/** Why an order is not sent. What is to be looked at in one that is sent is added to the findings. */
function whyNotSentOf(
	table: SourceTable,
	order: IDataObject,
	orderLabel: string,
	options: ReadingOptions,
	found: Findings,
): WhyNotSent | undefined {
	const notPlaced = table.notPlaced?.(order);
	if (notPlaced) return notPlaced;
	const fields = [...table.deciding, ...(table.decidingIn?.(order) ?? [])];
	const said = eachReasonOnce(readDeciding(fields, order, table, orderLabel));
	return whyNotSentBy(said, order, table.called, options, found);
}

const addressOf = (parts: RecipientTable, order: IDataObject): ShopAddress =>
	Object.fromEntries(
		Object.entries(parts).map(([part, fields]) => [
			part,
			fields.map((field) => at(order, field)).find((value) => longTextIn(value) !== undefined),
		]),
	);

function* recipientOf(
	{ recipient, billing = {}, keptAside, taxNumber }: SourceTable,
	order: IDataObject,
	named: string | undefined,
	found: Findings,
): Pieces<IDataObject> {
	const shippingAddress = addressOf(recipient, order);
	const billingAddress = addressOf(billing, order);
	if (keptAside) {
		shippingAddress.keptAside = yield* keptAside(order, 'shipping');
		billingAddress.keptAside = yield* keptAside(order, 'billing');
	}
	const number = taxNumber && (yield* taxNumber(order, named));
	yield;
	return recipientOfOrder(shippingAddress, billingAddress, found, number);
}

/** No currency has more; a number has none beyond 100. */
const MAX_DECIMALS = 20;

/** The amount in a price: alone, or with its divisor. */
const amountOf = (value: unknown): number | undefined =>
	amountIn(isObject(value) ? value.amount : value);

/** The price of one piece, in the currency's main unit; undefined where its unit is not known. */
function pieceOf(
	{ decimalsOf }: SourceTable,
	{ unit, isOfAllPieces }: PriceField,
	value: unknown,
	currency: string | undefined,
	quantity: number,
): string | undefined {
	const pieces = isOfAllPieces === true ? quantity : 1;
	const amount = amountOf(value);
	if (amount === undefined || pieces <= 0) return undefined;
	if (unit === 'main') return priceIn(pieces === 1 ? value : amount / pieces, currency);
	const decimals =
		unit === 'smallest'
			? decimalsOf?.(currency ?? '')
			: Math.log10(amountIn(objectIn(value).divisor) ?? 0);
	const isUnknown = decimals === undefined || !Number.isInteger(decimals);
	if (isUnknown || decimals < 0 || decimals > MAX_DECIMALS) return undefined;
	// In the currency's decimals as the source has them: others write it with fewer.
	return priceIn((amount / 10 ** decimals / pieces).toFixed(decimals), currency);
}

function priceOf(
	table: SourceTable,
	line: IDataObject,
	order: IDataObject,
): Pick<ShopLine, 'price' | 'unreadPrice'> {
	const { lines, currency } = table;
	const isPrice = (value: unknown): boolean => !saysNo(value) && amountOf(value) !== 0;
	const field = lines.prices.find(({ path }) => isPrice(at(line, path)));
	if (!field) return {};
	const value = at(line, field.path);
	const code = firstText(at(line, currency), at(order, currency))?.toUpperCase();
	const quantity = wholeNumberIn(at(line, lines.quantity)) ?? 0;
	const price = pieceOf(table, field, value, code, quantity);
	return price === undefined ? { unreadPrice: unreadPriceOf(value) } : { price };
}

/** Properties as people read them, where the source writes them for a page. */
function* readable(
	{ hasEntities }: SourceTable,
	properties: LineProperty[],
): Pieces<LineProperty[]> {
	if (hasEntities === undefined) return properties;
	const read: LineProperty[] = [];
	for (const { names, value, ...others } of properties) {
		yield;
		const text = typeof value === 'string' ? decodeEntities(value) : value;
		read.push({ ...others, names: names.map(decodeEntities), value: text });
	}
	return read;
}

const EXCLUDED = { giftCard: GIFT_CARD, notShipped: NOT_SHIPPED };

/** How many pieces a field says, such as those that were refunded; 0 where it is empty, undefined for what is no number. */
function countAt(line: IDataObject, field: Field | undefined): number | undefined {
	const value = field === undefined ? undefined : at(line, field);
	if (value === undefined || value === null) return 0;
	const count = wholeNumberIn(value);
	return count !== undefined && count >= 0 ? count : undefined;
}

/** Has a line refused by whose ID its item could not be found again. */
function checkId(
	{ lines, called }: SourceTable,
	id: unknown,
	label: string,
	found: Findings,
): void {
	if (lines.mayLackId === true) return;
	if (isBrokenNumber(id)) {
		const what = `has the line ID ${quote(id)}, a number that has lost digits`;
		found.problem(`${label}: ${what}. ${KEEP_AS_TEXT}`, 'line');
	} else if (textIn(id) === undefined) {
		found.problem(
			`${label} has no line ID: it lacks ${quote(String(lines.id))}. Pass the whole order as ${called} sends it.`,
			'line',
		);
	}
}

/** Reads one line, and adds its warnings and problems to those of the order. */
function* lineOf(
	table: SourceTable,
	line: IDataObject,
	index: number,
	{ order, number }: { order: IDataObject; number: string | undefined },
	found: Findings,
): Pieces<FoundLine> {
	const { lines } = table;
	const skus = lines.skus.map((field) => at(line, field));
	const name = nameIn(at(line, lines.name));
	const skuTexts = skus.flatMap((sku) => textIn(sku) ?? []);
	const inProblems = lineDataInProblems(lineLabel(index, name, skuTexts), number);
	const id = at(line, lines.id);
	checkId(table, id, inProblems, found);
	const said = readDeciding(lines.deciding, line, table, inProblems);
	const variantTitle = lines.variantTitle && textIn(at(line, lines.variantTitle));
	const { meaning, doubt } = decisionOnLine(said, table.called);
	const isCancelled = meaning === 'cancelled';
	const ordered = at(line, lines.quantity);
	const [takenOff, sent] = [countAt(line, lines.takenOff), countAt(line, lines.sent)];
	const { properties, ...unread } = propertiesOfLine(lines.properties(line));
	const left = isCancelled ? 0 : Math.max(0, (wholeNumberIn(ordered) ?? 0) - (takenOff ?? 0));
	return {
		...{ id, skus, name, ordered, left, doubt },
		otherIds: Object.fromEntries(
			lines.otherIds.map((field) => [nameOfId(field), at(line, field)] as const),
		),
		fulfilled: meaning === 'sent' ? left : Math.min(left, sent ?? 0),
		piecesProblem:
			takenOff === undefined || sent === undefined
				? 'the pieces that were refunded or sent are no whole number'
				: undefined,
		excluded: meaning === 'giftCard' || meaning === 'notShipped' ? EXCLUDED[meaning] : undefined,
		emptied: isCancelled ? 'it was cancelled' : 'it was refunded or removed',
		...(variantTitle !== undefined && { variantTitle }),
		...priceOf(table, line, order),
		...unread,
		properties: yield* readable(table, properties),
	};
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

/** Names of each shipping method, as people read them. */
function shippingMethodsOf(
	{ shippingMethods }: SourceTable,
	order: IDataObject,
	number: string | undefined,
): string[][] {
	const methods = shippingMethods?.(order) ?? [];
	requireFew('shipping methods', methods.length, number);
	return methods
		.map((names) => names.flatMap((name) => readableText(textIn(name)) ?? []))
		.filter((names) => names.length > 0);
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
	const order = orderIn(table, table.inItsNames ? yield* table.inItsNames(value) : value);
	const number = numberIn(table, order);
	// By which an error workflow knows the order, also one that could not be read.
	const shown = orderNumberIn(value) ?? number;
	const found = new Findings();
	requireFew('shipping lines', listIn(at(order, table.shippingLines ?? '')).length, shown);
	const whyNotSent = whyNotSentOf(table, order, orderInProblems(shown), options, found);
	requireAllLines(table, order, orderInProblems(shown));
	yield;
	const recipient = yield* recipientOf(table, order, options.taxNumberFrom, found);
	const given = linesIn(at(order, table.lines.at), shown);
	yield;
	yield* table.review?.(order, given, whyNotSent !== undefined, found) ?? [];
	const beside = table.lines.beside?.(order, given);
	const lines: ShopLine[] = [];
	for (const [index, line] of given.entries()) {
		yield;
		const read = yield* lineOf(table, line, index, { order, number: shown }, found);
		lines.push(shopLine(index, { ...read, ...beside?.(line, index) }, found));
	}
	return withoutUndefined({
		number,
		name: table.name && textIn(at(order, table.name)),
		id: table.id === undefined ? number : textIn(at(order, table.id)),
		date: at(order, table.date),
		keepsNoSent: table.keepsNoSent,
		recipient,
		addressAdvice: table.addressAdvice,
		shippingMethods: shippingMethodsOf(table, order, shown),
		lines,
		buyerNote: table.buyerNote && readableText(at(order, table.buyerNote)),
		cartName: table.cartName,
		cartProperties: table.cartProperties && (yield* readable(table, table.cartProperties(order))),
		whyNotSent,
		findings: found.list,
	});
}
