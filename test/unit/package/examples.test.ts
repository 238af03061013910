import { readdirSync, readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { Ajv, type AnySchemaObject } from 'ajv';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { changeIdOf } from '../../../nodes/PodFulfilment/trigger/changeId.ts';
import { isWaitingStatus } from '../../../nodes/PodFulfilment/trigger/polling/compare/policy.ts';
import {
	EVENT_DATA_KEYS,
	EVENT_TYPES,
	ORDER_STATUSES,
	ORDER_VALIDATION_CODES,
} from '../../../nodes/PodFulfilment/spec/service.ts';
import { detectedShop } from '../../../nodes/PodFulfilment/order/shop/sources/detectShop.ts';
import { skuMappingOf } from '../../../nodes/PodFulfilment/order/shop/lines/skuMapping.ts';
import { readShopifyOrder } from '../../support/byLevel.ts';
import { isKnownLabel, unknownOptions } from './documents/stale.ts';

const root = new URL('../../../', import.meta.url);
const readJson = (path: string): unknown =>
	JSON.parse(readFileSync(new URL(path, root), 'utf8')) as unknown;

interface Example {
	nodes: Array<{
		name: string;
		type: string;
		position: [left: number, top: number];
		parameters: INodeParameters;
		onError?: string;
		credentials?: object;
	}>;
	connections: Record<string, { main: Array<Array<{ node: string }>> }>;
	pinData: Record<string, Array<{ json: IDataObject }>>;
}

const examples = readdirSync(new URL('examples/', root))
	.filter((name) => name.endsWith('.json'))
	.map((name) => ({ name, ...(readJson(`examples/${name}`) as Example) }));

const TRIGGER = 'n8n-nodes-pod-fulfilment.podFulfilmentTrigger';

interface Sample extends IDataObject {
	event: (typeof EVENT_TYPES)[number];
}

const samples = examples.flatMap(({ nodes, pinData }) =>
	nodes
		.filter(({ type }) => type === TRIGGER)
		.flatMap(({ name }) => pinData[name] ?? [])
		.map(({ json }) => json as Sample),
);

/** The schema without additional properties, at any depth. */
const strictSchema = (schema: AnySchemaObject): AnySchemaObject => ({
	...schema,
	...(schema.properties && {
		additionalProperties: false,
		properties: Object.fromEntries(
			Object.entries(schema.properties as Record<string, AnySchemaObject>).map(
				([name, property]) => [name, strictSchema(property)],
			),
		),
	}),
	...(schema.items && { items: strictSchema(schema.items as AnySchemaObject) }),
});

/** What notes name of n8n, and of shops. */
const FOREIGN_LABELS = [
	...['Always Output Data', 'Error Workflow', 'Execute workflow', 'Executions', 'On Error'],
	...['History Size', 'Processing', 'Retry', 'Settings'],
];

describe('A note of an example', () => {
	const notes = examples.flatMap(({ name: example, nodes }) =>
		nodes
			.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
			.map(({ parameters: { content } }) => ({
				path: `examples/${example}`,
				text: String(content),
				nodeNames: nodes.map(({ name }) => name),
			})),
	);

	it.each(notes)('names only nodes, labels and options that there are: $path', (note) => {
		const named = [...note.text.matchAll(/\*\*([A-Z][^*:]+)\*\*/g)].map(([, label = '']) => label);
		const unknown = named.filter(
			(label) =>
				!note.nodeNames.includes(label) && !isKnownLabel(label) && !FOREIGN_LABELS.includes(label),
		);
		expect(unknown).toEqual([]);
		expect(unknownOptions(note)).toEqual([]);
	});

	it('names no other labels of n8n', () => {
		const unused = FOREIGN_LABELS.filter(
			(label) => !notes.some(({ text }) => text.includes(`**${label}**`)),
		);
		expect(unused).toEqual([]);
	});
});

const ACTION = 'n8n-nodes-pod-fulfilment.podFulfilment';

describe('An order that is refused in an example', () => {
	it.each(
		examples.flatMap(({ name: example, nodes, connections }) =>
			nodes
				.filter(
					({ type, parameters: { resource, operation } }) =>
						type === ACTION &&
						resource === 'order' &&
						['create', 'reprint', 'confirm', 'cancel', 'update', 'refund'].includes(
							String(operation),
						),
				)
				.map((node) => ({ example, node, outputs: connections[node.name]?.main ?? [] })),
		),
	)('does not stop the others, and is told: $example, $node.name', ({ node, outputs }) => {
		expect(node.onError).toMatch(/^continue(Error|Regular)Output$/);
		// The error output is the second one; without it, errors leave with the orders.
		const errors = node.onError === 'continueErrorOutput' ? outputs[1] : outputs[0];
		expect(errors ?? []).not.toEqual([]);
	});
});

describe('An example that creates orders', () => {
	const creating = examples.flatMap(({ name: example, nodes }) =>
		nodes
			.filter(({ type, parameters }) => type === ACTION && parameters.operation === 'create')
			.map(({ parameters }) => ({ example, options: parameters.options })),
	);

	it.each(creating)('reads print files before anything is sent: $example', ({ options }) => {
		expect(options).toMatchObject({ checkPrintFiles: true });
	});

	it('is one of twelve', () => {
		expect(creating).toHaveLength(12);
	});
});

/** Evaluates an n8n expression as JavaScript, with these names in it. */
const evaluate = (value: string, names: Record<string, unknown>): unknown =>
	compileFunction(
		`return ${value.replaceAll(/^=\{\{|\}\}$/g, '')}`,
		Object.keys(names),
	)(...Object.values(names)) as unknown;

describe('A request of an example with a credential', () => {
	const requests = examples.flatMap(({ name: example, nodes }) =>
		nodes
			.filter(({ type }) => type === 'n8n-nodes-base.httpRequest')
			.map(({ name, parameters }) => ({
				example,
				name,
				parameters,
				notes: nodes.map(({ parameters: { content = '' } }) => String(content)).join('\n'),
			})),
	);

	it('is among the examples', () => {
		expect(requests).toHaveLength(8);
	});

	/** The node from which a request takes its address. */
	const TAKEN_FROM =
		/^=\{\{ \$\('([^']+)'\)\.params\.url(?:\.replace\('[\w.]+', '[\w.]+'\))? \}\}(?:$|\/)/;

	/** The shop's own host, or one that is the same for all. */
	const HOST =
		/^=?https:\/\/(?:your-shop\.myshopify\.com|api\.stripe\.com|openapi\.etsy\.com)\/[^{]/;

	it.each(requests)(
		'goes to a host that data does not name, and the notes say what to enter there: $example, $name',
		({ example, name, parameters: { url }, notes }) => {
			const [, source = name] = TAKEN_FROM.exec(String(url)) ?? [];
			const entered = requests.find((one) => one.example === example && one.name === source);
			const address = String(entered?.parameters.url);
			expect(address).toMatch(HOST);
			const shop = /your-[a-z-]+/.exec(address)?.[0];
			expect(shop === undefined).toBe(address.startsWith('=https://api.stripe.com/'));
			if (shop === undefined) return;
			const step = notes.split('\n').find((line) => line.includes(`replace \`${shop}\``));
			expect(step).toContain(`In **${source}** replace`);
			expect(step).toContain(`**${name}**`);
		},
	);
});

describe.each(examples.filter(({ name }) => ['woocommerce.json', 'shopify.json'].includes(name)))(
	'The example for a shop, $name',
	({ name, nodes, connections }) => {
		const working = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');

		it('has at most ten or eleven nodes, without a webhook, a table, code or a second workflow', () => {
			expect(working.length).toBeLessThanOrEqual(name === 'woocommerce.json' ? 10 : 11);
			expect(nodes.length - working.length).toBe(1);
			const types = working.map(({ type }) => type.split('.').at(-1));
			for (const type of ['webhook', 'dataTable', 'code', 'executeWorkflow']) {
				expect(types).not.toContain(type);
			}
			expect(types.filter((type) => type?.endsWith('Trigger'))).toEqual(['scheduleTrigger']);
		});

		it('fits on one screen of 1,600 x 900, with its note', () => {
			const corners = nodes.map(({ position: [left, top], parameters }) => ({
				...{ left, top },
				right: left + Number(parameters.width ?? 96),
				bottom: top + Number(parameters.height ?? 96),
			}));
			const width =
				Math.max(...corners.map(({ right }) => right)) -
				Math.min(...corners.map(({ left }) => left));
			const height =
				Math.max(...corners.map(({ bottom }) => bottom)) -
				Math.min(...corners.map(({ top }) => top));
			expect(width).toBeLessThanOrEqual(1600);
			expect(height).toBeLessThanOrEqual(900);
		});

		it('has no expression longer than 80 characters, but in the node that is replaced', () => {
			const kept = nodes.filter((node) => !node.name.startsWith('Replace Me'));
			const expressions = JSON.stringify(kept).match(/\{\{.*?\}\}(?!\})/g) ?? [];
			expect(expressions.length).toBeGreaterThan(10);
			expect(expressions.filter((expression) => expression.length > 80)).toEqual([]);
		});

		it('asks WooCommerce for whole days, without the milliseconds and the offset that it misreads', () => {
			const dates = working
				.filter(({ type }) => type === 'n8n-nodes-base.wooCommerce')
				.flatMap(
					({ parameters }) => (parameters.options as { after?: string } | undefined)?.after ?? [],
				);
			expect(dates.length).toBe(nodes.some(({ type }) => type.endsWith('.wooCommerce')) ? 1 : 0);
			for (const date of dates) expect(date).toMatch(/\.toISODate\(\) \}\}T00:00:00$/);
		});

		it('decides by what comes next, and by no status, age or node', () => {
			const rules = JSON.stringify(
				working
					.filter(({ type }) => type.endsWith('.switch'))
					.map(({ parameters }) => parameters.rules),
			);
			// The conditions of both examples are six.
			expect(JSON.stringify(nodes).match(/"leftValue":"=/g)).toHaveLength(3);
			for (const word of ['cancel', 'complete', 'look']) {
				expect(rules).toContain(`"rightValue":"${word}"`);
			}
			expect(rules).not.toMatch(/status|createdAt|updatedAt|\$now|\$\(/);
		});

		it('ends in one node that fails until it is replaced, and tells each matter once a day', () => {
			const last = working.filter(({ name }) => connections[name] === undefined);
			expect(last).toMatchObject([
				{ name: 'Replace Me With Your Mail or Chat Node', type: 'n8n-nodes-base.stopAndError' },
			]);
			const once = working.find(({ name }) => name === 'Once a Day');
			expect(once?.parameters.dedupeValue).toContain('{{ $now.toISODate() }}');
		});

		it('produces nothing until somebody has entered the day from which on it does', () => {
			const [create] = working.filter(({ parameters }) => parameters.operation === 'create');
			expect(create?.parameters.options).toMatchObject({ notBefore: '' });
			const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
			expect(note?.parameters.content).toContain('**Not Before**: the day on which you take over');
		});

		it('completes an order again where the shop was down, whatever comes of the others', () => {
			const completes = working.filter(({ name }) => /^(Complete|Fulfil) the Order$/.test(name));
			expect(completes).toMatchObject([
				{ retryOnFail: true, onError: expect.stringMatching(/^continue/) as string },
			]);
		});
	},
);

describe('The example Personalised Goods', () => {
	const { nodes, connections } = readJson('examples/personalised-goods.json') as Example;
	const working = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
	const named = (name: string) => nodes.find((node) => node.name === name)?.parameters;

	it('has at most eight nodes, which a schedule starts', () => {
		expect(working).toHaveLength(8);
		const types = working.map(({ type }) => type.split('.').at(-1) ?? '');
		expect(types.filter((type) => /trigger$|webhook/i.test(type))).toEqual(['scheduleTrigger']);
	});

	it('waits for the artwork of each line, and places drafts from a day on that somebody enters', () => {
		const create = named('Create the Order');
		expect(create).toMatchObject({
			...{ printFileFrom: 'template', then: 'draft' },
			options: { checkPrintFiles: true, expectExisting: true, notBefore: '' },
		});
		expect(create?.printFileTemplate).toMatch(/\{orderNumber\}-\{lineId\}/);
	});

	it('decides by what comes next, and by no status, age or node', () => {
		const rules = JSON.stringify(named('What to Do')?.rules);
		expect(rules.match(/"leftValue":"=\{\{ \$json\.next\b/g)).toHaveLength(3);
		expect(rules).not.toMatch(/status|createdAt|updatedAt|\$now|\$\(/);
	});

	it('mails each matter once a week, as text, and runs only after both addresses were entered', () => {
		expect(connections['Once a Week']?.main).toMatchObject([[{ node: 'Mail the Proof' }]]);
		// A mail that failed would never be sent otherwise: the matter counts as passed before it.
		expect(named('Once a Week')?.dedupeValue).toContain("$now.toFormat('kkkk-WW')");
		expect(named('Mail the Proof')).toMatchObject({
			...{ fromEmail: '', toEmail: '', emailFormat: 'text' },
		});
	});
});

describe('The sample events in the examples', () => {
	it('the sample events of Each Event Once cover each event type once', () => {
		const { pinData } = readJson('examples/each-event-once.json') as Example;
		const events = Object.values(pinData)
			.flat()
			.map(({ json }) => json.event);
		expect(events.sort()).toEqual([...EVENT_TYPES].sort());
	});

	it.each(samples)(
		'the sample event $event, $changeId matches the output of the trigger',
		(sample) => {
			// What Add Current Order adds, as the service returns it.
			const { current, ...event } = sample;
			const validate = new Ajv({ allowUnionTypes: true, keywords: ['version'] }).compile(
				strictSchema(
					readJson(`nodes/PodFulfilment/__schema__/v1.1.0/event/${sample.event}.json`) as object,
				),
			);
			expect(validate(event), JSON.stringify(validate.errors)).toBe(true);
			expect(Object.keys(event).slice(0, 8)).toEqual([
				'event',
				EVENT_DATA_KEYS[sample.event],
				'eventId',
				'changeId',
				'occurredAt',
				'retries',
				'accountId',
				'webhookId',
			]);
			expect(sample.eventId).toMatch(/^[0-9a-f]{64}$/);
			const known = JSON.stringify(sample).replaceAll(/"shopOrder(?:Id|Number)":null/g, '');
			expect(known).not.toContain('null');
			if (current === undefined) return;
			const { order, shipments } = current as { order: IDataObject; shipments: IDataObject[] };
			const { orderItems } = order as { orderItems: IDataObject[] };
			expect(orderItems.length).toBeGreaterThan(0);
			for (const shipment of shipments) expect(shipment.orderId).toBe(order.id);
			if (sample.shipment !== undefined) expect(shipments).toContainEqual(sample.shipment);
		},
	);

	it('the sample events name the change as the trigger does', () => {
		for (const sample of samples) {
			const key = EVENT_DATA_KEYS[sample.event];
			const changeId = changeIdOf(sample.event, key, sample[key] as IDataObject);
			expect(sample.changeId).toBe(changeId);
		}
	});

	it.each(examples)('the sample events of $name have unique IDs', ({ pinData }) => {
		const ids = Object.values(pinData)
			.flat()
			.flatMap(({ json }) => json.eventId ?? []);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('the sample events are pinned to nodes with one output, as the editor requires', () => {
		for (const { name, nodes, pinData } of examples) {
			for (const pinned of Object.keys(pinData)) {
				const node = nodes.find((candidate) => candidate.name === pinned);
				expect(node?.parameters.outputs, `${name}: ${pinned}`).not.toBe('perEvent');
			}
		}
	});

	it('the sample events are selected in the trigger that they are pinned to', () => {
		for (const { nodes, pinData } of examples) {
			for (const { name, parameters } of nodes.filter(({ type }) => type === TRIGGER)) {
				for (const { json } of pinData[name] ?? []) expect(parameters.events).toContain(json.event);
			}
		}
	});
});

describe('An example before there is an account', () => {
	/** Nodes that ask for a credential. */
	const WITH_ACCOUNT =
		/^n8n-nodes-pod-fulfilment\.|\.(?:wooCommerce|googleSheets|emailSend|shopifyTrigger|stripeTrigger)$/;

	it.each(examples)(
		'$name starts with a sample or without an account, and each node behind that needs one has a sample',
		({ nodes, connections, pinData }) => {
			const followers = new Set(
				Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node)),
			);
			// n8n runs no workflow that names a credential which is not there.
			expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
			const needsAccount = ({ name, type, parameters }: Example['nodes'][number]): boolean =>
				(WITH_ACCOUNT.test(type) || parameters.authentication !== undefined) &&
				pinData[name] === undefined;
			const starts = nodes.filter(({ name }) => connections[name] && !followers.has(name));
			expect(starts.filter((node) => !needsAccount(node))).not.toEqual([]);
			const stuck = nodes.filter((node) => followers.has(node.name) && needsAccount(node));
			expect(stuck.map(({ name }) => name)).toEqual([]);
		},
	);
});

describe('The example Shopify Order', () => {
	const { nodes, pinData } = readJson('examples/shopify-order.json') as Example;

	it('the sample of the example is an order of Shopify, with a line that is left out', () => {
		const [{ json }] = Object.values(pinData)[0] as [{ json: IDataObject }];
		const { number, lines, whyNotSent, problems } = readShopifyOrder(json, {
			sendTestOrders: false,
		});
		// IDs of Shopify's orders have more digits, so that no real order has this External ID.
		expect([number, json.id]).toEqual(['1042', 1042]);
		expect(lines.map(({ quantity, properties }) => [quantity, properties.length])).toEqual([
			[2, 1],
			[1, 1],
			[3, 0],
		]);
		expect({ whyNotSent, problems }).toEqual({ whyNotSent: undefined, problems: [] });
	});

	it('the example skips orders without a line for the service', () => {
		const create = nodes.find(({ parameters }) => parameters.orderFrom === 'shopOrder');
		expect(create?.parameters.orderWithoutLines).toBe('skip');
	});
});

describe('The example No Event Lost', () => {
	const { nodes, connections } = readJson('examples/no-event-lost.json') as Example;
	const ofType = (type: string) => nodes.filter((node) => node.type === type);
	const [webhook] = ofType(TRIGGER);
	const [polling] = ofType('n8n-nodes-pod-fulfilment.podFulfilmentPollingTrigger');
	const tables = ofType('n8n-nodes-base.dataTable').map(({ parameters }) => parameters);
	const nextOf = (name = ''): string[] =>
		(connections[name]?.main ?? []).flat().map(({ node }) => node);

	it('both triggers of the example bring the same events on one path', () => {
		expect(polling?.parameters.events).toEqual(webhook?.parameters.events);
		expect(nextOf(polling?.name)).toEqual(nextOf(webhook?.name));
	});

	it('polls for what lasts longer than the service retries (section 6)', () => {
		const { emitAfterMinutes } = polling?.parameters.options as INodeParameters;
		expect(emitAfterMinutes).toBeGreaterThan(17);
	});

	it('the service delivers again what a run did not finish', () => {
		expect(webhook?.parameters.options).toEqual({ acknowledge: 'afterFinish' });
	});

	it('all nodes of the example use one table', () => {
		const names = tables.map(({ tableName, dataTableId }) =>
			tableName === undefined ? (dataTableId as INodeParameters).value : tableName,
		);
		expect(names).toHaveLength(6);
		expect(new Set(names).size).toBe(1);
	});

	it('the example does one change at a time, only in the run that is first, and records it after the work', () => {
		const path = [
			'Only What Is Not Done',
			'One Change at a Time',
			'Get in Line',
			'Who Is First',
			'Is It This Run',
			'The Change Itself',
			'Replace Me With Your Nodes',
			'Remember It Is Done',
			'One Change at a Time',
		];
		for (const [index, name] of path.slice(1).entries()) {
			expect(nextOf(path[index])[0]).toBe(name);
		}
	});
});

describe('The example Order Trouble', () => {
	const { nodes } = readJson('examples/order-trouble.json') as Example;
	const [trigger] = nodes.filter(
		({ type }) => type === 'n8n-nodes-pod-fulfilment.podFulfilmentPollingTrigger',
	);
	const [say] = nodes.filter(({ type }) => type === 'n8n-nodes-base.set');
	const { assignments } = say?.parameters.assignments as {
		assignments: Array<{ name: string; value: string }>;
	};
	const expressionOf = (name: string): string =>
		assignments.find((assignment) => assignment.name === name)?.value ?? '';

	it('of the changes of an order, only that it failed starts the example', () => {
		expect(trigger?.parameters.events).toEqual(['order.updated', 'order.late', 'order.waiting']);
		expect(trigger?.parameters.filters).toEqual({ orderStatuses: ['failed'] });
	});

	it('the example has words for every status in which an order waits, and for every validation error', () => {
		const waiting = ORDER_STATUSES.filter(isWaitingStatus);
		expect(waiting).toHaveLength(4);
		for (const status of waiting) {
			expect(expressionOf('status')).toContain(`${status}: '`);
			expect(expressionOf('toDo')).toContain(`${status}: '`);
		}
		for (const code of Object.keys(ORDER_VALIDATION_CODES)) {
			expect(expressionOf('found')).toContain(`${code}: '`);
		}
	});
});

describe('The example SKU Table', () => {
	const { nodes, pinData } = readJson('examples/sku-table.json') as Example;
	const create = nodes.find(({ parameters }) => parameters.orderFrom === 'shopOrder');
	const table = pinData['Read the SKU Table'] ?? [];
	const [{ json: order }] = pinData['An Order Was Paid'] as [{ json: IDataObject }];

	it('takes the rows of the table as the SKU mapping, and finds each line of its sample in them', () => {
		const { skuMappingJson } = create?.parameters.options as { skuMappingJson: string };
		const $ = (name: string) => ({ all: () => pinData[name] });
		const mapping = skuMappingOf({}, evaluate(skuMappingJson, { $ }));
		const { lines } = readShopifyOrder(order, { sendTestOrders: false });
		expect(lines).toHaveLength(table.length);
		expect(lines.map(({ sku = '' }) => mapping.rowsOf(sku)[0]?.sku)).toEqual(
			table.map(({ json }) => json.sku),
		);
	});

	it('has an order as sample whose shop Detect knows', () => {
		expect(create?.parameters.shop).toBe('detect');
		expect(detectedShop(order)).toBe('shopify');
	});

	it('reads a table without rows as no mapping', () => {
		expect(skuMappingOf({}, [{}]).rowsOf('A')).toEqual([]);
		expect(nodes.find(({ name }) => name === 'Read the SKU Table')).toMatchObject({
			alwaysOutputData: true,
			executeOnce: true,
		});
	});
});
