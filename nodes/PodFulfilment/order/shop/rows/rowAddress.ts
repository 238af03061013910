// The one address that the rows of an order have, and what to do where it lacks a part.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { comparableOptionValue } from '../../../input/equalText';
import type { Pieces } from '../../../input/nextTurn';
import { lowerFirst, quote, quotedList } from '../../../input/wording';
import { Findings } from '../../findings';
import { isHeld } from '../besideAddress';
import { recipientFromParts, warnOfMissing } from '../shopAddress';
import { longTextIn, textIn } from '../values';
import { labelOf, type Part, partsFor } from './headings';
import type { JoinedRows } from './joinRows';
import type { Row } from './row';

/** What a row says of some parts. */
const saidOf = (row: Row, parts: readonly Part[]): Array<[Part, unknown]> =>
	parts
		.map((part): [Part, unknown] => [part, row.valueOf(part)])
		.filter(([, value]) => value !== undefined);

/** A part of an address, as several rows may write it. */
const comparablePart = (value: unknown): string => comparableOptionValue(String(value));

/** Refuses an answer with a whole address of which nothing says that the parcel goes there, or with another address. */
function refuseOpenAddress({ addresses, inProblems }: Row): void {
	const [one = addresses[0]] = addresses.filter(({ isRecipient }) => isRecipient);
	if (!one) return;
	if (one.isRecipient && addresses.every(({ content }) => content === one.content)) return;
	const others = addresses.map(({ column }) => column).filter((column) => column !== one.column);
	const isAlone = others.length === 0;
	refuse(
		`${inProblems} → ${quotedList([one.column, ...others], ' and ')}`,
		isAlone
			? 'is an address, and its heading does not say that the parcel goes there'
			: 'are different addresses, and the parcel goes to one of them',
		`${isAlone ? 'If it does, add' : 'Add'} the line ${labelOf('address1')} = ${one.column} to the option Column Names${isAlone ? '; otherwise with the column of the street to which it goes' : ', with the one that is meant'}.`,
	);
}

/** Parts by which a parcel is delivered: two rows of an order have the same, or one has none. */
const ADDRESS = partsFor('address', 'region');

const CONTACT = partsFor('contact');

/**
 * The recipient of the rows of an order, whose address may be in one of them alone.
 *
 * @throws UserError for two different addresses
 */
export function* recipientIn({ rows, names }: JoinedRows, found: Findings): Pieces<IDataObject> {
	let first: { row: Row; parts: ReadonlyMap<Part, unknown> } | undefined;
	const contact = new Map<Part, unknown>();
	for (const row of rows) {
		yield;
		if (!names.replaced.has('address1')) refuseOpenAddress(row);
		for (const [part, value] of saidOf(row, CONTACT)) {
			if (!contact.has(part)) contact.set(part, value);
		}
		const parts = saidOf(row, ADDRESS);
		if (parts.length === 0) continue;
		const same = (first ??= { row, parts: new Map(parts) });
		const other = parts.find(
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
	const number = longTextIn(houseNumber) ?? '';
	const isLacked = number !== '' && !isHeld({ kind: 'number', text: number }, recipient);
	if (first && isLacked && recipient.address1 !== undefined) {
		refuse(
			`${first.row.inProblems} → ${quote(first.row.cellsOf('houseNumber')[0]?.path)}`,
			`is ${quote(number)}, and the street ${quote(recipient.address1)} lacks it`,
			'Write the number into the column of the street, or join the two with an Edit Fields node before this one. If it is none of the address, add the line House Number = to the option Column Names.',
		);
	}
	warnOfMissing(recipient, found);
	return recipient;
}

/** Column names that a message lists. */
const MAX_NAMED = 20;

/** What an address needs. A company may replace the name. */
const ADDRESS_PARTS: readonly Part[] = ['name', 'address1', 'city', 'zip', 'countryCode'];

/** What to do about an address that lacks a part: which cells are empty, and which columns there are. */
export function addressAdvice([row]: readonly Row[], recipient: IDataObject): string {
	const columns = (row?.data.columns ?? []).map(([heading]) => heading).slice(0, MAX_NAMED);
	const isGiven = (part: Part): boolean =>
		recipient[part] !== undefined || (part === 'name' && recipient.company !== undefined);
	const empty = ADDRESS_PARTS.filter((part) => !isGiven(part));
	return `Fill its cells ${quotedList(empty.map(labelOf), ' and ')}. The columns are ${quotedList(columns)}: if those have other headings, name them in the option Column Names, such as Zip = PLZ.`;
}
