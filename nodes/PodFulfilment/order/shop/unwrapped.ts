// Unwraps a shop's order from the objects that contain it, such as `body` or `order`. Also whether an object has `line_items`,
// by which two shops call their lines.

import type { IDataObject } from 'n8n-workflow';

import { isObject, ownValue } from '../../input/guards';

/** Whether an object looks like an order of Shopify or WooCommerce: both call its lines the same. */
export const hasLineItems = (object: IDataObject): boolean => Array.isArray(object.line_items);

/** Fields that may contain the order: in the output of n8n's Webhook node, and in responses of the shops' APIs. */
const WRAPPERS = ['body', 'order', 'draft_order'];

/** Unwraps an order from the objects that contain it. */
export function unwrapped(
	value: unknown,
	isOrder: (object: IDataObject) => boolean,
	wrappers = WRAPPERS,
): unknown {
	let inner = value;
	for (let depth = 0; depth < wrappers.length; depth += 1) {
		if (!isObject(inner) || isOrder(inner)) return inner;
		const wrapper: IDataObject = inner;
		const next = wrappers.map((name) => ownValue(wrapper, name)).find(isObject);
		if (next === undefined) return inner;
		inner = next;
	}
	return inner;
}

/** The object that passes a test, bare or in what contains it, such as the `body` of n8n's Webhook node. */
export function contained(
	value: unknown,
	test: (object: IDataObject) => boolean,
	wrappers = WRAPPERS,
): IDataObject | undefined {
	const inner = unwrapped(value, test, wrappers);
	return isObject(inner) && test(inner) ? inner : undefined;
}
