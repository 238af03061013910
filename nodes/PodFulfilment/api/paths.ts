import { UserError } from 'n8n-workflow';

import { locatorChoice, locatorText, type LocatorValue } from '../input/locatorValue';
import { EXTERNAL_ID_PREFIX } from '../spec/service';

/** Path of a resource below the base address, and what messages call it, e.g. `order "A-1"`. */
export interface ResourcePath {
	path: string;
	about: string;
}

/**
 * Encodes an id for use as one segment of a path. A leading `@` stays as it is: it marks an external ID (spec section 4).
 *
 * @throws UserError for an empty id, for `.` and `..`, which would lead to another path, and for broken characters
 */
export function pathSegment(id: string, displayName: string): string {
	const trimmed = id.trim();
	if (trimmed === '' || trimmed === '@') {
		throw new UserError(`${displayName} is empty`, {
			description: `Choose an entry from the list, or enter the ${displayName.toLowerCase()}. If the field holds an expression, check that the input item has that value.`,
		});
	}
	// Half a character, as a text that was cut in the wrong place has it, cannot be encoded either.
	if (trimmed === '.' || trimmed === '..' || !trimmed.isWellFormed()) {
		throw new UserError(`${displayName} "${trimmed}" cannot be used`, {
			description: `Enter the ${displayName.toLowerCase()} as the service or your shop shows it.`,
		});
	}
	return encodeURIComponent(trimmed).replace(/^%40/, '@');
}

/**
 * How the service takes a reference to an order: its id, or the external ID preceded by `@` (spec section 4).
 * An `@` that was typed before an external ID is not doubled: external IDs cannot contain one.
 */
export function orderReference(value: LocatorValue): string {
	const entered = locatorText(value);
	if (locatorChoice(value).mode !== 'externalId' || entered === '') return entered;
	return entered.startsWith(EXTERNAL_ID_PREFIX) ? entered : `${EXTERNAL_ID_PREFIX}${entered}`;
}

/** The order's path, and its name in messages. */
export function orderPath(value: LocatorValue): ResourcePath {
	const reference = orderReference(value);
	return {
		path: `/api/orders/${pathSegment(reference, 'Order')}`,
		about: `order "${reference.replace(/^@/, '')}"`,
	};
}

/** The product's path, and its name in messages. */
export function productPath(value: LocatorValue): ResourcePath {
	const id = locatorText(value);
	return {
		path: `/api/catalog-products/${pathSegment(id, 'Product')}`,
		about: `product "${id}"`,
	};
}

/** The variant's path, and its name in messages. */
export function variantPath(value: LocatorValue): ResourcePath {
	const id = locatorText(value);
	return {
		path: `/api/catalog-product-variants/${pathSegment(id, 'Variant')}`,
		about: `variant "${id}"`,
	};
}

/** The mockup task's path, and its name in messages. */
export function mockupTaskPath(value: LocatorValue): ResourcePath {
	const id = locatorText(value);
	return {
		path: `/api/mockup-tasks/${pathSegment(id, 'Mockup Task')}`,
		about: `mockup task "${id}"`,
	};
}
