import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { followUpOf } from '../../../../nodes/PodFulfilment/order/place/fields.ts';
import { problemTexts, throwAtOnce } from '../../../../nodes/PodFulfilment/order/problems.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';
import { Findings, problemsIn } from '../../../../nodes/PodFulfilment/order/findings.ts';

const read = (options: IDataObject) => followUpOf(options, throwAtOnce);

describe('What is to follow once an order is placed', () => {
	it.each<IDataObject>([
		{},
		{ confirm: false },
		{ confirm: 'false', waitForValidation: 0 },
		{ confirm: '', waitForValidation: '' },
		{ confirm: null, waitForValidation: null },
		// It needs one of the other two.
		{ onFailedValidation: 'handBack' },
	])('nothing follows with the options %j', (options) => {
		expect(read(options)).toBeUndefined();
	});

	it.each<[IDataObject, boolean, number]>([
		[{ confirm: true }, true, 0],
		[{ confirm: 'true', waitForValidation: '30' }, true, 30_000],
		[{ waitForValidation: 0.5 }, false, 500],
		[{ confirm: false, waitForValidation: 600 }, false, 600_000],
	])(
		'the options %j confirm: %s, after waiting for %i milliseconds',
		(options, confirm, waitMilliseconds) => {
			expect(read(options)).toEqual({
				confirm,
				confirmWithoutReview: false,
				waitMilliseconds,
				isWaitSet: options.waitForValidation !== undefined,
				onFailedValidation: 'stop',
			});
		},
	);

	it.each([
		['true', true],
		[false, false],
		[undefined, false],
	])('Confirm Without Review of %j is read as %s', (confirmWithoutReview, expected) => {
		expect(read({ confirm: true, confirmWithoutReview })).toMatchObject({
			confirmWithoutReview: expected,
		});
	});

	it.each([
		[undefined, 'stop'],
		['stop', 'stop'],
		['handBack', 'handBack'],
		['HandBack', 'handBack'],
		['', 'stop'],
	])('On Failed Validation of %j means %s', (onFailedValidation, expected) => {
		expect(read({ confirm: true, onFailedValidation })).toMatchObject({
			onFailedValidation: expected,
		});
	});

	it.each([-1, -0.001, 600.001, 601, 'soon', true, Number.NaN, Number.POSITIVE_INFINITY])(
		'a wait of %j is refused with the field and its limits',
		(waitForValidation) => {
			const error = refusedWith(() => read({ waitForValidation }));
			expect(error.message).toMatch(
				/^Options → Wait for Validation is .*, but must be a number of seconds from 0 to 600$/,
			);
			expectPlainWords(error);
		},
	);

	it('both options are named when both are refused, and nothing follows', () => {
		const { check, list: found } = new Findings();
		expect(followUpOf({ confirm: 'maybe', waitForValidation: -1 }, check)).toBeUndefined();
		expect(problemTexts(problemsIn(found))).toEqual([
			expect.stringMatching(/^Options → Confirm is "maybe", but must be true or false\./),
			expect.stringMatching(/^Options → Wait for Validation is -1, /),
		]);
	});
});
