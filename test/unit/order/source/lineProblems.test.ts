import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { problemTexts } from '../../../../nodes/PodFulfilment/order/problems.ts';
import {
	namingOrder,
	namingOrderInFailure,
} from '../../../../nodes/PodFulfilment/order/source/lineProblems.ts';
import { ServiceError } from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';

describe('A problem of a line', () => {
	it.each([
		['Line 2 (Mug) has no print file', 'Order #1001, line 2 (Mug) has no print file'],
		['Shop Order → Line 1: the quantity is 1.5', 'Order #1001, line 1: the quantity is 1.5'],
		['Line 1 → Property "Line 2" is empty', 'Order #1001, line 1 → Property "Line 2" is empty'],
		['Shop Order → Address → City is empty', 'Shop Order → Address → City is empty'],
		['Line Fields is wrong', 'Line Fields is wrong'],
	])('the text %j becomes %j', (given, named) => {
		for (const number of ['1001', '#1001']) {
			const problems = [given, new UserError(given, { description: 'Line 1 needs it.' })];
			expect(problemTexts(namingOrder(problems, { number }))).toEqual([
				named,
				`${named}. Line 1 needs it.`,
			]);
		}
	});

	it('a number is written as it is, whatever signs it has', () => {
		expect(namingOrder(['Line 1 is wrong'], { number: 'A$&-$1' })).toEqual([
			'Order #A$&-$1, line 1 is wrong',
		]);
	});

	it('the text stays as it is when the order has no number', () => {
		expect(namingOrder(['Line 1 is wrong'], {})).toEqual(['Line 1 is wrong']);
	});
});

describe('A failed request for a shop order', () => {
	const failure = (message: string) =>
		new ServiceError({ outcome: 'refused', message, description: 'Try it.', status: 422 });

	it.each(['1001', '#1001'])('the message names the order %s, and all else stays', (number) => {
		const named = namingOrderInFailure(failure('The service is busy'), { number }, 'A-1');
		expect(named.message).toBe('Order #1001: The service is busy');
		expect(named).toMatchObject({ outcome: 'refused', description: 'Try it.', status: 422 });
	});

	it('the message stays as it is when it names the order, or nothing is known to name it by', () => {
		const error = failure('Order "A-1" was not found');
		expect(namingOrderInFailure(error, { number: '1001' }, 'A-1')).toBe(error);
		expect(namingOrderInFailure(error, {}, 'B-1')).toBe(error);
		expect(namingOrderInFailure(error, { number: '1001' }, undefined).message).toBe(
			'Order #1001: Order "A-1" was not found',
		);
	});
});
