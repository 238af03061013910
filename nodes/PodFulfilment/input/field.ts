// A field of the editor as one thing: what n8n shows of it, and how its value is read. A message calls a field by the
// label that the editor shows, and a value is found under the name that n8n stores.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { ownValue } from './guards';

/** Labels of the collections that hold fields. */
export const OPTIONS = 'Options';
export const FILTERS = 'Filters';
export const UPDATE_FIELDS = 'Update Fields';

/** Joins labels, without those that are empty or missing: 'Options → Shop Name'. */
export const joinLabels = (...labels: Array<string | undefined>): string =>
	labels.filter((label): label is string => label !== undefined && label !== '').join(' → ');

export interface Field<Value> {
	property: INodeProperties;
	/**
	 * Reads a value that was entered, or that an expression or an AI agent gave.
	 *
	 * @param collection label of the collection that holds the field, if one does
	 * @throws UserError that begins with the label of the field, for a value that cannot be used
	 */
	read(value: unknown, collection?: string): Value;
}

/** Makes a field of what the editor shows of it, and of what reads its value for messages with its label. */
export const field = <Value>(
	property: INodeProperties,
	read: (value: unknown, label: string) => Value,
): Field<Value> => ({
	property,
	read: (value, collection) => read(value, joinLabels(collection, property.displayName)),
});

/** Reads a field of 'Options'. @throws UserError as {@link Field.read} */
export const optionIn = <Value>(options: IDataObject, { property, read }: Field<Value>): Value =>
	read(ownValue(options, property.name), OPTIONS);
