import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject, optionalText, refuse, shown } from './inputs';
import { parseJson } from './json';

/** The fields of a recipient (spec section 2), in the order of an address. */
export const recipientFields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nathan Doe',
		description: 'Name of the person who gets the parcel',
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
	{
		displayName: 'Country Code',
		name: 'countryCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. DE',
		description: 'Two letters, as in ISO 3166-1 alpha-2',
	},
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
		description: 'Tax identification number, where customs ask for it',
	},
];

const displayNames = new Map(recipientFields.map(({ name, displayName }) => [name, displayName]));

/**
 * Checks a recipient (spec section 2) and brings it into the service's form: texts only, empty ones left out,
 * the country code in capitals. Names that the spec does not have are handed on as they are.
 *
 * @param field how the recipient is called in messages
 */
export function recipientOf(value: unknown, field = 'Recipient'): IDataObject {
	if (!isObject(value)) {
		return refuse(
			field,
			`is ${shown(value)}, and has to be a JSON object`,
			'Pass an object such as { "name": "Nathan Doe", "address1": "12 Harbour Street", "city": "Hamburg", "zip": "20457", "countryCode": "DE" }.',
		);
	}
	const recipient: IDataObject = {};
	for (const [name, entry] of Object.entries(value)) {
		const displayName = displayNames.get(name);
		const checked =
			displayName === undefined ? entry : optionalText(entry, `${field} → ${displayName}`)?.trim();
		if (checked !== undefined && checked !== null && checked !== '') recipient[name] = checked;
	}
	if (typeof recipient.countryCode === 'string') {
		recipient.countryCode = countryCodeOf(recipient.countryCode, `${field} → Country Code`);
	}
	return recipient;
}

function countryCodeOf(value: string, field: string): string {
	if (!/^[A-Za-z]{2}$/.test(value)) {
		return refuse(
			field,
			`is ${shown(value)}, and has to be two letters`,
			'Enter the code of the country as in ISO 3166-1 alpha-2, for example DE, FR or US.',
		);
	}
	return value.toUpperCase();
}

/** The recipient from the field 'Recipient (JSON)'. */
export const recipientFromJson = (value: unknown): IDataObject =>
	recipientOf(parseJson(value, 'Recipient (JSON)'), 'Recipient (JSON)');
