// What an order that was found under an external ID means, without any request: whether it is complete, what it does
// not show, which fields or products (variant ID, quantity) differ and which operation can change them, as errors and
// warnings. Also whether a refusal means that the external ID is taken.

import { UserError, type IDataObject } from 'n8n-workflow';

import { differencesOf, type Difference } from '../../api/difference';
import { orderIn } from '../../api/order';
import { DO_NOT_RETRY, DoNotRetryError } from '../../execution/writeNotes';
import { isObject, numberIn, objectsOf, trimmed } from '../../input/guards';
import { firstAndMore, firstReasons, quote, withFullStop } from '../../input/wording';
import { ORDER_STATUSES, SHIPPING_VALUES } from '../../spec/service';
import { reasonIn, serviceSays } from '../../transport/errors/httpErrors';
import type { ServiceError } from '../../transport/errors/serviceError';
import { ORDER_AGAIN, stateWords } from '../change/stateRefusal';
import type { PlacedOrder } from '../composedOrder';

const isOrderStatus = (status: string): boolean => ORDER_STATUSES.some((known) => known === status);

/**
 * The order in the body of a 201, under its ID and External ID. Undefined where the body holds none, one under another
 * External ID, or something that only has an ID as well, such as a job.
 */
export function createdOrder(body: unknown, externalId: string): IDataObject | undefined {
	const order = orderIn(body);
	if (!order) return undefined;
	const shown = order.externalId ?? '';
	if (shown !== '') return String(shown as string).trim() === externalId ? order : undefined;
	const status = trimmed(order.status);
	return status === '' || isOrderStatus(status) ? { ...order, externalId } : undefined;
}

/** Whether an order shows what the output needs, and its confirmation. */
export const isComplete = ({ status, shipping, recipient, orderItems }: IDataObject): boolean =>
	trimmed(status) !== '' &&
	trimmed(shipping) !== '' &&
	isObject(recipient) &&
	objectsOf(orderItems).length > 0;

/** Parts of items that a response may leave out although the order has them, with what messages call them. */
const ITEM_PARTS = { placements: 'print files', options: 'options' } as const;

/** Whether the items of an order show a part that was sent. A print file is within the layers of a placement. */
function showsPart(
	part: keyof typeof ITEM_PARTS,
	sent: readonly IDataObject[],
	items: readonly IDataObject[],
): boolean {
	if (sent.every((item) => item[part] === undefined)) return true;
	return items.every(
		(item) =>
			item[part] !== undefined &&
			(part !== 'placements' ||
				objectsOf(item.placements).every(({ layers }) => layers !== undefined)),
	);
}

/** What an order does not show of what was sent for its items, e.g. `print files`: it cannot be compared. */
export const unshownParts = (sent: IDataObject, order: IDataObject): string[] =>
	Object.entries(ITEM_PARTS)
		.filter(
			([part]) =>
				!showsPart(
					part as keyof typeof ITEM_PARTS,
					objectsOf(sent.orderItems),
					objectsOf(order.orderItems),
				),
		)
		.map(([, name]) => name);

/** The ID of an item's variant, for comparison: a service may write it as an IRI. */
export const variantIdIn = ({ variantId }: { variantId?: unknown }): string =>
	(trimmed(variantId).split('/').at(-1) ?? '').toLowerCase();

/** Variant and quantity of each item. */
const productsOf = (items: unknown): Array<{ variantId: string; quantity: number | undefined }> =>
	objectsOf(items).map((item) => ({
		variantId: variantIdIn(item),
		quantity: numberIn(item.quantity),
	}));

/**
 * Where an order has other products than the order that was sent, whatever texts the service writes in its own way. What
 * it does not show of every item is not compared.
 */
export function otherProducts(sent: IDataObject, existing: IDataObject): Difference[] {
	const [wanted, found] = [productsOf(sent.orderItems), productsOf(existing.orderItems)];
	const isListed =
		Array.isArray(existing.orderItems) && existing.orderItems.length === found.length;
	// A reprint need not send its items.
	if (wanted.length === 0 || found.length === 0 || !isListed) return [];
	const showsVariants = found.every(({ variantId }) => variantId !== '');
	const showsQuantities = found.every(({ quantity }) => quantity !== undefined);
	if (!showsVariants && !showsQuantities) return [];
	const shown = (products: typeof found): IDataObject[] =>
		products.map(({ variantId, quantity }) => ({
			...(showsVariants && { variantId }),
			...(showsQuantities && { quantity }),
		}));
	return differencesOf(shown(wanted), shown(found), 'orderItems');
}

/** A warning for an order that is not produced because it is cancelled. That of a failed order is in its output, too. */
export const productionWarnings = ({ status }: IDataObject, externalId: string): string[] =>
	status === 'canceled'
		? [`${externalId} ${stateWords({ status })}: it is not produced. ${ORDER_AGAIN}`]
		: [];

/** The error for an External ID that is taken, when 'If Order Exists' refuses every existing order. */
export const existsAlready = (externalId: string, existedBefore = true): UserError =>
	new UserError(`Order "${externalId}" exists already`, {
		description: existedBefore
			? 'Nothing was created. Use another External ID, or set the option "If Order Exists" to "Return Existing Order".'
			: 'It did not exist before it was sent, so it may be the one that was sent.',
	});

/**
 * The result for an order that exists already and could not be compared with the one that was to be placed: it may be
 * somebody else's.
 *
 * @param why as a sentence
 * @param reason why the order is looked at, to come first
 */
export const uncompared = (
	order: IDataObject,
	externalId: string,
	why: string,
	reason = '',
): PlacedOrder => ({
	order,
	warnings: [
		`${reason}Order "${externalId}" exists already, but could not be compared with this one, so nothing of it is shown. ${why}`,
	],
	existedBefore: true,
	isUncompared: true,
});

/** The error for an order that may be the one that was sent, and could not be compared with it. */
export const notCompared = (externalId: string, why: string): UserError =>
	new UserError(`Order "${externalId}" could not be compared with the one that was sent`, {
		description: why,
	});

const ITEM_UPDATE = 'Order Item → Update';
const ORDER_UPDATE = 'Order → Update';

/** The operation that can change a property of an order (spec section 4). */
function changingOperation(path: string): string | undefined {
	if (/^orderItems\[/.test(path)) return ITEM_UPDATE;
	return /^(recipient|shipping)\b/.test(path) ? ORDER_UPDATE : undefined;
}

const changedBy = (path: string): string =>
	`${changingOperation(path) ?? 'No operation'} changes it.`;

/**
 * Where to make a change by hand. Never in a node that works: n8n drops the values of fields that another Operation does
 * not show. Nor behind it: a node that stops runs none.
 */
const IN_ANOTHER_NODE =
	'Use another POD Fulfilment node for that, behind the same node as this one, and leave this one as it is.';

/** How to make a change by hand, and what to do then: the old execution would send the old content. */
const BY_HAND = `${IN_ANOTHER_NODE} After the change, run Order → Confirm in the same way. ${DO_NOT_RETRY}`;

const SECOND_ORDER =
	'Under another External ID it would be a second order, which is produced as well.';

/** What to do first about a failed order that was entered by hand: nothing of what is in the node has to be entered again. */
const NEW_EXTERNAL_ID =
	'The existing order failed, so it is not produced: enter another External ID, and run this node again.';

/** What to do about differences, the way that prints nothing twice first. */
function changeAdvice(paths: readonly string[], isFailedByHand: boolean): string {
	const operations = paths.map(changingOperation);
	const ways = [ITEM_UPDATE, ORDER_UPDATE].filter((way) => operations.includes(way));
	const change = `change the order that exists, use ${ways.join(' and ')}. ${BY_HAND}`;
	return [
		...(isFailedByHand ? [NEW_EXTERNAL_ID] : []),
		...(ways.length > 0 ? [`${isFailedByHand ? 'Or, to' : 'To'} ${change}`] : []),
		...(isFailedByHand ? [] : [SECOND_ORDER]),
	].join(' ');
}

/** Whether a value is a number of pieces or a shipping of the service, and so no text of somebody's order. */
const isNobodys = (path: string, value: unknown): boolean =>
	/^orderItems\[\d+\]\.quantity$/.test(path)
		? numberIn(value) !== undefined
		: path === 'shipping' && SHIPPING_VALUES.some((shipping) => shipping === value);

/** The values of a difference, where that of the existing order may be shown; undefined where only the field is named. */
function shownValues({
	path,
	sent,
	existing,
	isConcealed = false,
}: Difference): string | undefined {
	if (isConcealed) return undefined;
	if (Array.isArray(sent) && Array.isArray(existing)) {
		return `sent a list of ${sent.length}, existing a list of ${existing.length}`;
	}
	return isNobodys(path, existing) ? `sent ${quote(sent)}, existing ${quote(existing)}` : undefined;
}

/** The field of each difference, with its values where they may be shown, and what can change it. */
const differenceLines = (
	differences: readonly Difference[],
	fieldLabel: (path: string) => string,
): string[] => {
	const texts = differences.map((difference) => {
		const { path, isConcealed = false } = difference;
		const values = shownValues(difference);
		const what =
			values === undefined ? `${fieldLabel(path)} differs` : `${fieldLabel(path)}: ${values}`;
		return isConcealed ? `${what}.` : `${what}. ${changedBy(path)}`;
	});
	return firstAndMore([...new Set(texts)]);
};

/** The fields of differences. Type and address of a print file have one label in the short form of 'Items (JSON)'. */
const labelsOf = (
	differences: readonly Difference[],
	fieldLabel: (path: string) => string,
): string => firstReasons([...new Set(differences.map(({ path }) => fieldLabel(path)))], ', ');

/** The error for an order that this request placed, and that the service shows with other products than were sent. */
export const placedOtherwise = (
	externalId: string,
	differences: Difference[],
	fieldLabel: (path: string) => string,
): UserError =>
	new UserError(
		`Order "${externalId}" was placed with other content: ${labelsOf(differences, fieldLabel)}`,
		{
			description: [
				`The service created the order, and shows other items than were sent. Correct it with ${ITEM_UPDATE}, or cancel it with Order → Cancel. ${IN_ANOTHER_NODE} ${SECOND_ORDER}`,
				...differenceLines(differences, fieldLabel),
			].join('\n'),
		},
	);

/**
 * The error for an External ID whose order has other content than the one that was composed. Names the fields, and what
 * can change the existing order. Whoever guesses an External ID gets this text too, so it holds none of the existing
 * order's values but numbers of pieces and the shipping.
 *
 * @param existedBefore whether it is certain that it was not placed just now
 * @param explained what the differences mean, if the source of the order knows it
 * @param isFailedByHand whether the existing order failed, and the other was entered by hand
 */
export function otherContent(
	externalId: string,
	differences: Difference[],
	fieldLabel: (path: string) => string,
	existedBefore: boolean,
	explained: readonly string[] = [],
	isFailedByHand = false,
): UserError {
	const paths = differences.map(({ path }) => path);
	const lines = differenceLines(differences, fieldLabel);
	// What is explained says itself what to do. An order that may be that of another customer is not to be changed.
	const isConcealed = differences.some((difference) => difference.isConcealed);
	const known = [
		'Nothing was created or changed.',
		...(explained.length === 0 && !isConcealed ? [changeAdvice(paths, isFailedByHand)] : []),
	].join(' ');
	const whatToDo = existedBefore ? known : 'It may be the order that was sent before.';
	const isExplained = explained.length > 0;
	const after = existedBefore && isExplained && !isConcealed ? [BY_HAND] : [];
	const canBeChanged = isExplained || paths.some((path) => changingOperation(path) !== undefined);
	const ErrorType = existedBefore && canBeChanged && !isConcealed ? DoNotRetryError : UserError;
	return new ErrorType(
		`Order "${externalId}" exists already with other content: ${labelsOf(differences, fieldLabel)}`,
		{
			description: [whatToDo, ...firstAndMore(explained), ...after, ...lines].join('\n'),
		},
	);
}

/** Statuses with which the service may refuse an external ID that is taken; spec section 7 does not say which it is. */
const MAY_MEAN_TAKEN = [400, 409, 422];

export const mayMeanTaken = ({ status }: ServiceError): boolean => MAY_MEAN_TAKEN.includes(status);

/** Whether a refusal of a new order is about its external ID, by its status, by the field or by its words. */
export const isAboutExternalId = ({ status, violations, serviceMessage }: ServiceError): boolean =>
	status === 409 ||
	violations.some(({ propertyPath }) => /^external_?id$/i.test(propertyPath)) ||
	(mayMeanTakenByWords(status) &&
		violations.every(({ propertyPath }) => propertyPath === '') &&
		/\bexternal[ _-]?id\b/i.test(serviceMessage));

const mayMeanTakenByWords = (status: number): boolean => status === 400 || status === 422;

/** Whether a refusal may well be about the external ID: the order is then looked for patiently. */
export const saysTaken = (error: ServiceError): boolean =>
	isAboutExternalId(error) || error.violations.some(({ propertyPath }) => propertyPath === '');

/** What is known of an order under the external ID when none was found. */
function knownOf(unread: ServiceError | undefined, isInDoubt: boolean): string {
	if (unread) {
		return `Whether there is an order with this External ID could not be read: ${withFullStop(unread.message)}`;
	}
	return isInDoubt
		? 'No order with this External ID is found yet.'
		: 'No order with this External ID was found, so none is known to be placed.';
}

/**
 * The error of a new order that the service refused because of its External ID (spec section 7), where that is not explained
 * by an order that has it: reads may lag behind.
 *
 * @param unread why it could not be read whether there is such an order; undefined where none was found
 * @param isInDoubt whether an earlier attempt may have placed it: what to do then, the note of the write says
 */
export function unexplainedConflict(
	refusal: ServiceError,
	subject: string,
	unread: ServiceError | undefined,
	isInDoubt = false,
): ServiceError {
	const { serviceMessage, violations } = refusal;
	const words = serviceMessage || violations.map(({ message }) => message).join(' ');
	const advice = isInDoubt
		? ''
		: ' Run the node again later: if there is one by then, it is found, and no second one is placed. If the service still refuses it, ask the provider.';
	return refusal.reworded({
		message: `The service refused ${subject} because of a conflict${reasonIn(words)}`,
		description: `${knownOf(unread, isInDoubt)}${advice}${serviceSays(words)}`,
	});
}
