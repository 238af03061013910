import type { Sandbox } from '../../../sandbox/index.ts';
import { poll } from '../../../scripts/n8n/poll.ts';

/** Service seconds in one real second: the service gives up an event after 5 seconds instead of 1,020. */
export const TIME_SCALE = 204;

const RETRIES_TIMEOUT_MS = 300_000;

/** Waits until the service tries no delivery again. */
export async function untilGivenUp({ control }: Sandbox): Promise<void> {
	await poll(
		'the service to end its retries',
		async () => {
			await control.settled();
			const last = new Map(control.deliveries().map((record) => [record.id, record]));
			return [...last.values()].every(({ nextAttemptAt }) => nextAttemptAt === null) || undefined;
		},
		{ timeoutMilliseconds: RETRIES_TIMEOUT_MS },
	);
}

/** Places an order at the service, without the action node. Returns its ID. */
export async function placeOrder({ url, accounts, control }: Sandbox): Promise<string> {
	const response = await fetch(`${url}/api/orders`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${accounts.demo.apiKey}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify(control.exampleOrder()),
	});
	if (!response.ok) throw new Error(`The sandbox answered ${response.status}`);
	await control.settled();
	const { id } = (await response.json()) as { id: string };
	return id;
}

/** Produces an order and hands its parcel to the carrier. Returns what a poll finds then. */
export async function shipOrder({ control }: Sandbox, orderId: string): Promise<string[]> {
	for (const status of ['pending', 'inprocess', 'fulfilled'] as const) {
		await control.stepOrder(orderId, status);
	}
	const [shipment] = control.shipments(orderId);
	if (!shipment) throw new Error('The order has no shipment');
	for (const status of ['packaged', 'shipped'] as const) {
		await control.stepShipment(shipment.id, status);
	}
	return [`order/${orderId}/fulfilled`, `shipment/${shipment.id}/shipped`];
}
