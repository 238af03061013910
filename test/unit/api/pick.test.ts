import { describe, expect, it } from 'vitest';

import { isResource } from '../../../nodes/PodFulfilment/api/resource.ts';
import { pick } from '../../../nodes/PodFulfilment/input/objects.ts';

describe('pick', () => {
	it('pick keeps the given keys in their order, without those that are missing', () => {
		expect(Object.entries(pick({ a: 1, b: null, c: 3 }, ['c', 'b', 'd']))).toEqual([
			['c', 3],
			['b', null],
		]);
	});

	it.each(['constructor', '__proto__', 'toString'])(
		'pick finds nothing that is inherited: %s',
		(key) => {
			expect(Object.keys(pick({ id: '1' }, ['id', key]))).toEqual(['id']);
		},
	);
});

describe('isResource', () => {
	it.each([{ id: 'o1' }, { id: 0 }, { id: 7, name: 'x' }])('a resource is %j', (body) => {
		expect(isResource(body)).toBe(true);
	});

	it.each([{}, { id: '' }, { id: ' ' }, { id: null }, { id: true }, [{ id: 1 }], 'id', null])(
		'a resource is not %j',
		(body) => {
			expect(isResource(body)).toBe(false);
		},
	);
});

describe('pick of values that say nothing', () => {
	it('pick keeps null and an empty text, and leaves out undefined', () => {
		const picked = pick({ a: null, b: '', c: undefined, d: 0 }, ['a', 'b', 'c', 'd']);
		expect(Object.entries(picked)).toEqual([
			['a', null],
			['b', ''],
			['d', 0],
		]);
	});

	it('pick leaves out the inherited keys, also where an object has them as its own', () => {
		const object = JSON.parse('{ "__proto__": { "polluted": 1 }, "id": "1" }') as object;
		const picked = pick(object as never, ['id', '__proto__']);
		expect(Object.getPrototypeOf(picked)).toBe(Object.prototype);
		expect(picked).toEqual({ id: '1' });
	});
});
