import { describe, expect, it } from 'vitest';

import { DurablePolling } from './engine/durablePolling.ts';
import { addOrder, MINUTE, pass, usePolling } from './pollingSupport.ts';

const bench = usePolling();

/** A workflow that was activated, with an order that was there before. */
async function begun() {
	const { id } = addOrder(bench, 'pending');
	const n8n = bench.n8n();
	const polling = new DurablePolling(n8n);
	expect(await polling.activate()).toEqual([]);
	pass(MINUTE);
	return { id, n8n, polling };
}

describe("With n8n's durable cursors", () => {
	it('what changes after the poll at activation is told, although n8n does not store what that poll noted', async () => {
		const { id, polling } = await begun();
		expect(polling.stored).toBe('{}');
		await bench.sandbox.control.stepOrder(id, 'onhold');
		expect(await polling.changeIds()).toEqual([`order/${id}/onhold`]);
		expect(polling.stored).toContain('onhold');
		pass(MINUTE);
		expect(await polling.changeIds()).toEqual([]);
	});

	it('nothing comes again when n8n is killed after a poll, with items or without', async () => {
		const { id, n8n, polling } = await begun();
		expect(await polling.changeIds()).toEqual([]);
		await n8n.kill();
		pass(MINUTE);
		await bench.sandbox.control.stepOrder(id, 'onhold');
		expect(await polling.changeIds()).toEqual([`order/${id}/onhold`]);
		await n8n.kill();
		pass(MINUTE);
		expect(await polling.changeIds()).toEqual([]);
	});

	it('what is in doubt is noted where n8n ends before the second poll, and all that follows is told', async () => {
		const { id, n8n, polling } = await begun();
		await bench.sandbox.control.stepOrder(id, 'onhold');
		await n8n.kill();
		expect(await polling.changeIds()).toEqual([]);
		pass(MINUTE);
		await bench.sandbox.control.stepOrder(id, 'inprocess');
		expect(await polling.changeIds()).toEqual([`order/${id}/inprocess`]);
	});
});
