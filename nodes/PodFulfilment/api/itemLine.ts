// An order item as one line of text, '1 × Wooden Wall Clock (WAL002)', and a recipient, 'Ada Example in Hamburg'.

import type { IDataObject } from 'n8n-workflow';

import { trimmed } from '../input/guards';

/** What the catalog says of the variant of an item. */
export interface KnownVariant {
	/** With the name of its product. */
	name: string;
	sku?: string;
}

/**
 * An order item as one line of text, e.g. '1 × Wooden Wall Clock – Birch / 30 cm (WAL002-BIRCH-30-CM)'. The item's own
 * name and SKU go first; the external ID is the last that tells items apart.
 */
export function itemLine(
	{ quantity, name, externalId, sku, variantId }: IDataObject,
	variant?: KnownVariant,
): string {
	const itemName =
		trimmed(name) || variant?.name || trimmed(externalId) || `Variant ${String(variantId)}`;
	const itemSku = trimmed(sku) || variant?.sku;
	const count = quantity === undefined || quantity === null ? '' : `${String(quantity)} × `;
	return `${count}${itemName}${itemSku ? ` (${itemSku})` : ''}`;
}

/** Who receives an order, and where, e.g. 'Ada Example in Hamburg'. */
export function recipientLine({
	name,
	company,
	city,
	countryName,
	countryCode,
}: IDataObject): string {
	const who = trimmed(name) || trimmed(company);
	const where = trimmed(city) || trimmed(countryName) || trimmed(countryCode);
	return [who, where].filter((part) => part !== '').join(' in ');
}
