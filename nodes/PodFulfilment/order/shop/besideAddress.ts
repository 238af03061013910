// What a shop keeps beside the address of an order: parts that plug-ins keep in fields of their own (house number, suffix,
// neighborhood, flat, number at a parcel locker), by the names of such fields, and the tax number, also in the field that 'Tax
// Number From' names. In Brazil, a missing house number or neighborhood is added; what is missing otherwise is flagged for review,
// and so is a tax number that is somebody else's by its country or the billing address: parcels to Brazil or Korea need the
// recipient's, another would stop them at customs. No message quotes one.

import type { IDataObject } from 'n8n-workflow';

import { isBrokenNumber } from '../../input/number';
import { isBlank } from '../../input/checks';
import { knownCountry } from '../../input/country';
import { comparableName, wordSet } from '../../input/equalText';
import type { Pieces } from '../../input/nextTurn';
import { isMasked } from '../../input/brokenText';
import { ownValue } from '../../input/objects';
import { quote } from '../../input/wording';
import type { Findings } from '../findings';
import { MAX_TEXT_LENGTH } from '../textBounds';
import type { LineProperty } from './shopOrder';
import { longTextIn, plainWords, readableText, saysNone, valueAt } from './values';

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

const KINDS = Object.keys(NAMES) as PartKind[];

/** The parts of an address among the fields beside it; of each kind, the first that is not empty. */
export function* keptPartsOf(
	fields: ReadonlyArray<{ name: string; value: unknown; isOfAddress: boolean }>,
): Pieces<KeptPart[]> {
	const parts = new Map<PartKind, string>();
	for (const { name: given, value, isOfAddress } of fields) {
		yield;
		const name = comparableName(given.slice(0, MAX_TEXT_LENGTH));
		const kind = KINDS.find((one) => NAMES[one].has(name));
		if (!kind || parts.has(kind) || (!isOfAddress && IN_ADDRESS_ALONE.has(name))) continue;
		// A plug-in may keep its own code of a neighborhood, which is no part of the address.
		const written = kind === 'neighborhood' ? /\p{L}{3}/u : /[\p{L}\p{N}]/u;
		const kept = readableText(value) ?? '';
		if (written.test(kept) && !saysNone(kept)) parts.set(kind, kept);
	}
	const found = [...parts].map(([kind, text]) => ({ kind, text }));
	return found.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** The words of a text, with the letters behind a number apart: '47a' is '47 a'. A longer text than is sent is refused. */
const wordsOf = (text: string): string =>
	plainWords(text.slice(0, MAX_TEXT_LENGTH)).replaceAll(/(\d)(?=\p{L}{1,3} )/gu, '$1 ');

const holds = (line: string, part: string): boolean =>
	part.length <= MAX_TEXT_LENGTH && wordsOf(line).includes(wordsOf(part));

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

/** Whether a recipient's address holds a part. */
export function isHeld({ kind, text: kept }: KeptPart, recipient: IDataObject): boolean {
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
	// That of '2e Kruiskade' is not 2.
	return isIn(
		[street, ...others].map((line) => line.replace(/^\s*\d+\p{L}{1,3}(?![\p{L}\p{N}])/u, '')),
	);
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
	const missing = parts.filter((part) => !isHeld(part, recipient));
	const isCompleted = recipient.countryCode === 'BR' && recipient.address1 !== undefined;
	const isAdded = ({ kind }: KeptPart): boolean =>
		isCompleted && (kind === 'number' || kind === 'neighborhood');
	const added = missing.filter(isAdded);
	const lacked = missing.filter((part) => !isAdded(part));
	const keeps = (of: readonly KeptPart[]): string =>
		`The shop keeps ${quote(of.map(({ text }) => text).join(', '))} beside the address`;
	if (added.length > 0) found.warn(`${keeps(added)}: it was added there`, 'address');
	if (lacked.length > 0) {
		found.review(
			`${keeps(lacked)}, which lacks it: check the address, and add it with Order → Update${advice}`,
			'address',
		);
	}
	return added.reduce<IDataObject>((completed, { kind, text }) => {
		const line = kind === 'number' ? 'address1' : 'address2';
		const written = completed[line] === undefined ? '' : `${String(completed[line])}, `;
		return { ...completed, [line]: written + text };
	}, recipient);
}

/** A tax number that an order has. */
export interface OrderTaxNumber {
	/** Undefined where {@link doubt} says why there is none. */
	text?: string;
	/** The code of the country whose number it is, if that is known. */
	country?: string;
	/** Whether it is kept with the shipping address: it is then the recipient's. */
	isOfRecipient?: boolean;
	/** Why it is not sent, as the beginning of a sentence. */
	doubt?: string;
}

/** Reads a tax number as the shop has it; undefined where there is none. */
export function taxNumberIn(
	value: unknown,
	others: Omit<OrderTaxNumber, 'text' | 'doubt'> = {},
): OrderTaxNumber | undefined {
	if (isBlank(value)) return undefined;
	const text = readableText(value);
	return text === undefined || isBrokenNumber(value) || isMasked(text)
		? { ...others, doubt: 'The tax number of the order is masked, or cannot be read' }
		: { ...others, text };
}

/**
 * The tax number in the field that the user named, at a path of the order or in its metadata.
 *
 * @param name of the option Tax Number From; empty where none was entered
 */
export function* namedTaxNumber(
	name = '',
	order: IDataObject,
	metadata: readonly LineProperty[],
): Pieces<OrderTaxNumber | undefined> {
	const wanted = comparableName(name);
	if (wanted === '') return undefined;
	const values = [valueAt(order, name)];
	for (const { names, value } of metadata) {
		yield;
		if (names.some((known) => comparableName(known) === wanted)) values.push(value);
	}
	const isOfRecipient = /^shipping/i.test(name.replace(/^[_\s]+/, ''));
	return taxNumberIn(
		values.find((value) => !isBlank(value)),
		{ isOfRecipient },
	);
}

const countryName = (code: unknown): string => knownCountry(String(code))?.name ?? String(code);

/**
 * Adds the tax number of an order to its recipient, where it is the recipient's. Otherwise the order is to be reviewed.
 *
 * @param recipient a Recipient (spec section 2), which may be incomplete
 * @param biller likewise, from the billing address
 */
export function withTaxNumber(
	recipient: IDataObject,
	biller: IDataObject,
	{ text, country, isOfRecipient = false, doubt }: OrderTaxNumber,
	found: Findings,
): IDataObject {
	const { countryCode } = recipient;
	// Without an address there is nothing to send.
	if (countryCode === undefined) return recipient;
	const isAnother = (part: 'name' | 'countryCode'): boolean => {
		const [own, other] = [recipient[part], biller[part]];
		if (own === undefined || other === undefined) return false;
		return comparableName(String(own)) !== comparableName(String(other));
	};
	let reason = doubt;
	if (country !== undefined && country !== countryCode) {
		reason ??= `The order has a tax number of ${countryName(country)}, and goes to ${countryName(countryCode)}`;
	}
	if (!isOfRecipient && (isAnother('countryCode') || isAnother('name'))) {
		reason ??= 'The order has a tax number, and its billing address has another name or country';
	}
	if (reason === undefined) return { ...recipient, taxNumber: text };
	found.review(
		`${reason}: it is not sent. If customs need one, add it with Order → Update; the option Tax Number From names another field for it`,
		'taxNumber',
	);
	return recipient;
}
