import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
	countExecutions,
	getExecution,
	listExecutions,
	type Execution,
} from '../../scripts/n8n/executions.ts';
import { poll } from '../../scripts/n8n/poll.ts';
import type { RunningN8n } from '../../scripts/n8n/process.ts';
import { CONCURRENCY, listen } from './support/queueMode.ts';
import {
	sendOrderCreated,
	attemptsByOrder,
	CONFIRM_ORDER,
	confirmsByOrder,
	placeDrafts,
} from './support/service.ts';
import { useQueueMode } from './support/useQueueMode.ts';

const EVENTS = 5_000;

/** In place of a status: the connection ended with the killed worker before the service had done anything. */
const CUT = 0;

/** Status of a gateway in place of the service's answer. */
const LOST = 502;

const { figures, queueMode } = useQueueMode('killed-worker');

describe('5,000 events, a worker killed in the middle and another one added', () => {
	let confirms: ReturnType<typeof confirmsByOrder>;
	let events: ReturnType<typeof attemptsByOrder>;
	let moves: ReturnType<typeof attemptsByOrder>;
	let succeeded: number;
	let failed: Execution[];
	let finishedBy: { left: number; added: number };
	let confirmedAtTheKill: Set<string>;

	/** Orders that are confirmed, and whose execution has not ended because every answer to that is lost. */
	const openConfirms = () =>
		new Set(
			queueMode()
				.sandbox.control.requests()
				.filter(({ path, status }) => path.endsWith('/confirm') && status === LOST)
				.map(({ path }) => path.split('/').at(-2) ?? ''),
		);

	/**
	 * Kills a worker at the worst moment: orders are confirmed, the answers to that were lost on their way, and the
	 * executions are about to try again.
	 */
	const killInTheMiddle = async (worker: RunningN8n) => {
		const { control } = queueMode().sandbox;
		control.injectFault({ match: CONFIRM_ORDER, statusAfterCommit: LOST });
		// More than one worker can hold: each has some.
		await poll(
			'both workers to be in the middle of it',
			async () => (openConfirms().size > CONCURRENCY ? true : undefined),
			{ intervalMilliseconds: 20 },
		);
		confirmedAtTheKill = openConfirms();
		await worker.kill();
		control.clearFaults();
	};

	const finishedIn = ({ logFile }: RunningN8n): number =>
		readFileSync(logFile, 'utf8').split('Worker finished execution').length - 1;

	beforeAll(async () => {
		const { cluster, sandbox } = queueMode();
		const { control } = sandbox;
		await control.setWebhook({ url: '' });
		const orders = await placeDrafts(sandbox, 'order', EVENTS);
		control.clearRecords();
		const workflow = await listen(queueMode(), 'afterFinish');
		await control.setWebhook({ url: workflow.url });
		const doomed = await cluster.addWorker();
		const left = await cluster.addWorker();

		const startedAt = performance.now();
		const sinceStart = () => (performance.now() - startedAt) / 1000;
		const sending = sendOrderCreated(sandbox, orders);
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
		const count = async (...statuses: string[]) =>
			await countExecutions(cluster.rest, workflow.id, statuses);
		await poll(
			'every execution to have ended',
			async () => (await count('new', 'running', 'waiting')) === 0 || undefined,
			{ timeoutMilliseconds: 180_000, intervalMilliseconds: 2_000 },
		);
		succeeded = await count('success');
		const others = ['error', 'crashed', 'canceled', 'unknown'];
		failed = await Promise.all(
			(await listExecutions(cluster.rest, workflow.id, others)).map(
				async ({ id }) => await getExecution(cluster.rest, id),
			),
		);
		confirms = confirmsByOrder(sandbox);
		events = attemptsByOrder(sandbox, 'order.created');
		moves = attemptsByOrder(sandbox, 'order.updated');
		finishedBy = { left: finishedIn(left), added: finishedIn(added) };
		tell({ killedAt, firstAttemptsAt, doneAt });
	});

	const tell = (seconds: { killedAt: number; firstAttemptsAt: number; doneAt: number }) => {
		const { killedAt, firstAttemptsAt, doneAt } = seconds;
		const again = [...events.values()].filter((attempts) => attempts.length > 1);
		const askedAgain = [...confirmedAtTheKill].filter((id) => (events.get(id)?.length ?? 0) > 1);
		const rows = {
			'first attempts': `${(EVENTS / firstAttemptsAt).toFixed(1)} events/s`,
			'worker killed after': `${killedAt.toFixed(0)} s`,
			'all done after': `${doneAt.toFixed(0)} s`,
			'executions lost with the worker': String(failed.length),
			'events delivered again': String(again.length),
			'of them with an order that was confirmed already': String(askedAgain.length),
		};
		for (const [figure, measured] of Object.entries(rows)) {
			figures.add(`${EVENTS} events, a worker killed, one added`, figure, measured);
		}
		figures.keep('seconds', seconds);
		figures.keep('succeeded', succeeded);
		figures.keep('finishedBy', finishedBy);
		figures.keep(
			'failed',
			failed.map(({ id, status, error }) => ({ id, status, message: error?.message })),
		);
		figures.keep(
			'deliveredAgain',
			again.map((attempts) =>
				attempts.map(({ sentAt, status, failure }) => ({ sentAt, status, failure })),
			),
		);
	};

	it('all events are acknowledged within the six attempts of the service (section 6)', () => {
		expect(events.size).toBe(EVENTS);
		for (const attempts of events.values()) {
			expect(attempts.length).toBeLessThanOrEqual(6);
			expect(attempts.at(-1)?.status).toBe(200);
		}
	});

	it('every order is confirmed', () => {
		const { control } = queueMode().sandbox;
		for (const id of events.keys()) expect(control.order(id).status).toBe('pending');
	});

	it('no order is confirmed twice in effect: one request changed it, any other was refused (409)', () => {
		for (const id of events.keys()) {
			const answers = confirms.get(id) ?? [];
			// A lost answer was a success or, to a later try, a refusal. That there was one success is told by the event below.
			expect(answers.some((status) => status === 200 || status === LOST)).toBe(true);
			expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
			expect(answers.filter((status) => ![200, LOST, 409, CUT].includes(status))).toEqual([]);
			// The service tells of each change of its status, once.
			expect(new Set(moves.get(id)?.map((delivery) => delivery.id)).size).toBe(1);
		}
	});

	it('the events of the killed worker are executed again, confirmed orders included', () => {
		const again = [...confirmedAtTheKill].filter((id) => (events.get(id)?.length ?? 0) > 1);
		expect(again.length).toBeGreaterThan(0);
		for (const id of again) expect(confirms.get(id)?.at(-1)).toBe(409);
	});

	it('each event leaves one execution that succeeded, and one that did not for each lost with the worker', () => {
		expect(succeeded).toBe(EVENTS);
		expect(failed.length).toBeGreaterThan(0);
		expect(failed.length).toBeLessThanOrEqual(CONCURRENCY);
		for (const { error, runs } of failed) {
			expect(error?.message).toMatch(/processed too many times/);
			// n8n has nothing left to run again: only the service's next delivery brings the event back.
			expect(runs).toEqual({});
		}
	});

	it('the events are taken over by the worker that was left, and by the one that was added', () => {
		expect(finishedBy.left).toBeGreaterThan(0);
		expect(finishedBy.added).toBeGreaterThan(0);
	});
});
