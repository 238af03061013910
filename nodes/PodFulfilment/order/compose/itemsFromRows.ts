// Reads the item rows of the editor and checks them, still without the catalog: variant, placement rows, option rows
// and the field Print File in the service's format. Also the changes of an existing item.

import type { IDataObject } from 'n8n-workflow';

import { addedRows } from '../../input/addedFields';
import { isBlank, refuse } from '../../input/checks';
import { joinLabels } from '../../input/field';
import { rowsOf } from '../../input/guards';
import { locatorChoice, locatorText, SKU_MODE } from '../../input/locatorValue';
import { itemFieldLabel, rowLabels } from './fieldLabel';
import { throwAtOnce, type Check } from '../problems';
import { checkItem, checkItemFields } from './checkItem';
import { itemsField, optionRows, placementRows } from './itemProperties';
import { placementOfFile, type EnteredItem } from './item';

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
function rawItem(row: IDataObject) {
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
		checkItem(rawItem(row), { check, labelOf: rowLabels(row, index), whatToEnter }),
	);
}
