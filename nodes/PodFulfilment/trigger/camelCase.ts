import type { GenericValue, IDataObject } from 'n8n-workflow';

import { PROTOTYPE_KEYS } from '../input/parseJsonSafely';

/**
 * Names every field of an object in camelCase, at any depth: webhooks name an order's fields
 * `external_id`, the REST resources `externalId` (spec sections 2 and 6), and a workflow should see one name.
 * Only `snake_case` is renamed; `@id` or `hydra:member` stay. Where both spellings are sent, camelCase wins.
 */
export function camelCaseKeys(object: IDataObject): IDataObject {
	const fields = new Map<string, IDataObject[string]>();
	for (const [key, value] of Object.entries(object)) {
		const name = key.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_match, letter: string) =>
			letter.toUpperCase(),
		);
		if (PROTOTYPE_KEYS.has(name) || (name !== key && fields.has(name))) continue;
		fields.set(name, camelCaseValue(value));
	}
	return Object.fromEntries(fields);
}

function camelCaseValue(value: unknown): IDataObject[string] {
	if (Array.isArray(value)) return value.map(camelCaseValue) as GenericValue[];
	if (typeof value === 'object' && value !== null) return camelCaseKeys(value as IDataObject);
	return value as GenericValue;
}
