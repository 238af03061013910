import { afterEach, describe, expect, it } from 'vitest';

import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { PollingN8n } from './engine/polling.ts';
import { credentialFor } from './engine/run.ts';
import { addOrder, begin, HOUR, MINUTE, nextPoll, pass, usePolling } from './pollingSupport.ts';

const polling = usePolling();

let another: Sandbox | undefined;
afterEach(async () => {
	await another?.close();
	another = undefined;
});

/** The error of the next poll; a minute later. */
async function nextError(n8n: PollingN8n): Promise<Error & { description?: string }> {
	pass(MINUTE);
	const { error } = await n8n.poll();
	if (!error) throw new Error('The poll did not fail');
	return error;
}

async function activateAnew(n8n: PollingN8n): Promise<string[]> {
	await n8n.deactivate();
	pass(MINUTE);
	const { outputs } = await n8n.activate();
	return (outputs ?? []).flat().map(({ json }) => String(json.changeId));
}

/** Puts another value in place of what the trigger has stored. */
function store(n8n: PollingN8n, change: (state: { version: number }) => unknown): void {
	const all = JSON.parse(n8n.stored) as Record<string, { polling: { version: number } }>;
	const ofNode = all[`node:${n8n.node.name}`];
	if (!ofNode) throw new Error('Nothing is stored');
	n8n.stored = JSON.stringify({
		...all,
		[`node:${n8n.node.name}`]: { polling: change(ofNode.polling) },
	});
}

describe('A trigger that begins anew', () => {
	it('a node that was renamed says so once, and under its old name goes on where it was', async () => {
		const n8n = await begin(polling.n8n());
		const before = addOrder(polling, 'draft');
		n8n.node.name = 'Renamed';
		expect(await activateAnew(n8n)).toEqual([]);
		const { message, description } = await nextError(n8n);
		expect(message).toContain('begun anew');
		expect(description).toContain('renamed from "Polling" to "Renamed"');
		expect(description).toContain('give it its old name back');
		expect(await nextPoll(n8n)).toEqual([]);
		const since = addOrder(polling, 'draft');
		expect(await nextPoll(n8n)).toEqual([`order/${since.id}/created`]);

		n8n.node.name = 'Polling';
		expect(await activateAnew(n8n)).toEqual([
			`order/${before.id}/created`,
			`order/${since.id}/created`,
		]);
	});

	it.each([0, 1])(
		'of two nodes with one ID, number %i says so when it was renamed, and no other does',
		async (index) => {
			const n8n = polling.n8n();
			n8n.others = [{ ...structuredClone(n8n.node), name: 'Copy' }];
			await begin(n8n);
			expect(n8n.failures).toEqual([]);
			const renamed = [n8n.node, ...n8n.others][index] ?? n8n.node;
			const before = renamed.name;
			renamed.name = 'Renamed';
			expect(await activateAnew(n8n)).toEqual([]);
			for (let polls = 0; polls < 3; polls += 1) {
				pass(MINUTE);
				await n8n.poll();
			}
			expect(n8n.failures.map((error) => (error as { description?: string }).description)).toEqual([
				expect.stringContaining(`renamed from "${before}" to "Renamed"`),
			]);
		},
	);

	it('a credential that leads to another service begins anew with a message instead of its old orders', async () => {
		const n8n = await begin(polling.n8n({ options: { startFrom: '2020-01-01' } }));
		another = await startSandbox({ seed: { orders: 3 } });
		n8n.credential = credentialFor(another);
		expect(await activateAnew(n8n)).toEqual([]);
		const { message, description } = await nextError(n8n);
		expect(message).toContain('begun anew');
		expect(description).toContain(`leads to ${another.url} instead of ${polling.sandbox.url}`);
		expect(await nextPoll(n8n)).toEqual([]);
		const [added] = another.control.addOrders({ count: 1, statuses: ['draft'], newestDaysAgo: 0 });
		expect(await nextPoll(n8n)).toEqual([`order/${added?.id}/created`]);
	});

	it.each<[string, (state: { version: number }) => unknown, string, string]>([
		[
			'of a newer version',
			(state) => ({ ...state, version: state.version + 1 }),
			'newer version',
			'Update n8n-nodes-pod-fulfilment.',
		],
		['that is damaged', (state) => ({ ...state, orders: 'none' }), 'is damaged', 'backup'],
	])('a state %s is refused with what to do, and left as it is', async (_, change, what, toDo) => {
		const n8n = await begin(polling.n8n());
		const { stored } = n8n;
		store(n8n, change);
		const refused = n8n.stored;
		const error: Error = await n8n.restart().then(
			() => new Error('The workflow was activated'),
			(thrown: Error) => thrown,
		);
		for (const part of [what, toDo, 'rename this node']) expect(error.message).toContain(part);
		expect(n8n.stored).toBe(refused);

		const added = addOrder(polling, 'draft');
		n8n.stored = stored;
		pass(MINUTE);
		const { outputs } = await n8n.restart();
		expect(outputs?.flat().map(({ json }) => json.changeId)).toEqual([`order/${added.id}/created`]);
	});

	it('a refused state is reported at once, without the promise that the next poll brings all', async () => {
		const n8n = await begin(polling.n8n());
		n8n.workflow.getStaticData('node', n8n.node).polling = 'nothing that a poll stores';
		const { message, description } = await nextError(n8n);
		expect(message).toMatch(/is damaged, .+, since \d{4}-/);
		expect(description).toContain('Until then nothing starts the workflow');
		expect(description).not.toContain('Nothing is lost');
		// Once an hour from then on.
		expect(await nextPoll(n8n)).toEqual([]);
		pass(HOUR);
		await nextError(n8n);
	});
});
