import type { INodeProperties } from 'n8n-workflow';

import { choice } from '../listSearch/choice';
import { productLocator } from '../listSearch/product';
import { itemVariantLocator } from '../listSearch/variant';

/** The placements of an item as rows; a print file is enough. */
export const placementRows: INodeProperties = {
	displayName: 'Placements',
	name: 'placements',
	type: 'fixedCollection',
	typeOptions: {
		multipleValues: true,
		multipleValueButtonText: 'Add Placement',
		hideOptionalFields: true,
		addOptionalFieldButtonText: 'Add Field',
		showEvenWhenOptional: true,
	},
	placeholder: 'Add Placement',
	default: {},
	description: 'Where to print which file',
	options: [
		{
			displayName: 'Placement',
			name: 'placement',
			values: [
				{
					displayName: 'Print File URL',
					name: 'url',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. https://files.example.com/motif.png',
					description: 'Public address from which the service fetches the print file',
				},
				{
					...choice({
						displayName: 'Type',
						name: 'type',
						description:
							'Placement of the variant. Leave it empty to take the first one of the catalog.',
						searchListMethod: 'searchPlacementTypes',
						example: 'front',
					}),
					typeOptions: { showEvenWhenOptional: true },
				},
				choice({
					displayName: 'Technique',
					name: 'technique',
					description: 'How to print. Leave it empty to take the usual one of the catalog.',
					searchListMethod: 'searchTechniques',
					example: 'direct_print',
					dependsOn: 'type',
				}),
				{
					displayName: 'Placement Options',
					name: 'placementOptions',
					type: 'fixedCollection',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Placement Option' },
					placeholder: 'Add Placement Option',
					default: {},
					description: 'Settings of the printing, such as unlimited_color',
					options: [
						{
							displayName: 'Placement Option',
							name: 'placementOption',
							values: [
								{
									displayName: 'Name',
									name: 'name',
									type: 'string',
									// The one that the service's specification names.
									default: 'unlimited_color',
									placeholder: 'e.g. unlimited_color',
								},
								{
									displayName: 'Switched On',
									name: 'value',
									type: 'boolean',
									default: true,
									description: 'Whether the placement option applies',
								},
							],
						},
					],
				},
			],
		},
	],
};

/** The product options of an item as rows. */
export const optionRows: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'fixedCollection',
	typeOptions: {
		multipleValues: true,
		multipleValueButtonText: 'Add Option',
		showEvenWhenOptional: true,
	},
	placeholder: 'Add Option',
	default: {},
	description: 'Choices that the variant asks for, for example the colour of a dial',
	options: [
		{
			displayName: 'Option',
			name: 'option',
			values: [
				choice({
					displayName: 'Option ID',
					name: 'id',
					description: 'Option that the catalog lists for the variant',
					searchListMethod: 'searchOptionIds',
					example: 'dial_color',
				}),
				choice({
					displayName: 'Value',
					name: 'value',
					description: 'One of the values that the catalog lists for the option',
					searchListMethod: 'searchOptionValues',
					example: 'black',
					dependsOn: 'id',
				}),
			],
		},
	],
};

/** Fields of an item that a new item and a change have in common. */
export const quantityField: INodeProperties = {
	displayName: 'Quantity',
	name: 'quantity',
	type: 'number',
	typeOptions: { minValue: 1, showEvenWhenOptional: true },
	default: 1,
	description: 'How many pieces to produce',
};

export const itemNameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Team shirt, blue',
	description: 'Your own name for the item',
};

export const retailPriceField: INodeProperties = {
	displayName: 'Retail Price',
	name: 'retailPrice',
	type: 'string',
	default: '',
	placeholder: 'e.g. 24.90',
	description: 'What your customer paid for one piece',
};

export const externalItemIdField: INodeProperties = {
	displayName: 'External Item ID',
	name: 'externalId',
	type: 'string',
	default: '',
	placeholder: 'e.g. LINE-1',
	description: 'ID of the order line in your own shop',
};

const shownAtOnce = (property: INodeProperties): INodeProperties => ({
	...property,
	typeOptions: { ...property.typeOptions, showEvenWhenOptional: true },
});

/** The rows of 'Items': one for each OrderItem (spec section 2). What most orders do without is added on demand. */
export const itemsField: INodeProperties = {
	displayName: 'Items',
	name: 'items',
	type: 'fixedCollection',
	typeOptions: {
		multipleValues: true,
		multipleValueButtonText: 'Add Item',
		hideOptionalFields: true,
		addOptionalFieldButtonText: 'Add Field',
	},
	placeholder: 'Add Item',
	// The first item and its print file stand open: no order does without them.
	default: { item: [{ placements: { placement: [{ url: '' }] } }] },
	description: 'What to produce',
	options: [
		{
			displayName: 'Item',
			name: 'item',
			values: [
				shownAtOnce({
					...productLocator,
					required: false,
					description: 'Product whose variants the next field lists. It is not part of the order.',
				}),
				itemVariantLocator,
				quantityField,
				placementRows,
				optionRows,
				itemNameField,
				retailPriceField,
				externalItemIdField,
			],
		},
	],
};
