import { describe, expect, it } from 'vitest';

import { storedParameters } from '../../../nodes/PodFulfilment/execution/parameters.ts';

describe('Where a node keeps a parameter', () => {
	const parameters = { shipping: 'STANDARD', options: { shipping: '', orderStatuses: 'paid' } };

	it('is among its options, where one that may be there was added, also if it is empty', () => {
		const { values, pathOf } = storedParameters({ parameters }, ['shipping', 'externalId']);
		expect(pathOf('shipping')).toBe('options.shipping');
		expect(values.shipping).toBe('');
	});

	it('is the top level otherwise, also where an option of another meaning has its name', () => {
		const { values, pathOf } = storedParameters({ parameters }, ['externalId']);
		expect(['shipping', 'externalId', 'orderStatuses'].map(pathOf)).toEqual([
			...['shipping', 'externalId', 'orderStatuses'],
		]);
		expect(values).toEqual(parameters);
	});

	it.each([{}, { options: '={{ {} }}' }])('is the top level without options: %j', (others) => {
		const stored = storedParameters({ parameters: { shipping: 'STANDARD', ...others } }, [
			'shipping',
		]);
		expect(stored.pathOf('shipping')).toBe('shipping');
		expect(stored.values.shipping).toBe('STANDARD');
	});
});
