import type { IDataObject } from 'n8n-workflow';

import { EXTERNAL_ID_PREFIX } from '../../spec/service';
import { orderLocator } from '../../listSearch/order';
import { orderFieldLabel } from '../../compose/fieldLabel';
import { externalIdOf, refuse } from '../../input/checks';
import { recipientChangesFromJson, recipientOf } from '../../compose/recipient';
import { recipientFields, recipientGroup } from '../../compose/recipientFields';
import { changesOf, clearedFields, clearFieldsField } from '../../fields/updateFields';
import { optionsField } from '../../fields/options';
import type { OperationCall } from '../../execution/operation';
import { simplifyFields } from '../../fields/simplify';
import { externalIdField, shippingField } from './fields';
import { orderResult } from './orderResult';
import { requestResource } from '../../api/resource';
import { orderPath, orderReference } from '../../api/paths';
import { defineOperation } from '../../execution/defineOperation';
import type { LocatorValue } from '../../input/locatorValue';

interface UpdateFields {
	externalId?: string;
	shipping?: string;
	recipient?: { values?: IDataObject };
	recipientJson?: unknown;
	clearFields?: unknown;
}

const FIELD = 'Update Fields';

/** Parts of an address that not every address has. */
const clearable = recipientFields.filter(
	({ name }) => !['name', 'address1', 'city', 'countryCode'].includes(name),
);

/** Only what is set: an address may be completed part by part, so none is asked for here. */
function recipientChange(fields: UpdateFields): IDataObject {
	const { recipient, recipientJson, clearFields } = fields;
	const entered = recipientOf(recipient?.values ?? {}, `${FIELD} → Recipient`);
	const fromJson =
		recipientJson === undefined || recipientJson === ''
			? {}
			: recipientChangesFromJson(recipientJson, `${FIELD} → Recipient (JSON)`);
	const twice = Object.keys(fromJson).find((name) => Object.hasOwn(entered, name));
	if (twice !== undefined) {
		refuse(
			`${FIELD} → Recipient (JSON)`,
			`holds "${twice}", which is also set under Recipient`,
			'Set it in one of the two places only.',
		);
	}
	const changes = { ...entered, ...fromJson };
	return { ...changes, ...clearedFields(clearFields, clearable, changes) };
}

/**
 * A path that goes on leading to the order when its external ID is changed: the change may have to be sent again, and
 * by then the old one may lead nowhere.
 */
async function lastingPath(
	call: OperationCall,
	chosen: LocatorValue,
): Promise<{ path: string; about: string }> {
	const order = orderPath(chosen);
	if (!orderReference(chosen).startsWith(EXTERNAL_ID_PREFIX)) return order;
	const { resource: object } = await requestResource(call.client, { method: 'GET', ...order });
	return { ...orderPath(String(object.id)), about: order.about };
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
				clearFieldsField(clearable),
				{ ...externalIdField, required: undefined, description: 'A new order number' },
				recipientGroup('The parts of the address to change. Fields left empty stay as they are.'),
				{
					displayName: 'Recipient (JSON)',
					name: 'recipientJson',
					type: 'json',
					default: '{}',
					description:
						'The parts of the address to change, as a JSON object. Null clears one, for example { "city": "Hamburg", "company": null }.',
				},
				shippingField,
			],
		},
		...simplifyFields('order'),
		optionsField(),
	],
	async perform(call) {
		const chosen = call.parameter<LocatorValue>('orderId');
		const fields = call.parameter<UpdateFields>('updateFields', {});
		const body = changesOf({
			externalId:
				fields.externalId === undefined
					? undefined
					: externalIdOf(fields.externalId, `${FIELD} → External ID`),
			shipping: fields.shipping,
			recipient: recipientChange(fields),
		});
		const order = body.externalId ? await lastingPath(call, chosen) : orderPath(chosen);
		const { resource: object } = await requestResource(call.client, {
			method: 'PATCH',
			...order,
			fieldLabel: (path) =>
				`${FIELD} → ${orderFieldLabel(path, { recipient: fields.recipientJson ? 'json' : 'fields', items: 'fields' })}`,
			body,
		});
		return [orderResult(call)(object)];
	},
});
