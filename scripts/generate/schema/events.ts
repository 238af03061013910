import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/index.ts';
import { PollingN8n } from '../../../test/core/engine/polling.ts';
import { credentialFor } from '../../../test/core/engine/run.ts';
import { receive } from '../../../test/core/engine/trigger.ts';
import { placeOrder } from '../placeOrder.ts';

/** Nothing listens here: deliveries are read from the sandbox's records instead. */
const UNUSED_WEBHOOK_URL = 'http://127.0.0.1:9/hook';

const EVENTS = ['order.created', 'order.updated', 'mockup_task.finished', 'shipment.created'];

/** Lets an order and its shipments, and two mockup tasks, go through what has an event. */
async function causeEvents(
	sandbox: Sandbox,
	externalId: string,
	afterEach: () => Promise<void> = async () => {},
): Promise<void> {
	const { control } = sandbox;
	await placeOrder(sandbox, { externalId });
	for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
		await control.stepOrder(`@${externalId}`, status);
		await afterEach();
	}
	const pending = await control.createMockupTask();
	await afterEach();
	await control.stepMockupTask(pending.id, 'completed');
	await afterEach();
	const failed = await control.createMockupTask();
	await control.stepMockupTask(failed.id, 'failed');
	await afterEach();
	await control.settled();
}

/** The items by their type, each of which has to be there, whatever the order in which they came. */
function sorted(items: IDataObject[], events: string[]): IDataObject[] {
	const missing = events.filter((event) => !items.some((item) => item.event === event));
	if (missing.length > 0) throw new Error(`No event of the type ${missing.join(', ')}`);
	return events.flatMap((event) => items.filter((item) => item.event === event));
}

/**
 * The webhook trigger's output for deliveries of the sandbox, of every event type (spec section 6): with the current order,
 * and with what explains that it cannot be read.
 */
export async function outputOfTrigger(sandbox: Sandbox): Promise<IDataObject[]> {
	const { control, accounts } = sandbox;
	const { signingSecret } = accounts.demo;
	await control.setWebhook({ url: UNUSED_WEBHOOK_URL, signingSecret });
	const items: IDataObject[] = [];
	// All of them after each step: a repetition may come late, and finds the order as it is then.
	const receiveAll = async (): Promise<void> => {
		await control.settled();
		for (const delivery of control.deliveries()) {
			for (const credential of [
				credentialFor(sandbox),
				credentialFor(sandbox, { apiKey: 'wrong' }),
			]) {
				items.push(...(await receive(delivery, credential, EVENTS, { addCurrentOrder: true })));
			}
		}
	};
	await causeEvents(sandbox, 'shopify-1004-5700000002004', receiveAll);
	await receiveAll();
	await control.setWebhook({ url: '' });
	return sorted(items, EVENTS);
}

/** The polling trigger's output for the same. Its own event, `order.late`, has the item of the others. */
export async function outputOfPollingTrigger(sandbox: Sandbox): Promise<IDataObject[]> {
	const n8n = new PollingN8n({
		credential: credentialFor(sandbox),
		parameters: { events: EVENTS, options: { addCurrentOrder: true } },
	});
	const poll = async (): Promise<void> => {
		const { error } = await n8n.poll();
		if (error) throw error;
	};
	await n8n.activate();
	await causeEvents(sandbox, 'shopify-1005-5700000002005', poll);
	// An order that cannot be read holds back its events for three polls, and then comes without it.
	const added = { count: 1, statuses: ['pending' as const], newestDaysAgo: 0 };
	for (const { id } of sandbox.control.addOrders(added)) {
		sandbox.control.injectFault({ match: { path: `/api/orders/${id}/shipments` }, status: 422 });
	}
	for (let polls = 0; polls < 4; polls += 1) await poll();
	sandbox.control.clearFaults();
	await n8n.deactivate();
	return sorted(
		n8n.emitted.flat(2).map(({ json }) => json),
		EVENTS,
	);
}
