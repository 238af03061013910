// Parts of an address that plug-ins keep in fields beside it (house number, suffix, neighborhood, apartment), by the
// names of such fields, and whether the address holds them too. In Brazil, a missing house number or neighborhood is
// added; what is missing otherwise is flagged for review.

import type { IDataObject } from 'n8n-workflow';

import { comparableName, wordSet } from '../../input/equalText';
import { ownValue } from '../../input/guards';
import type { Pieces } from '../../input/nextTurn';
import { quote } from '../../input/wording';
import type { Findings } from '../findings';
import { MAX_TEXT_LENGTH } from '../textBounds';
import { longTextIn, plainWords, readableText, saysNone } from './values';

/** A part that is kept beside an address. */
export interface KeptPart {
	kind: PartKind;
	text: string;
}

/** A field beside the fields of every address. */
interface FieldBeside {
	/** Its name, whichever way it is written. */
	name: string;
	value: unknown;
	/** Whether the name is known to be that of a field of the address. */
	isOfAddress: boolean;
}

/** Fields of the recipient that may hold any part. */
const LINES = ['address1', 'address2'];

/** The kinds of parts, in the order in which messages name them. Names are without spaces and signs. */
const KINDS = {
	number: {
		/** Fields of the recipient that may hold such a part. */
		heldIn: LINES,
		/** Names of fields that say by themselves that they are such a part. */
		names: wordSet(`housenumber houseno housenr housenum streetnumber streetno streetnr streetnum
			addressnumber hausnummer hausnr huisnummer huisnr numext numexterior numeroext extnum extnumber
			numerodireccion numerocalle numerodecalle numerocasa numerodecasa numeroexterior exteriornumber`),
		/** Names that mean it only of a field that is in an address. */
		namesInAddress: wordSet('number numero nro'),
	},
	suffix: {
		heldIn: LINES,
		names: wordSet(`housenumbersuffix housenumberaddition streetnumbersuffix huisnummertoevoeging
			hausnummerzusatz`),
		namesInAddress: wordSet('numbersuffix'),
	},
	neighborhood: {
		heldIn: [...LINES, 'city'],
		names: wordSet('neighborhood neighbourhood bairro barrio colonia comuna'),
		namesInAddress: wordSet('addressneighborhood district distrito subdistrict'),
	},
	other: {
		heldIn: [...LINES, 'name', 'company', 'zip'],
		names: wordSet(`apartmentnumber flatnumber numerodpto numerodepto numerodepartamento
			numerointerior numint numinterior numeroint intnum intnumber interiornumber
			pickuplocationcustomernumber parcelshoppostnumber postnumber postnum postnummer dhlpostnumber
			dhlpostnum dhlpostnummer`),
		namesInAddress: wordSet(`apartment flat unit floor door entrance staircase block building
			complemento dpto depto piso torre`),
	},
};

type PartKind = keyof typeof KINDS;

const ALL_KINDS = Object.keys(KINDS) as PartKind[];

/**
 * The words of a text, with the letters behind a number apart: '47a' is '47 a'. Those of a longer one than is sent are not
 * read: it is refused, or reviewed.
 */
const wordsOf = (text: string): string =>
	plainWords(text.slice(0, MAX_TEXT_LENGTH)).replaceAll(/(\d)(?=\p{L}{1,3} )/gu, '$1 ');

const holds = (line: string, part: string): boolean =>
	part.length <= MAX_TEXT_LENGTH && wordsOf(line).includes(wordsOf(part));

/** The parts of an address among the fields beside it. Of fields with one name, the first that is not empty. */
export function* keptPartsOf(fields: readonly FieldBeside[]): Pieces<KeptPart[]> {
	const parts = new Map<string, KeptPart>();
	for (const { name: written, value, isOfAddress } of fields) {
		yield;
		const name = comparableName(written.slice(0, MAX_TEXT_LENGTH));
		const kind = ALL_KINDS.find((known) => {
			const { names, namesInAddress } = KINDS[known];
			return names.has(name) || (isOfAddress && namesInAddress.has(name));
		});
		if (!kind || parts.has(name)) continue;
		const kept = readableText(value);
		if (kept === undefined || saysNone(kept) || !/[\p{L}\p{N}]/u.test(kept)) continue;
		// A plug-in keeps its own code of a neighborhood, which is no part of the address.
		if (kind === 'neighborhood' && !/\p{L}{3}/u.test(kept)) continue;
		parts.set(name, { kind, text: kept });
	}
	return ALL_KINDS.flatMap((kind) => [...parts.values()].filter((part) => part.kind === kind));
}

/** Whether a line holds a house number, with its suffix where that is known. That of '2e Kruiskade' is not 2. */
const holdsNumber = (line: string, number: string, suffix: string): boolean =>
	holds(line.replace(/^\s*\d+\p{L}{1,3}(?![\p{L}\p{N}])/u, ''), number) ||
	(suffix !== '' && holds(line, `${number} ${suffix}`));

/** Whether a street ends with a house number, or has it behind a comma: that of 'Rua 15 de Novembro' is not 15. */
function endsWithNumber(street: string, number: string): boolean {
	const [first = '', ...others] = street
		.slice(0, MAX_TEXT_LENGTH)
		.split(/[,;(-]/)
		.map(wordsOf);
	const wanted = wordsOf(number);
	const isAtAnEnd = (section: string): boolean =>
		section.endsWith(wanted) || section.startsWith(wanted);
	return first.endsWith(wanted) || others.some(isAtAnEnd);
}

/** The parts that a recipient's address lacks. */
function missingParts(recipient: IDataObject, parts: readonly KeptPart[]): KeptPart[] {
	const suffix = parts.find(({ kind }) => kind === 'suffix')?.text ?? '';
	const [street, second = ''] = LINES.map((name) => longTextIn(ownValue(recipient, name)));
	const first = parts.find(({ kind }) => kind === 'number');
	return parts.filter((part) => {
		const { kind, text: kept } = part;
		// In Brazil, streets are named after days.
		if (part === first && recipient.countryCode === 'BR' && street !== undefined) {
			return !endsWithNumber(street, kept) && !holds(second, kept);
		}
		const lines = KINDS[kind].heldIn.flatMap((name) => longTextIn(ownValue(recipient, name)) ?? []);
		if (kind !== 'number') return !lines.some((line) => holds(line, kept));
		// In Spanish and Portuguese, 's/n' is a house without a number.
		return !/^s\W*n\W*$/i.test(kept) && !lines.some((line) => holdsNumber(line, kept, suffix));
	});
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
	const missing = missingParts(recipient, parts);
	const isCompleted = recipient.countryCode === 'BR' && recipient.address1 !== undefined;
	const partToAdd = (wanted: PartKind): KeptPart | undefined =>
		isCompleted ? missing.find(({ kind }) => kind === wanted) : undefined;
	const [number, neighborhood] = [partToAdd('number'), partToAdd('neighborhood')];
	const textOf = (of: readonly unknown[]): string =>
		of.filter((text) => text !== undefined).join(', ');
	const added = textOf([number?.text, neighborhood?.text]);
	if (added !== '') {
		found.warn(`The shop keeps ${quote(added)} beside the address: it was added there`, 'address');
	}
	const lacked = missing.filter((part) => part !== number && part !== neighborhood);
	if (lacked.length > 0) {
		found.review(
			`The shop keeps ${quote(textOf(lacked.map(({ text }) => text)))} beside the address, which lacks it: check the address, and add it with Order → Update${advice}`,
			'address',
		);
	}
	return {
		...recipient,
		...(number && { address1: textOf([recipient.address1, number.text]) }),
		...(neighborhood && { address2: textOf([recipient.address2, neighborhood.text]) }),
	};
}
