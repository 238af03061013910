// Bundles, which WooCommerce plug-ins list as a line besides the lines of their parts: which lines are the parts of
// which, by the metadata of each plug-in, such as `bundled_by` or `woosb_parent_id`.

import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../../../../input/checks';
import { ownValue } from '../../../../input/objects';
import { allPropertiesIn } from '../../reading';
import { listIn, textIn } from '../../values';

/** Fields in which plug-ins list the lines that a bundle consists of. */
const PART_LISTS = ['bundled_items', 'composite_children', 'child_items'];

/** Marks that say of a line that its parts are lines, even where none is found. */
const SURE_MARKS = ['bundled_items', 'composite_children'];

// Keys of metadata, without the underscore before them: of WooCommerce Product Bundles and YITH's, Composite Products, Mix and
// Match; of WPC's Product Bundles, Composite Products, Combo Offers and Grouped Product; of Bopo, Easy Product Bundles, and YITH
// Composite Products.

/** Of a part: the bundle's key in the cart, or its product ID. */
const OF_PARTS = [
	...['bundled_by', 'composite_parent', 'mnm_container'],
	...['woosb_parent_id', 'wooco_parent_id', 'woosg_parent_id', 'bopobb_parent_id'],
	...['asnp_wepb_parent_id', 'yith_wcp_child_component_data'],
];

/** Of a bundle: the key that it had in the cart. */
const CART_KEYS = ['bundle_cart_key', 'yith_bundle_cart_key', 'composite_cart_key', 'mnm_cart_key'];

/** Of a bundle. */
const OF_BUNDLES = [
	...SURE_MARKS,
	...CART_KEYS,
	...['cartstamp', 'mnm_config', 'woosb_ids', 'wooco_ids', 'woosg_ids', 'bopobb_ids'],
	...['asnp_wepb_items', 'yith_wcp_component_data'],
];

/** Parts of a bundle that are listed. Bundles of one product have the same, so together they may be the square of the lines. */
const MAX_PARTS = 250;

type Marks = ReadonlyMap<string, unknown>;

/** The metadata of a line that is not empty, by its keys without the underscore before them. */
const marksOf = (line: IDataObject): Marks =>
	new Map(
		allPropertiesIn(line.meta_data, ['key'])
			.filter(({ value }) => !isBlank(value))
			.flatMap(({ names, value }) => names.map((name) => [name.replace(/^_/, ''), value] as const)),
	);

/** Of a line that is a bundle: what its parts may call it. */
function namesOf(line: IDataObject, marks: Marks): string[] | undefined {
	if (!OF_BUNDLES.some((key) => marks.has(key))) return undefined;
	const keys = CART_KEYS.map((key) => marks.get(key));
	return [...keys, line.product_id, line.variation_id].flatMap((key) => textIn(key) ?? []);
}

/**
 * Finds the IDs of the lines that the bundles of an order consist of: by what they say of their bundle, or directly behind it
 * if they name none.
 *
 * @returns for each line its parts; undefined for a line that is not a bundle, or of which no part is found
 */
export function bundleParts(lines: readonly IDataObject[]): Array<string[] | undefined> {
	const marks = lines.map(marksOf);
	const bundleOf = marks.map((one) => OF_PARTS.find((key) => one.has(key)));
	const names = lines.map((line, index) =>
		bundleOf[index] === undefined ? namesOf(line, marks[index] ?? new Map()) : undefined,
	);
	const known = new Set(names.flat());
	/** By the names of their bundles, and of those that name none by the place of the bundle before them. */
	const parts = new Map<string | number, string[]>();
	let before: number | undefined;
	for (const [index, line] of lines.entries()) {
		const key = bundleOf[index];
		if (key === undefined) {
			before = names[index] && index;
			continue;
		}
		const name = textIn(marks[index]?.get(key));
		const bundle = name !== undefined && known.has(name) ? name : before;
		const id = textIn(line.id);
		if (bundle === undefined || id === undefined) continue;
		const ids = parts.get(bundle) ?? [];
		parts.set(bundle, ids);
		ids.push(id);
	}
	return lines.map((line, index) => {
		const listed = PART_LISTS.map((name) => listIn(ownValue(line, name))).find(
			(list) => list.length > 0,
		);
		if (listed) return listed.flatMap((id) => textIn(id) ?? []);
		const named = [...(names[index] ?? []), index].flatMap((name) => parts.get(name) ?? []);
		const isSure = SURE_MARKS.some((mark) => marks[index]?.has(mark));
		return named.length > 0 || isSure ? named.slice(0, MAX_PARTS) : undefined;
	});
}
