// What the user calls the field at a property path of an order: `orderItems[0].quantity` is 'Items → Item 1 →
// Quantity'. For items that were entered as JSON, the place where the user wrote it.

import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { isBlank } from '../../input/checks';
import { joinLabels } from '../../input/field';
import { isObject, rowsOf } from '../../input/objects';
import { truncate, upperFirst } from '../../input/wording';
import { externalIdField, shippingField } from '../fields';
import {
	itemsField,
	itemsJsonField,
	optionRows,
	placementRows,
	printFileField,
} from './itemProperties';
import { recipientField, recipientFields, recipientJsonField } from './recipientFields';

/** How the user entered an order, and what messages call what is no field of the node, such as the lines of a shop's order. */
interface OrderLabels {
	/** Labels refer to the fields, or to the JSON. */
	recipient?: 'fields' | 'json';
	items?: 'fields' | 'json';
	recipientLabel?: string;
	/** By the index of the item; by default, and where it gives undefined, an item is called by its row in 'Items'. */
	itemLabel?: (index: number) => string | undefined;
}

/** The field that has the items as JSON. */
export const ITEMS_JSON = itemsJsonField.displayName;

/** Characters of a name that the user wrote, in a label: names come from customers, too. */
const MAX_NAME_LENGTH = 64;

export type LabelOf = (path: string) => string;

/** The fields of a row, and what the row is called. */
const rowOf = ({ options: [row] = [] }: INodeProperties) => row as INodePropertyCollection;

/** The label for a property path, each index of which is a row. What none of the fields has stays as it is. */
function labelIn(fields: readonly INodeProperties[], path: string): string {
	const [start = '', name, index] = /^(\w+)(?:\[(\d+)\]\.?)?/.exec(path) ?? [];
	const rest = path.slice(start.length);
	const property = fields.find((candidate) => candidate.name === name);
	if (!property) return path;
	if (index === undefined) return rest === '' ? property.displayName : path;
	const { displayName, values } = rowOf(property);
	const row = `${displayName} ${Number(index) + 1}`;
	return joinLabels(property.displayName, row, rest && labelIn(values, rest));
}

const PRINT_FILE = printFileField.displayName;

function placementFieldLabel(path: string): string {
	// A placement has exactly one layer, which the editor does not show as a row.
	const layerPath = path.replace(/^layers(?:\[0\])?(?:\.|$)/, '');
	if (layerPath === '') return path === '' ? '' : PRINT_FILE;
	// The catalog gives the position: no field of the editor does.
	const [position, side = ''] = /^position(?:\.(\w+))?$/.exec(layerPath) ?? [];
	return position === undefined
		? labelIn(rowOf(placementRows).values, layerPath)
		: joinLabels(`${PRINT_FILE} Position`, upperFirst(side));
}

/**
 * The label inside a placement that one field holds: Print File, or an entry of the short form `files`, whose name is the
 * type and whose value is the address.
 */
const labelInFile = (path: string): string => {
	const label = placementFieldLabel(path);
	return [placementFieldLabel('type'), PRINT_FILE].includes(label) ? '' : label;
};

/**
 * Editor label for a property path inside an order item, e.g. `placements[1].layers[0].url`.
 *
 * @param placementRowCount how many placements are rows; what comes behind them is from the field Print File
 */
export function itemFieldLabel(path: string, placementRowCount = Number.POSITIVE_INFINITY): string {
	if (path === 'placements' && placementRowCount === 0) return PRINT_FILE;
	const placement = /^placements\[(\d+)\]\.?(.*)$/.exec(path);
	if (!placement) return labelIn(rowOf(itemsField).values, path === 'sku' ? 'variantId' : path);
	const [, index = '0', rest = ''] = placement;
	return Number(index) >= placementRowCount
		? joinLabels(PRINT_FILE, labelInFile(rest))
		: joinLabels(labelIn([placementRows], `placements[${index}]`), placementFieldLabel(rest));
}

/** The labels for property paths inside an item that messages call by this name; see {@link itemFieldLabel}. */
export const labelsIn =
	(item: string, placementRowCount?: number): LabelOf =>
	(path) =>
		joinLabels(item, itemFieldLabel(path, placementRowCount));

/** What messages call the placements or the options of an item, of which one is missing. */
export const listLabel = (item: string, path: string): string =>
	joinLabels(item, (path === 'options' ? optionRows : placementRows).displayName);

/**
 * The labels for property paths inside an item of 'Items'.
 *
 * @param row the item's row; undefined if it is not known
 */
export const rowLabels = (row: unknown, index: number): LabelOf =>
	labelsIn(
		labelIn([itemsField], `items[${index}]`),
		isObject(row) ? rowsOf(row.placements, 'placement').length : undefined,
	);

const namesIn = (value: unknown): string[] => (isObject(value) ? Object.keys(value) : []);

/**
 * The labels for property paths inside an item of 'Items (JSON)': where the user wrote what they name. In the short form
 * `files: { front: "https://…" }`, `placements[0].layers[0].url` is 'files.front', and `variantId` is 'sku' where only that
 * was written.
 *
 * @param item as written
 */
export function jsonLabels(item: unknown, index: number): LabelOf {
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
				const file = isBlank(type) ? 'files' : `files.${truncate(type, MAX_NAME_LENGTH)}`;
				return joinLabels(file, labelInFile(rest));
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
 * @param writtenItems the rows of 'Items', or the list in 'Items (JSON)', which may have items in the short form
 */
export function orderFieldLabel(
	path: string,
	{ recipient, items, recipientLabel = recipientField.displayName, itemLabel }: OrderLabels = {},
	writtenItems: readonly unknown[] = [],
): string {
	const item = /^orderItems(?:\[(\d+)\]\.?(.*))?$/.exec(path);
	if (item) {
		const isJson = items === 'json';
		const [, index, inItem = ''] = item;
		if (index === undefined) return isJson ? ITEMS_JSON : itemsField.displayName;
		const called = itemLabel?.(Number(index));
		if (called !== undefined) return joinLabels(called, itemFieldLabel(inItem));
		const labels = isJson ? jsonLabels : rowLabels;
		return labels(writtenItems[Number(index)], Number(index))(inItem);
	}
	const [, part, rest = ''] = /^(recipient)(?:\.(\w+))?$/.exec(path) ?? [];
	if (part === undefined) return labelIn([externalIdField.property, shippingField.property], path);
	if (recipient !== 'json') return joinLabels(recipientLabel, labelIn(recipientFields, rest));
	return rest === ''
		? recipientJsonField.displayName
		: `${recipientJsonField.displayName} at ${rest}`;
}
