// The lines of another shop's order, from what is at the path that the user gave: a list, an object with a line under
// each ID, or one line alone.

import { isObject } from '../../../input/guards';
import { valueAt } from '../values';

/**
 * The lines of an order, from what is at their path: a list, an object with a line under each ID, or one line alone, as
 * converters of XML give it.
 *
 * @param skuPath path of the SKU within a line
 * @returns undefined for anything else
 */
export function linesAt(value: unknown, skuPath: string): unknown[] | undefined {
	if (Array.isArray(value)) return value as unknown[];
	if (!isObject(value)) return undefined;
	const hasSku = (line: unknown): boolean => valueAt(line, skuPath) !== undefined;
	if (hasSku(value)) return [value];
	const entries = Object.values(value);
	return entries.every(isObject) && entries.some(hasSku) ? entries : undefined;
}
