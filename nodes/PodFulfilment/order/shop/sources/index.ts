// The tables of all sources, and those that know some data.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { SHOP_ORDER } from '../orderLabel';
import { listIn, objectIn } from '../values';
import { EBAY } from './eBay';
import { ECWID } from './ecwid';
import { ETSY } from './etsy';
import { contained } from '../unwrapped';
import { at, type SourceTable } from './sourceTable';
import { SQUARESPACE } from './squarespace';
import { STRIPE_CHECKOUT } from './stripeCheckout';
import { WIX } from './wix';

export const SOURCES: readonly SourceTable[] = [
	ETSY,
	STRIPE_CHECKOUT,
	SQUARESPACE,
	WIX,
	EBAY,
	ECWID,
];

/** The table of a shop; undefined for Shopify, WooCommerce and any other shop. */
export const sourceOf = (shop: string): SourceTable | undefined =>
	SOURCES.find((table) => table.shop === shop);

/** The sources of which data is an order. */
export const sourcesKnowing = (value: unknown): SourceTable[] =>
	SOURCES.filter((table) => contained(value, table.isOrder) !== undefined);

/** Whether an object is recognized, as an order or not as a whole one. */
const isKnown = ({ isOrder, notAnOrder }: SourceTable, object: IDataObject): boolean =>
	isOrder(object) || notAnOrder.some(({ isIt }) => isIt(object));

/**
 * Refuses what one of the tables recognizes and is no order.
 *
 * @throws UserError with the node that makes an order of it
 */
export function refuseNoOrder(value: unknown, tables = SOURCES): void {
	for (const table of tables) {
		const list = table.lists.find((path) =>
			contained(value, (object) => isKnown(table, objectIn(listIn(at(object, path))[0]))),
		);
		if (list !== undefined) {
			refuse(
				SHOP_ORDER,
				`is a list of orders of ${table.called} in one item, but must be one order`,
				`Add a Split Out node before this one, with ${list} as Fields To Split Out.`,
			);
		}
		const known = table.notAnOrder.find(({ isIt }) => contained(value, isIt) !== undefined);
		if (known) {
			refuse(SHOP_ORDER, `is no whole order of ${table.called}: ${known.why}`, known.advice);
		}
	}
}
