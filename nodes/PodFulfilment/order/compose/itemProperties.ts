// The editor's fields of an item, and what their rows are in the service's format.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isBlank } from '../../input/checks';
import { alwaysShown, rowsProperty, textProperty } from '../../input/field';
import { locatorChoice } from '../../input/locatorValue';
import { rowsOf } from '../../input/objects';
import { catalogValueLocator } from '../../listSearch/locator';
import { productLocator } from '../../listSearch/collections';
import { itemVariantLocator } from '../../listSearch/variant';
import { placementOfFile } from './item';
import { fieldsOrJson, hiddenByOption } from './recipientFields';

/** The placements of an item as rows. Only the print file is needed. */
export const placementRows = rowsProperty('Placements', 'placements', {
	typeOptions: {
		hideOptionalFields: true,
		addOptionalFieldButtonText: 'Add Placement Detail',
	},
	description: 'Where to print which file',
	row: {
		displayName: 'Placement',
		name: 'placement',
		values: [
			alwaysShown(
				textProperty(
					'Print File',
					'url',
					'https://files.example.com/motif.png',
					'Public address from which the service fetches the print file',
				),
			),
			alwaysShown(
				catalogValueLocator({
					displayName: 'Placement',
					name: 'type',
					description:
						'Placement of the variant. Leave empty to take the one that the variant requires.',
					searchListMethod: 'searchPlacementTypes',
					example: 'front',
				}),
			),
			catalogValueLocator({
				displayName: 'Technique',
				name: 'technique',
				description: 'How to print. Leave empty to take the default technique in the catalog.',
				searchListMethod: 'searchTechniques',
				example: 'direct_print',
				dependsOn: 'type',
			}),
			rowsProperty('Placement Options', 'placementOptions', {
				description: 'Print settings, such as unlimited_color',
				row: {
					displayName: 'Placement Option',
					name: 'placementOption',
					values: [
						// The default is the only one in the spec.
						{ ...textProperty('Name', 'name', 'unlimited_color'), default: 'unlimited_color' },
						{
							displayName: 'Switched On',
							name: 'value',
							type: 'boolean',
							default: true,
							description: 'Whether the placement option applies',
						},
					],
				},
			}),
		],
	},
});

export const optionRows = rowsProperty('Product Options', 'options', {
	description: 'Choices that the variant requires, for example the colour of a dial',
	add: 'Product Option',
	row: {
		displayName: 'Option',
		name: 'option',
		values: [
			catalogValueLocator({
				displayName: 'Option',
				name: 'id',
				description: 'Option that the catalog lists for the variant',
				searchListMethod: 'searchOptionIds',
				example: 'dial_color',
			}),
			catalogValueLocator({
				displayName: 'Value',
				name: 'value',
				description: 'One of the values that the catalog lists for the option',
				searchListMethod: 'searchOptionValues',
				example: 'black',
				dependsOn: 'id',
			}),
		],
	},
});

// Fields of an item for creating as well as updating it.

/** The print file of an item, where it has one: few need Placements. */
export const printFileField = textProperty(
	'Print File',
	'printFile',
	'https://files.example.com/motif.png',
	'Public address from which the service fetches the print file. It goes to the placement that the variant requires. For another one, or for more files, leave this empty and use Placements.',
);

const quantityField: INodeProperties = {
	displayName: 'Quantity',
	name: 'quantity',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description: 'How many pieces to produce',
};

const itemNameField = textProperty(
	'Name',
	'name',
	'Team shirt, blue',
	'Your own name for the item',
);

const retailPriceField = textProperty(
	'Retail Price',
	'retailPrice',
	'24.90',
	'What your customer paid for one piece',
);

const externalItemIdField = textProperty(
	'External Item ID',
	'externalId',
	'LINE-1',
	'ID of the order line in your own shop',
);

/** The fields of an item that can be changed, besides its variant, and those of them that may be empty. */
export const clearableItemFields = [
	externalItemIdField,
	itemNameField,
	optionRows,
	retailPriceField,
];
export const changeableItemFields = [
	externalItemIdField,
	itemNameField,
	optionRows,
	placementRows,
	printFileField,
	quantityField,
	retailPriceField,
];

/** The parameter 'Items': one row for each OrderItem (spec section 2). Rarely used fields are added on demand. */
export const itemsField = rowsProperty('Items', 'items', {
	typeOptions: { hideOptionalFields: true, addOptionalFieldButtonText: 'Add Item Detail' },
	// Starts with one item, which every order needs.
	default: { item: [{}] },
	displayOptions: { show: { specifyItems: ['fields'] }, ...hiddenByOption('itemsJson') },
	description: 'What to produce',
	row: {
		displayName: 'Item',
		name: 'item',
		values: [
			{
				...productLocator,
				// As the editor stores an empty value: it hides an optional field only while it equals its default.
				default: { __rl: true, mode: 'list', value: '' },
				required: false,
				description: 'Narrows the list of Variant to one product. It is not part of the order.',
			},
			// Required all the same: a red mark before the first input would say nothing yet.
			alwaysShown({ ...itemVariantLocator, required: false }),
			alwaysShown(printFileField),
			quantityField,
			placementRows,
			optionRows,
			itemNameField,
			retailPriceField,
			externalItemIdField,
		],
	},
});

export const specifyItemsField = fieldsOrJson(
	'Specify Items',
	'specifyItems',
	'How to enter what to produce',
);

export const itemsJsonField: INodeProperties = {
	displayName: 'Items (JSON)',
	name: 'itemsJson',
	type: 'json',
	default: '[]',
	displayOptions: { show: { specifyItems: ['json'] }, ...hiddenByOption('itemsJson') },
	description:
		'A list of items with the field names of the service, or in short form: [{ "variantId": "…", "quantity": 1, "files": { "front": "https://…" }, "options": { "dial_color": "black" } }]. If there is only one print file, "files" may be just its address. Instead of "variantId", you can give the SKU of the variant as "sku".',
	hint: "A shop's order or a row of a sheet needs no expression: a new node takes it whole, with 'Order From'.",
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

/** The fields of an item's row in the spec's shape. Options without rows are left out. */
export function itemFieldsOf(row: IDataObject) {
	const { externalId, quantity, name, retailPrice } = row;
	const options = optionsOf(row);
	return {
		...{ externalId, quantity, name, retailPrice, placements: placementsOf(row) },
		...(options.length > 0 && { options }),
	};
}
