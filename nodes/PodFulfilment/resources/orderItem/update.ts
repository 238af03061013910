// Order Item → Update: which fields of an item can be changed and cleared, completing new placements and options from
// the catalog, the PATCH, and whether the item shows the change.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { agreesWithChanges, showsChanges } from '../../api/difference';
import { locatedVariantId } from '../../api/catalog/locatedVariant';
import { withLocatedOrder } from '../../api/locatedOrder';
import { exclusivelyOn, type OrderReference } from '../../api/order';
import { orderIds } from '../../api/orderIds';
import { pathSegment } from '../../api/paths';
import { isResource, requestResource } from '../../api/resource';
import { simplifyOrderItem } from '../../api/simplify';
import { lookUpVariant, tryVariant } from '../../api/catalog/variantLookup';
import { notice } from '../../order/findings';
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
import { itemChangeHints } from '../../order/hints';
import { makeChange } from '../../order/change/makeChange';
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
	return itemIn(resource, itemId);
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

/** An item in its order: there is no endpoint to read an item (spec section 4). */
const itemIn = (order: IDataObject | undefined, itemId: string): IDataObject | undefined =>
	objectsOf(order?.orderItems).find(({ id }) => String(id) === itemId);

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
				const isAnswered = (answer: unknown): answer is IDataObject => isWholeItem(answer, itemId);
				const made = await makeChange(client, order, {
					request: {
						method: 'PATCH',
						path: `${order.path}/order_item/${itemSegment}`,
						subject,
						fieldLabel,
						body,
					},
					done: 'changed',
					// Of an item that was answered, its order is read for its status alone.
					isShownBy: (found, answer) =>
						isAnswered(answer) || agreesWithChanges(body, itemIn(found, itemId)),
					isProvenBy: (found) => showsChanges(body, itemIn(found, itemId)),
					mayAnswerOld: true,
				});
				const item = isAnswered(made.answer) ? made.answer : itemIn(made.order, itemId);
				const isStale = item !== undefined && made.isStale;
				const warnings = [
					...printFileWarnings(body, UPDATE_FIELDS),
					...(item ? [] : ['The item was changed, but could not be read afterwards.']),
					...(isStale ? ['The item was changed, but the service does not show it yet.'] : []),
				];
				const ofOrder = orderFields(order, made.order);
				if (!item) return [{ id: itemId, ...ofOrder, warnings }];
				if (kept !== undefined) call.note(notice('keptName', kept));
				const output = toOutput({ ...item, ...ofOrder });
				return [warnings.length > 0 ? { ...output, warnings } : output];
			});
		return await withLocatedOrder(client, locator, updateItem);
	},
});
