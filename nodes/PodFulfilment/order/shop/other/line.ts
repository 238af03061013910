// A line of another shop's order: its SKU, name, ID, the pieces that are left, price and properties. A price that may be
// cents is left out: it would be a hundred times too high. Leaves out a line that takes something off the price, and one
// that repeats the line that it belongs to (Magento lists a product with sizes twice, under one SKU).

import type { IDataObject } from 'n8n-workflow';

import { isCode, numberOfPrice } from '../../../input/amount';
import { isBlank } from '../../../input/checks';
import { comparableName, comparableSku } from '../../../input/equalText';
import { isBrokenNumber, KEEP_AS_TEXT, numberIn } from '../../../input/number';
import { isObject, withoutUndefined } from '../../../input/objects';
import { quote } from '../../../input/wording';
import type { Findings } from '../../findings';
import {
	digitsOf,
	longTextIn,
	pathEnd,
	priceIn,
	readableText,
	saysNone,
	textIn,
	unreadPriceOf,
	wholeNumberIn,
} from '../values';
import { lineInProblems, lineLabel } from '../orderLabel';
import { propertiesOfLine } from '../reading';
import type { LineProperty, ShopLine } from '../shopOrder';
import { propertiesOf, type AskedFor } from './lineProperties';
import { pathsIn, repairedAt } from './paths';
import type { LinePath, OtherSettings } from './settings';

/** Of the code of a currency, with the blanks around it. */
const MAX_CODE_LENGTH = 20;

/** The code of a currency in one of these objects, the nearest first. */
export function currencyIn(objects: readonly unknown[]): string | undefined {
	const fields = [...new Set(objects)].filter(isObject).flatMap(Object.values);
	for (const value of fields) {
		// Most are longer, and an order may have tens of thousands.
		const text = typeof value === 'string' && value.length < MAX_CODE_LENGTH ? value.trim() : '';
		if (text.length === 3 && isCode(text.toUpperCase())) return text.toUpperCase();
	}
	return undefined;
}

/** An amount with its divisor in the main unit: 1850 by 100 is 18.5. */
function divided({ amount, divisor }: IDataObject): number | undefined {
	const [whole, by] = [numberIn(amount), numberIn(divisor)];
	return whole === undefined || by === undefined || by <= 0 ? undefined : whole / by;
}

/** What all lines of an order are read by. */
interface LineReading {
	paths: Readonly<Record<LinePath, string>>;
	priceUnit: OtherSettings['priceUnit'];
	/** Code of the order's currency. */
	orderCurrency: string | undefined;
	asked: AskedFor;
	/** The order's number. */
	number: string | undefined;
	found: Findings;
}

/** Reads the price of a line from what is at its path. */
function priceOf(
	value: unknown,
	line: IDataObject,
	{ paths, priceUnit, orderCurrency }: LineReading,
): Pick<ShopLine, 'price' | 'unreadPrice'> & { mayBeCents?: boolean } {
	const holder = pathEnd(line, paths.price)?.holder;
	const currency = currencyIn([value, holder, line]) ?? orderCurrency;
	const amount = isObject(value) ? divided(value) : value;
	const written = typeof amount === 'number' ? String(amount) : (readableText(amount) ?? '');
	const price = priceIn(amount, currency) ?? numberOfPrice(written);
	if (price === undefined) {
		if (isObject(value)) return { unreadPrice: unreadPriceOf(value) };
		return saysNone(written) ? {} : { unreadPrice: written };
	}
	if (isObject(value) || priceUnit === 'main') return { price };
	const digits = digitsOf(currency);
	if (priceUnit === 'cents') return { price: (Number(price) / 10 ** digits).toFixed(digits) };
	const mayBeCents = /^0*[1-9]\d*$/.test(written) && currency !== undefined && digits > 0;
	return mayBeCents ? { mayBeCents } : { price };
}

/** In place of the path of the quantity, where a shop has a line for each piece. */
const ONE_PIECE = '1';

const HOW_TO_GIVE_QUANTITY =
	'. Enter the name of its field as Quantity Field, or 1 if each line is one piece';

/** The pieces of a line that are left, and what is wrong with their number. */
function piecesOf(
	line: IDataObject,
	paths: LineReading['paths'],
): Pick<ShopLine, 'quantity' | 'quantityProblem' | 'leftOutBecause'> {
	const given = repairedAt(line, paths.quantity) ?? (paths.quantity === ONE_PIECE ? 1 : undefined);
	const ordered = wholeNumberIn(given);
	if (ordered === undefined || ordered < 0) {
		const is = given === undefined ? 'missing' : quote(given);
		const advice = given === undefined ? HOW_TO_GIVE_QUANTITY : '';
		const quantityProblem = `the quantity at ${quote(paths.quantity)} is ${is}, but must be a whole number, and not below 0${advice}`;
		return { quantity: 0, quantityProblem };
	}
	let quantity = ordered;
	for (const path of pathsIn(line, paths.notDue)) {
		const value = repairedAt(line, path);
		const gone = isBlank(value) ? 0 : wholeNumberIn(value);
		if (gone === undefined || gone < 0) {
			const quantityProblem = `the number of pieces at ${quote(path)} (Pieces Not Due Field) is ${quote(value)}, but must be a whole number`;
			return { quantity: ordered, quantityProblem };
		}
		quantity = Math.max(0, quantity - gone);
	}
	if (quantity > 0) return { quantity };
	return { quantity, leftOutBecause: ordered === 0 ? 'its quantity is 0' : 'none of it is due' };
}

/** Whether a price is below 0, in whatever format: '-2,49 €'. */
const isNegative = (price: unknown): boolean =>
	/^[^\d−–-]{0,4}[−–-]\D{0,4}\d/.test(longTextIn(price) ?? '');

const DISCOUNT = 'it is a discount';

/** Marks the fields of a line that are read as what Line Fields says: they are no choices of a customer. */
function markedAsRead(
	properties: readonly LineProperty[],
	paths: LineReading['paths'],
): LineProperty[] {
	const read = new Set(Object.values(paths).map(comparableName));
	return properties.map((property) =>
		property.isField === true && property.names.some((name) => read.has(comparableName(name)))
			? { ...property, isRead: true }
			: property,
	);
}

/** Reads a line. */
export function lineOf(line: IDataObject, index: number, reading: LineReading): ShopLine {
	const { paths, asked, number, found } = reading;
	const sku = textIn(repairedAt(line, paths.sku));
	const name = readableText(repairedAt(line, paths.name));
	const label = lineLabel(index, name, sku);
	const id = repairedAt(line, paths.id);
	if (isBrokenNumber(id)) {
		found.problem(
			`${lineInProblems(label, number)}: has the line ID ${quote(id)}, a number that has lost digits. ${KEEP_AS_TEXT} Or empty Line ID Field.`,
			'line',
		);
	}
	const given = repairedAt(line, paths.price);
	const { mayBeCents, ...price } = priceOf(given, line, reading);
	if (mayBeCents === true) {
		found.warn(
			`${label}: the price ${quote(given)} may be cents, so the item is sent without one. Say which it is in the option Price Unit`,
			'line',
		);
	}
	const takesOff = isNegative(given);
	const pieces = piecesOf(line, paths);
	const excluded = takesOff && sku === undefined ? DISCOUNT : undefined;
	const { properties, doubt } = propertiesOfLine(propertiesOf(line, sku, asked));
	return withoutUndefined({
		...{ label, id: textIn(id), sku, name },
		...pieces,
		...(excluded !== undefined && { quantity: 0, leftOutBecause: excluded }),
		...price,
		doubt,
		properties: markedAsRead(properties, paths),
		noProductBecause: takesOff ? DISCOUNT : undefined,
		isEmptied: (excluded === undefined && pieces.leftOutBecause !== undefined) || undefined,
	});
}

const hasSkuOf = ({ sku = '' }: ShopLine, { sku: other = '' }: ShopLine): boolean =>
	sku !== '' && comparableSku(sku) === comparableSku(other);

/**
 * Follows Parent Line Field: leaves out a line with the SKU of the line that it belongs to; one that other lines belong to is
 * a bundle. Without it, a line is reviewed that has the ID of a line of its SKU in any field.
 *
 * @param data the lines as the shop sends them
 */
export function withParents(
	lines: readonly ShopLine[],
	data: readonly IDataObject[],
	parentPath: string,
): ShopLine[] {
	const isNamed = parentPath !== '';
	const byId = new Map(lines.map((line) => [line.id ?? '', line]));
	byId.delete('');
	const partIds = new Map<ShopLine, string[]>();
	const changes = lines.map((line, index): Partial<ShopLine> => {
		if (line.leftOutBecause !== undefined) return {};
		const fields = data[index] ?? {};
		const others = (isNamed ? [repairedAt(fields, parentPath)] : Object.values(fields))
			.flatMap((value) => byId.get(textIn(value) ?? '') ?? [])
			.filter((other) => other !== line);
		const same = others.find((other) => hasSkuOf(line, other));
		if (same && isNamed) {
			return { quantity: 0, leftOutBecause: `it is ${same.label} once more, with the same SKU` };
		}
		if (same) {
			return {
				doubt: `it holds the ID of ${same.label}, which has the same SKU: check that nothing is produced twice. If it repeats that line, enter Parent Line Field under 'Line Fields'`,
			};
		}
		const [parent] = others;
		if (isNamed && parent && line.id !== undefined) {
			const ids = partIds.get(parent) ?? [];
			partIds.set(parent, ids);
			ids.push(line.id);
		}
		return {};
	});
	return lines.map((line, index) => {
		const ids = partIds.get(line);
		return { ...line, ...changes[index], ...(ids && { partIds: ids }) };
	});
}
