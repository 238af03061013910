// Reads a cell of a row as text: a list of one is its entry, JSON in a text is read, and what nobody can mean is refused
// by the name of its column: an error of the sheet, several values, an upload without an address, a link of Airtable.

import { numberOfPrice } from '../../../input/amount';
import { isBrokenNumber } from '../../../input/brokenNumber';
import { refuse } from '../../../input/checks';
import { isObject, ownValue } from '../../../input/guards';
import { quote } from '../../../input/wording';
import { contentOf, isSet, listIn, longTextIn, saysNone, textIn } from '../values';

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

/** A cell as it stands in the row, with the name of its column. */
export interface Cell {
	/** In messages. */
	field: string;
	column: string;
	value: unknown;
}

/** Of a list of one its entry, of JSON in a text what it says. */
export function openedValue(value: unknown): unknown {
	const isLong = typeof value === 'string' && value.length > MAX_CONTENT_LENGTH;
	const content = isLong ? value : contentOf(value);
	const filled = listIn(content).filter((entry) => entry !== null && entry !== '');
	if (!Array.isArray(content)) return content;
	return filled.length > 1 ? filled : filled[0];
}

/** Whether a value is an upload of which only the name is known, as n8n's Form has it: the file is binary data. */
export const isUpload = (value: unknown): boolean =>
	isObject(value) &&
	typeof ownValue(value, 'filename') === 'string' &&
	typeof ownValue(value, 'url') !== 'string';

/** Refuses an upload without an address. */
export const refuseUpload = (field: string): never =>
	refuse(
		field,
		'is an upload without an address, and the service fetches print files from one',
		'n8n has the file as binary data. Save it with a node before this one, for example S3, and put its public address in place of the upload with an Edit Fields node.',
	);

/** Refuses several values where one is needed. */
export const refuseList = ({ field, column }: Cell, label: string): never =>
	refuse(
		field,
		'is a list: add [0]',
		`To read the first entry, add a line such as ${label} = ${column}[0] to the option Column Names.`,
	);

/**
 * Refuses an error of the sheet.
 *
 * @throws UserError
 */
export function refuseError({ field, value }: Cell): void {
	if (typeof value !== 'string' || !ERROR.test(value.trim())) return;
	refuse(field, `is ${quote(value.trim())}, an error of the sheet`, 'Correct the formula there.');
}

/**
 * Reads a cell that is one text or number, as it is written.
 *
 * @param label of the column in Column Names
 * @returns undefined for an empty cell
 * @throws UserError for one that holds something else
 */
export function valueOfCell(cell: Cell, label: string): string | number | boolean | undefined {
	const value = openedValue(cell.value);
	refuseError({ ...cell, value });
	if (Array.isArray(value)) return refuseList(cell, label);
	if (isUpload(value)) return refuseUpload(cell.field);
	const inner = isObject(value) ? (ownValue(value, 'url') ?? ownValue(value, 'name')) : value;
	if (isObject(value) && typeof inner !== 'string') {
		return refuse(
			cell.field,
			'is an object, but must be text',
			`Name one of its fields with a line such as ${label} = ${cell.column}.${Object.keys(value)[0] ?? 'name'} in the option Column Names.`,
		);
	}
	if (typeof inner === 'boolean') return inner;
	const text = longTextIn(inner);
	if (text !== undefined && isLink(text)) {
		return refuse(
			cell.field,
			`is ${quote(text)}, a link to another record`,
			'In Airtable, add a lookup field of the linked record, and name it in the option Column Names.',
		);
	}
	return text === undefined ? undefined : (inner as string | number);
}

/** Whether a cell says something: it is not empty, and says not that there is none, as FALSE, N/A and 0.00 do. */
export function isFilled(value: unknown): boolean {
	const opened = openedValue(value);
	if (Array.isArray(opened) || isObject(opened) || opened === true) return true;
	return !saysNone(opened) && Number(numberOfPrice(String(opened))) !== 0;
}

/** Whether a cell is not empty, whatever it says. */
export const saysAnything = (value: unknown): boolean =>
	longTextIn(value) !== undefined || isFilled(value);

/** The numbers in a text: signs and words without a digit end one, blanks do not: '1Z 999 AA1 01 2345 6784' is one. */
function numbersIn(text: string): string[] {
	const numbers: string[] = [];
	let number = '';
	for (const word of [...text.replaceAll(/[^a-z\d ]/gi, ' , ').split(' '), ',']) {
		if (/\d/.test(word)) number += word;
		else if (word !== '') {
			numbers.push(number);
			number = '';
		}
	}
	return numbers;
}

/** No carrier's numbers are shorter, and no date with its time has so much between its signs. */
const MIN_TRACKING_LENGTH = 7;

/** Whether a cell has the number or the address of a parcel: not so 'pending', 'n/a' or a date. */
export const isTracking = (value: unknown): boolean =>
	[openedValue(value)].flat().some((entry) => {
		const numbers = numbersIn(textIn(entry) ?? '');
		return numbers.some(({ length }) => length >= MIN_TRACKING_LENGTH) || isBrokenNumber(entry);
	});

/** How people tick a cell without a box, beside yes, true and 1. */
const TICKS = new Set(['x', '✓', '✔']);

/** Whether a cell is ticked. */
export function isTicked(value: unknown): boolean {
	const opened = openedValue(value);
	return isSet(opened) || TICKS.has((longTextIn(opened) ?? '').toLowerCase());
}

/** Refuses a cell that says whether a row is due, in words that are not known. */
export const refuseTick = ({ field, value }: Cell): never =>
	refuse(
		field,
		`is ${quote(openedValue(value))}, which is neither a tick nor a no`,
		'Write TRUE, yes or x where the row is due, and FALSE or no where it is not. If another column says it, name that one as Ready Column, and if this one does not, add the line Paid = or Ready = to the option Column Names.',
	);
