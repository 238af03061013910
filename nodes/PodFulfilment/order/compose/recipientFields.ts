// The editor's fields of a recipient, such as name, street, city, tax number and the list of countries: which are
// always shown, which are required, and the parameter 'Recipient' that groups them.

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { otherNamesOf } from '../../input/country';
import { COUNTRIES } from '../../spec/countries';

/** The fields that nearly every address has. */
const ALWAYS_SHOWN = ['name', 'address1', 'city', 'zip', 'countryCode'];

/** With the other names of a country: the editor searches in what it shows. */
const countryOptions: INodePropertyOptions[] = COUNTRIES.map((country) => ({
	name: `${[country.name, ...otherNamesOf(country)].join(', ')} (${country.code})`,
	value: country.code,
}));

/** Field for a country, by its code. */
export const countryField: INodeProperties = {
	displayName: 'Country',
	name: 'countryCode',
	type: 'options',
	// Otherwise the editor marks an empty or a lower-case value as invalid; the node checks it.
	allowArbitraryValues: true,
	options: countryOptions,
	default: '',
	description:
		'Type to search. An expression must return the two-letter code (ISO 3166-1 alpha-2), for example DE, or a name of the country.',
};

const fields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nathan Doe',
		description: 'Name of the person who receives the parcel',
	},
	{
		displayName: 'Company',
		name: 'company',
		type: 'string',
		default: '',
		placeholder: 'e.g. Example Studios',
	},
	{
		displayName: 'Address Line 1',
		name: 'address1',
		type: 'string',
		default: '',
		placeholder: 'e.g. 12 Harbour Street',
		description: 'Street and number',
	},
	{
		displayName: 'Address Line 2',
		name: 'address2',
		type: 'string',
		default: '',
		placeholder: 'e.g. Apartment 4',
	},
	{
		displayName: 'City',
		name: 'city',
		type: 'string',
		default: '',
		placeholder: 'e.g. Hamburg',
	},
	{
		displayName: 'ZIP or Postal Code',
		name: 'zip',
		type: 'string',
		default: '',
		placeholder: 'e.g. 20457',
	},
	countryField,
	{
		displayName: 'Country Name',
		name: 'countryName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Germany',
	},
	{
		displayName: 'State Code',
		name: 'stateCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. CA',
	},
	{
		displayName: 'State Name',
		name: 'stateName',
		type: 'string',
		default: '',
		placeholder: 'e.g. California',
	},
	{
		displayName: 'Phone',
		name: 'phone',
		type: 'string',
		default: '',
		placeholder: 'e.g. +49 40 1234567',
		description: 'Number that the carrier may call',
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@email.com',
		description: 'Address that the carrier may write to',
	},
	{
		displayName: 'Tax Number',
		name: 'taxNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. DE123456789',
		description: 'Tax identification number, if customs require it',
	},
];

/** The fields of a recipient (spec section 2), in the order of an address. */
export const recipientFields: INodeProperties[] = fields.map((field) =>
	ALWAYS_SHOWN.includes(field.name)
		? { ...field, typeOptions: { ...field.typeOptions, showEvenWhenOptional: true } }
		: field,
);

/** What every address needs. A company may replace the name, and some countries have no postal codes. */
const REQUIRED = ['address1', 'city', 'countryCode'];

/**
 * The fields of a recipient, with n8n's mark on those that every address needs. For a fixedCollection only: in a
 * collection, n8n looks for their values in the wrong place, and no workflow would run.
 */
export const completeRecipientFields: INodeProperties[] = recipientFields.map((field) =>
	REQUIRED.includes(field.name) ? { ...field, required: true } : field,
);

/**
 * Builds the parameter 'Recipient': one group of fields. Rarely used ones are added on demand.
 *
 * @param description what the address is for
 * @param values its fields
 */
export const recipientGroup = (
	description: string,
	values: INodeProperties[] = recipientFields,
): INodeProperties => ({
	displayName: 'Recipient',
	name: 'recipient',
	type: 'fixedCollection',
	typeOptions: { hideOptionalFields: true, addOptionalFieldButtonText: 'Add Address Field' },
	default: {},
	placeholder: 'Add Recipient',
	description,
	// In the order of an address, not alphabetically.
	options: [{ displayName: 'Recipient', name: 'values', values }],
});
