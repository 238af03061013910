import fc from 'fast-check';
import { UserError, type IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { PlacedOrder } from '../../../../nodes/PodFulfilment/order/composedOrder.ts';
import { objectsOf } from '../../../../nodes/PodFulfilment/input/guards.ts';
import { createOnce } from '../../../../nodes/PodFulfilment/order/place/createOnce.ts';
import { PLACING_NOTES } from '../../../../nodes/PodFulfilment/order/place/placingNotes.ts';
import { noteOf } from '../../../../nodes/PodFulfilment/execution/writeNotes.ts';
import { Run } from '../../../../nodes/PodFulfilment/transport/run.ts';
import { Write } from '../../../../nodes/PodFulfilment/transport/write.ts';
import { ServiceError } from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { scriptedService, type Answer } from '../../transport/scriptedService.ts';

const NOW = 1_800_000_000_000;

beforeEach(() => {
	vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
	vi.useRealTimers();
});

const SENT = {
	externalId: 'NEW-1',
	shipping: 'STANDARD',
	recipient: { name: 'Nathan Doe' },
	orderItems: [{ externalId: 'LINE-1', quantity: 2, variantId: 'v1' }],
};

/** The order as the service hands it back (spec section 2, Order), placed so many milliseconds ago. */
const orderOf = (fields: IDataObject = {}, age = 0): IDataObject => ({
	...SENT,
	'@type': 'Order',
	id: 'o1',
	status: 'draft',
	createdAt: new Date(NOW - age).toISOString(),
	...fields,
});

const SEND = 'POST /api/orders';
const LOOK = 'GET /api/orders/@NEW-1';
const LOOKS_FOR_EIGHT_SECONDS = [LOOK, LOOK, LOOK, LOOK, LOOK];

const NOT_FOUND: Answer = { status: 404 };
const LOST: Answer = { status: 502 };
const NOT_FOUND_AT_ALL = LOOKS_FOR_EIGHT_SECONDS.map(() => NOT_FOUND);

const found = (order: IDataObject = orderOf()): Answer => ({ status: 200, body: order });
const created = (body: unknown = orderOf()): Answer => ({ status: 201, body });
const violation = (propertyPath: string): Answer => ({
	status: 422,
	body: { violations: [{ propertyPath, message: 'Not accepted' }] },
});

type Options = Partial<Parameters<typeof createOnce>[2]>;

/** Creates the order at a service with these answers. Resolves to what became of it. */
async function create(
	answers: Answer[],
	options: Options = {},
	setup: Parameters<typeof scriptedService>[1] = {},
	body: Parameters<typeof createOnce>[1] = SENT,
) {
	const { client, sent, requests } = scriptedService(answers, setup);
	const call = {
		client,
		execution: undefined,
		timeZone: 'UTC',
		parameter: () => expect.unreachable('no parameter is read'),
	};
	const creating = createOnce(call, body, {
		ifExists: 'returnExisting',
		fieldLabel: (path) => `Field of ${path}`,
		...options,
	}).then(
		(placed) => ({ placed, error: undefined }),
		(error: unknown) => ({ placed: undefined, error }),
	);
	await vi.runAllTimersAsync();
	return { ...(await creating), sent, requests, write: client.write };
}

/** Message and description of the error that says what the user has to know. */
function refusal({ error }: { error: unknown }): UserError {
	expect(error).toBeInstanceOf(UserError);
	return error as UserError;
}

const expectOrder = ({ placed, error }: { placed?: PlacedOrder; error: unknown }): void => {
	expect(error).toBeUndefined();
	expect(placed?.order).toMatchObject({ id: 'o1', externalId: 'NEW-1' });
};

describe('An order that the service accepts', () => {
	it('an accepted order is sent once, and returned as the service answered', async () => {
		const result = await create([created()]);
		expect(result.placed).toEqual({ order: orderOf(), warnings: [], existedBefore: false });
		expect(result.sent).toEqual([SEND]);
		expect(JSON.parse(String(result.requests[0]?.body))).toEqual(SENT);
		expect(result.write.lastSubject).toBe('order "NEW-1"');
		expect(result.write.outcome).toBe('done');
	});

	it.each(['canceled'])('a warning says that a new order is %s', async (status) => {
		const { placed } = await create([created(orderOf({ status }))]);
		expect(placed?.warnings).toHaveLength(1);
		expect(placed?.warnings[0]).toContain(`NEW-1 is ${status}: it is not produced`);
	});

	it.each(['draft', 'pending', 'inprocess', 'onhold', 'partial', 'fulfilled', 'shipped'])(
		'no warning is given when a new order is %s',
		async (status) => {
			const { placed } = await create([created(orderOf({ status }))]);
			expect(placed?.warnings).toEqual([]);
		},
	);

	it.each([undefined, {}, { id: 'o1' }, orderOf({ externalId: 'OTHER' })])(
		'an accepted order is read when the response holds %j',
		async (body) => {
			const result = await create([{ status: 201, body }, NOT_FOUND, found()]);
			expectOrder(result);
			expect(result.sent).toEqual([SEND, LOOK, LOOK]);
		},
	);

	it('an accepted order which cannot be found is in doubt: it may be an older one with other content', async () => {
		const result = await create([{ status: 201 }, ...NOT_FOUND_AT_ALL]);
		const { message, description } = refusal(result);
		expect(message).toBe('Order "NEW-1" was accepted, but could not be read afterwards');
		expect(description).toBe('It cannot be found yet.');
		expect(noteOf(result.write, PLACING_NOTES)).toContain('Order "NEW-1" may have been placed');
		expect(result.sent).toEqual([SEND, ...LOOKS_FOR_EIGHT_SECONDS]);
	});

	it('the error gives the reason when an accepted order cannot be read', async () => {
		const result = await create([{ status: 201 }, { status: 403 }]);
		expect(refusal(result).description).toMatch(
			/^The service refused the API key\. Check the API Key in /,
		);
		expect(noteOf(result.write, PLACING_NOTES)).toContain('Order "NEW-1" may have been placed');
	});
});

describe('A success with 200, which may return an order that existed before', () => {
	const answer = (order: IDataObject, headers?: Record<string, string>): Answer => ({
		status: 200,
		body: order,
		...(headers && { headers }),
	});

	it.each([
		['two minutes old did not exist', 120_000, {}, false],
		['older than two minutes existed', 121_000, { date: new Date(NOW).toUTCString() }, true],
		[
			'as old as the time that the service tells did not exist, whatever the clock of n8n says,',
			3_600_000,
			{ date: new Date(NOW - 3_600_000).toUTCString() },
			false,
		],
		[
			'much older by the time of the answer alone, which a proxy may have written, did not exist',
			0,
			{ date: new Date(NOW + 3_600_000).toUTCString() },
			false,
		],
		[
			'older than two minutes by the clock of n8n alone, which may be wrong, did not exist',
			3_600_000,
			{ date: '?' },
			false,
		],
	])('an order %s before', async (_, age, headers, existedBefore) => {
		const answers = [NOT_FOUND, answer(orderOf({}, age), headers)];
		const result = await create(answers, { ifExists: 'error' });
		expect(result.sent).toEqual([LOOK, SEND]);
		if (existedBefore) expect(refusal(result).message).toBe('Order "NEW-1" exists already');
		else expectOrder(result);
	});

	it('an order answered with 201 is new, whatever its time', async () => {
		expectOrder(await create([NOT_FOUND, created(orderOf({}, 3_600_000))], { ifExists: 'error' }));
	});

	it.each([
		['by both clocks existed before', { date: new Date(NOW).toUTCString() }, 3_600_000, true],
		['by the clock of n8n alone counts as placed', {}, 3_600_000, false],
		[
			'by its time without an offset counts as placed',
			{ date: new Date(NOW).toUTCString() },
			0,
			false,
		],
	])(
		'an order of the same content that is answered with 201 and old %s',
		async (_, headers, age, existed) => {
			const local = new Date(NOW - 18_000_000).toISOString().replace('Z', '');
			const order = orderOf(age === 0 ? { createdAt: local } : {}, age);
			const { placed } = await create([{ ...created(order), headers }]);
			expect(placed?.existedBefore).toBe(existed);
		},
	);

	it('the age of an order counts from when it was sent, not from when it was read', async () => {
		const slow: Answer[] = [
			{ status: 200 },
			...NOT_FOUND_AT_ALL.slice(1),
			found(orderOf({}, 119_000)),
		];
		expectOrder(await create([NOT_FOUND, ...slow], { ifExists: 'error' }));
	});

	it('an existing order with the same content is returned', async () => {
		const result = await create([answer(orderOf({}, 3_600_000))]);
		expectOrder(result);
		expect(result.placed?.warnings).toEqual([]);
	});

	it('an existing order with other content is refused, and nothing counts as placed', async () => {
		const result = await create([answer(orderOf({ shipping: 'DHL_EXPRESS' }, 3_600_000))]);
		const { message, description } = refusal(result);
		expect(message).toContain('exists already with other content: Field of shipping');
		expect(description).toContain('Nothing was created or changed');
		expect(result.write.outcome).toBe('notMade');
	});

	it('nothing counts as placed when an existing order is refused because If Order Exists says so', async () => {
		const date = new Date(NOW).toUTCString();
		const answers = [NOT_FOUND, answer(orderOf({}, 3_600_000), { date })];
		const result = await create(answers, { ifExists: 'error' });
		expect(refusal(result).description).toMatch(/^Nothing was created\./);
		expect(result.write.outcome).toBe('notMade');
	});

	it('an older order with other content stays in doubt when an earlier attempt was', async () => {
		const old = orderOf({ shipping: 'DHL_EXPRESS' }, 3_600_000);
		const result = await create([LOST, NOT_FOUND, answer(old)]);
		expect(refusal(result).description).toMatch(/^It may be the order that was sent before\./);
		expect(result.write.outcome).toBe('inDoubt');
	});

	it('an order without address or shipping is read, to compare it with what was sent', async () => {
		for (const missing of ['recipient', 'shipping']) {
			const { [missing]: _, ...part } = orderOf();
			const result = await create([answer(part), found()]);
			expectOrder(result);
			expect(result.sent).toEqual([SEND, LOOK]);
		}
	});

	it('an order answered with 200 is not refused when an earlier attempt was in doubt: it may be that one', async () => {
		const result = await create([NOT_FOUND, LOST, NOT_FOUND, answer(orderOf({}, 3_600_000))], {
			ifExists: 'error',
		});
		expectOrder(result);
		expect(result.sent).toEqual([LOOK, SEND, LOOK, SEND]);
	});

	it.each<[string, IDataObject]>([
		['shipping', { shipping: 'DHL_EXPRESS' }],
		['recipient.name', { recipient: { name: 'Nadia Doe' } }],
		['recipient.company', { recipient: { name: 'Nathan Doe', company: 'Harbour Ltd' } }],
		['orderItems[0].quantity', { orderItems: [{ ...SENT.orderItems[0], quantity: 1 }] }],
		['orderItems', { orderItems: [...SENT.orderItems, ...SENT.orderItems] }],
	])(
		'an order that is less than two minutes old is refused when it differs in %s',
		async (path, fields) => {
			const result = await create([answer(orderOf(fields, 60_000))]);
			const { message, description } = refusal(result);
			expect(message).toBe(`Order "NEW-1" exists already with other content: Field of ${path}`);
			expect(description).toMatch(/^It may be the order that was sent before\./);
			expect(result.write.outcome).toBe('inDoubt');
		},
	);

	it.each<[string, IDataObject]>([
		['in other capitals', { shipping: 'standard', recipient: { name: 'NATHAN DOE' } }],
		['with other spaces', { recipient: { name: ' Nathan  Doe ' } }],
		['with null for what is empty', { recipient: { name: 'Nathan Doe', company: null } }],
		['with what it adds itself', { recipient: { name: 'Nathan Doe', countryName: 'Germany' } }],
		['with numbers as text', { orderItems: [{ ...SENT.orderItems[0], quantity: '2' }] }],
	])('an order that the service writes %s is returned without a warning', async (_, fields) => {
		const result = await create([answer(orderOf(fields))]);
		expectOrder(result);
		expect(result.placed?.warnings).toEqual([]);
		expect(result.write.outcome).toBe('done');
	});
});

describe('A success with 201, which the service may give to a second order as well', () => {
	/** The `Date` header of a service whose clock is an hour slow. */
	const SERVICE_NOW = NOW - 3_600_000;
	const headers = { date: new Date(SERVICE_NOW).toUTCString() };
	/** An order that is so many milliseconds old by the service's clock. */
	const aged = (fields: IDataObject, age: number): IDataObject =>
		orderOf({ createdAt: new Date(SERVICE_NOW - age).toISOString(), ...fields });

	it('the texts of a new order are not compared: the service may write them in another way', async () => {
		const order = aged({ shipping: 'express', recipient: { name: 'Doe, N.' } }, 0);
		const { placed, sent } = await create([{ ...created(order), headers }]);
		expect(placed?.order).toEqual(order);
		expect(placed?.warnings).toEqual([]);
		expect(sent).toEqual([SEND]);
	});

	it.each<[string, IDataObject]>([
		['another variant', { variantId: 'other-variant' }],
		['another quantity', { quantity: 7 }],
	])('a new order of %s than was sent is refused', async (_, fields) => {
		const orderItems = objectsOf(orderOf().orderItems).map((item) => ({ ...item, ...fields }));
		const result = await create([{ ...created(aged({ orderItems }, 0)), headers }]);
		expect(refusal(result).message).toContain('exists already with other content');
		expect(result.sent).toEqual([SEND]);
	});

	it.each([
		['three seconds before the request', 3_000, false],
		['more than three seconds before it', 3_001, true],
		['two minutes before it', 120_000, true],
		['more than three seconds after the response', -3_001, true],
	])(
		'an order that is placed %s, by the clock of the service, may be another one',
		async (_, age, isCompared) => {
			const recipient = { name: 'Nadia Doe' };
			const result = await create([{ ...created(aged({ recipient }, age)), headers }]);
			expect(result.sent).toEqual([SEND]);
			if (!isCompared) return expectOrder(result);
			expect(refusal(result).message).toMatch(/other content: Field of recipient\.name$/);
			expect(result.write.outcome).toBe('inDoubt');
			expectOrder(await create([{ ...created(aged({}, age)), headers }]));
		},
	);

	it('an order is new when it is placed while the response takes its time', async () => {
		const late: Answer = {
			...created(aged({ recipient: { name: 'Doe, N.' } }, 10_000)),
			headers,
		};
		const result = await create([late], {}, { answeredAfterMs: 10_000 });
		expectOrder(result);
	});

	it('an order is compared in full when the service does not tell the time', async () => {
		const result = await create([created(orderOf({ recipient: { name: 'Nadia Doe' } }))]);
		expect(refusal(result).message).toContain('exists already with other content');
	});

	it.each<[string, IDataObject]>([
		['its time', { createdAt: undefined }],
		['its items', { orderItems: [] }],
		['more of its items than their paths', { orderItems: ['/api/orders/o1/order_item/i1'] }],
		['the variants of its items', { orderItems: [{ id: 'i1', quantity: 2 }] }],
	])(
		'an order is read before it counts as placed when a 201 does not show %s',
		async (_, fields) => {
			const success = { ...created(aged(fields, 0)), headers };
			const result = await create([success, found(aged({}, 0))]);
			expectOrder(result);
			expect(result.placed?.order.orderItems).toEqual(SENT.orderItems);
			expect(result.sent).toEqual([SEND, LOOK]);
			const other = await create([success, found(aged({ shipping: 'DHL_EXPRESS' }, 20_000))]);
			expect(refusal(other).message).toMatch(/other content: Field of shipping$/);
		},
	);

	it('an order whose time stays unknown is compared in full', async () => {
		const undated = (fields: IDataObject) => aged({ ...fields, createdAt: undefined }, 0);
		const same = undated({});
		expectOrder(await create([{ ...created(same), headers }, found(same)]));
		expectOrder(await create([{ ...created(same), headers }, ...NOT_FOUND_AT_ALL]));
		const other = undated({ recipient: { name: 'Nadia Doe' } });
		for (const looks of [[found(other)], NOT_FOUND_AT_ALL]) {
			const result = await create([{ ...created(other), headers }, ...looks]);
			expect(refusal(result).message).toMatch(/other content: Field of recipient\.name$/);
		}
	});

	it.each<[string, number, IDataObject]>([
		['a 201 without items', 201, { orderItems: [] }],
		['a 200 without items', 200, { orderItems: [] }],
		['a 200 without an address', 200, { recipient: undefined }],
		['a 202 without a shipping method', 202, { shipping: undefined }],
	])('an order of %s is in doubt when no read shows more', async (_, status, fields) => {
		const order = aged(fields, 0);
		const result = await create([{ status, body: order, headers }, found(order)]);
		const { message, description } = refusal(result);
		expect(message).toBe('Order "NEW-1" was accepted, but could not be read afterwards');
		expect(description).toMatch(/cannot be compared with what was sent, and is not confirmed\.$/);
		expect(result.write.outcome).toBe('inDoubt');
		expect(result.sent).toEqual([SEND, LOOK]);
	});

	it('print files and options are read when a success other than 201 leaves them out', async () => {
		const files = (url: string) => [{ type: 'front', layers: [{ url }] }];
		const item = SENT.orderItems[0];
		const body = { ...SENT, orderItems: [{ ...item, placements: files('https://a/1.png') }] };
		const answers = [
			{ status: 200, body: orderOf() },
			found(orderOf({ orderItems: [{ ...item, placements: files('https://a/2.png') }] })),
		];
		const result = await create(answers, {}, {}, body);
		expect(refusal(result).message).toContain('other content: Field of orderItems[0].placements');
		expect(result.sent).toEqual([SEND, LOOK]);
	});
});

describe('An order that another item of the run was given', () => {
	const headers = { date: new Date(NOW).toUTCString() };

	/** Two items in a row: the second success hands out the order of the first one. */
	async function createTwice(status: number, other: typeof SENT) {
		const run = new Run(10);
		const first = await create([{ ...created(), headers }], {}, { run });
		const second = await create([{ status, body: orderOf(), headers }], {}, { run }, other);
		return { first, second };
	}

	it.each([200, 201, 202])(
		'is refused for other content when a second order is answered with %i and the first one, however young',
		async (status) => {
			for (const difference of [
				{ shipping: 'DHL_EXPRESS' },
				{ recipient: { name: 'Nadia Doe' } },
				{ orderItems: [{ externalId: 'LINE-2', quantity: 2, variantId: 'v1' }] },
			]) {
				const { second } = await createTwice(status, { ...SENT, ...difference });
				expect(refusal(second).message).toContain('exists already with other content');
				expect(refusal(second).description).toContain('Nothing was created or changed');
				expect(second.write.outcome).toBe('notMade');
			}
		},
	);

	it('existed before if the content is the same', async () => {
		const { first, second } = await createTwice(201, SENT);
		expect(first.placed?.existedBefore).toBe(false);
		expect(second.placed?.existedBefore).toBe(true);
	});
});

describe('An order from before whose print files or options are not shown', () => {
	const item = { ...SENT.orderItems[0], options: [{ id: 'dial', value: 'black' }] };
	const placements = [{ type: 'front', layers: [{ url: 'https://a/1.png' }] }];
	const body = { ...SENT, orderItems: [{ ...item, placements }] };
	const DAY = 86_400_000;

	const shownWith = (fields: IDataObject, age: number): IDataObject =>
		orderOf({ orderItems: [{ ...item, placements, ...fields }] }, age);

	it.each<[string, IDataObject, string]>([
		['placements', { placements: undefined }, 'print files'],
		['layers', { placements: [{ type: 'front' }] }, 'print files'],
		['options', { options: undefined }, 'options'],
	])('has to be looked at before it is confirmed: without %s', async (_, fields, name) => {
		const order = shownWith(fields, DAY);
		for (const answers of [
			[{ status: 409 }, found(order)],
			[{ status: 200, body: order }, found(order)],
			[LOST, found(order)],
		]) {
			const { placed, error } = await create(answers, {}, {}, body);
			expect(error).toBeUndefined();
			expect(placed?.toReview).toEqual([
				`The service does not show the ${name} of this order, so they could not be compared with what was sent`,
			]);
		}
	});

	it('need not be looked at if it is young, or shows them', async () => {
		for (const order of [shownWith({ placements: undefined }, 60_000), shownWith({}, DAY)]) {
			const { placed } = await create([{ status: 409 }, found(order)], {}, {}, body);
			expect(placed).toBeDefined();
			expect(placed).not.toHaveProperty('toReview');
		}
	});
});

describe('Whatever success the service gives to a second order under the external ID', () => {
	const otherContent = fc.constantFrom<IDataObject>(
		{ shipping: 'DHL_EXPRESS' },
		{ recipient: { name: 'Nadia Doe' } },
		{ recipient: { name: 'Nathan Doe', company: 'Harbour Ltd' } },
		{ orderItems: [{ ...SENT.orderItems[0], options: [{ id: 'dial', value: 'black' }] }] },
	);
	const shown = fc.constantFrom<IDataObject | undefined>(
		undefined,
		{},
		{ createdAt: undefined },
		{ orderItems: [] },
		{ orderItems: ['/api/orders/o1/order_item/i1'] },
	);

	it('an order of other content from before is never returned, and never counts as placed', async () => {
		const property = fc.asyncProperty(
			otherContent,
			fc.constantFrom(200, 201, 202, 204),
			shown,
			fc.constantFrom(4_000, 20_000, 119_000, 86_400_000),
			fc.boolean(),
			async (fields, status, part, age, tellsTime) => {
				const order = orderOf(fields, age);
				const isWhole = part !== undefined && Object.keys(part).length === 0;
				const success: Answer = {
					status,
					...(part && { body: { ...order, ...part } }),
					headers: tellsTime ? { date: new Date(NOW).toUTCString() } : {},
				};
				vi.setSystemTime(NOW);
				const result = await create([success, ...(isWhole ? [] : [found(order)])]);
				expect(refusal(result).message).toContain('exists already with other content');
				expect(result.write.outcome).toBe(
					/Nothing was created/.test(refusal(result).description ?? '') ? 'notMade' : 'inDoubt',
				);
			},
		);
		await fc.assert(property);
	});

	const otherItems = fc.constantFrom<IDataObject[]>(
		[{ ...SENT.orderItems[0], quantity: 1 }],
		[{ ...SENT.orderItems[0], variantId: 'v2' }],
		[...SENT.orderItems, { externalId: 'LINE-2', quantity: 1, variantId: 'v1' }],
	);

	it('an order of other products is never returned, and never counts as placed', async () => {
		const property = fc.asyncProperty(
			otherItems,
			fc.constantFrom(200, 201, 202, 204),
			fc.boolean(),
			fc.constantFrom(0, 60_000, 121_000, 400 * 86_400_000),
			fc.boolean(),
			fc.constantFrom('returnExisting' as const, 'error' as const),
			async (orderItems, status, isWhole, age, tellsTime, ifExists) => {
				const order = orderOf({ orderItems }, age);
				const success: Answer = {
					status,
					...(isWhole && { body: order }),
					headers: tellsTime ? { date: new Date(Date.now()).toUTCString() } : {},
				};
				const look = ifExists === 'error' ? [NOT_FOUND] : [];
				const answers = [...look, success, ...(isWhole ? [] : [found(order)])];
				const result = await create(answers, { ifExists });
				expect(refusal(result).message).toContain('Order "NEW-1" exists already');
				expect(result.write.outcome).toBe(
					/Nothing was created/.test(refusal(result).description ?? '') ? 'notMade' : 'inDoubt',
				);
			},
		);
		await fc.assert(property);
	});
});

describe('An order that the service refuses', () => {
	it.each([401, 403, 404, 410, 415])('an order refused with %i is not searched', async (status) => {
		const result = await create([{ status }]);
		expect(result.error).toMatchObject({ status });
		expect(result.sent).toEqual([SEND]);
	});

	it.each([
		['400', { status: 400 }],
		['409', { status: 409 }],
		['a 422', { status: 422 }],
		['a 422 about the external ID', violation('externalId')],
	])('an order refused with %s is returned if it exists with equal content', async (_, answer) => {
		const result = await create([answer, found()]);
		expectOrder(result);
		expect(result.sent).toEqual([SEND, LOOK]);
		// It existed before: this item has not made it.
		expect(result.write.outcome).toBe('notMade');
	});

	it('a warning is given when the existing order is canceled', async () => {
		const { placed } = await create([{ status: 409 }, found(orderOf({ status: 'canceled' }))]);
		expect(placed?.warnings).toEqual([expect.stringContaining('canceled: it is not produced')]);
	});

	it('the error says in which fields the existing order differs', async () => {
		const result = await create([
			{ status: 409 },
			found(orderOf({ shipping: 'DHL_EXPRESS', recipient: { name: 'Nadia Doe' } })),
		]);
		const { message, description } = refusal(result);
		expect(message).toBe(
			'Order "NEW-1" exists already with other content: Field of shipping, Field of recipient.name',
		);
		expect(description).toMatch(
			/^Nothing was created or changed\. To change the order that exists, use Order → Update\./,
		);
		expect(description).toMatch(/Field of recipient\.name differs\. Order → Update changes it\.$/);
		expect(result.write.outcome).toBe('notMade');
	});

	it('an existing order that cannot be compared is not the one that was to be placed, with the reason', async () => {
		const differencesTo = () => 'It cannot be read.';
		const { placed, write } = await create([{ status: 409 }, found()], { differencesTo });
		expect(placed).toMatchObject({
			existedBefore: true,
			isUncompared: true,
			warnings: [expect.stringContaining('It cannot be read.')],
		});
		expect(write.outcome).toBe('notMade');
	});

	it('an order that cannot be compared does not settle whether this one was placed', async () => {
		const differencesTo = () => 'It cannot be read.';
		const result = await create([{ status: 504 }, found()], { differencesTo });
		const { message, description } = refusal(result);
		expect(message).toBe('Order "NEW-1" could not be compared with the one that was sent');
		expect(description).toBe('It cannot be read.');
		expect(result.write.outcome).toBe('inDoubt');
	});

	it('the existing order is compared by the function of the caller, if it has one', async () => {
		const differencesTo = vi.fn(() => [{ path: 'actions', sent: [], existing: undefined }]);
		const { message } = refusal(await create([{ status: 409 }, found()], { differencesTo }));
		expect(message).toContain('other content: Field of actions');
		expect(differencesTo).toHaveBeenCalledWith(orderOf());
	});

	it.each([
		['409', { status: 409 }],
		['a 422 about the external ID', violation('externalId')],
		['a 422 about the external_id', violation('external_id')],
		['a 422 about no field', violation('')],
	])('an order refused with %s is looked for over eight seconds', async (_, answer) => {
		const result = await create([answer, ...NOT_FOUND_AT_ALL]);
		expect(result.error).toBeInstanceOf(ServiceError);
		expect(result.sent).toEqual([SEND, ...LOOKS_FOR_EIGHT_SECONDS]);
	});

	it.each([
		['400', { status: 400 }],
		['a 422 about another field', violation('shipping')],
	])('an order refused with %s is looked for once', async (_, answer) => {
		const result = await create([answer, NOT_FOUND]);
		expect(result.error).toBeInstanceOf(ServiceError);
		expect(result.sent).toEqual([SEND, LOOK]);
	});

	it('a refused order keeps its error when the lookup is refused', async () => {
		const result = await create([{ status: 422 }, { status: 403 }]);
		expect(result.error).toMatchObject({ status: 422 });
	});

	it('a refusal is explained by the source of the order when no order exists', async () => {
		const result = await create([{ status: 409 }, ...NOT_FOUND_AT_ALL], {
			explainRefusal: async (refusal) =>
				await Promise.resolve(refusal.reworded({ message: 'OLD cannot be reprinted' })),
		});
		expect(result.error).toMatchObject({ status: 409, message: 'OLD cannot be reprinted' });
	});

	it.each([
		['once where that is certain', true, [LOOK]],
		[
			'over eight seconds where it may be about the external ID',
			false,
			[LOOK, ...LOOKS_FOR_EIGHT_SECONDS],
		],
	] as Array<[string, boolean, string[]]>)(
		'before a refusal is explained by the source, the order is looked for %s',
		async (_, isKnown, looks) => {
			const result = await create([{ status: 409 }, NOT_FOUND, ...NOT_FOUND_AT_ALL], {
				explainRefusal: async (refusal, isCertain) =>
					await Promise.resolve(
						isCertain && !isKnown ? undefined : refusal.reworded({ message: 'OLD is a draft' }),
					),
			});
			expect(result.error).toMatchObject({ status: 409, message: 'OLD is a draft' });
			expect(result.sent).toEqual([SEND, ...looks]);
		},
	);

	it('an order that is found is returned before a refusal is explained by the source', async () => {
		const explainRefusal = () => expect.unreachable('nothing has to be explained');
		expectOrder(await create([{ status: 409 }, found()], { explainRefusal }));
	});

	it('an order that can never be the one that was sent is refused, unless it may have been placed', async () => {
		const refuseExisting = () => new UserError('That is the original');
		const refused = await create([{ status: 409 }, found()], { refuseExisting });
		expect(refusal(refused).message).toBe('That is the original');
		expect(refused.write.outcome).toBe('notMade');
		const late = await create([LOST, found()], { refuseExisting });
		expectOrder(late);
	});

	it.each([
		['', {}],
		[': The customer is locked', { body: { detail: 'The customer is locked.' } }],
	])(
		'an order refused with 409 is none that is known to be placed when none is found, reason%s',
		async (reason, response) => {
			const { error } = await create([{ status: 409, ...response }, ...NOT_FOUND_AT_ALL]);
			expect(error).toBeInstanceOf(ServiceError);
			const { message, description } = error as ServiceError;
			expect(message).toBe(`The service refused order "NEW-1" because of a conflict${reason}`);
			expect(description).toMatch(
				/^No order with this External ID was found, so none is known to be placed\. Run the node again later/,
			);
			expect(description.endsWith(' The service says: The customer is locked.')).toBe(
				reason !== '',
			);
		},
	);

	it('an order refused with 409 may exist when that cannot be read', async () => {
		const { error } = await create([{ status: 409 }, { status: 403 }]);
		const { message, description } = error as ServiceError;
		expect(message).toBe('The service refused order "NEW-1" because of a conflict');
		expect(description).toMatch(
			/^Whether there is an order with this External ID could not be read: The service refused the API key\. Run/,
		);
		expect(description).not.toContain('was found,');
	});
});

describe('A refusal of the external ID by another status than 409', () => {
	const used = (propertyPath = 'externalId'): Answer => ({
		status: 422,
		body: { violations: [{ propertyPath, message: 'This value is already used.' }] },
	});
	const usedByWords = (status: number): Answer => ({
		status,
		body: { detail: 'externalId is already used' },
	});
	const CONFLICT = 'The service refused order "NEW-1" because of a conflict';

	it.each([
		['a 422 about the external ID', used()],
		['a 422 about the external_id', used('external_id')],
		['a 422 that names it in words alone', usedByWords(422)],
		['a 400 that names it in words', usedByWords(400)],
	])('an order that is not found after %s may show later', async (_, answer) => {
		const result = await create([answer, ...NOT_FOUND_AT_ALL]);
		const { message, description } = result.error as ServiceError;
		expect(message).toMatch(
			/^The service refused order "NEW-1" because of a conflict: .* is already used|: This value is already used$/,
		);
		expect(message).toContain(CONFLICT);
		expect(description).toContain('Run the node again later: if there is one by then, it is found');
		expect(description).not.toMatch(/Correct|Check the values|Nothing was changed/);
		expect(result.sent).toEqual([SEND, ...LOOKS_FOR_EIGHT_SECONDS]);
		expect(result.write.outcome).toBe('notMade');
	});

	it.each([
		['a 422 about the external ID', used()],
		['a 400, whatever it says', { status: 400, body: { detail: 'Bad request' } }],
	])('an order may exist after %s when that cannot be read', async (_, answer) => {
		const result = await create([answer, { status: 403 }]);
		const { message, description } = result.error as ServiceError;
		expect(message).toContain(CONFLICT);
		expect(description).toMatch(
			/^Whether there is an order with this External ID could not be read/,
		);
	});

	it.each([
		['of an item', 422, violation('orderItems[0].externalId')],
		[
			'of another field, with the external ID in its words',
			422,
			{
				status: 422,
				body: {
					detail: 'externalId: fine',
					violations: [{ propertyPath: 'shipping', message: 'No' }],
				},
			},
		],
		['that a 400 says nothing about', 400, { status: 400 }],
	] as Array<[string, number, Answer]>)(
		'the error of a value %s stays what it is when no order is found',
		async (_, status, answer) => {
			const result = await create([answer, NOT_FOUND]);
			expect(result.error).toMatchObject({ status });
			expect((result.error as ServiceError).message).not.toContain('conflict');
			expect(result.sent).toEqual([SEND, LOOK]);
		},
	);

	it.each([
		['422', used()],
		['400', usedByWords(400)],
		['409', { status: 409 }],
	])('a %s after a lost response gives one advice, that of the doubt', async (_, answer) => {
		const result = await create([LOST, NOT_FOUND, answer, ...NOT_FOUND_AT_ALL]);
		const { message, description } = result.error as ServiceError;
		expect(message).toContain(CONFLICT);
		expect(description).toMatch(/^No order with this External ID is found yet\./);
		expect(description).not.toMatch(
			/Correct|[Rr]un the node again|Read the order|Check the values/,
		);
		expect(noteOf(result.write, PLACING_NOTES)).toContain('Order "NEW-1" may have been placed');
	});
});

describe('An order whose response is lost', () => {
	const reset = Object.assign(new Error('read ECONNRESET'), {
		code: 'ECONNRESET',
		syscall: 'read',
	});

	it.each([
		['502', LOST],
		['503', { status: 503 }],
		['a connection that was reset', reset],
	])('an order whose response is lost by %s is not sent again if it exists', async (_, answer) => {
		const result = await create([answer, found()]);
		expectOrder(result);
		expect(result.sent).toEqual([SEND, LOOK]);
		expect(result.write.outcome).toBe('done');
	});

	it('an order whose response is lost is sent again when it does not exist', async () => {
		const result = await create([LOST, NOT_FOUND, created()]);
		expectOrder(result);
		expect(result.sent).toEqual([SEND, LOOK, SEND]);
	});

	it('an order whose response is lost is not refused, whatever If Order Exists says: it may be the one that was sent', async () => {
		expectOrder(await create([NOT_FOUND, LOST, found()], { ifExists: 'error' }));
	});

	it('an order whose response is lost is not returned when the existing order has other content', async () => {
		const result = await create([LOST, found(orderOf({ shipping: 'DHL_EXPRESS' }))]);
		const { message, description } = refusal(result);
		expect(message).toContain('exists already with other content');
		expect(description).toMatch(/^It may be the order that was sent before\./);
		expect(result.write.outcome).toBe('inDoubt');
	});

	it('an order whose response is lost is not sent again when the lookup fails', async () => {
		const result = await create([LOST, { status: 403 }]);
		expect(result.error).toMatchObject({ status: 502 });
		expect(result.sent).toEqual([SEND, LOOK]);
		expect(result.write.outcome).toBe('inDoubt');
	});

	it('an order whose responses are lost is not sent more often than Max Attempts', async () => {
		const result = await create(
			[LOST, NOT_FOUND, LOST, NOT_FOUND, ...NOT_FOUND_AT_ALL],
			{},
			{ retryPolicy: { maxAttempts: 2 } },
		);
		expect(result.error).toMatchObject({ status: 502 });
		expect(result.sent).toEqual([SEND, LOOK, SEND, LOOK, ...LOOKS_FOR_EIGHT_SECONDS]);
	});

	it('an order is returned when it shows late after the last attempt', async () => {
		const looks = [NOT_FOUND, ...NOT_FOUND_AT_ALL.slice(1), found()];
		expectOrder(await create([LOST, ...looks], {}, { retryPolicy: { maxAttempts: 1 } }));
	});

	it.each([
		['a 500, which would come again', [], { status: 500 }],
		['a refusal of the second attempt', [LOST, NOT_FOUND], { status: 422 }],
	] as Array<[string, Answer[], Answer]>)(
		'an order is looked for over eight seconds and not sent again after %s',
		async (_, before, answer) => {
			const late = await create([...before, answer, ...NOT_FOUND_AT_ALL.slice(1), found()]);
			expectOrder(late);
			const missing = await create([...before, answer, ...NOT_FOUND_AT_ALL]);
			expect(missing.error).toMatchObject({ status: (answer as { status: number }).status });
			expect(missing.sent.slice(before.length)).toEqual([SEND, ...LOOKS_FOR_EIGHT_SECONDS]);
		},
	);
});

describe('If Order Exists: Refuse', () => {
	it('the order is looked up before it is sent', async () => {
		const result = await create([NOT_FOUND, created()], { ifExists: 'error' });
		expectOrder(result);
		expect(result.sent).toEqual([LOOK, SEND]);
	});

	it('nothing is sent when the order exists, even with the same content', async () => {
		const result = await create([found()], { ifExists: 'error' });
		const { message, description } = refusal(result);
		expect(message).toBe('Order "NEW-1" exists already');
		expect(description).toMatch(/^Nothing was created\./);
		expect(description).toContain('"If Order Exists"');
		expect(result.sent).toEqual([LOOK]);
	});

	it('nothing is sent when the lookup fails', async () => {
		const result = await create([{ status: 403 }], { ifExists: 'error' });
		expect(result.error).toMatchObject({ status: 403 });
		expect(result.sent).toEqual([LOOK]);
	});

	it('an order that another client placed between lookup and sending is refused', async () => {
		const result = await create([NOT_FOUND, { status: 409 }, found()], { ifExists: 'error' });
		expect(refusal(result).message).toBe('Order "NEW-1" exists already');
	});

	it('the order that an earlier try of Retry On Fail may have placed is returned', async () => {
		const earlier = new Write();
		earlier.announce('order "NEW-1"');
		earlier.onDoubt();
		const result = await create([found()], { ifExists: 'error' }, { write: new Write(earlier) });
		expectOrder(result);
		expect(result.sent).toEqual([LOOK]);
		expect(result.write.outcome).toBe('done');
	});
});
