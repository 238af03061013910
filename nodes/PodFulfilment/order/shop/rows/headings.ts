// The headings by which the columns of a row are known, a closed list, and the option 'Column Names', which names other
// columns for them: 'Zip = PLZ', a line each. Also headings that are one letter off a known one.

import { refuse } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { quote, quotedList } from '../../../input/wording';
import { namesInPath } from '../values';

/**
 * What a column may be, by its label in messages and in Column Names, with its other headings. docs/rows.md lists them:
 * nothing else is known, and a word is never added for one sheet, since Column Names says the same.
 */
const HEADINGS = {
	orderNumber: 'Order Number, Order, Order No, Order ID',
	name: 'Name, Full Name, Your Name, Recipient',
	firstName: 'First Name',
	lastName: 'Last Name',
	company: 'Company',
	// Typeform's questions for an address are 'City/Town', 'State/Region/Province' and 'Zip/Post code'.
	address1: 'Address 1, Address Line 1, Address, Street, Street Address',
	address2: 'Address 2, Address Line 2, Street 2, Apartment',
	city: 'City, Town, City/Town',
	zip: 'Zip, Zip Code, Postcode, Postal Code, Zip/Post Code',
	stateCode: 'State, State Code, Province, Region, State/Region/Province',
	countryCode: 'Country, Country Code',
	phone: 'Phone, Phone Number, Your Phone Number',
	email: 'Email, E-mail, Email Address, Your Email',
	taxNumber: 'Tax Number',
	sku: 'SKU',
	productName: 'Product, Product Name, Item',
	quantity: 'Quantity, Qty',
	printFile: 'Print File',
	price: 'Price',
	shipping: 'Shipping, Shipping Method',
	ready: 'Ready',
	paid: 'Paid',
	tracking: 'Tracking, Tracking Number',
	date: 'Date, Order Date',
	status: 'Status, Order Status',
	cancelled: 'Cancelled, Canceled',
	refunded: 'Refunded',
	shipped: 'Shipped',
} as const;

/** What a column may be. */
export type Part = keyof typeof HEADINGS;

const PARTS = Object.keys(HEADINGS) as Part[];

const headingsOf = (part: Part): string[] => HEADINGS[part].split(', ');

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

/** Columns that say which rows are due, and those that may say that one is not, in words of its owner. */
export const TICKED = ['ready', 'paid'] as const;
export const REVIEWED = ['status', 'cancelled', 'refunded', 'shipped'] as const;

const DECIDING: ReadonlySet<Part | undefined> = new Set<Part>([...TICKED, ...REVIEWED]);

/** Words of a heading: `Payment Status`, `payment_status` and `paymentStatus` have two. */
const BETWEEN_WORDS = /[^\p{L}\d]|(?<=\p{Ll})(?=\p{Lu})/u;

/** Whether a heading has a deciding one in it, such as 'Payment Status': what it says is looked at, as of a status. */
const namesDeciding = (heading: string): boolean =>
	heading.length <= MAX_LETTERS &&
	heading.split(BETWEEN_WORDS).some((word) => DECIDING.has(KNOWN.get(comparableName(word))));

const partOf = (heading: string): Part | undefined => {
	const key = comparableName(heading.replace(OF_LOOKUP, ''));
	const known = KNOWN.get(key) ?? (key.startsWith(PRINT_FILE) ? 'printFile' : undefined);
	return known ?? (namesDeciding(heading) ? 'status' : undefined);
};

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
	part: Part;
	/** Its heading, or a path in it; empty where no column is the part. */
	column: string;
}

function namedColumn(line: string): NamedColumn {
	const [left = '', ...right] = line.split('=');
	const label = left.trim();
	const part = partOf(label);
	if (right.length === 0 || part === undefined) {
		return refuse(
			FIELD,
			`has the line ${quote(line)}, which does not begin with a known column and an equals sign`,
			`Write a line for each column, such as Zip = PLZ. Known are ${quotedList(PARTS.map(labelOf))}.`,
		);
	}
	return { label, part, column: right.join('=').trim() };
}

/** Which columns are what, by the closed list and the options Column Names and Ready Column. */
export class ColumnNames {
	readonly named: readonly NamedColumn[];

	/** The parts that Column Names says; columns are not known for them by their headings. */
	private readonly replaced: ReadonlySet<Part>;

	/** The columns that are named, comparable. */
	private readonly columns: ReadonlySet<string>;

	/** These, and the columns that hold one, comparable. */
	private readonly holders: ReadonlySet<string>;

	/**
	 * @param columnNames as it was entered: a line for each column
	 * @param readyColumn name of the column that says whether a row is due; empty for the known ones
	 * @throws UserError for a line that names no known column
	 */
	constructor(columnNames: unknown, readyColumn: unknown) {
		const lines = (typeof columnNames === 'string' ? columnNames : '')
			.split(/[\r\n]+/)
			.filter((line) => line.trim() !== '');
		if (lines.length > MAX_LINES) {
			refuse(
				FIELD,
				`has ${lines.length} lines, but at most ${MAX_LINES} are read`,
				'Enter a line for each column.',
			);
		}
		const ready = typeof readyColumn === 'string' ? readyColumn.trim() : '';
		this.named = [
			...lines.map(namedColumn),
			...(ready === '' ? [] : [{ label: labelOf('ready'), part: 'ready' as const, column: ready }]),
		];
		this.replaced = new Set(this.named.map(({ part }) => part));
		this.columns = new Set(this.named.map(({ column }) => comparableName(column)));
		const holders = this.named.map(({ column }) => comparableName(namesInPath(column)[0] ?? ''));
		this.holders = new Set([...this.columns, ...holders]);
	}

	/** What a column is, by its heading alone. */
	partOf(heading: string): Part | undefined {
		if (this.columns.has(comparableName(heading))) return undefined;
		const part = partOf(heading);
		return part !== undefined && this.replaced.has(part) ? undefined : part;
	}

	/** Whether a column is known, by its heading or since an option names it, or said to be none that is. */
	isKnown(heading: string): boolean {
		return partOf(heading) !== undefined || this.holders.has(comparableName(heading));
	}

	/**
	 * Refuses a heading that is one letter off a known one which is missing.
	 *
	 * @param has which parts the row has
	 * @throws UserError
	 */
	refuseSlip(rowLabel: string, heading: string, has: (part: Part) => boolean): void {
		if (this.columns.has(comparableName(heading))) return;
		const near = nearHeading(heading, (part) => has(part) || this.replaced.has(part));
		if (near === undefined) return;
		refuse(
			`${rowLabel} → ${quote(heading)}`,
			`is one letter off ${quote(near)}, which is missing`,
			`Correct the heading. If it is a column of your own, add the line ${near} = to the option Column Names.`,
		);
	}
}
