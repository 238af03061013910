import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { CurrentOrderReader } from '../../../../nodes/PodFulfilment/trigger/webhook/currentOrderReader.ts';
import { caller } from '../../transport/caller.ts';

/** A delivery waits for its order for so long. */
const DEADLINE_MS = 10_000;

/** How late a timeout may be noticed. */
const CHECK_INTERVAL_MS = 250;

const ITEM = {
	event: 'order.updated',
	order: { id: 'o-1', status: 'shipped' },
	occurredAt: '2026-11-20T11:00:00+00:00',
};
const PARCEL_ITEM = {
	event: 'shipment.created',
	shipment: { id: 's-1', orderId: 'o-1', shipmentStatus: 'pending' },
	occurredAt: '2026-11-20T11:00:00+00:00',
};

const orderIn = (status: string) => ({
	id: 'o-1',
	status,
	updatedAt: '2026-11-20T10:00:00+00:00',
	orderItems: [],
});

const NOT_FOUND =
	'Order "o-1" was not found, although the event is about it: the service lags behind its event, or the order is gone';

interface Answer {
	status?: number;
	/** Text is sent as it is. */
	body?: unknown;
	headers?: Record<string, string>;
	/** Milliseconds until it comes. */
	afterMs?: number;
}

/** What a service answers to the reads of an order and of its shipments; the last of each comes again and again. */
interface Script {
	orders?: Answer[];
	shipments?: Answer[];
}

interface Reading {
	current: IDataObject | null;
	currentError?: string;
	isTemporary: boolean;
}

/** Answers as the network does: with a failure once the request has taken its time. */
async function answerAfter(afterMs: number, { timeout = 0 }: IHttpRequestOptions): Promise<void> {
	if (afterMs > 0) {
		await new Promise((resolve) => setTimeout(resolve, Math.min(afterMs, timeout)));
	}
	if (afterMs > timeout) throw Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
}

/** Reads the order of an item at a service that answers like this, in simulated time. */
async function read(
	{ orders = [{ body: orderIn('shipped') }], shipments = [{ body: [] }] }: Script,
	item: IDataObject = ITEM,
): Promise<Reading & { readAtMs: number[]; requestedAtMs: number[]; tookMs: number }> {
	const startedAt = Date.now();
	const readAtMs: number[] = [];
	const requestedAtMs: number[] = [];
	const rest = { orders: [...orders], shipments: [...shipments] };
	const next = (answers: Answer[]): Answer =>
		(answers.length > 1 ? answers.shift() : answers[0]) ?? {};
	const context = {
		...caller,
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://api.example', apiKey: 'k' }),
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) => {
				const isOrder = !options.url.includes('/shipments');
				requestedAtMs.push(Date.now() - startedAt);
				if (isOrder) readAtMs.push(Date.now() - startedAt);
				const answer = next(isOrder ? rest.orders : rest.shipments);
				const { status = 200, body, headers = {}, afterMs = 0 } = answer;
				await answerAfter(afterMs, options);
				const text = typeof body === 'string' ? body : JSON.stringify(body);
				return { statusCode: status, headers, body: text };
			},
		},
	} as unknown as IWebhookFunctions;
	let tookMs = 0;
	const reader = new CurrentOrderReader();
	const reading = reader.read(context, item).then((result) => {
		tookMs = Date.now() - startedAt;
		return result;
	});
	await vi.runAllTimersAsync();
	expect(reader.size).toBe(0);
	return { ...((await reading) as Reading), readAtMs, requestedAtMs, tookMs };
}

beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
	vi.restoreAllMocks();
	vi.useRealTimers();
});

describe('An order that lags behind its event', () => {
	it.each([1, 2, 3, 4])(
		'the order is read again until it shows the status of the event (%i times)',
		async (times) => {
			const lagging = Array.from({ length: times }, () => ({ body: orderIn('inprocess') }));
			const result = await read({ orders: [...lagging, { body: orderIn('shipped') }] });
			expect(result).toMatchObject({
				current: { order: { status: 'shipped' } },
				isTemporary: false,
			});
			expect(result).not.toHaveProperty('currentError');
			expect(result.readAtMs).toHaveLength(times + 1);
		},
	);

	it('the order is read again until it has the parcel of the event', async () => {
		const result = await read(
			{
				shipments: [
					{ body: [] },
					{ body: [{ id: 's-0' }] },
					{ body: [{ id: 's-0' }, { id: 's-1' }] },
				],
			},
			PARCEL_ITEM,
		);
		expect(result).toMatchObject({
			current: { shipments: [{ id: 's-0' }, { id: 's-1' }] },
			isTemporary: false,
		});
		expect(result.readAtMs).toHaveLength(3);
	});

	it('the order is handed on with the reason when it still lags after five reads with growing pauses', async () => {
		const {
			readAtMs,
			tookMs,
			requestedAtMs: _,
			...result
		} = await read({
			orders: [{ body: orderIn('inprocess') }],
		});
		expect(result).toEqual({
			current: {
				order: { ...orderIn('inprocess'), shopOrderId: null, shopOrderNumber: null },
				shipments: [],
			},
			currentError:
				'The order lags behind its event: the service shows it as inprocess, and the event says shipped',
			isTemporary: true,
		});
		const pauses = readAtMs.slice(1).map((at, index) => at - (readAtMs[index] ?? 0));
		expect(pauses).toHaveLength(4);
		expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
		expect(tookMs).toBeLessThan(DEADLINE_MS);
	});

	it('the order that was read is handed on when the service hangs until the deadline', async () => {
		const result = await read({
			orders: [{ body: orderIn('inprocess') }, { body: orderIn('shipped'), afterMs: 60_000 }],
		});
		expect(result).toMatchObject({
			current: { order: { status: 'inprocess' } },
			currentError: expect.stringContaining('lags behind its event') as unknown,
			isTemporary: true,
		});
		expect(result.tookMs).toBeLessThanOrEqual(DEADLINE_MS + CHECK_INTERVAL_MS);
	});

	it.each([
		['503', { status: 503 }],
		['a web page', { body: '<html></html>' }],
	])('the order that was read is handed on when a later read fails (%s)', async (_what, answer) => {
		const result = await read({ orders: [{ body: orderIn('inprocess') }, answer] });
		expect(result).toMatchObject({
			current: { order: { status: 'inprocess' } },
			currentError: expect.stringContaining('lags behind its event') as unknown,
			isTemporary: true,
		});
	});

	it('the order is gone when a later read says so', async () => {
		const result = await read({ orders: [{ body: orderIn('inprocess') }, { status: 410 }] });
		expect(result).toMatchObject({ current: null, isTemporary: false });
	});

	it('the order is read again when a later read does not find it, and is handed on as it was read', async () => {
		const older = { body: orderIn('inprocess') };
		const found = await read({
			orders: [older, { status: 404 }, { status: 404 }, { body: orderIn('shipped') }],
		});
		expect(found).toMatchObject({ current: { order: { status: 'shipped' } }, isTemporary: false });
		const notFound = await read({ orders: [older, { status: 404 }] });
		expect(notFound).toMatchObject({
			current: { order: { status: 'inprocess' } },
			currentError: expect.stringContaining('lags behind its event') as unknown,
			isTemporary: true,
		});
		expect(notFound.readAtMs).toHaveLength(5);
	});

	it.each([1, 2, 3, 4])(
		'an order that is not found is read again until it is (%i times)',
		async (times) => {
			const orders = [
				...Array.from({ length: times }, () => ({ status: 404 })),
				{ body: orderIn('shipped') },
			];
			for (const [item, shipments] of [
				[ITEM, []],
				[PARCEL_ITEM, [{ id: 's-1', shipmentStatus: 'pending' }]],
			] as const) {
				const result = await read({ orders, shipments: [{ body: shipments }] }, item);
				expect(result).toMatchObject({
					current: { order: { status: 'shipped' } },
					isTemporary: false,
				});
				expect(result).not.toHaveProperty('currentError');
				expect(result.readAtMs).toHaveLength(times + 1);
			}
		},
	);

	it('an order that is not found by five reads is worth a repetition, and is said to lag or to be gone', async () => {
		const {
			readAtMs,
			tookMs,
			requestedAtMs: _,
			...result
		} = await read({ orders: [{ status: 404 }] });
		expect(result).toEqual({ current: null, currentError: NOT_FOUND, isTemporary: true });
		expect(readAtMs).toHaveLength(5);
		expect(tookMs).toBeLessThan(DEADLINE_MS);
	});

	it('an order that is not found, and then lags or cannot be read, is worth a repetition', async () => {
		const lagging = await read({ orders: [{ status: 404 }, { body: orderIn('inprocess') }] });
		expect(lagging).toMatchObject({
			current: { order: { status: 'inprocess' } },
			isTemporary: true,
		});
		for (const answer of [{ status: 503 }, { body: '<html></html>' }, { body: { id: 'o-1' } }]) {
			const result = await read({ orders: [{ status: 404 }, answer] });
			expect(result).toMatchObject({ current: null, isTemporary: true });
			expect(result.currentError).toMatch(/^[A-Z].{10,}/);
		}
	});

	it('an order that is not found when the time is over is worth a repetition', async () => {
		const orders = [{ status: 404 }, { status: 404, afterMs: 60_000 }];
		const result = await read({ orders });
		expect(result).toMatchObject({ current: null, isTemporary: true });
		expect(result.tookMs).toBeLessThanOrEqual(DEADLINE_MS + CHECK_INTERVAL_MS);
	});

	it('the order is read again until its parcel has the status of the event', async () => {
		const item = {
			...PARCEL_ITEM,
			shipment: { ...PARCEL_ITEM.shipment, shipmentStatus: 'shipped' },
		};
		const parcel = (shipmentStatus: string) => ({ body: [{ id: 's-1', shipmentStatus }] });
		const result = await read(
			{ shipments: [parcel('pending'), parcel('packaged'), parcel('shipped')] },
			item,
		);
		expect(result).toMatchObject({
			current: { shipments: [{ shipmentStatus: 'shipped' }] },
			isTemporary: false,
		});
		expect(result).not.toHaveProperty('currentError');
		expect(result.readAtMs).toHaveLength(3);
		const lagging = await read({ shipments: [parcel('pending')] }, item);
		expect(lagging).toMatchObject({
			current: { shipments: [{ shipmentStatus: 'pending' }] },
			currentError:
				'The order lags behind its event: the service shows the parcel as pending, and the event says shipped',
			isTemporary: true,
		});
	});

	it('other deliveries read their orders while one waits for an order that lags', async () => {
		const reader = new CurrentOrderReader();
		const finished: string[] = [];
		const contextOf = (status: string) =>
			({
				...caller,
				getCredentials: async () =>
					await Promise.resolve({ baseUrl: 'https://api.example', apiKey: 'k' }),
				helpers: {
					httpRequestWithAuthentication: async (_type: string, { url }: IHttpRequestOptions) =>
						await Promise.resolve({
							statusCode: 200,
							headers: {},
							body: JSON.stringify(url.endsWith('/shipments') ? [] : orderIn(status)),
						}),
				},
			}) as unknown as IWebhookFunctions;
		const readings = ['inprocess', 'shipped'].flatMap((status) =>
			Array.from({ length: 20 }, async () => {
				await reader.read(contextOf(status), ITEM);
				finished.push(status);
			}),
		);
		await vi.advanceTimersByTimeAsync(400);
		expect(finished).toEqual(Array.from({ length: 20 }, () => 'shipped'));
		await vi.runAllTimersAsync();
		await Promise.all(readings);
		expect(finished).toHaveLength(40);
		expect(reader.size).toBe(0);
	});
});

describe('A failure that a repetition of the delivery may mend', () => {
	const UNREADABLE: Array<[string, Answer]> = [
		['JSON that is cut off', { body: '{"id": "o-1", "sta' }],
		['a web page', { body: '<html></html>' }],
		['a text', { body: 'OK' }],
		['nothing', { body: '' }],
		['JSON of another kind', { body: [1, 2] }],
		['JSON that is nested too deeply', { body: `${'['.repeat(200)}${']'.repeat(200)}` }],
		['408', { status: 408 }],
		['429', { status: 429 }],
		['500', { status: 500 }],
		['502', { status: 502 }],
		['503', { status: 503 }],
		['504', { status: 504 }],
	];

	const HANGING: Array<[string, Answer]> = [
		['429 that names a time before the deadline', { status: 429, headers: { 'retry-after': '3' } }],
		['503 that names a time before the deadline', { status: 503, headers: { 'retry-after': '3' } }],
		['nothing for six seconds', { body: orderIn('shipped'), afterMs: 6_000 }],
		['nothing for a minute', { body: orderIn('shipped'), afterMs: 60_000 }],
	];

	const whole = orderIn('shipped');
	const HALVES: Array<[string, Answer]> = [
		['another order', { body: { ...whole, id: 'o-2' } }],
		['an ID alone', { body: { '@type': 'Order', id: 'o-1', externalId: 'SHOP-1' } }],
		...[undefined, null, '', ' ', 3, {}, ['shipped']].map((status): [string, Answer] => [
			`the status ${JSON.stringify(status)}`,
			{ body: { ...whole, status } },
		]),
		...[undefined, null, '', {}, 3].map((orderItems): [string, Answer] => [
			`the items ${JSON.stringify(orderItems)}`,
			{ body: { ...whole, orderItems } },
		]),
	];

	it.each([...UNREADABLE, ...HALVES])(
		'the delivery is worth a repetition when the order is answered with %s',
		async (_what, answer) => {
			const result = await read({ orders: [answer] });
			expect(result).toMatchObject({ current: null, isTemporary: true });
			expect(result.currentError).toMatch(/^[A-Z].{10,}/);
			expect(result.tookMs).toBeLessThanOrEqual(DEADLINE_MS + CHECK_INTERVAL_MS);
		},
	);

	it.each([...UNREADABLE, ...HALVES, ...HANGING])(
		'the order is read again when it was answered with %s at first',
		async (_what, answer) => {
			const result = await read({ orders: [answer, { body: orderIn('shipped') }] });
			expect(result).toMatchObject({
				current: { order: { status: 'shipped' } },
				isTemporary: false,
			});
			expect(result).not.toHaveProperty('currentError');
		},
	);

	it.each([...UNREADABLE, ...HANGING])(
		'order and shipments are read again when the shipments were answered with %s at first',
		async (_what, answer) => {
			const shipments = [answer, { body: [{ id: 's-1', shipmentStatus: 'pending' }] }];
			const result = await read({ shipments }, PARCEL_ITEM);
			expect(result).toMatchObject({
				current: { shipments: [{ id: 's-1' }] },
				isTemporary: false,
			});
			expect(result).not.toHaveProperty('currentError');
		},
	);

	it.each(HALVES)(
		'the item says so when the order is always answered with %s',
		async (_what, answer) => {
			const { currentError } = await read({ orders: [answer] });
			expect(currentError).toBe('The answer of the service is not what was expected');
		},
	);

	it.each([{ 'retry-after': '1' }, { 'retry-after': '600' }, {}])(
		'the item says that the service asks for fewer requests when it always does (%j)',
		async (headers) => {
			const answer = { status: 429, headers: headers as Record<string, string> };
			for (const script of [{ orders: [answer] }, { shipments: [answer] }]) {
				const { currentError } = await read(script);
				expect(currentError).toBe('The service asks for fewer requests');
			}
		},
	);

	it.each(UNREADABLE)(
		'the delivery is worth a repetition when the shipments are answered with %s',
		async (_what, answer) => {
			const result = await read({ shipments: [answer] });
			expect(result).toMatchObject({ current: null, isTemporary: true });
		},
	);

	it('the delivery is worth a repetition when the service lists fewer shipments than it says there are', async () => {
		const body = { 'hydra:member': [{ id: 's-1' }], 'hydra:totalItems': 3 };
		const pages = [{ body }, { body: { 'hydra:member': [] } }];
		const result = await read({ shipments: Array.from({ length: 5 }, () => pages).flat() });
		expect(result).toMatchObject({ current: null, isTemporary: true });
		expect(result.currentError).toMatch(/^Only 1 of 3 entries of order ".*" could be read$/);
	});

	it.each([400, 401, 403, 405, 409, 410, 415, 422])(
		'the delivery is not worth a repetition when the order is answered with %i',
		async (status) => {
			const result = await read({ orders: [{ status }] });
			expect(result).toMatchObject({ current: null, isTemporary: false });
		},
	);

	it('the delivery is not worth a repetition when the shipments do not end', async () => {
		const pages = Array.from({ length: 30 }, (_, page) => ({
			body: { 'hydra:member': [{ id: `s-${page}` }], 'hydra:totalItems': 1_000 },
		}));
		const result = await read({ shipments: pages });
		expect(result).toMatchObject({ current: null, isTemporary: false });
	});
});

describe('Shipments that are not found although the order exists', () => {
	it.each([404, 410])('an order whose shipments are answered with %i has none', async (status) => {
		const result = await read({ shipments: [{ status }] });
		expect(result).toMatchObject({ current: { shipments: [] }, isTemporary: false });
		expect(result).not.toHaveProperty('currentError');
	});

	it('an order lags while its shipments are not found and the event has a parcel', async () => {
		const result = await read(
			{ shipments: [{ status: 404 }, { status: 404 }, { body: [{ id: 's-1' }] }] },
			PARCEL_ITEM,
		);
		expect(result).toMatchObject({ current: { shipments: [{ id: 's-1' }] }, isTemporary: false });
	});
});

describe('The deadline of a reading', () => {
	it('a delivery whose service never answers has its answer after ten seconds', async () => {
		const result = await read({ orders: [{ afterMs: 600_000 }] });
		expect(result).toMatchObject({ current: null, isTemporary: true });
		expect(result.currentError).toMatch(/^The (order could not be read in time|service )/);
		expect(result.tookMs).toBeLessThanOrEqual(DEADLINE_MS + CHECK_INTERVAL_MS);
	});

	it.each([429, 503])(
		'nothing is asked again before the time that a %i names, and the delivery has its answer',
		async (status) => {
			const result = await read({ orders: [{ status, headers: { 'retry-after': '600' } }] });
			expect(result).toMatchObject({ current: null, isTemporary: true });
			expect(result.requestedAtMs).toHaveLength(1);
			expect(result.tookMs).toBeLessThanOrEqual(DEADLINE_MS + CHECK_INTERVAL_MS);
		},
	);

	const afterMs = fc.constantFrom(0, 0, 100, 2_000, 4_900, 60_000);
	const answerWith = <Body>(bodies: fc.Arbitrary<Body>): fc.Arbitrary<Answer> =>
		fc.oneof(
			fc.record({ body: bodies, afterMs }),
			fc.record({ status: fc.constantFrom(404, 408, 429, 500, 502, 503, 504), afterMs }),
			fc.record({
				status: fc.constantFrom(429, 503),
				headers: fc.constantFrom('0', '2', '30').map((time) => ({ 'retry-after': time })),
			}),
			fc.record({ status: fc.constantFrom(401, 403, 410), afterMs }),
			fc.record({ body: fc.constantFrom('', '<html></html>', '{"id"'), afterMs }),
		);
	const orders = fc.array(answerWith(fc.constantFrom('inprocess', 'shipped').map(orderIn)), {
		minLength: 1,
		maxLength: 8,
	});
	const shipments = fc.array(answerWith(fc.constantFrom<unknown[]>([], [{ id: 's-1' }])), {
		minLength: 1,
		maxLength: 8,
	});

	it('whatever the service answers: in time, never worse than what was read, and nothing is left', async () => {
		await fc.assert(
			fc.asyncProperty(orders, shipments, async (orderAnswers, shipmentAnswers) => {
				const result = await read({ orders: orderAnswers, shipments: shipmentAnswers });
				const { current, currentError, isTemporary, tookMs, requestedAtMs } = result;
				expect(tookMs).toBeLessThanOrEqual(DEADLINE_MS + CHECK_INTERVAL_MS);
				// Nobody waits for it any more.
				const late = requestedAtMs.filter((at) => at >= DEADLINE_MS);
				expect(late).toEqual([]);
				const lags = (current?.order as IDataObject | undefined)?.status === 'inprocess';
				expect(currentError === undefined).toBe(current !== null && !lags);
				if (current !== null) expect(isTemporary).toBe(lags);
			}),
		);
	});
});
