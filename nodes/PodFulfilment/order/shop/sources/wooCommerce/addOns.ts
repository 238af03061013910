// Adds to the properties of a WooCommerce line what customers choose in the forms of plug-ins, some of which keep it in
// one metadata field, and nowhere else: `_tmcartepo_data: [{ name: "Size", value: "XL" }]`.

import type { IDataObject } from 'n8n-workflow';

import { decodeEntities } from '../../../../input/html';
import { isObject, ownValue } from '../../../../input/objects';
import { valueKey } from '../../lines/lineValues';
import { MAX_PROPERTIES } from '../../reading';
import type { LineProperty } from '../../shopOrder';
import { textIn } from '../../values';

/** Names of a choice. YITH's are `display_…`; the label is what the shop's owner sees. */
const NAME_KEYS = ['name', 'label', 'display_label'];

const VALUE_KEYS = ['value', 'display_value'];

/** Choices are nested in sections, fields and rows, and not deeper. */
const MAX_DEPTH = 10;

const entriesOf = (value: unknown): unknown[] => {
	if (Array.isArray(value)) return value as unknown[];
	return isObject(value) ? Object.values(value) : [];
};

const textsAt = (object: IDataObject, keys: readonly string[]): string[] =>
	keys.flatMap((key) => textIn(ownValue(object, key)) ?? []);

/** What a box or a file in a value is called, or where it is. */
const chosenText = (object: IDataObject): string | undefined =>
	textsAt(object, ['label', 'value', 'url'])[0];

/** What was chosen: a text, or what each box or file of a list says. */
function chosenIn(value: unknown): unknown {
	const alone = isObject(value) ? chosenText(value) : undefined;
	if (alone !== undefined) return alone;
	const chosen = entriesOf(value).flatMap((entry) =>
		isObject(entry) ? (chosenText(entry) ?? []) : [entry],
	);
	return chosen.length > 1 ? chosen : (chosen[0] ?? value);
}

/** Reads an object as a choice; undefined if it has no name or nothing that may be a value. */
function choiceOf(object: IDataObject): LineProperty | undefined {
	const named = textsAt(object, NAME_KEYS);
	const names = named.length > 0 ? named : textsAt(object, ['key']);
	const value = VALUE_KEYS.map((key) => ownValue(object, key)).find((one) => one !== undefined);
	return names.length === 0 || value === undefined ? undefined : { names, value: chosenIn(value) };
}

/** The choices in a value of metadata. What is within one says what could be chosen, and is passed over. */
function choicesIn(value: unknown, depth = 0): LineProperty[] {
	if (depth > MAX_DEPTH) return [];
	const choice = isObject(value) ? choiceOf(value) : undefined;
	return choice ? [choice] : entriesOf(value).flatMap((entry) => choicesIn(entry, depth + 1));
}

const keyOf = (name: string): string => valueKey(decodeEntities(name));

/**
 * Adds to the properties of a line the choices that they hold in lists or objects, unless the line has a property of that
 * name: most plug-ins list a choice a second time.
 */
export function withAddOns(properties: readonly LineProperty[]): LineProperty[] {
	// There is no room for a choice.
	if (properties.length >= MAX_PROPERTIES) return [...properties];
	const known = new Set(properties.flatMap(({ names }) => names.map(keyOf)));
	const isKnown = ({ names }: LineProperty): boolean =>
		names.some((name) => known.has(keyOf(name)));
	const choices = properties.flatMap(({ value }) => choicesIn(value));
	const read = choices.slice(0, MAX_PROPERTIES).filter((choice) => !isKnown(choice));
	return [...properties, ...read, ...choices.slice(MAX_PROPERTIES)];
}
