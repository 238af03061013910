import { FILES_PER_PLACEMENT } from '../spec/service';
import { refuse } from '../input/checks';
import type { Item, Layer, Option, Placement, Position } from './item';
import type { CatalogVariant } from '../api/catalogVariant';
import { shown } from '../input/wording';

type CatalogPlacement = CatalogVariant['placements'][number];

const choices = (values: string[]): string => values.map((value) => `"${value}"`).join(', ');

/** The catalog's entry for a placement; without a type, the first required one that is still free. */
function entryFor(
	placement: Placement,
	taken: ReadonlySet<string>,
	variant: CatalogVariant,
	field: string,
): CatalogPlacement {
	const { type } = placement;
	if (type === undefined || type === null || type === '') {
		const free = variant.placements.filter((entry) => !taken.has(entry.type));
		const entry = free.find(({ required }) => required) ?? free[0];
		return (
			entry ??
			refuse(
				field,
				`is one more than the ${variant.placements.length} that variant "${variant.name}" has`,
				'Remove a placement.',
			)
		);
	}
	return (
		variant.placements.find((entry) => entry.type === type) ??
		refuse(
			`${field} → Type`,
			`is ${shown(type)}, which variant "${variant.name}" does not have`,
			`Choose one of ${choices(variant.placements.map((entry) => entry.type))}.`,
		)
	);
}

/** Section 2, Position: always top left, with the size of the placement's area. */
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
				`is ${shown(given[side])}, but the catalog gives ${position[side]} for placement "${type}"`,
				'Leave the position out, and it is taken from the catalog.',
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
	if (entry.techniques.length > 0 && !entry.techniques.includes(technique)) {
		return refuse(
			`${field} → Technique`,
			`is ${shown(technique)}, which placement "${entry.type}" does not offer`,
			`Choose one of ${choices(entry.techniques)}, or leave it empty.`,
		);
	}
	return technique;
}

/**
 * Completes the placements of an item from its variant's catalog entry, see {@link completeItem}.
 * A variant whose entry lists none is left to the service.
 */
export function completePlacements(
	placements: Placement[],
	variant: CatalogVariant,
	field: string,
): Placement[] {
	if (variant.placements.length === 0) return placements;
	const given = new Set(placements.flatMap(({ type }) => (type ? [type] : [])));
	const used = new Map<string, number>();
	const completed = placements.map((placement, index) => {
		const where = `${field} → Placements → Placement ${index + 1}`;
		const entry = entryFor(placement, new Set([...given, ...used.keys()]), variant, where);
		const files = (used.get(entry.type) ?? 0) + placement.layers.length;
		if (files > FILES_PER_PLACEMENT) {
			return refuse(
				`${where} → Type`,
				`is "${entry.type}" again, and a placement takes one print file only`,
				'Remove one of the two, or choose another type.',
			);
		}
		used.set(entry.type, files);
		const technique = techniqueOf(placement, entry, where);
		return {
			...placement,
			type: entry.type,
			...(technique !== undefined && { technique }),
			layers: placement.layers.map((layer) => {
				const position = positionOf(layer, entry, where);
				return { ...layer, ...(position && { position }) };
			}),
		};
	});
	const missing = variant.placements.find(({ type, required }) => required && !used.has(type));
	if (missing) {
		return refuse(
			`${field} → Placements`,
			`lacks "${missing.type}", which variant "${variant.name}" requires`,
			'Add a placement of that type with its print file.',
		);
	}
	return completed;
}

/** Checks the options of an item by its variant's catalog entry, see {@link completeItem}. */
export function checkOptions(options: Option[], variant: CatalogVariant, field: string): void {
	for (const [index, { id, value }] of options.entries()) {
		const where = `${field} → Options → Option ${index + 1}`;
		const entry = variant.options.find((option) => option.id === id);
		if (!entry) {
			return refuse(
				`${where} → Option ID`,
				`is ${shown(id)}, which variant "${variant.name}" does not have`,
				variant.options.length === 0
					? 'Remove the option: this variant has none.'
					: `Choose one of ${choices(variant.options.map((option) => option.id))}.`,
			);
		}
		if (entry.values.length > 0 && !entry.values.includes(value)) {
			return refuse(
				`${where} → Value`,
				`is ${shown(value)}, which the catalog does not list for option "${id}"`,
				`Choose one of ${choices(entry.values)}.`,
			);
		}
	}
	const missing = variant.options.find(
		({ id, required }) => required && !options.some((option) => option.id === id),
	);
	if (missing) {
		return refuse(
			`${field} → Options`,
			`lacks "${missing.id}" (${missing.label}), which variant "${variant.name}" requires`,
			missing.values.length === 0
				? 'Add the option with a value.'
				: `Add the option with one of ${choices(missing.values)}.`,
		);
	}
}

/**
 * Completes an order item from its variant's catalog entry (spec section 2, VariantPlacement and VariantOption):
 * type, technique and position of each placement. What was given stays, unless the catalog says otherwise.
 *
 * @param field how the item is called in messages, e.g. 'Items → Item 1'
 * @throws UserError for a placement, technique, position, option or value that the variant does not have,
 *   a required one that is missing, and a second print file on one placement
 */
export function completeItem(item: Item, variant: CatalogVariant, field: string): Item {
	checkOptions(item.options ?? [], variant, field);
	return { ...item, placements: completePlacements(item.placements, variant, field) };
}

/** What the user should know of an item that can be ordered all the same; undefined when there is nothing. */
export const stockWarning = (
	{ inStock, name }: CatalogVariant,
	field: string,
): string | undefined =>
	inStock ? undefined : `${field}: the variant "${name}" is out of stock, so it may take longer`;
