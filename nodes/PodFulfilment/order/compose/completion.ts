// The one check of an item against the catalog, however it was entered: fills in what its variant gives, and refuses what that
// does not have, or requires.

import {
	choicesOf,
	FreePlacements,
	isListed,
	optionAdvice,
	type CatalogPlacement,
	type CatalogVariant,
} from '../../api/catalog/catalogVariant';
import { refuse } from '../../input/checks';
import { quotedList, quote, serviceName } from '../../input/wording';
import { FILES_PER_PLACEMENT } from '../../spec/service';
import { throwAtOnce, type Check } from '../findings';
import { listLabel, type LabelOf } from './fieldLabel';
import type { Item, Layer, Option, Placement, Position } from './item';

/**
 * Refuses an item in the words for how it was entered: what its parts are called, and what to do.
 *
 * @param path property path inside the item: of a part, or of the list that lacks one
 * @param whatToDo in the fields of the node
 * @param missing the type or the ID of what the list lacks
 */
export type RefuseItem = (path: string, what: string, whatToDo: string, missing?: string) => never;

/** For an item that was entered in fields, or in their JSON. */
export const refuseAt =
	(labelOf: LabelOf): RefuseItem =>
	(path, what, whatToDo, missing) =>
		refuse(missing === undefined ? labelOf(path) : listLabel(labelOf(''), path), what, whatToDo);

/** For a part of an item. */
const refuseIn =
	(refuseItem: RefuseItem, part: string): RefuseItem =>
	(path, what, whatToDo) =>
		refuseItem(`${part}${path}`, what, whatToDo);

const unknown = (text: string, variant: CatalogVariant): string =>
	`is ${quote(text)}, which variant "${variant.name}" does not have`;

function freePlacement(
	free: FreePlacements,
	usedTypes: ReadonlySet<string>,
	variant: CatalogVariant,
	refusePart: RefuseItem,
): CatalogPlacement {
	const entry = free.first(usedTypes);
	if (entry) return entry;
	const { names: types, required } = choicesOf(variant).placements;
	const unused = types.find((type) => !usedTypes.has(type));
	if (unused === undefined) {
		return refusePart(
			'',
			`is one print file more than variant "${variant.name}" has placements`,
			'Remove a placement.',
		);
	}
	return refusePart(
		'',
		`names no placement, and variant "${variant.name}" requires ${required.length === 0 ? 'none' : 'no other'}`,
		`Say which placement it is for, such as "${serviceName(unused)}": as the Placement of its row under Placements, or in JSON as "files": { "${serviceName(unused)}": "https://…" }. Or remove the file.`,
	);
}

/** The position of a layer (spec section 2, Position): always top left, with the size of the placement's area. */
function positionOf(
	{ position: given }: Layer,
	{ area, type }: CatalogPlacement,
	refusePart: RefuseItem,
): Position | null | undefined {
	if (!area) return given;
	const position = { top: 0, left: 0, width: area.width, height: area.height };
	for (const side of ['top', 'left', 'width', 'height'] as const) {
		if (given?.[side] !== undefined && given[side] !== position[side]) {
			return refusePart(
				`.layers[0].position.${side}`,
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
	refusePart: RefuseItem,
): string | undefined {
	if (!technique) return usual ?? techniques[0];
	return techniques.length === 0 || isListed(techniques, technique)
		? technique
		: refusePart(
				'.technique',
				`is ${quote(technique)}, which placement "${serviceName(type)}" does not offer`,
				`Choose one of ${quotedList(techniques)}, or leave it empty.`,
			);
}

/** The placements of {@link completeItem}. Where the catalog lists none for the variant, the service validates them. */
export function completePlacements(
	placements: Placement[],
	variant: CatalogVariant,
	refuseItem: RefuseItem,
	check: Check = throwAtOnce,
): Placement[] {
	if (variant.placements.length === 0) return placements;
	const { names, named, missing } = choicesOf(variant).placements;
	const usedTypes = new Set(
		placements.flatMap(({ type }) => (type ? [named(type)?.type ?? type] : [])),
	);
	const free = new FreePlacements(variant, placements.length);
	const filesByType = new Map<string, number>();
	const completed = placements.map((placement, index) => {
		const { type, layers } = placement;
		const refusePart = refuseIn(refuseItem, `placements[${index}]`);
		const entry = check(() => {
			if (!type) return freePlacement(free, usedTypes, variant, refusePart);
			const advice = `Choose one of ${quotedList(names)}.`;
			return named(type) ?? refusePart('.type', unknown(type, variant), advice);
		});
		if (!entry) return placement;
		const files = (filesByType.get(entry.type) ?? 0) + layers.length;
		if (files > FILES_PER_PLACEMENT) {
			check(() =>
				refusePart(
					'.type',
					`is "${serviceName(entry.type)}" again, but a placement takes only one print file`,
					'Remove one of the two, or choose another placement.',
				),
			);
		}
		filesByType.set(entry.type, files);
		usedTypes.add(entry.type);
		const technique = check(() => techniqueOf(placement, entry, refusePart));
		return {
			...placement,
			type: entry.type,
			...(technique !== undefined && { technique }),
			layers: layers.map((layer) => {
				const position = check(() => positionOf(layer, entry, refusePart));
				return { ...layer, ...(position && { position }) };
			}),
		};
	});
	for (const { type } of missing(new Set(filesByType.keys()))) {
		check(() =>
			refuseItem(
				'placements',
				`lacks "${serviceName(type)}", which variant "${variant.name}" requires`,
				'Add that placement with its print file.',
				type,
			),
		);
	}
	return completed;
}

/** The options of {@link completeItem}. */
export function completeOptions(
	options: Option[],
	variant: CatalogVariant,
	refuseItem: RefuseItem,
	check: Check = throwAtOnce,
): Option[] {
	const { names, named, missing } = choicesOf(variant).options;
	const completed = options.map((option, index) => {
		const { id, value } = option;
		// An empty ID or value was refused before.
		if (id === undefined) return option;
		const refusePart = refuseIn(refuseItem, `options[${index}]`);
		const checked = check(() => {
			const entry = named(id) ?? refusePart('.id', unknown(id, variant), optionAdvice(names));
			return value === undefined || entry.values.length === 0 || isListed(entry.values, value)
				? { ...option, id: entry.id }
				: refusePart(
						'.value',
						`is ${quote(value)}, which the catalog does not list for option "${serviceName(entry.id)}" (${serviceName(entry.label)})`,
						`Choose one of ${quotedList(entry.values)}.`,
					);
		});
		return checked ?? option;
	});
	// Also those whose value was refused.
	const given = new Set(completed.map(({ id = '' }) => named(id)?.id));
	for (const { id, label, values } of missing(given)) {
		check(() =>
			refuseItem(
				'options',
				`lacks "${serviceName(id)}" (${serviceName(label)}), which variant "${variant.name}" requires`,
				`Add the option with ${values.length === 0 ? 'a value' : `one of ${quotedList(values)}`}.`,
				id,
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
 * @throws UserError for a placement, technique, position, option or value that the variant does not have, for a missing
 *   required placement or option, for a second print file on one placement, and for a file that names none and finds none
 *   that is required
 */
export function completeItem(
	item: Item,
	variant: CatalogVariant,
	labelOf: LabelOf,
	check: Check = throwAtOnce,
): Item {
	const refuseItem = refuseAt(labelOf);
	const options = completeOptions(item.options ?? [], variant, refuseItem, check);
	const placements = completePlacements(item.placements, variant, refuseItem, check);
	return { ...item, placements, ...(item.options && { options }) };
}
