// Bundles, which WooCommerce plug-ins list as a line besides the lines of their parts: which lines are the parts of
// which, by the metadata of each plug-in, such as `bundled_by` or `woosb_parent_id`.

import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../../../../input/checks';
import { ownValue } from '../../../../input/objects';
import { allPropertiesIn } from '../../reading';
import { listIn, textIn } from '../../values';

/** Fields in which plug-ins list the lines that a bundle consists of. */
const PART_LISTS = ['bundled_items', 'composite_children', 'child_items'];

/**
 * How a plug-in marks a bundle and its parts, by keys of metadata without the underscore before them: of a bundle; of a part,
 * with the value of one of the last, or the product ID of its bundle; and of a bundle, the key that it had in the cart.
 */
type BundleKeys = readonly [bundle: string[], part: string, ids: string[]];

const ofWpc = (name: string): BundleKeys => [[`${name}_ids`], `${name}_parent_id`, []];

const PLUG_INS: readonly BundleKeys[] = [
	// WooCommerce Product Bundles, YITH Product Bundles, Boost Sales
	[['bundled_items', 'cartstamp'], 'bundled_by', ['bundle_cart_key', 'yith_bundle_cart_key']],
	// WooCommerce Composite Products
	[['composite_children'], 'composite_parent', ['composite_cart_key']],
	// WooCommerce Mix and Match Products
	[['mnm_config'], 'mnm_container', ['mnm_cart_key']],
	// WPC Product Bundles, WPC Composite Products and Combo Offers, WPC Grouped Product; Bopo
	...['woosb', 'wooco', 'woosg', 'bopobb'].map(ofWpc),
	// Easy Product Bundles
	[['asnp_wepb_items'], 'asnp_wepb_parent_id', []],
	// YITH Composite Products
	[['yith_wcp_component_data'], 'yith_wcp_child_component_data', []],
];

/** Parts of a bundle that are listed. Bundles of one product have the same, so together they may be the square of the lines. */
const MAX_PARTS = 250;

/** Marks that say of a line that its parts are lines, even where none is found. */
const SURE_MARKS = ['bundled_items', 'composite_children'];

type Marks = ReadonlyMap<string, unknown>;

/** The metadata of a line that is not empty, by its keys without the underscore before them. */
const marksOf = (line: IDataObject): Marks =>
	new Map(
		allPropertiesIn(line.meta_data, ['key'])
			.filter(({ value }) => !isBlank(value))
			.flatMap(({ names, value }) => names.map((name) => [name.replace(/^_/, ''), value] as const)),
	);

/** The IDs of the lines that the bundle at an index consists of; undefined for a line that is no bundle. */
type PartFinder = (index: number) => string[] | undefined;

/** Finds the parts of the bundles of one plug-in: by what they say of their bundle, or directly behind it if they name none. */
function partsOf(
	[bundle, part, idKeys]: BundleKeys,
	lines: readonly IDataObject[],
	marks: readonly Marks[],
): PartFinder {
	const byBundle = new Map<string, string[]>();
	for (const [index, line] of lines.entries()) {
		const value = textIn(marks[index]?.get(part));
		if (value === undefined) continue;
		const ids = byBundle.get(value) ?? [];
		byBundle.set(value, ids);
		const id = textIn(line.id);
		if (id !== undefined) ids.push(id);
	}
	const isPart = (index: number): boolean => marks[index]?.has(part) === true;
	const names = lines.map((line, index) => {
		const own = marks[index];
		if (!own || isPart(index) || ![...bundle, ...idKeys].some((key) => own.has(key)))
			return undefined;
		const keys = [...idKeys.map((key) => own.get(key)), line.product_id, line.variation_id];
		return keys.flatMap((key) => textIn(key) ?? []);
	});
	const known = new Set(names.flatMap((ofBundle) => ofBundle ?? []));
	const isOrphan = (index: number): boolean =>
		isPart(index) && !known.has(textIn(marks[index]?.get(part)) ?? '');
	return (index) => {
		const named = names[index]?.flatMap((name) => byBundle.get(name) ?? []);
		if (!named || named.length > 0) return named;
		let end = index + 1;
		while (isOrphan(end)) end += 1;
		return lines.slice(index + 1, end).flatMap(({ id }) => textIn(id) ?? []);
	};
}

/**
 * Finds the IDs of the lines that the bundles of an order consist of, for one line at a time.
 *
 * @returns undefined for a line that is not a bundle, or of which no part is found
 */
export function bundleParts(lines: readonly IDataObject[]): PartFinder {
	const marks = lines.map(marksOf);
	const found = PLUG_INS.map((keys) => partsOf(keys, lines, marks));
	return (index) => {
		const listed = PART_LISTS.map((name) => listIn(ownValue(lines[index] ?? {}, name))).find(
			(list) => list.length > 0,
		);
		if (listed) return listed.flatMap((id) => textIn(id) ?? []);
		const parts = found.flatMap((partsIn) => partsIn(index) ?? []).slice(0, MAX_PARTS);
		const isSure = SURE_MARKS.some((mark) => marks[index]?.has(mark));
		return parts.length > 0 || isSure ? parts : undefined;
	};
}
