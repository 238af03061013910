// Order → Update: PATCH /api/orders/{id} (spec section 4) with the fields that are set; which can be changed and cleared.

import type { IDataObject } from 'n8n-workflow';

import { externalIdField, shippingField } from '../../order/fields';
import { orderFieldLabel } from '../../order/compose/fieldLabel';
import { Findings, throwProblems } from '../../order/findings';
import { recipientChangesFromJson, recipientChangesOf } from '../../order/compose/recipient';
import {
	clearableRecipientFields,
	recipientField,
	recipientGroup,
	recipientJsonField,
} from '../../order/compose/recipientFields';
import { overlongTexts } from '../../order/textBounds';
import { defineOperation } from '../../execution/defineOperation';
import { changesOf, clearedFields, updateFieldsField } from '../mergePatch';
import type { OperationCall } from '../../execution/operation';
import { humanReviewNotice, optionsField, simplifyFields } from '../sharedFields';
import { addedGroup } from '../../input/addedFields';
import { refuse } from '../../input/checks';
import { joinLabels, UPDATE_FIELDS } from '../../input/field';
import { inTurns, type Pieces } from '../../input/nextTurn';
import { orderLocator } from '../../listSearch/collections';
import { EXTERNAL_ID_PREFIX } from '../../spec/service';
import { changedResult } from '../../order/orderResult';
import { changeHints } from '../../order/hints';
import { agreesWithChanges, showsChanges } from '../../api/difference';
import { withLocatedOrder } from '../../api/locatedOrder';
import { type OrderReference, exclusivelyOn, orderReferenceOf, tryOrder } from '../../api/order';
import { unwrap } from '../../transport/errors/serviceError';
import { changeOrder } from '../../order/change/makeChange';

/** Reads the fields of the address to change. None is required. */
function* recipientChange(fields: IDataObject, found: Findings): Pieces<IDataObject> {
	const { recipient, recipientJson, clearFields } = fields;
	const field = joinLabels(UPDATE_FIELDS, recipientField.displayName);
	const jsonField = joinLabels(UPDATE_FIELDS, recipientJsonField.displayName);
	const group = addedGroup(
		recipient,
		'values',
		field,
		` ${recipientJsonField.displayName} takes the fields as they are.`,
	);
	const entered = recipientChangesOf(group ?? {}, field, 'labels', found);
	const fromJson =
		recipientJson === undefined || recipientJson === ''
			? {}
			: yield* recipientChangesFromJson(recipientJson, jsonField, found);
	const duplicate = Object.keys(fromJson).find((name) => Object.hasOwn(entered, name));
	if (duplicate !== undefined) {
		refuse(
			jsonField,
			`contains "${duplicate}", which is also set under Recipient`,
			'Set it in only one of the two places.',
		);
	}
	const changes = { ...entered, ...fromJson };
	return { ...changes, ...clearedFields(clearFields, clearableRecipientFields, changes) };
}

/**
 * Returns a reference to the order that stays valid when its external ID changes: the change may have to be retried,
 * and the old external ID may no longer exist by then.
 */
async function lastingReference(
	{ client }: OperationCall,
	order: OrderReference,
): Promise<OrderReference> {
	if (!order.reference.startsWith(EXTERNAL_ID_PREFIX)) return order;
	const { id } = unwrap(await tryOrder(client, order));
	return { ...orderReferenceOf(String(id)), subject: order.subject };
}

export const update = defineOperation('order', {
	name: 'Update',
	value: 'update',
	action: 'Update the address or shipping of an order',
	description: 'Change an order that is not yet in production',
	fields: [
		humanReviewNotice,
		orderLocator(),
		updateFieldsField(
			clearableRecipientFields,
			recipientGroup('The fields of the address to change. Fields left empty stay unchanged.'),
			[
				{ ...externalIdField.property, required: undefined, description: 'A new order number' },
				{
					...recipientJsonField,
					displayOptions: undefined,
					description:
						'The fields of the address to change, as a JSON object. Null clears a field, for example { "city": "Hamburg", "company": null }.',
				},
				shippingField.property,
			],
		),
		...simplifyFields('order'),
		optionsField(),
	],
	executionHints: changeHints,
	async perform(call) {
		const toResult = changedResult(call);
		const locator = call.parameter('orderId');
		const fields = call.parameter<IDataObject>('updateFields', {});
		const found = new Findings();
		const body = changesOf({
			externalId:
				fields.externalId === undefined
					? undefined
					: externalIdField.read(fields.externalId, UPDATE_FIELDS),
			shipping: shippingField.readOptional(fields.shipping, UPDATE_FIELDS),
			recipient: await inTurns(recipientChange(fields, found)),
		});
		const { client } = call;
		const fieldLabel = (path: string): string =>
			joinLabels(
				UPDATE_FIELDS,
				orderFieldLabel(path, { recipient: fields.recipientJson ? 'json' : 'fields' }),
			);
		throwProblems(overlongTexts(body, fieldLabel));
		return await withLocatedOrder(client, locator, async (located) => {
			const order = body.externalId ? await lastingReference(call, located) : located;
			return await exclusivelyOn(client, order, async () => {
				const changed = await changeOrder(client, order, {
					request: { method: 'PATCH', path: order.path, fieldLabel, body },
					done: 'changed',
					isShownBy: (shown) => agreesWithChanges(body, shown),
					isProvenBy: (shown) => showsChanges(body, shown),
				});
				return [toResult({ ...changed, findings: [...found.list, ...changed.findings] })];
			});
		});
	},
});
