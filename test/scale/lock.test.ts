import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveCredential } from '../../scripts/n8n/credentials.ts';
import { publishExample } from '../e2e/support/dataTable.ts';
import type { WorkflowFile } from '../../scripts/n8n/workflows.ts';
import { startWork, type Work } from '../nightly/support/work.ts';
import { demoData } from '../support/demoData.ts';
import { readExample } from '../support/example.ts';
import { placeDrafts } from './support/service.ts';
import { useQueueMode } from './support/useQueueMode.ts';

const CHANGES = 40;

/** So many that the service is never asked to come again later. */
const AT_ONCE = 5;

/** How often something is brought, at the same moment. */
const timesBrought = (index: number): number => 2 + (index % 8);

const { queueMode } = useQueueMode('lock');

let work: Work;

/** Publishes an example. Resolves to the URL of its trigger of this name. */
async function publish(file: WorkflowFile, trigger: string): Promise<string> {
	const { cluster } = queueMode();
	const { url } = await publishExample(cluster, cluster.webhookUrl, file, trigger);
	expect(url).not.toBe('');
	return url;
}

/** Calls `send` for each element as often as it is brought, for {@link AT_ONCE} of them at the same moment. */
async function bring<Element, Result>(
	elements: Element[],
	send: (element: Element, time: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	for (let from = 0; from < elements.length; from += AT_ONCE) {
		const sending = elements
			.slice(from, from + AT_ONCE)
			.flatMap((element, index) =>
				Array.from(
					{ length: timesBrought(from + index) },
					async (_, time) => await send(element, time),
				),
			);
		results.push(...(await Promise.all(sending)));
	}
	return results;
}

describe('The lock of No Event Lost, with Postgres and two workers', () => {
	beforeAll(async () => {
		const { cluster, sandbox } = queueMode();
		work = await startWork();
		await cluster.addWorker();
		await cluster.addWorker();
		await saveCredential(cluster.rest, {
			name: 'POD Fulfilment account',
			type: 'podFulfilmentApi',
			data: demoData(sandbox),
		});
	});
	afterAll(async () => {
		await work?.close();
	});

	it(`No Event Lost: ${CHANGES} changes that are brought 2 to 9 times at the same moment are done once each`, async () => {
		const { control } = queueMode().sandbox;
		const orders = await placeDrafts(queueMode().sandbox, 'locked', CHANGES);
		const example = await readExample('no-event-lost');
		// Work outside n8n in the place of the user's nodes.
		const nodes = example.nodes.map((node) =>
			node.name === 'Replace Me With Your Nodes' ? { ...node, ...work.node } : node,
		);
		await control.setWebhook({ url: await publish({ ...example, nodes }, 'At Once') });

		const deliveries = await bring(orders, async ({ id, externalId }) => {
			const data = { order: { id, status: 'onhold', external_id: externalId } };
			// An event of its own each time, so that Ignore Duplicates stops none.
			return await control.sendEvent({ type: 'order.updated', data, attempts: 1 });
		});
		expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => 200));
		const changes = orders.map(({ id }) => `order/${id}/onhold`);
		expect(changes.map((change) => work.done.filter((done) => done === change).length)).toEqual(
			changes.map(() => 1),
		);
	});
});
