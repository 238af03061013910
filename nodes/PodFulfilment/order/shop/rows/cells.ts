// What a cell of a row says: a list of one is its entry, JSON in a text is read. Why one cannot be read, what says nothing,
// what is a tick, and what is the number of a parcel.

import { numberOfPrice } from '../../../input/amount';
import { isBrokenNumber, KEEP_AS_TEXT } from '../../../input/number';
import { isObject, ownValue } from '../../../input/objects';
import { quote } from '../../../input/wording';
import { contentOf, isSet, longTextIn, saysNone, textIn } from '../values';
import { columnNamesLine, type Part } from './headings';
import type { Column } from './rowData';

/** A cell of a row. */
export interface Cell {
	/** The heading that it is known by. */
	column: string;
	/** Its own heading, or the path in it. */
	path: string;
	/** As {@link openedValue} gives it. */
	value: unknown;
	/** As of its column; or whether Column Names has the column, or another one for what its heading says. */
	kind?: Column['kind'] | 'named' | 'replaced';
}

/** Longer texts are no content that a node wrote as text. */
const MAX_CONTENT_LENGTH = 10_000;

/** Of a list of one its entry, of JSON in a text what it says. */
export function openedValue(value: unknown): unknown {
	const isLong = typeof value === 'string' && value.length > MAX_CONTENT_LENGTH;
	const content = isLong ? value : contentOf(value);
	if (!Array.isArray(content)) return content;
	const filled = content.filter((entry) => entry !== null && entry !== '');
	return filled.length > 1 ? filled : filled[0];
}

/** What Google Sheets and Excel show in place of a value that could not be calculated. */
const ERROR =
	/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!|SPILL!|CALC!)$|^Loading\.\.\.$/;

/** Airtable's ID of a linked record, which says nothing by itself. */
const LINK = /^rec[A-Za-z0-9]{14}$/;

export const isLink = (value: unknown): boolean =>
	typeof value === 'string' && LINK.test(value.trim());

/** Whether a value is an upload of which only the name is known, as n8n's Form has it: the file is binary data. */
export const isUpload = (value: unknown): value is { filename: string } =>
	isObject(value) &&
	typeof ownValue(value, 'filename') === 'string' &&
	typeof ownValue(value, 'url') !== 'string';

/** What a cell says by itself: of an object its address, or its name. */
const plainValue = ({ value }: Cell): unknown =>
	isObject(value) ? (ownValue(value, 'url') ?? ownValue(value, 'name')) : value;

/** What a row or its order is known by: digits of these must not be lost. */
const IDS: readonly Part[] = ['orderNumber', 'sku'];

/** Why a cell cannot be read as the text or number of a part, and what to do about it. */
export function whyUnreadable(
	cell: Cell,
	part: Part,
): Record<'what' | 'advice', string> | undefined {
	const { column, value } = cell;
	const plain = plainValue(cell);
	const text = typeof plain === 'string' ? plain.trim() : '';
	const nameInstead = (path: string): string =>
		`add a line such as ${columnNamesLine(part, `${column}${path}`)} to the option Column Names.`;
	if (ERROR.test(text)) {
		return {
			what: `is ${quote(text)}, an error of the sheet`,
			advice: 'Correct the formula there.',
		};
	}
	if (IDS.includes(part) && isBrokenNumber(plain)) {
		return { what: `is ${quote(plain)}, a number that has lost digits`, advice: KEEP_AS_TEXT };
	}
	if (isLink(text)) {
		return {
			what: `is ${quote(text)}, a link to another record`,
			advice:
				'In Airtable, add a lookup field of the linked record, and name it in the option Column Names.',
		};
	}
	if (Array.isArray(value)) {
		return {
			what: 'is a list: add [0]',
			advice: `To read the first entry, ${nameInstead('[0]')}`,
		};
	}
	if (isUpload(value)) {
		return {
			what: 'is an upload without an address, and the service fetches print files from one',
			advice:
				'n8n has the file as binary data. Save it with a node before this one, for example S3, and put its public address in place of the upload with an Edit Fields node.',
		};
	}
	if (!isObject(value) || typeof plain === 'string') return undefined;
	return {
		what: 'is an object, but must be text',
		advice: `To read one of its fields, ${nameInstead(`.${Object.keys(value)[0] ?? 'name'}`)}`,
	};
}

/** Reads a cell that {@link whyUnreadable} has nothing against, as it is written; undefined for an empty one. */
export function valueOfCell(cell: Cell): string | number | boolean | undefined {
	const plain = plainValue(cell);
	const isGiven = typeof plain === 'boolean' || longTextIn(plain) !== undefined;
	return isGiven ? (plain as string | number | boolean) : undefined;
}

/** Whether a cell says something: it is not empty, and says not that there is none, as FALSE, N/A and 0.00 do. */
export const isFilled = ({ value }: Cell): boolean =>
	Array.isArray(value) ||
	isObject(value) ||
	value === true ||
	(!saysNone(value) && Number(numberOfPrice(String(value))) !== 0);

/** Whether a cell is not empty, whatever it says. */
export const saysAnything = (cell: Cell): boolean =>
	longTextIn(cell.value) !== undefined || isFilled(cell);

/** The numbers in a text: signs and words without a digit end one, blanks do not: '1Z 999 AA1 01 2345 6784' is one. */
const numbersIn = (text: string): string[] =>
	text
		.split(/[^a-z\d ]+/i)
		.map((part) => part.split(' ').map((word) => (/^[a-z]+$/i.test(word) ? '|' : word)))
		.flatMap((words) => words.join('').split('|'));

/** No carrier's numbers are shorter, and no date with its time has so much between its signs. */
const MIN_TRACKING_LENGTH = 7;

/** Whether a cell has the number or the address of a parcel: not so 'pending', 'n/a' or a date. */
export const hasTracking = ({ value }: Cell): boolean =>
	[value].flat().some((entry) => {
		const numbers = numbersIn(textIn(entry) ?? '');
		return numbers.some(({ length }) => length >= MIN_TRACKING_LENGTH) || isBrokenNumber(entry);
	});

/** How people tick a cell without a box, beside yes, true and 1. */
const TICKS = ['x', '✓', '✔'];

/** Whether a cell is ticked. */
export const isTicked = ({ value }: Cell): boolean =>
	isSet(value) || TICKS.includes((textIn(value) ?? '').toLowerCase());
