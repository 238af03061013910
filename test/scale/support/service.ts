import { Agent, request } from 'undici';
import type { Sandbox } from '../../../sandbox/index.ts';

type Order = ReturnType<Sandbox['control']['order']>;
type Delivery = ReturnType<Sandbox['control']['deliveries']>[number];

/** Requests that confirm an order, for the sandbox's faults to match. */
export const CONFIRM_ORDER = { method: 'POST', path: '/api/orders/*/confirm' };

const DELIVERIES_AT_ONCE = 50;

/** Calls `work` for every element, with limited concurrency. */
async function forEachConcurrently<Element>(
	elements: readonly Element[],
	concurrency: number,
	work: (element: Element) => Promise<unknown>,
) {
	const remaining = elements.values();
	const processRemaining = async () => {
		for (const element of remaining) await work(element);
	};
	await Promise.all(Array.from({ length: concurrency }, processRemaining));
}

/** Creates draft orders and waits until the service has validated them. Sends no events. */
export async function placeDrafts(
	{ url, accounts, control }: Sandbox,
	prefix: string,
	count: number,
): Promise<Order[]> {
	const agent = new Agent({ connections: 20 });
	const externalIds = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
	await forEachConcurrently(externalIds, 20, async (externalId) => {
		const response = await request(`${url}/api/orders`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${accounts.demo.apiKey}`,
				'content-type': 'application/json',
			},
			body: JSON.stringify(control.exampleOrder({ externalId })),
			dispatcher: agent,
		});
		const body = await response.body.text();
		if (response.statusCode !== 201) throw new Error(`The sandbox did not place it: ${body}`);
	});
	await agent.close();
	await control.settled();
	return externalIds.map((externalId) => control.order(`@${externalId}`));
}

/**
 * Delivers an `order.created` event (spec section 6) for each order, with the service's retries. Resolves when the first
 * attempt of each has ended.
 */
export async function sendOrderCreated(
	{ control }: Sandbox,
	orders: readonly Order[],
): Promise<void> {
	await forEachConcurrently(orders, DELIVERIES_AT_ONCE, async (order) => {
		await control.sendEvent({
			type: 'order.created',
			data: {
				order: {
					id: order.id,
					status: order.status,
					created_at: order.createdAt,
					updated_at: order.updatedAt,
					external_id: order.externalId,
				},
			},
			attempts: 6,
		});
	});
}

/** The delivery attempts for the events of one type, by order ID. */
export function attemptsByOrder(
	{ control }: Sandbox,
	type: 'order.created' | 'order.updated',
): Map<string, Delivery[]> {
	const byOrder = new Map<string, Delivery[]>();
	for (const delivery of control.deliveries()) {
		if (delivery.type !== type) continue;
		const { data } = JSON.parse(delivery.body) as { data: { order: { id: string } } };
		const attempts = byOrder.get(data.order.id) ?? [];
		byOrder.set(data.order.id, [...attempts, delivery]);
	}
	return byOrder;
}

/** The response statuses of the requests to confirm each order, in the order of arrival, by order ID. */
export function confirmsByOrder({ control }: Sandbox): Map<string, number[]> {
	const byOrder = new Map<string, number[]>();
	for (const { method, path, status } of control.requests()) {
		const id = /^\/api\/orders\/([^/]+)\/confirm$/.exec(path)?.[1];
		if (method !== 'POST' || id === undefined) continue;
		byOrder.set(id, [...(byOrder.get(id) ?? []), status ?? 0]);
	}
	return byOrder;
}
