import type { EventType } from '../facts.ts';
import { creditsUsed } from '../state/accounts.ts';
import { publicFields } from '../state/mockup-tasks.ts';
import type { Account, MockupTask, Order, Shipment } from '../state/model.ts';
import { timestamp } from '../time/clock.ts';

/** An event without `retries`, which each delivery attempt adds. */
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

/** The only event with statistics, and the only one that spells its time `occurredAt`. */
export const mockupTaskFinished = (task: MockupTask, account: Account): ServiceEvent => ({
	type: 'mockup_task.finished' satisfies EventType,
	members: {
		data: { mockupTask: publicFields(task) },
		occurredAt: timestamp(),
		statistics: { countPerMonth: creditsUsed(account) },
	},
});

const event = (type: EventType, data: Record<string, unknown>): ServiceEvent => ({
	type,
	members: { data, occurred_at: timestamp() },
});

/** The body of one attempt, with its members in the order the specification shows them. */
export function envelope({ type, members }: ServiceEvent, retries: number): string {
	const { data, ...others } = members;
	return JSON.stringify({ data, type, retries, ...others });
}
