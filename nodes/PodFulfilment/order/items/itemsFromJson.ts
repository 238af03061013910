import type { IDataObject } from 'n8n-workflow';

import { optionalText, quantityOf, refuse, requiredText } from '../../input/checks';
import { isObject } from '../../input/guards';
import { parseJsonField } from '../../input/jsonField';
import { quote } from '../../input/wording';
import { FILES_PER_PLACEMENT, LAYER_TYPE } from '../../spec/service';
import type { EnteredItem, Layer, Option, Placement, PlacementOption, Position } from './item';
import { printFileUrlOf } from './printFile';
import { throwAtOnce, type Check } from '../problems';

const FIELD = 'Items (JSON)';

// Placeholders for entries that were refused, so that the others keep their index.
const UNUSABLE_PLACEMENT: Placement = { layers: [] };
const UNUSABLE_ITEM = { placements: [] as Placement[] } as EnteredItem;

function objectAt(value: unknown, path: string): IDataObject {
	if (!isObject(value)) {
		return refuse(
			`${FIELD} at ${path}`,
			`is ${quote(value)}, but must be an object`,
			'Compare with the example in the description of the field.',
		);
	}
	return value;
}

function listAt(value: unknown, path: string): unknown[] {
	if (!Array.isArray(value)) {
		return refuse(
			path === '' ? FIELD : `${FIELD} at ${path}`,
			`is ${quote(value)}, but must be a list in square brackets`,
			'Compare with the example in the description of the field.',
		);
	}
	return value as unknown[];
}

function positionAt(value: unknown, path: string): Position {
	const position = objectAt(value, path);
	for (const side of ['top', 'left', 'width', 'height']) {
		const entry = position[side];
		if (entry !== undefined && typeof entry !== 'number') {
			return refuse(
				`${FIELD} at ${path}.${side}`,
				`is ${quote(entry)}, but must be a number`,
				'Enter pixels, or leave the position out to take it from the catalog.',
			);
		}
	}
	return position as Position;
}

const fileLayer = (url: unknown, path: string): Layer => ({
	url: printFileUrlOf(url, `${FIELD} at ${path}`),
	type: LAYER_TYPE,
});

function layerOf(value: unknown, path: string): Layer {
	const layer = objectAt(value, path);
	return {
		...layer,
		...fileLayer(layer.url, `${path}.url`),
		type: optionalText(layer.type, `${FIELD} at ${path}.type`) ?? LAYER_TYPE,
		...(layer.position != null && { position: positionAt(layer.position, `${path}.position`) }),
	};
}

function placementOptionAt(value: unknown, path: string): PlacementOption {
	const option = objectAt(value, path);
	if (typeof option.value !== 'boolean') {
		return refuse(
			`${FIELD} at ${path}.value`,
			`is ${quote(option.value)}, but must be true or false`,
			'Enter true to switch the placement option on.',
		);
	}
	const name = requiredText(option.name, `${FIELD} at ${path}.name`, 'Enter its name.');
	return { ...option, name, value: option.value };
}

function placementOf(value: unknown, path: string): Placement {
	const placement = objectAt(value, path);
	const layers = listAt(placement.layers, `${path}.layers`);
	if (layers.length !== FILES_PER_PLACEMENT) {
		return refuse(
			`${FIELD} at ${path}.layers`,
			`has ${layers.length} print files, but a placement takes exactly one`,
			'Combine the designs into one file, or use a placement for each.',
		);
	}
	const { placementOptions } = placement;
	for (const name of ['type', 'technique']) {
		optionalText(placement[name], `${FIELD} at ${path}.${name}`);
	}
	return {
		...placement,
		layers: layers.map((layer, index) => layerOf(layer, `${path}.layers[${index}]`)),
		...(placementOptions != null && {
			placementOptions: listAt(placementOptions, `${path}.placementOptions`).map((option, index) =>
				placementOptionAt(option, `${path}.placementOptions[${index}]`),
			),
		}),
	};
}

/**
 * Expands the short form `files: { front: "https://…" }` into one placement for each name. A string becomes one
 * placement without a type, which the catalog then fills in: products name their placements differently.
 */
function placementsFromFiles(value: unknown, path: string, check: Check): Placement[] {
	if (typeof value === 'string') return [{ layers: [fileLayer(value, path)] }];
	return Object.entries(objectAt(value, path)).map(([type, url]) => ({
		type,
		layers: [check(() => fileLayer(url, `${path}.${type}`))].filter((layer) => layer !== undefined),
	}));
}

function optionOf(value: unknown, path: string, check: Check): Option {
	const option = objectAt(value, path);
	return {
		...option,
		id: check(() =>
			requiredText(option.id, `${FIELD} at ${path}.id`, 'Enter the ID of the option.'),
		),
		value: check(() =>
			requiredText(option.value, `${FIELD} at ${path}.value`, 'Enter a value of the option.'),
		),
	};
}

/** Accepts the list of options of the spec, or the short form `options: { dial_color: "black" }`. */
function optionsOf(value: unknown, path: string, check: Check): Option[] {
	if (!isObject(value)) {
		return listAt(value, path)
			.map((option, index) => check(() => optionOf(option, `${path}[${index}]`, check)))
			.filter((option) => option !== undefined);
	}
	return Object.entries(value).map(([id, entry]) => ({
		id,
		value: check(() =>
			requiredText(entry, `${FIELD} at ${path}.${id}`, 'Enter a value of the option.'),
		),
	}));
}

/** Reads the ID of the variant, its SKU, or both. */
function variantOf(
	{ variantId: givenId, sku: givenSku }: IDataObject,
	path: string,
): Pick<EnteredItem, 'sku' | 'variantId'> {
	const variantId = optionalText(givenId, `${FIELD} at ${path}.variantId`);
	const sku = optionalText(givenSku, `${FIELD} at ${path}.sku`);
	if (variantId === undefined && sku === undefined) {
		return refuse(
			`${FIELD} at ${path}.variantId`,
			'is empty',
			'Enter the ID of the variant from the catalog, or its SKU as "sku".',
		);
	}
	return { ...(variantId !== undefined && { variantId }), ...(sku !== undefined && { sku }) };
}

function placementsOf({ placements, files }: IDataObject, path: string, check: Check): Placement[] {
	const list =
		placements === undefined ? [] : check(() => listAt(placements, `${path}.placements`));
	return [
		...(list ?? []).map((placement, index) =>
			check(() => placementOf(placement, `${path}.placements[${index}]`)),
		),
		...(files === undefined
			? []
			: (check(() => placementsFromFiles(files, `${path}.files`, check)) ?? [undefined])),
	].map((placement) => placement ?? UNUSABLE_PLACEMENT);
}

function itemOf(value: unknown, path: string, check: Check): EnteredItem {
	const { files, placements, options, variantId, sku, ...given } = objectAt(value, path);
	const item: EnteredItem = {
		...given,
		...check(() => variantOf({ variantId, sku }, path)),
		quantity: check(() => quantityOf(given.quantity, `${FIELD} at ${path}.quantity`)),
		placements: placementsOf({ placements, files }, path, check),
	};
	for (const name of ['externalId', 'name', 'retailPrice'] as const) {
		const text = check(() => optionalText(given[name], `${FIELD} at ${path}.${name}`));
		if (text === undefined) delete item[name];
		else item[name] = text;
	}
	if (options !== undefined) {
		item.options = check(() => optionsOf(options, `${path}.options`, check)) ?? [];
	}
	return item;
}

/**
 * Builds the order items from the field 'Items (JSON)': a list in the spec's shape (section 2, OrderItem), or in the
 * short form `{ variantId or sku, quantity, files: { front: "https://…" }, options: { dial_color: "black" } }`, where
 * `files` may be the URL of the only print file. Unknown fields are passed through.
 *
 * @throws UserError with the position in the text for invalid JSON, or with the path of an invalid value
 */
export function itemsFromJson(value: unknown, check: Check = throwAtOnce): EnteredItem[] {
	const items = listAt(parseJsonField(value, FIELD), '');
	if (items.length === 0) {
		return refuse(FIELD, 'is an empty list', 'An order needs at least one item.');
	}
	return items.map(
		(item, index) => check(() => itemOf(item, `[${index}]`, check)) ?? UNUSABLE_ITEM,
	);
}
