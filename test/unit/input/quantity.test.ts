import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantityOf } from '../../../nodes/PodFulfilment/input/checks.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const FIELD = 'Items → Item 1 → Quantity';

describe("An item's quantity (section 8: greater than 0)", () => {
	it('is any whole number from 1 on', () => {
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
	])('%j is taken as %i', (value, quantity) => {
		expect(quantityOf(value, FIELD)).toBe(quantity);
	});

	it('is refused for every number that is not whole or not greater than 0', () => {
		const others = fc.double().filter((number) => !(Number.isSafeInteger(number) && number > 0));
		fc.assert(
			fc.property(others, (number) => {
				expect(refusedWith(() => quantityOf(number, FIELD)).message).toContain(FIELD);
			}),
		);
	});

	it.each([0, -1, 1.5, '0', '1.5', '-1', '1,5', 'two', '1 2', '1e3', '0x10', true, null, [1], {}])(
		'%j is refused, and is shown',
		(value) => {
			const refused = refusedWith(() => quantityOf(value, FIELD));
			expectPlainWords(refused);
			expect(refused.message).toMatch(/^Items → Item 1 → Quantity is /);
			expect(refused.message).toContain('greater than 0');
			expect(refused.message).toContain(
				typeof value === 'string' ? `"${value}"` : JSON.stringify(value),
			);
		},
	);

	it.each([undefined, ''])('%j is refused as empty', (value) => {
		const refused = refusedWith(() => quantityOf(value, FIELD));
		expect(refused.message).toContain('is empty');
		expectPlainWords(refused);
	});

	it('too large to be counted exactly is refused', () => {
		expectPlainWords(refusedWith(() => quantityOf(2 ** 53, FIELD)));
	});

	it('that is a whole document leaves a message that can be read', () => {
		const { message } = refusedWith(() => quantityOf('x'.repeat(5000), FIELD));
		expect(message.length).toBeLessThan(200);
	});
});
