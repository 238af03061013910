// Why something was found about an order: a closed list of names that stay, beside sentences that may change. Each is given
// where the finding is made; no sentence is read for one. Also what to change about it, and the error that knows its cause.

import { UserError } from 'n8n-workflow';

/**
 * All causes: what is produced, the print files, what the customer chose, the address, whether the order is due, all else.
 * With the label of the field of Create that changes it; none where a person has to look, or something in the shop is wrong.
 */
export const CAUSES = {
	unknownSku: {
		means: 'No variant has the SKU of a line, or it has none, and no row of SKU Mapping names it',
		field: 'SKU Mapping',
	},
	otherVariant: {
		means: 'A line says another variant than the one that would be produced, or does not say which',
		field: 'Properties to Ignore',
	},
	skuMapping: {
		means: 'Rows of SKU Mapping contradict each other, the catalog or the line',
		field: 'SKU Mapping',
	},
	option: { means: 'A line lacks an option of its variant, or has a value that is not listed' },
	extraOption: {
		means: 'A property sets an option that the variant does not require',
		field: 'Options From Properties',
	},
	quantity: { means: 'The quantity of a line is no whole number, or cannot be relied upon' },
	manyPieces: {
		means: 'The order has more pieces than Review Above (Pieces)',
		field: 'Review Above (Pieces)',
	},
	repeatedLine: { means: 'A line, its bundle or its order may be produced twice' },
	leftOut: { means: 'A line or pieces of it are left out: refunded, sent already, not shipped' },
	notShipped: { means: 'A line to produce is marked as not shipped in the shop' },
	otherService: { means: 'The shop gives a line to another fulfilment service' },
	outOfStock: { means: 'A variant is out of stock' },
	line: { means: 'Something else of a line cannot be used, or was not read' },
	noPrintFile: {
		means: 'A line for the service names no print file, or none for a placement',
		field: 'SKU Mapping',
	},
	printFileName: {
		means: 'A line has a file, and none in the property that Print File Property names',
		field: 'Print File Property',
	},
	printFile: { means: 'A print file is no address of one file, or may lead to a page' },
	otherHost: {
		means: 'A print file is on a host that is not listed',
		field: 'Print File Hosts',
	},
	otherPlacement: { means: 'A print file is for no placement of its variant' },
	extraPrint: {
		means: 'A property has printed what the variant does not require',
		field: 'Also Print On',
	},
	unusedFile: { means: 'A file of a line is not used', field: 'Properties to Ignore' },
	customerText: {
		means: 'The customer entered something of which nothing is printed',
		field: 'Properties to Ignore',
	},
	missingAddress: { means: 'Parts of the address are missing, or hidden from the workflow' },
	address: { means: 'The address is put together from two, lacks a part, or cannot be used' },
	pickupPoint: {
		means: 'The customer picks the order up, or the parcel goes to a pick-up point',
		field: 'Shipping Mapping',
	},
	taxNumber: {
		means: 'The tax number may not be that of the recipient, or cannot be read',
		field: 'Tax Number From',
	},
	unknownStatus: {
		means: 'The shop has a value that is not known, or does not say whether an order is due',
	},
	otherStatus: {
		means: 'The status of the order is not one of those that are due',
		field: 'Order Statuses',
	},
	notPaid: { means: 'The order is not paid in the shop', field: 'Send Unpaid Orders' },
	testOrder: { means: 'It is a test order', field: 'Send Test Orders' },
	cancelled: { means: 'The order was cancelled in the shop, or is none that is to be sent' },
	refunded: { means: 'The order or a part of it was refunded' },
	fulfilled: { means: 'The order is completed, sent, picked up or handed over' },
	noDate: { means: 'Not Before or Hold is set, and the order says no date that can be read' },
	existing: { means: 'An order with the same External ID exists already' },
	externalId: { means: 'No External ID can be made, or it cannot be used', field: 'External ID' },
	order: { means: 'What was passed is no order that can be read' },
	setting: { means: 'A field or an option of the node cannot be used' },
} as const satisfies Record<string, { means: string; field?: string }>;

export type Cause = keyof typeof CAUSES;

/** A cause, and the text to enter in its field where it is known. The text never holds a value that a customer entered. */
export type About = Cause | { cause: Cause; text: string };

export const causeOf = (about: About): Cause => (typeof about === 'string' ? about : about.cause);

/** Label of the field of Create that changes what was found, if one does. */
export function fieldFor(about: About): string | undefined {
	const cause = CAUSES[causeOf(about)];
	return 'field' in cause ? cause.field : undefined;
}

/** What to do about a cause: which field to change, and what to enter; both empty where no field changes it; and what the order is called. An alias: only these are JSON to TypeScript. */
export type Advice = Record<'field' | 'text' | 'order', string> & { cause: Cause };

/** A problem that knows its cause; others have that of what was checked. */
export class CausedError extends UserError {
	readonly about: About;

	constructor(about: About, message: string, description: string) {
		super(message, { description });
		this.about = about;
	}
}

/** Like `refuse`, with the cause. */
export function refuseFor(about: About, field: string, what: string, whatToDo: string): never {
	throw new CausedError(about, `${field} ${what}`, whatToDo);
}
