/** What a success carries in its body. The specification shows it for none of the changes ('result', 'updated Order'). */
export type SuccessBody =
	'whole' | 'empty' | 'id' | 'changed' | 'job' | 'text' | 'object' | 'wrapped' | 'location';

export type SuccessStatus = 200 | 201 | 202 | 204;

/** How a change is answered that was made. */
export interface SuccessAnswer {
	status: SuccessStatus;
	body: SuccessBody;
}

/** The shapes in which an error comes (specification section 7, and what is met beside them). */
export type ErrorShape =
	'violations' | 'hydra' | 'access' | 'problem' | 'errorText' | 'errorList' | 'html' | 'empty';

export type RefusalStatus = 400 | 409 | 422;

/**
 * How a second order under an external ID that is taken is answered, whatever its content: refused, or with a success
 * that holds the existing order. Never with 201 or 204, which say that an entity was created, or deleted (specification
 * section 7).
 */
export type DuplicateAnswer =
	| { kind: 'refused'; status: RefusalStatus; shape: ErrorShape; propertyPath: string }
	| { kind: 'existing'; answer: SuccessAnswer };

/** Values that a service may write in another way than they were sent. */
export interface Normalisation {
	phone: boolean;
	price: boolean;
	countryName: boolean;
	nullForEmpty: boolean;
	/** Type and technique of a placement: as they were sent, filled in, or never shown. */
	placements: 'asSent' | 'filled' | 'null';
	reverseItems: boolean;
}

export type NextLink =
	| 'absolute'
	| 'relative'
	| 'withoutPrefix'
	| 'query'
	| 'object'
	| 'header'
	| 'otherHost'
	| 'otherScheme'
	| 'none'
	| 'noneAndOnePageOnly';

export interface ListStyle {
	pageSize: number;
	next: NextLink;
	ending: 'clean' | 'repeatsLast' | 'emptyForever' | 'loop';
	members: 'hydra:member' | 'member';
	showsTotal: boolean;
	nullMembers: boolean;
	empty: 'list' | 'status204' | 'array';
	/** Orders that exist beside those of the history. */
	otherOrders: number;
}

/** What the catalog says of a variant, and how. */
export interface CatalogStyle {
	/** With numbers, with numbers written as texts, or not at all. */
	placements: 'asNumbers' | 'asTexts' | 'none';
	placementType: 'front' | 'main';
	inStock: boolean;
	/** What the headers of mockup tasks say. */
	credits: 'numbers' | 'garbage' | 'none';
}

export type InitialStatus = 'draft' | 'pending' | 'onhold';

/** Every choice that the specification leaves open, as one service makes it for good. */
export interface Personality {
	create: SuccessAnswer;
	update: SuccessAnswer;
	action: SuccessAnswer;
	duplicate: DuplicateAnswer;
	/** It looks whether the external ID is taken before it writes: two at one moment are both accepted. */
	looksBeforeItWrites: boolean;
	normalisation: Normalisation;
	/** Milliseconds by which reads lag behind writes, one after another. */
	readLags: number[];
	showsRefunds: boolean;
	refundsTwice: boolean;
	initialStatus: InitialStatus;
	confirmableFrom: 'draft' | 'anyOpen';
	/** The status that a confirmation leads to; `same` leaves it as it is. */
	confirmed: 'pending' | 'inprocess' | 'onhold' | 'same';
	/** Milliseconds until a confirmation or a cancellation shows in the status. */
	statusDelay: number;
	/** What says no to a change for the order's state, a repeated one included. */
	refusal: { status: RefusalStatus; shape: ErrorShape };
	repeatedChange: 'accepted' | 'refused';
	validation: 'passes' | 'failsLater';
	list: ListStyle;
	catalog: CatalogStyle;
	/** Path before `/api`. */
	prefix: '' | '/shop';
}
