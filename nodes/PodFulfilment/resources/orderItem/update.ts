import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { locatorChoice, type LocatorValue } from '../../locators/locator';
import { orderLocator, orderPath } from '../../locators/order';
import { orderItemLocator } from '../../locators/orderItem';
import { variantLocator } from '../../locators/variant';
import { lookUpVariant } from '../../order/catalog';
import { checkOptions, completePlacements } from '../../order/complete';
import { itemFieldName } from '../../order/fieldName';
import { chosen, objectsOf, optionalText, quantityOf } from '../../order/inputs';
import type { Item } from '../../order/item';
import { itemChangesFromFields } from '../../order/itemFields';
import {
	externalItemIdField,
	itemNameField,
	optionRows,
	placementRows,
	quantityField,
	retailPriceField,
} from '../../order/itemProperties';
import { simplifyOrderItem } from '../../order/simplifyOrder';
import { pathSegment } from '../../transport/path';
import { clearedFields, clearFieldsField } from '../clearFields';
import { optionsField } from '../options';
import { defineOperation, type OperationCall } from '../operation';
import { simplified, simplifyFields } from '../simplify';
import { changesOf } from '../updateFields';

const FIELD = 'Update Fields';

/** What an item can be without. */
const clearable: INodeProperties[] = [
	externalItemIdField,
	itemNameField,
	optionRows,
	retailPriceField,
];

function changesFrom(fields: IDataObject): IDataObject {
	const changes: IDataObject = {
		externalId: optionalText(fields.externalId, `${FIELD} → External Item ID`),
		name: optionalText(fields.name, `${FIELD} → Name`),
		quantity:
			fields.quantity === undefined
				? undefined
				: quantityOf(fields.quantity, `${FIELD} → Quantity`),
		retailPrice: optionalText(fields.retailPrice, `${FIELD} → Retail Price`),
		variantId: optionalText(chosen(fields.variantId), `${FIELD} → Variant`),
		...itemChangesFromFields(fields, FIELD),
	};
	return { ...changes, ...clearedFields(fields.clearFields, clearable, changes) };
}

/** The variant that the item is to get; otherwise the one it has, which only the order itself knows. */
async function variantIdOf(
	call: OperationCall,
	order: { path: string; about: string },
	itemId: string,
	changes: Partial<Item>,
): Promise<string | undefined> {
	if (changes.variantId) return changes.variantId;
	const { object } = await call.service.sendForObject({ method: 'GET', ...order });
	const item = objectsOf(object.orderItems).find(({ id }) => id === itemId);
	return item === undefined ? undefined : String(item.variantId);
}

/** New placements are completed and new options checked as on creation. */
async function completeChanges(
	call: OperationCall,
	order: { path: string; about: string },
	itemId: string,
	changes: IDataObject & Partial<Item>,
): Promise<IDataObject> {
	const { placements, options } = changes;
	if (!placements && !options) return changes;
	const variantId = await variantIdOf(call, order, itemId, changes);
	// The service says it better, and for the right item, where this order has none of that ID.
	if (variantId === undefined) return changes;
	const variant = await lookUpVariant(call.service, variantId);
	if (options) checkOptions(options, variant, FIELD);
	return {
		...changes,
		...(placements && { placements: completePlacements(placements, variant, FIELD) }),
	};
}

/** PATCH /api/orders/{id}/order_item/{item_id} (spec section 4); sends only what was set. */
export const update = defineOperation('orderItem', {
	name: 'Update',
	value: 'update',
	action: 'Update an order item',
	description: 'Change an item of an order that is not yet in production',
	fields: [
		orderLocator({ displayName: 'Order', description: 'The order that the item belongs to' }),
		orderItemLocator,
		{
			displayName: 'Update Fields',
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
				quantityField,
				retailPriceField,
				{ ...variantLocator, required: undefined, description: 'Another variant of the catalog' },
			],
		},
		...simplifyFields,
		optionsField(),
	],
	async perform(call) {
		const order = orderPath(call.parameter<LocatorValue>('orderId'));
		const itemId = locatorChoice(call.parameter<LocatorValue>('orderItemId')).value.trim();
		const itemSegment = pathSegment(itemId, 'Order Item');
		const changes = changesOf(changesFrom(call.parameter<IDataObject>('updateFields', {})));
		const { object } = await call.service.sendForObject({
			method: 'PATCH',
			path: `${order.path}/order_item/${itemSegment}`,
			about: `item "${itemId}" of ${order.about}`,
			fieldName: (path) => `${FIELD} → ${itemFieldName(path)}`,
			body: await completeChanges(call, order, itemId, changes),
		});
		return [simplified(call, simplifyOrderItem)(object)];
	},
});
