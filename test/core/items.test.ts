import { WorkflowExecute } from 'n8n-core';
import { Workflow, type IDataObject, type INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { actionNode, connectionsTo, startNode } from '../support/workflow.ts';
import { startAction } from './engine/execution.ts';
import { NodeTypes } from './engine/nodes.ts';
import { additionalDataWith, credentialFor } from './engine/run.ts';
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
			settings: { onError: 'continueRegularOutput' },
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

	it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'a hint says beside the output why an item was refused, with %s',
		async (onError) => {
			const hintsFor = async (items: IDataObject[]) => {
				const { hints } = await startAction({
					parameters: createParameters(node.sandbox, '={{ $json.number }}'),
					items,
					credential: credentialFor(node.sandbox),
					settings: { onError },
				}).finished;
				return hints.map(({ message }) => message);
			};
			expect((await hintsFor([{ number: 'A 2' }]))[0]).toBe(
				'External ID "A 2" must not contain a space. Use letters, digits, hyphens and underscores only, for example "A-2".',
			);
			expect((await hintsFor(numbers))[0]).toContain(
				'1 of 3 items was refused: External ID "A 2" must not contain a space',
			);
		},
	);

	it('a node behind the error output finds the item that was refused', async () => {
		const action: INode = {
			...actionNode(createParameters(node.sandbox, '={{ $json.number }}')),
			onError: 'continueErrorOutput',
		};
		const second: INode = {
			...actionNode(createParameters(node.sandbox, "={{ $('Start').item.json.corrected }}")),
			id: 'second',
			name: 'Second',
		};
		const workflow = new Workflow({
			id: 'test',
			nodes: [startNode, action, second],
			connections: {
				...connectionsTo(action),
				[action.name]: { main: [[], [{ node: 'Second', type: 'main', index: 0 }]] },
			},
			active: false,
			nodeTypes: new NodeTypes(),
		});
		const items = numbers.map((item) => ({ ...item, corrected: item.number.replace(' ', '-') }));
		const run = await new WorkflowExecute(
			additionalDataWith(credentialFor(node.sandbox)),
			'manual',
		).run({ workflow, startNode, pinData: { Start: items.map((json) => ({ json })) as never } });
		const placed = run.data.resultData.runData.Second?.[0]?.data?.main?.[0];
		expect(placed?.map(({ json }) => json.externalId)).toEqual(['A-2']);
	});

	it('an item that was refused goes to the error output', async () => {
		const { outputs } = await node.run(createParameters(node.sandbox, '={{ $json.number }}'), {
			items: numbers,
			settings: { onError: 'continueErrorOutput' },
		});
		expect(outputs[0]?.map(({ json }) => json.externalId)).toEqual(['A-1', 'A-3']);
		expect(outputs[1]).toHaveLength(1);
		expect(outputs[1]?.[0]?.json).toEqual({
			error: 'External ID "A 2" must not contain a space [item 1]',
			message:
				'External ID "A 2" must not contain a space [item 1]. Use letters, digits, hyphens and underscores only, for example "A-2".',
		});
		expect(outputs[1]?.[0]?.pairedItem).toBe(1);
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
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(items.map(({ json, pairedItem }) => [json.carrier !== undefined, pairedItem])).toEqual([
			[false, { item: 1 }],
			[true, { item: 2 }],
		]);
	});
});
