// Reads items as rows of 'Items' or as 'Items (JSON)', and checks them, still without the catalog.

import type { IDataObject } from 'n8n-workflow';

import { addedRows } from '../../input/addedFields';
import { isBlank, refuse } from '../../input/checks';
import { joinLabels } from '../../input/field';
import { isObject, rowsOf } from '../../input/guards';
import { jsonFieldInPieces } from '../../input/jsonField';
import { locatorChoice, locatorText, SKU_MODE } from '../../input/locatorValue';
import type { Pieces } from '../../input/nextTurn';
import { throwAtOnce, type Check } from '../findings';
import {
	checkItem,
	checkItemFields,
	listAt,
	objectAt,
	type Context,
	optionList,
	placementOfFile,
	type EnteredItem,
	type RawItem,
} from './item';
import { itemFieldLabel, ITEMS_JSON, jsonLabels, rowLabels } from './fieldLabel';
import { itemsField, optionRows, placementRows } from './itemProperties';

const ADD_ITEMS =
	'Add at least one item. To pass a list of items, set Specify Items to Using JSON: n8n drops what an expression gives for the whole of Items. A workflow that a program writes has them as { "item": [ { … } ] }.';

const whatToEnter = {
	variant: 'Choose a variant from the list, or enter its ID or SKU.',
	optionId: 'Choose an option from the list, or enter its ID.',
	optionValue: 'Choose a value from the list, or enter one.',
};

/** The placement rows in the spec's shape. */
const placementsOf = (row: IDataObject) =>
	rowsOf(row.placements, 'placement').map(({ url, type, technique, placementOptions }) => {
		const options = rowsOf(placementOptions, 'placementOption');
		return {
			...placementOfFile(url),
			// What an expression gives where it finds nothing is nothing.
			type: locatorChoice(type).value ?? '',
			technique: locatorChoice(technique).value ?? '',
			...(options.length > 0 && {
				placementOptions: options.map(({ name, value }) => ({
					name,
					// The switch is on as the editor adds the row.
					value: isBlank(value) ? true : value,
				})),
			}),
		};
	});

/** The option rows of an item, or of another collection with the same rows, in the spec's shape. */
export const optionsOf = (row: IDataObject) =>
	rowsOf(row.options, 'option').map(({ id, value }) => ({
		id: locatorChoice(id).value,
		value: locatorChoice(value).value,
	}));

/** The fields of a row in the spec's shape. Options without rows are left out. */
function fieldsOf(row: IDataObject) {
	const { externalId, quantity, name, retailPrice } = row;
	const options = optionsOf(row);
	return {
		...{ externalId, quantity, name, retailPrice, placements: placementsOf(row) },
		...(options.length > 0 && { options }),
	};
}

/**
 * Reads the changes of an existing item from a collection with the fields of a row. What was not added stays unchanged.
 *
 * @param field label of the collection
 * @throws UserError for a list without rows, and that names the field of an invalid value
 */
export function itemChangesFromFields(fields: IDataObject, field: string): Partial<EnteredItem> {
	addedRows(fields.options, 'option', joinLabels(field, optionRows.displayName));
	addedRows(fields.placements, 'placement', joinLabels(field, placementRows.displayName));
	const { placements, ...others } = fieldsOf(fields);
	const all = isBlank(fields.printFile)
		? placements
		: [...placements, placementOfFile(fields.printFile)];
	return checkItemFields(
		{
			...others,
			...(all.length > 0 && { placements: all }),
			variantId: locatorChoice(fields.variantId).value,
		},
		{
			check: throwAtOnce,
			labelOf: (path) => joinLabels(field, itemFieldLabel(path, placements.length)),
			whatToEnter,
		},
	);
}

/** A row in the spec's shape: the file of the field Print File comes behind those of the placement rows. */
function itemOfRow(row: IDataObject) {
	const { placements, ...fields } = fieldsOf(row);
	const { printFile = '' } = row;
	const isFromRows = printFile === '' && placements.length > 0;
	const { mode } = locatorChoice(row.variantId);
	return {
		...fields,
		[mode === SKU_MODE ? 'sku' : 'variantId']: locatorText(row.variantId),
		placements: isFromRows ? placements : [...placements, placementOfFile(printFile)],
	};
}

/**
 * Builds the order items from the rows of the parameter 'Items'.
 *
 * @throws UserError that names the row and the field of an invalid value
 */
export function itemsFromRows(value: unknown, check: Check = throwAtOnce): EnteredItem[] {
	const rows = rowsOf(value, 'item');
	if (rows.length === 0) return refuse(itemsField.displayName, 'is empty', ADD_ITEMS);
	return rows.map((row, index) =>
		checkItem(itemOfRow(row), { check, labelOf: rowLabels(row, index), whatToEnter }),
	);
}

const enterInJson = {
	variant: 'Enter the ID of the variant from the catalog, or its SKU as "sku".',
	optionId: 'Enter the ID of the option.',
	optionValue: 'Enter a value of the option.',
};

/** Expands the short form of files. Anything else takes the place of a placement, and is refused as one. */
function placementsOfFiles(files: unknown): unknown[] {
	if (typeof files === 'string') return [placementOfFile(files)];
	return isObject(files)
		? Object.entries(files).map(([type, url]) => placementOfFile(url, type))
		: [files];
}

/** Expands the short forms of an item. */
function itemOfJson(value: unknown, { labelOf, check }: Context): RawItem {
	const { placements = [], files, options, ...given } = objectAt(value, () => labelOf(''));
	const listed = check(() => listAt(placements, () => labelOf('placements'))) ?? [];
	return {
		...given,
		placements: files === undefined ? listed : [...listed, ...placementsOfFiles(files)],
		...(options !== undefined && {
			options: check(() => listAt(optionList(options), () => labelOf('options'))) ?? [],
		}),
	};
}

/** More items are not those of one order. */
const MAX_ITEMS = 5_000;

/**
 * Builds the order items from the field 'Items (JSON)': a list in the spec's shape (section 2, OrderItem), or in the
 * short form `{ variantId or sku, quantity, files: { front: "https://…" }, options: { dial_color: "black" } }`, where
 * `files` may be the URL of the only print file. Unknown fields are passed through.
 *
 * @throws UserError with the position in the text for invalid JSON, or with the path of an invalid value
 */
export function* itemsFromJson(value: unknown, check: Check): Pieces<EnteredItem[]> {
	const items = listAt(
		yield* jsonFieldInPieces(value, ITEMS_JSON, { isBounded: true }),
		ITEMS_JSON,
	);
	if (items.length === 0) {
		return refuse(ITEMS_JSON, 'is an empty list', 'An order needs at least one item.');
	}
	if (items.length > MAX_ITEMS) {
		return refuse(
			ITEMS_JSON,
			`has ${items.length} items, but at most ${MAX_ITEMS} are read`,
			'Pass the items of one order only.',
		);
	}
	const entered: EnteredItem[] = [];
	for (const [index, item] of items.entries()) {
		yield;
		const context = { check, labelOf: jsonLabels(item, index), whatToEnter: enterInJson };
		const checked = check(() => checkItem(itemOfJson(item, context), context));
		// In place of one that is no object, so that the others keep their index.
		entered.push(checked ?? ({ placements: [] as EnteredItem['placements'] } as EnteredItem));
	}
	return entered;
}
