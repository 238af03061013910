import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/index.ts';
import { credentialFor } from '../../../test/core/engine/run.ts';
import { receive } from '../../../test/core/engine/trigger.ts';

/** Nothing listens here: deliveries are read from the sandbox's records instead. */
const UNUSED_WEBHOOK_URL = 'http://127.0.0.1:9/hook';

const EVENTS = ['order.created', 'order.updated', 'mockup_task.finished', 'shipment.created'];

/** The trigger's output for deliveries of the sandbox, of every event type (spec section 6). */
export async function outputOfTrigger(sandbox: Sandbox): Promise<IDataObject[]> {
	const { control, accounts } = sandbox;
	const { signingSecret } = accounts.demo;
	await control.setWebhook({ url: UNUSED_WEBHOOK_URL, signingSecret });
	const body = control.exampleOrder({ externalId: 'E-1' });
	const response = await fetch(`${sandbox.url}/api/orders`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			authorization: `Bearer ${accounts.demo.apiKey}`,
		},
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`The sandbox refused the order: ${await response.text()}`);
	for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
		await control.stepOrder('@E-1', status);
	}
	const pending = await control.createMockupTask();
	await control.stepMockupTask(pending.id, 'completed');
	const failed = await control.createMockupTask();
	await control.stepMockupTask(failed.id, 'failed');
	await control.settled();

	const items: IDataObject[] = [];
	for (const delivery of control.deliveries()) {
		items.push(...(await receive(delivery, credentialFor(sandbox), EVENTS)));
	}
	const missing = EVENTS.filter((event) => !items.some((item) => item.event === event));
	if (missing.length > 0) throw new Error(`No event of the type ${missing.join(', ')}`);
	// Sorted by type, whatever the order of arrival.
	return EVENTS.flatMap((event) => items.filter((item) => item.event === event));
}
