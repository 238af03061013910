import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Findings, warningsIn } from '../../../../nodes/PodFulfilment/order/findings.ts';
import {
	lineLabel,
	nameIn,
	shopLine,
} from '../../../../nodes/PodFulfilment/order/shop/shopLine.ts';

describe('The label of a line', () => {
	it('a line is named by its position, its name and its SKU, cut to what anybody reads', () => {
		expect(lineLabel(1, 'Team Mug', ['MUG-1', 'MUG'])).toBe('Line 2 (Team Mug, SKU MUG-1)');
		expect(lineLabel(0, undefined, [])).toBe('Line 1');
		expect(lineLabel(0, 'x'.repeat(61), [])).toBe(`Line 1 (${'x'.repeat(59)}…)`);
	});

	it('a line without a name is named by its SKU, cut to what anybody reads', () => {
		expect(lineLabel(0, undefined, ['MUG-1'])).toBe('Line 1 (SKU MUG-1)');
		expect(lineLabel(0, 'Mug', ['x'.repeat(61)])).toBe(`Line 1 (Mug, SKU ${'x'.repeat(59)}…)`);
	});

	it.each([
		['Mug &amp; Spoon <small>(new)</small>', 'Mug & Spoon (new)'],
		['Mug &amp;lt;3', 'Mug &lt;3'],
		['<br>', undefined],
	])('the name of a line %j is %j', (name, plain) => {
		expect(nameIn(name)).toBe(plain);
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

describe('The quantity of a line', () => {
	/** What is found in a quantity of which so many pieces are left. */
	const found = (quantity: unknown, left: number) => {
		const findings = new Findings();
		const { quantityProblem } = shopLine(
			0,
			{
				...{ id: '1', skus: [], otherIds: {}, properties: [] },
				...{ ordered: quantity, left, excluded: undefined, emptied: 'it was refunded' },
			},
			findings,
		);
		return { warnings: warningsIn(findings.list), problem: quantityProblem };
	};

	it('a quantity of which all pieces are left needs no word', () => {
		expect(found(3, 3)).toEqual({ warnings: [], problem: undefined });
		expect(found('3', 3)).toEqual({ warnings: [], problem: undefined });
	});

	it('a warning says how many pieces are left', () => {
		expect(found('3', 2)).toEqual({
			warnings: ['Line 1: 2 of 3 pieces are left after refunds'],
			problem: undefined,
		});
	});

	it.each([-1, '-2'])('a quantity below 0 is a problem: %j', (quantity) => {
		expect(found(quantity, 0)).toEqual({
			warnings: [],
			problem: `the quantity is ${quantity}, but must not be below 0: correct it in the shop`,
		});
	});

	it.each([1.5, 'two', null, undefined, {}, Number.NaN])(
		'a quantity that is no whole number is a problem: %j',
		(quantity) => {
			const { warnings, problem } = found(quantity, 0);
			expect(warnings).toEqual([]);
			expect(problem).toMatch(/^the quantity is .*, but must be a whole number$/);
		},
	);
});
