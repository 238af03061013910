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
import { at, propertiesOf } from './field';
import { orderKinds, otherKindIn } from './fieldKinds';
import { whyNotSentOf } from './readDeciding';
import { readLine } from './readLine';
import type { RecipientTable, SourceTable } from './sourceTable';

/** The number of an order. One that has lost digits is refused: another order may have the same. */
function numberOf({ number: field }: SourceTable, order: IDataObject): string | undefined {
	const number = at(order, field);
	return isBrokenNumber(number)
		? refuse(SHOP_ORDER, `is order ${quote(number)}, a number that has lost digits`, KEEP_AS_TEXT)
		: textIn(number);
}

/** The parts of an address that have a text or a number. */
const addressOf = (parts: RecipientTable, order: IDataObject): ShopAddress =>
	Object.fromEntries(Object.entries(parts).map(([part, field]) => [part, at(order, [field])]));

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

/** The names of each shipping method, as people read them; methods of the same names are one. */
function shippingMethodsOf(
	{ shippingMethods }: SourceTable,
	order: IDataObject,
	number: string | undefined,
): string[][] {
	const { at: list, names = [] } = shippingMethods ?? {};
	const methods = (list === undefined ? [order] : objectsIn(at(order, list)))
		.map((method) => names.flatMap((name) => readableText(textIn(at(method, name))) ?? []))
		.filter((named) => named.length > 0);
	const different = [...new Map(methods.map((named) => [JSON.stringify(named), named])).values()];
	requireAtMost(MAX_SHIPPING_LINES, 'shipping methods', different.length, number);
	return different;
}

/**
 * Reads an order of a source by its table.
 *
 * @throws UserError for data that is no order of the source, for one without its lines, and for one with a field that cannot
 * be read
 */
export function* readSource(
	table: SourceTable,
	value: unknown,
	options: ReadingOptions,
): Pieces<ShopOrder> {
	const { called, lines: ofLines } = table;
	const known = table.inItsNames ? table.inItsNames(value) : value;
	yield;
	const order = contained(known, table.isOrder) ?? refuseOrder(known, called, [table]);
	const number = numberOf(table, order);
	// By which an error workflow knows the order, also one that could not be read.
	const shown = number ?? firstText(at(order, table.name ?? []), at(order, table.id ?? []));
	const found = new Findings();
	const orderLabel = orderInProblems(shown);
	const shippingMethods = shippingMethodsOf(table, order, shown);
	const whyNotSent = whyNotSentOf(table, order, orderLabel, options, found);
	const otherKind = whyNotSent ? undefined : otherKindIn(order, orderKinds(table), table);
	if (otherKind !== undefined) {
		refuse(orderLabel, otherKind, `Pass the order as ${called} sends it.`);
	}
	const list = at(order, ofLines.at);
	if (!Array.isArray(list)) {
		refuse(
			orderLabel,
			`lacks "${ofLines.at}", so nothing says what to produce`,
			`Pass the whole order as ${called} sends it, with a list there.`,
		);
	}
	yield;
	const recipient = yield* recipientOf(table, order, options.taxNumberFrom, found);
	const given = linesIn(list, shown);
	yield;
	if (table.review && !whyNotSent) yield* table.review(order, given, found);
	const beside = ofLines.beside?.(order, given);
	const lines: ShopLine[] = [];
	for (const [index, line] of given.entries()) {
		yield;
		const besideLine = beside?.(line, index) ?? {};
		lines.push(readLine(table, line, index, { order, number: shown }, besideLine, found));
	}
	return withoutUndefined({
		number,
		name: table.name && textIn(at(order, table.name)),
		id: table.id === undefined ? number : textIn(at(order, table.id)),
		date: at(order, table.date),
		keepsNoSent: table.keepsNoSent,
		addressAdvice: table.addressAdvice,
		recipient,
		shippingMethods,
		lines,
		buyerNote: table.buyerNote && readableText(at(order, table.buyerNote)),
		cartProperties: table.cartProperties && propertiesOf(order, table.cartProperties),
		whyNotSent,
		findings: found.list,
	});
}
