// The name of a variant with that of its product, 'Wooden Wall Clock – Birch / 30 cm', and without it, 'Birch / 30 cm'.

import { serviceText } from '../../input/wording';

/** What separates a product's name from what its variant adds to it. */
const SEPARATOR = /^[\s\-–:,/|]+/;

/** Long enough for any product, and short enough for any service's column; the spec names no limit for an item's name. */
const MAX_NAME_LENGTH = 255;

/** What a variant's name adds to that of its product, e.g. 'Birch / 30 cm'; the whole name if it does not begin with it. */
export function nameWithinProduct(name: string, productName: string): string {
	if (productName === '' || !name.startsWith(productName)) return name;
	return name.slice(productName.length).replace(SEPARATOR, '') || name;
}

/**
 * The name of a variant with that of its product, e.g. 'Wooden Wall Clock – Birch / 30 cm'. The same whether or not the
 * product is known, where the catalog begins the variant's name with it, as in 'Wooden Wall Clock - Birch / 30 cm'.
 *
 * @param productName '' if it is not known: a variant that was read by its ID does not name its product
 * @returns '' for a variant without a name
 */
export function variantFullName(name: string, productName = ''): string {
	const detail = nameWithinProduct(name, productName);
	const isPartOfProduct = productName !== '' && name !== '' && !name.includes(productName);
	const hasProduct = isPartOfProduct || detail !== name;
	const whole = hasProduct ? `${productName} – ${detail}` : name.replace(/ - /, ' – ');
	return serviceText(whole, MAX_NAME_LENGTH);
}
