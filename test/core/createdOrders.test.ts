import fc from 'fast-check';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { createFromJson } from '../support/createFromJson.ts';
import { ENGINES, startAction, type Engine, type ExecutionOptions } from './engine/execution.ts';
import { withTool } from './engine/tool.ts';
import { withoutBackOff } from './orderRuns.ts';
import { usePlainService, VARIANT, type RawAnswer } from './plainService.ts';
import { locate } from './support.ts';

const service = usePlainService();
withoutBackOff();

const SEND = 'POST /api/orders';
const LOOK = 'GET /api/orders/@NEW-1';
const CONFIRM = 'POST /api/orders/o-1/confirm';

const RECIPIENT = {
	name: 'Ada Example',
	address1: 'Musterstrasse 12',
	city: 'Berlin',
	zip: '10115',
	countryCode: 'DE',
};
const FILE = 'https://files.example.com/motif.png';
const ITEM = {
	externalId: 'LINE-1',
	variantId: VARIANT.id,
	quantity: 2,
	placements: [{ type: 'front', layers: [{ type: 'file', url: FILE }] }],
};

const create = ({ then = 'draft', ...options }: INodeParameters = {}): INodeParameters => ({
	...createFromJson('NEW-1', { recipient: RECIPIENT, orderItems: [ITEM] }),
	then,
	options: { fillFromCatalog: false, ...options },
});

const credential = (): ICredentialDataDecryptedObject => ({
	baseUrl: service.url,
	apiKey: 'key-1',
	signingSecret: 'secret-1',
	headerBrand: 'Service',
});

const run = async (
	parameters: INodeParameters,
	options: Omit<ExecutionOptions, 'parameters' | 'credential'> = {},
) => await startAction({ parameters, credential: credential(), ...options }).finished;

const without = (order: IDataObject, ...names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(order).filter(([name]) => !names.includes(name)));

const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString();
const HOUR = 3_600_000;

const PAGE = { 'content-type': 'text/html' };
const HTML = '<!doctype html><html><body>Thank you</body></html>';

/** Answers to the creation of an order that show all the output needs. */
const WHOLE: Array<[string, (order: IDataObject) => RawAnswer]> = [
	['weeks old', (order) => ({ status: 201, body: { ...order, createdAt: ago(500 * HOUR) } })],
	['an hour old', (order) => ({ status: 201, body: { ...order, createdAt: ago(HOUR) } })],
	['of the future', (order) => ({ status: 201, body: { ...order, createdAt: ago(-HOUR) } })],
	[
		'of a time without an offset',
		(order) => ({ status: 201, body: { ...order, createdAt: ago(5 * HOUR).slice(0, 19) } }),
	],
	[
		'of a constant time',
		(order) => ({ status: 201, body: { ...order, createdAt: '1970-01-01T00:00:00+00:00' } }),
	],
	['without a time', (order) => ({ status: 201, body: without(order, 'createdAt') })],
	['with its path as ID', (order) => ({ status: 201, body: { ...order, id: order['@id'] } })],
	['without print files', (order) => ({ status: 201, body: withItem(order, ITEM) })],
	[
		'without variants',
		(order) => ({ status: 201, body: withItem(order, without(ITEM, 'variantId')) }),
	],
	[
		'of another recipient',
		(order) => ({ status: 201, body: { ...order, recipient: { name: 'DOE, A.' } } }),
	],
];

const withItem = (order: IDataObject, item: IDataObject): IDataObject => ({
	...order,
	orderItems: [without(item, 'placements')],
});

/** Answers that show a part of the order. */
const PARTS: Array<[string, (order: IDataObject) => RawAnswer]> = [
	['without its shipping', (order) => ({ status: 201, body: without(order, 'shipping') })],
	['without its recipient', (order) => ({ status: 201, body: without(order, 'recipient') })],
	['without its items', (order) => ({ status: 201, body: without(order, 'orderItems') })],
	[
		'with its path alone',
		(order) => ({ status: 201, body: { '@id': order['@id'], '@type': 'Order' } }),
	],
	['with its ID alone', ({ id }) => ({ status: 201, body: { id } })],
];

/** Answers in which nothing can be read of the order. */
const UNREADABLE: Array<[string, (order: IDataObject) => RawAnswer]> = [
	['no body', () => ({ status: 201 })],
	['a body that is cut off', (body) => ({ status: 201, body, isCut: true })],
	['a text', () => ({ status: 201, body: 'OK', headers: { 'content-type': 'text/plain' } })],
	['a web page', () => ({ status: 201, body: HTML, headers: PAGE })],
	['a web page that is cut off', () => ({ status: 201, body: HTML, headers: PAGE, isCut: true })],
	['a list', (order) => ({ status: 201, body: [order] })],
	['more nesting', (order) => ({ status: 201, body: { data: order } })],
	['a job', () => ({ status: 201, body: { id: 'job-1', status: 'accepted' } })],
	[
		'the order of somebody else',
		(order) => ({
			status: 201,
			body: { ...order, id: 'o-9', externalId: 'OTHER-1', recipient: { name: 'Nadia Doe' } },
		}),
	],
];

const WITH_AND_WITHOUT_DATE = [false, true];

describe.each(ENGINES)('An order that is answered with 201, on the engine of %s', (engine) => {
	const runHere = async (options: INodeParameters = {}, more: Partial<ExecutionOptions> = {}) =>
		await run(create(options), { engine, ...more });

	it.each(WHOLE)('is placed with one request if it is shown %s', async (_, answer) => {
		for (const isUndated of WITH_AND_WITHOUT_DATE) {
			service.clear();
			service.answerCreated = (order) => ({ ...answer(order), isUndated });
			const { json, error } = await runHere();
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ id: 'o-1', externalId: 'NEW-1', outcome: 'placed' }]);
			expect(json[0]).not.toHaveProperty('warnings');
			expect(json[0]).not.toHaveProperty('toReview');
			expect(service.requests).toEqual([SEND]);
		}
	});

	it.each([...WHOLE, ...PARTS, ...UNREADABLE])(
		'is confirmed if the answer is %s',
		async (_, answer) => {
			service.answerCreated = answer;
			const { json, error } = await runHere({ then: 'confirm' });
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ id: 'o-1', outcome: 'placed', status: 'pending' }]);
			expect(service.requests.at(-1)).toBe(CONFIRM);
			expect(service.requests.filter((request) => request === LOOK).length).toBeLessThan(2);
		},
	);

	it.each([...PARTS, ...UNREADABLE])('is read once if the answer is %s', async (_, answer) => {
		service.answerCreated = answer;
		const { json, error } = await runHere();
		expect(error).toBeUndefined();
		expect(json).toMatchObject([
			{ id: 'o-1', externalId: 'NEW-1', outcome: 'placed', shipping: 'STANDARD' },
		]);
		expect(json[0]?.recipient).toEqual(RECIPIENT);
		expect(service.requests).toEqual([SEND, LOOK]);
	});

	it.each(PARTS)(
		'is placed with a warning if it is shown %s, and cannot be read',
		async (_, answer) => {
			service.answerCreated = answer;
			service.faults.push({ request: LOOK, fault: { status: 403, body: { message: 'No' } } });
			const { json, error } = await runHere();
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ id: 'o-1', externalId: 'NEW-1', outcome: 'placed' }]);
			expect(json[0]?.warnings).toEqual([
				expect.stringMatching(/^The order was placed, but could not be read afterwards\./),
			]);
			expect(service.requests).toEqual([SEND, LOOK]);
		},
	);

	it.each(UNREADABLE)(
		'is returned with what is known of it after %s, if it cannot be read',
		async (_, answer) => {
			for (const settings of [{}, { onError: 'continueRegularOutput' as const }]) {
				for (const simplify of [true, false]) {
					service.clear();
					service.answerCreated = answer;
					service.faults.push({ request: LOOK, fault: { status: 403 } });
					const result = await run({ ...create(), simplify }, { engine, settings });
					expect(result.error).toBeUndefined();
					expect(result.json).toEqual([
						{
							externalId: 'NEW-1',
							outcome: 'placed',
							warnings: [expect.any(String)],
							...(simplify && { shopOrderId: null, shopOrderNumber: null }),
						},
					]);
					expect(JSON.stringify(result.json)).not.toContain('Nadia');
				}
			}
		},
	);

	it('is looked for by its External ID while reads lag behind', async () => {
		service.answerCreated = () => ({ status: 201 });
		service.faults.push({ request: LOOK, fault: { status: 404, body: { detail: 'No order' } } });
		const { json } = await runHere({ then: 'confirm' });
		expect(json).toMatchObject([{ id: 'o-1', outcome: 'placed', status: 'pending' }]);
		expect(service.requests).toEqual([SEND, LOOK, LOOK, CONFIRM]);
	});

	it.each([...PARTS, ...UNREADABLE])(
		'is not confirmed, and said to be placed, if it cannot be read after an answer of %s',
		async (_, answer) => {
			service.answerCreated = answer;
			service.faults.push({ request: 'GET', fault: { status: 403 } });
			const { error } = await runHere({ then: 'confirm' });
			expect(`${error?.message} ${error?.description}`).toContain(
				'was placed, and is not confirmed',
			);
			expect(error?.description).not.toMatch(/may have been|Nothing was/);
			expect(service.requests.join()).not.toMatch(/confirm|undefined/);
		},
	);

	it('is confirmed by the next try of Retry On Fail if it could not be read', async () => {
		service.answerCreated = () => ({ status: 201 });
		service.faults.push({ request: 'GET', fault: { status: 403 } });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { json, error } = await runHere({ then: 'confirm' }, { settings });
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ id: 'o-1', outcome: 'placed', status: 'pending' }]);
		expect(service.orders.size).toBe(1);
	});

	it.each<[string, IDataObject, RegExp]>([
		['another quantity', { quantity: 7 }, /quantity: sent 2, existing 7/],
		['another variant', { variantId: 'v-2' }, /variantId differs/],
	])('is said to be placed with %s, and is not confirmed', async (_, fields, difference) => {
		const answers = [
			(order: IDataObject): RawAnswer => ({
				status: 201,
				body: { ...order, orderItems: [{ ...ITEM, ...fields }] },
			}),
			(order: IDataObject): RawAnswer => {
				order.orderItems = [{ ...ITEM, ...fields }];
				return { status: 201 };
			},
		];
		for (const answer of answers) {
			service.clear();
			service.answerCreated = answer;
			const { error } = await runHere({ then: 'confirm' });
			expect(error?.message).toMatch(/^Order "NEW-1" was placed with other content: /);
			expect(error?.description).toMatch(difference);
			expect(error?.description).not.toMatch(/Nothing was|may have been/);
			expect(service.requests.join()).not.toContain('confirm');
		}
	});
});

describe.each(ENGINES)('Another success than 201, on the engine of %s', (engine) => {
	const SUCCESSES: Array<[string, (order: IDataObject) => RawAnswer]> = [
		['200 and the order', (body) => ({ status: 200, body })],
		['200 that is cut off', (body) => ({ status: 200, body, isCut: true })],
		['202 and a job', () => ({ status: 202, body: { id: 'job-1' } })],
		['204', () => ({ status: 204 })],
		['200 and a page', () => ({ status: 200, body: HTML, headers: PAGE })],
		['200 and a text', () => ({ status: 200, body: 'OK' })],
		[
			'200 and the order of somebody else',
			(order) => ({ status: 200, body: { ...order, id: 'o-9', externalId: 'OTHER-1' } }),
		],
	];

	it.each(SUCCESSES)('%s: the order is looked for', async (_, answer) => {
		for (const [options, outcome] of [
			[{}, 'existing'],
			[{ ifExists: 'error' }, 'placed'],
			[{ expectExisting: true }, 'placed'],
		] as const) {
			service.clear();
			service.answerCreated = answer;
			const { json, error } = await run(create(options), { engine });
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ id: 'o-1', externalId: 'NEW-1', outcome }]);
			expect(service.requests.at(-1)).toBe(LOOK);
			expect(service.orders.size).toBe(1);
		}
	});

	it.each(SUCCESSES)('%s: an order of other content is in doubt', async (_, answer) => {
		service.answerCreated = (order) => {
			order.recipient = { ...RECIPIENT, name: 'Nadia Doe' };
			return answer(order);
		};
		const { error } = await run(create({ then: 'confirm' }), { engine });
		expect(error?.message).toContain('other content');
		expect(error?.description).toContain('Order "NEW-1" may have been placed.');
		expect(error?.description).not.toContain('Nothing was');
		expect(service.requests.join()).not.toContain('confirm');
	});

	it.each(SUCCESSES.slice(1))('%s: what cannot be read is in doubt', async (_, answer) => {
		service.answerCreated = answer;
		service.faults.push({ request: LOOK, fault: { status: 403 } });
		const { error } = await run(create({ then: 'confirm' }), { engine });
		expect(error?.description).toContain('Order "NEW-1" may have been placed.');
		expect(error?.description).not.toContain('Nothing was');
		expect(service.requests).toEqual([SEND, LOOK]);
	});
});

describe("A gateway's page with 404 instead of the order", () => {
	it('does not say that there is none: nothing is sent a second time', async () => {
		const page = { status: 404, body: HTML, headers: PAGE };
		service.faults.push({ request: SEND, fault: 'reset' }, { request: LOOK, fault: page });
		const { error } = await run(create());
		expect(error?.description).toContain('Order "NEW-1" may have been placed.');
		expect(service.requests).toEqual([SEND, LOOK]);
	});
});

describe('An order that is answered with 201 to the tool of an AI agent', () => {
	it.each([...PARTS, ...UNREADABLE])('is placed if the answer is %s', async (_, answer) => {
		service.answerCreated = answer;
		const out = await withTool(create(), credential(), async (tool) => await tool.invoke({}));
		expect(JSON.parse(out)).toMatchObject([{ id: 'o-1', outcome: 'placed' }]);
	});
});

/** Any value but the one that a field should have. */
const strange = fc.constantFrom<unknown>(
	undefined,
	null,
	'',
	'x',
	'1970-01-01T00:00:00+00:00',
	'2026-01-01T00:00:00',
	ago(-HOUR),
	ago(HOUR),
	ago(500 * HOUR),
	0,
	7,
	true,
	[],
	['x'],
	{},
	{ id: 'x', value: { name: 'x' } },
);

/** What may stand for the ID of an order, or for its path; a text alone is believed. */
const strangeId = fc.constantFrom<unknown>(undefined, null, '', true, [], {}, 'path', 'address');

/** Fields of an answer with strange values; variants and quantities stay as they are. */
const fields = fc.dictionary(
	fc.constantFrom(
		'@type',
		'@context',
		'externalId',
		'shipping',
		'status',
		'createdAt',
		'updatedAt',
		'recipient',
		'actions',
		'associations',
		'errors',
	),
	strange,
	{ maxKeys: 11, noNullPrototype: true },
);

const itemFields = fc.dictionary(
	fc.constantFrom('@id', 'id', 'externalId', 'name', 'retailPrice', 'placements', 'options'),
	strange,
	{ maxKeys: 7, noNullPrototype: true },
);

type Shape = 'body' | 'nested' | 'list' | 'pathAlone' | 'idAlone' | 'cut' | 'empty' | 'page';

const strangeAnswer = fc.record({
	fields,
	ids: fc.dictionary(fc.constantFrom('@id', 'id'), strangeId, { noNullPrototype: true }),
	itemFields,
	shape: fc.oneof(
		{ weight: 8, arbitrary: fc.constant<Shape>('body') },
		{
			weight: 4,
			arbitrary: fc.constantFrom<Shape>(
				'nested',
				'list',
				'pathAlone',
				'idAlone',
				'cut',
				'empty',
				'page',
			),
		},
	),
	isUndated: fc.boolean(),
});

type StrangeAnswer = typeof strangeAnswer extends fc.Arbitrary<infer Value> ? Value : never;

/** The answer to the creation of an order, strange in all but variants and quantities. */
function answerOf(order: IDataObject, strangeness: StrangeAnswer): RawAnswer {
	const { shape, isUndated } = strangeness;
	const orderItems = (order.orderItems as IDataObject[]).map((item) => ({
		...item,
		...(strangeness.itemFields as IDataObject),
	}));
	const path = String(order['@id']);
	const forms: Record<string, string> = { path, address: `https://api.example.com${path}` };
	const ids = Object.entries(strangeness.ids).map(([name, value]) => [
		name,
		forms[String(value)] ?? value,
	]);
	const body = {
		...order,
		...(strangeness.fields as IDataObject),
		...(Object.fromEntries(ids) as IDataObject),
		orderItems,
	};
	const answer = { status: 201, isUndated };
	switch (shape) {
		case 'body':
			return { ...answer, body };
		case 'nested':
			return { ...answer, body: { data: body, status: 'ok' } };
		case 'list':
			return { ...answer, body: [body] };
		case 'pathAlone':
			return { ...answer, body: { '@id': order['@id'] } };
		case 'idAlone':
			return { ...answer, body: { id: order.id } };
		case 'cut':
			return { ...answer, body, isCut: true };
		case 'empty':
			return answer;
		case 'page':
			return { ...answer, body: HTML, headers: PAGE };
	}
}

/** The operations that place an order; all of them under the External ID NEW-1. */
const OPERATIONS: Record<string, (options: INodeParameters) => INodeParameters> = {
	create,
	createFromShop: ({ then = 'draft', ...options }) => ({
		then,
		resource: 'order',
		operation: 'create',
		orderFrom: 'shopOrder',
		shop: 'other',
		externalId: 'NEW-1',
		shopOrder: JSON.stringify({
			...RECIPIENT,
			number: '1',
			items: [{ sku: VARIANT.sku, quantity: 2, 'Print file': FILE }],
		}),
		options: { ...options, confirmWithoutReview: true },
	}),
	reprint: ({ then = 'draft', ...options }) => ({
		then,
		resource: 'order',
		operation: 'reprint',
		orderId: locate('externalId', 'SOURCE'),
		externalId: 'NEW-1',
		options,
	}),
};

const scenario = fc.record({
	answer: strangeAnswer,
	operation: fc.constantFrom('create', 'createFromShop', 'reprint'),
	engine: fc.constantFrom<Engine>('customOperations', 'routing'),
	simplify: fc.boolean(),
	hasNumbers: fc.boolean(),
	/** What happens before the answer: an attempt is lost, and sent again by this try or by the next one. */
	before: fc.constantFrom('nothing', 'lost', 'lostTry'),
	options: fc.record({
		then: fc.constantFrom('draft', 'confirm'),
		expectExisting: fc.boolean(),
		ifExists: fc.constantFrom('returnExisting', 'error'),
	}),
});

describe('Whatever the answer with 201 shows beside variants and quantities', () => {
	it('the order is placed, once', async () => {
		const property = fc.asyncProperty(
			scenario,
			async ({ answer, operation, engine, simplify, hasNumbers, before, options }) => {
				service.clear();
				if (hasNumbers) service.idOf = (number) => number;
				if (operation === 'reprint') {
					service.place({
						externalId: 'SOURCE',
						shipping: 'STANDARD',
						recipient: RECIPIENT,
						orderItems: [ITEM],
					});
				}
				service.answerCreated = (order) => answerOf(order, answer);
				if (before !== 'nothing') service.faults.push({ request: SEND, fault: 'reset' });
				if (before === 'lostTry') {
					const looks = options.expectExisting || options.ifExists === 'error';
					if (looks) service.faults.push({ request: LOOK, fault: { status: 404 } });
					service.faults.push({ request: LOOK, fault: { status: 403 } });
				}
				const { json, error } = await run(
					{ ...OPERATIONS[operation]?.(options), simplify },
					{ engine, settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
				);
				expect(error?.message).toBeUndefined();
				expect(json).toMatchObject([{ outcome: 'placed' }]);
				expect(json[0]).not.toHaveProperty('error');
				const placed = [...service.orders.values()].filter(
					({ externalId }) => externalId === 'NEW-1',
				);
				expect(placed).toHaveLength(1);
				expect(String(json[0]?.id)).toBe(String(placed[0]?.id));
				expect(service.requests.filter((request) => request === SEND)).toHaveLength(
					before === 'nothing' ? 1 : 2,
				);
				const isDraft = answer.shape !== 'body' || answer.fields.status === undefined;
				if (options.then === 'confirm' && isDraft) {
					expect(placed[0]?.status).toBe('pending');
				}
				expect(service.requests.join()).not.toContain('undefined');
			},
		);
		await fc.assert(property, { numRuns: 200 });
	}, 120_000);
});
