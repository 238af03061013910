import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES } from './engine/execution.ts';
import { placeOrders, receivedRequests, runNode, withoutBackOff } from './orderRuns.ts';
import { locate, useSandbox } from './support.ts';

const node = useSandbox();
withoutBackOff();

/** Places an order that may be refunded. Returns its id. */
async function placeRefundable(externalId: string): Promise<string> {
	await placeOrders(node, [externalId]);
	for (const status of ['pending', 'inprocess'] as const) {
		await node.sandbox.control.stepOrder(`@${externalId}`, status);
	}
	return String(node.sandbox.control.order(`@${externalId}`).id);
}

/** Refunds the order that each item names, by its id or by its external ID after an `@`. */
const refundOfItem = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'order',
	operation: 'refund',
	orderId: locate('id', '={{ $json.order }}'),
	options,
});

const refundsReceived = (): string[] =>
	receivedRequests(node).filter((request) => request.startsWith('POST'));

describe.each(ENGINES)('An order that items of one run name in two ways, with %s', (engine) => {
	it.each([
		['its id first', (id: string) => [id, '@A-1']],
		['its external ID first', (id: string) => ['@A-1', id]],
		['its external ID between', (id: string) => [id, '@A-1', id]],
	])('an order named by id and by external ID is refunded once, with %s', async (_, namesOf) => {
		const names = namesOf(await placeRefundable('A-1'));
		const { json, error } = await runNode(node, refundOfItem(), {
			engine,
			items: names.map((order) => ({ order })),
		});
		expect(error).toBeUndefined();
		expect(json).toMatchObject(names.map(() => ({ externalId: 'A-1' })));
		expect(refundsReceived()).toHaveLength(1);
	});

	it.each([302, 303])(
		'a refund that was answered with a redirect (%i) after it was made is looked for, and not sent again',
		async (statusAfterCommit) => {
			const id = await placeRefundable('A-1');
			node.sandbox.control.injectFault({
				match: { method: 'POST' },
				statusAfterCommit,
				times: 1,
			});
			const { json } = await runNode(node, refundOfItem(), {
				engine,
				items: [{ order: id }, { order: id }],
				settings: { onError: 'continueRegularOutput' },
			});
			expect(refundsReceived()).toHaveLength(1);
			expect(json).toMatchObject([{ externalId: 'A-1' }, { externalId: 'A-1' }]);
		},
	);

	it('a refund in doubt is not sent for another item that names the order in the other way', async () => {
		const id = await placeRefundable('A-1');
		node.sandbox.control.injectFault({
			match: { method: 'POST' },
			reset: 'beforeCommit',
			times: 1,
		});
		const { json } = await runNode(node, refundOfItem({ maxWaitSeconds: 0 }), {
			engine,
			items: [{ order: id }, { order: '@A-1' }],
			settings: { onError: 'continueRegularOutput' },
		});
		const doubt = { error: expect.anything() as unknown };
		expect(json).toMatchObject([doubt, doubt]);
		expect(JSON.stringify(json).match(/may have been made/g)).toHaveLength(2);
		expect(refundsReceived()).toHaveLength(1);
	});

	it('two orders are refunded once each, one named by its id and one by its external ID', async () => {
		const id = await placeRefundable('A-1');
		await placeRefundable('A-2');
		const { error } = await runNode(node, refundOfItem(), {
			engine,
			items: [{ order: id }, { order: '@A-2' }],
		});
		expect(error).toBeUndefined();
		const paths = [`/api/orders/${id}/refund`, '/api/orders/@A-2/refund'];
		expect(refundsReceived().sort()).toEqual(paths.map((path) => `POST ${path}`).sort());
	});
});
