import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { skipWaits } from './engine/skippedWaits.ts';
import { orderParameters, withoutBackOff } from './orderRuns.ts';
import { createParameters, locate, plainVariant, useSandbox } from './support.ts';

const node = useSandbox();
skipWaits();

describe('A change that was answered with 408, which may or may not have been made', () => {
	withoutBackOff();

	it.each(['confirm', 'cancel'] as const)(
		'to %s an order is repeated, and done once',
		async (operation) => {
			await node.run(createParameters(node.sandbox));
			const match = { path: `/api/orders/@SHOP-1001/${operation}` };
			node.sandbox.control.injectFault({ match, statusAfterCommit: 408, times: 1 });
			const { error } = await node.run(orderParameters(operation, 'SHOP-1001'));
			expect(error).toBeUndefined();
		},
	);

	it('a change in doubt names its order where nothing can be found out', async () => {
		await node.run(createParameters(node.sandbox));
		node.sandbox.control.injectFault({ match: { method: 'POST' }, statusAfterCommit: 408 });
		node.sandbox.control.injectFault({ match: { method: 'GET' }, status: 408 });
		const { error } = await node.run(orderParameters('confirm', 'SHOP-1001'));
		expect(error?.message).toContain('rder "SHOP-1001"');
		expect(error?.description).toContain('may have been made');
	});
});

describe('A new external ID of an order that was chosen by its old one', () => {
	it('the new external ID is set although the response to the change is lost', async () => {
		await node.run(createParameters(node.sandbox), {
			writesAgain: 'the external ID of the order is free again',
		});
		node.sandbox.control.injectFault({
			match: { method: 'PATCH' },
			reset: 'afterCommit',
			times: 1,
		});
		const { json, error } = await node.run({
			resource: 'order',
			operation: 'update',
			orderId: locate('externalId', 'SHOP-1001'),
			updateFields: { externalId: 'SHOP-1002' },
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ externalId: 'SHOP-1002' });
	});
});

describe('A reprint of an order that was not produced', () => {
	it('the error says what the original is, not the reprint that does not exist', async () => {
		await node.run(createParameters(node.sandbox));
		const { error } = await node.run({
			resource: 'order',
			operation: 'reprint',
			orderId: locate('externalId', 'SHOP-1001'),
			externalId: 'SHOP-1001-R',
		});
		expect(error?.message).toBe('SHOP-1001 cannot be reprinted: it is a draft');
	});
});

describe('A read of the catalog that failed for one item', () => {
	it('the catalog is read again for the next item', async () => {
		node.sandbox.control.injectFault({
			match: { path: `/api/catalog-product-variants/${plainVariant(node.sandbox).id}` },
			status: 500,
			times: 1,
		});
		const { json } = await node.run(
			{
				...createParameters(node.sandbox, '={{ $json.number }}'),
				options: { concurrency: 1 },
			},
			{
				items: [{ number: 'A-1' }, { number: 'A-2' }] as IDataObject[],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(json[0]).toMatchObject({
			error:
				'Order "A-1": The service is not available at the moment; a retry places it once [item 0]',
		});
		expect(json[1]).toMatchObject({ externalId: 'A-2' });
	});
});
