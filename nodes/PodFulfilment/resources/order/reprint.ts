import type { IDataObject } from 'n8n-workflow';

import { ACTION_TYPE_REPRINT } from '../../constants/service';
import { orderLocator, orderPath, orderReference } from '../../locators/order';
import type { LocatorValue } from '../../locators/locator';
import { createOnce, type IfExists } from '../../order/createOnce';
import { orderFieldName } from '../../order/fieldName';
import { externalIdOf, isObject } from '../../order/inputs';
import { simplifyOrder } from '../../order/simplifyOrder';
import { defineOperation } from '../operation';
import { simplified, simplifyFields } from '../simplify';
import { optionsField } from '../options';
import { externalIdField, ifExistsField, shippingField } from './fields';

const objects = (value: unknown): IDataObject[] =>
	Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];

/** Whether the order that stands is a reprint of the given source (spec section 2, Association). */
function isReprintOf(standing: IDataObject, source: string): boolean {
	return objects(standing.associations).some(({ type, source: original }) => {
		if (type !== ACTION_TYPE_REPRINT || !isObject(original)) return false;
		return original.id === source || `@${String(original.externalId)}` === source;
	});
}

/** POST /api/orders with an action of type 'reprint' (spec sections 2 and 4). */
export const reprint = defineOperation('order', {
	name: 'Reprint',
	value: 'reprint',
	action: 'Reprint an order',
	description: 'Place an order again, for example because a parcel was lost or damaged',
	fields: [
		orderLocator({ displayName: 'Original Order', description: 'The order to produce again' }),
		{
			...externalIdField,
			placeholder: 'e.g. SHOP-1001-R1',
			description:
				'A new order number for the reprint: up to 63 letters, digits, hyphens and underscores. Each can be used once.',
		},
		shippingField,
		...simplifyFields,
		optionsField([ifExistsField]),
	],
	async perform(call) {
		const { parameter } = call;
		const original = parameter<LocatorValue>('orderId');
		// For the checks alone: the original goes into the body, not into a path.
		orderPath(original);
		const source = orderReference(original);
		const shipping = parameter<string>('shipping', 'STANDARD');
		const { ifExists = 'returnExisting' } = parameter<{ ifExists?: IfExists }>('options', {});
		const created = await createOnce(
			call,
			{
				externalId: externalIdOf(parameter('externalId')),
				shipping,
				actions: [{ type: ACTION_TYPE_REPRINT, source }],
			},
			{
				ifExists,
				fieldName: (path) => orderFieldName(path, { recipient: 'fields', items: 'fields' }),
				differs: (standing) => [
					...(standing.shipping === shipping ? [] : ['shipping']),
					...(isReprintOf(standing, source) ? [] : ['actions[0].source']),
				],
			},
		);
		return [simplified(call, simplifyOrder)(created)];
	},
});
