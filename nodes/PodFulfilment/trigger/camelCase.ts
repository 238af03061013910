// Renames snake_case names of a delivery to camelCase, one name or all of an object.

import type { GenericValue, IDataObject } from 'n8n-workflow';

import { INHERITED_KEYS } from '../input/objects';

/** No field is called so; such a name may be as long as the body. */
const MAX_NAME_LENGTH = 200;

/** A `snake_case` name in camelCase; other names, such as `@id` or `hydra:member`, stay. */
export const camelCase = (name: string): string =>
	name.length > MAX_NAME_LENGTH
		? name
		: name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

/**
 * Renames every `snake_case` field of an object to camelCase, at any depth. Webhooks send `external_id`, the REST
 * resources `externalId` (spec sections 2 and 6); workflows see one name for both. If both spellings are sent, the camelCase field wins. Keys that reach a prototype are dropped.
 */
export function camelCaseKeys(object: IDataObject): IDataObject {
	const fields = new Map<string, IDataObject[string]>();
	for (const [key, value] of Object.entries(object)) {
		const name = camelCase(key);
		if (INHERITED_KEYS.has(name) || (name !== key && fields.has(name))) continue;
		fields.set(name, camelCaseValue(value));
	}
	return Object.fromEntries(fields);
}

function camelCaseValue(value: unknown): IDataObject[string] {
	if (Array.isArray(value)) return value.map(camelCaseValue) as GenericValue[];
	if (typeof value === 'object' && value !== null) return camelCaseKeys(value as IDataObject);
	return value as GenericValue;
}
