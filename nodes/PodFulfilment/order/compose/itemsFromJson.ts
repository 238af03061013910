// Reads 'Items (JSON)' and checks its items, still without the catalog: in the service's format, or in the short form
// with `files` and `options` as objects.

import { refuse } from '../../input/checks';
import { isObject } from '../../input/guards';
import { parseJsonField } from '../../input/jsonField';
import { ITEMS_JSON, jsonLabels } from './fieldLabel';
import { throwAtOnce, type Check } from '../problems';
import { checkItem, listAt, objectAt, type Context } from './checkItem';
import { optionList, placementOfFile, type EnteredItem, type RawItem } from './item';

const whatToEnter = {
	variant: 'Enter the ID of the variant from the catalog, or its SKU as "sku".',
	optionId: 'Enter the ID of the option.',
	optionValue: 'Enter a value of the option.',
};

/** Expands the short form of files. Anything else takes the place of a placement, and is refused as one. */
function placementsOfFiles(files: unknown): unknown[] {
	if (typeof files === 'string') return [placementOfFile(files)];
	return isObject(files)
		? Object.entries(files).map(([type, url]) => placementOfFile(url, type))
		: [files];
}

/** Expands the short forms of an item. */
function rawItem(value: unknown, { labelOf, check }: Context): RawItem {
	const { placements = [], files, options, ...given } = objectAt(value, () => labelOf(''));
	const listed = check(() => listAt(placements, () => labelOf('placements'))) ?? [];
	return {
		...given,
		placements: files === undefined ? listed : [...listed, ...placementsOfFiles(files)],
		...(options !== undefined && {
			options: check(() => listAt(optionList(options), () => labelOf('options'))) ?? [],
		}),
	};
}

/**
 * Builds the order items from the field 'Items (JSON)': a list in the spec's shape (section 2, OrderItem), or in the
 * short form `{ variantId or sku, quantity, files: { front: "https://…" }, options: { dial_color: "black" } }`, where
 * `files` may be the URL of the only print file. Unknown fields are passed through.
 *
 * @throws UserError with the position in the text for invalid JSON, or with the path of an invalid value
 */
export function itemsFromJson(value: unknown, check: Check = throwAtOnce): EnteredItem[] {
	const items = listAt(parseJsonField(value, ITEMS_JSON), ITEMS_JSON);
	if (items.length === 0) {
		return refuse(ITEMS_JSON, 'is an empty list', 'An order needs at least one item.');
	}
	return items.map((item, index) => {
		const context = { check, labelOf: jsonLabels(item, index), whatToEnter };
		const checked = check(() => checkItem(rawItem(item, context), context));
		// In place of one that is no object, so that the others keep their index.
		return checked ?? ({ placements: [] as EnteredItem['placements'] } as EnteredItem);
	});
}
