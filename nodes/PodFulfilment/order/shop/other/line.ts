// A line of another shop's order: its SKU, name, ID, the pieces that are left, price and properties. A price that may be
// cents is left out: it would be a hundred times too high. Leaves out a line that takes something off the price, and one
// that repeats the line that it belongs to (Magento lists a product with sizes twice, under one SKU).

import type { IDataObject } from 'n8n-workflow';

import { isCode, numberOfPrice } from '../../../input/amount';
import { isBlank } from '../../../input/checks';
import { comparableName, comparableSku } from '../../../input/equalText';
import { isBrokenNumber, KEEP_AS_TEXT, numberIn } from '../../../input/number';
import { groupedBy, isObject, withoutUndefined } from '../../../input/objects';
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
import type { OtherSettings } from './settings';

/** Of the code of a currency, with the blanks around it. */
const MAX_CODE_LENGTH = 20;

/** The code of a currency in one of these objects, the nearest first. */
export function currencyIn(objects: readonly unknown[]): string | undefined {
	for (const value of [...new Set(objects)].filter(isObject).flatMap(Object.values)) {
		// Most are longer, and an order may have tens of thousands.
		const text = typeof value === 'string' && value.length < MAX_CODE_LENGTH ? value.trim() : '';
		if (text.length === 3 && isCode(text.toUpperCase())) return text.toUpperCase();
	}
	return undefined;
}

/** What all lines of an order are read by. */
interface LineReading extends Pick<OtherSettings, 'line' | 'priceUnit'> {
	/** Code of the order's currency. */
	orderCurrency: string | undefined;
	asked: AskedFor;
	/** The order's number. */
	number: string | undefined;
	found: Findings;
}

/** Reads the price of a line: a text or number, or an amount with its divisor, such as 1850 by 100. */
function priceOf(
	value: unknown,
	line: IDataObject,
	{ line: paths, priceUnit, orderCurrency }: LineReading,
): Pick<ShopLine, 'price' | 'unreadPrice'> & { mayBeCents?: true } {
	const currency = currencyIn([value, pathEnd(line, paths.price)?.holder, line]) ?? orderCurrency;
	const [amount, divisor] = isObject(value) ? [value.amount, value.divisor].map(numberIn) : [];
	const given = isObject(value) ? (amount ?? Number.NaN) / (divisor ?? 0) : value;
	const written = typeof given === 'number' ? String(given) : (readableText(given) ?? '');
	const price = priceIn(given, currency) ?? numberOfPrice(written);
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

/** The pieces of a line that are left, and what is wrong with their number. */
function piecesOf(
	line: IDataObject,
	paths: OtherSettings['line'],
): Pick<ShopLine, 'quantity' | 'quantityProblem' | 'leftOutBecause'> {
	const given = repairedAt(line, paths.quantity) ?? (paths.quantity === ONE_PIECE ? 1 : undefined);
	const ordered = wholeNumberIn(given) ?? -1;
	if (ordered < 0) {
		const [is, advice] =
			given === undefined
				? [
						'missing',
						'Enter the name of its field as Quantity Field, or 1 if each line is one piece',
					]
				: [
						quote(given),
						'Correct it in the shop, or enter the name of another field as Quantity Field',
					];
		return {
			quantity: 0,
			quantityProblem: `the quantity at ${quote(paths.quantity)} is ${is}, but must be a whole number, and not below 0. ${advice}`,
		};
	}
	let quantity = ordered;
	for (const path of pathsIn(line, paths.notDue)) {
		const value = repairedAt(line, path);
		const gone = isBlank(value) ? 0 : (wholeNumberIn(value) ?? -1);
		if (gone < 0) {
			const quantityProblem = `the number of pieces at ${quote(path)} (Pieces Not Due Field) is ${quote(value)}, but must be a whole number. Correct it in the shop, or enter another field there`;
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

/** Reads a line. */
export function lineOf(line: IDataObject, index: number, reading: LineReading): ShopLine {
	const { line: paths, asked, number, found } = reading;
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
	if (mayBeCents) {
		found.warn(
			`${label}: the price ${quote(given)} may be cents, so the item is sent without one. Say which it is in the option Price Unit`,
			'line',
		);
	}
	const discount = isNegative(given) ? 'it is a discount' : undefined;
	const pieces = piecesOf(line, paths);
	// Without an SKU it cannot be a variant.
	const leftOut =
		discount !== undefined && sku === undefined
			? { quantity: 0, leftOutBecause: discount }
			: { isEmptied: pieces.leftOutBecause === undefined ? undefined : true };
	const { properties, doubt } = propertiesOfLine(propertiesOf(line, sku, asked));
	// What is read as what Line Fields says is no choice of a customer.
	const read = new Set(Object.values(paths).map(comparableName));
	const isRead = (one: string): boolean => read.has(comparableName(one));
	return withoutUndefined({
		label,
		id: textIn(id),
		sku,
		name,
		...pieces,
		...leftOut,
		...price,
		doubt,
		properties: properties.map((property): LineProperty =>
			property.isField && property.names.some(isRead) ? { ...property, isRead: true } : property,
		),
		noProductBecause: discount,
	});
}

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
	const byId = new Map(lines.map((line) => [line.id ?? '', line]));
	byId.delete('');
	const parents = lines.map((line, index) => {
		const fields = data[index] ?? {};
		const ids = parentPath === '' ? Object.values(fields) : [repairedAt(fields, parentPath)];
		const others = ids.flatMap((id) => byId.get(textIn(id) ?? '') ?? []);
		const sku = comparableSku(line.sku ?? '');
		const isSame = (other: ShopLine): boolean =>
			sku !== '' && sku === comparableSku(other.sku ?? '');
		const foreign = others.filter((other) => other !== line && line.leftOutBecause === undefined);
		return { line, same: foreign.find(isSame), parent: foreign[0] };
	});
	const partsOf = groupedBy(
		parents.filter(({ same }) => parentPath !== '' && same === undefined),
		({ parent }) => parent,
	);
	return parents.map(({ line, same }) => {
		const partIds = partsOf.get(line)?.flatMap(({ line: { id } }) => id ?? []) ?? [];
		const whole = partIds.length > 0 ? { ...line, partIds } : line;
		if (!same) return whole;
		return parentPath === ''
			? {
					...whole,
					doubt: `it holds the ID of ${same.label}, which has the same SKU: check that nothing is produced twice. If it repeats that line, enter Parent Line Field under 'Line Fields'`,
				}
			: {
					...whole,
					quantity: 0,
					leftOutBecause: `it is ${same.label} once more, with the same SKU`,
				};
	});
}
