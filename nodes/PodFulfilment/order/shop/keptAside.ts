// Parts of an address that plug-ins keep in fields beside it (house number, suffix, neighborhood, apartment), by the
// names of such fields, and whether the address holds them too. In Brazil, a missing house number or neighborhood is
// added; what is missing otherwise is flagged for review.

import type { IDataObject } from 'n8n-workflow';

import { comparableName, wordSet } from '../../input/equalText';
import { quote } from '../../input/wording';
import type { Findings } from '../findings';
import { MAX_TEXT_LENGTH } from '../textBounds';
import { readableText, saysNone } from './values';
import { ownValue } from '../../input/guards';

/** A part that is kept beside an address. */
export interface KeptPart {
	kind: PartKind;
	text: string;
}

type PartKind = 'number' | 'suffix' | 'neighborhood' | 'other';

/** A field beside the fields of every address. */
export interface FieldBeside {
	/** Its name, whichever way it is written. */
	name: string;
	value: unknown;
	/** Whether the name is known to be that of a field of the address. */
	isOfAddress: boolean;
}

/** Names of fields that say by themselves that they are part of an address, without spaces and signs. */
const CLEAR_NAMES: Readonly<Record<PartKind, ReadonlySet<string>>> = {
	number: wordSet(`housenumber houseno housenr housenum streetnumber streetno streetnr streetnum
		addressnumber hausnummer hausnr huisnummer huisnr numext numexterior numeroext extnum extnumber
		numerodireccion numerocalle numerodecalle numerocasa numerodecasa numeroexterior exteriornumber`),
	suffix: wordSet(
		'housenumbersuffix housenumberaddition streetnumbersuffix huisnummertoevoeging hausnummerzusatz',
	),
	neighborhood: wordSet('neighborhood neighbourhood bairro barrio colonia comuna'),
	other:
		wordSet(`apartmentnumber flatnumber numerodpto numerodepto numerodepartamento numerointerior
		numint numinterior numeroint intnum intnumber interiornumber pickuplocationcustomernumber parcelshoppostnumber postnumber postnum postnummer
		dhlpostnumber dhlpostnum dhlpostnummer`),
};

/** Names that mean a part only of a field that is in an address. */
const NAMES_IN_ADDRESS: Readonly<Record<PartKind, ReadonlySet<string>>> = {
	number: wordSet('number numero nro'),
	suffix: wordSet('numbersuffix'),
	neighborhood: wordSet('addressneighborhood district distrito subdistrict'),
	other: wordSet(
		'apartment flat unit floor door entrance staircase block building complemento dpto depto piso torre',
	),
};

/** In the order in which messages name them. */
const KINDS: readonly PartKind[] = ['number', 'suffix', 'neighborhood', 'other'];

/** The parts of an address among the fields beside it. Of fields with one name, the first that is not empty. */
export function keptPartsOf(fields: readonly FieldBeside[]): KeptPart[] {
	const parts = new Map<string, KeptPart>();
	for (const { name: written, value, isOfAddress } of fields) {
		const name = comparableName(written);
		const kind = KINDS.find(
			(known) => CLEAR_NAMES[known].has(name) || (isOfAddress && NAMES_IN_ADDRESS[known].has(name)),
		);
		const text = readableText(value);
		const isPart =
			kind !== undefined && text !== undefined && !saysNone(text) && !isCode(kind, text);
		if (isPart && !parts.has(name) && wordsOf(text).length > 0) parts.set(name, { kind, text });
	}
	return KINDS.flatMap((kind) => [...parts.values()].filter((part) => part.kind === kind));
}

/** Whether a plug-in keeps its own code of a neighborhood, which is no part of the address. */
const isCode = (kind: PartKind, value: string): boolean =>
	kind === 'neighborhood' && !/\p{L}{3}/u.test(value);

/** The words of a text. Those of a longer one than is sent are not read: it is refused, or reviewed. */
const wordsOf = (text: string): string[] =>
	text
		.slice(0, MAX_TEXT_LENGTH)
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a text in a row, each between spaces; letters behind a number as one word with it: '47 A' is '47a'. */
const joined = (text: string): string =>
	` ${wordsOf(text).join(' ')} `.replaceAll(/(\d) (?=\p{L}{1,3} )/gu, '$1');

const holds = (line: string, part: string): boolean =>
	part.length <= MAX_TEXT_LENGTH &&
	(` ${wordsOf(line).join(' ')} `.includes(` ${wordsOf(part).join(' ')} `) ||
		joined(line).includes(joined(part)));

/** Whether a line has a number with letters behind it, such as '47a'. At the beginning it may be '2e' or '1st'. */
const holdsWithLetters = (line: string, number: string): boolean =>
	joined(line)
		.trim()
		.split(' ')
		.slice(1)
		.some((word) => word.startsWith(number) && /^\p{L}{1,3}$/u.test(word.slice(number.length)));

/** In Spanish and Portuguese, a house without a number. */
const isNoNumber = (text: string): boolean => ['s n', 'sn'].includes(wordsOf(text).join(' '));

const textsIn = (recipient: IDataObject, names: readonly string[]): string[] =>
	names.flatMap((name) => readableText(ownValue(recipient, name)) ?? []);

/** The parts that a recipient's address lacks. */
function missingParts(recipient: IDataObject, parts: readonly KeptPart[]): KeptPart[] {
	const lines = textsIn(recipient, ['address1', 'address2']);
	const number = parts.find(({ kind }) => kind === 'number')?.text ?? '';
	const suffix = parts.find(({ kind }) => kind === 'suffix')?.text ?? '';
	const isHeld = ({ kind, text }: KeptPart): boolean => {
		switch (kind) {
			case 'number':
				return (
					isNoNumber(text) ||
					lines.some(
						(line) =>
							holds(line, text) ||
							holds(line, `${text} ${suffix}`) ||
							holdsWithLetters(line, wordsOf(text).join('')),
					)
				);
			case 'suffix':
				return lines.some((line) => holds(line, text) || holds(line, `${number} ${text}`));
			case 'neighborhood':
				return [...lines, ...textsIn(recipient, ['city'])].some((line) => holds(line, text));
			case 'other':
				return [...lines, ...textsIn(recipient, ['name', 'company', 'zip'])].some((line) =>
					holds(line, text),
				);
		}
	};
	return parts.filter((part) => !isHeld(part));
}

/** Whether a street ends with a house number, or has it behind a comma: that of 'Rua 15 de Novembro' is not 15. */
const endsWithNumber = (street: string, number: string): boolean =>
	street
		.split(/[,;(-]/)
		.some(
			(section, index) =>
				joined(section).endsWith(joined(number)) ||
				(index > 0 && joined(section).startsWith(joined(number))),
		);

/**
 * Puts the house number and the neighborhood into an address in Brazil, as Shopify writes it: the usual plug-in there keeps
 * both aside in every order.
 */
function completedInBrazil(
	recipient: IDataObject,
	parts: readonly KeptPart[],
	found: Findings,
): IDataObject {
	const [street] = textsIn(recipient, ['address1']);
	const [second] = textsIn(recipient, ['address2']);
	if (street === undefined) return recipient;
	const missing = missingParts(recipient, parts);
	const number = parts.find(
		({ kind, text }) =>
			kind === 'number' &&
			!endsWithNumber(street, text) &&
			(second === undefined || !holds(second, text)),
	);
	const neighborhood = missing.find(({ kind }) => kind === 'neighborhood');
	const added = [number, neighborhood].flatMap((part) => part?.text ?? []);
	if (added.length === 0) return recipient;
	found.warn(`The shop keeps ${quote(added.join(', '))} beside the address: it was added there`);
	const secondLine = [second, neighborhood?.text].filter((text) => text !== undefined);
	return {
		...recipient,
		address1: [street, number?.text].filter((text) => text !== undefined).join(', '),
		...(secondLine.length > 0 && { address2: secondLine.join(', ') }),
	};
}

/**
 * Completes a recipient's address by the parts that are kept beside it, where it is known how. What it lacks otherwise is to
 * be reviewed.
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
	if (parts.length === 0) return recipient;
	const completed =
		recipient.countryCode === 'BR' ? completedInBrazil(recipient, parts, found) : recipient;
	const missing = missingParts(completed, parts).map(({ text }) => text);
	if (missing.length > 0) {
		found.review(
			`The shop keeps ${quote(missing.join(', '))} beside the address, which lacks it: check the address, and add it with Order → Update${advice}`,
		);
	}
	return completed;
}
