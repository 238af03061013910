import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { saveCredential } from '../../scripts/n8n/credentials.ts';
import { poll } from '../../scripts/n8n/poll.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import { demoData } from '../support/demoData.ts';
import { ownN8n, type OwnN8n } from '../e2e/support/ownN8n.ts';
import { changesAt, startPolling, untilPolled } from '../e2e/support/polling.ts';
import { placeOrder, shipOrder } from '../e2e/support/service.ts';

/** With these, n8n stores what a poll leaves together with the execution that it starts. */
const SETTINGS = {
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

/**
 * One schedule only: every 5 seconds this scheduler runs side by side what fell due since, each poll from the state that
 * was stored before, and so one tells what the other tells.
 */
const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };

let sandbox: Sandbox;
let n8n: OwnN8n;
let rest: N8nRest;

beforeAll(async () => {
	sandbox = await startSandbox();
	n8n = await ownN8n({ settings: SETTINGS });
	rest = await n8n.start();
});
afterAll(async () => {
	await n8n?.close();
	await sandbox.close();
});

describe("Polling with n8n's durable cursors", () => {
	it('polling tells each change once: after the activation, and killed between and in the middle of polls', async () => {
		const { control } = sandbox;
		const data = demoData(sandbox);
		const credential = await saveCredential(rest, {
			name: 'Durable cursors',
			type: 'podFulfilmentApi',
			data,
		});
		const first = await placeOrder(sandbox);
		const polled = await startPolling(rest, 'Durable cursors', credential, {
			pollTimes: EVERY_MINUTE,
		});
		// The poll at the activation has noted the order; n8n does not store that.
		await control.stepOrder(first, 'pending');
		await untilPolled(sandbox);
		const expected = [`order/${first}/pending`];
		expect(await changesAt(rest, polled, 'Event')).toEqual(expected);

		await n8n.kill();
		const second = await placeOrder(sandbox);
		expected.push(`order/${second}/created`, ...(await shipOrder(sandbox, second)));
		rest = await n8n.start();
		await untilPolled(sandbox);
		const told = await changesAt(rest, polled, 'Event');
		expect([...told].sort()).toEqual([...expected].sort());

		control.injectFault({ match: { path: '/api/mockup-tasks' }, delayMilliseconds: 10_000 });
		await control.stepOrder(first, 'canceled');
		await poll('a poll', async () => control.faults()[0]?.hits || undefined, {
			timeoutMilliseconds: 90_000,
		});
		await n8n.kill();
		control.clearFaults();
		rest = await n8n.start();
		await untilPolled(sandbox);
		expect(await changesAt(rest, polled, 'Event')).toEqual([...told, `order/${first}/canceled`]);
	});
});
