import fc from 'fast-check';
import { UserError, type IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { PlacedOrder } from '../../../../nodes/PodFulfilment/order/composedOrder.ts';
import { createOnce } from '../../../../nodes/PodFulfilment/order/place/createOnce.ts';
import { PLACING_NOTES } from '../../../../nodes/PodFulfilment/order/place/retries.ts';
import { noteOf } from '../../../../nodes/PodFulfilment/execution/itemError.ts';
import { TrackedWrite } from '../../../../nodes/PodFulfilment/transport/trackedWrite.ts';
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

type Order = Parameters<typeof createOnce>[1];

type Options = Partial<Omit<Order, 'body'> & Parameters<typeof createOnce>[2]>;

/** Creates the order at a service with these answers. Resolves to what became of it. */
async function create(
	answers: Answer[],
	{ ifExists = 'returnExisting', before, ...source }: Options = {},
	setup: Parameters<typeof scriptedService>[1] = {},
	body: Order['body'] = SENT,
) {
	const { client, sent, requests } = scriptedService(answers, setup);
	const call = {
		client,
		execution: undefined,
		timeZone: 'UTC',
		parameter: () => expect.unreachable('no parameter is read'),
	};
	const order = { body, labelOf: (path: string) => `Field of ${path}`, ...source };
	const creating = createOnce(call, order, { ifExists, before }).then(
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

describe('An order that the service answers with 404', () => {
	it('the error of a new order is about the address', async () => {
		const { error } = await create([NOT_FOUND]);
		expect((error as ServiceError).message).toContain('it is not the fulfilment service');
	});

	it('the error of a reprint may be about its original order', async () => {
		const body = { ...SENT, actions: [{ type: 'reprint', source: '@OLD-1' }] };
		const { error } = await create([NOT_FOUND], {}, {}, body);
		expect((error as ServiceError).message).toBe('Order "NEW-1" was not found');
		expect((error as ServiceError).description).toMatch(
			/, and that its External ID is written as in the list of orders\.$/,
		);
	});
});

describe('An order that the service accepts', () => {
	it('an accepted order is sent once, and returned as the service answered', async () => {
		const result = await create([created()]);
		expect(result.placed).toEqual({ order: orderOf(), warnings: [], existedBefore: false });
		expect(result.sent).toEqual([SEND]);
		expect(JSON.parse(String(result.requests[0]?.body))).toEqual(SENT);
		expect(result.write.lastSubject).toBe('order "NEW-1"');
		expect(result.write.progress).toBe('done');
	});

	it('a warning says that a new order is cancelled', async () => {
		const { placed } = await create([created(orderOf({ status: 'canceled' }))]);
		expect(placed?.warnings).toHaveLength(1);
		expect(placed?.warnings[0]).toContain('NEW-1 is cancelled: it is not produced');
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
			expect(result.write.progress).toBe('done');
		},
	);

	it.each<[string, Answer[], string]>([
		['found', NOT_FOUND_AT_ALL, 'It cannot be found yet.'],
		['read', [{ status: 403 }], 'The service refused the API key. Check the API Key in '],
	])('an accepted order which cannot be %s is placed, with a warning', async (_, looks, why) => {
		for (const [body, shown] of [
			[undefined, {}],
			[orderOf({ externalId: 'OTHER' }), {}],
			[{ id: 'job-1', status: 'accepted' }, {}],
			[{ '@id': '/api/orders/o1' }, { '@id': '/api/orders/o1', id: 'o1' }],
			[{ id: 7 }, { id: 7 }],
		]) {
			const { placed, error, sent, write } = await create([{ status: 201, body }, ...looks]);
			expect(error).toBeUndefined();
			expect(placed?.order).toEqual({ externalId: 'NEW-1', ...shown });
			expect(placed?.existedBefore).toBe(false);
			expect(placed?.unread).toContain(why);
			expect(placed?.warnings).toEqual([
				`The order was placed, but could not be read afterwards. ${placed?.unread}`,
			]);
			expect(sent).toEqual([SEND, ...looks.map(() => LOOK)]);
			expect(write.progress).toBe('done');
		}
	});

	it.each([
		{},
		{ ifExists: 'error' as const },
		{ before: { found: undefined, isEnoughWithoutCatalog: false } },
	])('an order answered with 201 is new, whatever its time, with %j', async (options) => {
		const isLookedFor = 'ifExists' in options;
		for (const age of [-86_400_000, 3_600_000, 86_400_000 * 30]) {
			const looks = isLookedFor ? [NOT_FOUND] : [];
			const result = await create([...looks, created(orderOf({}, age))], options);
			expectOrder(result);
			expect(result.placed?.existedBefore).toBe(false);
			// The answer settles it: nothing is read afterwards.
			expect(result.sent).toEqual(isLookedFor ? [LOOK, SEND] : [SEND]);
		}
	});

	it('the texts of a new order are not compared: the service may write them in another way', async () => {
		const order = orderOf({ shipping: 'express', recipient: { name: 'Doe, N.' } });
		const { placed, sent } = await create([created(order)]);
		expect(placed).toEqual({ order, warnings: [], existedBefore: false });
		expect(sent).toEqual([SEND]);
	});

	it.each<[string, IDataObject[]]>([
		['no variants', [{ quantity: 2 }, { quantity: 5 }]],
		['no variants of one item', [{ quantity: 5, variantId: 'v1' }, { quantity: 2 }]],
		['no quantities', [{ variantId: 'v1' }, { variantId: 'v1' }]],
		['neither', [{ id: 'i1' }, { id: 'i2' }]],
		[
			'another order of items',
			[
				{ quantity: 5, variantId: 'v1' },
				{ quantity: '2', variantId: '/api/catalog-product-variants/V1' },
			],
		],
	])('a new order may show %s', async (_, orderItems) => {
		const items = [
			{ externalId: 'LINE-1', quantity: 2, variantId: 'v1' },
			{ externalId: 'LINE-2', quantity: 5, variantId: 'v1' },
		];
		const result = await create(
			[created(orderOf({ orderItems }))],
			{},
			{},
			{
				...SENT,
				orderItems: items,
			},
		);
		expectOrder(result);
		expect(result.sent).toEqual([SEND]);
	});

	it.each<[string, IDataObject[]]>([
		['another variant', [{ ...SENT.orderItems[0], variantId: 'other-variant' }]],
		['another quantity', [{ ...SENT.orderItems[0], quantity: 7 }]],
		['another quantity without variants', [{ quantity: 7 }]],
		['one more item', [...SENT.orderItems, { quantity: 1, variantId: 'v1' }]],
	])('a new order of %s than was sent is said to be placed', async (_, orderItems) => {
		const other = orderOf({ orderItems });
		for (const answers of [[created(other)], [{ status: 201 }, found(other)]]) {
			const result = await create(answers);
			const { message, description } = refusal(result);
			expect(message).toMatch(/^Order "NEW-1" was placed with other content: Field of orderItems/);
			expect(description).toMatch(/^The service created the order, and shows other items/);
			expect(description).toContain('Use another POD Fulfilment node for that');
			expect(description).not.toContain('Nothing was');
			expect(result.write.progress).toBe('done');
			expect(result.sent).toHaveLength(answers.length);
		}
	});
});

describe('Another success than 201, which may return an order that existed before', () => {
	/** A success that is followed by a look, which finds the order. */
	const answer = (order: IDataObject, status = 200): Answer[] => [
		{ status, body: order },
		found(order),
	];

	it.each([200, 202, 204, 299])(
		'an order answered with %i is placed only where a look has found none before',
		async (status) => {
			for (const age of [0, 3_600_000]) {
				const existing = await create(answer(orderOf({}, age), status));
				expectOrder(existing);
				expect(existing.placed?.existedBefore).toBe(true);
				expect(existing.write.progress).toBe('done');
				const placed = await create([NOT_FOUND, ...answer(orderOf({}, age), status)], {
					ifExists: 'error',
				});
				expectOrder(placed);
				expect(placed.placed?.existedBefore).toBe(false);
			}
		},
	);

	it('an order is found in the response when no read shows it', async () => {
		for (const looks of [
			NOT_FOUND_AT_ALL,
			[{ status: 403 }],
			[found(orderOf({ orderItems: [] }))],
		]) {
			expectOrder(await create([{ status: 200, body: orderOf() }, ...looks]));
		}
	});

	it.each<[string, Answer, string]>([
		['it is not found', NOT_FOUND, 'It cannot be found yet.'],
		['it cannot be read', { status: 403 }, 'The service refused the API key'],
		...['orderItems', 'recipient', 'shipping'].map((name): [string, Answer, string] => [
			`it is shown without its ${name}`,
			found(orderOf({ [name]: undefined })),
			'cannot be compared with what was sent, and is not confirmed.',
		]),
	])('an order is in doubt if %s', async (_, look, why) => {
		const looks = look === NOT_FOUND ? NOT_FOUND_AT_ALL : [look];
		const result = await create([{ status: 202, body: { id: 'job-1' } }, ...looks]);
		const { message, description } = refusal(result);
		expect(message).toBe('Order "NEW-1" was accepted, but could not be read afterwards');
		expect(description).toContain(why);
		expect(noteOf(result.write, PLACING_NOTES)).toContain('Order "NEW-1" may have been placed');
	});

	it('an order is not refused when an earlier attempt was in doubt: it may be that one', async () => {
		const answers = [NOT_FOUND, LOST, NOT_FOUND, ...answer(orderOf({}, 3_600_000))];
		const result = await create(answers, { ifExists: 'error' });
		expectOrder(result);
		expect(result.placed?.existedBefore).toBe(false);
		expect(result.sent).toEqual([LOOK, SEND, LOOK, SEND, LOOK]);
	});

	it.each<[string, Answer[]]>([
		['cannot be read', [{ status: 500 }]],
		['cannot be found', NOT_FOUND_AT_ALL],
	])('an order that an earlier try placed is not sent again when it %s', async (_, looks) => {
		const earlier = new TrackedWrite();
		earlier.begin('order "NEW-1"');
		earlier.onMade();
		earlier.expectFollowUp();
		const result = await create(looks, {}, { write: new TrackedWrite(earlier) });
		expect(result.error).toBeUndefined();
		expect(result.placed?.unread).toMatch(/./);
		expect(result.sent).not.toContain(SEND);
		expect(result.write.progress).not.toBe('inDoubt');
	});

	it.each(
		[400, 403, 404, 410, 413, 422].flatMap((status) => [
			{ status, body: '<html>', headers: { 'content-type': 'text/html' } },
			{ status, body: '404 page not found', headers: { 'content-type': 'text/plain' } },
		]),
	)('an order is looked for when a gateway may have sent the answer: %j', async (page) => {
		const placed = await create([page, found()]);
		expectOrder(placed);
		expect(placed.sent).toEqual([SEND, LOOK]);
		const missing = await create([page, ...NOT_FOUND_AT_ALL]);
		expect(missing.write.progress).toBe('inDoubt');
		expect(missing.sent.filter((request) => request === SEND)).toHaveLength(1);
	});

	it.each([403, 404, 500, 502, 503, 504])(
		'an order that is found after a page with %i counts as placed, as after a lost answer',
		async (status) => {
			const page = { status, body: '<html>', headers: { 'content-type': 'text/html' } };
			const { placed } = await create([page, found()], {}, { retryPolicy: { maxAttempts: 1 } });
			expect(placed?.existedBefore).toBe(false);
		},
	);

	it.each([200, 202])(
		'an order that is found after a page with %i may have been there before',
		async (status) => {
			const page = { status, text: '<html>' };
			expect((await create([page, found()])).placed?.existedBefore).toBe(true);
			const missing = await create([NOT_FOUND, page, found()], { ifExists: 'error' });
			expect(missing.placed?.existedBefore).toBe(false);
		},
	);

	it.each<[string, Answer]>([
		['500', { status: 500 }],
		['409', { status: 409 }],
		['422', violation('externalId')],
		['200', { status: 200 }],
	])('after %s, an order that shows no items differs in none', async (_, answer) => {
		for (const orderItems of [undefined, null, [], ['/api/order-items/1'], { a: 1 }]) {
			const shown = found(orderOf({ orderItems } as IDataObject));
			const looks = NOT_FOUND_AT_ALL.map(() => shown);
			const compare = () => expect.unreachable('there is nothing to compare');
			const { placed, error } = await create([answer, ...looks], { compare });
			if (error instanceof Error) expect(error.message).not.toContain('other content');
			else expect(placed?.isUncompared).toBe(true);
		}
	});

	it('an order that an earlier try of Retry On Fail may have placed does not count as one from before', async () => {
		const earlier = new TrackedWrite();
		earlier.begin('order "NEW-1"');
		earlier.onDoubt();
		const result = await create(answer(orderOf()), {}, { write: new TrackedWrite(earlier) });
		expect(result.placed?.existedBefore).toBe(false);
	});

	it.each<[string, IDataObject]>([
		['shipping', { shipping: 'DHL_EXPRESS' }],
		['recipient.name', { recipient: { name: 'Nadia Doe' } }],
		['recipient.company', { recipient: { name: 'Nathan Doe', company: 'Harbour Ltd' } }],
		['orderItems[0].quantity', { orderItems: [{ ...SENT.orderItems[0], quantity: 1 }] }],
		['orderItems', { orderItems: [...SENT.orderItems, ...SENT.orderItems] }],
	])('an order is refused, and in doubt, when it differs in %s', async (path, fields) => {
		const result = await create(answer(orderOf(fields)));
		const { message, description } = refusal(result);
		expect(message).toBe(`Order "NEW-1" exists already with other content: Field of ${path}`);
		expect(description).toMatch(/^It may be the order that was sent before\./);
		expect(result.write.progress).toBe('inDoubt');
	});

	it.each<[string, IDataObject]>([
		['in other capitals', { shipping: 'standard', recipient: { name: 'NATHAN DOE' } }],
		['with other spaces', { recipient: { name: ' Nathan  Doe ' } }],
		['with null for what is empty', { recipient: { name: 'Nathan Doe', company: null } }],
		['with what it adds itself', { recipient: { name: 'Nathan Doe', countryName: 'Germany' } }],
		['with numbers as text', { orderItems: [{ ...SENT.orderItems[0], quantity: '2' }] }],
	])('an order that the service writes %s is returned without a warning', async (_, fields) => {
		const result = await create(answer(orderOf(fields)));
		expectOrder(result);
		expect(result.placed?.warnings).toEqual([]);
		expect(result.write.progress).toBe('done');
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

	it('need not be looked at if it shows them', async () => {
		const { placed } = await create([{ status: 409 }, found(shownWith({}, DAY))], {}, {}, body);
		expect(placed).toBeDefined();
		expect(placed).not.toHaveProperty('toReview');
	});

	it('need not be looked at if this run placed it', async () => {
		const order = shownWith({ placements: undefined }, DAY);
		for (const answers of [
			[created(order)],
			[LOST, NOT_FOUND, created(order)],
			[LOST, NOT_FOUND, { status: 202 }, found(order)],
			[LOST, NOT_FOUND, LOST, found(order)],
		]) {
			const { placed } = await create(answers, {}, {}, body);
			expect(placed).toBeDefined();
			expect(placed).not.toHaveProperty('toReview');
		}
	});
});

describe('Whatever success other than 201 the service gives to a second order under the external ID', () => {
	const otherContent = fc.constantFrom<IDataObject>(
		{ shipping: 'DHL_EXPRESS' },
		{ recipient: { name: 'Nadia Doe' } },
		{ recipient: { name: 'Nathan Doe', company: 'Harbour Ltd' } },
		{ orderItems: [{ ...SENT.orderItems[0], options: [{ id: 'dial', value: 'black' }] }] },
		{ orderItems: [{ ...SENT.orderItems[0], quantity: 1 }] },
		{ orderItems: [{ ...SENT.orderItems[0], variantId: 'v2' }] },
		{ orderItems: [...SENT.orderItems, { externalId: 'LINE-2', quantity: 1, variantId: 'v1' }] },
	);
	const shown = fc.constantFrom<IDataObject | undefined>(
		undefined,
		{},
		{ createdAt: undefined },
		{ orderItems: [] },
		{ orderItems: ['/api/orders/o1/order_item/i1'] },
	);

	it('an order of other content is never returned, and is in doubt', async () => {
		const property = fc.asyncProperty(
			otherContent,
			fc.constantFrom(200, 202, 204),
			shown,
			fc.constantFrom(0, 20_000, 119_000, 86_400_000),
			fc.constantFrom('returnExisting' as const, 'error' as const),
			async (fields, status, part, age, ifExists) => {
				const order = orderOf(fields, age);
				const success: Answer = { status, ...(part && { body: { ...order, ...part } }) };
				const look = ifExists === 'error' ? [NOT_FOUND] : [];
				const result = await create([...look, success, found(order)], { ifExists });
				expect(refusal(result).message).toContain('exists already with other content');
				expect(refusal(result).description).not.toContain('Nothing was');
				expect(result.write.progress).toBe('inDoubt');
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
		expect(result.write.progress).toBe('notMade');
	});

	it('a warning is given when the existing order is cancelled', async () => {
		const { placed } = await create([{ status: 409 }, found(orderOf({ status: 'canceled' }))]);
		expect(placed?.warnings).toEqual([expect.stringContaining('cancelled: it is not produced')]);
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
		expect(result.write.progress).toBe('notMade');
	});

	it('an existing order that cannot be compared is not the one that was to be placed, with the reason', async () => {
		const compare = () => ({ uncomparable: 'It cannot be read.' });
		const { placed, write } = await create([{ status: 409 }, found()], { compare });
		expect(placed).toMatchObject({
			existedBefore: true,
			isUncompared: true,
			warnings: [expect.stringContaining('It cannot be read.')],
		});
		expect(write.progress).toBe('notMade');
	});

	it('an order that cannot be compared does not settle whether this one was placed', async () => {
		const compare = () => ({ uncomparable: 'It cannot be read.' });
		const result = await create([{ status: 504 }, found()], { compare });
		const { message, description } = refusal(result);
		expect(message).toBe('Order "NEW-1" could not be compared with the one that was sent');
		expect(description).toBe('It cannot be read.');
		expect(result.write.progress).toBe('inDoubt');
	});

	it('the existing order is compared by the function of the caller, if it has one', async () => {
		const compare = vi.fn(() => ({
			differences: [{ path: 'actions', sent: [], existing: undefined }],
		}));
		const { message } = refusal(await create([{ status: 409 }, found()], { compare }));
		expect(message).toContain('other content: Field of actions');
		expect(compare).toHaveBeenCalledWith(orderOf());
	});

	it('what the compared items are called goes with the order, and is used for what differs', async () => {
		const labelOf = (path: string): string => `Line of ${path}`;
		const compare = () => ({ differences: [], labelOf });
		const { placed } = await create([{ status: 409 }, found()], { compare });
		expect(placed?.labelOf).toBe(labelOf);
		const differences = [{ path: 'orderItems[0].quantity', sent: 2, existing: 3 }];
		const answers = [{ status: 409 }, found()];
		const other = await create(answers, { compare: () => ({ differences, labelOf }) });
		expect(refusal(other).message).toContain('content: Line of orderItems[0].quantity');
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

	it.each<[string, Answer]>([
		['409', { status: 409 }],
		['422', violation('externalId')],
		['400', { status: 400 }],
	])(
		'after %s, that the order could not be read is said before the source explains the refusal',
		async (_, answer) => {
			const explainRefusal = async (refusal: ServiceError) =>
				await Promise.resolve(refusal.reworded({ message: 'Correct the External ID' }));
			const unread = NOT_FOUND_AT_ALL.map(() => ({ status: 500 }));
			const { error } = await create([answer, ...unread], { explainRefusal });
			expect(error).toMatchObject({
				message: expect.stringContaining('because of a conflict') as string,
				description: expect.stringContaining('could not be read') as string,
			});
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
		expect(refused.write.progress).toBe('notMade');
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
		expect(result.write.progress).toBe('notMade');
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
		expect(result.write.progress).toBe('done');
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
		expect(result.write.progress).toBe('inDoubt');
	});

	it('an order whose response is lost is not sent again when the lookup fails', async () => {
		const result = await create([LOST, { status: 403 }]);
		expect(result.error).toMatchObject({ status: 502 });
		expect(result.sent).toEqual([SEND, LOOK]);
		expect(result.write.progress).toBe('inDoubt');
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

	it.each([400, 409, 422])(
		'after %i it is not said that nothing was created: a gateway may have sent the order twice',
		async (status) => {
			const result = await create([NOT_FOUND, { status }, found()], { ifExists: 'error' });
			expect(refusal(result).description).not.toContain('Nothing was');
			expect(result.write.progress).toBe('inDoubt');
		},
	);

	it('the order is returned that shows after an earlier try of Retry On Fail was refused', async () => {
		const earlier = new TrackedWrite();
		await create([NOT_FOUND, { status: 403 }], { ifExists: 'error' }, { write: earlier });
		const write = new TrackedWrite(earlier);
		const result = await create([found()], { ifExists: 'error' }, { write });
		expectOrder(result);
		expect(result.placed?.existedBefore).toBe(false);
	});

	it('the order that an earlier try of Retry On Fail may have placed is returned', async () => {
		const earlier = new TrackedWrite();
		earlier.begin('order "NEW-1"');
		earlier.onDoubt();
		const result = await create(
			[found()],
			{ ifExists: 'error' },
			{ write: new TrackedWrite(earlier) },
		);
		expectOrder(result);
		expect(result.sent).toEqual([LOOK]);
		expect(result.write.progress).toBe('done');
	});
});

/** What an earlier try of Retry On Fail went through, and whether the order is one from before it. */
const EARLIER_TRIES: Array<[string, Answer[], boolean]> = [
	['placed it', [created()], false],
	['saw it after a lost answer', [LOST, found()], false],
	['found it with the same content after a refusal', [violation('externalId'), found()], true],
	['could not find it after a lost answer', [LOST, ...NOT_FOUND_AT_ALL], false],
	['could not look after a lost answer', [LOST, { status: 403 }], false],
];

describe.each(EARLIER_TRIES)('An order of which an earlier try %s', (_, answers, existedBefore) => {
	/** The write of a new try, with what became of its follow-up in the earlier one. */
	async function nextTry(followUp?: 'done' | 'inDoubt'): Promise<TrackedWrite> {
		const earlier = new TrackedWrite();
		await create(answers, {}, { write: earlier, retryPolicy: { maxAttempts: 1 } });
		// As followUp.ts does with an order that it returns as it was.
		if (existedBefore) earlier.onNotNeeded();
		if (followUp === 'inDoubt') earlier.expectFollowUp().onDoubt();
		if (followUp === 'done') earlier.expectFollowUp().onMade();
		return new TrackedWrite(earlier);
	}

	it.each([undefined, 'done', 'inDoubt'] as const)(
		'it is looked for, and not sent again when it is there (follow-up: %j)',
		async (followUp) => {
			const result = await create([found()], {}, { write: await nextTry(followUp) });
			expectOrder(result);
			expect(result.sent).toEqual([LOOK]);
			if (followUp === undefined) expect(result.placed?.existedBefore).toBe(existedBefore);
		},
	);

	it('nothing is sent while it cannot be looked for', async () => {
		const result = await create([{ status: 403 }], {}, { write: await nextTry() });
		expect(result.error).toBeInstanceOf(Error);
		expect(result.sent).not.toContain(SEND);
	});
});

it('an order that a try may have placed is sent again once a patient look does not find it', async () => {
	const earlier = new TrackedWrite();
	await create(
		[LOST, ...NOT_FOUND_AT_ALL],
		{},
		{ write: earlier, retryPolicy: { maxAttempts: 1 } },
	);
	const write = new TrackedWrite(earlier);
	const result = await create([...NOT_FOUND_AT_ALL, created()], {}, { write });
	expectOrder(result);
	expect(result.sent).toEqual([...LOOKS_FOR_EIGHT_SECONDS, SEND]);
});
