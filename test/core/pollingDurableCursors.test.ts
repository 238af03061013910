import { describe, expect, it } from 'vitest';

import { DurablePolling } from './engine/durablePolling.ts';
import { addOrder, MINUTE, pass, usePolling } from './pollingSupport.ts';

const node = usePolling();

/** A workflow that was activated, with an order that was there before. */
async function begun() {
	const { id } = addOrder(node, 'pending');
	const n8n = node.n8n();
	const polling = new DurablePolling(n8n);
	expect(await polling.activate()).toEqual([]);
	pass(MINUTE);
	return { id, n8n, polling };
}

describe("Polling with n8n's durable cursors", () => {
	it('a change after the poll at activation is told, although n8n does not store what that poll noted', async () => {
		const { id, polling } = await begun();
		expect(polling.stored).toBe('{}');
		await node.sandbox.control.stepOrder(id, 'onhold');
		expect(await polling.changeIds()).toEqual([`order/${id}/onhold`]);
		expect(polling.stored).toContain('onhold');
		pass(MINUTE);
		expect(await polling.changeIds()).toEqual([]);
	});

	it('no change comes again when n8n is killed after a poll, with items or without', async () => {
		const { id, n8n, polling } = await begun();
		expect(await polling.changeIds()).toEqual([]);
		await n8n.kill();
		pass(MINUTE);
		await node.sandbox.control.stepOrder(id, 'onhold');
		expect(await polling.changeIds()).toEqual([`order/${id}/onhold`]);
		await n8n.kill();
		pass(MINUTE);
		expect(await polling.changeIds()).toEqual([]);
	});

	it('a change in doubt is noted when n8n ends before the second poll, and all that follows is told', async () => {
		const { id, n8n, polling } = await begun();
		await node.sandbox.control.stepOrder(id, 'onhold');
		await n8n.kill();
		expect(await polling.changeIds()).toEqual([]);
		pass(MINUTE);
		await node.sandbox.control.stepOrder(id, 'inprocess');
		expect(await polling.changeIds()).toEqual([`order/${id}/inprocess`]);
	});

	/** n8n gives all nodes of one ID but the first another one as it publishes the workflow, if its version does so. */
	it.each([
		['the one ID', undefined],
		['another ID by n8n', 'healed'],
	])(
		'a trigger that was copied as JSON, with %s, tells each change once, as its original does',
		async (_case, newId) => {
			const { id, n8n, polling } = await begun();
			const copy = { ...n8n.node, name: 'Copy', id: newId ?? n8n.node.id };
			n8n.others = [copy];
			const copied = new DurablePolling(n8n, copy.name);
			expect(await copied.activate()).toEqual([]);
			pass(MINUTE);
			await node.sandbox.control.stepOrder(id, 'onhold');
			// What one of them forgets after its second poll is still the other's.
			for (const trigger of [polling, copied]) {
				expect(await trigger.changeIds()).toEqual([`order/${id}/onhold`]);
				expect(await trigger.changeIds()).toEqual([]);
			}
		},
	);
});
