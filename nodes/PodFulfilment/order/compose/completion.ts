// Completes an item with its variant's catalog entry: placement type, technique, position, option IDs. Refuses placements
// and options that the variant does not have, and missing ones that it requires. Also the name of an item whose variant
// is changed.

import type { CatalogVariant } from '../../api/catalog/catalogVariant';
import { refuse } from '../../input/checks';
import { joinLabels } from '../../input/field';
import { quotedList, quote, serviceName } from '../../input/wording';
import { FILES_PER_PLACEMENT } from '../../spec/service';
import { throwAtOnce, type Check } from '../findings';
import { itemFieldLabel } from './fieldLabel';
import type { Item, Layer, Option, Placement, Position } from './item';
import {
	choicesOf,
	FreePlacements,
	lists,
	type CatalogPlacement,
	type Choices,
} from './variantChoices';

/** The label for a property path inside a placement or an option. */
type LabelOf = (path: string) => string;

/** The entry of the catalog that a text names. @throws UserError for one that the variant does not have */
function entryNamed<Entry extends { required: boolean }>(
	choices: Choices<Entry>,
	text: string,
	variant: CatalogVariant,
	label: string,
): Entry {
	return (
		choices.named(text) ??
		refuse(
			label,
			`is ${quote(text)}, which variant "${variant.name}" does not have`,
			choices.names.length === 0
				? 'Remove the option: this variant has none.'
				: `Choose one of ${quotedList(choices.names)}.`,
		)
	);
}

/** The placement that a file without a type is for: the first that is free of those that the variant requires. */
function freePlacement(
	free: FreePlacements,
	usedTypes: ReadonlySet<string>,
	variant: CatalogVariant,
	field: string,
): CatalogPlacement {
	const entry = free.first(usedTypes);
	if (entry) return entry;
	const { names: types, required } = choicesOf(variant).placements;
	const unused = types.find((type) => !usedTypes.has(type));
	if (unused === undefined) {
		return refuse(
			field,
			`is one more than the ${types.length} that variant "${variant.name}" has`,
			'Remove a placement.',
		);
	}
	return refuse(
		field,
		`names no placement, and variant "${variant.name}" requires ${required.length === 0 ? 'none' : 'no other'}`,
		`Say which placement it is for, such as "${serviceName(unused)}": as the Placement of its row under Placements, or in JSON as "files": { "${serviceName(unused)}": "https://…" }. Or remove the file.`,
	);
}

/** The position of a layer (spec section 2, Position): always top left, with the size of the placement's area. */
function positionOf(
	{ position: given }: Layer,
	{ area, type }: CatalogPlacement,
	labelOf: LabelOf,
): Position | null | undefined {
	if (!area) return given;
	const position = { top: 0, left: 0, width: area.width, height: area.height };
	for (const side of ['top', 'left', 'width', 'height'] as const) {
		if (given?.[side] !== undefined && given[side] !== position[side]) {
			return refuse(
				labelOf(`.layers[0].position.${side}`),
				`is ${quote(given[side])}, but the catalog gives ${position[side]} for placement "${serviceName(type)}"`,
				'Leave the position out to take it from the catalog.',
			);
		}
	}
	return position;
}

function techniqueOf(
	{ technique }: Placement,
	{ technique: usual, techniques, type }: CatalogPlacement,
	labelOf: LabelOf,
): string | undefined {
	if (!technique) return usual ?? techniques[0];
	return techniques.length === 0 || lists(techniques, technique)
		? technique
		: refuse(
				labelOf('.technique'),
				`is ${quote(technique)}, which placement "${serviceName(type)}" does not offer`,
				`Choose one of ${quotedList(techniques)}, or leave it empty.`,
			);
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
	rowCount?: number,
): Placement[] {
	if (variant.placements.length === 0) return placements;
	const choices = choicesOf(variant).placements;
	const usedTypes = new Set(
		placements.flatMap(({ type }) => (type ? [choices.named(type)?.type ?? type] : [])),
	);
	const free = new FreePlacements(variant, placements.length);
	const filesByType = new Map<string, number>();
	const completed = placements.map((placement, index) => {
		const labelOf: LabelOf = (path) =>
			joinLabels(field, itemFieldLabel(`placements[${index}]${path}`, rowCount));
		const entry = check(() =>
			placement.type
				? entryNamed(choices, placement.type, variant, labelOf('.type'))
				: freePlacement(free, usedTypes, variant, labelOf('')),
		);
		if (!entry) return placement;
		const files = (filesByType.get(entry.type) ?? 0) + placement.layers.length;
		if (files > FILES_PER_PLACEMENT) {
			check(() =>
				refuse(
					labelOf('.type'),
					`is "${serviceName(entry.type)}" again, but a placement takes only one print file`,
					'Remove one of the two, or choose another placement.',
				),
			);
		}
		filesByType.set(entry.type, files);
		usedTypes.add(entry.type);
		const technique = check(() => techniqueOf(placement, entry, labelOf));
		return {
			...placement,
			type: entry.type,
			...(technique !== undefined && { technique }),
			layers: placement.layers.map((layer) => {
				const position = check(() => positionOf(layer, entry, labelOf));
				return { ...layer, ...(position && { position }) };
			}),
		};
	});
	for (const { type } of choices.missing(new Set(filesByType.keys()))) {
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

/** Checks an option, and takes its ID as the catalog has it. @throws UserError for an option or a value that is not there */
function checkOption(option: Option, variant: CatalogVariant, labelOf: LabelOf): Option {
	const { id, value } = option;
	// An empty ID or value was refused before.
	if (id === undefined) return option;
	const entry = entryNamed(choicesOf(variant).options, id, variant, labelOf('.id'));
	if (value !== undefined && entry.values.length > 0 && !lists(entry.values, value)) {
		return refuse(
			labelOf('.value'),
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
		const labelOf: LabelOf = (path) =>
			joinLabels(field, itemFieldLabel(`options[${index}]${path}`));
		return check(() => checkOption(option, variant, labelOf)) ?? option;
	});
	// Also those whose value was refused.
	const choices = choicesOf(variant).options;
	const given = new Set(completed.map(({ id = '' }) => choices.named(id)?.id));
	for (const { id, label, values } of choices.missing(given)) {
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
 * their labels.
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
