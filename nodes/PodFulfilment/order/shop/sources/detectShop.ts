// Tells orders of the shops apart (Shop → Detect), and refuses data that is no order of the shop (a list, an event of a
// webhook) by what it is.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { isObject } from '../../../input/objects';
import { joinedBy, quote } from '../../../input/wording';
import { SHOP_ORDER } from '../orderLabel';
import type { Shop } from '../shopOrder';
import { contained, hasLineItems, listIn, objectIn, unwrapped } from '../values';
import { at } from './field';
import { SOURCES } from './index';
import type { SourceTable } from './sourceTable';

/** Field names that a message lists. */
const MAX_NAMED_FIELDS = 10;
const MAX_FIELDS_TO_ENTER = 40;

/** Lists are looked for so deep: `data.order.lines`. */
const MAX_LIST_DEPTH = 3;

/** The paths of the lists of objects in an object. */
function* listPathsIn(object: IDataObject, depth = MAX_LIST_DEPTH): Generator<string> {
	for (const [name, value] of Object.entries(object)) {
		if (Array.isArray(value)) {
			if ((value as unknown[]).some(isObject)) yield name;
		} else if (isObject(value) && depth > 1) {
			for (const path of listPathsIn(value, depth - 1)) yield `${name}.${path}`;
		}
	}
}

/** The first fields of an object, lists of objects before others: a message has no room for all, and lines are such a list. */
function fieldNamesIn(object: IDataObject, count: number): string {
	const names = new Set<string>();
	for (const found of [listPathsIn(object), Object.keys(object)]) {
		for (const name of found) {
			if (names.size === count) break;
			names.add(name);
		}
	}
	return [...names].map(quote).join(', ');
}

/** What a message says of the fields that may be meant. */
export const fieldsOf = (object: IDataObject): string =>
	`Its fields are ${fieldNamesIn(object, MAX_FIELDS_TO_ENTER)}`;

/** What messages call a shop that is not known by name. */
export const ANOTHER_SHOP = 'your shop';

/** What messages call the shops that Detect tells apart. */
const KNOWN_SHOPS = joinedBy(
	SOURCES.map(({ called }) => called),
	'or',
);

/** The sources of which data is an order, by what only their orders have. */
export const sourcesKnowing = (value: unknown): SourceTable[] =>
	SOURCES.filter((table) =>
		table.isSurely ? table.isSurely(value) : contained(value, table.isOrder) !== undefined,
	);

/** Whether an object is recognized, as an order or not as a whole one. */
const isKnown = (
	{ isOrder, isSurely, notAnOrder = [] }: SourceTable,
	object: IDataObject,
): boolean =>
	isOrder(object) || isSurely?.(object) === true || notAnOrder.some(({ isIt }) => isIt(object));

/**
 * Refuses what one of the tables recognizes and is no order.
 *
 * @throws UserError with the node that makes an order of it
 */
export function refuseNoOrder(value: unknown, tables = SOURCES): void {
	for (const table of tables) {
		const { lists = [], notAnOrder = [] } = table;
		const list = lists.find((path) =>
			contained(value, (object) => isKnown(table, objectIn(listIn(at(object, path))[0]))),
		);
		if (list !== undefined) {
			refuse(
				SHOP_ORDER,
				`is a list of orders of ${table.called} in one item, but must be one order`,
				`Add a Split Out node before this one, with ${list} as Fields To Split Out.`,
			);
		}
		const known = notAnOrder.find(({ isIt }) => contained(value, isIt) !== undefined);
		if (known) {
			refuse(SHOP_ORDER, `is no whole order of ${table.called}: ${known.why}`, known.advice);
		}
	}
}

/** Refuses the order of another shop than the one that was chosen. */
function refuseOtherShop(order: IDataObject, shopName: string): void {
	const [actual = SOURCES.find(({ isOrder }) => isOrder(order))] = sourcesKnowing(order);
	if (!actual || [KNOWN_SHOPS, actual.called].includes(shopName)) return;
	refuse(
		SHOP_ORDER,
		`is an order of ${actual.called}: set Shop to ${actual.called}`,
		`The field Shop is ${shopName}.`,
	);
}

function shown(value: unknown): string {
	if (!isObject(value)) return `is ${quote(value)}`;
	const names = fieldNamesIn(value, MAX_NAMED_FIELDS);
	return names === '' ? 'is an empty object' : `is an object with the fields ${names}`;
}

/**
 * Refuses data that is not an order of the shop. Names its fields, and nothing that a customer entered.
 *
 * @param tables of the shops that it may be something else of
 * @param whatElse what to do if it is one all the same
 */
export function refuseOrder(
	given: unknown,
	shopName: string,
	tables: readonly SourceTable[] = [],
	whatElse = 'and check the field Shop.',
): never {
	refuseNoOrder(given, tables);
	const value = unwrapped(given, hasLineItems);
	if (isObject(value)) refuseOtherShop(value, shopName);
	return refuse(
		SHOP_ORDER,
		Array.isArray(value)
			? `is a list of ${value.length}, but must be one order`
			: `${shown(value)}, but must be an order as ${shopName} sends it`,
		`Pass the whole order, for example {{ $json }} right after the node that gets it, ${whatElse}`,
	);
}

/**
 * Tells which shop an order is of: Shop → Detect.
 *
 * @throws UserError for an order that none of the shops knows, or more than one: guessing could produce what nobody ordered
 */
export function detectedShop(value: unknown): Shop {
	const [detected, ...others] = sourcesKnowing(value);
	if (detected !== undefined && others.length === 0) return detected.shop;
	return refuseOrder(
		value,
		KNOWN_SHOPS,
		detected === undefined ? SOURCES : [],
		"or choose the shop yourself. For an order of another shop, set Shop to 'Other', and enter where its fields are.",
	);
}
