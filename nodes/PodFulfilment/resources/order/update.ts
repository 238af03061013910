import type { IDataObject } from 'n8n-workflow';

import type { LocatorValue } from '../../locators/locator';
import { orderLocator, orderPath } from '../../locators/order';
import { orderFieldName } from '../../order/fieldName';
import { externalIdOf } from '../../order/inputs';
import { recipientFields, recipientFromJson, recipientOf } from '../../order/recipient';
import { simplifyOrder } from '../../order/simplifyOrder';
import { optionsField } from '../options';
import { defineOperation } from '../operation';
import { simplified, simplifyFields } from '../simplify';
import { changesOf } from '../updateFields';
import { externalIdField, shippingField } from './fields';

interface UpdateFields {
	externalId?: string;
	shipping?: string;
	recipient?: { values?: IDataObject };
	recipientJson?: unknown;
}

function recipientChange({ recipient, recipientJson }: UpdateFields): IDataObject | undefined {
	if (recipientJson !== undefined && recipientJson !== '') return recipientFromJson(recipientJson);
	return recipient?.values && recipientOf(recipient.values);
}

/** PATCH /api/orders/{id} (spec section 4); sends only what was set. */
export const update = defineOperation('order', {
	name: 'Update',
	value: 'update',
	action: 'Update an order',
	description: 'Change an order that is not yet in production',
	fields: [
		orderLocator(),
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{ ...externalIdField, required: undefined, description: 'A new order number' },
				{
					displayName: 'Recipient',
					name: 'recipient',
					type: 'fixedCollection',
					default: {},
					placeholder: 'Add Recipient',
					description: 'The parts of the address to change. Fields left empty stay as they are.',
					// The order of an address, which the alphabet would tear apart.
					options: [{ displayName: 'Recipient', name: 'values', values: recipientFields }],
				},
				{
					displayName: 'Recipient (JSON)',
					name: 'recipientJson',
					type: 'json',
					default: '',
					placeholder: 'e.g. { "city": "Hamburg", "zip": "20457" }',
					description: 'The parts of the address to change, as a JSON object',
				},
				shippingField,
			],
		},
		...simplifyFields,
		optionsField(),
	],
	async perform(call) {
		const order = orderPath(call.parameter<LocatorValue>('orderId'));
		const fields = call.parameter<UpdateFields>('updateFields', {});
		const { object } = await call.service.sendForObject({
			method: 'PATCH',
			...order,
			fieldName: (path) =>
				`Update Fields → ${orderFieldName(path, { recipient: fields.recipientJson ? 'json' : 'fields', items: 'fields' })}`,
			body: changesOf({
				externalId:
					fields.externalId === undefined
						? undefined
						: externalIdOf(fields.externalId, 'Update Fields → External ID'),
				shipping: fields.shipping,
				recipient: recipientChange(fields),
			}),
		});
		return [simplified(call, simplifyOrder)(object)];
	},
});
