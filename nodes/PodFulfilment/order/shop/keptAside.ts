// Parts of an address that plug-ins keep in fields beside it (house number, suffix, neighborhood, flat, number at a parcel
// locker), by the names of such fields, and whether the address holds them too. In Brazil, a missing house number or
// neighborhood is added; what is missing otherwise is flagged for review.

import type { IDataObject } from 'n8n-workflow';

import { comparableName, wordSet } from '../../input/equalText';
import type { Pieces } from '../../input/nextTurn';
import { ownValue } from '../../input/objects';
import { quote } from '../../input/wording';
import type { Findings } from '../findings';
import { MAX_TEXT_LENGTH } from '../textBounds';
import { longTextIn, plainWords, readableText, saysNone } from './values';

/** The fields in which checkouts keep a part, as they write them; in the order in which messages name the parts. */
const NAMES = {
	number: wordSet('house_number houseno street_number Numero_Direccion number numero'),
	suffix: wordSet('house_number_suffix'),
	neighborhood: wordSet('neighborhood barrio colonia comuna district'),
	apartment: wordSet('apartment'),
	floor: wordSet('floor'),
	customer: wordSet(
		'dhl_postnumber dhl_postnum parcelshop_post_number pickup_location_customer_number',
	),
};

/** Names that mean something else of a field that is in no address. */
const IN_ADDRESS_ALONE = wordSet('number numero district apartment floor');

type PartKind = keyof typeof NAMES;

/** A part that is kept beside an address. */
export interface KeptPart {
	kind: PartKind;
	text: string;
}

/** The parts of an address among the fields beside it; of each kind, the first that is not empty. */
export function* keptPartsOf(
	fields: ReadonlyArray<{ name: string; value: unknown; isOfAddress: boolean }>,
): Pieces<KeptPart[]> {
	const kinds = Object.keys(NAMES) as PartKind[];
	const parts = new Map<PartKind, string>();
	for (const { name: given, value, isOfAddress } of fields) {
		yield;
		const name = comparableName(given.slice(0, MAX_TEXT_LENGTH));
		const kind = kinds.find((one) => NAMES[one].has(name));
		if (!kind || parts.has(kind) || (!isOfAddress && IN_ADDRESS_ALONE.has(name))) continue;
		// A plug-in may keep its own code of a neighborhood, which is no part of the address.
		const written = kind === 'neighborhood' ? /\p{L}{3}/u : /[\p{L}\p{N}]/u;
		const kept = readableText(value) ?? '';
		if (written.test(kept) && !saysNone(kept)) parts.set(kind, kept);
	}
	return kinds.flatMap((kind) => {
		const text = parts.get(kind);
		return text === undefined ? [] : [{ kind, text }];
	});
}

/** The words of a text, with the letters behind a number apart: '47a' is '47 a'. A longer text than is sent is refused. */
const wordsOf = (text: string): string =>
	plainWords(text.slice(0, MAX_TEXT_LENGTH)).replaceAll(/(\d)(?=\p{L}{1,3} )/gu, '$1 ');

const holds = (line: string, part: string): boolean =>
	part.length <= MAX_TEXT_LENGTH && wordsOf(line).includes(wordsOf(part));

/** Whether a line holds a house number, with its suffix where that is known. That of '2e Kruiskade' is not 2. */
const holdsNumber = (line: string, number: string, suffix: string): boolean =>
	holds(line.replace(/^\s*\d+\p{L}{1,3}(?![\p{L}\p{N}])/u, ''), number) ||
	(suffix !== '' && holds(line, `${number} ${suffix}`));

/** Whether a street ends with a house number, or has it behind a comma: that of 'Rua 15 de Novembro' is not 15. */
function endsWithNumber(street: string, number: string): boolean {
	const wanted = wordsOf(number);
	const [first = '', ...others] = street
		.slice(0, MAX_TEXT_LENGTH)
		.split(/[,;(-]/)
		.map(wordsOf);
	const isAtAnEnd = (part: string) => part.endsWith(wanted) || part.startsWith(wanted);
	return first.endsWith(wanted) || others.some(isAtAnEnd);
}

/** Where a part may be besides the lines of the street. */
const ELSEWHERE: Partial<Record<PartKind, readonly string[]>> = {
	neighborhood: ['city'],
	customer: ['name', 'company'],
};

/** Whether a recipient's address holds a part. @param suffix of a house number, where it is known */
export function isHeld(
	{ kind, text: kept }: KeptPart,
	recipient: IDataObject,
	suffix = '',
): boolean {
	const [street = '', ...others] = ['address1', 'address2', ...(ELSEWHERE[kind] ?? [])].map(
		(name) => longTextIn(ownValue(recipient, name)) ?? '',
	);
	const isIn = (lines: readonly string[]): boolean => lines.some((line) => holds(line, kept));
	if (kind !== 'number') return isIn([street, ...others]);
	// In Brazil, streets are named after days.
	if (recipient.countryCode === 'BR' && street !== '') {
		return endsWithNumber(street, kept) || isIn(others);
	}
	// In Spanish and Portuguese, 's/n' is a house without a number.
	if (/^s\W*n\W*$/i.test(kept)) return true;
	return [street, ...others].some((line) => holdsNumber(line, kept, suffix));
}

/**
 * Completes a recipient's address by the parts that are kept beside it, where it is known how: in Brazil as Shopify writes it,
 * since the usual plug-in there keeps number and neighborhood aside in every order. What it lacks otherwise is to be reviewed.
 *
 * @param recipient a Recipient (spec section 2), which may be incomplete
 * @param advice what else to do, to follow the review
 */
export function withKeptParts(
	recipient: IDataObject,
	parts: readonly KeptPart[],
	found: Findings,
	advice = '',
): IDataObject {
	const suffix = parts.find(({ kind }) => kind === 'suffix')?.text ?? '';
	const missing = parts.filter((part) => !isHeld(part, recipient, suffix));
	const isCompleted = recipient.countryCode === 'BR' && recipient.address1 !== undefined;
	const added = missing.filter(
		({ kind }) => isCompleted && (kind === 'number' || kind === 'neighborhood'),
	);
	const lacked = missing.filter((part) => !added.includes(part));
	const textOf = (of: readonly KeptPart[]): string => quote(of.map(({ text }) => text).join(', '));
	if (added.length > 0) {
		found.warn(`The shop keeps ${textOf(added)} beside the address: it was added there`, 'address');
	}
	if (lacked.length > 0) {
		found.review(
			`The shop keeps ${textOf(lacked)} beside the address, which lacks it: check the address, and add it with Order → Update${advice}`,
			'address',
		);
	}
	return added.reduce<IDataObject>((completed, { kind, text }) => {
		const line = kind === 'number' ? 'address1' : 'address2';
		const written = completed[line] === undefined ? '' : `${String(completed[line])}, `;
		return { ...completed, [line]: written + text };
	}, recipient);
}
