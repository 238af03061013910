import type { IDataObject } from 'n8n-workflow';

import { optionalText, quantityOf, refuse, requiredText } from '../../input/checks';
import { addedRows } from '../../input/addedFields';
import { rowsOf } from '../../input/guards';
import { locatorChoice, locatorText, SKU_MODE } from '../../input/locatorValue';
import { LAYER_TYPE } from '../../spec/service';
import type { EnteredItem, Option, Placement } from './item';
import { printFileUrlOf } from './printFile';
import { throwAtOnce, type Check } from '../problems';

const ADD_ITEMS =
	'Add at least one item. To pass a list of items, set Specify Items to Using JSON: n8n drops what an expression or a program gives for the whole of Items, unless it is { "item": [ { … } ] }.';

function placementOf(row: IDataObject, field: string, check: Check): Placement {
	const placementOptions = rowsOf(row.placementOptions, 'placementOption').map((option) => ({
		name: check(() =>
			requiredText(option.name, `${field} → Placement Options → Name`, 'Enter its name.'),
		),
		value: option.value !== false && option.value !== 'false',
	}));
	const type = check(() => optionalText(locatorChoice(row.type).value, `${field} → Type`));
	const technique = check(() =>
		optionalText(locatorChoice(row.technique).value, `${field} → Technique`),
	);
	return {
		...(type && { type }),
		...(technique && { technique }),
		layers: [
			{
				url: check(() => printFileUrlOf(row.url, `${field} → Print File URL`)),
				type: LAYER_TYPE,
			},
		],
		...(placementOptions.length > 0 && { placementOptions }),
	};
}

function optionOf(row: IDataObject, field: string, check: Check): Option {
	return {
		id: check(() =>
			requiredText(
				locatorChoice(row.id).value,
				`${field} → Option ID`,
				'Choose an option from the list, or enter its ID.',
			),
		),
		value: check(() =>
			requiredText(
				locatorChoice(row.value).value,
				`${field} → Value`,
				'Choose a value from the list, or enter one.',
			),
		),
	};
}

const optionsOf = (row: IDataObject, field: string, check: Check): Option[] =>
	rowsOf(row.options, 'option').map((option, index) =>
		optionOf(option, `${field} → Product Options → Option ${index + 1}`, check),
	);

const placementsOf = (row: IDataObject, field: string, check: Check): Placement[] =>
	rowsOf(row.placements, 'placement').map((placement, index) =>
		placementOf(placement, `${field} → Placements → Placement ${index + 1}`, check),
	);

/** The placements of an item's rows, and behind them the field Print File. Every item needs a print file (spec section 2). */
function printFilesOf(row: IDataObject, field: string, check: Check): Placement[] {
	const placements = placementsOf(row, field, check);
	const { printFile = '' } = row;
	if (printFile === '' && placements.length > 0) return placements;
	const url = check(() => printFileUrlOf(printFile, `${field} → Print File`));
	return [...placements, { layers: [{ url, type: LAYER_TYPE }] }];
}

/**
 * Reads the placements and options to change in an existing item. What was not added stays unchanged.
 *
 * @throws UserError for a list without rows, and for a row that cannot be used
 */
export function itemChangesFromFields(
	row: IDataObject,
	field: string,
): Partial<Pick<EnteredItem, 'options' | 'placements'>> {
	addedRows(row.options, 'option', `${field} → Product Options`);
	addedRows(row.placements, 'placement', `${field} → Placements`);
	const options = optionsOf(row, field, throwAtOnce);
	const placements = placementsOf(row, field, throwAtOnce);
	return {
		...(options.length > 0 && { options }),
		...(placements.length > 0 && { placements }),
	};
}

function itemOf(row: IDataObject, field: string, check: Check): EnteredItem {
	const externalId = check(() => optionalText(row.externalId, `${field} → External Item ID`));
	const variant = check(() =>
		requiredText(
			locatorText(row.variantId),
			`${field} → Variant`,
			'Choose a variant from the list, or enter its ID or SKU.',
		),
	);
	const quantity = check(() => quantityOf(row.quantity, `${field} → Quantity`));
	const name = check(() => optionalText(row.name, `${field} → Name`));
	const retailPrice = check(() => optionalText(row.retailPrice, `${field} → Retail Price`));
	const placements = printFilesOf(row, field, check);
	const options = optionsOf(row, field, check);
	return {
		...(externalId && { externalId }),
		[locatorChoice(row.variantId).mode === SKU_MODE ? 'sku' : 'variantId']: variant,
		quantity,
		...(name && { name }),
		...(retailPrice && { retailPrice }),
		placements,
		...(options.length > 0 && { options }),
	};
}

/**
 * Builds the order items from the rows of the parameter 'Items'.
 *
 * @throws UserError that names the row and the field of an invalid value
 */
export function itemsFromFields(value: unknown, check: Check = throwAtOnce): EnteredItem[] {
	const rows = rowsOf(value, 'item');
	if (rows.length === 0) return refuse('Items', 'is empty', ADD_ITEMS);
	return rows.map((row, index) => itemOf(row, `Items → Item ${index + 1}`, check));
}
