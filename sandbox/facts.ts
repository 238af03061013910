/** The values that the specification of the service defines. */

export const ORDER_STATUSES = [
	'draft',
	'pending',
	'inprocess',
	'onhold',
	'partial',
	'fulfilled',
	'canceled',
	'failed',
	'shipped',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Statuses that cause an `order.updated` event (section 6). */
export const ANNOUNCED_ORDER_STATUSES: ReadonlySet<OrderStatus> = new Set([
	'pending',
	'canceled',
	'failed',
	'inprocess',
	'onhold',
	'partial',
	'fulfilled',
	'shipped',
]);

export const SHIPMENT_STATUSES = [
	'pending',
	'packaged',
	'shipped',
	'returned',
	'canceled',
] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

export const MOCKUP_TASK_STATUSES = ['pending', 'completed', 'failed'] as const;
export type MockupTaskStatus = (typeof MOCKUP_TASK_STATUSES)[number];

export const SHIPPING_SERVICES = ['STANDARD', 'DHL_EXPRESS'] as const;
export type ShippingService = (typeof SHIPPING_SERVICES)[number];

export const CARRIERS = ['DHL', 'UPS', 'GLS'] as const;
export type Carrier = (typeof CARRIERS)[number];

export const EVENT_TYPES = [
	'order.created',
	'order.updated',
	'mockup_task.finished',
	'shipment.created',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Codes of the validation that runs after an order is placed (section 7). */
export const PRINT_FILE_UNREADABLE = '1001';
export const ADDRESS_INCOMPLETE = '2001';

export const EXTERNAL_ID_MAXIMUM_LENGTH = 63;
export const EXTERNAL_ID_PATTERN = '^[A-Za-z0-9_-]+$';

/** A webhook response that takes longer counts as failed (section 6). */
export const RESPONSE_LIMIT_MILLISECONDS = 60_000;

/**
 * Service seconds between the attempts of a delivery. The specification has 6 attempts over about
 * 17 minutes at growing intervals: these five add up to 1,020 seconds.
 */
export const RETRY_INTERVAL_SECONDS: readonly number[] = [15, 45, 120, 300, 540];
