// Reads a cell of a row as text: a list of one is its entry, JSON in a text is read, and what nobody can mean is refused
// by the name of its column: an error of the sheet, several values, an upload without an address, a link of Airtable.

import type { IDataObject } from 'n8n-workflow';

import { numberOfPrice } from '../../../input/amount';
import { refuse } from '../../../input/checks';
import { isBrokenNumber } from '../../../input/number';
import { isObject, ownValue } from '../../../input/objects';
import { quote } from '../../../input/wording';
import { contentOf, isSet, longTextIn, saysNone, textIn } from '../values';

/** What Google Sheets and Excel show in place of a value that could not be calculated. */
const ERROR =
	/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!|SPILL!|CALC!)$|^Loading\.\.\.$/;

/** Airtable's ID of a linked record. */
const LINK = /^rec[A-Za-z0-9]{14}$/;

/** Whether a value is the ID of another record, which says nothing by itself. */
export const isLink = (value: unknown): boolean =>
	typeof value === 'string' && LINK.test(value.trim());

/** Longer texts are no content that a node wrote as text. */
const MAX_CONTENT_LENGTH = 10_000;

/** A cell of a row, with the name of its column. */
export interface Cell {
	column: string;
	/** Its heading, or the path in it. */
	path: string;
	/** As {@link openedValue} gives it. */
	value: unknown;
	row: { readonly inProblems: string };
}

/** What problems call a cell, e.g. `Order #1001, row 5 → "Zip"`. */
const fieldOf = ({ row, path }: Cell): string => `${row.inProblems} → ${quote(path)}`;

/** Of a list of one its entry, of JSON in a text what it says. */
export function openedValue(value: unknown): unknown {
	const isLong = typeof value === 'string' && value.length > MAX_CONTENT_LENGTH;
	const content = isLong ? value : contentOf(value);
	if (!Array.isArray(content)) return content;
	const filled = content.filter((entry) => entry !== null && entry !== '');
	return filled.length > 1 ? filled : filled[0];
}

/** Whether a value is an upload of which only the name is known, as n8n's Form has it: the file is binary data. */
export const isUpload = (value: unknown): value is IDataObject =>
	isObject(value) &&
	typeof ownValue(value, 'filename') === 'string' &&
	typeof ownValue(value, 'url') !== 'string';

/**
 * Refuses a cell that cannot be one value: an error of the sheet, several values, an upload without an address.
 *
 * @param label of the column in Column Names
 */
export function refuseUnreadable(cell: Cell, label: string): void {
	const { column, value } = cell;
	if (typeof value === 'string' && ERROR.test(value.trim())) {
		const what = `is ${quote(value.trim())}, an error of the sheet`;
		refuse(fieldOf(cell), what, 'Correct the formula there.');
	}
	if (Array.isArray(value)) {
		refuse(
			fieldOf(cell),
			'is a list: add [0]',
			`To read the first entry, add a line such as ${label} = ${column}[0] to the option Column Names.`,
		);
	}
	if (isUpload(value)) {
		refuse(
			fieldOf(cell),
			'is an upload without an address, and the service fetches print files from one',
			'n8n has the file as binary data. Save it with a node before this one, for example S3, and put its public address in place of the upload with an Edit Fields node.',
		);
	}
}

/**
 * Reads a cell that is one text or number, as it is written.
 *
 * @param label of the column in Column Names
 * @returns undefined for an empty cell
 * @throws UserError for one that holds something else
 */
export function valueOfCell(cell: Cell, label: string): string | number | boolean | undefined {
	refuseUnreadable(cell, label);
	const { column, value } = cell;
	const inner = isObject(value) ? (ownValue(value, 'url') ?? ownValue(value, 'name')) : value;
	if (isObject(value) && typeof inner !== 'string') {
		return refuse(
			fieldOf(cell),
			'is an object, but must be text',
			`Name one of its fields with a line such as ${label} = ${column}.${Object.keys(value)[0] ?? 'name'} in the option Column Names.`,
		);
	}
	if (typeof inner === 'boolean') return inner;
	if (isLink(inner)) {
		return refuse(
			fieldOf(cell),
			`is ${quote(longTextIn(inner))}, a link to another record`,
			'In Airtable, add a lookup field of the linked record, and name it in the option Column Names.',
		);
	}
	return longTextIn(inner) === undefined ? undefined : (inner as string | number);
}

/** Whether a cell says something: it is not empty, and says not that there is none, as FALSE, N/A and 0.00 do. */
export const isFilled = ({ value }: Pick<Cell, 'value'>): boolean =>
	Array.isArray(value) ||
	isObject(value) ||
	value === true ||
	(!saysNone(value) && Number(numberOfPrice(String(value))) !== 0);

/** Whether a cell is not empty, whatever it says. */
export const saysAnything = (cell: Cell): boolean =>
	longTextIn(cell.value) !== undefined || isFilled(cell);

/** The numbers in a text: signs and words without a digit end one, blanks do not: '1Z 999 AA1 01 2345 6784' is one. */
function numbersIn(text: string): string[] {
	const numbers: string[] = [];
	for (const part of text.split(/[^a-z\d ]+/i)) {
		let number = '';
		for (const word of part.split(' ')) {
			if (/\d/.test(word)) number += word;
			else if (word !== '') {
				numbers.push(number);
				number = '';
			}
		}
		numbers.push(number);
	}
	return numbers;
}

/** No carrier's numbers are shorter, and no date with its time has so much between its signs. */
const MIN_TRACKING_LENGTH = 7;

/** Parcels of a row that are read. With a number behind them the row is reviewed, as without one. */
const MAX_PARCELS = 100;

/** Whether cells have the number or the address of a parcel: not so 'pending', 'n/a' or a date. */
export const haveTracking = (cells: readonly Cell[]): boolean =>
	cells
		.slice(0, MAX_PARCELS)
		.flatMap(({ value }) => [value].flat().slice(0, MAX_PARCELS))
		.slice(0, MAX_PARCELS)
		.some((entry) => {
			const numbers = numbersIn(textIn(entry) ?? '');
			return numbers.some(({ length }) => length >= MIN_TRACKING_LENGTH) || isBrokenNumber(entry);
		});

/** How people tick a cell without a box, beside yes, true and 1. */
const TICKS = ['x', '✓', '✔'];

/** Whether a cell is ticked. */
export const isTicked = ({ value }: Cell): boolean =>
	isSet(value) || TICKS.includes((textIn(value) ?? '').toLowerCase());

/** Refuses a cell that says whether a row is due, in words that are not known. */
export const refuseTick = (cell: Cell): never =>
	refuse(
		fieldOf(cell),
		`is ${quote(cell.value)}, which is neither a tick nor a no`,
		'Write TRUE, yes or x where the row is due, and FALSE or no where it is not. If another column says it, name that one as Ready Column, and if this one does not, add the line Paid = or Ready = to the option Column Names.',
	);
