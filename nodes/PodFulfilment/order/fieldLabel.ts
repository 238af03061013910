import type { IDataObject } from 'n8n-workflow';

import { isObject, ownValue, rowsOf, trimmed } from '../input/guards';
import { truncate, upperFirst } from '../input/wording';
import { recipientFields } from './recipient/recipientFields';

/** How the user entered the recipient and the items: labels refer to the fields, or to the JSON. */
export interface InputModes {
	recipient: 'fields' | 'json';
	items: 'fields' | 'json';
}

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
	placements: 'Placements',
	options: 'Product Options',
};

const PLACEMENT_FIELDS: Record<string, string> = {
	type: 'Type',
	technique: 'Technique',
	layers: 'Print File URL',
	url: 'Print File URL',
	placementOptions: 'Placement Options',
	position: 'Print File Position',
};

/**
 * Fields of a placement that one entry of the short form `files` holds, the type as its name and the address as its value.
 * The field Print File holds the address, and the catalog gives the type.
 */
const IN_FILES = ['Type', 'Print File URL'];

const OPTION_FIELDS: Record<string, string> = { id: 'Option ID', value: 'Value' };

const RECIPIENT_FIELDS: Record<string, string> = Object.fromEntries(
	recipientFields.map(({ name, displayName }) => [name, displayName]),
);

const joinLabels = (...labels: Array<string | undefined>): string =>
	labels.filter((label): label is string => label !== undefined && label !== '').join(' → ');

/** Characters of a name that the user wrote, in a label: names come from customers, too. */
const MAX_NAME_LENGTH = 64;

/** Label of a row, numbered from 1, by its index from 0. */
const rowLabel = (name: string, index: string): string => `${name} ${Number(index) + 1}`;

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
		? 'Print File URL'
		: (ownValue(PLACEMENT_FIELDS, layerPath) ?? layerPath);
}

/**
 * Editor label for a property path inside an order item, e.g. `placements[1].layers[0].url`.
 *
 * @param row the item's row of 'Items': what comes behind its placement rows is from the field Print File
 */
export function itemFieldLabel(path: string, row?: IDataObject): string {
	const rows = row && rowsOf(row.placements, 'placement').length;
	if (path === 'placements' && rows === 0) return 'Print File';
	const placement = /^placements\[(\d+)\]\.?(.*)$/.exec(path);
	if (placement) {
		const [, index = '0', rest = ''] = placement;
		const label = placementFieldLabel(rest);
		return rows !== undefined && Number(index) >= rows
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
 * Where an item of 'Items (JSON)' has what was sent at a property path. In the short form `files: { front: "https://…" }`,
 * `placements[0].layers[0].url` is 'files.front', and `variantId` is 'sku' where only that was written.
 */
function writtenLabel(item: unknown, path: string): string {
	if (!isObject(item)) return path;
	const { files, sku } = item;
	if (path === 'variantId' && sku != null && trimmed(item.variantId) === '') return 'sku';
	const listed = Array.isArray(item.placements) ? item.placements.length : 0;
	if (path === 'placements' && listed === 0 && files !== undefined) return 'files';
	const [, placement, rest = ''] = /^placements\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
	if (placement !== undefined && files !== undefined && Number(placement) >= listed) {
		const type = isObject(files) ? Object.keys(files)[Number(placement) - listed] : undefined;
		const label = placementFieldLabel(rest);
		return joinLabels(
			type === undefined ? 'files' : `files.${truncate(type, MAX_NAME_LENGTH)}`,
			IN_FILES.includes(label) ? undefined : label,
		);
	}
	const option = /^options\[(\d+)\]/.exec(path)?.[1];
	const id =
		option !== undefined && isObject(item.options)
			? Object.keys(item.options)[Number(option)]
			: undefined;
	return id === undefined ? path : `options.${truncate(id, MAX_NAME_LENGTH)}`;
}

/**
 * Editor label for a property path of the order, as the service's violations name it (spec section 7):
 * `orderItems[0].placements[1].layers[0].url` is 'Items → Item 1 → Placements → Placement 2 → Print File URL'.
 * A path without a field in the node is returned as it is.
 *
 * @param writtenItems the value of 'Items', or of 'Items (JSON)', which may have items in the short form
 */
export function orderFieldLabel(
	path: string,
	inputModes: InputModes,
	writtenItems?: unknown,
): string {
	const item = /^orderItems(?:\[(\d+)\]\.?(.*))?$/.exec(path);
	if (item) {
		const [, index, rest = ''] = item;
		if (inputModes.items === 'json') {
			if (index === undefined) return 'Items (JSON)';
			const written = Array.isArray(writtenItems) ? (writtenItems as unknown[]) : [];
			const place = writtenLabel(written[Number(index)], rest);
			return `Items (JSON) at [${index}]${place === '' ? '' : `.${place}`}`;
		}
		const row = rowsOf(writtenItems, 'item')[Number(index)];
		return joinLabels('Items', index && rowLabel('Item', index), rest && itemFieldLabel(rest, row));
	}
	const recipient = /^recipient(?:\.(\w+))?$/.exec(path);
	if (recipient) {
		const [, name] = recipient;
		if (inputModes.recipient === 'json') {
			return name === undefined ? 'Recipient (JSON)' : `Recipient (JSON) at ${name}`;
		}
		return joinLabels('Recipient', name && (ownValue(RECIPIENT_FIELDS, name) ?? name));
	}
	return ownValue(ORDER_FIELDS, path) ?? path;
}
