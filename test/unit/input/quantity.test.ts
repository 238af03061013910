import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { quantityOf } from '../../../nodes/PodFulfilment/input/checks.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const FIELD = 'Items → Item 1 → Quantity';

describe('quantityOf (section 8: greater than 0)', () => {
	it('any whole number from 1 is accepted as a quantity', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
				(quantity) =>
					quantityOf(quantity, FIELD) === quantity &&
					quantityOf(String(quantity), FIELD) === quantity,
			),
		);
	});

	it.each([
		['3', 3],
		[' 3 ', 3],
		['3.0', 3],
		['007', 7],
		[2.0, 2],
	])('the quantity %j is read as %i', (value, quantity) => {
		expect(quantityOf(value, FIELD)).toBe(quantity);
	});

	it('any number that is not whole or not greater than 0 is rejected as a quantity', () => {
		const invalid = fc.double().filter((number) => !(Number.isSafeInteger(number) && number > 0));
		fc.assert(
			fc.property(invalid, (number) => {
				expect(refusedWith(() => quantityOf(number, FIELD)).message).toContain(FIELD);
			}),
		);
	});

	it.each([0, -1, 1.5, '0', '1.5', '-1', '1,5', 'two', '1 2', '1e3', '0x10', true, null, [1], {}])(
		'the quantity %j is rejected, and the message shows it',
		(value) => {
			const error = refusedWith(() => quantityOf(value, FIELD));
			expectPlainWords(error);
			expect(error.message).toMatch(/^Items → Item 1 → Quantity is /);
			expect(error.message).toContain('greater than 0');
			expect(error.message).toContain(
				typeof value === 'string' ? `"${value}"` : JSON.stringify(value),
			);
		},
	);

	it.each([undefined, ''])('the quantity %j is rejected as empty', (value) => {
		const error = refusedWith(() => quantityOf(value, FIELD));
		expect(error.message).toContain('is empty');
		expectPlainWords(error);
	});

	it('a quantity beyond the safe integers is rejected', () => {
		expectPlainWords(refusedWith(() => quantityOf(2 ** 53, FIELD)));
	});

	it('the message stays short for a very long quantity', () => {
		const { message } = refusedWith(() => quantityOf('x'.repeat(5000), FIELD));
		expect(message.length).toBeLessThan(200);
	});
});
