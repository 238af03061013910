import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { itemsOf, type Execution } from '../../scripts/n8n/executions.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import { attack, type AttackReport } from '../fuzz/attack.ts';
import { SECRET, SIGNATURE, signedDelivery, withHeader, type Delivery } from '../fuzz/delivery.ts';
import { SEED } from '../support/seed.ts';
import { send } from '../fuzz/send.ts';
import { deliver, orderUpdated, signedHeaders } from './support/delivery.ts';
import { connect, n8n, storeCredential } from './support/n8n.ts';
import { executionsOf, activateTrigger } from './support/trigger.ts';

const COUNT = 1000;
const TIMEOUT = 1_200_000;
const MEGABYTE = 1024 * 1024;

let sandbox: Sandbox;
let rest: N8nRest;
let workflow: { id: string; url: string };

beforeAll(async () => {
	sandbox = await startSandbox();
	rest = connect();
	const secret = { signingSecret: SECRET };
	workflow = await activateTrigger(
		rest,
		'Fuzz',
		await storeCredential(rest, sandbox, 'Fuzz', secret),
		{
			events: [
				'order.created',
				'order.updated',
				'mockup_task.finished',
				'shipment.created',
				'other',
			],
		},
	);
});
afterAll(async () => await sandbox.close());

/** The memory of n8n's process, in bytes. */
async function memoryOfN8n(): Promise<number> {
	const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(n8n.pid)]);
	return Number(stdout) * 1024;
}

async function expectHealthy(): Promise<void> {
	expect((await fetch(`${n8n.url}/healthz/readiness`)).status).toBe(200);
	const body = orderUpdated();
	expect((await deliver(workflow.url, body, signedHeaders(body, SECRET))).status).toBe(200);
}

describe(`${COUNT} mutated deliveries to a real n8n`, () => {
	let report: AttackReport;
	let executions: Execution[];

	beforeAll(async () => {
		const { origin, pathname } = new URL(workflow.url);
		report = await attack({
			url: origin,
			path: pathname,
			seed: SEED,
			count: COUNT,
			concurrency: 8,
		});
		await expectHealthy();
		executions = await executionsOf(rest, workflow.id, report.started.length + 1);
	}, TIMEOUT);

	it('all deliveries are answered in time and as the specification says', () => {
		// Any other answer has ended the attack.
		expect(report.sent).toBe(COUNT);
		expect(report.statuses[401]).toBeGreaterThan(COUNT / 10);
	});

	it('no execution is stored but for bytes that were signed, and none that failed', () => {
		expect(executions).toHaveLength(report.started.length + 1);
		expect(executions.every(({ status }) => status === 'success')).toBe(true);
		const items = executions.slice(0, -1).flatMap((execution) => itemsOf(execution, 'Event'));
		expect(items.map(({ json }) => json.webhookId).sort()).toEqual(report.started.sort());
	});
});

describe('75 forged deliveries of 15 MB to a real n8n', () => {
	it(
		'forged deliveries of 15 MB are refused, and none of them stays in memory',
		async () => {
			const { origin, pathname } = new URL(workflow.url);
			const pool = new Pool(origin, { connections: 2 });
			const genuine = signedDelivery('large', Buffer.alloc(15 * MEGABYTE), Date.now());
			const unsigned = withHeader(genuine, SIGNATURE, '0'.repeat(64));
			const headers = withHeader({ headers: unsigned }, 'Content-Type', 'image/png');
			const forged: Delivery = { ...genuine, headers };
			const refuse = async (times: number): Promise<number> => {
				for (let sent = 0; sent < times; sent++) {
					expect((await send(pool, pathname, forged, true)).status).toBe(401);
				}
				return await memoryOfN8n();
			};
			try {
				const before = await refuse(25);
				// 750 MB, of which n8n may not yet have given everything back to the system.
				const growth = (await refuse(50)) - before;
				expect(growth).toBeLessThan(400 * MEGABYTE);
			} finally {
				await pool.destroy();
			}
			await expectHealthy();
		},
		TIMEOUT,
	);
});
