import assert from 'node:assert/strict';
import type { Sandbox } from '../../sandbox/index.ts';
import { deliver, orderUpdated, signedHeaders } from '../../test/e2e/support/delivery.ts';
import { changesAt, OFTEN } from '../../test/e2e/support/polling.ts';
import {
	actionNode,
	manualWorkflow,
	pollingWorkflow,
	triggerWorkflow,
} from '../../test/e2e/support/workflows.ts';
import { createFromJson } from '../../test/support/createFromJson.ts';
import { saveCredential, testCredential } from '../n8n/credentials.ts';
import { hasEnded, itemsOf, listExecutions, waitForExecution } from '../n8n/executions.ts';
import { poll } from '../n8n/poll.ts';
import type { N8nRest } from '../n8n/rest.ts';
import {
	activateWorkflow,
	createWorkflow,
	publishWorkflow,
	runWorkflow,
} from '../n8n/workflows.ts';

/** Workflows that are saved in n8n, one for each node. */
export interface SavedWorkflows {
	order: string;
	events: { id: string; path: string };
	polled: string;
}

const EXTERNAL_ID = 'RELEASE-1001';

/** Saves a credential and a workflow for each node, and publishes those with triggers. */
export async function saveWorkflows(rest: N8nRest, sandbox: Sandbox): Promise<SavedWorkflows> {
	const { apiKey, signingSecret } = sandbox.accounts.demo;
	const credential = await saveCredential(rest, {
		name: 'POD Fulfilment account',
		type: 'podFulfilmentApi',
		data: { baseUrl: sandbox.url, apiKey, signingSecret, headerBrand: 'Service' },
	});
	assert.equal((await testCredential(rest, credential)).status, 'OK', 'the credential test');
	const example = sandbox.control.exampleOrder({ externalId: EXTERNAL_ID });
	const order = await createWorkflow(
		rest,
		manualWorkflow('Order', [
			actionNode('Order', credential, createFromJson(EXTERNAL_ID, example)),
		]),
	);
	const events = await createWorkflow(
		rest,
		triggerWorkflow('Events', credential, { events: ['order.updated'] }),
	);
	const polled = await createWorkflow(
		rest,
		pollingWorkflow('Polled', credential, { pollTimes: OFTEN, events: ['order.created'] }),
	);
	await publishWorkflow(rest, polled);
	return {
		order: order.id,
		events: { id: events.id, path: await activateWorkflow(rest, events) },
		polled: polled.id,
	};
}

const ended = async (rest: N8nRest, id: string, count: number): Promise<void> => {
	await poll(`${count} executions of ${id}`, async () => {
		const all = await listExecutions(rest, id);
		if (all.length < count || !all.every(hasEnded)) return undefined;
		assert.deepEqual([...new Set(all.map(({ status }) => status))], ['success']);
		return true;
	});
};

/**
 * Runs the saved workflows: the order is placed once, a signed event starts a workflow, a forged one does not, and polls
 * find a new order.
 *
 * @param round how often this was done in this n8n, from 1 on
 * @param newOrderId an order that another client placed since the round before
 */
export async function runSaved(
	{ rest, url, sandbox }: { rest: N8nRest; url: string; sandbox: Sandbox },
	saved: SavedWorkflows,
	{ round, newOrderId }: { round: number; newOrderId: string },
): Promise<void> {
	const id = await runWorkflow(rest, saved.order, 'Start');
	const execution = await waitForExecution(rest, id);
	assert.equal(execution.status, 'success');
	const [item] = itemsOf(execution, 'Order');
	assert.deepEqual(
		[item?.json.externalId, item?.json.outcome],
		[EXTERNAL_ID, round === 1 ? 'placed' : 'existing'],
	);

	const send = async (key: string): Promise<number> => {
		const body = orderUpdated(round === 1 ? 'inprocess' : 'fulfilled');
		return (await deliver(`${url}/${saved.events.path}`, body, signedHeaders(body, key))).status;
	};
	assert.equal(await send('not-the-secret'), 401);
	assert.equal(await send(sandbox.accounts.demo.signingSecret), 200);
	await ended(rest, saved.events.id, round);
	await poll('the new order to be found', async () => {
		const changes = await changesAt(rest, saved.polled, 'Event');
		return changes.includes(`order/${newOrderId}/created`) || undefined;
	});
}
