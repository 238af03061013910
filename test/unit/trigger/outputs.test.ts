import { NodeHelpers } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { toOutputs } from '../../../nodes/PodFulfilment/trigger/outputs.ts';
import { description, workflowWith } from './workflow.ts';

/** What n8n makes of the description's `outputs` for a node with these parameters. */
const evaluated = (parameters: { events?: string[]; outputs?: string }): unknown => {
	const { workflow, node } = workflowWith(parameters);
	return NodeHelpers.getNodeOutputs(workflow, node, description);
};

/** What stands below the node on the canvas. */
const subtitleOf = (parameters: { events?: string[] }): unknown => {
	const { workflow, node } = workflowWith(parameters);
	return workflow.expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
};

const all = ['other', 'shipment.created', 'mockup_task.finished', 'order.updated', 'order.created'];
const item = { json: { event: 'shipment.created' } };

describe('The outputs', () => {
	it('are one for all events, as long as nothing else is chosen', () => {
		expect(evaluated({ events: all, outputs: 'single' })).toEqual([{ type: 'main' }]);
		expect(evaluated({ events: all })).toEqual([{ type: 'main' }]);
		expect(evaluated({})).toEqual([{ type: 'main' }]);
		expect(evaluated({ events: [], outputs: 'perEvent' })).toEqual([{ type: 'main' }]);
	});

	it('are one per chosen event with its label, other events last', () => {
		expect(evaluated({ events: all, outputs: 'perEvent' })).toEqual([
			{ type: 'main', displayName: 'Order Created' },
			{ type: 'main', displayName: 'Order Updated' },
			{ type: 'main', displayName: 'Mockup Task' },
			{ type: 'main', displayName: 'Shipment' },
			{ type: 'main', displayName: 'Other Event' },
		]);
		expect(evaluated({ events: ['other', 'order.updated'], outputs: 'perEvent' })).toEqual([
			{ type: 'main', displayName: 'Order Updated' },
			{ type: 'main', displayName: 'Other Event' },
		]);
	});

	it('are named below the node as well', () => {
		expect(subtitleOf({ events: ['shipment.created', 'order.updated'] })).toBe(
			'Order Updated, Shipment',
		);
		expect(subtitleOf({})).toBe('');
	});

	it('carry the item on that of its event alone', () => {
		expect(toOutputs(item, 'shipment.created', all, 'single')).toEqual([[item]]);
		expect(toOutputs(item, 'shipment.created', all, 'perEvent')).toEqual([[], [], [], [item], []]);
		expect(toOutputs(item, 'order.deleted', all, 'perEvent')).toEqual([[], [], [], [], [item]]);
		expect(
			toOutputs(item, 'shipment.created', ['shipment.created', 'order.created'], 'perEvent'),
		).toEqual([[], [item]]);
	});

	it.each(all)('are as many as the items of %s are spread over', (event) => {
		const parameters = { events: all, outputs: 'perEvent' };
		expect(toOutputs(item, event, all, 'perEvent')).toHaveLength(
			(evaluated(parameters) as unknown[]).length,
		);
	});
});
