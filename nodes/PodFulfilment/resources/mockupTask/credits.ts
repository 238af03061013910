// The mockup credits of the month, from the headers of a response, and adding them to a mockup task.

import type { IDataObject } from 'n8n-workflow';

function creditHeader(
	headers: Record<string, string>,
	name: 'included' | 'used',
): number | undefined {
	const pattern = new RegExp(`^x-.+-credits-${name}$`);
	const value = Object.entries(headers)
		.find(([header]) => pattern.test(header))?.[1]
		.trim();
	return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

/**
 * Reads the credits of the current month from the headers of a mockup response (spec section 8), whose names contain
 * the provider's brand.
 *
 * @param headers names in lower case
 * @returns integers; undefined when the headers are missing or invalid
 */
export function creditsOf(headers: Record<string, string>): IDataObject | undefined {
	const included = creditHeader(headers, 'included');
	const used = creditHeader(headers, 'used');
	if (included === undefined || used === undefined) return undefined;
	return { included, used, remaining: Math.max(0, included - used) };
}

export function withCredits(task: IDataObject, headers: Record<string, string>): IDataObject {
	const credits = creditsOf(headers);
	return { ...task, ...(credits && { credits }) };
}
