// The path of each list and resource (order, product, variant, mockup task) below the base address, its name in messages,
// and what to do where it is not found. Encodes an ID as a path segment, and refuses one that cannot be used.

import { UserError } from 'n8n-workflow';

import { locatorChoice, locatorText } from '../input/locatorValue';
import { EXTERNAL_ID_PREFIX, SERVICE_ID_PATTERN } from '../spec/service';
import type { ServiceRequest } from '../transport/types';

/** A resource or a list as requests name it: its path below the base address, its name, and what to do without it. */
export type ResourcePath = Pick<ServiceRequest, 'path' | 'subject' | 'ifNotFound'>;

export const ORDER_LIST: ResourcePath = { path: '/api/orders', subject: 'the list of orders' };
export const CATALOG: ResourcePath = { path: '/api/catalog-products', subject: 'the catalog' };
export const MOCKUP_TASK_LIST: ResourcePath = {
	path: '/api/mockup-tasks',
	subject: 'the list of mockup tasks',
};

/** The service's IDs and external IDs are far shorter. A longer text is none: it came from a wrong field, or from a model. */
const MAX_ID_LENGTH = 255;

/**
 * Encodes an ID as one path segment. Keeps a leading `@`, which marks an external ID (spec section 4).
 *
 * @throws UserError for an empty ID, for one that is too long, for `.` and `..`, which would change the path, and for invalid
 *   Unicode
 */
export function pathSegment(id: string, displayName: string): string {
	const trimmed = id.trim();
	if (trimmed === '' || trimmed === '@') {
		throw new UserError(`${displayName} is empty`, {
			description: `Choose an entry from the list, or enter the ${displayName.toLowerCase()}. If the field holds an expression, check that the input item has that value.`,
		});
	}
	if (trimmed.length > MAX_ID_LENGTH) {
		throw new UserError(
			`${displayName} has ${trimmed.length} characters, but an ID has at most ${MAX_ID_LENGTH}`,
			{
				description: `Choose an entry from the list, or enter the ${displayName.toLowerCase()} as the service or your shop shows it. If the field holds an expression, check that it leads to the ID alone.`,
			},
		);
	}
	// Half a surrogate pair, from a text cut in the wrong place, cannot be encoded.
	if (trimmed === '.' || trimmed === '..' || !trimmed.isWellFormed()) {
		throw new UserError(`${displayName} "${trimmed}" cannot be used`, {
			description: `Enter the ${displayName.toLowerCase()} as the service or your shop shows it.`,
		});
	}
	return encodeURIComponent(trimmed).replace(/^%40/, '@');
}

/**
 * Reference to an order in paths and `source`: its ID, or `@` and its external ID (spec section 4). An `@` that the user
 * typed is not doubled, since external IDs cannot contain one.
 */
export function orderReference(value: unknown): string {
	const entered = locatorText(value);
	if (locatorChoice(value).mode !== 'externalId' || entered === '') return entered;
	return entered.startsWith(EXTERNAL_ID_PREFIX) ? entered : `${EXTERNAL_ID_PREFIX}${entered}`;
}

/** An order's number in a shop, as it was entered in place of an external ID: '#1001', '1001' or 'shopify-1001'. */
const SHOP_NUMBER = /^@?(?:#|shopify-)?(\d{1,12})$/i;

/** What to do about an order that was asked for by its external ID and was not found, see ServiceRequest. */
export const checkExternalId = (check: string): string =>
	`${check}, and that its External ID is written as in the list of orders.`;

/**
 * What to do about an order that was not found: which one to choose where it was named by its number in a shop, and what the
 * orders of shops are called here.
 */
function orderNotFoundAdvice(reference: string, check: string): string {
	const number = SHOP_NUMBER.exec(reference)?.[1];
	if (number !== undefined) {
		return `If ${number} is its number in your shop, choose "From List" and search for ${number}. Orders from Shopify are called shopify-${number}-… here: order number, then Shopify's order ID, as in shopify-1001-5700000002001. Orders from WooCommerce are called woo-${number}: their order ID. ${check}.`;
	}
	// What has the shape of an ID was not looked for as an external ID, see withLocatedOrder.
	return SERVICE_ID_PATTERN.test(reference)
		? `${check}, and that an external ID is entered in the mode "External ID".`
		: checkExternalId(check);
}

export function orderPath(value: unknown): ResourcePath {
	const reference = orderReference(value);
	return {
		path: `${ORDER_LIST.path}/${pathSegment(reference, 'Order')}`,
		subject: `order "${reference.replace(/^@/, '')}"`,
		ifNotFound: (check) => orderNotFoundAdvice(reference, check),
	};
}

/** @param displayName of its field, which messages call it by */
const pathsIn =
	(list: string, displayName: string) =>
	(value: unknown): ResourcePath => {
		const id = locatorText(value);
		return {
			path: `${list}/${pathSegment(id, displayName)}`,
			subject: `${displayName.toLowerCase()} "${id}"`,
		};
	};

export const productPath = pathsIn(CATALOG.path, 'Product');

/** The list of the variants of a product (spec section 4, Catalog). */
export function variantsPath(product: unknown): ResourcePath {
	const { path, subject } = productPath(product);
	return { path: `${path}/catalog-variants`, subject: `the variants of ${subject}` };
}

const variantPathOf = pathsIn('/api/catalog-product-variants', 'Variant');

export const variantPath = (value: unknown): ResourcePath => ({
	...variantPathOf(value),
	ifNotFound: (check) =>
		SERVICE_ID_PATTERN.test(locatorText(value))
			? `${check}.`
			: `${check}. If it is a SKU, switch Variant to the mode "SKU".`,
});

export const mockupTaskPath = pathsIn(MOCKUP_TASK_LIST.path, 'Mockup Task');
