// An order between composing and placing: its source, what was composed, and how an existing order compares with it.

import type { IDataObject, UserError } from 'n8n-workflow';

import { differencesOf, type Difference } from '../api/difference';
import { isDraft } from '../api/order';
import type { OperationCall } from '../execution/operation';
import { objectsOf, withoutUndefined } from '../input/objects';
import type { ServiceError } from '../transport/errors/serviceError';
import type { About } from './causes';
import type { Finding } from './findings';

/** What became of an item of create or reprint. */
export type ItemOutcome = 'placed' | 'existing' | 'skipped' | 'checked';

/** What messages call an existing order's fields and items, where it was compared with other items than those to be sent. */
type ComparedLabels = Partial<Pick<ComposedOrder, 'labelOf' | 'itemLabel'>>;

/** An order that was placed, or existed already, with what the user should know about it. */
export interface PlacedOrder extends ComparedLabels {
	order: IDataObject;
	warnings: string[];
	/** Whether it counts as one that existed before. */
	existedBefore: boolean;
	/** Whether it existed and was not compared: it may be somebody else's, so nothing of it is shown and nothing follows. */
	isUncompared?: boolean;
	/** Why it could not be read after it was placed; then the order holds what the service answered, and its External ID. */
	unread?: string;
	/** What somebody has to look at before it is confirmed, as it could not be compared with what was sent. */
	toReview?: string[];
}

/** What was found under the external ID before the order was composed, where one is expected to exist. */
export interface FoundBefore {
	found: IDataObject | undefined;
	/**
	 * Whether the order found counts as the same without the catalog. Not where a draft of which somebody may have to look at
	 * something is to be confirmed, nor where an earlier try may have placed it: the findings then need the whole order.
	 */
	isEnoughWithoutCatalog: boolean;
}

/** How an existing order compares with the composed one. */
export interface Compared extends ComparedLabels {
	differences: Difference[];
	/** What these mean to the user, and what to do about them; by default, what can change each value. */
	explained?: string[];
	/** What somebody has to look at before the existing order, a draft, is confirmed, although nothing differs. */
	toReview?: string;
}

/** Likewise, or as a sentence why the two cannot be compared. */
export type Comparison = Compared | { uncomparable: string };

/** What the source of an order says of it as a whole. */
export interface SourceNow {
	/** `notDue`: unpaid, a draft of the shop, a test …; `sent`: completed or fulfilled there. */
	state: 'calledOff' | 'sent' | 'notDue' | 'due';
	/** Whether it was sent or completed there before it was called off. */
	wasSent?: boolean;
	/** Whether it has lines that are not for the service. */
	hasOtherLines?: boolean;
	/** Why it is to be looked at although it is not due: the SKUs of its lines are not known, as sentences. */
	unknownSkus?: string | undefined;
}

/** What the source of an order says of what comes next, before its lines are read. Times are milliseconds since 1970. */
export interface FollowedSource {
	/** Whether it was placed in the shop before _Not Before_. */
	isBefore?: boolean;
	/** Until when _Hold_ keeps it. */
	heldUntil?: number | undefined;
	/** Why it is left alone now unless it exists at the service, as a sentence without its full stop. */
	leftAlone?: string;
	orderedAt?: number | undefined;
	/** Whether nothing in the source ever says that an order was sent. */
	keepsNoSent?: boolean;
	/** Days after its last change in which a reviewed order is not completed. */
	completeReviewedAfterDays: number;
}

/** How the address of a print file came about, as far as that decides whether it is read, and what it means. */
export type FileOrigin =
	/** By a property of a line, which its buyer may have entered, and no host is listed that it may come from. */
	| 'buyer'
	/** Likewise by the column Print File of rows: those of a form may be a customer's. */
	| 'row'
	/** By a template that gives each line a file of its own: one that is not there is still being made. */
	| 'ownFile';

/** An order as it was composed and checked; nothing was sent. */
export interface ComposedOrder {
	/** Order as the service takes it (spec section 4, POST /api/orders). Where there are problems, parts of it are missing. */
	body: IDataObject;
	/** All that was found, in the order of the fields. */
	findings: Finding[];
	/** What the order of a shop or of rows is called: a check of one tells the causes of what was found. */
	nameInShop?: string;
	/** An order that already exists, where nothing is to be sent: with {@link notDue}, or as it cannot be compared. */
	existing?: PlacedOrder;
	/** Why nothing is sent of a shop's order that is not due, as a sentence without its full stop. */
	notDue?: string;
	notDueAbout?: About;
	/** What a shop or rows say of the order as a whole. */
	sourceNow?: SourceNow;
	/** The output in place of an order, of which nothing is to be produced. */
	skipped?: IDataObject;
	/** The items of the original order, where a reprint takes them from it. For 'Check Print Files'. */
	originalItems?: unknown;
	/** How the print files of an item were named, by its index, where that matters. */
	fileOrigin?: (index: number) => FileOrigin | undefined;
	/** Label of the editor field for a property path of the body. */
	labelOf: (path: string) => string;
	/**
	 * What a sentence calls an item, by its index, e.g. `line 1 (Harbour Tee)`. Undefined, and left out, where its source has no
	 * name for it.
	 */
	itemLabel?: (index: number) => string | undefined;
	/** Whether a person entered it in the node itself; by default nobody did. Asked only of an order that failed. */
	isEnteredByHand?: () => boolean;
	/** Compares an existing order with this one; by default the content. Only for an order without problems, which may be sent. */
	compare?: (existing: IDataObject) => Comparison | Promise<Comparison>;
	/** The error of an existing order that can never be the one that is to be placed; undefined of any other. */
	refuseExisting?: (existing: IDataObject) => UserError | undefined;
	/**
	 * Explains a refusal when no order is found under the external ID; for an order that another one is made from.
	 *
	 * @param isCertain whether to explain it only where it is certain that the refusal is about that other order: one under
	 *   the external ID need not show yet. Undefined where it is not
	 */
	explainRefusal?: (refusal: ServiceError, isCertain: boolean) => Promise<ServiceError | undefined>;
}

/** The output in place of an order of which nothing is to be produced. @param reason as a sentence without its full stop */
export const skippedOutput = (externalId: string | undefined, reason: string): IDataObject =>
	withoutUndefined({ externalId, skipped: true, reason });

/** Whether an order shows no item, as some answers may: then it is not known what it has. */
export const showsNoItems = ({ orderItems }: IDataObject): boolean =>
	objectsOf(orderItems).length === 0;

export const NO_ITEMS_SHOWN = 'The service does not show its items.';

/** Whether an order exists that is more than a draft: nothing is to be said of it that matters of a new one alone. */
export const isPastDraft = (existing: IDataObject | undefined): boolean =>
	existing !== undefined && !isDraft(existing);

/** Whether an order failed that a person entered, who then corrects it where it was entered. */
export const isFailedByHand = (
	{ isEnteredByHand }: Pick<ComposedOrder, 'isEnteredByHand'>,
	{ status }: IDataObject,
): boolean => status === 'failed' && isEnteredByHand?.() === true;

export async function comparisonOf(
	{ body, compare }: Pick<ComposedOrder, 'body' | 'compare'>,
	existing: IDataObject,
): Promise<Comparison> {
	if (!showsNoItems(body) && showsNoItems(existing)) return { uncomparable: NO_ITEMS_SHOWN };
	return compare ? await compare(existing) : { differences: differencesOf(body, existing) };
}

/** Whether an order is that of its source and not as it is there now, as far as that can be told. */
export const isEdited = (comparison: Comparison): boolean =>
	'differences' in comparison &&
	comparison.differences.length > 0 &&
	!comparison.differences.some(({ isConcealed }) => isConcealed);

/** Where an order comes from. Parameters were read, and nothing else. */
export interface OrderSource {
	/** Undefined where it was refused; that is one of the problems. */
	externalId: string | undefined;
	/** What its source calls the order, e.g. `Order #1001`; by default it is called by its external ID. */
	name?: string;
	shopOrderId?: string;
	/** Of a shop's order and of rows: what says what comes next. */
	followed?: FollowedSource;
	/** What the buyer wrote for the shop, which is handed on with the order. */
	buyerNote?: string;
	/** Of rows: by which each is found again, which is handed on with the order. */
	rows?: Array<string | number>;
	/** Whether nothing is asked of the service, since nothing is to be done now. */
	isNothingToDo?: boolean;
	/**
	 * Composes the order, and reads what the checks need. Throws only errors that are not about the order.
	 *
	 * @param isCheck whether the order is only checked; a check may read more than placing the order would
	 * @param before what exists already. An order that was composed from what was found is compared with it, and never sent
	 */
	compose(isCheck: boolean, before?: FoundBefore): Promise<ComposedOrder>;
}

/** Reads where the order of an item comes from, by the item's call. */
export type SourceOf = (call: OperationCall) => OrderSource | Promise<OrderSource>;
