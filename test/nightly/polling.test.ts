import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.ts';
import { saveCredential } from '../../scripts/n8n/credentials.ts';
import { listExecutions } from '../../scripts/n8n/executions.ts';
import { poll } from '../../scripts/n8n/poll.ts';
import { choosePort } from '../../scripts/n8n/ports.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import { deactivateWorkflow } from '../../scripts/n8n/workflows.ts';
import { demoData } from '../support/demoData.ts';
import { ownN8n, type OwnN8n } from '../e2e/support/ownN8n.ts';
import { changesAt, startPolling, untilPolled } from '../e2e/support/polling.ts';
import { placeOrder, shipOrder, TIME_SCALE, untilGivenUp } from '../e2e/support/service.ts';

let n8n: OwnN8n;
let rest: N8nRest;

beforeAll(async () => {
	n8n = await ownN8n();
	rest = await n8n.start();
});
afterAll(async () => await n8n?.close());

const begin = async (
	name: string,
	options: SandboxOptions = {},
): Promise<{ sandbox: Sandbox; polled: string }> => {
	const sandbox = await startSandbox({ timeScale: TIME_SCALE, ...options });
	const data = demoData(sandbox);
	const credential = await saveCredential(rest, { name, type: 'podFulfilmentApi', data });
	return { sandbox, polled: await startPolling(rest, name, credential) };
};

const end = async (sandbox: Sandbox, polled: string): Promise<void> => {
	await deactivateWorkflow(rest, polled);
	await sandbox.close();
};

describe('Polling', () => {
	it('polling tells what no webhook could bring: n8n has no address that the service reaches', async () => {
		const { port } = await choosePort(0);
		const { sandbox, polled } = await begin('Unreachable', {
			webhook: { url: `http://127.0.0.1:${port}/webhook` },
		});
		const order = await placeOrder(sandbox);
		const created = `order/${order}/created`;
		await untilPolled(sandbox);
		const shipped = await shipOrder(sandbox, order);
		await untilGivenUp(sandbox);
		expect(sandbox.control.deliveries().every(({ status }) => status === undefined)).toBe(true);
		await untilPolled(sandbox);
		const [first, ...others] = await changesAt(rest, polled, 'Event');
		expect(first).toBe(created);
		expect(others.sort()).toEqual(shipped.sort());
		await end(sandbox, polled);
	});

	it('polling tells each change once through a minute in which the service refuses most requests (429)', async () => {
		const { sandbox, polled } = await begin('Storm', { seed: { orders: 60 } });
		const { control } = sandbox;
		const drafts = control.orders().filter(({ status }) => status === 'draft');
		control.injectFault({ rate: 0.7, status: 429, headers: { 'retry-after': '1' } });
		const expected: string[] = [];
		for (const { id } of drafts) {
			expected.push(...(await shipOrder(sandbox, id)));
			// The changes spread over the storm on purpose.
			await delay(60_000 / drafts.length);
		}
		const refused = control.requests().filter(({ status }) => status === 429);
		control.clearFaults();
		await untilPolled(sandbox);
		expect(drafts.length).toBeGreaterThan(5);
		expect(refused.length).toBeGreaterThan(10);
		expect((await changesAt(rest, polled, 'Event')).sort()).toEqual(expected.sort());
		const failed = await listExecutions(rest, polled, ['error', 'crashed']);
		expect(failed).toEqual([]);
		await end(sandbox, polled);
	});

	it('polling tells each change once although n8n is killed in the middle of polls', async () => {
		const { sandbox, polled } = await begin('Killed');
		const { control } = sandbox;
		const order = await placeOrder(sandbox);
		const expected = [`order/${order}/created`];
		await untilPolled(sandbox);
		const moments = [
			{ path: '/api/orders', status: 'pending' },
			{ path: '/api/orders/*/shipments', status: 'inprocess' },
			{ path: '/api/mockup-tasks', status: 'onhold' },
		] as const;
		for (const { path, status } of moments) {
			control.injectFault({ match: { method: 'GET', path }, delayMilliseconds: 10_000 });
			await control.stepOrder(order, status);
			expected.push(`order/${order}/${status}`);
			await poll(`a request of ${path}`, async () => control.faults()[0]?.hits || undefined);
			await n8n.kill();
			control.clearFaults();
			rest = await n8n.start();
			await untilPolled(sandbox);
			expect(await changesAt(rest, polled, 'Event')).toEqual(expected);
		}
		await end(sandbox, polled);
	});
});
