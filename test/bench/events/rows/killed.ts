import { setTimeout as delay } from 'node:timers/promises';
import type { Row } from '../support/row.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/index.ts';
import { startGateway, type Gateway } from '../../../../scripts/n8n/gateway.ts';
import { poll } from '../../../../scripts/n8n/poll.ts';
import { open, type Instance, type Listening, type Prepared } from '../support/instance.ts';
import { eventWorkflow, ourTrigger, SIGNING_SECRET } from '../support/workflows.ts';

/** The service's 17 minutes of retries pass in 34 seconds. */
const TIME_SCALE = 30;
const EVENTS = 400;
const PER_SECOND = 10;

/** How often n8n is started to see what it answers while it starts. */
const STARTS = 3;

/** Seconds that a workflow takes, so that some are running when n8n is killed. */
const WORK_SECONDS = 1;

/** Which of the sandbox's accounts sends its events to a workflow that acknowledges in which way. */
const ACCOUNTS = { immediately: 'demo', afterFinish: 'other' } as const;
type Acknowledge = keyof typeof ACCOUNTS;
const ACKNOWLEDGEMENTS = Object.keys(ACCOUNTS) as Acknowledge[];

const work = {
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { amount: WORK_SECONDS, unit: 'seconds' },
};

async function listenAsAccount(
	instance: Instance,
	gateway: Gateway,
	sandbox: Sandbox,
	acknowledge: Acknowledge,
) {
	const trigger = ourTrigger(instance.prepared.credentialId, { acknowledge });
	const listening = await instance.listen(eventWorkflow(acknowledge, trigger, work));
	const url = `${gateway.url}/${listening.path}`;
	await sandbox.control.setWebhook({
		url,
		signingSecret: SIGNING_SECRET,
		account: ACCOUNTS[acknowledge],
	});
	return listening;
}

const send = (sandbox: Sandbox, acknowledge: Acknowledge, number: number) =>
	sandbox.control.sendEvent({
		type: 'order.updated',
		data: { order: { id: String(number), status: 'inprocess', external_id: `KILLED-${number}` } },
		account: ACCOUNTS[acknowledge],
		attempts: 6,
	});

/** How often each event was executed to the end, and how many executions were cut off. */
function outcome({ database }: Instance, { id }: Listening) {
	const received = database.received(id);
	const eventsWith = (wanted: string) =>
		received.filter(({ status }) => status === wanted).map(({ externalId }) => externalId);
	const ended = eventsWith('success');
	const done = new Set(ended);
	const crashed = eventsWith('crashed');
	return {
		stored: new Set(received.map(({ externalId }) => externalId)).size,
		done: done.size,
		twice: ended.length - done.size,
		crashed: crashed.length,
		begunAgain: crashed.filter((externalId) => done.has(externalId)).length,
	};
}

/** Retries the executions that were cut off, as the user does in the list of executions. */
async function retryCrashed({ database, rest }: Instance, { id }: Listening): Promise<void> {
	for (const execution of database.withStatus(id, 'crashed')) {
		await rest.call('POST', `/rest/executions/${execution}/retry`, { loadWorkflow: false });
	}
	await delay(2 * WORK_SECONDS * 1000);
	await database.ended(id);
}

/** For how long a starting n8n answers deliveries with 200 although it drops them; no node is asked yet. */
async function startPageRow(instance: Instance): Promise<Row> {
	const url = instance.url(instance.prepared.ours);
	let starting = true;
	let dropped = 0;
	const spans: number[] = [];
	for (let start = 0; start < STARTS; start += 1) {
		starting = true;
		const restarted = instance.restart().then(() => {
			starting = false;
		});
		const times: number[] = [];
		while (starting) {
			const answer = await fetch(url, { method: 'POST' }).then(
				async (response) => ({ status: response.status, text: await response.text() }),
				() => undefined,
			);
			if (answer?.status === 200) times.push(performance.now());
			await delay(5);
		}
		await restarted;
		dropped += times.length;
		spans.push((times.at(-1) ?? 0) - (times[0] ?? 0));
	}
	return {
		work: `${STARTS} starts of n8n, unsigned deliveries sent all the while without a readiness check`,
		figure: "answered 200 by n8n's start page, and lost; for how long",
		toReach: 'stated',
		measured: `${dropped}; ${spans.map((span) => `${span.toFixed(0)} ms`).join(', ')}`,
		reached: true,
	};
}

/** n8n, behind a readiness check, killed in the middle of a steady stream from the sandbox, and started again. */
export async function killedRows(prepared: Prepared): Promise<Row[]> {
	const sandbox = await startSandbox({ timeScale: TIME_SCALE });
	const instance = await open(prepared);
	const gateway = await startGateway(instance.n8n.url);
	try {
		const listening = {
			immediately: await listenAsAccount(instance, gateway, sandbox, 'immediately'),
			afterFinish: await listenAsAccount(instance, gateway, sandbox, 'afterFinish'),
		};
		let restarted: Promise<void> | undefined;
		for (let number = 0; number < EVENTS; number += 1) {
			for (const acknowledge of ACKNOWLEDGEMENTS) void send(sandbox, acknowledge, number);
			if (number === EVENTS / 4) restarted = instance.restart();
			await delay(1000 / PER_SECOND);
		}
		await restarted;
		await poll(
			'the last retry',
			async () => {
				await sandbox.control.settled();
				const last = new Map(
					sandbox.control.deliveries().map((delivery) => [delivery.id, delivery]),
				);
				return [...last.values()].every(({ nextAttemptAt }) => nextAttemptAt === null) || undefined;
			},
			{ timeoutMilliseconds: 120_000 },
		);
		const rows: Row[] = [];
		for (const acknowledge of ACKNOWLEDGEMENTS) {
			await instance.database.ended(listening[acknowledge].id);
			const { id: account } = sandbox.accounts[ACCOUNTS[acknowledge]];
			const deliveries = sandbox.control
				.deliveries()
				.filter(({ accountId }) => accountId === account);
			const accepted = deliveries.filter(({ status }) => status === 200).length;
			const after = outcome(instance, listening[acknowledge]);
			const work = `${EVENTS} events at ${PER_SECOND}/s, n8n killed and started again, acknowledge ${acknowledge}`;
			rows.push({
				work,
				figure: 'events executed to the end, by the retries of the service',
				toReach: acknowledge === 'afterFinish' ? `all ${EVENTS}` : `all but those cut off`,
				measured: [
					`${after.done}, ${after.twice} of them twice`,
					`${after.crashed} executions cut off, ${after.begunAgain} of these events begun again`,
					`${deliveries.length} deliveries, ${accepted} answered 200`,
				].join('; '),
				reached:
					after.done + (acknowledge === 'afterFinish' ? 0 : after.crashed - after.begunAgain) ===
					EVENTS,
			});
			if (acknowledge === 'afterFinish') continue;
			await retryCrashed(instance, listening[acknowledge]);
			const retried = outcome(instance, listening[acknowledge]);
			rows.push({
				work,
				figure:
					'events stored as an execution; executed to the end once those cut off were retried by hand',
				toReach: `all ${EVENTS}`,
				measured: `${after.stored}; ${retried.done}`,
				reached: after.stored === EVENTS && retried.done === EVENTS,
			});
		}
		return [...rows, await startPageRow(instance)];
	} finally {
		await gateway.close();
		await instance.close();
		await sandbox.close();
	}
}
