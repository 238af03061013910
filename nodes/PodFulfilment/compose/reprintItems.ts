import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../input/checks';
import { isObject, objectsOf } from '../input/guards';

const ITEM_FIELDS = ['externalId', 'quantity', 'name', 'retailPrice', 'variantId'] as const;

const filled = (object: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(
		names
			.map((name) => [name, object[name]] as const)
			.filter(([, value]) => value !== undefined && value !== null),
	);

/** An item of a standing order as it is sent for a new one: without what the service gave it (spec section 2). */
const itemAsSent = (item: IDataObject): IDataObject => {
	const options = objectsOf(item.options).map((option) => filled(option, ['id', 'value']));
	return {
		...filled(item, ITEM_FIELDS),
		placements: objectsOf(item.placements).map((placement) => {
			const placementOptions = objectsOf(placement.placementOptions);
			return {
				...filled(placement, ['type', 'technique']),
				layers: objectsOf(placement.layers).map((layer) =>
					filled(layer, ['url', 'type', 'position']),
				),
				...(placementOptions.length > 0 && {
					placementOptions: placementOptions.map((option) => filled(option, ['name', 'value'])),
				}),
			};
		}),
		...(options.length > 0 && { options }),
	};
};

/**
 * The chosen items of an original order, as a reprint sends them.
 *
 * @param wanted IDs of the items; an item's external ID is taken as well
 * @throws UserError for one that the original does not have
 */
export function itemsToReprint(
	original: IDataObject,
	wanted: readonly unknown[],
	field: string,
): IDataObject[] {
	const items = objectsOf(original.orderItems);
	return [...new Set(wanted.map(String))].map((reference) => {
		const item =
			items.find(({ id }) => id === reference) ??
			items.find(({ externalId }) => externalId === reference);
		return isObject(item)
			? itemAsSent(item)
			: refuse(
					field,
					`contains "${reference}", which the original order does not have`,
					'Choose items of the original order from the list.',
				);
	});
}
