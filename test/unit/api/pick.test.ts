import { describe, expect, it } from 'vitest';

import { pick } from '../../../nodes/PodFulfilment/api/resource.ts';

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
