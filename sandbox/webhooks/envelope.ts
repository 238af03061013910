import type { EventType } from '../facts.ts';
import { creditsUsed } from '../state/accounts.ts';
import type { Account, MockupTask, Order, Shipment } from '../state/model.ts';
import { timestamp } from '../time/clock.ts';

/** What happened, without the count of retries that each attempt adds. */
export interface ServiceEvent {
	type: string;
	/** The members of the envelope (section 6) other than `type` and `retries`. */
	members: Record<string, unknown>;
}

export const orderCreated = (order: Order): ServiceEvent =>
	event('order.created', {
		order: {
			id: order.id,
			status: order.status,
			created_at: order.createdAt,
			updated_at: order.updatedAt,
			external_id: order.externalId,
			dashboard_url: `https://dashboard.service.example/orders/${order.id}`,
			organization_id: order.accountId,
		},
	});

export const orderUpdated = (order: Order): ServiceEvent =>
	event('order.updated', {
		order: { id: order.id, status: order.status, external_id: order.externalId },
	});

export const shipmentCreated = (shipment: Shipment): ServiceEvent =>
	event('shipment.created', {
		shipment: {
			id: shipment.id,
			carrier: shipment.carrier,
			orderId: shipment.orderId,
			service: shipment.service,
			shippedAt: shipment.shippedAt,
			trackingId: shipment.trackingId,
			trackingUrl: shipment.trackingUrl,
			shipmentStatus: shipment.shipmentStatus,
		},
	});

/** The one event that names its time `occurredAt` and carries statistics. */
export const mockupTaskFinished = (task: MockupTask, account: Account): ServiceEvent => ({
	type: 'mockup_task.finished' satisfies EventType,
	members: {
		data: { mockupTask: mockupTaskData(task) },
		occurredAt: timestamp(),
		statistics: { countPerMonth: creditsUsed(account) },
	},
});

/** Section 2, MockupTask: the fields of the webhook, which the read endpoints give too. */
export const mockupTaskData = (task: MockupTask) => ({
	id: task.id,
	status: task.status,
	createdAt: task.createdAt,
	finishedAt: task.finishedAt,
	failureReasons: task.failureReasons,
	catalogVariantMockups: task.catalogVariantMockups,
});

const event = (type: EventType, data: Record<string, unknown>): ServiceEvent => ({
	type,
	members: { data, occurred_at: timestamp() },
});

/** The body of one attempt, in the order of the specification's envelope. */
export function envelope({ type, members }: ServiceEvent, retries: number): string {
	const { data, ...others } = members;
	return JSON.stringify({ data, type, retries, ...others });
}
