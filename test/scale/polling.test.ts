import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { listExecutions, type ExecutionSummary } from '../../scripts/n8n/executions.ts';
import type { RunningN8n } from '../../scripts/n8n/process.ts';
import { changesAt, POLL_SECONDS, startPolling, untilPolled } from '../e2e/support/polling.ts';
import { placeDrafts } from './support/service.ts';
import { useQueueMode } from './support/useQueueMode.ts';

const ORDERS = 300;

/** How long orders go on changing. */
const SECONDS = 60;

const { figures, queueMode } = useQueueMode('polling');

describe(`${ORDERS} orders that change within a minute, polled in queue mode`, () => {
	let expected: string[];
	let changes: string[];
	let executions: ExecutionSummary[];
	let workers: RunningN8n[];
	let polls: number;
	let seconds: number;

	const readings = (): number =>
		queueMode()
			.sandbox.control.requests()
			.filter(({ path, query }) => path === '/api/orders' && (query.page ?? '1') === '1').length;

	beforeAll(async () => {
		const { cluster, sandbox, credential } = queueMode();
		const orders = await placeDrafts(sandbox, 'polled', ORDERS);
		workers = [await cluster.addWorker(), await cluster.addWorker()];
		const polled = await startPolling(cluster.rest, 'Polled', credential);

		const startedAt = performance.now();
		const before = readings();
		for (const { id } of orders) {
			await sandbox.control.stepOrder(id, 'pending');
			// The changes are spread on purpose.
			await delay((SECONDS * 1000) / ORDERS);
		}
		await untilPolled(sandbox);
		polls = readings() - before;
		seconds = (performance.now() - startedAt) / 1000;
		expected = orders.map(({ id }) => `order/${id}/pending`);
		changes = await changesAt(cluster.rest, polled, 'Event');
		executions = await listExecutions(cluster.rest, polled);
		const work = `${ORDERS} changes, polled every ${POLL_SECONDS} s, 2 workers`;
		figures.add(work, 'polls', `${polls} in ${seconds.toFixed(0)} s`);
		figures.add(work, 'executions', String(executions.length));
		figures.add(work, 'requests', String(sandbox.control.requests().length));
	});

	const finishedIn = ({ logFile }: RunningN8n): number =>
		readFileSync(logFile, 'utf8').split('Worker finished execution').length - 1;

	it('each order starts the workflow once', () => {
		expect(changes.sort()).toEqual(expected.sort());
	});

	it('one process alone polls the orders', () => {
		// A second one would double it.
		expect(polls).toBeLessThanOrEqual(seconds / POLL_SECONDS + 1);
		expect(polls).toBeGreaterThan(executions.length / 2);
	});

	it('both workers work on the events', () => {
		expect(executions.length).toBeGreaterThan(4);
		const finished = workers.map(finishedIn);
		expect(Math.min(...finished)).toBeGreaterThan(0);
		expect(finished.reduce((sum, one) => sum + one, 0)).toBe(executions.length);
	});
});
