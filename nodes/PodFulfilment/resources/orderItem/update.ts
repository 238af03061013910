// Order Item → Update: which fields of an item can be changed and cleared, completing new placements and options from
// the catalog, the PATCH, and whether the item shows the change.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { agreesWithChanges, showsChanges } from '../../api/difference';
import { locatedVariantId } from '../../api/catalog/locatedVariant';
import { withLocatedOrder } from '../../api/locatedOrder';
import { exclusivelyOn, readUntil, tryOrder, type OrderReference } from '../../api/order';
import { orderIds } from '../../api/orderIds';
import { pathSegment } from '../../api/paths';
import { isResource, requestResource } from '../../api/resource';
import { simplifyOrderItem } from '../../api/simplify';
import { lookUpVariant, tryVariant } from '../../api/catalog/variantLookup';
import { keptNameHints, noteKeptName } from '../../order/change/notices';
import { completeOptions, completePlacements, nameOfChanged } from '../../order/compose/completion';
import { itemFieldLabel } from '../../order/compose/fieldLabel';
import type { Item } from '../../order/compose/item';
import { itemChangesFromFields } from '../../order/compose/itemsFromRows';
import {
	externalItemIdField,
	itemNameField,
	optionRows,
	placementRows,
	printFileField,
	quantityField,
	retailPriceField,
} from '../../order/compose/itemProperties';
import { itemChangeHints } from '../../order/outputHints';
import { explainedRefusal } from '../../order/change/stateRefusal';
import { printFileWarnings } from '../../order/compose/printFile';
import { throwProblems } from '../../order/problems';
import { overlongTexts } from '../../order/textBounds';
import { defineOperation } from '../../execution/defineOperation';
import { changesOf, clearedFields } from '../mergePatch';
import type { OperationCall } from '../../execution/operation';
import { outputMapper } from '../../execution/outputMapper';
import { clearFieldsField, optionsField } from '../sharedFields';
import { simplifyFields } from '../outputFields';
import { refuse } from '../../input/checks';
import { joinLabels, UPDATE_FIELDS } from '../../input/field';
import { objectsOf, rowsOf, trimmed } from '../../input/guards';
import { locatorText, type LocatorValue } from '../../input/locatorValue';
import { orderLocator } from '../../listSearch/order';
import { orderItemLocator } from '../../listSearch/orderItem';
import { variantLocator } from '../../listSearch/variant';
import type { ApiClient } from '../../transport/client';
import { ServiceError, type Result } from '../../transport/errors/serviceError';
import { RunAborted } from '../../transport/run';

/** Fields of an item that may be empty. */
const clearable: INodeProperties[] = [
	externalItemIdField,
	itemNameField,
	optionRows,
	retailPriceField,
];

function changesFrom(fields: IDataObject): IDataObject {
	const changes = itemChangesFromFields(fields, UPDATE_FIELDS);
	return { ...changes, ...clearedFields(fields.clearFields, clearable, changes) };
}

/** Replaces the SKU of the new variant in the changes by its ID. */
async function withVariantId(
	client: ApiClient,
	changes: IDataObject & Partial<Item>,
	locator: unknown,
): Promise<IDataObject & Partial<Item>> {
	if (changes.variantId === undefined) return changes;
	const variant = locator as LocatorValue;
	return {
		...changes,
		variantId: await locatedVariantId(
			client,
			variant,
			joinLabels(UPDATE_FIELDS, variantLocator.displayName),
		),
	};
}

/** The item as it is, read from its order. Undefined when the order has no such item. */
async function currentItem(
	call: OperationCall,
	order: { path: string; subject: string },
	itemId: string,
): Promise<IDataObject | undefined> {
	const { resource } = await requestResource(call.client, { method: 'GET', ...order });
	return objectsOf(resource.orderItems).find(({ id }) => String(id) === itemId);
}

/** Refuses the field Print File alone for an item with several: the service replaces all of them by what is sent. */
function refuseLosingFiles(item: IDataObject, placementRowCount: number): void {
	const count = objectsOf(item.placements).length;
	if (placementRowCount > 0 || count < 2) return;
	refuse(
		'Update Fields → Print File',
		`would take the place of all ${count} print files of the item`,
		'Enter all of them under Placements, also those that stay.',
	);
}

/**
 * Completes new placements and checks new options from the catalog, as for a new order.
 *
 * @param rowCount how many of the placements are rows; one behind them is from the field Print File
 */
async function completeChanges(
	call: OperationCall,
	order: { path: string; subject: string },
	itemId: string,
	changes: IDataObject & Partial<Item>,
	rowCount: number,
): Promise<IDataObject> {
	const { placements, options } = changes;
	if (!placements && !options) return changes;
	const item = changes.variantId
		? { variantId: changes.variantId }
		: await currentItem(call, order, itemId);
	// The service's own error about the missing item is clearer.
	if (item === undefined) return changes;
	if (placements) refuseLosingFiles(item, rowCount);
	const variant = await lookUpVariant(call.client, String(item.variantId));
	return {
		...changes,
		...(options && { options: completeOptions(options, variant, UPDATE_FIELDS) }),
		...(placements && {
			placements: completePlacements(placements, variant, UPDATE_FIELDS, undefined, rowCount),
		}),
	};
}

/** A name that an item has, and what becomes of it with another variant. */
interface VariantName {
	/** Of the new variant, as the catalog gives it. */
	name?: string;
	/** That the catalog did not give. */
	kept?: string;
}

/**
 * The name of an item whose variant is changed: what the catalog gave goes with the variant, what somebody entered stays.
 *
 * @throws ServiceError when the order, or a variant, cannot be read
 */
async function nameWithVariant(
	call: OperationCall,
	order: { path: string; subject: string },
	itemId: string,
	changes: IDataObject & Partial<Item>,
): Promise<VariantName> {
	const { variantId } = changes;
	if (variantId === undefined || 'name' in changes) return {};
	const item = await currentItem(call, order, itemId);
	const kept = trimmed(item?.name);
	if (item === undefined || kept === '' || item.variantId === variantId) return {};
	const { client } = call;
	const before = await tryVariant(client, String(item.variantId));
	const name = nameOfChanged(kept, before, await tryVariant(client, variantId));
	return name === undefined ? { kept } : { name };
}

/** Whether the response to a change contains the whole item (spec section 2), not only an ID or the changed fields. */
const isWholeItem = (body: unknown, itemId: string): body is IDataObject =>
	isResource(body) &&
	String(body.id) === itemId &&
	body.quantity !== undefined &&
	body.variantId !== undefined;

/** An item with the order that it was read with. */
interface ReadItem {
	order: IDataObject;
	/** Undefined when the order has no such item. */
	item: IDataObject | undefined;
}

/** Reads the item from its order: there is no endpoint to read an item (spec section 4). */
async function readItem(
	client: ApiClient,
	order: OrderReference,
	itemId: string,
): Promise<Result<ReadItem>> {
	const result = await tryOrder(client, order);
	if (result instanceof ServiceError) return result;
	return {
		order: result,
		item: objectsOf(result.orderItems).find(({ id }) => String(id) === itemId),
	};
}

/**
 * Reads the order of an item that was changed: the change may have changed its status. Undefined when it cannot be read,
 * and when the run ended, since the change must not look as if it failed.
 */
async function readChangedOrder(
	client: ApiClient,
	order: OrderReference,
): Promise<IDataObject | undefined> {
	const result = await tryOrder(client, order).catch((error: unknown) => {
		if (error instanceof RunAborted) return undefined;
		throw error;
	});
	return result instanceof ServiceError ? undefined : result;
}

/** What the output says of the item's order: its names, and its status after the change. */
const orderFields = (order: OrderReference, read: IDataObject | undefined): IDataObject => ({
	...orderIds(order, read),
	orderStatus: trimmed(read?.status) || null,
});

/** PATCH /api/orders/{id}/order_item/{item_id} (spec section 4). Sends only the fields that are set. */
export const update = defineOperation('orderItem', {
	name: 'Update',
	value: 'update',
	action: 'Update the product or print files of an order item',
	description: 'Change an item of an order that is not yet in production',
	fields: [
		orderLocator({ displayName: 'Order', description: 'The order that the item belongs to' }),
		orderItemLocator,
		{
			displayName: UPDATE_FIELDS,
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				clearFieldsField(clearable),
				externalItemIdField,
				itemNameField,
				optionRows,
				placementRows,
				printFileField,
				quantityField,
				retailPriceField,
				{
					...variantLocator,
					required: undefined,
					description:
						'Another variant of the catalog. A name that the catalog gave the item changes with it.',
				},
			],
		},
		...simplifyFields('orderItem'),
		optionsField(),
	],
	executionHints: itemChangeHints,
	runHints: keptNameHints,
	async perform(call) {
		const toOutput = outputMapper(call, simplifyOrderItem);
		const locator = call.parameter<LocatorValue>('orderId');
		const itemId = locatorText(call.parameter('orderItemId'));
		const itemSegment = pathSegment(itemId, 'Order Item');
		const fields = call.parameter<IDataObject>('updateFields', {});
		const entered = changesOf(changesFrom(fields));
		const rowCount = rowsOf(fields.placements, 'placement').length;
		const fieldLabel = (path: string): string =>
			joinLabels(UPDATE_FIELDS, itemFieldLabel(path, rowCount));
		throwProblems(overlongTexts(entered, fieldLabel));
		const { client } = call;
		const updateItem = async (order: OrderReference): Promise<IDataObject[]> =>
			await exclusivelyOn(client, order, async () => {
				const subject = `item "${itemId}" of ${order.subject}`;
				const changes = await withVariantId(client, entered, fields.variantId);
				const { kept, ...named } = await nameWithVariant(call, order, itemId, changes);
				const completed = await completeChanges(call, order, itemId, changes, rowCount);
				const body: IDataObject = { ...completed, ...named };
				const result = await client.send({
					method: 'PATCH',
					path: `${order.path}/order_item/${itemSegment}`,
					subject,
					fieldLabel,
					body,
				});
				const isDone = !(result instanceof ServiceError);
				if (!isDone && !client.write.isInDoubt) {
					throw await explainedRefusal(client, order, result, { done: 'changed' });
				}
				const warnings = printFileWarnings(body, UPDATE_FIELDS);
				const toResult = (item: IDataObject, read: IDataObject | undefined): IDataObject => {
					if (kept !== undefined) noteKeptName(client.run, kept);
					const output = toOutput({ ...item, ...orderFields(order, read) });
					return warnings.length > 0 ? { ...output, warnings } : output;
				};
				if (isDone && isWholeItem(result.body, itemId)) {
					return [toResult(result.body, await readChangedOrder(client, order))];
				}
				const found = await readUntil(
					client,
					async () => await readItem(client, order, itemId),
					({ item }) => (isDone ? agreesWithChanges : showsChanges)(body, item),
				);
				const read = found instanceof ServiceError ? undefined : found;
				if (!isDone) {
					if (!showsChanges(body, read?.item)) throw result;
					client.write.onMade();
				}
				if (read?.item === undefined) {
					const unread = 'The item was changed, but could not be read afterwards.';
					return [
						{ id: itemId, ...orderFields(order, read?.order), warnings: [...warnings, unread] },
					];
				}
				if (isDone && !agreesWithChanges(body, read.item)) {
					warnings.push('The item was changed, but the service does not show it yet.');
				}
				return [toResult(read.item, read.order)];
			});
		return await withLocatedOrder(client, locator, updateItem);
	},
});
