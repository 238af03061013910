// The items of the original order that are to be reprinted.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../input/checks';
import { isObject, objectsOf, pick } from '../../input/objects';
import { quote } from '../../input/wording';

const COPIED_FIELDS = ['externalId', 'quantity', 'name', 'retailPrice', 'variantId'] as const;

/** Picks the named fields that have a value. */
const pickPresent = (object: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(Object.entries(pick(object, names)).filter(([, value]) => value !== null));

const pickFromEach = (objects: unknown, names: readonly string[]): IDataObject[] =>
	objectsOf(objects).map((object) => pickPresent(object, names));

/** Copies an item of an existing order for a new one, without the fields that the service added (spec section 2). */
const toNewItem = (item: IDataObject): IDataObject => {
	const options = pickFromEach(item.options, ['id', 'value']);
	return {
		...pickPresent(item, COPIED_FIELDS),
		placements: objectsOf(item.placements).map((placement) => {
			const placementOptions = pickFromEach(placement.placementOptions, ['name', 'value']);
			return {
				...pickPresent(placement, ['type', 'technique']),
				layers: pickFromEach(placement.layers, ['url', 'type', 'position']),
				...(placementOptions.length > 0 && { placementOptions }),
			};
		}),
		...(options.length > 0 && { options }),
	};
};

/**
 * Copies the selected items of an order for its reprint.
 *
 * @param selectedIds IDs or external IDs of the items
 * @param field label of the field in error messages
 * @throws UserError for an item that the original order does not have
 */
export function itemsToReprint(
	original: IDataObject,
	selectedIds: readonly unknown[],
	field: string,
): IDataObject[] {
	const items = objectsOf(original.orderItems).reverse();
	// The first of several goes before the others.
	const byId = new Map<unknown, IDataObject>(items.map((item) => [item.id, item]));
	const byExternalId = new Map<unknown, IDataObject>(items.map((item) => [item.externalId, item]));
	// What is neither a text nor a number is the ID of no item; to write it as text may throw.
	const ids = selectedIds.map((id) => (typeof id === 'number' ? String(id) : id));
	return [...new Set(ids)].map((selectedId) => {
		const item = byId.get(selectedId) ?? byExternalId.get(selectedId);
		return isObject(item)
			? toNewItem(item)
			: refuse(
					field,
					`contains ${quote(selectedId)}, which the original order does not have`,
					'Choose items of the original order from the list.',
				);
	});
}
