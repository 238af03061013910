import type { IDataObject } from 'n8n-workflow';

import { locatorChoice, type LocatorValue } from '../../locators/locator';
import { orderLocator, orderPath } from '../../locators/order';
import { orderItemLocator } from '../../locators/orderItem';
import { lookUpVariant } from '../../order/catalog';
import { completeItem } from '../../order/complete';
import { itemFieldName } from '../../order/fieldName';
import { quantityOf, optionalText } from '../../order/inputs';
import type { Item } from '../../order/item';
import { itemChangesFromFields, optionRows, placementRows } from '../../order/itemFields';
import { simplifyOrderItem } from '../../order/simplifyOrder';
import { pathSegment } from '../../transport/path';
import { optionsField } from '../options';
import { defineOperation, type OperationCall } from '../operation';
import { simplified, simplifyFields } from '../simplify';
import { changesOf } from '../updateFields';

const FIELD = 'Update Fields';

const changesFrom = (fields: IDataObject): IDataObject => ({
	externalId: optionalText(fields.externalId, `${FIELD} → External Item ID`),
	name: optionalText(fields.name, `${FIELD} → Name`),
	quantity:
		fields.quantity === undefined ? undefined : quantityOf(fields.quantity, `${FIELD} → Quantity`),
	retailPrice: optionalText(fields.retailPrice, `${FIELD} → Retail Price`),
	variantId: optionalText(fields.variantId, `${FIELD} → Variant ID`),
	...itemChangesFromFields(fields, FIELD),
});

/** New placements are completed as on creation; that takes the variant, which only the order itself knows. */
async function withCompletePlacements(
	call: OperationCall,
	order: { path: string; about: string },
	itemId: string,
	changes: IDataObject,
): Promise<IDataObject> {
	const { object } = await call.service.sendForObject({ method: 'GET', ...order });
	const items = Array.isArray(object.orderItems) ? (object.orderItems as IDataObject[]) : [];
	const item = { ...items.find(({ id }) => id === itemId), ...changes } as Item;
	// The service says it better, and for the right item, where this order has none of that ID.
	if (!item.variantId) return changes;
	const variant = await lookUpVariant(call.context, call.service, item.variantId);
	return { ...changes, placements: completeItem(item, variant, FIELD).placements };
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
				{
					displayName: 'External Item ID',
					name: 'externalId',
					type: 'string',
					default: '',
					placeholder: 'e.g. LINE-1',
					description: 'ID of the order line in your own shop',
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Team shirt, blue',
					description: 'Your own name for the item',
				},
				optionRows,
				placementRows,
				{
					displayName: 'Quantity',
					name: 'quantity',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 1,
					description: 'How many pieces to produce',
				},
				{
					displayName: 'Retail Price',
					name: 'retailPrice',
					type: 'string',
					default: '',
					placeholder: 'e.g. 24.90',
					description: 'What your customer paid for one piece',
				},
				{
					displayName: 'Variant ID',
					name: 'variantId',
					type: 'string',
					default: '',
					placeholder: 'e.g. 0198c2f4-5b3e-7f44-a6d8-1c9e0b2f7a63',
					description: 'Another variant of the catalog',
				},
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
			body: changes.placements
				? await withCompletePlacements(call, order, itemId, changes)
				: changes,
		});
		return [simplified(call, simplifyOrderItem)(object)];
	},
});
