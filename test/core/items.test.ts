import { describe, expect, it } from 'vitest';

import { createParameters, locate, useSandbox } from './support.ts';

const node = useSandbox();

const numbers = ['A-1', 'A 2', 'A-3'].map((number) => ({ number }));

describe('Items in and out', () => {
	it('each output item is paired with its input item', async () => {
		await node.sandbox.control.reset({ seed: { orders: 4 } });
		const { items } = await node.run(
			{ resource: 'order', operation: 'getAll', limit: 2 },
			{ items: [{}, {}] },
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 1 },
			{ item: 1 },
		]);
	});

	it('the other items go on when the node is set to continue', async () => {
		const { items, error } = await node.run(createParameters(node.sandbox, '={{ $json.number }}'), {
			items: numbers,
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		expect(
			items.map(({ json, pairedItem }) => [json.externalId ?? json.error, pairedItem]),
		).toEqual([
			['A-1', { item: 0 }],
			['External ID "A 2" must not contain a space [item 1]', { item: 1 }],
			['A-3', { item: 2 }],
		]);
		expect(
			node.sandbox.control
				.orders()
				.map(({ externalId }) => externalId)
				.sort(),
		).toEqual(['A-1', 'A-3']);
	});

	it('an item that was refused goes to the error output', async () => {
		const { outputs } = await node.run(createParameters(node.sandbox, '={{ $json.number }}'), {
			items: numbers,
			onError: 'continueErrorOutput',
		});
		expect(outputs[0]?.map(({ json }) => json.externalId)).toEqual(['A-1', 'A-3']);
		expect(outputs[1]).toHaveLength(1);
		expect(outputs[1]?.[0]?.json).toEqual({
			number: 'A 2',
			error: 'External ID "A 2" must not contain a space [item 1]',
			message:
				'External ID "A 2" must not contain a space [item 1]. Use letters, digits, hyphens and underscores only, for example "A-2".',
		});
		expect(outputs[1]?.[0]?.pairedItem).toEqual({ item: 1 });
	});

	it('the pairing is right when one item gives many, one none and one is refused', async () => {
		await node.run(createParameters(node.sandbox, 'A-1'));
		for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
			await node.sandbox.control.stepOrder('@A-1', status);
		}
		await node.run(createParameters(node.sandbox, 'A-3'));
		const { items } = await node.run(
			{
				resource: 'shipment',
				operation: 'getAll',
				orderId: locate('externalId', '={{ $json.number }}'),
			},
			{
				items: [{ number: 'A-3' }, { number: 'A-2' }, { number: 'A-1' }],
				onError: 'continueRegularOutput',
			},
		);
		expect(items.map(({ json, pairedItem }) => [json.carrier !== undefined, pairedItem])).toEqual([
			[false, { item: 1 }],
			[true, { item: 2 }],
		]);
	});
});
