// The line that a row of a sheet or an answer of a form is: its SKU, price, quantity and properties, and what of it somebody has
// to look at.

import { numberOfPrice } from '../../../input/amount';
import { refuse } from '../../../input/checks';
import { comparableName, comparableSku } from '../../../input/equalText';
import { withoutUndefined } from '../../../input/objects';
import { quote, quotedList } from '../../../input/wording';
import { Findings } from '../../findings';
import { lineLabel } from '../orderLabel';
import { propertiesOfLine } from '../reading';
import type { LineProperty, ShopLine } from '../shopOrder';
import { longTextIn, MAX_NAME_OR_SKU_LENGTH, priceIn, textIn, wholeNumberIn } from '../values';
import { type Cell, isFilled, isUpload, refuseUnreadable, saysAnything } from './cells';
import { columnNamesLine, labelOf, OWN_COLUMN, partsFor } from './headings';
import type { Row } from './row';

/** The properties of a line: its print files, and what else the row says. */
function propertiesOf(row: Row): LineProperty[] {
	const property = ({ column, value }: Cell): LineProperty => ({
		names: column.length > MAX_NAME_OR_SKU_LENGTH ? [] : [column],
		// The name of an upload says that there is a file, which nothing is printed of.
		value: isUpload(value) ? value.filename : value,
	});
	const files = row.cellsOf('printFile');
	for (const file of files) refuseUnreadable(file, labelOf('printFile'));
	const { isAnswer, unasked } = row.data;
	const { readColumns } = row;
	const other = (cell: Cell): LineProperty => ({
		...property(cell),
		// What an owner writes into a sheet, or a form fills in itself, is nothing that a customer entered.
		...((!isAnswer || unasked?.has(cell.path)) && { isField: true }),
		...(readColumns.has(comparableName(cell.path)) && { isRead: true }),
	});
	return [
		...files.map(property),
		...row.others.filter(isFilled).map(other),
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
				`${row.label}: ${quote(column)} is ${quote(value)}, and what that means is not known: check whether it is to be produced. If the column changes nothing, add the line ${columnNamesLine(OWN_COLUMN, column)} to the option Column Names; if it says which rows are due, name it as Ready Column`,
				'unknownStatus',
			);
		}
	}
}

/** What to enter for each column that may be the SKU, where none is known to be; undefined where the row says nothing else. */
function skuAdviceOf({ others }: Row): string | undefined {
	const lines = others.filter(isFilled).map(({ path }) => columnNamesLine(labelOf('sku'), path));
	return lines.length === 0
		? undefined
		: `If a column has the SKU, enter its line in the option Column Names: ${quotedList(lines)}`;
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

/**
 * Reads the line that a row is.
 *
 * @param seen how often a SKU or a name was seen before in the order; a sheet has no ID for a row that would stay when it is
 * sorted
 * @param headings of the columns that are the quantity, see {@link quantityOf}, and the SKU
 */
export function lineOf(
	row: Row,
	index: number,
	seen: Map<string, number>,
	headings: Record<'quantity' | 'sku', string | undefined>,
	found: Findings,
): ShopLine {
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
		...quantityOf(row, headings.quantity),
		skuAdvice: sku === undefined && headings.sku === undefined ? skuAdviceOf(row) : undefined,
	});
}
