import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeTypes,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import example from '../../examples/order-trouble.json' with { type: 'json' };
import { addOrder, begin, DAY, MINUTE, nextPoll, pass, usePolling } from './pollingSupport.ts';

const polling = usePolling();

const nodes = example.nodes as unknown as INode[];

/** The workflow as n8n evaluates its expressions: that takes none of its node types. */
const workflow = new Workflow({
	id: 'order-trouble',
	nodes,
	connections: {},
	active: false,
	nodeTypes: { getByNameAndVersion: () => undefined } as unknown as INodeTypes,
	settings: { timezone: 'UTC' },
});

const nodeNamed = (name: string): INode => {
	const node = nodes.find((candidate) => candidate.name === name);
	if (!node) throw new Error(`The example has no node ${name}`);
	return node;
};

/** What an Edit Fields node of the example makes of one of its input items. */
function edited(name: string, items: INodeExecutionData[], index: number): INodeExecutionData {
	const { assignments } = nodeNamed(name).parameters.assignments as {
		assignments: Array<{ name: string; value: string }>;
	};
	const json = Object.fromEntries(
		assignments.map((assignment) => [
			assignment.name,
			workflow.expression.getParameterValue(
				assignment.value,
				null,
				0,
				index,
				name,
				items,
				'trigger',
				{},
			),
		]),
	);
	return { json: json as IDataObject };
}

/** The message that the workflow sends for the items of one poll. */
function messageOf(items: INodeExecutionData[]): IDataObject {
	const said = items.map((_, index) => edited('Say What to Do', items, index));
	expect(nodeNamed('One Message').executeOnce).toBe(true);
	return edited('One Message', said, 0).json;
}

describe('The example Order Trouble', () => {
	it('waiting, late and failed orders become one message that says what to do', async () => {
		const { control } = polling.sandbox;
		const statuses = ['draft', 'pending', 'onhold', 'failed', 'shipped'] as const;
		control.addOrders({ count: statuses.length, statuses, newestDaysAgo: 2 });
		control.addOrders({ count: 1, statuses: ['inprocess'], newestDaysAgo: 10 });
		const n8n = polling.n8n(nodeNamed('An Order Is in Trouble').parameters);
		await n8n.activate();
		pass(MINUTE);
		const { outputs } = await n8n.poll();
		const { subject, text } = messageOf(outputs?.[0] ?? []);

		expect(subject).toBe('5 orders need you');
		const lines = String(text).split('\n\n').toSorted();
		const since = String.raw`since \d+ \w{3} \d{4}, \d\d:\d\d\.`;
		const expected = [
			`Order demo-00001: draft that nobody has confirmed, ${since} Confirm the order, or cancel it.`,
			`Order demo-00002: pending, ${since} Ask the provider what it is waiting for.`,
			`Order demo-00003: on hold, ${since} Ask the provider why it is on hold.`,
			`Order demo-00004: failed, ${since} The service found: \\w.+\\. Correct it with Order → Update .+`,
			`Order demo-00006: in production for too long, ${since} Ask the provider when .+`,
		];
		expect(lines).toEqual(expected.map((line) => expect.stringMatching(new RegExp(`^${line}$`))));
	});

	it('an order that fails comes at once, and every three days an order that still waits', async () => {
		const { id, externalId } = addOrder(polling, 'draft');
		const n8n = await begin(polling.n8n(nodeNamed('An Order Is in Trouble').parameters));
		await polling.sandbox.control.stepOrder(id, 'failed');
		pass(MINUTE);
		const { outputs } = await n8n.poll();
		expect(messageOf(outputs?.[0] ?? []).subject).toBe(`Order ${externalId} needs you`);
		const told: string[][] = [];
		for (let day = 0; day < 8; day += 1) {
			pass(DAY);
			told.push(await nextPoll(n8n));
		}
		expect(told.flat()).toEqual(
			['', '/2', '/3'].map((reminder) => `order/${id}/waiting/failed${reminder}`),
		);
	});

	it('no other change of an order becomes a message', async () => {
		const { id } = addOrder(polling, 'draft');
		const n8n = await begin(polling.n8n(nodeNamed('An Order Is in Trouble').parameters));
		for (const status of ['pending', 'inprocess', 'partial', 'fulfilled', 'shipped'] as const) {
			await polling.sandbox.control.stepOrder(id, status);
			expect(await nextPoll(n8n)).toEqual([]);
		}
	});
});
