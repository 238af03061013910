// The headings by which the columns of a row are known, a closed list, and the option 'Column Names', which names other
// columns for them, 'Zip = PLZ', or says that one is read as nothing, 'Own Column = Notes', a line each. Also headings that
// may be meant as a known one.

import { refuse } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { trimmed } from '../../../input/text';
import { quote, quotedList, truncate } from '../../../input/wording';
import { namesInPath } from '../values';

/**
 * What a column may be, by what its cells are for, with its headings, of which the first is its label in messages and in
 * Column Names. docs/rows.md lists them: nothing else is known, and a word is never added for one sheet, since Column Names
 * says the same.
 */
const COLUMNS = {
	order: {
		orderNumber: 'Order Number, Order, Order No, Order ID',
		shipping: 'Shipping, Shipping Method',
		tracking: 'Tracking, Tracking Number',
		date: 'Date, Order Date',
	},
	address: {
		name: 'Name, Full Name, Your Name, Recipient',
		firstName: 'First Name',
		lastName: 'Last Name',
		company: 'Company',
		// Also of a whole address in one answer, as Jotform has it.
		address1: 'Address 1, Address Line 1, Address, Street, Street Address, Shipping Address',
		houseNumber: 'House Number, House No, Street Number',
		address2: 'Address 2, Address Line 2, Street 2, Apartment',
		// Typeform's questions for an address are 'City/Town', 'State/Region/Province' and 'Zip/Post code'.
		city: 'City, Town, City/Town',
		zip: 'Zip, Zip Code, Postcode, Postal Code, Zip/Post Code',
	},
	// A sheet may have these two in all rows, also in those without an address.
	region: {
		stateCode: 'State, State Code, Province, Region, State/Region/Province',
		countryCode: 'Country, Country Code',
	},
	contact: {
		phone: 'Phone, Phone Number, Your Phone Number',
		email: 'Email, E-mail, Email Address, Your Email',
		taxNumber: 'Tax Number',
	},
	line: {
		sku: 'SKU',
		productName: 'Product, Product Name, Item',
		quantity: 'Quantity, Qty',
		printFile: 'Print File',
		price: 'Price',
	},
	due: { ready: 'Ready', paid: 'Paid' },
	// What these say is in words of their owner.
	review: {
		status: 'Status, Order Status',
		cancelled: 'Cancelled, Canceled',
		refunded: 'Refunded',
		shipped: 'Shipped',
		// Any other heading with a deciding one in it, such as 'Payment Status': no line of Column Names replaces all of these.
		otherDeciding: '',
	},
	// Read as nothing.
	own: { own: 'Own Column' },
} as const;

type Use = keyof typeof COLUMNS;

/** What a column may be. */
export type Part = { [Of in Use]: keyof (typeof COLUMNS)[Of] }[Use];

/** The parts whose cells are for one of these. */
export const partsFor = (...uses: Use[]): Part[] =>
	uses.flatMap((use) => Object.keys(COLUMNS[use]) as Part[]);

export const PARTS = (Object.keys(COLUMNS) as Use[]).flatMap((use) => partsFor(use));

const HEADINGS = Object.fromEntries(
	Object.values(COLUMNS).flatMap((parts) => Object.entries(parts)),
) as Readonly<Record<Part, string>>;

/** What messages and Column Names call a part. */
export const labelOf = (part: Part): string => HEADINGS[part].split(', ')[0] ?? '';

const KNOWN = new Map(
	PARTS.flatMap((part) =>
		HEADINGS[part].split(', ').map((heading) => [comparableName(heading), part] as const),
	),
);
KNOWN.delete('');

/** Behind the name of a print file there may be a placement. */
const PRINT_FILE = comparableName(labelOf('printFile'));

/** Airtable's own names for lookups: 'SKU (from Product)'. */
const OF_LOOKUP = /\(from [^()]{1,100}\)$/;

/** Longer than any question of a form: what is longer has no known heading in it. */
const MAX_LETTERS = 200;

const DECIDING: ReadonlySet<Part | undefined> = new Set(partsFor('due', 'review'));

/** Words of a heading: `Payment Status`, `payment_status` and `paymentStatus` have two. */
const BETWEEN_WORDS = /[^\p{L}\d]|(?<=\p{Ll})(?=\p{Lu})/u;

/** What the words of a heading are, each for itself. */
const partsOfWords = (heading: string): Array<Part | undefined> =>
	heading.length > MAX_LETTERS
		? []
		: heading.split(BETWEEN_WORDS).map((word) => KNOWN.get(comparableName(word)));

function partOf(heading: string): Part | undefined {
	const key = comparableName(heading.replace(OF_LOOKUP, ''));
	if (key.startsWith(PRINT_FILE)) return 'printFile';
	const hasDeciding = (): boolean => partsOfWords(heading).some((part) => DECIDING.has(part));
	return KNOWN.get(key) ?? (hasDeciding() ? 'otherDeciding' : undefined);
}

/** Shorter headings differ by one letter from too many words: Size from Zip. */
const MIN_LETTERS = 8;

/** Whether two texts differ by one letter: another one, one more, or one fewer. */
function isOneLetterOff(a: string, b: string): boolean {
	const [short, long] = a.length <= b.length ? [a, b] : [b, a];
	if (a === b || long.length - short.length > 1) return false;
	let same = 0;
	while (same < short.length && short[same] === long[same]) same += 1;
	return short.slice(short.length === long.length ? same + 1 : same) === long.slice(same + 1);
}

/** The missing part that an unknown heading may be meant as: it is one letter off, or has the quantity in it. */
export function meantPart(heading: string, missing: ReadonlySet<Part>): Part | undefined {
	const key = comparableName(heading);
	for (const [known, part] of KNOWN) {
		if (known.length < MIN_LETTERS || !missing.has(part)) continue;
		const ends = part === 'printFile' ? [-1, 0, 1].map((by) => known.length + by) : [];
		const written = [key, ...ends.map((end) => key.slice(0, end))];
		if (written.some((one) => isOneLetterOff(one, known))) return part;
	}
	return partsOfWords(heading).find((part) => part === 'quantity' && missing.has(part));
}

/** What is longer is no heading, and equal to itself alone. */
const MAX_HEADING_LENGTH = 255;

/** A line of Column Names for a column, to be pasted: headings of a sheet may have line breaks. */
export const columnNamesLine = (part: Part, heading: string): string =>
	`${labelOf(part)} = ${truncate(heading, MAX_HEADING_LENGTH).replaceAll(/\s/g, ' ')}`;

/** A column that is named for a part. */
interface NamedColumn {
	/** As Column Names calls the part, with the placement of a print file. */
	label: string;
	part: Part;
	/** Its heading, or a path in it; empty where no column is the part. */
	column: string;
}

const FIELD = 'Options → Column Names';

/** Reads a line of Column Names. @throws UserError for one that names no known column */
function namedColumn(line: string): NamedColumn {
	const [left = '', ...right] = line.split('=');
	const label = left.trim();
	const column = right.join('=').trim();
	const part = partOf(label);
	if (right.length === 0 || part === undefined) {
		return refuse(
			FIELD,
			`has the line ${quote(line)}, which does not begin with a known column and an equals sign`,
			`Write a line for each column, such as Zip = PLZ, or Own Column = Notes for one that changes nothing. Known are ${quotedList(PARTS.map(labelOf).filter(Boolean))}.`,
		);
	}
	// 'Payment Status =' says of that column alone that it is none which decides.
	return part === 'otherDeciding' && column === ''
		? { label, part: 'own', column: label }
		: { label, part, column };
}

export type ColumnNames = ReturnType<typeof columnNamesOf>;

/** Each is looked for in each row. */
const MAX_LINES = 200;

/**
 * Which columns are what, by the closed list and the options Column Names and Ready Column.
 *
 * @param columnNames as it was entered
 * @param readyColumn name of the column that says whether a row is due; empty for the known ones
 * @throws UserError for a line that names no known column
 */
export function columnNamesOf(columnNames: unknown, readyColumn: unknown) {
	const ready = trimmed(readyColumn);
	const written = trimmed(columnNames).split(/[\r\n]+/);
	const lines = written.filter((line) => line.trim() !== '').map(namedColumn);
	if (lines.length > MAX_LINES) {
		refuse(FIELD, `has more than ${MAX_LINES} lines`, 'Enter a line for each column.');
	}
	if (ready !== '') lines.push({ label: labelOf('ready'), part: 'ready', column: ready });
	const replaced = new Set(lines.map(({ part }) => part));
	replaced.delete('otherDeciding');
	const filled = lines.filter(({ column }) => column !== '');
	const own = new Set(
		filled.flatMap(({ part, column }) => (part === 'own' ? comparableName(column) : [])),
	);
	const named = filled.filter(
		({ part, column }) =>
			part !== 'own' && !(partsFor('review').includes(part) && own.has(comparableName(column))),
	);
	const headings = new Set(
		named.flatMap(({ column }) => [column, namesInPath(column)[0] ?? column].map(comparableName)),
	);
	return {
		/** The columns that the options name. */
		named,
		/** The parts that they say, also that no column is one: none is known for these by its heading. */
		replaced,
		/** What a column is, by its heading: `own` where it is read as nothing, `named` where a line has it or a path in it. */
		columnOf(heading: string): Part | 'named' | 'replaced' | undefined {
			const key = comparableName(heading);
			if (own.has(key)) return 'own';
			if (headings.has(key)) return 'named';
			const part = partOf(heading);
			return part !== undefined && replaced.has(part) ? 'replaced' : part;
		},
	};
}
