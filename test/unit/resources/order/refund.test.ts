import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { refund } from '../../../../nodes/PodFulfilment/resources/order/refund.ts';
import {
	found,
	locate,
	lostResponse,
	passWaitingTimes,
	runOperation,
	type OperationResult,
} from '../runOperation.ts';
import type { Answer } from '../../transport/scriptedService.ts';

passWaitingTimes();

const READ = 'GET /api/orders/o1';
const REFUND = 'POST /api/orders/o1/refund';

const order: IDataObject = { id: 'o1', externalId: 'A-1', status: 'shipped', orderItems: [] };
const refunded = { ...order, associations: [{ type: 'reprint' }, { type: 'refund' }] };
const AGAIN = 'Nothing was refunded a second time.';

const run = async (
	answers: Answer[],
	{
		orders = ['o1'],
		execution,
		maxAttempts = 1,
	}: { orders?: string[]; execution?: string; maxAttempts?: number } = {},
): Promise<OperationResult> =>
	await runOperation(
		refund,
		orders.map((id) => ({
			orderId: locate('id', id),
			options: { maxAttempts, concurrency: 1 },
		})),
		answers,
		execution,
	);

describe('Refund', () => {
	it('an order without a refund is refunded, and returned as the service shows it then', async () => {
		const { json, sent } = await run([found(order), found(refunded)]);
		expect(sent).toEqual([READ, REFUND]);
		expect(json).toMatchObject([refunded]);
	});

	it.each([undefined, null, 'refund', [], [{ type: 'reprint' }], ['refund'], { type: 'refund' }])(
		'an order with the associations %j is refunded',
		async (associations) => {
			const before = { ...order, associations } as IDataObject;
			expect((await run([found(before), found(refunded)])).sent).toEqual([READ, REFUND]);
		},
	);

	it('an order that was refunded before is returned, which a line says, and nothing is sent', async () => {
		const { json, sent, hints } = await run([found(refunded)]);
		expect(sent).toEqual([READ]);
		expect(json).toMatchObject([refunded]);
		expect(json[0]).not.toHaveProperty('warnings');
		expect(hints).toEqual(['A-1 was refunded before, and nothing changed.']);
	});

	it('nothing is refunded when the order cannot be read', async () => {
		const { error, sent } = await run([{ status: 404 }, { status: 404 }]);
		expect(sent).toEqual([READ, 'GET /api/orders/@o1']);
		expect(error?.message).toBe('Order "o1" was not found');
	});

	it('a refusal is shown, and the order may be refunded by another item', async () => {
		const execution = 'refused once';
		const refused = await run([found(order), { status: 409 }], { execution });
		expect(refused.error?.message).toBe('A-1 cannot be refunded in its current state');
		expect(refused.error?.description).not.toContain('may have been made');
		const next = await run([found(order), found(refunded)], { execution });
		expect(next.sent).toEqual([READ, REFUND]);
	});

	it.each([
		['404', { status: 404, body: '404 page not found', headers: { 'content-type': 'text/plain' } }],
		['403', { status: 403, body: 'Blocked', headers: { 'content-type': 'text/plain' } }],
		['502', { status: 502, body: '<html>', headers: { 'content-type': 'text/html' } }],
	])(
		'an order is not refunded again after an answer with %s that is not of the service',
		async (_, page) => {
			const looks = Array.from({ length: 6 }, () => found(order));
			const { sent } = await run([found(order), page, ...looks, found(order), ...looks], {
				orders: ['o1', 'o1'],
				execution: `after ${page.status}`,
			});
			expect(sent.filter((request) => request === REFUND)).toHaveLength(1);
		},
	);

	it.each([
		undefined,
		'Service is under maintenance',
		{ error: 'upstream timeout' },
		{ code: 403 },
	])(
		'an answer without the order, %j, is no proof of a refund that the order does not show',
		async (body) => {
			const looks = Array.from({ length: 6 }, () => found(order));
			const { json } = await run([found(order), { status: 200, body }, ...looks]);
			expect(json?.[0]?.warnings).toEqual([
				'The order was refunded, but the service does not show it yet.',
			]);
			const shown = await run([found(order), { status: 200, body }, found(refunded)]);
			expect(shown.json).toMatchObject([refunded]);
		},
	);

	it('the second item for an order whose refund the service does not show yet does not refund it again', async () => {
		const { json, sent } = await run([found(order), found(order), found(order), found(order)], {
			orders: ['o1', 'o1'],
		});
		expect(sent).toEqual([READ, REFUND, READ, READ]);
		expect(json).toMatchObject([
			order,
			{ ...order, warnings: [`The order was refunded earlier in this execution. ${AGAIN}`] },
		]);
	});

	it('two orders of one execution are refunded one each', async () => {
		const other = { ...order, id: 'o2' };
		const { json, sent } = await run([found(order), found(order), found(other), found(other)], {
			orders: ['o1', 'o2'],
		});
		expect(sent).toEqual([READ, REFUND, 'GET /api/orders/o2', 'POST /api/orders/o2/refund']);
		expect(json).toMatchObject([order, other]);
	});

	it('an order that was refunded in one execution is refunded in another if the service shows no refund', async () => {
		await run([found(order), found(order)]);
		expect((await run([found(order), found(order)])).sent).toEqual([READ, REFUND]);
	});
});

describe('A refund whose response is lost', () => {
	it('is done when the order then shows it', async () => {
		const answers = [found(order), lostResponse(), found(order), found(refunded)];
		const { json, error, sent } = await run(answers);
		expect(error).toBeUndefined();
		expect(sent).toEqual([READ, REFUND, READ, READ]);
		expect(json).toMatchObject([refunded]);
	});

	it('is not made again in the same execution, once the order showed it', async () => {
		const execution = 'lost and shown';
		await run([found(order), lostResponse(), found(refunded)], { execution });
		// A read that lags behind.
		const { json, sent } = await run([found(order), found(order)], { execution });
		expect(sent).toEqual([READ, READ]);
		expect(json[0]?.warnings).toEqual([
			`The order was refunded earlier in this execution. ${AGAIN}`,
		]);
	});

	it('is sent once, however many attempts the options allow', async () => {
		const { json, sent } = await run([found(order), lostResponse(), found(refunded)], {
			maxAttempts: 5,
		});
		expect(sent).toEqual([READ, REFUND, READ]);
		expect(json).toMatchObject([refunded]);
	});

	it('is in doubt while the order does not show it, and what to do is said', async () => {
		const { error, sent } = await run([
			found(order),
			lostResponse(),
			...Array<Answer>(5).fill(found(order)),
		]);
		expect(sent).toEqual([READ, REFUND, READ, READ, READ, READ, READ]);
		expect(error?.description).toContain(
			'The change of order "o1" may have been made. Running the node again is not safe: look at the order first, and leave it out if it is refunded.',
		);
	});

	it('is in doubt when the order cannot be read afterwards', async () => {
		const { error, sent } = await run([found(order), lostResponse(), { status: 404 }]);
		expect(sent).toEqual([READ, REFUND, READ]);
		expect(error?.description).toContain('may have been made');
	});

	it('is not made again by another try of the execution, which is in doubt as well', async () => {
		const execution = 'lost twice';
		const first = await run([found(order), lostResponse(), { status: 404 }], { execution });
		const { error, sent } = await run([found(order), found(order)], { execution });
		expect(sent).toEqual([READ, READ]);
		expect(error?.message).toBe(first.error?.message);
		expect(error?.description).toContain('The change of order "o1" may have been made.');
	});

	it('is done for another try of the execution when the order then shows it', async () => {
		const execution = 'lost, shown later';
		await run([found(order), lostResponse(), { status: 404 }], { execution });
		const { json, sent } = await run([found(order), found(refunded)], { execution });
		expect(sent).toEqual([READ, READ]);
		expect(json[0]?.warnings).toEqual([
			`The order was refunded earlier in this execution. ${AGAIN}`,
		]);
	});
});

describe('The error of a run that refunds several orders', () => {
	it('names the orders that are refunded, and those that may be', async () => {
		const other = { ...order, id: 'o2' };
		const { error } = await run(
			[found(order), found(refunded), found(other), lostResponse(), { status: 404 }],
			{ orders: ['o1', 'o2'] },
		);
		expect(error?.description).toContain(
			'Their orders are refunded: leave these items out when you run the node again.',
		);
		expect(error?.description).toContain(
			'Look at these orders before you run the node again, and leave out those that are refunded.',
		);
	});
});
