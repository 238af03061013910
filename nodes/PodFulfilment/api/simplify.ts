// The simplified forms of order, order item, shipment, mockup task and product (spec section 2), without JSON-LD keys: which
// fields they have and in which order, options and print files in short, an item and a recipient as a line of text. What
// messages call an order and an item. The simplified form of a variant is in catalog/catalogVariant.ts.

import type { IDataObject } from 'n8n-workflow';

import { isObject, objectsOf, pick, setOwn } from '../input/objects';
import { trimmed } from '../input/text';
import { plainText } from '../input/html';
import { oneLine, serviceText } from '../input/wording';
import { shopOrderIdsOf } from './shopOrderIds';
import { validationErrorsOf } from './validationErrors';

/** What the catalog says of the variant of an item. */
interface KnownVariant {
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
function recipientLine({ name, company, city, countryName, countryCode }: IDataObject): string {
	const who = trimmed(name) || trimmed(company);
	const where = trimmed(city) || trimmed(countryName) || trimmed(countryCode);
	return [who, where].filter((part) => part !== '').join(' in ');
}

/** Maximum length of what the service calls things in a message. */
const MAX_NAME_LENGTH = 60;

/** What the service calls a thing, for a message. */
export const nameIn = (value: unknown): string => oneLine(serviceText(value, MAX_NAME_LENGTH));

/** How a person knows an order: by its external ID, else by the service's ID. */
export const orderName = ({ externalId, id }: IDataObject): string =>
	nameIn(trimmed(externalId) || String(id));

/** Names an item by its number and product, e.g. `item 1 (Harbour Tee)`. */
export function itemName(item: IDataObject | undefined, index: number): string {
	const name = nameIn(item?.name);
	return `item ${index + 1}${name === '' ? '' : ` (${name})`}`;
}

/** By what a person knows an order, in front: the editor's table shows a few columns, in the order of the fields. */
const FIRST_FIELDS = [
	'shopOrderNumber',
	'status',
	'outcome',
	'calledOff',
	'next',
	'nextWhy',
	'recipientLine',
	'itemLines',
	'warnings',
	'toReview',
	'causes',
] as const;

export function inReadingOrder(output: IDataObject): IDataObject {
	// An order that no shop has shows no empty column first.
	const isOfShop = output.shopOrderNumber !== null;
	return { ...pick(output, isOfShop ? FIRST_FIELDS : FIRST_FIELDS.slice(1)), ...output };
}

/** IDs and nested values last. */
export const ORDER_FIELDS = [
	'shipping',
	'createdAt',
	'updatedAt',
	'shopOrderId',
	'externalId',
	'id',
	'recipient',
	'orderItems',
	'associations',
] as const;

export const ITEM_FIELDS = [
	'id',
	'externalId',
	'name',
	'quantity',
	'sku',
	'variantId',
	'retailPrice',
] as const;

/** What an item that is returned by itself says of its order. */
export const ORDER_OF_ITEM_FIELDS = ['orderId', 'orderExternalId', 'orderStatus'] as const;

/** Puts a value under a name that the service gave; a name that objects inherit is left out. */
function put(values: IDataObject, name: unknown, value: unknown): void {
	const key = trimmed(name);
	const text = trimmed(value);
	if (key !== '' && text !== '') setOwn(values, key, text);
}

/** Options as `{ dial_color: 'black' }`, the short form of 'Items (JSON)'. */
function optionValues(options: unknown): IDataObject {
	const values: IDataObject = {};
	for (const { id, value } of objectsOf(options)) put(values, id, value);
	return values;
}

/** The print file of each placement as `{ front: 'https://…' }`; the service may show a placement without its type. */
function printFiles(placements: unknown): IDataObject {
	const files: IDataObject = {};
	for (const [index, { type, layers }] of objectsOf(placements).entries()) {
		put(files, trimmed(type) || `placement ${index + 1}`, objectsOf(layers)[0]?.url);
	}
	return files;
}

/** An item's options and print files in the short form of 'Items (JSON)' instead of their placements in pixels. */
function withShortForm(item: IDataObject): IDataObject {
	const simplified = pick(item, ITEM_FIELDS);
	const options = optionValues(item.options);
	const files = printFiles(item.placements);
	if (Object.keys(options).length > 0) simplified.options = options;
	if (Object.keys(files).length > 0) simplified.files = files;
	return simplified;
}

export function simplifyOrderItem(item: IDataObject): IDataObject {
	const validationErrors = validationErrorsOf(item);
	return {
		...withShortForm(item),
		...pick(item, ORDER_OF_ITEM_FIELDS),
		...(validationErrors.length > 0 && { validationErrors }),
	};
}

/**
 * The nine most used fields of an order, recipient and items as texts, its ID and number in the shop, and `validationErrors`
 * if there are any.
 *
 * @param knownVariant what is known of a variant already, by its ID: the service's orders have no SKUs (spec section 2)
 */
export function simplifyOrder(
	order: IDataObject,
	knownVariant: (id: string) => KnownVariant | undefined = () => undefined,
): IDataObject {
	const validationErrors = validationErrorsOf(order);
	const items = objectsOf(order.orderItems);
	const recipient = isObject(order.recipient) ? recipientLine(order.recipient) : '';
	const shopOrder = shopOrderIdsOf(order.externalId);
	return inReadingOrder({
		shopOrderNumber: shopOrder.shopOrderNumber,
		...pick(order, ['status']),
		...(recipient !== '' && { recipientLine: recipient }),
		...(items.length > 0 && {
			itemLines: items.map((item) => itemLine(item, knownVariant(trimmed(item.variantId)))),
		}),
		...pick({ ...order, ...shopOrder }, ORDER_FIELDS),
		...(order.orderItems !== undefined && { orderItems: items.map(withShortForm) }),
		...(validationErrors.length > 0 && { validationErrors }),
	});
}

export const SHIPMENT_FIELDS = [
	'id',
	'orderId',
	'orderExternalId',
	'carrier',
	'service',
	'shipmentStatus',
	'shippedAt',
	'trackingId',
	'trackingUrl',
] as const;

export const simplifyShipment = (shipment: IDataObject): IDataObject =>
	pick(shipment, SHIPMENT_FIELDS);

const TASK_FIELDS = ['id', 'status', 'createdAt', 'finishedAt', 'failureReasons'] as const;

const MOCKUP_FIELDS = [
	'catalogVariantId',
	'displayName',
	'placement',
	'technique',
	'mockupUrl',
] as const;

/** The images of a mockup task in one list, each with the variant that it shows (spec section 2, MockupTask). */
export const mockupsOf = ({ catalogVariantMockups }: IDataObject): IDataObject[] =>
	objectsOf(catalogVariantMockups).flatMap(({ catalogVariantId, mockups }) =>
		objectsOf(mockups).map((mockup) => pick({ ...mockup, catalogVariantId }, MOCKUP_FIELDS)),
	);

export const simplifyMockupTask = (task: IDataObject): IDataObject => ({
	...pick(task, TASK_FIELDS),
	mockups: mockupsOf(task),
});

export const PRODUCT_FIELDS = [
	'id',
	'name',
	'description',
	'brand',
	'image',
	'variantCount',
] as const;

export function simplifyProduct(product: IDataObject): IDataObject {
	const { description } = product;
	return {
		...pick(product, PRODUCT_FIELDS),
		...(typeof description === 'string' && { description: plainText(description) }),
	};
}
