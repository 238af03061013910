import { UserError } from 'n8n-workflow';

/**
 * Encodes an id for use as one segment of a path. A leading `@` stays as it is: it marks an external ID (spec section 4).
 *
 * @throws UserError for an empty id, for `.` and `..`, which would lead to another path, and for broken characters
 */
export function pathSegment(id: string, displayName: string): string {
	const trimmed = id.trim();
	if (trimmed === '' || trimmed === '@') {
		throw new UserError(`${displayName} is empty`, {
			description: `Choose an entry from the list, or enter the ${displayName.toLowerCase()}. If the field holds an expression, check that the input item has that value.`,
		});
	}
	// Half a character, as a text that was cut in the wrong place has it, cannot be encoded either.
	if (trimmed === '.' || trimmed === '..' || !trimmed.isWellFormed()) {
		throw new UserError(`${displayName} "${trimmed}" cannot be used`, {
			description: `Enter the ${displayName.toLowerCase()} as the service or your shop shows it.`,
		});
	}
	return encodeURIComponent(trimmed).replace(/^%40/, '@');
}
