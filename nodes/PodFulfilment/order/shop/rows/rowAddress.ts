// The one address that the rows of an order have, and what to do where it lacks a part.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { comparableOptionValue } from '../../../input/equalText';
import type { Pieces } from '../../../input/nextTurn';
import { lowerFirst, quote, quotedList } from '../../../input/wording';
import type { Findings } from '../../findings';
import { isHeld } from '../besideAddress';
import { recipientFromParts, warnOfMissing } from '../shopAddress';
import { longTextIn, textIn } from '../values';
import { columnNamesLine, labelOf, type Part, partsFor } from './headings';
import type { JoinedRows } from './joinRows';
import type { Row } from './row';

/** Refuses an answer with a whole address of which nothing says that the parcel goes there, or with another address. */
function refuseOpenAddress({ addresses, inProblems }: Row): void {
	const [one = addresses[0]] = addresses.filter(({ isRecipient }) => isRecipient);
	if (!one) return;
	if (one.isRecipient && addresses.every(({ content }) => content === one.content)) return;
	const columns = new Set([one, ...addresses].map(({ column }) => column));
	refuse(
		`${inProblems} → ${quotedList([...columns], ' and ')}`,
		'must say to which address the parcel goes',
		`Add the line ${columnNamesLine('address1', one.column)} to the option Column Names, with the column of that address.`,
	);
}

/** Parts by which a parcel is delivered: two rows of an order have the same, or one has none. */
const ADDRESS = partsFor('address', 'region');

/** What a row says of some parts. */
const saidOf = (row: Row, parts: readonly Part[]): Map<Part, unknown> =>
	new Map(
		parts
			.map((part) => [part, row.valueOf(part)] as const)
			.filter(([, value]) => value !== undefined),
	);

/** A part of an address, as several rows may write it. */
const comparablePart = (value: unknown): string => comparableOptionValue(String(value));

/** Refuses a house number that the street lacks. */
function requireHouseNumber(row: Row, recipient: IDataObject, houseNumber: unknown): void {
	const text = longTextIn(houseNumber);
	const [cell] = row.cellsOf('houseNumber');
	const { address1 } = recipient;
	if (text === undefined || !cell || address1 === undefined) return;
	if (isHeld({ kind: 'number', text }, recipient)) return;
	row.refuse(
		cell,
		`is ${quote(text)}, and the street ${quote(address1)} lacks it`,
		'Write the number into the column of the street, or join the two with an Edit Fields node before this one. If it is none of the address, add the line House Number = to the option Column Names.',
	);
}

/**
 * The recipient of the rows of an order, whose address may be in one of them alone.
 *
 * @throws UserError for two different addresses
 */
export function* recipientIn({ rows, names }: JoinedRows, found: Findings): Pieces<IDataObject> {
	let first: { row: Row; parts: ReadonlyMap<Part, unknown> } | undefined;
	let contact = new Map<Part, unknown>();
	for (const row of rows) {
		yield;
		if (!names.replaced.has('address1')) refuseOpenAddress(row);
		contact = new Map([...saidOf(row, partsFor('contact')), ...contact]);
		const parts = saidOf(row, ADDRESS);
		if (parts.size === 0) continue;
		const same = (first ??= { row, parts });
		const other = [...parts].find(
			([part, value]) => comparablePart(value) !== comparablePart(same.parts.get(part)),
		);
		if (!other) continue;
		refuse(
			`${row.inProblems} → ${labelOf(other[0])}`,
			`is not that of ${lowerFirst(same.row.label)}, and both are rows of one order`,
			'Enter the address in the first row of the order alone, or the same in each; or give them different order numbers.',
		);
	}
	const said = Object.fromEntries([...(first?.parts ?? []), ...contact]) as IDataObject;
	const { firstName, lastName, houseNumber, ...address } = said;
	const name = [firstName, lastName].flatMap((part) => textIn(part) ?? []).join(' ');
	const recipient = recipientFromParts({ name, ...address }, found);
	if (first) requireHouseNumber(first.row, recipient, houseNumber);
	warnOfMissing(recipient, found);
	return recipient;
}

/** What an address needs. A company may replace the name. */
const ADDRESS_PARTS: readonly Part[] = ['name', 'address1', 'city', 'zip', 'countryCode'];

/** What to do about an address that lacks a part: which cells are empty, and which columns there are for one that has none. */
export function addressAdvice(rows: readonly Row[], recipient: IDataObject): string {
	const isGiven = (part: Part): boolean =>
		recipient[part] !== undefined || (part === 'name' && recipient.company !== undefined);
	const empty = ADDRESS_PARTS.filter((part) => !isGiven(part));
	const headingOf = (part: Part): string | undefined =>
		rows.find((row) => row.cellsOf(part).length > 0)?.cellsOf(part)[0]?.column;
	const cells = empty.map((part) => headingOf(part) ?? labelOf(part));
	// A customer whose answer is refused is not told.
	const begin = rows[0]?.data.isAnswer === true ? 'Have the form require' : 'Fill its cells';
	const advice = `${begin} ${quotedList(cells, ' and ')}.`;
	const missing = empty.filter((part) => headingOf(part) === undefined);
	if (missing.length === 0) return advice;
	const columns = rows[0]?.data.columns.filter(({ kind }) => kind !== 'fact') ?? [];
	return `${advice} The columns are ${quotedList(columns.map(({ path }) => path))}: if another one is ${quotedList(missing.map(labelOf), ' or ')}, name it in the option Column Names, such as Zip = PLZ.`;
}
