// The path of each resource (order, product, variant, mockup task) below the base address, and its name in messages.
// Encodes an ID as a path segment, and refuses one that cannot be used.

import { UserError } from 'n8n-workflow';

import { locatorChoice, locatorText } from '../input/locatorValue';
import { EXTERNAL_ID_PREFIX } from '../spec/service';

/** Path of a resource below the base address, and its name in messages, e.g. `order "A-1"`. */
export interface ResourcePath {
	path: string;
	subject: string;
}

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

export function orderPath(value: unknown): ResourcePath {
	const reference = orderReference(value);
	return {
		path: `/api/orders/${pathSegment(reference, 'Order')}`,
		subject: `order "${reference.replace(/^@/, '')}"`,
	};
}

/** @param displayName of its field, which messages call it by */
const pathsIn =
	(collection: string, displayName: string) =>
	(value: unknown): ResourcePath => {
		const id = locatorText(value);
		return {
			path: `/api/${collection}/${pathSegment(id, displayName)}`,
			subject: `${displayName.toLowerCase()} "${id}"`,
		};
	};

export const productPath = pathsIn('catalog-products', 'Product');
/** The list of the variants of a product (spec section 4, Catalog). */
export function variantsPath(product: unknown): ResourcePath {
	const { path, subject } = productPath(product);
	return { path: `${path}/catalog-variants`, subject: `the variants of ${subject}` };
}

export const variantPath = pathsIn('catalog-product-variants', 'Variant');
export const mockupTaskPath = pathsIn('mockup-tasks', 'Mockup Task');
