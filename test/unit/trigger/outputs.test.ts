import { NodeHelpers } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { toOutputs } from '../../../nodes/PodFulfilment/trigger/outputs.ts';
import { description, workflowWith } from './workflow.ts';

/** The outputs that n8n evaluates for a node with these parameters. */
const evaluateOutputs = (parameters: { events?: string[]; outputs?: string }): unknown => {
	const { workflow, node } = workflowWith(parameters);
	return NodeHelpers.getNodeOutputs(workflow, node, description);
};

/** The subtitle that the canvas shows below the node. */
const subtitleOf = (parameters: { events?: string[] }): unknown => {
	const { workflow, node } = workflowWith(parameters);
	return workflow.expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
};

const allEvents = [
	'other',
	'shipment.created',
	'mockup_task.finished',
	'order.updated',
	'order.created',
];
const item = { json: { event: 'shipment.created' } };

describe('The outputs of the trigger', () => {
	it('the trigger has one output for all events unless one per event is selected', () => {
		expect(evaluateOutputs({ events: allEvents, outputs: 'single' })).toEqual([{ type: 'main' }]);
		expect(evaluateOutputs({ events: allEvents })).toEqual([{ type: 'main' }]);
		expect(evaluateOutputs({})).toEqual([{ type: 'main' }]);
		expect(evaluateOutputs({ events: [], outputs: 'perEvent' })).toEqual([{ type: 'main' }]);
	});

	it('the trigger has one output per selected event with its label, other events last', () => {
		expect(evaluateOutputs({ events: allEvents, outputs: 'perEvent' })).toEqual([
			{ type: 'main', displayName: 'Order Created' },
			{ type: 'main', displayName: 'Order Status' },
			{ type: 'main', displayName: 'Mockup Task' },
			{ type: 'main', displayName: 'Parcel' },
			{ type: 'main', displayName: 'Other Event' },
		]);
		expect(evaluateOutputs({ events: ['other', 'order.updated'], outputs: 'perEvent' })).toEqual([
			{ type: 'main', displayName: 'Order Status' },
			{ type: 'main', displayName: 'Other Event' },
		]);
	});

	it('the subtitle lists the selected events', () => {
		expect(subtitleOf({ events: ['shipment.created', 'order.updated'] })).toBe(
			'Order Status, Parcel',
		);
		expect(subtitleOf({})).toBe('');
	});

	it('the item is on the output of its event only', () => {
		expect(toOutputs(item, 'shipment.created', allEvents, 'single')).toEqual([[item]]);
		expect(toOutputs(item, 'shipment.created', allEvents, 'perEvent')).toEqual([
			[],
			[],
			[],
			[item],
			[],
		]);
		expect(toOutputs(item, 'order.deleted', allEvents, 'perEvent')).toEqual([
			[],
			[],
			[],
			[],
			[item],
		]);
		expect(
			toOutputs(item, 'shipment.created', ['shipment.created', 'order.created'], 'perEvent'),
		).toEqual([[], [item]]);
	});

	it.each(allEvents)('the description has as many outputs as the data, for %s', (event) => {
		const parameters = { events: allEvents, outputs: 'perEvent' };
		expect(toOutputs(item, event, allEvents, 'perEvent')).toHaveLength(
			(evaluateOutputs(parameters) as unknown[]).length,
		);
	});
});
