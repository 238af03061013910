// The lines of another shop's order, from what is at the path that the user gave: a list, an object with a line under
// each ID, or one line alone. Refuses rows of a spreadsheet that are not of one order.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { comparableSku } from '../../../input/equalText';
import { isObject } from '../../../input/guards';
import { quote } from '../../../input/wording';
import { namesInPath, saysNone, textIn, valueAt, valueAtNames } from '../values';

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

/** Without what spreadsheets and people write in one cell and not in the next: case, blanks, zeros and signs at an end. */
const comparableCell = (cell: string): string =>
	comparableSku(
		cell
			.replaceAll(/\s+/g, ' ')
			.replace(/^[ '#0]+/, '')
			.replace(/[,.] ?$/, ''),
	);

/**
 * Refuses lines of several orders, as all rows of a spreadsheet are: only the order of one line would be read. Blank
 * cells repeat those above.
 *
 * @param paths those by which the order and its recipient are known, with the labels of their fields
 * @throws UserError
 */
export function requireOneOrder(
	lines: readonly IDataObject[],
	linesPath: string,
	paths: ReadonlyArray<readonly [label: string, path: string]>,
): void {
	const start = namesInPath(linesPath);
	for (const [label, path] of paths) {
		const names = namesInPath(path);
		// The names that follow those of a line in a path such as `data[0].Street`.
		const within = start.every((name, index) => name === names[index])
			? names.slice(start.length + 1)
			: [];
		const texts = lines.map((line) => {
			const value = valueAtNames(line, within);
			return saysNone(value) ? undefined : comparableCell(textIn(value) ?? '');
		});
		const first = texts.find((text) => text !== undefined);
		const other = texts.findIndex((text) => text !== undefined && text !== first);
		if (other === -1) continue;
		refuse(
			'Lines Field',
			`is ${quote(linesPath)}, but line ${other + 1} there is of another order: it differs at ${quote(path)}, the ${label}`,
			'Hand on one order in each item: keep the rows of others back before the Aggregate node, for example with a filter where they are read. Rows of one order have the same there, or a blank cell after the first.',
		);
	}
}
