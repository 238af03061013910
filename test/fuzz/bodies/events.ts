import fc from 'fast-check';
import { textBody, type SignedBodies } from './body.ts';

// Statuses as in spec section 3, written out: the nodes' own lists are not asked.
const orderStatus = fc.constantFrom(
	...['draft', 'pending', 'inprocess', 'onhold', 'partial'],
	...['fulfilled', 'canceled', 'failed', 'shipped'],
);
const taskStatus = fc.constantFrom('pending', 'completed', 'failed');
const shipmentStatus = fc.constantFrom('pending', 'packaged', 'shipped', 'returned', 'canceled');

const envelope = fc.record({
	retries: fc.integer({ min: 0, max: 5 }),
	indent: fc.constantFrom(0, 0, 0, 2),
	text: fc.constantFrom('SHOP-1001', 'Größe – 🎽', '"quoted" \\ </script>', '={{ $env }}', 'x.y'),
});

interface Event {
	type: string;
	data: (id: string) => object;
	statistics?: object;
}

const event: fc.Arbitrary<Event> = fc.oneof(
	orderStatus.map((status) => ({
		type: 'order.created',
		data: (id: string) => ({ order: { id, status, created_at: '2026-11-20T10:00:00+00:00' } }),
	})),
	orderStatus.map((status) => ({
		type: 'order.updated',
		data: (id: string) => ({ order: { id, external_id: 'SHOP-1001', status } }),
	})),
	taskStatus.map((status) => ({
		type: 'mockup_task.finished',
		data: (id: string) => ({ mockupTask: { id, status, failureReasons: [] } }),
		statistics: { countPerMonth: 17 },
	})),
	shipmentStatus.map((status) => ({
		type: 'shipment.created',
		data: (id: string) => ({ shipment: { id, carrier: 'DHL', shipmentStatus: status } }),
	})),
	fc.constantFrom('product.updated', 'order.deleted').map((type) => ({
		type,
		data: (id: string) => ({ product: { id } }),
	})),
);

/** Events as the service sends them (spec section 6, Event types and payloads), and types that it may add one day. */
export const eventBodies: SignedBodies = fc
	.tuple(event, envelope)
	.map(([{ type, data, statistics }, { retries, indent, text }]) =>
		textBody(`an event ${type}`, true, (id, occurredAt) => {
			const time = type === 'mockup_task.finished' ? { occurredAt } : { occurred_at: occurredAt };
			const body = { data: { ...data(id), note: text }, type, retries, ...time, statistics };
			return JSON.stringify(body, null, indent);
		}),
	);
