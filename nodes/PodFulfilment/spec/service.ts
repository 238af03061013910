/**
 * Names, values and limits from the service's API specification, shared by all nodes: statuses, shipping and carriers,
 * event types, the form of IDs, quantity and print files of an item, attempts of a webhook, codes of the validation,
 * credits. "Section" means a section of that specification.
 */

/** Section 3: the statuses of an order, in their usual order. */
export const ORDER_STATUSES = [
	'draft',
	'pending',
	'inprocess',
	'onhold',
	'partial',
	'fulfilled',
	'shipped',
	'canceled',
	'failed',
] as const;

/** Section 3: the statuses of a shipment. */
export const SHIPMENT_STATUSES = [
	'pending',
	'packaged',
	'shipped',
	'returned',
	'canceled',
] as const;

/** Section 3: the statuses of a mockup task. */
export const MOCKUP_TASK_STATUSES = ['pending', 'completed', 'failed'] as const;

/** Section 2, Order: the values of `shipping`; section 2, Shipment: also those of `service`. */
export const SHIPPING_VALUES = ['STANDARD', 'DHL_EXPRESS'] as const;

/** Section 2, Shipment: the values of `carrier`. */
export const CARRIERS = ['DHL', 'UPS', 'GLS'] as const;

/** Section 2, Layer: the only value of `type`. */
export const LAYER_TYPE = 'file';

/** Section 2, Action: the only `type`. */
export const ACTION_TYPE_REPRINT = 'reprint';

/** Section 2, Association: the values of `type`. */
export const ASSOCIATION_TYPES = ['reprint', 'refund'] as const;

/** Section 4: marks an external ID in a path or a `source`, where the service's own ID is accepted as well. */
export const EXTERNAL_ID_PREFIX = '@';

/** Section 6: the event types, in the order in which the trigger lists them. */
export const EVENT_TYPES = [
	'order.created',
	'order.updated',
	'mockup_task.finished',
	'shipment.created',
] as const;

/** Section 6: the key of the object in `data`, by event type. */
export const EVENT_DATA_KEYS = {
	'order.created': 'order',
	'order.updated': 'order',
	'mockup_task.finished': 'mockupTask',
	'shipment.created': 'shipment',
} as const;

/** Section 8 and section 2, Order: what the service accepts as an order's `externalId`. */
export const EXTERNAL_ID_MAX_LENGTH = 63;
export const EXTERNAL_ID_PATTERN = /^[A-Za-z0-9_-]{1,63}$/;

/** Section 2: identifiers of the service are UUID-shaped. */
export const SERVICE_ID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Section 8: the smallest `quantity` of an order item. */
export const QUANTITY_MIN = 1;

/** Section 8: maximum number of print files (layers) per placement. */
export const FILES_PER_PLACEMENT = 1;

/** Sections 6 and 8: the service's timeout for a webhook response, its attempts, and the time they are spread over. */
export const WEBHOOK_RESPONSE_SECONDS = 60;
export const WEBHOOK_ATTEMPTS = 6;
export const WEBHOOK_RETRY_MINUTES = 17;

/** Section 7: codes that the validation after placement stores on an order or on its items. */
export const ORDER_VALIDATION_CODES = {
	1001: 'the print file cannot be read (damaged or missing)',
	2001: 'the address is not valid (for example a missing street)',
} as const;

/** Section 8, Credits: the price of one generated mockup image. */
export const CREDITS_PER_MOCKUP_IMAGE = 1;

export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];
export type Carrier = (typeof CARRIERS)[number];
export type EventType = (typeof EVENT_TYPES)[number];
export type EventDataKey = (typeof EVENT_DATA_KEYS)[EventType];

/** Whether this event type is in the spec; the triggers treat all others as 'Any Other Event'. */
export const isKnownEventType = (type: string): type is EventType =>
	(EVENT_TYPES as readonly string[]).includes(type);
