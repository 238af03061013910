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
	])('a switch may be entered as text: %j', (value, expected) => {
		expect(optionalSwitch(value, 'Filters → In Stock')).toBe(expected);
	});

	it.each([['maybe'], [1], [{}], [['true']], [{ toString: 1 }]])(
		'a switch that is neither true nor false is refused: %j',
		(value) => {
			expect(() => optionalSwitch(value, 'Filters → In Stock')).toThrow(
				`Filters → In Stock is ${JSON.stringify(value)}, but must be true or false`,
			);
		},
	);

	it('a switch that needs a value is off when nothing was entered', () => {
		expect([switchOf(undefined, 'Confirm'), switchOf('true', 'Confirm')]).toEqual([false, true]);
	});
});
