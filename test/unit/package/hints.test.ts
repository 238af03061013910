import { Workflow, type IDataObject, type INodeParameters, type INodeTypes } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { description, operationsOf, valuesOf } from './description.ts';

const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;

/** An expression of the description, as n8n's editor evaluates it over the node and its input items. */
function evaluate(
	expression: string,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
): unknown {
	const workflow = new Workflow({
		nodes: [
			{
				id: '1',
				name: 'POD Fulfilment',
				type: 'podFulfilment',
				typeVersion: 1,
				position: [0, 0],
				parameters,
			},
		],
		connections: {},
		active: false,
		nodeTypes,
	});
	return workflow.expression.getParameterValue(
		expression,
		null,
		0,
		0,
		'POD Fulfilment',
		items.map((json) => ({ json })),
		'manual',
		{},
	);
}

/** The beginnings of the hints that are shown. */
const shown = (parameters: INodeParameters, items?: IDataObject[]): string[] =>
	(description.hints ?? [])
		.filter(({ displayCondition }) => evaluate(displayCondition ?? '', parameters, items) === true)
		.map(({ message }) => message.split(' ').slice(0, 6).join(' '));

const SAME_ID = 'Several input items have the same';
const SAME_RECIPIENT = 'Several input items go to the';

const create = (others: INodeParameters): INodeParameters => ({
	resource: 'order',
	operation: 'create',
	specifyRecipient: 'fields',
	...others,
});

const perItem = create({
	externalId: '={{ $json.number }}',
	recipient: { name: '={{ $json.name }}', address1: '={{ $json.street }}', zip: '10115' },
});

const row = (number: string, name: string, street = 'Musterstrasse 12') => ({
	number,
	name,
	street,
});

describe('The hints of the action node', () => {
	it('say that lines of one order are about to be sent as several orders', () => {
		const items = [row('A-1', 'Ada'), row('A-2', 'Bo'), row('A-1', 'Ada')];
		expect(shown(perItem, items)).toEqual([SAME_ID]);
		const fixed = create({ externalId: 'A-1', recipient: {} });
		expect(shown(fixed, [{}, {}])).toEqual([SAME_ID]);
	});

	it('say that several orders go to one recipient', () => {
		const items = [row('A-1', 'Ada'), row('A-2', 'Bo'), row('A-3', 'Ada')];
		expect(shown(perItem, items)).toEqual([SAME_RECIPIENT]);
		const json = create({
			externalId: '={{ $json.number }}',
			specifyRecipient: 'json',
			recipientJson: '={{ JSON.stringify({ name: $json.name }) }}',
		});
		expect(shown(json, items)).toEqual([SAME_RECIPIENT]);
	});

	it('say nothing of that where each item is an order of its own', () => {
		const items = [row('A-1', 'Ada'), row('A-2', 'Bo'), row('A-3', 'Ada', 'Hauptstrasse 1')];
		expect(shown(perItem, items)).toEqual([]);
		expect(shown(perItem, items.slice(0, 1))).toEqual([]);
	});

	it('are not shown for other operations', () => {
		const get = { resource: 'order', operation: 'get', orderId: 'A-1' };
		expect(shown(get, [{}, {}])).toEqual([]);
		expect(shown({ resource: 'catalogProduct', operation: 'getAll' }, [{}, {}])).toEqual([]);
	});

	it('are looked at in the editor only, beside the output', () => {
		for (const hint of description.hints ?? []) {
			expect(hint).toMatchObject({
				location: 'outputPane',
				displayCondition: expect.stringMatching(/^=\{\{/) as string,
			});
			expect(hint.message).not.toMatch(/error|problem|failure|mistake/i);
		}
	});
});

describe('The line below the node', () => {
	const [resourceList] = description.properties;

	it.each((resourceList ? valuesOf(resourceList) : []).map(String))(
		'names every operation of %s as the lists do',
		(resource) => {
			const label = resourceList?.options?.find(
				(option) => 'value' in option && option.value === resource,
			)?.name;
			for (const { name, value } of operationsOf(resource)) {
				expect(evaluate(description.subtitle ?? '', { resource, operation: value })).toBe(
					`${name}: ${String(label)}`,
				);
			}
		},
	);

	it('is readable', () => {
		expect(
			evaluate(description.subtitle ?? '', { resource: 'catalogProduct', operation: 'getAll' }),
		).toBe('Get Many: Catalog Product');
		expect(
			evaluate(description.subtitle ?? '', {
				resource: 'order',
				operation: '__CUSTOM_API_CALL__',
			}),
		).toBe('Custom API Call: Order');
	});
});
