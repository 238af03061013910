import { describe, expect, it } from 'vitest';

import { optionalSwitch, switchOf } from '../../../nodes/PodFulfilment/input/checks.ts';

describe('A switch', () => {
	it.each([
		[true, true],
		['true', true],
		[' True ', true],
		[false, false],
		['false', false],
		['', undefined],
		[null, undefined],
		[undefined, undefined],
	])('may be a text: %j', (value, expected) => {
		expect(optionalSwitch(value, 'Filters → In Stock')).toBe(expected);
	});

	it.each([['maybe'], [1], [{}], [['true']], [{ toString: 1 }]])(
		'is true or false: %j',
		(value) => {
			expect(() => optionalSwitch(value, 'Filters → In Stock')).toThrow(
				`Filters → In Stock is ${JSON.stringify(value)}, but must be true or false`,
			);
		},
	);

	it('is off where it has to be one or the other and nothing was entered', () => {
		expect([switchOf(undefined, 'Confirm'), switchOf('true', 'Confirm')]).toEqual([false, true]);
	});
});
