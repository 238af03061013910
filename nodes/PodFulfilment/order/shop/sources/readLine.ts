// Reads one line of a source's order by its table: its SKUs and IDs, price, properties, the pieces that are left of it, and
// why nothing of it is to be produced.

import type { IDataObject } from 'n8n-workflow';

import { decodeEntities } from '../../../input/html';
import type { Pieces } from '../../../input/nextTurn';
import { isBrokenNumber, KEEP_AS_TEXT, numberIn as amountIn } from '../../../input/number';
import { isObject, withoutUndefined } from '../../../input/objects';
import { quote } from '../../../input/wording';
import type { Findings } from '../../findings';
import {
	firstText,
	objectIn,
	priceIn,
	readableText,
	saysNo,
	textIn,
	unreadPriceOf,
	wholeNumberIn,
} from '../values';
import { lineInProblems, lineLabel } from '../orderLabel';
import { GIFT_CARD, NOT_SHIPPED, propertiesOfLine } from '../reading';
import type { LineProperty, ShopLine } from '../shopOrder';
import { lineKinds, otherKindIn } from './fieldKinds';
import type { LineMeaning } from './decidingFields';
import { readDeciding, unknownValue } from './readDeciding';
import {
	at,
	nameOfId,
	type BesideLine,
	type Field,
	type LineTable,
	type PriceField,
	type SourceTable,
} from './sourceTable';

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
	const divisor =
		unit === 'smallest'
			? 10 ** (decimalsOf?.(currency ?? '') ?? Number.NaN)
			: amountIn(objectIn(value).divisor);
	return priceIn(amount / (divisor ?? Number.NaN) / pieces, currency);
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
	if (price !== undefined) return { price };
	return { unreadPrice: unreadPriceOf(value) };
}

/** Properties as people read them, where the source writes them for a page. */
export function* readable(
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

/** Has a line refused with a field of another kind than its table says. */
function checkKinds(table: SourceTable, line: IDataObject, label: string, found: Findings): void {
	const what = otherKindIn(line, lineKinds(table), table);
	if (what === undefined) return;
	found.problem(`${label} ${what}. Pass the order as ${table.called} sends it.`, 'line');
}

/** How many pieces a field says, such as those that were refunded; 0 where it is empty, undefined for what is no number. */
function countAt(line: IDataObject, field: Field | undefined): number | undefined {
	const value = field === undefined ? undefined : at(line, field);
	if (value === undefined || value === null) return 0;
	const count = wholeNumberIn(value);
	return count !== undefined && count >= 0 ? count : undefined;
}

/** Why the quantity of a line cannot be used, to follow what problems call the line. */
function quantityProblemOf(
	line: IDataObject,
	{ quantity, takenOff }: LineTable,
): string | undefined {
	if (countAt(line, takenOff) === undefined)
		return 'the pieces that were refunded are no whole number';
	const ordered = wholeNumberIn(at(line, quantity)) ?? -1;
	return ordered < 0
		? `the quantity is ${quote(at(line, quantity))}, but must be a whole number, and not below 0: correct it in the shop`
		: undefined;
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

const EXCLUDED = { giftCard: GIFT_CARD, notShipped: NOT_SHIPPED };

/** What the deciding fields of a line say of it. @param label what problems call it */
function decisionOnLine({ lines, ...table }: SourceTable, line: IDataObject, label: string) {
	const said = readDeciding(lines.deciding, line, table, label);
	const says = (wanted: LineMeaning): boolean => said.some(({ meaning }) => meaning === wanted);
	const because = (['giftCard', 'notShipped'] as const).find(says);
	const doubts = said.flatMap((one) => {
		if (one.meaning === undefined) return [unknownValue(table.called, one)];
		return typeof one.meaning === 'object' ? [one.meaning.review] : [];
	});
	const noProducts = said.flatMap(({ meaning }) =>
		typeof meaning === 'object' ? (meaning.noProductBecause ?? []) : [],
	);
	return {
		noProductBecause: noProducts[0],
		isSent: says('sent'),
		excluded: because && EXCLUDED[because],
		doubt: doubts.length > 0 ? doubts.join('. ') : undefined,
	};
}

/**
 * Reads a line. Of one that is left out, neither quantity nor doubt is judged.
 *
 * @param index of the line in the order
 * @param found gets its warnings and problems
 */
export function* readLine(
	table: SourceTable,
	line: IDataObject,
	index: number,
	{ order, number }: { order: IDataObject; number: string | undefined },
	beside: BesideLine,
	found: Findings,
): Pieces<ShopLine> {
	const { lines } = table;
	const sku = textIn(at(line, lines.skus));
	// Of any length: an order is refused by it, and not sent without it.
	const name = readableText(at(line, lines.name));
	const label = lineLabel(index, name, sku);
	const inProblems = lineInProblems(label, number);
	const id = at(line, lines.id);
	checkId(table, id, inProblems, found);
	const decision = decisionOnLine(table, line, inProblems);
	const { noProductBecause } = decision;
	if (!decision.excluded) checkKinds(table, line, inProblems, found);
	const ordered = wholeNumberIn(at(line, lines.quantity));
	const {
		left = Math.max(0, (ordered ?? 0) - (countAt(line, lines.takenOff) ?? 0)),
		fulfilled = decision.isSent ? left : 0,
		excluded = decision.excluded,
		...others
	} = beside;
	const read = propertiesOfLine(
		lines.properties.flatMap((reader) => reader(line)),
		beside.doubt ?? decision.doubt,
	);
	const known = {
		...{ label, id: textIn(id), sku, name, noProductBecause, ...others, ...excluded },
		otherIds: sku === undefined ? otherIdsOf(line, lines) : undefined,
		variantTitle: lines.variantTitle && textIn(at(line, lines.variantTitle)),
		...priceOf(table, line, order),
		properties: yield* readable(table, read.properties),
	};
	if (excluded) return withoutUndefined({ ...known, quantity: 0 });
	// Below 0 it is no count: what is meant is not known.
	if (ordered !== undefined && ordered >= 0 && left <= 0) {
		return withoutUndefined({
			...{ ...known, quantity: 0, isEmptied: true },
			leftOutBecause: ordered === 0 ? 'its quantity is 0' : 'it was refunded or removed',
			ordered: ordered > 0 ? ordered : undefined,
		});
	}
	const quantityProblem = quantityProblemOf(line, lines);
	if (quantityProblem === undefined && ordered !== undefined && left < ordered) {
		found.warn(`${label}: ${left} of ${ordered} pieces are left after refunds`, 'leftOut');
	}
	return withoutUndefined({
		...{ ...known, doubt: read.doubt, quantityProblem },
		quantity: ordered === undefined ? 0 : left,
		fulfilled: fulfilled === 0 ? undefined : fulfilled,
	});
}
