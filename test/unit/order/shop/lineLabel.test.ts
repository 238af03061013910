import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { lineLabel } from '../../../../nodes/PodFulfilment/order/shop/orderLabel.ts';
import { readableText } from '../../../../nodes/PodFulfilment/order/shop/values.ts';

describe('The label of a line', () => {
	it('a line is named by its position, its name and its SKU, cut to what anybody reads', () => {
		expect(lineLabel(1, 'Team Mug', 'MUG-1')).toBe('Line 2 (Team Mug, SKU MUG-1)');
		expect(lineLabel(0, undefined, undefined)).toBe('Line 1');
		expect(lineLabel(0, 'x'.repeat(61), undefined)).toBe(`Line 1 (${'x'.repeat(59)}…)`);
	});

	it('a line without a name is named by its SKU, cut to what anybody reads', () => {
		expect(lineLabel(0, undefined, 'MUG-1')).toBe('Line 1 (SKU MUG-1)');
		expect(lineLabel(0, 'Mug', 'x'.repeat(61))).toBe(`Line 1 (Mug, SKU ${'x'.repeat(59)}…)`);
	});

	it.each([
		['Mug &amp; Spoon <small>(new)</small>', 'Mug & Spoon (new)'],
		['Mug &amp;lt;3', 'Mug &lt;3'],
		['<br>', undefined],
	])('the name of a line %j is %j', (name, plain) => {
		expect(readableText(name)).toBe(plain);
	});

	it('the label of a line never holds half of a character', () => {
		const name = fc.string({ unit: 'grapheme', minLength: 40, maxLength: 80 });
		fc.assert(
			fc.property(name, name, (title, sku) => {
				const label = lineLabel(0, title, sku);
				expect(label).toBe(label.toWellFormed());
			}),
		);
	});
});
