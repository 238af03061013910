import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { lineLabel } from '../../../../nodes/PodFulfilment/order/shop/line.ts';

describe('The label of a line', () => {
	it('a line is named by its position, its name and its SKU, cut to what anybody reads', () => {
		expect(lineLabel(1, 'Team Mug', ['MUG-1', 'MUG'])).toBe('Line 2 (Team Mug, SKU MUG-1)');
		expect(lineLabel(0, undefined, [])).toBe('Line 1');
		expect(lineLabel(0, 'x'.repeat(61), [])).toBe(`Line 1 (${'x'.repeat(59)}…)`);
	});

	it('the label of a line never holds half of a character', () => {
		const name = fc.string({ unit: 'grapheme', minLength: 40, maxLength: 80 });
		fc.assert(
			fc.property(name, name, (title, sku) => {
				const label = lineLabel(0, title, [sku]);
				expect(label).toBe(label.toWellFormed());
			}),
		);
	});
});
