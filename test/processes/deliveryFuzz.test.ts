import { beforeAll, describe, expect, it } from 'vitest';
import { attack, type AttackReport } from '../fuzz/attack.ts';
import type { Measure } from '../fuzz/n8n/start.ts';
import { SEED } from '../support/seed.ts';
import { useWebhooks } from './webhooks.ts';

const COUNT = 100_000;

/** After so many, everything is loaded, compiled and cached that ever will be: from here on, memory is compared. */
const FIRST = 25_000;

/** Ends a run that hangs, in milliseconds: more than ten times what it takes on two cores that do nothing else. */
const TIMEOUT = 1_800_000;

const webhooks = useWebhooks();

describe("100,000 mutated deliveries through n8n's own handling of webhooks", () => {
	let middle: Measure;
	let end: Measure;
	let first: AttackReport;
	let second: AttackReport;

	beforeAll(async () => {
		const { url, path } = webhooks.server;
		const target = { url, path, concurrency: 16 };
		first = await attack({ ...target, seed: SEED, count: FIRST });
		middle = await webhooks.server.measure();
		second = await attack({ ...target, seed: SEED + 1_000_000, count: COUNT - FIRST });
		end = await webhooks.server.measure();
	}, TIMEOUT);

	it('all deliveries are answered in time and as the specification says', () => {
		// Any other answer has ended the attack. All kinds of answers were called for, in numbers:
		expect(first.sent + second.sent).toBe(COUNT);
		for (const status of [200, 400, 401, 422, 500]) {
			expect(second.statuses[status] ?? 0).toBeGreaterThan(COUNT / 1000);
		}
	});

	it('no delivery starts an execution but for bytes that were signed', () => {
		expect(end.executions).toBe(first.started.length + second.started.length);
	});

	it('all refusals have one text, which tells nothing about why', () => {
		expect(second.refusals).toHaveLength(1);
		expect(second.refusals[0]).not.toMatch(/[0-9a-f]{64}|secret|hmac|timestamp|old|length|header/i);
	});

	it('the process goes on running, with no prototype changed and no file left behind', async () => {
		expect(webhooks.server.exit()).toBeUndefined();
		expect(end.pollutedKeys).toBe(0);
		expect(await webhooks.server.leftovers()).toEqual([]);
	});

	it('the deliveries leave memory as it was', () => {
		// An event that was accepted is remembered, in half a kilobyte at most. Were anything else kept of each delivery,
		// if only an object, it would be 100 bytes or more.
		const remembered = second.started.length * 512;
		expect(end.bytes - middle.bytes).toBeLessThan(remembered + second.sent * 100);
	});
});
