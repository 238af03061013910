// Completes an item with its variant's catalog entry: placement type, technique, position, option IDs, name. Refuses
// placements and options that the variant does not have, and missing ones that it requires; warns when it is out of
// stock.

import type { CatalogVariant } from '../../api/catalog/catalogVariant';
import { refuse } from '../../input/checks';
import { comparableName } from '../../input/equalText';
import { trimmed } from '../../input/guards';
import { quotedList, quote, serviceName } from '../../input/wording';
import { FILES_PER_PLACEMENT } from '../../spec/service';
import type { EnteredItem, Item, Layer, Option, Placement, Position } from './item';
import { throwAtOnce, type Check } from '../problems';
import {
	firstMissing,
	FreePlacements,
	lists,
	variantIndexOf,
	type CatalogOption,
	type CatalogPlacement,
} from './variantIndex';

/** Required placements or options of one item that are named as missing. No variant has as many. */
const MAX_MISSING = 20;

/** The placement of the variant that an entered type names; as written in the catalog, else the only one spelled alike. */
function placementNamed(type: string, variant: CatalogVariant): CatalogPlacement | undefined {
	const { byType, bySpelling } = variantIndexOf(variant);
	return byType.get(type) ?? bySpelling.get(comparableName(type));
}

/** Refuses a file without a type for which no placement is left that the variant requires. */
function refuseUnplaced(
	usedTypes: ReadonlySet<string>,
	variant: CatalogVariant,
	field: string,
): never {
	const { types, requiredTypes } = variantIndexOf(variant);
	const [free] = types.filter((type) => !usedTypes.has(type));
	if (free === undefined) {
		return refuse(
			field,
			`is one more than the ${types.length} that variant "${variant.name}" has`,
			'Remove a placement.',
		);
	}
	return refuse(
		field,
		`names no placement, and variant "${variant.name}" requires ${requiredTypes.size === 0 ? 'none' : 'no other'}`,
		`Say which placement it is for, such as "${serviceName(free)}": as the Placement of its row under Placements, or in JSON as "files": { "${serviceName(free)}": "https://…" }. Or remove the file.`,
	);
}

/** Finds the catalog entry for a placement; without a type, the first of those that are free. */
function catalogPlacementFor(
	placement: Placement,
	free: FreePlacements,
	usedTypes: ReadonlySet<string>,
	variant: CatalogVariant,
	field: string,
): CatalogPlacement {
	const { type } = placement;
	if (type === undefined || type === null || type === '') {
		return free.first(usedTypes) ?? refuseUnplaced(usedTypes, variant, field);
	}
	return (
		placementNamed(type, variant) ??
		refuse(
			`${field} → Placement`,
			`is ${quote(type)}, which variant "${variant.name}" does not have`,
			`Choose one of ${quotedList(variantIndexOf(variant).types)}.`,
		)
	);
}

/**
 * Returns the position of a layer (spec section 2, Position): always top left, with the size of the placement's area.
 */
function positionOf(
	layer: Layer,
	{ area, type }: CatalogPlacement,
	field: string,
): Position | undefined {
	if (!area) return layer.position;
	const position = { top: 0, left: 0, width: area.width, height: area.height };
	const given = layer.position;
	if (given === undefined || given === null) return position;
	for (const side of ['top', 'left', 'width', 'height'] as const) {
		if (given[side] !== undefined && given[side] !== position[side]) {
			return refuse(
				`${field} → Position → ${side}`,
				`is ${quote(given[side])}, but the catalog gives ${position[side]} for placement "${serviceName(type)}"`,
				'Leave the position out to take it from the catalog.',
			);
		}
	}
	return position;
}

function techniqueOf(
	{ technique }: Placement,
	entry: CatalogPlacement,
	field: string,
): string | undefined {
	if (technique === undefined || technique === null || technique === '') {
		return entry.technique ?? entry.techniques[0];
	}
	if (entry.techniques.length > 0 && !lists(entry.techniques, technique)) {
		return refuse(
			`${field} → Technique`,
			`is ${quote(technique)}, which placement "${serviceName(entry.type)}" does not offer`,
			`Choose one of ${quotedList(entry.techniques)}, or leave it empty.`,
		);
	}
	return technique;
}

/**
 * Completes the placements of an item from its variant's catalog entry, see {@link completeItem}. If the catalog lists
 * no placements for the variant, returns them unchanged; the service validates them.
 */
export function completePlacements(
	placements: Placement[],
	variant: CatalogVariant,
	field: string,
	check: Check = throwAtOnce,
	rowCount = placements.length,
): Placement[] {
	if (variant.placements.length === 0) return placements;
	const usedTypes = new Set(
		placements.flatMap(({ type }) => (type ? [placementNamed(type, variant)?.type ?? type] : [])),
	);
	const free = new FreePlacements(variant, placements.length);
	const filesByType = new Map<string, number>();
	const completed = placements.map((placement, index) => {
		const row =
			index < rowCount ? `${field} → Placements → Placement ${index + 1}` : `${field} → Print File`;
		const entry = check(() => catalogPlacementFor(placement, free, usedTypes, variant, row));
		if (!entry) return placement;
		const files = (filesByType.get(entry.type) ?? 0) + placement.layers.length;
		if (files > FILES_PER_PLACEMENT) {
			check(() =>
				refuse(
					`${row} → Placement`,
					`is "${serviceName(entry.type)}" again, but a placement takes only one print file`,
					'Remove one of the two, or choose another placement.',
				),
			);
		}
		filesByType.set(entry.type, files);
		usedTypes.add(entry.type);
		const technique = check(() => techniqueOf(placement, entry, row));
		return {
			...placement,
			type: entry.type,
			...(technique !== undefined && { technique }),
			layers: placement.layers.map((layer) => {
				const position = check(() => positionOf(layer, entry, row));
				return { ...layer, ...(position && { position }) };
			}),
		};
	});
	const { requiredPlacements } = variantIndexOf(variant);
	const isGiven = ({ type }: CatalogPlacement): boolean => filesByType.has(type);
	for (const { type } of firstMissing(requiredPlacements, isGiven, MAX_MISSING)) {
		check(() =>
			refuse(
				`${field} → Placements`,
				`lacks "${serviceName(type)}", which variant "${variant.name}" requires`,
				'Add that placement with its print file.',
			),
		);
	}
	return completed;
}

/** The option of the variant with this ID, else the only one whose ID or label is spelled alike. */
function optionWithId(id: string, variant: CatalogVariant): CatalogOption | undefined {
	const { optionsById, optionsBySpelling } = variantIndexOf(variant);
	return optionsById.get(id) ?? optionsBySpelling.get(comparableName(id));
}

/**
 * Checks an option of an item.
 *
 * @returns the option with its ID as the catalog has it
 * @throws UserError for an option that the variant does not have, and for a value that its option does not have
 */
function checkOption(option: Option, variant: CatalogVariant, row: string): Option {
	const { id, value } = option;
	// An empty ID or value was refused before.
	if (id === undefined) return option;
	const { optionIds } = variantIndexOf(variant);
	const entry = optionWithId(id, variant);
	if (!entry) {
		return refuse(
			`${row} → Option`,
			`is ${quote(id)}, which variant "${variant.name}" does not have`,
			variant.options.length === 0
				? 'Remove the option: this variant has none.'
				: `Choose one of ${quotedList(optionIds)}.`,
		);
	}
	if (value !== undefined && entry.values.length > 0 && !lists(entry.values, value)) {
		return refuse(
			`${row} → Value`,
			`is ${quote(value)}, which the catalog does not list for option "${serviceName(entry.id)}"`,
			`Choose one of ${quotedList(entry.values)}.`,
		);
	}
	return { ...option, id: entry.id };
}

/** Checks the options of an item against its variant's catalog entry and completes their IDs, see {@link completeItem}. */
export function completeOptions(
	options: Option[],
	variant: CatalogVariant,
	field: string,
	check: Check = throwAtOnce,
): Option[] {
	const completed = options.map((option, index) => {
		const row = `${field} → Product Options → Option ${index + 1}`;
		return check(() => checkOption(option, variant, row)) ?? option;
	});
	// Also those whose value was refused.
	const given = new Set(completed.map(({ id = '' }) => optionWithId(id, variant)?.id));
	const { requiredOptions } = variantIndexOf(variant);
	const isGiven = ({ id }: CatalogOption): boolean => given.has(id);
	for (const { id, label, values } of firstMissing(requiredOptions, isGiven, MAX_MISSING)) {
		check(() =>
			refuse(
				`${field} → Product Options`,
				`lacks "${serviceName(id)}" (${serviceName(label)}), which variant "${variant.name}" requires`,
				values.length === 0
					? 'Add the option with a value.'
					: `Add the option with one of ${quotedList(values)}.`,
			),
		);
	}
	return completed;
}

/**
 * Completes an order item from its variant's catalog entry (spec section 2, VariantPlacement and VariantOption): fills
 * in the type, technique and position of each placement where they are missing, and the IDs of options that were given by
 * their labels. Does not change `item` itself.
 *
 * @param field label of the item in error messages, e.g. 'Items → Item 1'
 * @param rowCount how many placements are rows in the editor; what comes behind them is from the field Print File
 * @throws UserError for a placement, technique, position, option or value that the variant does not have, for a missing
 *   required placement or option, for a second print file on one placement, and for a file that names none and finds none
 *   that is required
 */
export function completeItem(
	item: Item,
	variant: CatalogVariant,
	field: string,
	check: Check = throwAtOnce,
	rowCount?: number,
): Item {
	const options = completeOptions(item.options ?? [], variant, field, check);
	return {
		...item,
		placements: completePlacements(item.placements, variant, field, check, rowCount),
		...(item.options && { options }),
	};
}

/** The item with the name of its variant in the catalog, where it has none of its own. */
export function namedItem<Entry extends EnteredItem>(item: Entry, variant: CatalogVariant): Entry {
	if (trimmed(item.name) !== '') return item;
	return variant.itemName === '' ? item : { ...item, name: variant.itemName };
}

/** The name of an item whose variant is changed: that of the new one, where the catalog gave the item the old one's. */
export function nameOfChanged(
	name: string,
	before: CatalogVariant | undefined,
	after: CatalogVariant | undefined,
): string | undefined {
	if (!before || !after) return undefined;
	if (name === before.itemName) return after.itemName || undefined;
	return name === before.itemNameById ? (after.itemNameById ?? after.itemName) : undefined;
}

/** Warns that the variant of an item is out of stock; it can be ordered all the same. Undefined if in stock. */
export const stockWarning = (
	{ inStock, name }: CatalogVariant,
	field: string,
): string | undefined =>
	inStock ? undefined : `${field}: the variant "${name}" is out of stock, so it may take longer`;
