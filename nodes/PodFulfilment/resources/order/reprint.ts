import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { ACTION_TYPE_REPRINT } from '../../spec/service';
import { orderLocator } from '../../listSearch/order';
import { createOnce, type IfExists } from './createOnce';
import { difference } from './difference';
import { orderFieldLabel } from '../../compose/fieldLabel';
import { externalIdOf } from '../../input/checks';
import { isObject, objectsOf } from '../../input/guards';
import { completeRecipientOf } from '../../compose/recipient';
import { recipientGroup } from '../../compose/recipientFields';
import { itemsToReprint } from '../../compose/reprintItems';
import { draftHint } from '../../fields/hints';
import { simplifyFields } from '../../fields/simplify';
import { optionsField } from '../../fields/options';
import { externalIdField, ifExistsField, shippingField } from './fields';
import { orderResult } from './orderResult';
import { requestResource } from '../../api/resource';
import { orderPath, orderReference } from '../../api/paths';
import { defineOperation } from '../../execution/defineOperation';
import type { LocatorValue } from '../../input/locatorValue';

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

/** Whether the order that stands is a reprint of the given source (spec section 2, Association). */
function isReprintOf(standing: IDataObject, source: string): boolean {
	return objectsOf(standing.associations).some(({ type, source: original }) => {
		if (type !== ACTION_TYPE_REPRINT || !isObject(original)) return false;
		return original.id === source || `@${String(original.externalId)}` === source;
	});
}

/** What every reprint takes from its original, whatever else the service may leave out of it. */
const comparableItems = (items: unknown): IDataObject[] =>
	objectsOf(items).map(({ variantId, quantity }) => ({ variantId, quantity }));

/** Names of a reprint's fields; the order's own fields stand under 'Options' here. */
const fieldLabel = (path: string): string => {
	const name = orderFieldLabel(path, { recipient: 'fields', items: 'fields' });
	return /^(recipient|orderItems)\b/.test(path) ? `Options → ${name}` : name;
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
	hintOn: draftHint,
	async perform(call) {
		const { parameter, client } = call;
		const original = parameter<LocatorValue>('orderId');
		const originalPath = orderPath(original);
		const source = orderReference(original);
		const shipping = parameter<string>('shipping', 'STANDARD');
		const options = parameter<ReprintOptions>('options', {});
		const externalId = externalIdOf(parameter('externalId'));
		const recipient = options.recipient?.values
			? completeRecipientOf(options.recipient.values, 'Options → Recipient')
			: undefined;
		// An expression or an agent may give them as one text.
		const wanted = [options.itemIds ?? []]
			.flat()
			.flatMap((id) => (typeof id === 'string' ? id.split(',').map((part) => part.trim()) : [id]))
			.filter((id) => id !== '');

		const readOriginal = async (): Promise<IDataObject> =>
			(await requestResource(client, { method: 'GET', ...originalPath })).resource;
		const orderItems =
			wanted.length > 0
				? itemsToReprint(await readOriginal(), wanted, 'Options → Item Names or IDs')
				: undefined;

		/** What was left out was taken from the original, so the order that stands has to be like it in that. */
		const contentDiffers = async (standing: IDataObject): Promise<string[]> => {
			const taken = recipient && orderItems ? {} : await readOriginal();
			return [
				...difference(recipient ?? taken.recipient, standing.recipient, 'recipient', 'recipient'),
				...(orderItems
					? difference(orderItems, standing.orderItems, 'orderItems', 'orderItems')
					: difference(comparableItems(taken.orderItems), standing.orderItems, 'orderItems')),
			];
		};
		const created = await createOnce(
			call,
			{
				externalId,
				shipping,
				...(recipient && { recipient }),
				...(orderItems && { orderItems }),
				actions: [{ type: ACTION_TYPE_REPRINT, source }],
			},
			{
				ifExists: options.ifExists ?? 'returnExisting',
				fieldLabel,
				conflictAbout: originalPath.about,
				differs: async (standing) => {
					const shippingDiffers = standing.shipping === shipping ? [] : ['shipping'];
					return isReprintOf(standing, source)
						? [...shippingDiffers, ...(await contentDiffers(standing))]
						: [...shippingDiffers, 'actions[0].source'];
				},
			},
		);
		return [orderResult(call)(created)];
	},
});
