// Adds to the properties of a WooCommerce line what customers choose in the forms of plug-ins, some of which keep it in
// one metadata field, and nowhere else: `_tmcartepo_data: [{ name: "Size", value: "XL" }]`.

import type { IDataObject } from 'n8n-workflow';

import { decodeEntities } from '../../../../input/html';
import { isContainer, isObject, ownValue } from '../../../../input/objects';
import { valueKey } from '../../lines/lineValues';
import { MAX_PROPERTIES } from '../../reading';
import type { LineProperty } from '../../shopOrder';
import { textIn } from '../../values';

/** Choices are nested in sections, fields and rows, and not deeper. */
const MAX_DEPTH = 10;

const entriesOf = (value: unknown): unknown[] =>
	isContainer(value) ? (Object.values(value) as unknown[]) : [];

const textsAt = (object: IDataObject, ...keys: readonly string[]): string[] =>
	keys.flatMap((key) => textIn(ownValue(object, key)) ?? []);

/** What was chosen: a text, or what each box or file of a list is called, or where it is. */
function chosenIn(value: unknown): unknown {
	const textOf = (one: unknown): unknown =>
		isObject(one) ? textsAt(one, 'label', 'value', 'url')[0] : one;
	const alone = isObject(value) ? textOf(value) : undefined;
	if (alone !== undefined) return alone;
	const chosen = entriesOf(value).flatMap((entry) => textOf(entry) ?? []);
	return chosen.length > 1 ? chosen : (chosen[0] ?? value);
}

/** The choices in a value of metadata. What is within one says what could be chosen, and is passed over. */
function choicesIn(value: unknown, depth = 0): LineProperty[] {
	if (depth > MAX_DEPTH) return [];
	if (isObject(value)) {
		// YITH's are `display_…`; the label is what the shop's owner sees.
		const named = textsAt(value, 'name', 'label', 'display_label');
		const names = named.length > 0 ? named : textsAt(value, 'key');
		const chosen = ownValue(value, 'value') ?? ownValue(value, 'display_value');
		if (names.length > 0 && chosen !== undefined) return [{ names, value: chosenIn(chosen) }];
	}
	return entriesOf(value).flatMap((entry) => choicesIn(entry, depth + 1));
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
	const choices = properties.flatMap(({ value }) => choicesIn(value));
	const isNew = ({ names }: LineProperty, index: number): boolean =>
		// What there is no room for is only counted.
		index >= MAX_PROPERTIES || !names.some((name) => known.has(keyOf(name)));
	return [...properties, ...choices.filter(isNew)];
}
