// Composes a reprint of another order, and compares an existing one with it.

import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { differencesOf, type Difference } from '../../api/difference';
import { locatedOrder } from '../../api/locatedOrder';
import {
	externalIdReference,
	findOrder,
	orderReferenceOf,
	tryOrder,
	type OrderReference,
} from '../../api/order';
import { orderFieldLabel } from './fieldLabel';
import { checkPrintFilesField, externalIdField, ifExistsField, shippingField } from '../fields';
import { asProblem, checkedOption, Findings, hasProblem } from '../findings';
import { overlongTexts } from '../textBounds';
import { enteredRecipient } from './recipient';
import { explainedRefusal } from '../change/makeChange';
import { itemsToReprint } from './reprintItems';
import type { OperationCall } from '../../execution/operation';
import { addedGroup } from '../../input/addedFields';
import { joinLabels, optionIn, OPTIONS } from '../../input/field';
import { isObject, objectsOf, pick, withoutUndefined } from '../../input/objects';
import { entriesOf } from '../../input/text';
import { orderLocator } from '../../listSearch/collections';
import { statusesWhere } from '../../spec/statuses';
import {
	ACTION_TYPE_REPRINT,
	EXTERNAL_ID_PATTERN,
	EXTERNAL_ID_PREFIX,
	ORDER_STATUSES,
} from '../../spec/service';
import type { ApiClient } from '../../transport/client';
import { ServiceError } from '../../transport/errors/serviceError';
import type {
	Comparison,
	ComposedOrder,
	FoundBefore,
	OrderSource,
	PlacedOrder,
} from '../composedOrder';
import { uncompared } from '../place/existingOrder';

/** The orders that an existing order reprints (spec section 2, Association). */
const originalsOf = ({ associations }: IDataObject): unknown[] =>
	objectsOf(associations).flatMap(({ type, source }) =>
		type === ACTION_TYPE_REPRINT ? [source] : [],
	);

const isReprintOf = (existing: IDataObject, source: string | undefined): boolean =>
	source !== undefined &&
	originalsOf(existing)
		.filter(isObject)
		.some(({ id, externalId }) => id === source || `@${String(externalId)}` === source);

export const originalOrderField = orderLocator({
	displayName: 'Original Order',
	description: 'The order to produce again',
});

export const itemIdsField: INodeProperties = {
	displayName: 'Item Names or IDs',
	name: 'itemIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'loadOrderItems', loadOptionsDependsOn: ['orderId.value'] },
	allowArbitraryValues: true,
	default: [],
	description:
		'The items to produce again; all of them if empty. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** Label of the editor field for a property path of a reprint: the recipient is under 'Options'. */
const labelOf = (path: string): string => {
	if (path === 'actions[0].source') return originalOrderField.displayName;
	const label = orderFieldLabel(path);
	return /^recipient\b/.test(path) ? joinLabels(OPTIONS, label) : label;
};

/** Statuses that explain no refusal. The spec does not say which can be reprinted. */
const REPRINTABLE = statusesWhere('isPartlyProduced');

/** Why a reprint cannot be compared with what was entered. */
const UNREAD = 'The original order, which it takes its content from, could not be read.';

const RECIPIENT_FIELD = labelOf('recipient');

/** The error of a reprint that would have the External ID of the order that it reprints. */
function ownExternalId(externalId: string): UserError {
	const suggested = `${externalId}-R1`;
	const example = EXTERNAL_ID_PATTERN.test(suggested) ? `, such as ${suggested}` : '';
	return new UserError('External ID is that of the original order', {
		description: `Nothing was created. Enter a new External ID for the reprint${example}.`,
	});
}

/** Whether a refusal is about the state of the original: it names the status that this has, and no external ID. */
const namesState = ({ serviceMessage }: ServiceError, { status }: IDataObject): boolean =>
	ORDER_STATUSES.some((known) => known === status && !REPRINTABLE.includes(known)) &&
	new RegExp(`\\b${String(status)}\\b`, 'i').test(serviceMessage) &&
	!/\bexternal[ _-]?id\b/i.test(serviceMessage);

/** Reads and checks the parameters, as far as that goes without the original order. */
function enteredReprint({ parameter }: OperationCall) {
	const locator = parameter('orderId');
	const shippingValue = parameter('shipping', 'STANDARD');
	const options = parameter<IDataObject>('options', {});
	const externalIdValue = parameter('externalId');
	const itemIds = entriesOf(parameter('itemIds', []));
	const found = new Findings();
	const { check, list: findings } = found;
	const original = check(() => orderReferenceOf(locator));
	const externalId = check(() => {
		const given = externalIdField.read(externalIdValue);
		if (original?.reference === `${EXTERNAL_ID_PREFIX}${given}`) throw ownExternalId(given);
		return given;
	});
	const shipping = check(() => shippingField.read(shippingValue));
	const ifExists = check(() => optionIn(options, ifExistsField));
	const checksFiles = checkedOption(check, options, checkPrintFilesField);
	const group = check(() => addedGroup(options.recipient, 'values', RECIPIENT_FIELD));
	return {
		locator,
		externalId,
		shipping,
		ifExists,
		checksFiles,
		/** Undefined where it was refused. Its reference is the source of the reprint (spec section 2, Association). */
		original,
		/** Undefined where it is that of the original. */
		recipient: group && check(() => enteredRecipient(group, found, { field: RECIPIENT_FIELD })),
		/** None where all items are reprinted. */
		itemIds,
		/** Problems, and what was repaired. */
		findings,
	};
}

type EnteredReprint = ReturnType<typeof enteredReprint>;

/** Finds the existing reprint of an original that can no longer be read, so that it cannot be compared. */
async function findExistingReprint(
	client: ApiClient,
	{ externalId, ifExists, original }: EnteredReprint,
	before: FoundBefore | undefined,
): Promise<PlacedOrder | undefined> {
	if (externalId === undefined || ifExists === 'error') return undefined;
	const existing = before ? before.found : await findOrder(client, externalIdReference(externalId));
	if (!existing || existing instanceof ServiceError) return undefined;
	const isReprint = isReprintOf(existing, original?.reference);
	return isReprint ? uncompared(existing, externalId, UNREAD) : undefined;
}

/**
 * Compares an existing order with a reprint, and with the original what the reprint takes from it.
 *
 * @param orderItems of the reprint; undefined where they are those of the original
 */
async function compareReprint(
	client: ApiClient,
	entered: EnteredReprint,
	orderItems: IDataObject[] | undefined,
	existing: IDataObject,
): Promise<Comparison> {
	const { original, shipping, recipient } = entered;
	const source = original?.reference;
	const differences: Difference[] = [];
	if (existing.shipping !== shipping) {
		differences.push({ path: 'shipping', sent: shipping, existing: existing.shipping });
	}
	if (!isReprintOf(existing, source)) {
		const [shownOriginal] = originalsOf(existing);
		const other = isObject(shownOriginal) ? shownOriginal.id : undefined;
		differences.push({ path: 'actions[0].source', sent: source, existing: other });
		return { differences };
	}
	const isEntered = recipient !== undefined && orderItems !== undefined;
	const read = original && !isEntered ? await tryOrder(client, original) : undefined;
	if (read instanceof ServiceError) {
		return differences.length === 0 ? { uncomparable: UNREAD } : { differences };
	}
	const to = recipient ?? read?.recipient;
	// What every reprint takes from the items of its original; the service may omit the rest.
	const ofOriginal = objectsOf(read?.orderItems).map((item) =>
		pick(item, ['variantId', 'quantity']),
	);
	const items = orderItems ?? ofOriginal;
	return {
		differences: [
			...differences,
			...differencesOf(to, existing.recipient, 'recipient', 'recipient'),
			...differencesOf(items, existing.orderItems, 'orderItems', orderItems && 'orderItems'),
		],
	};
}

/** Explains a refusal by the state of the original; see {@link ComposedOrder.explainRefusal}. */
async function explainRefusal(
	client: ApiClient,
	original: OrderReference,
	refusal: ServiceError,
	isCertain: boolean,
): Promise<ServiceError | undefined> {
	const change = { done: 'reprinted', possibleIn: REPRINTABLE } as const;
	if (!isCertain) return await explainedRefusal(client, original, refusal, change);
	const known = await tryOrder(client, original);
	if (known instanceof ServiceError || !namesState(refusal, known)) return undefined;
	const explained = await explainedRefusal(client, original, refusal, { ...change, known });
	return explained === refusal ? undefined : explained;
}

async function compose(
	client: ApiClient,
	enteredReprint: EnteredReprint,
	isCheck: boolean,
	before: FoundBefore | undefined,
): Promise<ComposedOrder> {
	const { externalId, shipping, recipient, itemIds, locator, checksFiles } = enteredReprint;
	const given = enteredReprint.original;
	// What is refused for other reasons need not be read. Not found under the entered ID, it may be under its external ID.
	const isLocated = given && (isCheck || !hasProblem(enteredReprint.findings));
	const original = isLocated ? await locatedOrder(client, locator) : given;
	const entered = { ...enteredReprint, original };
	const source = original?.reference;
	const findings = new Findings();
	const isOwn = externalId !== undefined && source === `${EXTERNAL_ID_PREFIX}${externalId}`;
	if (isOwn && source !== given?.reference) findings.refused(ownExternalId(externalId));
	const isRead = isCheck || itemIds.length > 0 || checksFiles;
	const read = original && isRead ? await tryOrder(client, original) : undefined;
	const isUnread = read instanceof ServiceError;
	if (isUnread) findings.refused(read);
	const orderItems =
		!isUnread && read && itemIds.length > 0
			? findings.check(() => itemsToReprint(read, itemIds, itemIdsField.displayName))
			: undefined;
	const existing =
		isUnread && !hasProblem(entered.findings)
			? await findExistingReprint(client, entered, before)
			: undefined;
	const body = withoutUndefined({
		externalId,
		shipping,
		recipient,
		orderItems,
		actions: [{ type: ACTION_TYPE_REPRINT, source }],
	});
	return {
		body,
		findings: existing
			? []
			: [
					...entered.findings,
					...findings.list,
					...overlongTexts(body, labelOf).map((problem) => asProblem(problem, 'setting')),
				],
		existing,
		labelOf,
		originalItems: isUnread ? undefined : read?.orderItems,
		compare: async (order) => await compareReprint(client, entered, orderItems, order),
		refuseExisting: ({ id }) =>
			externalId !== undefined && id === source ? ownExternalId(externalId) : undefined,
		explainRefusal: async (refusal, isCertain) =>
			original && (await explainRefusal(client, original, refusal, isCertain)),
	};
}

export function reprintSource(call: OperationCall): OrderSource {
	const entered = enteredReprint(call);
	return {
		externalId: entered.externalId,
		compose: async (isCheck, before) => await compose(call.client, entered, isCheck, before),
	};
}
