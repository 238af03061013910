import { NodeHelpers, Workflow, type INodeProperties, type INodeTypes } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { PodFulfilmentPollingTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import { PodFulfilmentTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';

interface Option {
	name: string;
	value: string;
	description?: string;
}

const webhook = new PodFulfilmentTrigger().description;
const polling = new PodFulfilmentPollingTrigger().description;

const optionsOf = (properties: INodeProperties[], name: string): Option[] =>
	properties.find((property) => property.name === name)?.options as Option[];

const statuses = (properties: INodeProperties[]): Option[] =>
	optionsOf(optionsOf(properties, 'filters') as unknown as INodeProperties[], 'orderStatuses');

/** Characters of a description that n8n's list shows in its two lines. */
const SHOWN_IN_LIST = 100;

/** Characters of an output's label that n8n's canvas shows. */
const SHOWN_ON_CANVAS = 13;

describe('The events to choose from', () => {
	it('the events of the webhook trigger have plain names in alphabetical order, with Any Other Event last', () => {
		expect(optionsOf(webhook.properties, 'events').map(({ name, value }) => [name, value])).toEqual(
			[
				['Mockup Task Changed', 'mockup_task.finished'],
				['Order Created', 'order.created'],
				['Order Status Changed', 'order.updated'],
				['Parcel Created or Moved', 'shipment.created'],
				['Any Other Event', 'other'],
			],
		);
	});

	it('the polling trigger has the same events, and those that only polls can detect', () => {
		const shared = optionsOf(webhook.properties, 'events').filter(({ value }) => value !== 'other');
		const polled = optionsOf(polling.properties, 'events');
		expect(
			polled.filter(({ value }) => value !== 'order.late' && value !== 'order.waiting'),
		).toEqual(shared);
		expect(polled.map(({ name }) => name)).toEqual([
			'Mockup Task Changed',
			'Order Created',
			'Order Not Shipped in Time',
			'Order Status Changed',
			'Order Waiting',
			'Parcel Created or Moved',
		]);
	});

	it.each([webhook, polling])('the events say what they cover: $displayName', ({ properties }) => {
		const covers = (value: string) =>
			optionsOf(properties, 'events').find((option) => option.value === value)?.description;
		// Section 6 of the specification.
		for (const status of ['pending', 'cancelled', 'failed', 'in process', 'on hold', 'fulfilled']) {
			expect(covers('order.updated')).toContain(status);
		}
		for (const status of ['created', 'cancelled', 'packaged', 'shipped', 'returned']) {
			expect(covers('shipment.created')).toContain(status);
		}
		for (const status of ['pending', 'completed', 'failed']) {
			expect(covers('mockup_task.finished')).toContain(status);
		}
	});

	it.each([webhook, polling])('the descriptions fit two lines of a list: $displayName', (node) => {
		const options = [...optionsOf(node.properties, 'events'), ...statuses(node.properties)];
		for (const { description = '' } of options) {
			expect(description.length, description).toBeLessThanOrEqual(SHOWN_IN_LIST);
		}
	});

	it.each([webhook, polling])(
		'the events have outputs whose labels the canvas shows whole, in the order of the contract: $displayName',
		(description) => {
			const events = optionsOf(description.properties, 'events').map(({ value }) => value);
			const node = {
				id: '1',
				name: 'Trigger',
				type: description.name,
				typeVersion: 1,
				position: [0, 0] as [number, number],
				parameters: { events, outputs: 'perEvent' },
			};
			const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;
			const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
			const labels = NodeHelpers.getNodeOutputs(workflow, node, description).map((output) =>
				typeof output === 'string' ? undefined : output.displayName,
			);
			expect(labels.slice(0, 4)).toEqual([
				'Order Created',
				'Order Status',
				'Mockup Task',
				'Parcel',
			]);
			expect(labels.slice(4)).toEqual(
				description === polling ? ['Order Late', 'Order Waiting'] : ['Other Event'],
			);
			for (const label of labels) expect(label?.length).toBeLessThanOrEqual(SHOWN_ON_CANVAS);
		},
	);
});

describe('Filters and options', () => {
	/** The names within a collection that n8n leaves in a node with these events, where all were set. */
	function left(
		{ properties }: typeof webhook,
		collection: string,
		events: string[],
	): string[] | undefined {
		const within = properties.find(({ name }) => name === collection)?.options ?? [];
		const all = Object.fromEntries(
			(within as INodeProperties[]).map(({ name }) => [name, name.endsWith('es') ? ['x'] : 1]),
		);
		const stored = { events, [collection]: all };
		const node = { typeVersion: 1.1 };
		const parameters = NodeHelpers.getNodeParameters(properties, stored, true, false, node, null);
		const values = parameters?.[collection];
		return values === undefined ? undefined : Object.keys(values as object).sort();
	}

	it.each([
		{ node: webhook, events: ['order.created'], names: ['orderStatuses'] },
		{ node: webhook, events: ['order.updated', 'other'], names: ['orderStatuses'] },
		{ node: polling, events: ['shipment.created', 'order.late'], names: ['shipmentStatuses'] },
		{
			node: polling,
			events: ['mockup_task.finished', 'order.updated'],
			names: ['mockupTaskStatuses', 'orderStatuses'],
		},
		{ node: webhook, events: ['other'], names: undefined },
		{ node: polling, events: ['order.late', 'order.waiting'], names: undefined },
		{ node: webhook, events: [], names: undefined },
	])('the filters of $node.displayName for $events are $names', ({ node, events, names }) => {
		expect(left(node, 'filters', events)).toEqual(names);
	});

	const ANY_POLLED = ['emitAfterMinutes', 'forgetAfterDays', 'startFrom'];

	it.each([
		[['mockup_task.finished'], []],
		[['order.created'], ['addCurrentOrder']],
		[['shipment.created'], ['addCurrentOrder']],
		[['order.late'], ['addCurrentOrder', 'lateAfterDays', 'remindEveryDays']],
		[['order.waiting'], ['addCurrentOrder', 'remindEveryDays', 'waitingAfterHours']],
		[
			['order.late', 'order.waiting', 'mockup_task.finished'],
			['addCurrentOrder', 'lateAfterDays', 'remindEveryDays', 'waitingAfterHours'],
		],
	])(
		'of the polling trigger, the options for %j are those of any event and %j',
		(events, names) => {
			expect(left(polling, 'options', events)).toEqual([...ANY_POLLED, ...names].sort());
		},
	);

	it.each([
		[['order.updated'], true],
		[['shipment.created', 'other'], true],
		[['mockup_task.finished'], false],
		[['other'], false],
	])('of the webhook trigger, Add Current Order is there for %j: %s', (events, isThere) => {
		expect(left(webhook, 'options', events)?.includes('addCurrentOrder')).toBe(isThere);
		expect(left(webhook, 'options', events)).toContain('acknowledge');
	});

	it.each([webhook, polling])('say parcel, as the events do: $displayName', (node) => {
		const texts = JSON.stringify([node.description, node.activationMessage, node.properties]);
		// Names and values stay.
		const shown = texts.replaceAll(/"(name|value)":"[a-zA-Z_.]+"|"shipment\.created"/g, '');
		expect(shown).toContain('Parcel Statuses');
		expect(shown.match(/[^"]*shipment[^"]*/gi)).toBeNull();
	});
});

describe('Listening for a test event', () => {
	it('says where the URL goes, what to do, and what to do afterwards', () => {
		expect(webhook.eventTriggerDescription).toBe(
			'Enter the Test URL at your provider, then place an order. Put the Production URL back afterwards.',
		);
	});
});

describe('The order statuses to filter by', () => {
	it.each([webhook, polling])(
		'the statuses On Hold, Partial and Fulfilled are explained: $displayName',
		({ properties }) => {
			const described = statuses(properties).filter(({ description }) => description);
			expect(described.map(({ name }) => name)).toEqual(
				expect.arrayContaining(['On Hold', 'Partial', 'Fulfilled']),
			);
		},
	);
});
