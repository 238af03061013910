// The fields of a recipient: a row says what the editor shows of one and how its text is judged (recipient.ts). Also the
// parameters that hold them.

import type { INodeProperties } from 'n8n-workflow';

import { alwaysShown, choiceField, textProperty } from '../../input/field';
import { otherNamesOf } from '../../input/country';
import { COUNTRIES } from '../../spec/countries';

/** What is so of some fields of a recipient. */
export type Trait =
	/** Nearly every address has it, so the editor always shows it. */
	| 'shown'
	/** Every address needs it. A company may replace the name, and some countries have no postal codes. */
	| 'required'
	/** It cannot be cleared. */
	| 'kept'
	/** The parcel is delivered by it. */
	| 'printed'
	/** It may be missing, so that it is where an expression found nothing. A name, a street or a city is as given. */
	| 'ifAny'
	/** A workflow may make a number of it. */
	| 'number'
	/** A workflow may put it together from several fields. */
	| 'words'
	/** No parcel arrives without it. In others, such as the company, 'N/A' does no harm. */
	| 'noPlaceholder';

interface Part {
	property: INodeProperties;
	traits: readonly Trait[];
}

const part = (
	traits: readonly Trait[],
	displayName: string,
	name: string,
	example: string,
	description?: string,
): Part => ({ property: textProperty(displayName, name, example, description), traits });

export const countryField: INodeProperties = {
	displayName: 'Country',
	name: 'countryCode',
	type: 'options',
	// Otherwise the editor marks an empty or a lower-case value as invalid; the node checks it.
	allowArbitraryValues: true,
	// With the other names of a country: the editor searches in what it shows.
	options: COUNTRIES.map((country) => ({
		name: `${[country.name, ...otherNamesOf(country)].join(', ')} (${country.code})`,
		value: country.code,
	})),
	default: '',
	description:
		'Type to search. An expression must return the two-letter code (ISO 3166-1 alpha-2), for example DE, or a name of the country.',
};

/** The parts of a recipient (spec section 2), in the order of an address. */
const parts: readonly Part[] = [
	part(
		['shown', 'kept', 'printed', 'words', 'noPlaceholder'],
		'Name',
		'name',
		'Nathan Doe',
		'Name of the person who receives the parcel',
	),
	part(['printed', 'ifAny', 'words'], 'Company', 'company', 'Example Studios'),
	part(
		['shown', 'required', 'kept', 'printed', 'words', 'noPlaceholder'],
		'Address Line 1',
		'address1',
		'12 Harbour Street',
		'Street and number',
	),
	part(['printed', 'ifAny', 'words'], 'Address Line 2', 'address2', 'Apartment 4'),
	part(['shown', 'required', 'kept', 'printed', 'words'], 'City', 'city', 'Hamburg'),
	part(['shown', 'printed', 'number'], 'ZIP or Postal Code', 'zip', '20457'),
	{ property: countryField, traits: ['shown', 'required', 'kept'] },
	part(['ifAny'], 'Country Name', 'countryName', 'Germany'),
	part(['ifAny'], 'State Code', 'stateCode', 'CA'),
	part(['ifAny'], 'State Name', 'stateName', 'California'),
	part(['ifAny', 'number'], 'Phone', 'phone', '+49 40 1234567', 'Number that the carrier may call'),
	part(['ifAny'], 'Email', 'email', 'name@email.com', 'Address that the carrier may write to'),
	part(
		['ifAny', 'number'],
		'Tax Number',
		'taxNumber',
		'DE123456789',
		'Tax identification number, if customs require it',
	),
];

/** Whether it is so of a part. */
export const partIs = (name: string, trait: Trait): boolean =>
	parts.some(({ property, traits }) => property.name === name && traits.includes(trait));

/** The fields of a recipient, in the order of an address. */
export const recipientFields: INodeProperties[] = parts.map(({ property, traits }) =>
	traits.includes('shown') ? alwaysShown(property) : property,
);

/** The fields that may be empty. */
export const clearableRecipientFields: INodeProperties[] = recipientFields.filter(
	({ name }) => !partIs(name, 'kept'),
);

/** Whether a part of Create's fields is entered in fields or as JSON. */
export const fieldsOrJson = (displayName: string, name: string, description: string) =>
	choiceField({
		displayName,
		name,
		options: [
			{ name: 'Using Fields Below', value: 'fields' },
			{ name: 'Using JSON', value: 'json' },
		],
		default: 'fields',
		description,
	});

export const specifyRecipientField = fieldsOrJson(
	'Specify Recipient',
	'specifyRecipient',
	'How to enter the address',
);

/** In the editor, what hides a field once the option was added that takes its place. n8n keeps the value, which is not read. */
export const hiddenByOption = (name: string): INodeProperties['displayOptions'] => ({
	hide: { [`/options.${name}`]: [{ _cnd: { exists: true } }] },
});

export const recipientField: INodeProperties = {
	displayName: 'Recipient',
	name: 'recipient',
	type: 'collection',
	placeholder: 'Add Address Field',
	// Shows the fields that every address has; otherwise the collection starts empty.
	default: { name: '', address1: '', city: '', zip: '', countryCode: '' },
	displayOptions: { show: { specifyRecipient: ['fields'] }, ...hiddenByOption('recipientJson') },
	description:
		'Who receives the parcel, and where. Address Line 1, City, Country, and Name or Company are required.',
	// In the order of an address, not sorted by label.
	options: recipientFields,
};

export const recipientJsonField: INodeProperties = {
	displayName: 'Recipient (JSON)',
	name: 'recipientJson',
	type: 'json',
	default: '{}',
	displayOptions: { show: { specifyRecipient: ['json'] }, ...hiddenByOption('recipientJson') },
	description:
		'The address as a JSON object, for example { "name": "Nathan Doe", "address1": "12 Harbour Street", "city": "Hamburg", "zip": "20457", "countryCode": "DE" }',
};

/**
 * Builds a field 'Recipient' of a collection: one group of fields. Rarely used ones are added on demand.
 *
 * None has n8n's mark of what is required, which is red before anything was entered; the node says what is missing.
 *
 * @param description what the address is for
 */
export const recipientGroup = (description: string): INodeProperties => ({
	displayName: recipientField.displayName,
	name: 'recipient',
	type: 'fixedCollection',
	typeOptions: { hideOptionalFields: true, addOptionalFieldButtonText: 'Add Address Field' },
	// Shows its fields at once.
	default: { values: {} },
	placeholder: 'Add Recipient',
	description,
	// In the order of an address, not alphabetically.
	options: [{ displayName: recipientField.displayName, name: 'values', values: recipientFields }],
});
