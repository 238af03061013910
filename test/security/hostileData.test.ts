import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { orderUpdated, signedHeaders } from '../e2e/support/delivery.ts';
import { openList } from '../core/engine/list.ts';
import { nodeType } from '../core/engine/nodes.ts';
import { credentialFor } from '../core/engine/run.ts';
import { receive } from '../core/engine/trigger.ts';
import { createParametersWithoutCatalog } from '../core/orderRuns.ts';
import { locate, useSandbox } from '../core/support.ts';
import { sendJson, useServers } from './support/servers.ts';

const node = useSandbox();
const listen = useServers();

/** As n8n writes an expression; evaluated, it would read what belongs to the user. */
const EXPRESSION = '={{ $credentials.apiKey + $env.HOME + (6 * 7) }}';

const members = [
	{ id: EXPRESSION, name: 'First', externalId: 'A-1' },
	{ id: '2', name: EXPRESSION, externalId: EXPRESSION },
];

/** The lists by name, with what has to be chosen before and what the service answers. */
const LISTS: Array<[list: string, answer: unknown, parameters: INodeParameters]> = [
	['searchOrders', { 'hydra:member': members }, {}],
	['searchProducts', { 'hydra:member': members }, {}],
	[
		'searchMockupTasks',
		{ 'hydra:member': members.map((member) => ({ ...member, status: member.name })) },
		{},
	],
	[
		'searchFinishedMockupTasks',
		{ 'hydra:member': members.map((member) => ({ ...member, status: member.name })) },
		{},
	],
	['searchOrderItems', { id: '1', orderItems: members }, { orderId: locate('id', '1') }],
];

describe('The responses to a list of the editor', () => {
	it.each(LISTS)('an entry never becomes an expression: %s', async (list, body, chosen) => {
		const { url } = await listen((_request, response) => sendJson(response, body));
		const { results } = await openList(list, {
			credential: credentialFor(node.sandbox, { baseUrl: url }),
			parameters: { resource: 'order', operation: 'get', ...chosen },
		});
		expect(results.map(({ value }) => value)).toEqual(['2']);
		for (const { name } of results) expect(name).toMatch(/^[^=\s]/);
	});

	it.each([
		// Both products of the answer have it.
		['searchVariants', ['2', '2']],
		['searchVariantsOfProduct', ['2']],
		['searchOptionIds', ['dial']],
		['searchOptionValues', ['black']],
		['searchPlacementTypes', ['front']],
		['searchTechniques', ['print']],
	])('an entry inside of an item never becomes an expression: %s', async (list, values) => {
		const { url } = await listen((request, response) =>
			sendJson(
				response,
				/catalog-variants$|products$/.test(request.url ?? '')
					? { 'hydra:member': members }
					: {
							id: '1',
							placements: [
								{ type: EXPRESSION, technique: EXPRESSION, techniques: [EXPRESSION] },
								{ type: 'front', technique: 'print', techniques: [] },
							],
							options: [
								{ id: EXPRESSION, label: 'Dial', values: [] },
								{
									id: 'dial',
									label: EXPRESSION,
									values: [{ value: EXPRESSION }, { value: 'black' }],
								},
							],
						},
			),
		);
		const parameters = {
			resource: 'order',
			operation: 'create',
			items: {
				item: [
					{
						productId: locate('id', '1'),
						variantId: locate('id', '1'),
						options: { option: [{ id: locate('id', 'dial'), value: locate('id', '') }] },
						placements: {
							placement: [{ type: locate('id', ''), technique: locate('id', '') }],
						},
					},
				],
			},
		};
		const row = /Option/.test(list) ? 'options.option[0].value' : 'placements.placement[0].type';
		const path = /Variants/.test(list) ? 'variantId' : row;
		const { results } = await openList(list, {
			credential: credentialFor(node.sandbox, { baseUrl: url }),
			parameters,
			path: `parameters.items.item[0].${path}`,
		});
		expect(results.map(({ value }) => value)).toEqual(values);
		for (const { name } of results) expect(name).toMatch(/^[^=\s]/);
	});

	it('a list entry with a link opens web addresses alone', async () => {
		const links = ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no address'];
		const { url } = await listen((_request, response) =>
			sendJson(response, {
				id: '1',
				options: [
					{
						id: 'dial',
						values: [...links, 'https://files.example.com/black.png'].map((link, index) => ({
							value: `value-${index}`,
							image: { url: link },
						})),
					},
				],
			}),
		);
		const { results } = await openList('searchOptionValues', {
			credential: credentialFor(node.sandbox, { baseUrl: url }),
			parameters: {
				resource: 'order',
				operation: 'create',
				items: {
					item: [
						{
							variantId: locate('id', '1'),
							options: { option: [{ id: locate('id', 'dial'), value: locate('id', '') }] },
						},
					],
				},
			},
			path: 'parameters.items.item[0].options.option[0].value',
		});
		expect(results).toHaveLength(5);
		expect(results.map(({ url: link }) => link).filter((link) => link !== undefined)).toEqual([
			'https://files.example.com/black.png',
		]);
	});

	it('every list that the parameters name is tested here', () => {
		const { description, methods } = nodeType('podFulfilment');
		const named = JSON.stringify(description.properties).matchAll(/"searchListMethod":"(\w+)"/g);
		const tested = [...LISTS.map(([list]) => list)];
		for (const list of new Set([...named].map(([, name]) => name as string))) {
			expect(Object.keys(methods?.listSearch ?? {})).toContain(list);
			if (!/Variants|Option|Placement|Techniques/.test(list)) expect(tested).toContain(list);
		}
	});
});

describe('A text that looks like an expression', () => {
	const placeFor = async (name: string) => {
		const { recipient } = node.sandbox.control.exampleOrder({ externalId: 'E-0' });
		return await node.run(
			{
				...createParametersWithoutCatalog(node.sandbox, 'E-1'),
				recipientJson: '={{ $json.recipient }}',
			},
			{ items: [{ recipient: { ...recipient, name } }] as unknown as IDataObject[] },
		);
	};

	it('a text like an expression in the data of an item is sent as the text that it is', async () => {
		const text = '={{ 6 * 7 }}{{Name}}';
		const { error } = await placeFor(text);
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@E-1').recipient).toMatchObject({ name: text });
		const read = await node.run({
			resource: 'order',
			operation: 'get',
			orderId: locate('externalId', 'E-1'),
		});
		expect(read.json[0]?.recipient).toMatchObject({ name: text });
	});

	it('an expression in the data of an item is refused as it is, and never evaluated', async () => {
		const { error } = await placeFor(EXPRESSION);
		expect(error?.message).toBe(
			'Recipient (JSON) at name holds an expression that was not evaluated: switch the field to Expression',
		);
		expect(JSON.stringify(error)).not.toContain(node.sandbox.accounts.demo.apiKey);
		expect(node.sandbox.control.orders()).toEqual([]);
	});

	it('a text like an expression in an event is emitted as the text that it is', async () => {
		const body = orderUpdated().replace(/"external_id":"[^"]*"/, `"external_id":"${EXPRESSION}"`);
		const headers = signedHeaders(body, node.sandbox.accounts.demo.signingSecret);
		const items = await receive({ headers, body }, credentialFor(node.sandbox), ['order.updated']);
		expect(items).toHaveLength(1);
		expect(items[0]?.order).toMatchObject({ externalId: EXPRESSION });
	});
});

describe('HTML', () => {
	const MARKUP = '<img src=x onerror=alert(1)><a href="https://elsewhere.example">Sign in</a>';

	it('HTML in what the service says stays text where the editor shows it', async () => {
		for (const [status, body] of [
			[400, { detail: MARKUP }],
			[404, { 'hydra:description': MARKUP }],
			[
				422,
				{
					violations: [
						{ propertyPath: MARKUP, message: MARKUP },
						{ propertyPath: 'shipping', message: MARKUP },
					],
				},
			],
		] as const) {
			const { url } = await listen((_request, response) => sendJson(response, body, status));
			const { error } = await node.run(createParametersWithoutCatalog(node.sandbox, 'H-1'), {
				credential: credentialFor(node.sandbox, { baseUrl: url }),
			});
			// Of all that begins like a tag, only the ends of lines are left.
			expect(error?.description?.match(/<(?=[a-z/!?])[^>]*>?/gi) ?? []).toEqual(
				status === 422 ? ['<br>', '<br>'] : [],
			);
			expect(error?.description).toContain('‹img src=x');
		}
	});

	it('HTML in the name of a product is a name in a list, and in its description stays data', async () => {
		const product = { id: '1', name: MARKUP, description: `<p>${MARKUP}</p>` };
		const { url } = await listen((_request, response) =>
			sendJson(response, { 'hydra:member': [product] }),
		);
		const credential = credentialFor(node.sandbox, { baseUrl: url });
		// The editor writes names of entries as text.
		expect((await openList('searchProducts', { credential })).results).toEqual([
			{ name: MARKUP, value: '1' },
		]);
		const { json: items } = await node.run(
			{ resource: 'catalogProduct', operation: 'getAll', limit: 1 },
			{ credential },
		);
		expect(items[0]?.description).toBe(product.description);
	});
});
