import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	idKey,
	idOfKey,
	secondsOf,
	statusKey,
} from '../../../../../nodes/PodFulfilment/trigger/polling/state/state.ts';

const PLAIN = /^[\w-]*$/;

describe('The key of an ID', () => {
	it.each(['a', '7', 'order_1-x', 'a'.repeat(36), '1b4e28ba-2fa1-11d2-883f-0016d3cca427'])(
		'an ID of plain characters is its own key: %s',
		(id) => {
			expect(idKey(id)).toBe(id);
			expect(idOfKey(id)).toBe(id);
		},
	);

	it.each([
		'',
		'-a',
		'_a',
		' a',
		'a ',
		'a;b',
		'a|b',
		'a=b',
		'~a',
		'a'.repeat(37),
		'__proto__',
		'ä',
	])(
		'an ID that is long or has special characters is kept as a hash, from which it cannot be told: %j',
		(id) => {
			expect(idKey(id)).toMatch(/^~[\w-]{22}$/);
			expect(idOfKey(idKey(id))).toBeUndefined();
		},
	);

	it('two IDs never have the same key, and no key has a character that separates fields', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (a, b) => {
				expect(idKey(a) === idKey(b)).toBe(a === b);
				expect(idKey(a).replace(/^~/, '')).toMatch(PLAIN);
			}),
		);
	});
});

describe('The key of a status', () => {
	it.each(['', 'draft', 'inprocess', 'on_hold-2', 'a'.repeat(11)])(
		'a status as the service names them is its own key: %j',
		(status) => {
			expect(statusKey(status)).toBe(status);
		},
	);

	it.each(['a'.repeat(12), '1st', '-a', 'in process', 'a;b', '~a', 'ä'])(
		'a status that is long or has special characters is kept as a short hash: %j',
		(status) => {
			expect(statusKey(status)).toMatch(/^~[\w-]{10}$/);
		},
	);
});

describe('The version of an order', () => {
	const times = fc.date({ min: new Date(0), max: new Date('2999-01-01'), noInvalidDate: true });

	it.each([0, '0', -1, '1970-01-01T00:00:00Z', '0000-00-00T00:00:00', 'soon', undefined])(
		'%j is no time',
		(value) => {
			expect(secondsOf(value)).toBeUndefined();
		},
	);

	it('the version tells to the millisecond when the order was updated', () => {
		fc.assert(
			fc.property(times, (time) => {
				// 0 says that there is no time.
				fc.pre(time.getTime() > 0);
				const updatedAt = time.toISOString();
				expect(secondsOf(updatedAt)).toBe(Math.floor(time.getTime() / 1000));
			}),
		);
	});
});
