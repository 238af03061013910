import type { IDataObject } from 'n8n-workflow';

function credit(headers: Record<string, string>, name: 'included' | 'used'): number | undefined {
	const pattern = new RegExp(`^x-.+-credits-${name}$`);
	const value = Object.entries(headers)
		.find(([header]) => pattern.test(header))?.[1]
		.trim();
	return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

/**
 * The credits of the current month from the headers of a mockup answer (spec section 8); the brand in their names is
 * the provider's own.
 *
 * @param headers names in lower case
 * @returns whole numbers of credits; undefined when the service sent none
 */
export function creditsOf(headers: Record<string, string>): IDataObject | undefined {
	const included = credit(headers, 'included');
	const used = credit(headers, 'used');
	if (included === undefined || used === undefined) return undefined;
	return { included, used, remaining: Math.max(0, included - used) };
}

/** A mockup task with the credits that its answer told. */
export function withCredits(task: IDataObject, headers: Record<string, string>): IDataObject {
	const credits = creditsOf(headers);
	return { ...task, ...(credits && { credits }) };
}
