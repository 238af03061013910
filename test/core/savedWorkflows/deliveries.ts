import type { Sandbox } from '../../../sandbox/index.ts';
import { MOCKUP_TASK_STATUSES, ORDER_STATUSES, SHIPMENT_STATUSES } from '../../../sandbox/facts.ts';
import { sign } from '../../fuzz/delivery.ts';

export interface NamedDelivery {
	/** What it is, such as `order.updated, shipped`. */
	name: string;
	headers: Record<string, string>;
	body: string;
}

const OCCURRED_AT = '2026-11-22T11:59:00+00:00';

const HOUR_SECONDS = 3600;

/**
 * What the service sends to a webhook (spec section 6): an event of each kind and status, one delivered twice, and calls
 * that are no deliveries of the service.
 */
export function deliveriesOf({ control, accounts }: Sandbox): NamedDelivery[] {
	const now = Math.floor(Date.now() / 1000);
	const deliver = (name: string, envelope: object, { secondsAgo = 0, secret = '' } = {}) => {
		const body = JSON.stringify(envelope);
		const timestamp = String(now - secondsAgo);
		return {
			name,
			body,
			headers: {
				'content-type': 'application/json',
				'x-account-id': 'account-1',
				'x-webhook-id': 'webhook-1',
				'x-service-request-timestamp': timestamp,
				'x-service-request-signature': sign(
					secret || accounts.demo.signingSecret,
					timestamp,
					Buffer.from(body),
				),
			},
		};
	};
	const event = (type: string, data: object, more: object = {}) => ({
		type,
		retries: 0,
		occurred_at: OCCURRED_AT,
		data,
		...more,
	});
	const shipped = control.order('@demo-00009');
	const orderUpdated = (status: string) =>
		event('order.updated', {
			order: { id: shipped.id, status, external_id: shipped.externalId },
		});
	const orders = ORDER_STATUSES.map((status) =>
		deliver(`order.updated, ${status}`, orderUpdated(status)),
	);
	const [task] = control.mockupTasks();
	const tasks = MOCKUP_TASK_STATUSES.map((status) =>
		deliver(
			`mockup_task.finished, ${status}`,
			event(
				'mockup_task.finished',
				{
					mockupTask: {
						id: task?.id,
						status,
						createdAt: OCCURRED_AT,
						finishedAt: OCCURRED_AT,
						failureReasons: [],
						catalogVariantMockups: [],
					},
				},
				{ statistics: { countPerMonth: 3 } },
			),
		),
	);
	const [shipment] = shipped.shipments;
	const shipments = SHIPMENT_STATUSES.map((shipmentStatus) =>
		deliver(
			`shipment.created, ${shipmentStatus}`,
			event('shipment.created', {
				shipment: {
					id: shipment?.id,
					carrier: 'DHL',
					orderId: shipped.id,
					service: 'STANDARD',
					shippedAt: OCCURRED_AT,
					trackingId: '00340434308434774873',
					trackingUrl: 'https://tracking.example/00340434308434774873',
					shipmentStatus,
				},
			}),
		),
	);
	const created = event('order.created', {
		order: {
			id: shipped.id,
			status: 'draft',
			created_at: OCCURRED_AT,
			updated_at: OCCURRED_AT,
			external_id: shipped.externalId,
			dashboard_url: 'https://dashboard.example/orders/1',
			organization_id: 'organization-1',
		},
	});
	const late = (minutes: number) =>
		event('order.updated', {
			order: { id: shipped.id, status: 'shipped', external_id: `LATE-${minutes}` },
		});
	return [
		deliver('order.created', created),
		...orders,
		...tasks,
		...shipments,
		deliver('an event of another kind', event('invoice.paid', { invoice: { id: 'invoice-1' } })),
		deliver('order.updated, draft, a second time', { ...orderUpdated('draft'), retries: 1 }),
		deliver('order.updated, shipped, a second time', { ...orderUpdated('shipped'), retries: 1 }),
		deliver('order.updated, shipped, signed 15 minutes ago', late(15), { secondsAgo: 900 }),
		deliver('order.updated, shipped, signed an hour ago', late(60), { secondsAgo: HOUR_SECONDS }),
		deliver('order.updated, shipped, with another secret', late(0), { secret: 'another secret' }),
		deliver('a body that is no event', { hello: 'world' }),
	];
}
