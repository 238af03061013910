import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { LAYER_TYPE } from '../constants/service';
import { productLocator } from '../locators/product';
import { itemVariantLocator } from '../locators/variant';
import { locatorChoice, type LocatorValue } from '../locators/locator';
import type { Item, Option, Placement } from './item';
import { optionalText, quantityOf, refuse, requiredText } from './inputs';

/** The placements of an item as rows. */
export const placementRows: INodeProperties = {
	displayName: 'Placements',
	name: 'placements',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Placement' },
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
					displayName: 'Type',
					name: 'type',
					type: 'string',
					default: '',
					placeholder: 'e.g. front',
					description:
						'Placement of the variant. Leave it empty to take the first one of the catalog.',
				},
				{
					displayName: 'Technique',
					name: 'technique',
					type: 'string',
					default: '',
					placeholder: 'e.g. direct_print',
					description: 'How to print. Leave it empty to take the usual one of the catalog.',
				},
				{
					displayName: 'Placement Options',
					name: 'placementOptions',
					type: 'fixedCollection',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Placement Option' },
					placeholder: 'Add Placement Option',
					default: {},
					options: [
						{
							displayName: 'Placement Option',
							name: 'placementOption',
							values: [
								{
									displayName: 'Name',
									name: 'name',
									type: 'string',
									default: '',
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
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Option' },
	placeholder: 'Add Option',
	default: {},
	description: 'Choices that the variant asks for, for example the colour of a dial',
	options: [
		{
			displayName: 'Option',
			name: 'option',
			values: [
				{
					displayName: 'Option ID',
					name: 'id',
					type: 'string',
					default: '',
					placeholder: 'e.g. dial_color',
					description: 'ID of the option as the catalog lists it for the variant',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. black',
					description: 'One of the values that the catalog lists for the option',
				},
			],
		},
	],
};

/** The rows of 'Items': one for each OrderItem (spec section 2). */
export const itemsField: INodeProperties = {
	displayName: 'Items',
	name: 'items',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Item' },
	placeholder: 'Add Item',
	default: {},
	description: 'What to produce',
	options: [
		{
			displayName: 'Item',
			name: 'item',
			values: [
				{
					...productLocator,
					required: false,
					description: 'Product whose variants the next field lists. It is not part of the order.',
				},
				itemVariantLocator,
				{
					displayName: 'Quantity',
					name: 'quantity',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 1,
					description: 'How many pieces to produce',
				},
				placementRows,
				optionRows,
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Team shirt, blue',
					description: 'Your own name for the item',
				},
				{
					displayName: 'Retail Price',
					name: 'retailPrice',
					type: 'string',
					default: '',
					placeholder: 'e.g. 24.90',
					description: 'What your customer paid for one piece',
				},
				{
					displayName: 'External Item ID',
					name: 'externalId',
					type: 'string',
					default: '',
					placeholder: 'e.g. LINE-1',
					description: 'ID of the order line in your own shop',
				},
			],
		},
	],
};

const rowsOf = (collection: unknown, name: string): IDataObject[] => {
	const rows = (collection as IDataObject | undefined)?.[name];
	return Array.isArray(rows) ? (rows as IDataObject[]) : [];
};

function placementOf(row: IDataObject, field: string): Placement {
	const placementOptions = rowsOf(row.placementOptions, 'placementOption').map((option) => ({
		name: requiredText(option.name, `${field} → Placement Options → Name`, 'Enter its name.'),
		value: option.value !== false && option.value !== 'false',
	}));
	const type = optionalText(row.type, `${field} → Type`)?.trim();
	const technique = optionalText(row.technique, `${field} → Technique`)?.trim();
	return {
		...(type && { type }),
		...(technique && { technique }),
		layers: [
			{
				url: requiredText(
					row.url,
					`${field} → Print File URL`,
					'Enter the public address of the print file.',
				),
				type: LAYER_TYPE,
			},
		],
		...(placementOptions.length > 0 && { placementOptions }),
	};
}

function optionOf(row: IDataObject, field: string): Option {
	return {
		id: requiredText(row.id, `${field} → Option ID`, 'Enter the ID of the option.'),
		value: requiredText(row.value, `${field} → Value`, 'Enter a value of the option.'),
	};
}

const optionsOf = (row: IDataObject, field: string): Option[] =>
	rowsOf(row.options, 'option').map((option, index) =>
		optionOf(option, `${field} → Options → Option ${index + 1}`),
	);

const placementsOf = (row: IDataObject, field: string): Placement[] =>
	rowsOf(row.placements, 'placement').map((placement, index) =>
		placementOf(placement, `${field} → Placements → Placement ${index + 1}`),
	);

/** The rows of an item that are to be changed; a list without rows is no change. */
export function itemChangesFromFields(
	row: IDataObject,
	field: string,
): Partial<Pick<Item, 'options' | 'placements'>> {
	const options = optionsOf(row, field);
	const placements = placementsOf(row, field);
	return {
		...(options.length > 0 && { options }),
		...(placements.length > 0 && { placements }),
	};
}

function itemOf(row: IDataObject, field: string): Item {
	const options = optionsOf(row, field);
	const name = optionalText(row.name, `${field} → Name`);
	const retailPrice = optionalText(row.retailPrice, `${field} → Retail Price`);
	const externalId = optionalText(row.externalId, `${field} → External Item ID`);
	return {
		...(externalId && { externalId }),
		variantId: requiredText(
			locatorChoice(row.variantId as LocatorValue).value,
			`${field} → Variant`,
			'Choose a variant from the list, or enter its ID.',
		),
		quantity: quantityOf(row.quantity, `${field} → Quantity`),
		...(name && { name }),
		...(retailPrice && { retailPrice }),
		placements: placementsOf(row, field),
		...(options.length > 0 && { options }),
	};
}

/**
 * The order items from the rows of 'Items'.
 *
 * @throws UserError with the row and the field that does not fit
 */
export function itemsFromFields(value: unknown): Item[] {
	const rows = rowsOf(value, 'item');
	if (rows.length === 0) return refuse('Items', 'is empty', 'Add one item at least.');
	return rows.map((row, index) => itemOf(row, `Items → Item ${index + 1}`));
}
