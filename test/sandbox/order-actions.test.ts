import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderStatus } from '../../sandbox/facts.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { call, placeOrder, TIMESTAMP, violationsOf } from './support/client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ timeScale: 1000 });
});
afterAll(async () => await sandbox.close());

/** An order that has passed validation and was brought to a status. */
async function orderIn(status: OrderStatus): Promise<{ id: string; externalId: string }> {
	const { json } = await placeOrder(sandbox);
	await sandbox.control.settled();
	if (status !== 'draft') await sandbox.control.stepOrder(json.id as string, status);
	return json as { id: string; externalId: string };
}

const STATUSES: OrderStatus[] = [
	'draft',
	'pending',
	'inprocess',
	'onhold',
	'partial',
	'fulfilled',
	'canceled',
	'failed',
	'shipped',
];

describe.each([
	{ action: 'confirm', from: ['draft'], answers: 200 },
	{ action: 'cancel', from: ['draft', 'pending', 'onhold', 'failed'], answers: 204 },
	{ action: 'refund', from: ['inprocess', 'partial', 'fulfilled', 'shipped'], answers: 200 },
])('Section 4: $action', ({ action, from, answers }) => {
	it.each(STATUSES)(
		'the action answers an order that is %s by its status, 409 where it forbids',
		async (status) => {
			const { id } = await orderIn(status);
			const answer = await call(sandbox, 'POST', `/api/orders/${id}/${action}`);
			expect(answer.status).toBe(from.includes(status) ? answers : 409);
			if (answer.status === 409) {
				expect(answer.json['@type']).toBe('hydra:Error');
				expect(answer.json['hydra:description']).toContain(status);
			}
		},
	);

	it('the action accepts a body or none, and the external id in the path', async () => {
		for (const body of [undefined, {}, '']) {
			const { externalId } = await orderIn(from[0] as OrderStatus);
			const path = `/api/orders/@${externalId}/${action}`;
			expect((await call(sandbox, 'POST', path, { body })).status).toBe(answers);
		}
	});
});

describe('Section 4: the effects of confirm, cancel and refund', () => {
	it('confirm makes the order pending and answers it', async () => {
		const { id } = await orderIn('draft');
		const answer = await call(sandbox, 'POST', `/api/orders/${id}/confirm`);
		expect(answer.json).toMatchObject({ '@context': '/api/contexts/Order', id, status: 'pending' });
	});

	it('cancel answers without a body; the order stays readable as canceled', async () => {
		const { id } = await orderIn('pending');
		const answer = await call(sandbox, 'POST', `/api/orders/${id}/cancel`);
		expect(answer.text).toBe('');
		expect(answer.headers.get('content-type')).toBeNull();
		expect((await call(sandbox, 'GET', `/api/orders/${id}`)).json.status).toBe('canceled');
	});

	it('refund adds an association of the type refund, once', async () => {
		const { id } = await orderIn('shipped');
		const answer = await call(sandbox, 'POST', `/api/orders/${id}/refund`);
		expect(answer.json.associations).toEqual([
			{ type: 'refund', createdAt: expect.stringMatching(TIMESTAMP) },
		]);
		expect(answer.json.status).toBe('shipped');
		expect((await call(sandbox, 'POST', `/api/orders/${id}/refund`)).status).toBe(409);
	});
});

describe('Section 2: reprints', () => {
	const reprint = async (source: string, changes: object = {}) =>
		await call(sandbox, 'POST', '/api/orders', {
			body: {
				externalId: `reprint-${Math.random().toString(36).slice(2)}`,
				actions: [{ type: 'reprint', source }],
				...changes,
			},
		});

	it('a reprint has recipient, shipping and items of its source when they are left out', async () => {
		const { id, externalId } = await orderIn('shipped');
		const answer = await reprint(`@${externalId}`);
		expect(answer.status).toBe(201);
		const source = await call(sandbox, 'GET', `/api/orders/${id}`);
		expect(answer.json).toMatchObject({
			status: 'draft',
			shipping: 'STANDARD',
			recipient: source.json.recipient,
		});
		const [item] = answer.json.orderItems as Array<Record<string, unknown>>;
		const [original] = source.json.orderItems as Array<Record<string, unknown>>;
		expect(item?.variantId).toBe(original?.variantId);
		expect(item?.id).not.toBe(original?.id);
	});

	it('a reprint has what is given in place of the source’s', async () => {
		const { externalId } = await orderIn('fulfilled');
		const [item] = sandbox.control.exampleOrder().orderItems;
		const answer = await reprint(`@${externalId}`, {
			shipping: 'DHL_EXPRESS',
			recipient: { name: 'Somebody Else' },
			orderItems: [{ ...item, quantity: 9 }],
		});
		expect(answer.json.recipient).toEqual({ name: 'Somebody Else' });
		expect(answer.json).toMatchObject({ shipping: 'DHL_EXPRESS', orderItems: [{ quantity: 9 }] });
	});

	it('both orders show how they are linked', async () => {
		const source = await orderIn('shipped');
		const first = (await reprint(`@${source.externalId}`)).json;
		const second = (await reprint(source.id)).json;
		const reference = ({ id, externalId }: Record<string, unknown>) => ({
			'@id': `/api/orders/${id as string}`,
			'@type': 'Order',
			id,
			externalId,
		});
		expect(first.associations).toEqual([
			{ type: 'reprint', createdAt: expect.stringMatching(TIMESTAMP), source: reference(source) },
		]);
		const { json } = await call(sandbox, 'GET', `/api/orders/${source.id}`);
		expect(json.associations).toEqual([
			{
				type: 'reprint',
				createdAt: expect.stringMatching(TIMESTAMP),
				linked: [reference(first), reference(second)],
			},
		]);
	});

	it('a reprint accepts the path of the source as well', async () => {
		const { id } = await orderIn('partial');
		expect((await reprint(`/api/orders/${id}`)).status).toBe(201);
	});

	it('the answer is 422 when there is no such order in the account', async () => {
		const [other] = sandbox.control.orders('other');
		for (const source of ['@none', 'none', `@${other?.externalId}`, other?.id ?? '']) {
			const answer = await reprint(source);
			expect(answer.status).toBe(422);
			expect(violationsOf(answer)).toEqual([
				expect.objectContaining({
					propertyPath: 'actions[0].source',
					message: 'This order does not exist.',
				}),
			]);
		}
	});

	it.each(STATUSES)('a source that is %s is judged by whether it was produced', async (status) => {
		const { externalId } = await orderIn(status);
		const produced = ['partial', 'fulfilled', 'shipped'].includes(status);
		expect((await reprint(`@${externalId}`)).status).toBe(produced ? 201 : 409);
	});

	it.each([
		[[{ type: 'copy', source: '@x' }], 'actions[0].type'],
		[[{ type: 'reprint' }], 'actions[0].source'],
		['reprint', 'actions'],
	])('the answer to the actions %j is 422', async (actions, path) => {
		const answer = await call(sandbox, 'POST', '/api/orders', {
			body: { externalId: 'bad-actions', actions },
		});
		expect(answer.status).toBe(422);
		expect(violationsOf(answer).map(({ propertyPath }) => propertyPath)).toEqual([path]);
	});

	it('a reprint still needs an external id of its own', async () => {
		const { externalId } = await orderIn('shipped');
		const answer = await reprint(`@${externalId}`, { externalId });
		expect(violationsOf(answer)[0]?.message).toBe('This value is already used.');
	});
});
