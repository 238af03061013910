import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readOtherOrder } from '../support/byLevel.ts';
import { CUSTOMER_INPUTS, OTHER_INPUTS } from '../support/largestInputs.ts';
import { someOf } from '../support/repetitions.ts';

/** There are 32 of a customer for each way into an order, which 11 does not divide: each is played, in one way or another. */
const INPUTS = [...someOf(CUSTOMER_INPUTS, 11), ...someOf(OTHER_INPUTS, 4)];

describe('An input whose size a customer, a shop or the service decides', () => {
	// At its largest size, it is worked on in eventLoop.test.ts. The bench measures the growth.
	it.each(INPUTS)(
		'is worked on to its end at four times its largest size: $name',
		async (input) => {
			await expect(Promise.resolve(input.prepare(4 * input.size)())).resolves.not.toThrow();
		},
	);

	it('is read up to 250 properties of a line, however they are nested', () => {
		const line: IDataObject = { sku: 'A', quantity: 1 };
		for (let index = 0; index < 1_000; index += 1) line[`o${index}`] = { a: 1, b: 2 };
		const paths = {
			orderNumber: 'number',
			lines: 'items',
			line: { sku: 'sku', quantity: 'quantity', id: 'id', name: 'name', price: 'price' },
			address: {},
		};
		const { lines } = readOtherOrder({ number: '1', items: [line] }, paths);
		expect(lines[0]?.properties).toHaveLength(250);
		expect(lines[0]?.doubt).toContain('only the first 250 of its 2002 properties are read');
	});
});
