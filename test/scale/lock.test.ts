import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveCredential } from '../../scripts/n8n/credentials.ts';
import { waitForExecution } from '../../scripts/n8n/executions.ts';
import { root } from '../../scripts/n8n/paths.ts';
import {
	activateWorkflow,
	createWorkflow,
	runWorkflow,
	type WorkflowFile,
} from '../../scripts/n8n/workflows.ts';
import { startWork, type Work } from '../nightly/support/work.ts';
import { demoData } from '../support/demoData.ts';
import { placeDrafts } from './support/service.ts';
import { useQueueMode } from './support/useQueueMode.ts';

const ORDERS = 40;

/** So many that the service is never asked to come again later. */
const ORDERS_AT_ONCE = 5;

/** How often the change of an order is brought, at the same moment. */
const timesBrought = (index: number): number => 2 + (index % 8);

const { queueMode } = useQueueMode('lock');

let work: Work;

/** The example as it is imported, with work outside n8n in the place of the user's nodes. */
async function readNoEventLost(): Promise<WorkflowFile> {
	const text = await readFile(join(root, 'examples', 'no-event-lost.json'), 'utf8');
	const file = JSON.parse(text) as WorkflowFile;
	const nodes = file.nodes.map((node) =>
		node.name === 'Replace Me With Your Nodes' ? { ...node, ...work.node } : node,
	);
	return { ...file, nodes };
}

describe(`The lock of No Event Lost, with Postgres and two workers`, () => {
	beforeAll(async () => {
		work = await startWork();
	});
	afterAll(async () => await work?.close());

	it(`${ORDERS} changes that are brought 2 to 9 times at the same moment are done once each`, async () => {
		const { cluster, sandbox } = queueMode();
		const { rest } = cluster;
		const orders = await placeDrafts(sandbox, 'locked', ORDERS);
		await cluster.addWorker();
		await cluster.addWorker();
		const name = 'POD Fulfilment account';
		await saveCredential(rest, { name, type: 'podFulfilmentApi', data: demoData(sandbox) });
		const workflow = await createWorkflow(rest, await readNoEventLost());
		const creation = await runWorkflow(rest, workflow.id, 'Create the Table Once');
		expect((await waitForExecution(rest, creation)).status).toBe('success');
		const path = await activateWorkflow(rest, workflow);
		await sandbox.control.setWebhook({ url: `${cluster.webhookUrl}/${path}` });

		const waves = Math.ceil(ORDERS / ORDERS_AT_ONCE);
		for (let wave = 0; wave < waves; wave += 1) {
			const from = wave * ORDERS_AT_ONCE;
			const deliveries = await Promise.all(
				orders.slice(from, from + ORDERS_AT_ONCE).flatMap(({ id, externalId }, index) =>
					Array.from({ length: timesBrought(from + index) }, async () => {
						const data = { order: { id, status: 'onhold', external_id: externalId } };
						// An event of its own each time, so that Ignore Duplicates stops none.
						return await sandbox.control.sendEvent({ type: 'order.updated', data, attempts: 1 });
					}),
				),
			);
			expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => 200));
		}
		const changes = orders.map(({ id }) => `order/${id}/onhold`);
		expect(changes.map((change) => work.done.filter((done) => done === change).length)).toEqual(
			changes.map(() => 1),
		);
	});
});
