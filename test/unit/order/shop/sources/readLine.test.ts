import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Findings, warningsIn } from '../../../../../nodes/PodFulfilment/order/findings.ts';
import { readLine } from '../../../../../nodes/PodFulfilment/order/shop/sources/readSource.ts';
import { INVENTED } from '../../../../support/shopOrders/sources.ts';

describe('The quantity of a line', () => {
	/** What is found in a quantity of which so many pieces are left. */
	const found = (quantity: unknown, left: number) => {
		const findings = new Findings();
		const line = { id: '1', kind: 'goods', count: quantity } as IDataObject;
		const { quantityProblem } = readLine(
			INVENTED,
			line,
			0,
			{ order: {}, number: undefined },
			{ left },
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
			problem: `the quantity is ${JSON.stringify(quantity)}, but must be a whole number, and not below 0: correct it in the shop`,
		});
	});

	it.each([1.5, 'two', null, undefined, {}, Number.NaN])(
		'a quantity that is no whole number is a problem: %j',
		(quantity) => {
			const { warnings, problem } = found(quantity, 0);
			expect(warnings).toEqual([]);
			expect(problem).toMatch(/^the quantity is .*, but must be a whole number, and not below 0: /);
		},
	);
});
