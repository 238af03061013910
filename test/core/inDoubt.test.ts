import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { createParameters, locate, plainVariant, useSandbox } from './support.ts';

const bench = useSandbox();

const posts = (): number =>
	bench.sandbox.control.requests().filter(({ method }) => method === 'POST').length;

describe('a change of which nobody knows whether it was made (section 7: 500, 502)', () => {
	it('is looked up after a 500, and the order that stands is handed back', async () => {
		bench.sandbox.control.injectFault({
			match: { method: 'POST' },
			statusAfterCommit: 500,
			times: 1,
		});
		const { json, error } = await bench.run(createParameters(bench.sandbox));
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ externalId: 'SHOP-1001' });
		expect(posts()).toBe(1);
		expect(bench.sandbox.control.orders()).toHaveLength(1);
	});

	it('is not sent again after a 500 that did nothing', async () => {
		bench.sandbox.control.injectFault({ match: { method: 'POST' }, status: 500 });
		const { error } = await bench.run(createParameters(bench.sandbox));
		expect(error?.message).toBe('The service is not available at the moment');
		expect(posts()).toBe(1);
		expect(bench.sandbox.control.orders()).toEqual([]);
	});

	it('does not lead to a second order when the order that stands differs', async () => {
		const body = bench.sandbox.control.exampleOrder({ externalId: 'ZIP-1' });
		const send = async (city: string): Promise<void> => {
			await fetch(`${bench.sandbox.url}/api/orders`, {
				method: 'POST',
				headers: {
					authorization: `Bearer ${bench.sandbox.accounts.demo.apiKey}`,
					'content-type': 'application/json',
				},
				body: JSON.stringify({ ...body, recipient: { ...body.recipient, city } }),
			});
		};
		await send('Another Town');
		bench.sandbox.control.injectFault({ match: { method: 'POST' }, reset: 'beforeCommit' });
		const { error } = await bench.run({
			resource: 'order',
			operation: 'create',
			externalId: 'ZIP-1',
			specifyRecipient: 'json',
			recipientJson: body.recipient,
			specifyItems: 'json',
			itemsJson: JSON.stringify(body.orderItems),
		});
		expect(error?.message).toContain('ZIP-1');
		expect(error?.description).toContain('do not place it again under another External ID');
		expect(error?.description).not.toContain('Nothing was created');
	});
});

describe('a new external ID of an order that was chosen by its old one', () => {
	it('is set although the answer to the change is lost', async () => {
		await bench.run(createParameters(bench.sandbox));
		bench.sandbox.control.injectFault({
			match: { method: 'PATCH' },
			reset: 'afterCommit',
			times: 1,
		});
		const { json, error } = await bench.run({
			resource: 'order',
			operation: 'update',
			orderId: locate('externalId', 'SHOP-1001'),
			updateFields: { externalId: 'SHOP-1002' },
		});
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ externalId: 'SHOP-1002' });
	});
});

describe('a reprint of an order that was not produced', () => {
	it('names the original, not the reprint that does not stand', async () => {
		await bench.run(createParameters(bench.sandbox));
		const { error } = await bench.run({
			resource: 'order',
			operation: 'reprint',
			orderId: locate('externalId', 'SHOP-1001'),
			externalId: 'SHOP-1001-R',
		});
		expect(error?.message).toBe('The current state of order "SHOP-1001" does not allow this');
	});
});

describe('a look into the catalog that did not work out for one item', () => {
	it('is made again for the next', async () => {
		bench.sandbox.control.injectFault({
			match: { path: `/api/catalog-product-variants/${plainVariant(bench.sandbox).id}` },
			status: 500,
			times: 1,
		});
		const { json } = await bench.run(
			{
				...createParameters(bench.sandbox, '={{ $json.number }}'),
				options: { concurrency: 1 },
			},
			{
				items: [{ number: 'A-1' }, { number: 'A-2' }] as IDataObject[],
				onError: 'continueRegularOutput',
			},
		);
		expect(json[0]).toMatchObject({
			error: 'The service is not available at the moment [item 0]',
		});
		expect(json[1]).toMatchObject({ externalId: 'A-2' });
	});
});
