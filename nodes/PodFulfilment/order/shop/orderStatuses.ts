// Reads the option 'Order Statuses', the list of the shop's statuses that are due in place of the usual ones; refuses
// those that are never due, and those that Shopify does not have. What each status means is in the tables of sources.

import { optionalText, refuse } from '../../input/checks';
import { comparableShopStatus } from '../../input/equalText';
import { quote } from '../../input/wording';
import { NEVER_DUE } from './due';
import type { Shop } from './shopOrder';

const FIELD = 'Options → Order Statuses';

/** Shopify's payment statuses that may be due. WooCommerce's are not listed: plug-ins add others. */
const OF_SHOPIFY = 'paid partially_refunded authorized pending partially_paid expired'.split(' ');

/** Reads a list of statuses, {@link comparableShopStatus}. */
export function statusesIn(value: unknown, field: string): string[] {
	const text = Array.isArray(value) ? value.join(',') : optionalText(value, field);
	const given = (text ?? '').split(',').map(comparableShopStatus);
	return [...new Set(given)].filter((status) => status !== '');
}

/**
 * Reads the option Order Statuses, {@link comparableShopStatus}.
 *
 * @returns undefined when nothing was entered
 * @throws UserError for a status that is never due, or that Shopify does not have
 */
export function orderStatusesOf(value: unknown, shop: Shop): string[] | undefined {
	const statuses = statusesIn(value, FIELD);
	if (statuses.length === 0) return undefined;
	const calledOff = statuses.find((status) => NEVER_DUE.includes(status));
	if (calledOff !== undefined) {
		return refuse(
			FIELD,
			`has ${quote(calledOff)}, but what was called off is never produced`,
			'Remove it from the list.',
		);
	}
	const unknown =
		shop === 'shopify' ? statuses.find((status) => !OF_SHOPIFY.includes(status)) : undefined;
	return unknown === undefined
		? statuses
		: refuse(
				FIELD,
				`has ${quote(unknown)}, which is no payment status of Shopify`,
				`Enter some of ${OF_SHOPIFY.join(', ')}.`,
			);
}
