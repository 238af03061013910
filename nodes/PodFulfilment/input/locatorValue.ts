// The mode and value of a resource locator, such as 'sku', or of the plain value that an expression or an AI agent
// gives in its place.

import { isObject } from './objects';

/** Mode of the variant locator in which the value is a SKU. */
export const SKU_MODE = 'sku';

/** Returns mode and value of a resource locator. A plain value counts as an ID. */
export function locatorChoice(locator: unknown): { mode: string; value: unknown } {
	return isObject(locator) && 'value' in locator
		? { mode: String(locator.mode ?? 'id'), value: locator.value }
		: { mode: 'id', value: locator };
}

/** Its value as trimmed text; '' when there is none. */
export function locatorText(locator: unknown): string {
	const { value } = locatorChoice(locator);
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
