import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { differingPaths } from '../../api/difference';
import { exclusivelyOn, externalIdReference, findOrder } from '../../api/order';
import { orderPath, orderReference } from '../../api/paths';
import { tryResource } from '../../api/resource';
import { orderFieldLabel } from '../../compose/fieldLabel';
import { completeRecipientOf } from '../../compose/recipient';
import { recipientGroup } from '../../compose/recipientFields';
import { itemsToReprint } from '../../compose/reprintItems';
import { defineOperation } from '../../execution/defineOperation';
import { PLACEMENT_NOTES } from '../../execution/doubt';
import { draftHint } from '../../fields/hints';
import { optionsField } from '../../fields/options';
import { simplifyFields } from '../../fields/simplify';
import { externalIdOf } from '../../input/checks';
import { isObject, objectsOf } from '../../input/guards';
import type { LocatorValue } from '../../input/locatorValue';
import { orderLocator } from '../../listSearch/order';
import { ACTION_TYPE_REPRINT } from '../../spec/service';
import { ServiceError } from '../../transport/serviceError';
import { createOnce, type IfExists } from './createOnce';
import { externalIdField, ifExistsField, shippingField } from './fields';
import { orderResult } from './orderResult';

interface ReprintOptions {
	ifExists?: IfExists;
	itemIds?: unknown;
	recipient?: { values?: IDataObject };
}

const itemIdsField: INodeProperties = {
	displayName: 'Item Names or IDs',
	name: 'itemIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'loadOrderItems', loadOptionsDependsOn: ['orderId.value'] },
	allowArbitraryValues: true,
	default: [],
	description:
		'The items to produce again; all of them when it is empty. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** Whether an existing order is a reprint of this source (spec section 2, Association). */
function isReprintOf(existing: IDataObject, source: string): boolean {
	return objectsOf(existing.associations).some(({ type, source: original }) => {
		if (type !== ACTION_TYPE_REPRINT || !isObject(original)) return false;
		return original.id === source || `@${String(original.externalId)}` === source;
	});
}

/** The properties of items that every reprint takes from its original; the service may leave out others. */
const comparableItems = (items: unknown): IDataObject[] =>
	objectsOf(items).map(({ variantId, quantity }) => ({ variantId, quantity }));

/** Labels of a reprint's fields: recipient and items are under 'Options'. */
const fieldLabel = (path: string): string => {
	const label = orderFieldLabel(path, { recipient: 'fields', items: 'fields' });
	return /^(recipient|orderItems)\b/.test(path) ? `Options → ${label}` : label;
};

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
		...simplifyFields('order'),
		optionsField([
			ifExistsField,
			itemIdsField,
			recipientGroup('Another address than that of the original order'),
		]),
	],
	executionHint: draftHint,
	changeNotes: PLACEMENT_NOTES,
	async perform(call) {
		const { parameter, client } = call;
		const original = parameter<LocatorValue>('orderId');
		const originalPath = orderPath(original);
		const originalRequest = { method: 'GET', ...originalPath } as const;
		const source = orderReference(original);
		const shipping = parameter<string>('shipping', 'STANDARD');
		const options = parameter<ReprintOptions>('options', {});
		const { ifExists = 'returnExisting' } = options;
		const externalId = externalIdOf(parameter('externalId'));
		const recipient = options.recipient?.values
			? completeRecipientOf(options.recipient.values, 'Options → Recipient')
			: undefined;
		// An expression or an AI agent may give the IDs as one comma-separated text.
		const itemIds = [options.itemIds ?? []]
			.flat()
			.flatMap((id) => (typeof id === 'string' ? id.split(',').map((part) => part.trim()) : [id]))
			.filter((id) => id !== '');

		const toResult = orderResult(call);
		const reference = externalIdReference(externalId);
		return await exclusivelyOn(client, reference, async () => {
			const itemSource =
				itemIds.length > 0 ? await tryResource(client, originalRequest) : undefined;
			if (itemSource instanceof ServiceError) {
				// A reprint that stands can be had although its original cannot be read any more.
				const existing = ifExists === 'error' ? undefined : await findOrder(client, reference);
				if (!existing || existing instanceof ServiceError || !isReprintOf(existing, source)) {
					throw itemSource;
				}
				const unread =
					'The original order could not be read, so the items were not compared with it.';
				return [toResult(existing, [unread])];
			}
			const orderItems =
				itemSource && itemsToReprint(itemSource.resource, itemIds, 'Options → Item Names or IDs');

			/** Compares with the original what the reprint takes from it. */
			const contentDifferences = async (existing: IDataObject): Promise<string[]> => {
				const isInherited = !recipient || !orderItems;
				const original = isInherited ? await tryResource(client, originalRequest) : undefined;
				// What cannot be read cannot be compared; the reprint exists all the same.
				if (original instanceof ServiceError) return [];
				const inherited = original?.resource ?? {};
				return [
					...differingPaths(
						recipient ?? inherited.recipient,
						existing.recipient,
						'recipient',
						'recipient',
					),
					...(orderItems
						? differingPaths(orderItems, existing.orderItems, 'orderItems', 'orderItems')
						: differingPaths(
								comparableItems(inherited.orderItems),
								existing.orderItems,
								'orderItems',
							)),
				];
			};
			const placed = await createOnce(
				call,
				{
					externalId,
					shipping,
					...(recipient && { recipient }),
					...(orderItems && { orderItems }),
					actions: [{ type: ACTION_TYPE_REPRINT, source }],
				},
				{
					ifExists,
					fieldLabel,
					conflictAbout: originalPath.about,
					differencesTo: async (existing) => {
						const shippingDifference = existing.shipping === shipping ? [] : ['shipping'];
						return isReprintOf(existing, source)
							? [...shippingDifference, ...(await contentDifferences(existing))]
							: [...shippingDifference, 'actions[0].source'];
					},
				},
			);
			return [toResult(placed.order, placed.warnings)];
		});
	},
});
