// Completes entered items with what their variants offer in the catalog, and refuses what these do not have.

import {
	choicesOf,
	FreePlacements,
	isListed,
	optionAdvice,
	type CatalogPlacement,
	type CatalogVariant,
} from '../../api/catalog/catalogVariant';
import { variantIdOfSku } from '../../api/catalog/skuIndex';
import { lookUpVariant } from '../../api/catalog/variantLookup';
import { refuse } from '../../input/checks';
import { joinLabels } from '../../input/field';
import { nextTurn } from '../../input/nextTurn';
import { quotedList, quote, serviceName } from '../../input/wording';
import { FILES_PER_PLACEMENT } from '../../spec/service';
import type { ApiClient } from '../../transport/client';
import { Findings, throwAtOnce, type Check } from '../findings';
import type { LabelOf } from './fieldLabel';
import type { EnteredItem, Item, Layer, Option, Placement, Position } from './item';
import { printFileWarnings } from './printFile';
import { trimmed } from '../../input/text';

const refuseUnknown = (label: string, text: string, variant: string, whatToDo: string): never =>
	refuse(label, `is ${quote(text)}, which variant "${variant}" does not have`, whatToDo);

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
	return techniques.length === 0 || isListed(techniques, technique)
		? technique
		: refuse(
				labelOf('.technique'),
				`is ${quote(technique)}, which placement "${serviceName(type)}" does not offer`,
				`Choose one of ${quotedList(techniques)}, or leave it empty.`,
			);
}

/** The placements of {@link completeItem}. Where the catalog lists none for the variant, the service validates them. */
export function completePlacements(
	placements: Placement[],
	variant: CatalogVariant,
	labelOfItem: LabelOf,
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
		const labelOf: LabelOf = (path) => labelOfItem(`placements[${index}]${path}`);
		const entry = check(() => {
			if (!type) return freePlacement(free, usedTypes, variant, labelOf(''));
			const advice = `Choose one of ${quotedList(names)}.`;
			return named(type) ?? refuseUnknown(labelOf('.type'), type, variant.name, advice);
		});
		if (!entry) return placement;
		const files = (filesByType.get(entry.type) ?? 0) + layers.length;
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
			layers: layers.map((layer) => {
				const position = check(() => positionOf(layer, entry, labelOf));
				return { ...layer, ...(position && { position }) };
			}),
		};
	});
	for (const { type } of missing(new Set(filesByType.keys()))) {
		check(() =>
			refuse(
				joinLabels(labelOfItem(''), 'Placements'),
				`lacks "${serviceName(type)}", which variant "${variant.name}" requires`,
				'Add that placement with its print file.',
			),
		);
	}
	return completed;
}

/** The options of {@link completeItem}. */
export function completeOptions(
	options: Option[],
	variant: CatalogVariant,
	labelOfItem: LabelOf,
	check: Check = throwAtOnce,
): Option[] {
	const { names, named, missing } = choicesOf(variant).options;
	const completed = options.map((option, index) => {
		const { id, value } = option;
		// An empty ID or value was refused before.
		if (id === undefined) return option;
		const labelOf: LabelOf = (path) => labelOfItem(`options[${index}]${path}`);
		const checked = check(() => {
			const entry =
				named(id) ?? refuseUnknown(labelOf('.id'), id, variant.name, optionAdvice(names));
			return value === undefined || entry.values.length === 0 || isListed(entry.values, value)
				? { ...option, id: entry.id }
				: refuse(
						labelOf('.value'),
						`is ${quote(value)}, which the catalog does not list for option "${serviceName(entry.id)}"`,
						`Choose one of ${quotedList(entry.values)}.`,
					);
		});
		return checked ?? option;
	});
	// Also those whose value was refused.
	const given = new Set(completed.map(({ id = '' }) => named(id)?.id));
	for (const { id, label, values } of missing(given)) {
		check(() =>
			refuse(
				joinLabels(labelOfItem(''), 'Product Options'),
				`lacks "${serviceName(id)}" (${serviceName(label)}), which variant "${variant.name}" requires`,
				`Add the option with ${values.length === 0 ? 'a value' : `one of ${quotedList(values)}`}.`,
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
	const options = completeOptions(item.options ?? [], variant, labelOf, check);
	const placements = completePlacements(item.placements, variant, labelOf, check);
	return { ...item, placements, ...(item.options && { options }) };
}

/**
 * Replaces the SKU of an item by the ID of its variant. Returns an item that was entered by ID as it is.
 *
 * @param field label of the variant's field in error messages
 * @throws UserError for a SKU of no variant, of several, or of another variant than the given ID
 * @throws ServiceError when the catalog cannot be read
 */
export async function withVariantId(
	client: ApiClient,
	entered: EnteredItem,
	field: string,
): Promise<Item> {
	const { sku, variantId: givenId, ...item } = entered;
	if (sku === undefined && givenId !== undefined) return entered as Item;
	const variantId = await variantIdOfSku(client, sku ?? '', field);
	if (givenId !== undefined && givenId !== variantId) {
		return refuse(
			field,
			`is ${quote(sku)}, which is the SKU of variant ${quote(variantId)}, but the given variant ID is ${quote(givenId)}`,
			'Leave out one of the two.',
		);
	}
	return { ...item, quantity: entered.quantity, placements: entered.placements, variantId };
}

/** An item to be completed, and what messages call it and its fields. */
interface ItemToComplete {
	entered: EnteredItem;
	labelOf: LabelOf;
	/** What warnings call it, where that differs. */
	nameInWarnings?: string;
	/** Whether it is that of an existing order, so that nothing of it is read from the catalog. */
	exists?: boolean;
}

async function itemFromCatalog(
	client: ApiClient,
	{ entered, labelOf, nameInWarnings = labelOf(''), exists = false }: ItemToComplete,
	fillFromCatalog: boolean,
) {
	const findings = new Findings('line');
	let item = entered;
	let name: string | undefined;
	try {
		// A missing variant was refused before.
		if ((entered.variantId ?? entered.sku) !== undefined && !exists) {
			const given = await withVariantId(client, entered, labelOf('sku'));
			item = given;
			if (fillFromCatalog) {
				const variant = await lookUpVariant(client, given.variantId);
				// Most items wait for the same answer, and go on together.
				await nextTurn();
				item = completeItem(given, variant, labelOf, findings.check);
				name = trimmed(item.name) || variant.itemName;
				if (!variant.inStock) {
					findings.warn(
						`${nameInWarnings}: the variant "${variant.name}" is out of stock, so it may take longer`,
						'outOfStock',
					);
				}
			}
		}
	} catch (error) {
		findings.refused(error);
	}
	for (const text of printFileWarnings(item, nameInWarnings)) findings.review(text, 'printFile');
	return { item, named: name ? { ...item, name } : item, findings: findings.list };
}

/**
 * Resolves variants that are named by SKU, completes and names items from the catalog, and checks them.
 *
 * @param fillFromCatalog whether to read the catalog; otherwise only the service checks them
 * @returns each with what it became: `named`, ready to send; `item`, the same without the name that the catalog gave it, to
 *   compare with that of an existing order, since a variant may have been renamed; and what was found. A print file that is a
 *   page is to be reviewed
 */
export const itemsFromCatalog = async <Line extends ItemToComplete>(
	client: ApiClient,
	lines: readonly Line[],
	fillFromCatalog: boolean,
) =>
	await Promise.all(
		lines.map(async (line) => ({
			...line,
			...(await itemFromCatalog(client, line, fillFromCatalog)),
		})),
	);
