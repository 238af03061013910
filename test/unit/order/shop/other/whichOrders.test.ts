import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Findings } from '../../../../../nodes/PodFulfilment/order/findings.ts';
import { otherSettingsOf } from '../../../../../nodes/PodFulfilment/order/shop/other/settings.ts';
import { byLevel, readOtherOrder } from '../../../../support/byLevel.ts';

/** Reads settings as they were entered, and an order by them. */
function read(parameters: IDataObject, order: IDataObject = {}) {
	const found = new Findings();
	const parameter = ((name: string, fallback: unknown) =>
		parameters[name] ?? fallback) as Parameters<typeof otherSettingsOf>[0];
	const settings = otherSettingsOf(parameter, undefined, found.check);
	const { whyNotSent, problems } = readOtherOrder({ number: 7, items: [], ...order }, settings);
	return { whyNotSent, problems: [...byLevel({ findings: found.list }).problems, ...problems] };
}

const message = (problem: unknown): string => (problem as Error).message;

const PAID = { statusField: 'payment.status', orderStatuses: 'paid, Partially Paid' };

describe('Which Orders', () => {
	it.each(['paid', 'PAID', ' Paid ', 'partially_paid', 'partially-paid', 'PARTIALLY PAID'])(
		'has an order with a listed status due, however it is written: %j',
		(status) => {
			expect(read(PAID, { payment: { status } })).toEqual({ whyNotSent: undefined, problems: [] });
		},
	);

	it.each([true, 'true', 'TRUE'])('may be decided by a flag: %j', (isPaid) => {
		const flag = { statusField: 'is_paid', orderStatuses: 'true' };
		expect(read(flag, { is_paid: isPaid })).toEqual({ whyNotSent: undefined, problems: [] });
		expect(read(flag, { is_paid: false }).whyNotSent?.because).toBe(
			'is not due: its is_paid is "false", which Order Statuses does not list',
		);
	});

	it('may be decided by a number', () => {
		const byId = { statusField: 'status_id', orderStatuses: '1051' };
		expect(read(byId, { status_id: 1051 }).whyNotSent).toBeUndefined();
		expect(read(byId, { status_id: 1052 }).whyNotSent).toBeDefined();
	});

	// Words of no language mean anything: only the list does.
	it.each(['cancelled', 'refunded', 'unpaid', 'completed', 'versendet', '未払い', 'pai', 'paid2'])(
		'has an order with any other status not due, and names status and setting: %s',
		(status) => {
			expect(read(PAID, { payment: { status } })).toEqual({
				whyNotSent: {
					because: `is not due: its payment.status is "${status}", which Order Statuses does not list`,
					advice: `If orders with this status are to be produced, add "${status}" to Order Statuses.`,
					cause: 'otherStatus',
				},
				problems: [],
			});
		},
	);

	it('has an order due with any listed status, whatever else the order says', () => {
		const order = { payment: { status: 'paid' }, status: 'cancelled', canceled_at: '2026-01-01' };
		expect(read(PAID, order)).toEqual({ whyNotSent: undefined, problems: [] });
		const called = { ...PAID, orderStatuses: 'cancelled' };
		expect(read(called, { payment: { status: 'Cancelled' } }).whyNotSent).toBeUndefined();
	});

	it.each<[string, IDataObject, string, string]>([
		['missing', { total: 1 }, 'no text', '"number", "items", "total"'],
		['missing in its object', { payment: {} }, 'no text', '"number", "items", "payment"'],
		['empty', { payment: { status: '' } }, 'no text', '"number", "items", "payment"'],
		['blank', { payment: { status: '  ' } }, 'no text', '"number", "items", "payment"'],
		['null', { payment: { status: null } }, 'no text', '"number", "items", "payment"'],
		['an object', { payment: { status: { code: 'paid' } } }, 'an object', '"code"'],
		['a list', { payment: { status: ['paid'] } }, 'a list', '"number", "items", "payment"'],
	])('stops an order whose status is %s', (_, order, what, fields) => {
		const { whyNotSent, problems } = read(PAID, order);
		expect(whyNotSent).toBeUndefined();
		expect(problems).toEqual([
			`Order #7: nothing says whether it is due. At Status Field, "payment.status", it has ${what}: enter the path of its status, or give it one. Its fields are ${fields}.`,
		]);
	});

	it.each<[string, IDataObject, string[]]>([
		['nothing is entered', {}, ['Status Field', 'Order Statuses']],
		['the field is missing', { orderStatuses: 'paid' }, ['Status Field']],
		['the statuses are missing', { statusField: 'status' }, ['Order Statuses']],
		['the statuses are blank', { statusField: 'status', orderStatuses: ' , ' }, ['Order Statuses']],
		['it is another word', { ...PAID, whichOrders: 'some' }, ['Which Orders']],
	])('stops each order where %s', (_, parameters, fields) => {
		const { problems } = read(parameters, { status: 'paid', payment: { status: 'paid' } });
		expect(problems.map((problem) => message(problem).split(' is ')[0])).toEqual(fields);
	});

	it('may be all that arrive, whatever their status is', () => {
		for (const order of [{}, { status: 'cancelled' }, { payment: { status: null } }]) {
			const all = { whichOrders: 'all', statusField: 'payment.status', orderStatuses: 'paid' };
			expect(read(all, order)).toEqual({ whyNotSent: undefined, problems: [] });
		}
	});
});
