import { Agent, request } from 'undici';
import type { Sandbox } from '../../../sandbox/index.ts';

type Order = ReturnType<Sandbox['control']['order']>;
type Delivery = ReturnType<Sandbox['control']['deliveries']>[number];

/** The requests that confirm an order, and those that read one, as faults match them. */
export const CONFIRM = { method: 'POST', path: '/api/orders/*/confirm' };
export const LOOK = { method: 'GET', path: '/api/orders/*' };

/** How many deliveries wait for their answer at the same moment. */
const IN_FLIGHT = 50;

/** Does something for each of many, so many at once. */
async function forEach<One>(
	many: readonly One[],
	atOnce: number,
	work: (one: One) => Promise<unknown>,
) {
	const rest = many.values();
	const lane = async () => {
		for (const one of rest) await work(one);
	};
	await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Places drafts at the service as a shop does, and waits until they are validated. Nobody is told of them yet. */
export async function placeDrafts(
	{ url, accounts, control }: Sandbox,
	prefix: string,
	count: number,
): Promise<Order[]> {
	const agent = new Agent({ connections: 20 });
	const numbers = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
	await forEach(numbers, 20, async (externalId) => {
		const answer = await request(`${url}/api/orders`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${accounts.demo.apiKey}`,
				'content-type': 'application/json',
			},
			body: JSON.stringify(control.exampleOrder({ externalId })),
			dispatcher: agent,
		});
		const body = await answer.body.text();
		if (answer.statusCode !== 201) throw new Error(`The sandbox did not place it: ${body}`);
	});
	await agent.close();
	await control.settled();
	return numbers.map((externalId) => control.order(`@${externalId}`));
}

/**
 * Delivers an `order.created` event (spec section 6) for each order, with the service's retries.
 *
 * @returns when the first attempt of each has been answered or has failed
 */
export async function announce({ control }: Sandbox, orders: readonly Order[]): Promise<void> {
	await forEach(orders, IN_FLIGHT, async (order) => {
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

/** The attempts to deliver the events of one type, by the order that they tell about. */
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

/** The statuses that the requests to confirm each order were answered with, in the order of their coming. */
export function confirmsByOrder({ control }: Sandbox): Map<string, number[]> {
	const byOrder = new Map<string, number[]>();
	for (const { method, path, status } of control.requests()) {
		const id = /^\/api\/orders\/([^/]+)\/confirm$/.exec(path)?.[1];
		if (method !== 'POST' || id === undefined) continue;
		byOrder.set(id, [...(byOrder.get(id) ?? []), status ?? 0]);
	}
	return byOrder;
}
