import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { attack, type AttackReport } from '../fuzz/attack.ts';
import { SECRET } from '../fuzz/delivery.ts';
import { startWebhookServer, type Measure, type WebhookServer } from '../fuzz/n8n/start.ts';
import { SEED } from '../fuzz/seed.ts';

/** So that everything is loaded, compiled and cached that ever will be. */
const WARM_UP = 10_000;
const COUNT = 100_000;

/** Ten times what it takes on two cores. */
const TIMEOUT = 600_000;

let server: WebhookServer;
beforeAll(async () => {
	server = await startWebhookServer(inject('packageFolder'), {
		baseUrl: 'http://127.0.0.1',
		apiKey: 'sandbox-fuzz-key',
		signingSecret: SECRET,
		headerBrand: 'Service',
	});
}, 60_000);
afterAll(async () => await server.stop());

describe("100,000 mutated deliveries through n8n's own handling of webhooks", () => {
	let before: Measure;
	let after: Measure;
	let warmUp: AttackReport;
	let report: AttackReport;

	beforeAll(async () => {
		const { url, path } = server;
		const target = { url, path, concurrency: 16 };
		warmUp = await attack({ ...target, seed: SEED, count: WARM_UP });
		before = await server.measure();
		report = await attack({ ...target, seed: SEED + 1_000_000, count: COUNT });
		after = await server.measure();
		console.log(
			JSON.stringify({
				before,
				after,
				warmUp,
				report: { ...report, started: report.started.length },
			}).slice(-2000),
		);
	}, TIMEOUT);

	it('are each answered in time and as the specification says', () => {
		// Any other answer has ended the attack. All kinds of answers were called for, in numbers:
		expect(report.sent).toBe(COUNT);
		for (const status of [200, 400, 401, 422, 500]) {
			expect(report.statuses[status] ?? 0).toBeGreaterThan(COUNT / 1000);
		}
	});
	it('start no execution but for bytes that were signed', () => {
		expect(after.executions).toBe(warmUp.started.length + report.started.length);
	});

	it('leave the process running, no prototype changed and no file behind', async () => {
		expect(server.exit()).toBeUndefined();
		expect(after.pollutedKeys).toBe(0);
		expect(await server.leftovers()).toEqual([]);
	});

	it('leave memory as it was', () => {
		// A remembered event takes half a kilobyte at most; of anything else kept, be it one object for each delivery,
		// 100 bytes would be seen.
		const remembered = report.started.length * 600;
		expect(after.bytes - before.bytes).toBeLessThan(remembered + COUNT * 100);
	});
});
