// Reads an order of any source by its table: number, address, lines, shipping methods, and what becomes of it by its
// deciding fields.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import type { Pieces } from '../../../input/nextTurn';
import { isBrokenNumber, KEEP_AS_TEXT } from '../../../input/number';
import { withoutUndefined } from '../../../input/objects';
import { quote } from '../../../input/wording';
import { Findings } from '../../findings';
import { orderInProblems, SHOP_ORDER } from '../orderLabel';
import { linesIn, MAX_SHIPPING_LINES, requireAtMost } from '../reading';
import { recipientOfOrder, type ShopAddress } from '../shopAddress';
import type { ReadingOptions, ShopLine, ShopOrder } from '../shopOrder';
import { namedTaxNumber } from '../besideAddress';
import { contained, firstText, objectsIn, readableText, textIn } from '../values';
import { refuseOrder } from './detectShop';
import { whyNotSentOf } from './readDeciding';
import { orderKinds, otherKindIn } from './fieldKinds';
import { readable, readLine } from './readLine';
import { at, type RecipientTable, type SourceTable } from './sourceTable';

/** The order in some data. */
const orderIn = (table: SourceTable, value: unknown): IDataObject =>
	contained(value, table.isOrder) ?? refuseOrder(value, table.called, [table]);

/** The number of an order. One that has lost digits is refused: another order may have the same. */
function numberIn({ number: field }: SourceTable, order: IDataObject): string | undefined {
	const number = at(order, field);
	return isBrokenNumber(number)
		? refuse(SHOP_ORDER, `is order ${quote(number)}, a number that has lost digits`, KEEP_AS_TEXT)
		: textIn(number);
}

/** The parts of an address that have a text or a number. */
const addressOf = (parts: RecipientTable, order: IDataObject): ShopAddress =>
	Object.fromEntries(Object.entries(parts).map(([part, field]) => [part, at(order, [field])]));

/** Refuses an order with a field of another kind than its table says. */
function requireKinds(table: SourceTable, order: IDataObject, orderLabel: string): void {
	const what = otherKindIn(order, orderKinds(table), table);
	if (what !== undefined) refuse(orderLabel, what, `Pass the order as ${table.called} sends it.`);
}

function* recipientOf(
	{ recipient, billing = {}, keptAside, metadata, taxNumber }: SourceTable,
	order: IDataObject,
	taxNumberFrom: string | undefined,
	found: Findings,
): Pieces<IDataObject> {
	const shippingAddress = addressOf(recipient, order);
	const billingAddress = addressOf(billing, order);
	if (keptAside) {
		shippingAddress.keptAside = yield* keptAside(order, 'shipping');
		billingAddress.keptAside = yield* keptAside(order, 'billing');
	}
	const named = metadata && (yield* namedTaxNumber(taxNumberFrom, order, metadata(order)));
	const number = named ?? (taxNumber && (yield* taxNumber(order)));
	yield;
	return recipientOfOrder(shippingAddress, billingAddress, found, number);
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

/** Names of each shipping method, as people read them. @throws UserError for an order with more of them than any has */
function shippingMethodsOf(
	{ shippingMethods = { names: [] } }: SourceTable,
	order: IDataObject,
	number: string | undefined,
): string[][] {
	const { at: list, names } = shippingMethods;
	const methods = list === undefined ? [order] : objectsIn(at(order, list));
	requireAtMost(MAX_SHIPPING_LINES, 'shipping methods', methods.length, number);
	return methods
		.map((method) => names.flatMap((name) => readableText(textIn(at(method, name))) ?? []))
		.filter((named) => named.length > 0);
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
	const shown = number ?? firstText(at(order, table.name ?? []), at(order, table.id ?? []));
	const found = new Findings();
	const orderLabel = orderInProblems(shown);
	const shippingMethods = shippingMethodsOf(table, order, shown);
	const whyNotSent = whyNotSentOf(table, order, orderLabel, options, found);
	if (!whyNotSent) requireKinds(table, order, orderLabel);
	requireAllLines(table, order, orderLabel);
	yield;
	const recipient = yield* recipientOf(table, order, options.taxNumberFrom, found);
	const given = linesIn(at(order, table.lines.at), shown);
	yield;
	yield* table.review?.(order, given, whyNotSent !== undefined, found) ?? [];
	const beside = table.lines.beside?.(order, given);
	const lines: ShopLine[] = [];
	for (const [index, line] of given.entries()) {
		yield;
		const besideLine = beside?.(line, index) ?? {};
		lines.push(yield* readLine(table, line, index, { order, number: shown }, besideLine, found));
	}
	const cartProperties = table.cartProperties?.flatMap((read) => read(order));
	return withoutUndefined({
		number,
		name: table.name && textIn(at(order, table.name)),
		id: table.id === undefined ? number : textIn(at(order, table.id)),
		date: at(order, table.date),
		keepsNoSent: table.keepsNoSent,
		addressAdvice: table.addressAdvice,
		...{ recipient, shippingMethods, lines },
		buyerNote: table.buyerNote && readableText(at(order, table.buyerNote)),
		cartProperties: cartProperties && (yield* readable(table, cartProperties)),
		whyNotSent,
		findings: found.list,
	});
}
