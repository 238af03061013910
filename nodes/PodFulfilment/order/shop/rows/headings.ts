// The headings by which the columns of a row are known, a closed list, and the option 'Column Names', which names other
// columns for them, 'Zip = PLZ', or says that one is read as nothing, 'Own Column = Notes', a line each. Also headings that are
// one letter off a known one.

import { refuse } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { trimmed } from '../../../input/text';
import { quote, quotedList, truncate } from '../../../input/wording';
import { namesInPath } from '../values';

/**
 * What a column may be: what its cells are for, and its headings, of which the first is its label in messages and in Column
 * Names. docs/rows.md lists them: nothing else is known, and a word is never added for one sheet, since Column Names says
 * the same.
 */
const COLUMNS = {
	orderNumber: ['order', 'Order Number, Order, Order No, Order ID'],
	name: ['address', 'Name, Full Name, Your Name, Recipient'],
	firstName: ['address', 'First Name'],
	lastName: ['address', 'Last Name'],
	company: ['address', 'Company'],
	// Typeform's questions for an address are 'City/Town', 'State/Region/Province' and 'Zip/Post code'.
	// Also of a whole address in one answer, as Jotform has it.
	address1: [
		'address',
		'Address 1, Address Line 1, Address, Street, Street Address, Shipping Address',
	],
	houseNumber: ['address', 'House Number, House No, Street Number'],
	address2: ['address', 'Address 2, Address Line 2, Street 2, Apartment'],
	city: ['address', 'City, Town, City/Town'],
	zip: ['address', 'Zip, Zip Code, Postcode, Postal Code, Zip/Post Code'],
	// A sheet may have these two in all rows, also in those without an address.
	stateCode: ['region', 'State, State Code, Province, Region, State/Region/Province'],
	countryCode: ['region', 'Country, Country Code'],
	phone: ['contact', 'Phone, Phone Number, Your Phone Number'],
	email: ['contact', 'Email, E-mail, Email Address, Your Email'],
	taxNumber: ['contact', 'Tax Number'],
	sku: ['line', 'SKU'],
	productName: ['line', 'Product, Product Name, Item'],
	quantity: ['line', 'Quantity, Qty'],
	printFile: ['line', 'Print File'],
	price: ['line', 'Price'],
	shipping: ['order', 'Shipping, Shipping Method'],
	ready: ['due', 'Ready'],
	paid: ['due', 'Paid'],
	tracking: ['order', 'Tracking, Tracking Number'],
	date: ['order', 'Date, Order Date'],
	// What these say is in words of their owner.
	status: ['review', 'Status, Order Status'],
	cancelled: ['review', 'Cancelled, Canceled'],
	refunded: ['review', 'Refunded'],
	shipped: ['review', 'Shipped'],
	// Any other heading with a deciding one in it, such as 'Payment Status': no line of Column Names replaces all of these.
	otherDeciding: ['review', ''],
} as const;

/** What a column may be. */
export type Part = keyof typeof COLUMNS;

const PARTS = Object.keys(COLUMNS) as Part[];

/** The parts whose cells are for one of these. */
export const partsFor = (...uses: ReadonlyArray<(typeof COLUMNS)[Part][0]>): Part[] =>
	PARTS.filter((part) => uses.includes(COLUMNS[part][0]));

const headingsOf = (part: Part): string[] =>
	COLUMNS[part][1].split(', ').filter((heading) => heading !== '');

/** What messages and Column Names call a part. */
export const labelOf = (part: Part): string => headingsOf(part)[0] ?? part;

const KNOWN = new Map(
	PARTS.flatMap((part) => headingsOf(part).map((name) => [comparableName(name), part] as const)),
);

/** Behind the name of a print file there may be a placement. */
const PRINT_FILE = comparableName(labelOf('printFile'));

/** Airtable's own names for lookups: 'SKU (from Product)'. */
const OF_LOOKUP = /\(from [^()]{1,100}\)$/;

/** Longer headings are no slips of a known one, and have none in them. */
const MAX_LETTERS = 40;

const REVIEWED: ReadonlySet<Part> = new Set(partsFor('review'));

const DECIDING: ReadonlySet<Part | undefined> = new Set(partsFor('due', 'review'));

/** Words of a heading: `Payment Status`, `payment_status` and `paymentStatus` have two. */
const BETWEEN_WORDS = /[^\p{L}\d]|(?<=\p{Ll})(?=\p{Lu})/u;

/** What the words of a heading are, each for itself. */
const partsOfWords = (heading: string): Array<Part | undefined> =>
	heading.split(BETWEEN_WORDS).map((word) => KNOWN.get(comparableName(word)));

/** Whether a heading has a deciding one in it, such as 'Payment Status': what it says is looked at, as of a status. */
const namesDeciding = (heading: string): boolean =>
	heading.length <= MAX_LETTERS && partsOfWords(heading).some((part) => DECIDING.has(part));

/** Questions of a form are longer than headings; no question is longer than this. */
const MAX_QUESTION_LETTERS = 200;

/** Whether a heading has one of the quantity in it, such as 'Quantity (pcs)'. */
const namesQuantity = (heading: string): boolean =>
	heading.length <= MAX_QUESTION_LETTERS && partsOfWords(heading).includes('quantity');

const partOf = (heading: string): Part | undefined => {
	const key = comparableName(heading.replace(OF_LOOKUP, ''));
	const known = KNOWN.get(key) ?? (key.startsWith(PRINT_FILE) ? 'printFile' : undefined);
	return known ?? (namesDeciding(heading) ? 'otherDeciding' : undefined);
};

/** What Column Names calls a column that is its owner's alone, and is read as nothing. */
export const OWN_COLUMN = 'Own Column';

/** What is longer is no heading, and equal to itself alone. */
const MAX_HEADING_LENGTH = 255;

/** A line of Column Names for a column, to be pasted: headings of a sheet may have line breaks. */
export const columnNamesLine = (label: string, heading: string): string =>
	`${label} = ${truncate(heading, MAX_HEADING_LENGTH).replaceAll(/\s/g, ' ')}`;

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

/** The known heading from which an unknown one is one letter off. */
function nearHeading(heading: string, has: (part: Part) => boolean): string | undefined {
	const key = comparableName(heading);
	if (key.length > MAX_LETTERS) return undefined;
	for (const [known, part] of KNOWN) {
		if (known.length < MIN_LETTERS || has(part)) continue;
		const beginnings =
			part === 'printFile' ? [-1, 0, 1].map((by) => key.slice(0, known.length + by)) : [];
		if ([key, ...beginnings].some((one) => isOneLetterOff(one, known))) return labelOf(part);
	}
	return undefined;
}

const FIELD = 'Options → Column Names';

const MAX_LINES = 200;

/** A column that is named for a part. */
interface NamedColumn {
	/** As Column Names calls the part, with the placement of a print file. */
	label: string;
	/** `own`: it is read as nothing. */
	part: Part | 'own';
	/** Its heading, or a path in it; empty where no column is the part. */
	column: string;
}

const LABELS = PARTS.filter((part) => headingsOf(part).length > 0).map(labelOf);

function namedColumn(line: string): NamedColumn {
	const [left = '', ...right] = line.split('=');
	const label = left.trim();
	const column = right.join('=').trim();
	const part = comparableName(label) === comparableName(OWN_COLUMN) ? 'own' : partOf(label);
	if (right.length === 0 || part === undefined) {
		return refuse(
			FIELD,
			`has the line ${quote(line)}, which does not begin with a known column and an equals sign`,
			`Write a line for each column, such as Zip = PLZ, or ${OWN_COLUMN} = Notes for one that changes nothing. Known are ${quotedList(LABELS)}.`,
		);
	}
	// 'Payment Status =' says of that column alone that it is none which decides.
	return part === 'otherDeciding' && column === ''
		? { label, part: 'own', column: label }
		: { label, part, column };
}

/** Reads Column Names, a line for each column. @throws UserError for a line that names no known column */
function namedColumnsIn(columnNames: unknown): NamedColumn[] {
	const lines = trimmed(columnNames)
		.split(/[\r\n]+/)
		.filter((line) => line.trim() !== '');
	return lines.length <= MAX_LINES
		? lines.map(namedColumn)
		: refuse(
				FIELD,
				`has ${lines.length} lines, but at most ${MAX_LINES} are read`,
				'Enter a line for each column.',
			);
}

export type ColumnNames = ReturnType<typeof columnNamesOf>;

/**
 * Which columns are what, by the closed list and the options Column Names and Ready Column.
 *
 * @param columnNames as it was entered
 * @param readyColumn name of the column that says whether a row is due; empty for the known ones
 * @throws UserError for a line that names no known column
 */
export function columnNamesOf(columnNames: unknown, readyColumn: unknown) {
	const ready = trimmed(readyColumn);
	const lines: readonly NamedColumn[] = [
		...namedColumnsIn(columnNames),
		...(ready === '' ? [] : [{ label: labelOf('ready'), part: 'ready' as const, column: ready }]),
	];
	const replaced = new Set(lines.map(({ part }) => part));
	replaced.delete('otherDeciding');
	const own = new Set(
		lines.flatMap(({ part, column }) => (part === 'own' ? comparableName(column) : [])),
	);
	own.delete('');
	const isOwn = (heading: string): boolean => own.has(comparableName(heading));
	const named = lines.flatMap(({ part, ...column }) =>
		part === 'own' || (REVIEWED.has(part) && isOwn(column.column)) ? [] : { ...column, part },
	);
	const columns = new Set(named.map(({ column }) => comparableName(column)));
	const holders = new Set(named.map(({ column }) => comparableName(namesInPath(column)[0] ?? '')));
	const isNamed = (heading: string): boolean => columns.has(comparableName(heading));
	return {
		named,
		/** The parts that the options name; columns are not known for them by their headings. */
		replaced,
		/** Whether a column is read as nothing, unless another line asks for it. */
		isOwn,
		/** What a column is, by its heading alone. */
		partOf(heading: string): Part | undefined {
			const part = isNamed(heading) ? undefined : partOf(heading);
			return part !== undefined && replaced.has(part) ? undefined : part;
		},
		/** Whether a column is known, by its heading or since an option names it or a path in it, or said to be none that is. */
		isKnown: (heading: string): boolean =>
			holders.has(comparableName(heading)) || isNamed(heading) || partOf(heading) !== undefined,
		/**
		 * Refuses a heading that is one letter off a known one which is missing.
		 *
		 * @param known what the columns are
		 */
		refuseSlip(rowLabel: string, heading: string, known: ReadonlySet<Part>): void {
			if (isNamed(heading)) return;
			const near = nearHeading(heading, (part) => known.has(part) || replaced.has(part));
			if (near === undefined) return;
			refuse(
				`${rowLabel} → ${quote(heading)}`,
				`is one letter off ${quote(near)}, which is missing`,
				`Correct the heading. If it is a column of your own, add the line ${columnNamesLine(OWN_COLUMN, heading)} to the option Column Names.`,
			);
		},
		/** Refuses a heading with one of the quantity in it, where no column is the quantity: each row would be one piece. */
		refuseQuantity(rowLabel: string, heading: string): void {
			if (isNamed(heading) || replaced.has('quantity') || !namesQuantity(heading)) return;
			refuse(
				`${rowLabel} → ${quote(heading)}`,
				`may be the ${quote(labelOf('quantity'))}, which no column is`,
				`Add the line ${columnNamesLine(labelOf('quantity'), heading)} to the option Column Names. If it is a column of your own, add ${columnNamesLine(OWN_COLUMN, heading)}.`,
			);
		},
	};
}
