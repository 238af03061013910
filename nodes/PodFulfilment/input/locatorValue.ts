import type { INodeParameterResourceLocator } from 'n8n-workflow';

import { isObject } from './guards';

/** What a locator holds: n8n's own object, or a plain value that an expression or a tool put in its place. */
export type LocatorValue = INodeParameterResourceLocator | string | number | null | undefined;

/** Mode and value of a locator. A plain value counts as an ID. */
export function locatorChoice(locator: unknown): { mode: string; value: unknown } {
	return isObject(locator) && 'value' in locator
		? { mode: String(locator.mode ?? 'id'), value: locator.value }
		: { mode: 'id', value: locator };
}

/** The value of a locator as text without blanks around it; empty when it holds none. */
export function locatorText(locator: unknown): string {
	const { value } = locatorChoice(locator);
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
