import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	getExecution,
	hasEnded,
	listExecutions,
	type Execution,
	type ExecutionSummary,
} from '../../scripts/n8n/executions.ts';
import { poll } from '../../scripts/n8n/poll.ts';
import type { RunningN8n } from '../../scripts/n8n/process.ts';
import { Figures, spoken } from './support/figures.ts';
import {
	CONCURRENCY,
	drain,
	listen,
	startQueueMode,
	type QueueMode,
	type Throughput,
} from './support/queueMode.ts';
import { announce, attemptsByOrder, confirmsByOrder, placeDrafts } from './support/service.ts';

const EVENTS = 5_000;

const CONFIRM = { method: 'POST', path: '/api/orders/*/confirm' };
const LOOK = { method: 'GET', path: '/api/orders/*' };

const figures = new Figures();
let queueMode: QueueMode;

beforeAll(async () => {
	queueMode = await startQueueMode();
});
afterAll(async () => {
	figures.publish();
	await queueMode?.cluster.stop();
	await queueMode?.sandbox.close();
});

describe('a queue of events, worked off by one worker and by two', () => {
	/** How long the service takes for each confirm where the work is to consist of waiting, in milliseconds. */
	const SLOW = 500;

	const busy: Throughput[] = [];
	const waiting: Throughput[] = [];

	/** Of two workers to one. */
	const ratio = ([one, two]: Throughput[]): number =>
		(two?.perSecond ?? 0) / (one?.perSecond ?? Number.NaN);

	const tell = (work: string, measured: Throughput[]) => {
		for (const { workers, perSecond, processor, load } of measured) {
			figures.add(
				work,
				workers === 1 ? '1 worker' : `${workers} workers`,
				`${perSecond.toFixed(1)} events/s, the cores ${(load * 100).toFixed(0)}% busy (seconds: ${spoken(processor)})`,
			);
		}
		figures.add(work, '2 workers / 1 worker', ratio(measured).toFixed(2));
		figures.keep(work, measured);
	};

	beforeAll(async () => {
		const { control } = queueMode.sandbox;
		const { url } = await listen(queueMode, 'immediately');
		for (const workers of [1, 2]) {
			const prefix = `busy-${workers}`;
			busy.push(await drain(queueMode, url, { prefix, workers, events: 1_000 }));
		}
		control.injectFault({ match: CONFIRM, delayMilliseconds: SLOW });
		for (const workers of [1, 2]) {
			const prefix = `waiting-${workers}`;
			waiting.push(await drain(queueMode, url, { prefix, workers, events: 400 }));
		}
		control.clearFaults();
		tell('confirm, answered at once', busy);
		tell(`confirm, answered after ${SLOW} ms`, waiting);
	});

	it('is worked off nearly twice as fast by two where the work is waiting for the service', () => {
		expect(ratio(waiting)).toBeGreaterThanOrEqual(1.6);
	});

	it('is worked off 1.6 times as fast by two, or as fast as the cores of the machine allow', () => {
		// What one worker and all that serves it leave of the cores is all that a second one can use.
		const possible = 1 / (busy[0]?.load ?? Number.NaN);
		expect(ratio(busy)).toBeGreaterThanOrEqual(Math.min(1.6, 0.8 * possible));
	});
});

describe('5,000 events, a worker killed in the middle and another one added', () => {
	let confirms: ReturnType<typeof confirmsByOrder>;
	let events: ReturnType<typeof attemptsByOrder>;
	let moves: ReturnType<typeof attemptsByOrder>;
	let executions: ExecutionSummary[];
	let failed: Execution[];
	let finishedBy: { left: number; added: number };
	let confirmedAtTheKill: Set<string>;

	/** Orders that are confirmed, and whose execution has not ended because it still looks at its order. */
	const openLooks = () =>
		queueMode.sandbox.control
			.requests()
			.filter(({ method, finishedAt }) => method === 'GET' && finishedAt === undefined);

	/**
	 * Kills a worker at the worst moment: orders are confirmed, the answers to that were lost on their way, and the
	 * executions are about to look what became of it.
	 */
	const killInTheMiddle = async (worker: RunningN8n) => {
		const { control } = queueMode.sandbox;
		control.injectFault({ match: CONFIRM, statusAfterCommit: 502 });
		control.injectFault({ match: LOOK, delayMilliseconds: 3_000 });
		// More than one worker can hold: each has some.
		await poll(
			'both workers to be in the middle of it',
			async () => (openLooks().length > CONCURRENCY ? true : undefined),
			{ intervalMilliseconds: 20 },
		);
		await worker.kill();
		confirmedAtTheKill = new Set(openLooks().map(({ path }) => path.split('/').at(-1) ?? ''));
		control.clearFaults();
	};

	const finishedIn = ({ logFile }: RunningN8n): number =>
		readFileSync(logFile, 'utf8').split('Worker finished execution').length - 1;

	beforeAll(async () => {
		const { cluster, sandbox } = queueMode;
		const { control } = sandbox;
		await control.setWebhook({ url: '' });
		const orders = await placeDrafts(sandbox, 'order', EVENTS);
		control.clearRecords();
		const workflow = await listen(queueMode, 'afterFinish');
		await control.setWebhook({ url: workflow.url });
		const doomed = await cluster.addWorker();
		const left = await cluster.addWorker();

		const startedAt = performance.now();
		const sinceStart = () => (performance.now() - startedAt) / 1000;
		const sending = announce(sandbox, orders);
		const confirmed = () => orders.filter(({ status }) => status === 'pending').length;
		const until = async (count: number) =>
			await poll(`${count} confirmed orders`, async () => confirmed() >= count || undefined, {
				timeoutMilliseconds: 600_000,
			});
		await until(EVENTS / 3);
		await killInTheMiddle(doomed);
		const killedAt = sinceStart();
		await until(EVENTS / 2);
		const added = await cluster.addWorker();
		await sending;
		const firstAttemptsAt = sinceStart();

		// The service's retries bring what was lost.
		await poll(
			'every event to be acknowledged',
			async () => {
				const all = [...attemptsByOrder(sandbox, 'order.created').values()];
				return all.every((attempts) => attempts.some(({ status }) => status === 200)) || undefined;
			},
			{ timeoutMilliseconds: 1_020_000, intervalMilliseconds: 1_000 },
		);
		const doneAt = sinceStart();
		await control.settled();
		executions = await poll(
			'every execution to have ended',
			async () => {
				const all = await listExecutions(cluster.rest, workflow.id);
				return all.every(hasEnded) ? all : undefined;
			},
			{ timeoutMilliseconds: 180_000, intervalMilliseconds: 2_000 },
		);
		failed = await Promise.all(
			executions
				.filter(({ status }) => status !== 'success')
				.map(async ({ id }) => await getExecution(cluster.rest, id)),
		);
		confirms = confirmsByOrder(sandbox);
		events = attemptsByOrder(sandbox, 'order.created');
		moves = attemptsByOrder(sandbox, 'order.updated');
		finishedBy = { left: finishedIn(left), added: finishedIn(added) };

		const again = [...events.values()].filter((attempts) => attempts.length > 1);
		const work = '5,000 events, a worker killed and one added';
		figures.add(work, 'first attempts', `${(EVENTS / firstAttemptsAt).toFixed(1)} events/s`);
		figures.add(work, 'killed after', `${killedAt.toFixed(0)} s`);
		figures.add(work, 'all done after', `${doneAt.toFixed(0)} s`);
		figures.add(work, 'executions lost with the worker', String(failed.length));
		figures.add(work, 'events delivered again', String(again.length));
		figures.add(
			work,
			'confirmed before the kill, and asked for again after it',
			String([...confirmedAtTheKill].filter((id) => (confirms.get(id)?.length ?? 0) > 1).length),
		);
		figures.add(
			work,
			'orders confirmed, each once',
			String(orders.filter(({ status }) => status === 'pending').length),
		);
		figures.keep('killed', {
			events: EVENTS,
			killedAt,
			firstAttemptsAt,
			doneAt,
			executions: executions.length,
			failed: failed.map(({ id, status, error }) => ({ id, status, message: error?.message })),
			deliveredAgain: again.map((attempts) =>
				attempts.map(({ sentAt, status, failure }) => ({ sentAt, status, failure })),
			),
			finishedBy,
		});
	});

	it('are all acknowledged within the six attempts of the service (section 6)', () => {
		expect(events.size).toBe(EVENTS);
		for (const attempts of events.values()) {
			expect(attempts.length).toBeLessThanOrEqual(6);
			expect(attempts.at(-1)?.status).toBe(200);
		}
	});

	it('confirm every order', () => {
		const { control } = queueMode.sandbox;
		for (const id of events.keys()) expect(control.order(id).status).toBe('pending');
	});

	it('confirm no order twice in effect: one request changed it, any other was refused (409)', () => {
		for (const id of events.keys()) {
			const answers = confirms.get(id) ?? [];
			// The 502 is that of the fault: the order was confirmed, and the answer lost.
			expect(answers.filter((status) => status === 200 || status === 502)).toHaveLength(1);
			expect(answers.filter((status) => ![200, 502, 409].includes(status))).toEqual([]);
			// The service tells of each change of its status, once.
			expect(new Set(moves.get(id)?.map((delivery) => delivery.id)).size).toBe(1);
		}
	});

	it('are executed again where they were on the killed worker, confirmed orders included', () => {
		const again = [...confirmedAtTheKill].filter((id) => (events.get(id)?.length ?? 0) > 1);
		expect(again.length).toBeGreaterThan(0);
		for (const id of again) expect(confirms.get(id)?.at(-1)).toBe(409);
	});

	it('leave one execution each that succeeded, and one that did not for each lost with the worker', () => {
		expect(executions.filter(({ status }) => status === 'success')).toHaveLength(EVENTS);
		expect(failed.length).toBeGreaterThan(0);
		expect(failed.length).toBeLessThanOrEqual(CONCURRENCY);
		for (const { error } of failed) expect(error?.message).toMatch(/stalled/);
	});

	it('are taken over by the worker that was left, and by the one that was added', () => {
		expect(finishedBy.left).toBeGreaterThan(0);
		expect(finishedBy.added).toBeGreaterThan(0);
	});
});
