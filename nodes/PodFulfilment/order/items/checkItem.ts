import type { IDataObject } from 'n8n-workflow';

import {
	isBlank,
	optionalText,
	quantityOf,
	refuse,
	requiredText,
	type Label,
} from '../../input/checks';
import { isObject } from '../../input/guards';
import { quote } from '../../input/wording';
import { FILES_PER_PLACEMENT, LAYER_TYPE } from '../../spec/service';
import { throwAtOnce, type Check } from '../problems';
import type {
	EnteredItem,
	Layer,
	Option,
	Placement,
	PlacementOption,
	Position,
	RawItem,
} from './item';
import { printFileUrlOf } from './printFile';

/** The user's label for a property path of what is checked, such as `layers[0].url`; '' means all of it. */
export type LabelOf = (path: string) => string;

/** How messages name the fields of an item, which depends on how it is entered. */
export interface ItemWording {
	labelOf: LabelOf;
	/** What to do where the variant, or the ID or the value of an option, is missing. */
	whatToEnter: { variant: string; optionId: string; optionValue: string };
}

/** The label of a property path of what is checked, found only where a message needs it. */
type LabelAt = (path: string) => Label;

const labelsIn =
	(at: LabelAt, place: string): LabelAt =>
	(path) =>
		at(path === '' ? place : `${place}.${path}`);

// Rows of the editor are objects and lists: only JSON can have something else in their place.
const COMPARE = 'Compare with the example in the description of the field.';

export const objectAt = (value: unknown, label: Label): IDataObject =>
	isObject(value) ? value : refuse(label, `is ${quote(value)}, but must be an object`, COMPARE);

export const listAt = (value: unknown, label: Label): unknown[] =>
	Array.isArray(value)
		? (value as unknown[])
		: refuse(label, `is ${quote(value)}, but must be a list in square brackets`, COMPARE);

/** A copy in which the fields of these names are texts. Those that are empty are left out. */
function withTexts(
	fields: Readonly<Record<string, unknown>>,
	names: readonly string[],
	at: LabelAt,
	check: Check,
): IDataObject {
	const copy = { ...fields } as IDataObject;
	for (const name of names) {
		const text = check(() => optionalText(fields[name], at(name)));
		if (text === undefined) delete copy[name];
		else copy[name] = text;
	}
	return copy;
}

function checkedPosition(value: unknown, at: LabelAt): Position {
	const position = objectAt(value, at(''));
	for (const side of ['top', 'left', 'width', 'height']) {
		const entry = position[side];
		if (entry !== undefined && typeof entry !== 'number') {
			return refuse(
				at(side),
				`is ${quote(entry)}, but must be a number`,
				'Enter pixels, or leave the position out to take it from the catalog.',
			);
		}
	}
	return position as Position;
}

function checkedLayer(value: unknown, at: LabelAt, check: Check): Layer {
	const layer = objectAt(value, at(''));
	const { position } = layer;
	return {
		...layer,
		url: check(() => printFileUrlOf(layer.url, at('url'))),
		type: check(() => optionalText(layer.type, at('type'))) ?? LAYER_TYPE,
		...(position != null && {
			position: check(() => checkedPosition(position, labelsIn(at, 'position'))),
		}),
	};
}

function checkedLayers(value: unknown, label: Label): unknown[] {
	const layers = listAt(value, label);
	return layers.length === FILES_PER_PLACEMENT
		? layers
		: refuse(
				label,
				`has ${layers.length} print files, but a placement takes exactly one`,
				'Combine the designs into one file, or use a placement for each.',
			);
}

function checkedPlacementOption(value: unknown, at: LabelAt, check: Check): PlacementOption {
	const option = objectAt(value, at(''));
	const isOn = option.value;
	return {
		...option,
		name: check(() => requiredText(option.name, at('name'), 'Enter its name.')),
		value: check(() =>
			typeof isOn === 'boolean'
				? isOn
				: refuse(
						at('value'),
						`is ${quote(isOn)}, but must be true or false`,
						'Enter true to switch the placement option on.',
					),
		),
	};
}

/**
 * Checks each entry of a list by itself.
 *
 * @param instead takes the place of an entry that is unusable as a whole; without it, such an entry is left out
 */
function eachOf<Entry>(
	entries: readonly unknown[],
	at: LabelAt,
	name: string,
	check: Check,
	read: (entry: unknown, at: LabelAt, check: Check) => Entry,
	instead?: Entry,
): Entry[] {
	const checked = entries.map(
		(entry, index) => check(() => read(entry, labelsIn(at, `${name}[${index}]`), check)) ?? instead,
	);
	return checked.filter((entry) => entry !== undefined);
}

function checkedPlacement(raw: unknown, at: LabelAt, check: Check): Placement {
	const placement = objectAt(raw, at(''));
	const { placementOptions } = placement;
	const layers = check(() => checkedLayers(placement.layers, at('layers'))) ?? [];
	// Null says as much as nothing, and is a value of the spec.
	const texts = ['type', 'technique'].filter((name) => placement[name] !== null);
	return {
		...withTexts(placement, texts, at, check),
		layers: eachOf(layers, at, 'layers', check, checkedLayer),
		...(placementOptions != null && {
			placementOptions: eachOf(
				check(() => listAt(placementOptions, at('placementOptions'))) ?? [],
				at,
				'placementOptions',
				check,
				checkedPlacementOption,
			),
		}),
	};
}

function checkedOption(
	raw: unknown,
	at: LabelAt,
	{ optionId, optionValue }: ItemWording['whatToEnter'],
	check: Check,
): Option {
	const option = objectAt(raw, at(''));
	return {
		...option,
		id: check(() => requiredText(option.id, at('id'), optionId)),
		value: check(() => requiredText(option.value, at('value'), optionValue)),
	};
}

/**
 * Checks what is given of an item, such as the changes of one: kinds of values, texts, quantity, print files and options. All
 * that depends on the variant is checked with the catalog: completion.ts.
 *
 * @throws UserError that names the field, unless `check` collects it; then the value is missing
 */
export function checkItemFields(
	raw: RawItem,
	{ labelOf, whatToEnter }: ItemWording,
	check: Check = throwAtOnce,
): Partial<EnteredItem> {
	const at: LabelAt = (path) => () => labelOf(path);
	const { placements, options, quantity, ...given } = raw;
	return {
		...withTexts(given, ['externalId', 'variantId', 'sku', 'name', 'retailPrice'], at, check),
		...(quantity !== undefined && {
			quantity: check(() => quantityOf(quantity, at('quantity'))),
		}),
		...(placements && {
			// All keep their index, which later messages name.
			placements: eachOf(placements, at, 'placements', check, checkedPlacement, { layers: [] }),
		}),
		...(options && {
			options: eachOf(options, at, 'options', check, (option, optionAt) =>
				checkedOption(option, optionAt, whatToEnter, check),
			),
		}),
	};
}

/**
 * Checks a whole item, as {@link checkItemFields}: it has a variant and a quantity as well.
 *
 * @throws UserError that names the field, unless `check` collects it; then the value is missing
 */
export function checkItem(
	raw: RawItem,
	wording: ItemWording,
	check: Check = throwAtOnce,
): EnteredItem {
	const { labelOf, whatToEnter } = wording;
	if (isBlank(raw.variantId) && isBlank(raw.sku)) {
		check(() => refuse(labelOf('variantId'), 'is empty', whatToEnter.variant));
	}
	const { quantity = '', placements = [] } = raw;
	return checkItemFields({ ...raw, quantity, placements }, wording, check) as EnteredItem;
}
