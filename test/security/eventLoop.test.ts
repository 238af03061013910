import { createHmac } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';

import { startAction } from '../core/engine/execution.ts';
import { openList } from '../core/engine/list.ts';
import { PollingN8n } from '../core/engine/polling.ts';
import { credentialFor } from '../core/engine/run.ts';
import { serveTrigger } from '../core/engine/webhook.ts';
import { createParameters, locate, useSandbox } from '../core/support.ts';
import { CUSTOMER_INPUTS, OTHER_INPUTS } from '../support/largestInputs.ts';
import { someOf } from '../support/repetitions.ts';
import { AnsweringService, turnOf, type Answer } from './support/eventLoop.ts';

// Everything that anybody but the owner of n8n decides, as large as it gets in: how long n8n does nothing else meanwhile.
// An answer that is larger than these is not read; hostileAnswers.test.ts and responseBody.test.ts show that.
//
// No turn of the event loop may take more processor time than parsing the largest answer four times, measured in the same
// run (support/eventLoop.ts). Work that grows with the square of such inputs takes far more, on any machine. How many
// milliseconds it is, `npm run bench -- turns` says.

const MAX_BYTES = 4 * 1024 * 1024 - 1_000;
const MAX_MARKS = 300_000 - 1_000;
const MAX_DELIVERY_BYTES = 2 * 1024 * 1024 - 1_000;
/** A task with 2,000 images has as many. Whoever has the secret can send more, up to 2 MB: docs/security.md says so. */
const MAX_DELIVERY_MARKS = 50_000 - 1_000;

/** As many entries as an answer has room for, or a delivery. */
function most(entryAt: (index: number) => string, maxMarks = MAX_MARKS): string {
	const entries: string[] = [];
	let bytes = 0;
	let marks = 0;
	for (let index = 0; ; index += 1) {
		const entry = entryAt(index);
		bytes += entry.length + 1;
		marks += 1;
		for (const sign of entry) if ('"{[,'.includes(sign)) marks += 1;
		if (bytes > MAX_BYTES || marks > maxMarks) return entries.join(',');
		entries.push(entry);
	}
}

const long = (part: string, bytes = MAX_BYTES): string =>
	part.repeat(Math.floor(bytes / part.length));

const name = (index: number): string => `k${index.toString(36)}`;

/** JSON that takes long to parse, or to walk through. */
const shapesOf = (maxMarks: number, maxBytes: number): Array<[shape: string, json: string]> => [
	['empty objects', `[${most(() => '{}', maxMarks)}]`],
	['lists in lists', `[${most(() => '[[[[]]]]', maxMarks)}]`],
	['names that all differ', `{${most((index) => `"${name(index)}":1`, maxMarks)}}`],
	['objects whose names all differ', `[${most((index) => `{"${name(index)}":1}`, maxMarks)}]`],
	['texts that all differ', `[${most((index) => `"${name(index)}"`, maxMarks)}]`],
	['numbers', `[${most((index) => `${index}.5`, maxMarks)}]`],
	['one text of escapes', `"${long('\\u0041', maxBytes)}"`],
	['a text of backslashes', `"${long('\\\\', maxBytes)}"`],
	['a text of percent signs', `"${long('%41', maxBytes)}"`],
	['a text of entities', `"${long('&amp;', maxBytes)}"`],
];

/** What the validation found, or a task says of its failure. */
const findingsOf = (maxMarks: number, maxBytes: number): Array<[kind: string, json: string]> => [
	...shapesOf(maxMarks, maxBytes),
	[
		'errors with a code',
		`[${most((index) => `{"code":1001,"message":"%41 ${index}"}`, maxMarks)}]`,
	],
	['errors of fields', `{${most((index) => `"${name(index)}":["%41"]`, maxMarks)}}`],
	['errors of items', `[${most((index) => `{"code":3002,"itemId":"${index}"}`, maxMarks)}]`],
	['long errors', `[${long(`{"message":"${'%41 '.repeat(5_000)}"},`, maxBytes)}{}]`],
];

const SHAPES = shapesOf(MAX_MARKS, MAX_BYTES);
const FINDINGS = findingsOf(MAX_MARKS, MAX_BYTES);

const NO_WAIT = { maxAttempts: 1, maxWaitSeconds: 0 };

const read = (
	resource: string,
	operation: string,
	more: INodeParameters = {},
): INodeParameters => ({
	...{ resource, operation, simplify: true, options: NO_WAIT },
	...(operation === 'getAll' ? { returnAll: true } : {}),
	...more,
});

const ORDER = { orderId: locate('id', '1') };

const orderJson = (more: string): string =>
	`{"id":"1","externalId":"A-1","status":"failed",${more}}`;

const node = useSandbox();
const service = new AnsweringService();
beforeAll(async () => await service.start());
afterAll(async () => await service.stop());

const credential = () => credentialFor(node.sandbox, { baseUrl: service.url });

declare module 'vitest' {
	interface TaskMeta {
		/** Processor time of the longest turn, in ms: the bench reads it from the report. */
		turnMs?: number;
	}
}

async function expectShortTurns(
	{ task }: Pick<TestContext, 'task'>,
	work: () => unknown,
): Promise<void> {
	const { turnMs, boundMs } = await turnOf(work);
	task.meta.turnMs = Math.max(task.meta.turnMs ?? 0, turnMs);
	expect(turnMs).toBeLessThanOrEqual(boundMs);
}

/** Answers of the service to an operation that is not refused before it reads them. */
const ANSWERS: Array<[what: string, parameters: INodeParameters, answer: Answer]> = [
	...SHAPES.flatMap(([shape, json]): typeof ANSWERS => [
		[
			`an order with ${shape}`,
			read('order', 'get', ORDER),
			{ body: orderJson(`"orderItems":[],"x":${json}`) },
		],
		[
			`an order as it is, with ${shape}`,
			read('order', 'get', { ...ORDER, simplify: false }),
			{ body: orderJson(`"orderItems":[],"x":${json}`) },
		],
		[`a list that is ${shape}`, read('order', 'getAll'), { body: json }],
		[
			`an error with ${shape}`,
			read('order', 'get', ORDER),
			{ status: 500, body: `{"detail":${json}}` },
		],
		[
			`a refusal with ${shape}`,
			read('order', 'get', ORDER),
			{ status: 422, body: `{"violations":${json}}` },
		],
	]),
	...FINDINGS.flatMap(([kind, json]): typeof ANSWERS => [
		[
			`an order whose findings are ${kind}`,
			read('order', 'get', ORDER),
			{ body: orderJson(`"orderItems":[],"errors":${json}`) },
		],
		[
			`a failed task whose reasons are ${kind}`,
			read('mockupTask', 'downloadImages', { mockupTaskId: locate('id', '1') }),
			{ body: `{"id":"1","status":"failed","failureReasons":${json}}` },
		],
	]),
	[
		'an order of items',
		read('order', 'get', ORDER),
		{ body: orderJson(`"orderItems":[${most((index) => `{"id":"${index}"}`)}]`) },
	],
	[
		'an order of items with findings',
		read('order', 'get', ORDER),
		{ body: orderJson(`"orderItems":[${most((index) => `{"id":"${index}","errors":["%41"]}`)}]`) },
	],
	[
		'a list of orders',
		read('order', 'getAll', { filters: { status: ['pending'] } }),
		{ body: `[${most((index) => `{"id":"${index}","status":"pending"}`)}]` },
	],
	[
		'a list of failed orders',
		read('order', 'getAll'),
		{ body: `[${most((index) => `{"id":"${index}","status":"failed","errors":["%41"]}`)}]` },
	],
	[
		'a list of parcels',
		read('shipment', 'getAll', ORDER),
		{
			body: `[${most((index) => `{"id":"${index}"}`)}]`,
			others: { '/api/orders/1?': orderJson('"orderItems":[]') },
		},
	],
	[
		'a list of products',
		read('catalogProduct', 'getAll', { filters: { nameContains: 'zz' } }),
		{ body: `[${most((index) => `{"id":"${index}","name":"${'é '.repeat(9)}"}`)}]` },
	],
	[
		'a list of variants',
		read('catalogVariant', 'getAll', { productId: locate('id', '1') }),
		{ body: `[${most((index) => `{"id":"${index}","sku":"s"}`)}]` },
	],
	[
		'a variant of options',
		read('catalogVariant', 'get', { variantId: locate('id', '1') }),
		{
			body: `{"id":"1","options":[{"id":"o","values":[${most((index) => `{"value":"${index}"}`)}]}]}`,
		},
	],
	[
		'a catalog of SKUs, for one that is unknown',
		read('catalogVariant', 'get', { variantId: locate('sku', 'SKU-OF-NO-VARIANT-1') }),
		{
			body: `[${most((index) => `{"id":"${index}","sku":"SKU-OF-A-VARIANT-${index}"}`)}]`,
			others: {
				'/api/catalog-products?': '[{"id":"1"}]',
				'/api/catalog-products/1/': `[${most((index) => `{"id":"${index}","sku":"SKU-OF-A-VARIANT-${index}"}`)}]`,
			},
		},
	],
	[
		'a list of tasks',
		read('mockupTask', 'getAll'),
		{ body: `[${most((index) => `{"id":"${index}"}`)}]` },
	],
	[
		'a task of images',
		read('mockupTask', 'downloadImages', { mockupTaskId: locate('id', '1') }),
		{
			body: `{"id":"1","catalogVariantMockups":[{"mockups":[${most(() => '{"mockupUrl":"x"}')}]}]}`,
		},
	],
	[
		'an image with a long name',
		read('mockupTask', 'downloadImages', { mockupTaskId: locate('id', '1') }),
		{
			body: `{"id":"1","catalogVariantMockups":[{"mockups":[{"mockupUrl":"x","displayName":"${long('.')}"}]}]}`,
		},
	],
	[
		'a web page',
		read('order', 'get', ORDER),
		{ headers: { 'content-type': 'text/html' }, body: long('<p>') },
	],
	[
		'a web page of an error',
		read('order', 'get', ORDER),
		{ status: 502, headers: { 'content-type': 'text/html' }, body: long('<') },
	],
	['a text of a refusal', read('order', 'get', ORDER), { status: 422, body: long('suspende ') }],
	['spaces', read('order', 'get', ORDER), { body: long(' ') }],
	[
		'line breaks in a refusal',
		read('order', 'get', ORDER),
		{ status: 409, body: `{"detail":"${long('a\\n')}"}` },
	],
	[
		'a long header of methods',
		read('order', 'get', ORDER),
		{ status: 405, headers: { allow: '%41'.repeat(4_000) }, body: '{}' },
	],
	[
		'a long header of links',
		read('order', 'getAll'),
		{ headers: { link: '<'.repeat(14_000) }, body: '[{"id":"1"}]' },
	],
	[
		'a long link',
		read('order', 'getAll'),
		{ body: `{"member":[{"id":"1"}],"view":{"next":"/api/${long('%41/../')}"}}` },
	],
	[
		'a long time to wait',
		read('order', 'get', ORDER),
		{ status: 503, headers: { 'retry-after': '9'.repeat(14_000) }, body: '' },
	],
	[
		'a long type',
		read('order', 'get', ORDER),
		{ headers: { 'content-type': 'html '.repeat(2_500) }, body: '{"id":"1"}' },
	],
	[
		'credits',
		read('mockupTask', 'getAll'),
		{
			headers: Object.fromEntries(
				Array.from({ length: 40 }, (_, index) => [
					`x-${'a-credits-'.repeat(30)}${index}-credits-used`,
					'1',
				]),
			),
			body: '[{"id":"1"}]',
		},
	],
];

describe('The event loop of n8n, while the service answers', () => {
	it.for(ANSWERS)('goes on turning: %s', async ([, parameters, answer], test) => {
		await service.answerWith(answer);
		await expectShortTurns(
			test,
			async () => await startAction({ parameters, credential: credential() }).finished,
		);
	});

	it.for(ANSWERS.filter(([, { operation }]) => operation === 'getAll'))(
		'goes on turning in a list of the editor: %s',
		async ([, parameters, answer], test) => {
			await service.answerWith(answer);
			const method = { order: 'searchOrders', mockupTask: 'searchMockupTasks' }[
				String(parameters.resource)
			];
			await expectShortTurns(test, async () => {
				await openList(method ?? 'searchProducts', {
					credential: credential(),
					filter: 'zz top',
				}).catch(() => undefined);
			});
		},
	);

	const items = (count: number): IDataObject[] =>
		Array.from({ length: count }, (_, index) => ({
			externalId: `L-${index}`,
			variantId: 'v',
			quantity: 1,
		}));

	/** What an order that is created meets: a variant of the catalog, or the order that exists. */
	const MET: Array<[what: string, answer: Answer]> = [
		[
			'a variant of options',
			{
				status: 404,
				body: '{}',
				others: {
					'/api/catalog': `{"id":"v","options":[${most((index) => `{"id":"${index}","required":true}`)}]}`,
				},
			},
		],
		[
			'a variant of placements',
			{
				status: 404,
				body: '{}',
				others: {
					'/api/catalog': `{"id":"v","placements":[${most((index) => `{"type":"${index}","required":true}`)}]}`,
				},
			},
		],
		[
			'a variant of values',
			{
				status: 404,
				body: '{}',
				others: {
					'/api/catalog': `{"id":"v","options":[{"id":"o","required":true,"values":[${most((index) => `{"value":"${index}"}`)}]}]}`,
				},
			},
		],
		...FINDINGS.map(([kind, json]): [string, Answer] => [
			`an order whose findings are ${kind}`,
			{
				status: 409,
				body: '{}',
				others: {
					'/api/orders/': orderJson(`"orderItems":${JSON.stringify(items(1))},"errors":${json}`),
				},
			},
		]),
		[
			'an order of many items',
			{
				status: 409,
				body: '{}',
				others: {
					'/api/orders/': orderJson(
						`"orderItems":[${most((index) => `{"id":"${index}","variantId":"w"}`)}]`,
					),
				},
			},
		],
		[
			'violations',
			{
				status: 422,
				body: `{"violations":[${most((index) => `{"propertyPath":"orderItems[${index}]","message":"%41"}`)}]}`,
			},
		],
	];

	it.for(MET)('goes on turning while an order is created: %s', async ([, answer], test) => {
		await service.answerWith(answer);
		const parameters = {
			...createParameters(node.sandbox, 'A-1'),
			options: { ...NO_WAIT, fillFromCatalog: answer.status === 404 },
		};
		await expectShortTurns(
			test,
			async () => await startAction({ parameters, credential: credential() }).finished,
		);
	});

	/** What a poll reads. */
	const POLLED: Array<[what: string, answer: Answer]> = [
		[
			'a list of orders',
			{ body: `[${most((index) => `{"id":"${index}","status":"pending","orderItems":[]}`)}]` },
		],
		[
			'orders with long IDs',
			{
				body: `[${most((index) => `{"id":"${index}${'x'.repeat(100_000)}","status":"pending"}`)}]`,
			},
		],
		[
			'orders with long statuses',
			{
				body: `[${most((index) => `{"id":"${index}","status":"${index}${'x'.repeat(100_000)}"}`)}]`,
			},
		],
		...FINDINGS.map(([kind, json]): [string, Answer] => [
			`an order whose findings are ${kind}`,
			{ body: `[${orderJson(`"orderItems":[],"errors":${json}`)}]` },
		]),
	];

	it.for(POLLED)('goes on turning while it is polled: %s', async ([, answer], test) => {
		await expectShortTurns(test, async () => {
			await service.answerWith({ ...answer, body: '[]' });
			const n8n = new PollingN8n({
				credential: credential(),
				parameters: { events: ['order.created', 'order.updated', 'order.waiting'] },
				budgetMs: 20_000,
			});
			await n8n.activate();
			await service.answerWith({ ...answer, others: { '/api/orders/': '{}' } });
			await n8n.poll();
		});
	});
});

describe('The event loop of n8n, while a delivery comes', () => {
	const event = (order: string): string =>
		`{"type":"order.updated","occurred_at":"2026-11-25T00:00:00Z","data":{"order":${order}}}`;

	const DELIVERIES: Array<[what: string, body: string]> = [
		...findingsOf(MAX_DELIVERY_MARKS, MAX_DELIVERY_BYTES).flatMap(
			([kind, json]): typeof DELIVERIES => [
				[`an order with ${kind}`, event(`{"id":"1","status":"failed","some_value":${json}}`)],
				[
					`an order whose findings are ${kind}`,
					event(`{"id":"1","status":"failed","errors":${json}}`),
				],
			],
		),
		[
			'snake_case',
			event(`{"id":"1",${most((index) => `"${'a_'.repeat(5)}${index}":1`, MAX_DELIVERY_MARKS)}}`),
		],
		['a long name', event(`{"id":"1","${long('a_', MAX_DELIVERY_BYTES)}":1}`)],
		[
			'a text of backslashes in a finding',
			event(`{"id":"1","errors":["${long('\\\\', MAX_DELIVERY_BYTES)}"]}`),
		],
		['a type of 2 MB', `{"type":"${long('x', MAX_DELIVERY_BYTES)}","data":{}}`],
		['more than is parsed', event(`[${'{},'.repeat(600_000)}{}]`)],
	];

	it.for(DELIVERIES)('goes on turning: %s', async ([, body], test) => {
		const own = credentialFor(node.sandbox, {
			signingSecret: 'whsec-12345678',
			headerBrand: 'Service',
		});
		const trigger = await serveTrigger({
			credential: own,
			parameters: { events: ['order.updated', 'other'], options: { ignoreDuplicates: false } },
		});
		const bytes = Buffer.from(body);
		const deliver = async (secret: string): Promise<void> => {
			const timestamp = String(Math.floor(Date.now() / 1000));
			const signature = createHmac('sha256', secret)
				.update(`${timestamp}.`)
				.update(bytes)
				.digest('hex');
			await fetch(trigger.url, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					'x-service-request-timestamp': timestamp,
					'x-service-request-signature': signature,
				},
				body: bytes,
			});
		};
		await expectShortTurns(test, async () => await deliver('whsec-12345678'));
		await expectShortTurns(test, async () => await deliver('whsec-of-somebody-else'));
		await trigger.close();
	});
});

describe('The event loop of n8n, while an order of a shop is read', () => {
	/** There are 32 of a customer for each way into an order, which 11 does not divide: each is played, in one way or another. */
	const INPUTS = [...someOf(CUSTOMER_INPUTS, 11), ...someOf(OTHER_INPUTS, 3)];

	it.for(INPUTS)('goes on turning: $name', async ({ size, prepare }, test) => {
		const work = prepare(size);
		await expectShortTurns(test, work);
	});
});
