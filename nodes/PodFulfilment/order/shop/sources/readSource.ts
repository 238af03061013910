// Reads an order of any source by its table: number, address, shipping methods, what becomes of it by its deciding fields; and
// its lines: SKUs and IDs, price, properties, the pieces that are left, and why nothing of one is to be produced.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import type { Pieces } from '../../../input/nextTurn';
import { isBrokenNumber, KEEP_AS_TEXT, numberIn as amountIn } from '../../../input/number';
import { withoutUndefined } from '../../../input/objects';
import { quote } from '../../../input/wording';
import { Findings } from '../../findings';
import { namedTaxNumber } from '../besideAddress';
import { lineInProblems, lineLabel, orderInProblems, SHOP_ORDER } from '../orderLabel';
import { linesIn, MAX_SHIPPING_LINES, propertiesOfLine, requireAtMost } from '../reading';
import { recipientOfOrder, type ShopAddress } from '../shopAddress';
import type { ReadingOptions, ShopLine, ShopOrder } from '../shopOrder';
import {
	contained,
	firstText,
	objectsIn,
	priceIn,
	readableText,
	saysNo,
	textIn,
	unreadPriceOf,
	wholeNumberIn,
} from '../values';
import { refuseOrder } from './detectShop';
import { at, type Field, nameOfId, otherKindIn, propertiesOf } from './field';
import { readDeciding, unknownValue, whyNotSentOf } from './readDeciding';
import {
	type BesideLine,
	lineKinds,
	type LineTable,
	orderKinds,
	type RecipientTable,
	type SourceTable,
} from './sourceTable';

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

/** The price of one piece; what it is instead where it cannot be read. */
function priceOf(
	{ lines, currency }: SourceTable,
	line: IDataObject,
	order: IDataObject,
): Pick<ShopLine, 'price' | 'unreadPrice'> {
	const isPrice = (value: unknown): boolean => !saysNo(value) && amountIn(value) !== 0;
	const field = lines.prices.find(({ path }) => isPrice(at(line, path)));
	if (!field) return {};
	const value = at(line, field.path);
	const divisor = field.dividedBy ? field.dividedBy(line, order) : 1;
	const amount = divisor === 1 ? value : (amountIn(value) ?? Number.NaN) / (divisor ?? Number.NaN);
	const code = firstText(at(line, currency), at(order, currency))?.toUpperCase();
	const price = priceIn(amount, code);
	return price === undefined ? { unreadPrice: unreadPriceOf(value) } : { price };
}

/** What is wrong with the ID of a line, by which its item is found again, to follow what problems call the line. */
function idProblemOf({ lines, called }: SourceTable, id: unknown): string | undefined {
	if (lines.mayLackId) return undefined;
	if (isBrokenNumber(id)) {
		return ` has the line ID ${quote(id)}, a number that has lost digits. ${KEEP_AS_TEXT}`;
	}
	return textIn(id) === undefined
		? ` has no line ID: it lacks ${quote(String(lines.id))}. Pass the whole order as ${called} sends it.`
		: undefined;
}

/** How many pieces a field says, such as those that were refunded; 0 where it is empty, undefined for what is no number. */
function countAt(line: IDataObject, field: Field | undefined): number | undefined {
	const count = wholeNumberIn((field && at(line, field)) ?? 0);
	return count !== undefined && count >= 0 ? count : undefined;
}

/** What a shop knows a line by that has no SKU: IDs under the names that messages give them, the most exact first. */
function otherIdsOf(line: IDataObject, { otherIds }: LineTable): ShopLine['otherIds'] {
	const found = otherIds.flatMap((field) => {
		const id = textIn(at(line, field));
		// Of a product without variations, WooCommerce has 0.
		return id === undefined || id === '0' ? [] : [{ name: nameOfId(field), id }];
	});
	return found.length > 0 ? found : undefined;
}

/** What the deciding fields of a line say of it. @param label what problems call it */
function decisionOn(table: SourceTable, line: IDataObject, label: string) {
	const said = readDeciding(table.lines.deciding, line, table, label);
	const objects = said.flatMap(({ meaning }) => (typeof meaning === 'object' ? meaning : []));
	const doubts = said.flatMap((one) => {
		if (one.meaning === undefined) return unknownValue(table.called, one);
		return typeof one.meaning === 'object' && 'review' in one.meaning ? one.meaning.review : [];
	});
	return {
		noProductBecause: objects.flatMap((one) =>
			'review' in one ? (one.noProductBecause ?? []) : [],
		)[0],
		isSent: said.some(({ meaning }) => meaning === 'sent'),
		excluded: objects.find((one) => 'leftOutBecause' in one),
		doubt: doubts.length > 0 ? doubts.join('. ') : undefined,
	};
}

/**
 * Reads a line. Of one that is left out, neither quantity nor doubt is judged.
 *
 * @param index of the line in the order
 * @param found gets its warnings and problems
 */
export function readLine(
	table: SourceTable,
	line: IDataObject,
	index: number,
	{ order, number }: { order: IDataObject; number: string | undefined },
	beside: BesideLine,
	found: Findings,
): ShopLine {
	const { lines, called } = table;
	const textAt = (field: Field | undefined) =>
		field === undefined ? field : textIn(at(line, field));
	const sku = textAt(lines.skus);
	// Of any length: an order is refused by it, and not sent without it.
	const name = readableText(at(line, lines.name));
	const label = lineLabel(index, name, sku);
	const inProblems = lineInProblems(label, number);
	const { noProductBecause, isSent, excluded, doubt } = decisionOn(table, line, inProblems);
	const otherKind = excluded ? undefined : otherKindIn(line, lineKinds(table), table.expanded);
	const problems = [
		idProblemOf(table, at(line, lines.id)),
		otherKind && ` ${otherKind}. Pass the order as ${called} sends it.`,
	];
	for (const problem of problems) if (problem) found.problem(inProblems + problem, 'line');
	const read = propertiesOfLine(propertiesOf(line, lines.properties), beside.doubt ?? doubt);
	const known = {
		label,
		id: textAt(lines.id),
		sku,
		name,
		otherIds: sku === undefined ? otherIdsOf(line, lines) : undefined,
		variationId: textAt(lines.variationId),
		fulfilmentService: textAt(lines.fulfilmentService),
		variantTitle: textAt(lines.variantTitle),
		partIds: beside.partIds,
		noProductBecause,
		...priceOf(table, line, order),
		properties: read.properties,
		quantity: 0,
	};
	if (excluded) return withoutUndefined({ ...known, ...excluded });
	const quantity = at(line, lines.quantity);
	const ordered = wholeNumberIn(quantity);
	const takenOff = countAt(line, lines.takenOff);
	const left = beside.left ?? Math.max(0, (ordered ?? 0) - (takenOff ?? 0));
	// Below 0 it is no count: what is meant is not known.
	const isCount = ordered !== undefined && ordered >= 0;
	if (isCount && left <= 0) {
		return withoutUndefined({
			...known,
			isEmptied: true,
			leftOutBecause: ordered === 0 ? 'its quantity is 0' : 'it was refunded or removed',
			ordered: ordered > 0 ? ordered : undefined,
		});
	}
	const wrong = isCount
		? undefined
		: `the quantity is ${quote(quantity)}, but must be a whole number, and not below 0: correct it in the shop`;
	const quantityProblem =
		takenOff === undefined
			? 'the pieces that were refunded are no whole number: correct them in the shop'
			: wrong;
	if (quantityProblem === undefined && left < (ordered ?? 0)) {
		found.warn(`${label}: ${left} of ${ordered} pieces are left after refunds`, 'leftOut');
	}
	return withoutUndefined({
		...known,
		doubt: read.doubt,
		quantityProblem,
		quantity: ordered === undefined ? 0 : left,
		fulfilled: (isSent ? left : beside.fulfilled) || undefined,
	});
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
	const otherKind = whyNotSent ? undefined : otherKindIn(order, orderKinds(table), table.expanded);
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
