// What the user calls the field at a property path of an order: `orderItems[0].quantity` is 'Items → Item 1 →
// Quantity'. For items that were entered as JSON, the place where the user wrote it.

import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../../input/checks';
import { isObject, ownValue, rowsOf } from '../../input/guards';
import { truncate, upperFirst } from '../../input/wording';
import { recipientFields } from './recipientFields';

/** How the user entered the recipient and the items: labels refer to the fields, or to the JSON. */
export interface InputModes {
	recipient: 'fields' | 'json';
	items: 'fields' | 'json';
}

/** The same, and what messages call a recipient and items that are no fields of the node, such as those of a shop's order. */
export interface OrderLabels extends InputModes {
	/** By default 'Recipient'. */
	recipientLabel?: string;
	/** By the index of the item; by default, and where it gives undefined, an item is called by its row in 'Items'. */
	itemLabel?: (index: number) => string | undefined;
}

/** The field that has the items as JSON. */
export const ITEMS_JSON = 'Items (JSON)';

const ORDER_FIELDS: Record<string, string> = {
	externalId: 'External ID',
	shipping: 'Shipping',
	'actions[0].source': 'Original Order',
};

const ITEM_FIELDS: Record<string, string> = {
	externalId: 'External Item ID',
	name: 'Name',
	quantity: 'Quantity',
	retailPrice: 'Retail Price',
	variantId: 'Variant',
	sku: 'Variant',
	placements: 'Placements',
	options: 'Product Options',
};

const PLACEMENT_FIELDS: Record<string, string> = {
	type: 'Placement',
	technique: 'Technique',
	layers: 'Print File',
	url: 'Print File',
	placementOptions: 'Placement Options',
	position: 'Print File Position',
};

/**
 * Fields of a placement that one entry of the short form `files` holds, the type as its name and the address as its value.
 * The field Print File holds the address, and the catalog gives the type.
 */
const IN_FILES = ['Placement', 'Print File'];

const OPTION_FIELDS: Record<string, string> = { id: 'Option', value: 'Value' };

const RECIPIENT_FIELDS: Record<string, string> = Object.fromEntries(
	recipientFields.map(({ name, displayName }) => [name, displayName]),
);

const joinLabels = (...labels: Array<string | undefined>): string =>
	labels.filter((label): label is string => label !== undefined && label !== '').join(' → ');

/** Characters of a name that the user wrote, in a label: names come from customers, too. */
const MAX_NAME_LENGTH = 64;

/** Label of a row, numbered from 1, by its index from 0. */
const rowLabel = (name: string, index: number | string): string => `${name} ${Number(index) + 1}`;

function placementFieldLabel(path: string): string {
	const option = /^placementOptions\[(\d+)\](?:\.(\w+))?$/.exec(path);
	if (option) {
		const [, index = '0', name] = option;
		const row = rowLabel('Placement Option', index);
		return joinLabels('Placement Options', row, name && upperFirst(name));
	}
	// A placement has exactly one layer, which the editor does not show as a row.
	const layerPath = path.replace(/^layers\[0\]\.?/, '');
	// The catalog gives it: no field of the editor does.
	const side = /^position\.(\w+)$/.exec(layerPath)?.[1];
	if (side !== undefined) return joinLabels(PLACEMENT_FIELDS.position, upperFirst(side));
	return layerPath === '' && path !== ''
		? 'Print File'
		: (ownValue(PLACEMENT_FIELDS, layerPath) ?? layerPath);
}

/**
 * Editor label for a property path inside an order item, e.g. `placements[1].layers[0].url`.
 *
 * @param placementRows how many placements are rows; what comes behind them is from the field Print File
 */
export function itemFieldLabel(path: string, placementRows = Number.POSITIVE_INFINITY): string {
	if (path === 'placements' && placementRows === 0) return 'Print File';
	const placement = /^placements\[(\d+)\]\.?(.*)$/.exec(path);
	if (placement) {
		const [, index = '0', rest = ''] = placement;
		const label = placementFieldLabel(rest);
		return Number(index) >= placementRows
			? joinLabels('Print File', IN_FILES.includes(label) ? undefined : label)
			: joinLabels('Placements', rowLabel('Placement', index), label);
	}
	const option = /^options\[(\d+)\]\.?(.*)$/.exec(path);
	if (option) {
		const [, index = '0', rest = ''] = option;
		return joinLabels(
			'Product Options',
			rowLabel('Option', index),
			ownValue(OPTION_FIELDS, rest) ?? rest,
		);
	}
	return ownValue(ITEM_FIELDS, path) ?? path;
}

/**
 * The labels for property paths inside an item of 'Items'.
 *
 * @param row the item's row; undefined if it is not known
 */
export function rowLabels(row: IDataObject | undefined, index: number): (path: string) => string {
	const placementRows = row && rowsOf(row.placements, 'placement').length;
	return (path) =>
		joinLabels('Items', rowLabel('Item', index), itemFieldLabel(path, placementRows));
}

/** The names in an object; none in anything else. */
const namesIn = (value: unknown): string[] => (isObject(value) ? Object.keys(value) : []);

/**
 * The labels for property paths inside an item of 'Items (JSON)': where the user wrote what they name. In the short form
 * `files: { front: "https://…" }`, `placements[0].layers[0].url` is 'files.front', and `variantId` is 'sku' where only that
 * was written.
 *
 * @param item as written
 */
export function jsonLabels(item: unknown, index: number): (path: string) => string {
	const { files, sku, variantId, placements = [], options } = isObject(item) ? item : {};
	const [types, optionIds] = [namesIn(files), namesIn(options)];
	const listed = Array.isArray(placements) ? placements.length : 0;

	/** Where the item has what was sent at a path. */
	function written(path: string): string {
		if (path === 'variantId' && isBlank(variantId) && !isBlank(sku)) return 'sku';
		const [, placement, rest = ''] = /^placements\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
		if (files !== undefined) {
			if (path === 'placements' && Array.isArray(placements) && listed === 0) return 'files';
			if (placement !== undefined && Number(placement) >= listed) {
				const type = types[Number(placement) - listed] ?? '';
				const label = placementFieldLabel(rest);
				return joinLabels(
					isBlank(type) ? 'files' : `files.${truncate(type, MAX_NAME_LENGTH)}`,
					IN_FILES.includes(label) ? undefined : label,
				);
			}
		}
		const option = /^options\[(\d+)\]/.exec(path)?.[1];
		const id = optionIds[Number(option)] ?? '';
		return isBlank(id) ? path : `options.${truncate(id, MAX_NAME_LENGTH)}`;
	}
	return (path) => `${ITEMS_JSON} at [${index}]${path === '' ? '' : `.${written(path)}`}`;
}

/**
 * Editor label for a property path of the order, as the service's violations name it (spec section 7):
 * `orderItems[0].placements[1].layers[0].url` is 'Items → Item 1 → Placements → Placement 2 → Print File'.
 * A path without a field in the node is returned as it is.
 *
 * @param writtenItems the value of 'Items', or of 'Items (JSON)', which may have items in the short form
 */
export function orderFieldLabel(
	path: string,
	{ recipient: recipientMode, items, recipientLabel = 'Recipient', itemLabel }: OrderLabels,
	writtenItems?: unknown,
): string {
	const item = /^orderItems(?:\[(\d+)\]\.?(.*))?$/.exec(path);
	if (item) {
		const isJson = items === 'json';
		const [, index, rest = ''] = item;
		if (index === undefined) return isJson ? ITEMS_JSON : 'Items';
		const called = itemLabel?.(Number(index));
		if (called !== undefined) return joinLabels(called, itemFieldLabel(rest));
		const written = isJson ? writtenItems : rowsOf(writtenItems, 'item');
		const entry: unknown = Array.isArray(written) ? written[Number(index)] : undefined;
		return isJson
			? jsonLabels(entry, Number(index))(rest)
			: rowLabels(entry as IDataObject | undefined, Number(index))(rest);
	}
	const recipient = /^recipient(?:\.(\w+))?$/.exec(path);
	if (recipient) {
		const [, name] = recipient;
		if (recipientMode === 'json') {
			return name === undefined ? 'Recipient (JSON)' : `Recipient (JSON) at ${name}`;
		}
		return joinLabels(recipientLabel, name && (ownValue(RECIPIENT_FIELDS, name) ?? name));
	}
	return ownValue(ORDER_FIELDS, path) ?? path;
}
