// Lines of another shop's order that belong to another line, by fields such as `parent_item_id`: one that repeats its
// parent is left out (Magento lists a product with sizes twice, under one SKU), and any other makes its parent a
// bundle.

import type { IDataObject } from 'n8n-workflow';

import { comparableName, comparableSku } from '../../../input/equalText';
import { isObject } from '../../../input/guards';
import type { ShopLine } from '../shopOrder';
import { firstText, textIn } from '../values';

/** Fields for the ID of the line that a line belongs to, in their comparable form. */
const PARENT_FIELDS = new Set([
	...['parentitemid', 'parentid', 'parentlineid', 'parentlineitemid', 'parentorderitemid'],
	...['parentorderproductid', 'parentitem', 'parentlineitem'],
]);

/** Shops nest lines less deeply. */
const MAX_PARENTS = 5;

const idIn = (value: unknown): string | undefined =>
	isObject(value) ? firstText(value.item_id, value.id) : textIn(value);

/** The IDs that a line has: the one at Line ID Field, and those under the usual names. */
const idsOf = ({ id }: ShopLine, line: IDataObject): string[] =>
	[id, textIn(line.item_id), textIn(line.id)].filter((one) => one !== undefined);

/** The line at the top of those that a line belongs to; undefined if there is none, or they belong to each other. */
function topOf(
	line: ShopLine,
	parents: ReadonlyMap<ShopLine, ShopLine | undefined>,
): ShopLine | undefined {
	let top = parents.get(line);
	for (let count = 0; count < MAX_PARENTS; count += 1) {
		const next = top && parents.get(top);
		if (!next) return top;
		top = next;
	}
	return undefined;
}

/** Whether a line says the same as the one that it belongs to. */
function isSame({ skus: [sku], quantity }: ShopLine, parent: ShopLine): boolean {
	const [parentSku] = parent.skus;
	return (
		sku !== undefined &&
		parentSku !== undefined &&
		comparableSku(sku) === comparableSku(parentSku) &&
		quantity === parent.quantity
	);
}

/**
 * Leaves out the lines that say the same as the line that they belong to. A line that others belong to otherwise is a bundle,
 * whose parts are lines too.
 *
 * @param data the lines as the shop sends them
 */
export function withoutRepeatedParents(
	lines: readonly ShopLine[],
	data: readonly IDataObject[],
): ShopLine[] {
	const byId = new Map<string | undefined, ShopLine>();
	for (const [index, line] of lines.entries()) {
		for (const id of idsOf(line, data[index] ?? {})) {
			if (!byId.has(id)) byId.set(id, line);
		}
	}
	const parentOf = (line: IDataObject): ShopLine | undefined =>
		Object.entries(line)
			.filter(([name]) => PARENT_FIELDS.has(comparableName(name)))
			.map(([, value]) => byId.get(idIn(value)))
			.find((parent) => parent !== undefined);
	const parents = new Map(lines.map((line, index) => [line, parentOf(data[index] ?? {})]));
	const parts = new Map<ShopLine, string[]>();
	const read = lines.map((line) => {
		const parent = topOf(line, parents);
		if (!parent || line.leftOutBecause !== undefined) return line;
		if (isSame(line, parent)) {
			const leftOutBecause = `it is ${parent.label} once more, with the same SKU`;
			return { ...line, quantity: 0, leftOutBecause };
		}
		if (line.id === undefined) {
			return {
				...line,
				doubt: `it belongs to ${parent.label}: check that nothing is produced twice`,
			};
		}
		const ids = parts.get(parent) ?? [];
		parts.set(parent, ids);
		ids.push(line.id);
		return line;
	});
	// One that belongs to none is still the same.
	return read.map((line) => {
		const partIds = parts.get(line);
		return partIds ? { ...line, partIds } : line;
	});
}
