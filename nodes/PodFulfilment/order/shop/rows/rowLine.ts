// The line that a row of a sheet or an answer of a form is: its SKU, price, quantity and properties, and what of it somebody has
// to look at.

import { numberOfPrice } from '../../../input/amount';
import { comparableSku } from '../../../input/equalText';
import { withoutUndefined } from '../../../input/objects';
import { quote, quotedList } from '../../../input/wording';
import type { Findings } from '../../findings';
import { lineLabel } from '../orderLabel';
import { propertiesOfLine } from '../reading';
import type { LineProperty, ShopLine } from '../shopOrder';
import { longTextIn, MAX_NAME_OR_SKU_LENGTH, priceIn, textIn, wholeNumberIn } from '../values';
import { type Cell, isFilled, isUpload, saysAnything } from './cells';
import { columnNamesLine, type Part, partsFor } from './headings';
import type { Row } from './row';

/** The properties of a line: its print files, and what else the row says. */
function propertiesOf(row: Row): LineProperty[] {
	const property = ({ column, value }: Cell, marks?: Partial<LineProperty>): LineProperty => ({
		names: column.length > MAX_NAME_OR_SKU_LENGTH ? [] : [column],
		// The name of an upload says that there is a file, which nothing is printed of.
		value: isUpload(value) ? value.filename : value,
		...marks,
	});
	row.refuseUnreadable('printFile');
	const marksOf = ({ kind }: Cell): Partial<LineProperty> => ({
		// What an owner writes into a sheet, or a form fills in itself, is nothing that a customer entered.
		...((!row.data.isAnswer || kind === 'unasked') && { isField: true }),
		...(kind === 'named' && { isRead: true }),
	});
	return [
		...row.cellsOf('printFile').map((cell) => property(cell)),
		...row.others.filter(isFilled).map((cell) => property(cell, marksOf(cell))),
		...row.cellsOf('productName').map((cell) => property(cell, { isField: true, isRead: true })),
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
): Partial<ShopLine> & { quantity: number } {
	const given = heading === undefined ? 1 : row.valueOf('quantity');
	// Of '1.000' nobody knows whether it is one or a thousand.
	const isOpen = typeof given === 'string' && /^\d{1,3}\.\d{3}$/.test(given);
	const quantity = (isOpen ? undefined : wholeNumberIn(given)) ?? -1;
	if (quantity === 0) return { quantity, leftOutBecause: 'its quantity is 0', isEmptied: true };
	if (quantity > 0) return { quantity, ...(row.isTracked && { fulfilled: quantity }) };
	const column = row.cellsOf('quantity')[0]?.path ?? heading;
	return {
		quantity: 0,
		quantityProblem: `the quantity in ${quote(column)} is ${given === undefined ? 'empty' : quote(given)}, but must be a whole number greater than 0. Write it in digits, such as 2; if another column has it, name that one in the option Column Names.`,
	};
}

/** Has a row reviewed that says something of which only its owner knows what it means. */
function reviewOwnWords(row: Row, found: Findings): void {
	const { label, data } = row;
	const tracking = row.cellsOf('tracking').find(saysAnything);
	if (tracking && !row.isTracked) {
		found.reviewNew(
			`${label}: ${quote(tracking.column)} is ${quote(tracking.value)}, which is no tracking number: check whether the row is to be produced. If it is, empty the cell; if the column is another one, add the line Tracking = to the option Column Names`,
			'unknownStatus',
		);
	}
	if (data.unpaid !== undefined) {
		found.review(
			`${label}: ${quote(data.unpaid)} says of no payment that it was made: check whether it was before you confirm the order`,
			'notPaid',
		);
	}
	for (const { column, value } of partsFor('review').flatMap((part) => row.cellsOf(part))) {
		if (!isFilled({ column, path: column, value })) continue;
		found.review(
			`${label}: ${quote(column)} is ${quote(value)}, and what that means is not known: check whether it is to be produced. If the column changes nothing, add the line ${columnNamesLine('own', column)} to the option Column Names; if it says which rows are due, name it as Ready Column`,
			'unknownStatus',
		);
	}
}

/** What to enter for each column that may be the SKU, where none is known to be; undefined where the row says nothing else. */
function skuAdviceOf({ others }: Row): string | undefined {
	const lines = others.filter(isFilled).map(({ path }) => columnNamesLine('sku', path));
	return lines.length === 0
		? undefined
		: `If a column has the SKU, enter its line in the option Column Names: ${quotedList(lines)}`;
}

/**
 * Reads the line that a row is.
 *
 * @param seen how often a SKU or a name was seen before in the order; a sheet has no ID for a row that would stay when it is
 * sorted
 * @param headingOf gives the heading of the column of a part, also of one that the row lacks
 */
export function lineOf(
	row: Row,
	index: number,
	seen: Map<string, number>,
	headingOf: (part: Part) => string | undefined,
	found: Findings,
): ShopLine {
	const sku = textIn(row.valueOf('sku'));
	const name = longTextIn(row.valueOf('productName'));
	const key = sku ?? textIn(name) ?? '';
	const count = (seen.get(comparableSku(key)) ?? 0) + 1;
	seen.set(comparableSku(key), count);
	const id = row.data.recordId ?? (count > 1 ? `${key} (${count})` : key);
	const contrary = row.others.find(({ kind }) => kind === 'contrary');
	if (contrary) {
		row.refuse(
			contrary,
			`is ${quote(contrary.value)}, and the list of products says something else under that name`,
			'Remove one of the two from the form. To order this one, use another node with Order From set to Fields.',
		);
	}
	reviewOwnWords(row, found);
	return withoutUndefined({
		isRow: true,
		id: row.data.recordId === undefined && key === '' ? undefined : id,
		sku,
		name,
		label: lineLabel(index, name, sku).replace(/^Line \d+/, () => row.label),
		otherIds: sku === undefined && name !== undefined ? [{ name: 'Product', id: name }] : undefined,
		...priceOf(row),
		...propertiesOfLine(propertiesOf(row)),
		...quantityOf(row, headingOf('quantity')),
		skuAdvice: sku === undefined && headingOf('sku') === undefined ? skuAdviceOf(row) : undefined,
	});
}
