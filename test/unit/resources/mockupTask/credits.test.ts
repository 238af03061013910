import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	creditsOf,
	withCredits,
} from '../../../../nodes/PodFulfilment/resources/mockupTask/credits.ts';

const headersOf = (brand: string, included: string, used: string) => ({
	'content-type': 'application/ld+json; charset=utf-8',
	[`x-${brand}-credits-included`]: included,
	[`x-${brand}-credits-used`]: used,
});

describe('The credits of a mockup response (section 8)', () => {
	it.each(['svc', 'service', 'pod', 'my-brand', '42', 'a_b'])(
		'credits are read as whole numbers from the headers of the brand %s',
		(brand) => {
			expect(creditsOf(headersOf(brand, '500', '120'))).toEqual({
				included: 500,
				used: 120,
				remaining: 380,
			});
		},
	);

	it('credits are read for any brand that a header name can hold', () => {
		const brands = fc.stringMatching(/^[a-z0-9!#$%&'*+.^_`|~-]{1,20}$/);
		fc.assert(
			fc.property(brands, fc.nat(), fc.nat(), (brand, first, second) => {
				const [used, included] = [Math.min(first, second), Math.max(first, second)];
				expect(creditsOf(headersOf(brand, String(included), String(used)))).toEqual({
					included,
					used,
					remaining: included - used,
				});
			}),
		);
	});

	it('0 credits remain when more were used than the plan includes', () => {
		expect(creditsOf(headersOf('svc', '10', '12'))).toEqual({
			included: 10,
			used: 12,
			remaining: 0,
		});
	});

	it('credits that are all 0 are read as 0', () => {
		expect(creditsOf(headersOf('svc', '0', '0'))).toEqual({ included: 0, used: 0, remaining: 0 });
	});

	it.each([
		['', ''],
		['many', '1'],
		['10', ''],
		['1.5', '1'],
		['-1', '0'],
		['0x10', '1'],
		['1e3', '1'],
	])('credits are undefined for the invalid header values %j and %j', (included, used) => {
		expect(creditsOf(headersOf('svc', included, used))).toBeUndefined();
	});

	it.each<Record<string, string>>([
		{},
		{ 'x-svc-credits-included': '10' },
		{ 'x-svc-credits-used': '1' },
		{ 'credits-included': '10', 'credits-used': '1' },
		{ 'x-svc-credits-included-soon': '10', 'x-svc-credits-used-before': '1' },
		{ 'y-x-svc-credits-included': '10', 'y-x-svc-credits-used': '1' },
	])('credits are undefined for the headers %j', (headers) => {
		expect(creditsOf(headers)).toBeUndefined();
	});

	it('credits are added to the task, which is otherwise unchanged', () => {
		const task = { '@id': '/api/mockup-tasks/m1', id: 'm1', status: 'completed' };
		expect(withCredits(task, headersOf('svc', '500', '120'))).toEqual({
			...task,
			credits: { included: 500, used: 120, remaining: 380 },
		});
		expect(withCredits(task, {})).toEqual(task);
	});
});
