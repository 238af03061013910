import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { followUpOf, thenField, type Then } from '../../../../nodes/PodFulfilment/order/fields.ts';
import {
	problemTexts,
	throwAtOnce,
	Findings,
	problemsIn,
} from '../../../../nodes/PodFulfilment/order/findings.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';

const read = (options: IDataObject, then: Then = 'draft') => followUpOf(then, options, throwAtOnce);

describe('What is to follow once an order is placed', () => {
	it.each<IDataObject>([
		{},
		{ waitForValidation: 0 },
		{ waitForValidation: '' },
		{ waitForValidation: null },
		// It needs a wait or a confirmation.
		{ onFailedValidation: 'handBack' },
	])('nothing follows a draft with the options %j', (options) => {
		expect(read(options)).toBeUndefined();
	});

	it.each<[Then, IDataObject, number]>([
		['confirm', {}, 0],
		['confirm', { waitForValidation: '30' }, 30_000],
		['draft', { waitForValidation: 0.5 }, 500],
		['draft', { waitForValidation: 600 }, 600_000],
	])(
		'with Then set to %s, the options %j wait for %i milliseconds',
		(then, options, waitMilliseconds) => {
			expect(read(options, then)).toEqual({
				confirm: then === 'confirm',
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
		expect(read({ confirmWithoutReview }, 'confirm')).toMatchObject({
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
		expect(read({ onFailedValidation }, 'confirm')).toMatchObject({
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
		const options = { confirmWithoutReview: 'maybe', waitForValidation: -1 };
		expect(followUpOf('draft', options, check)).toBeUndefined();
		expect(problemTexts(problemsIn(found))).toEqual([
			expect.stringMatching(
				/^Options → Confirm Without Review is "maybe", but must be true or false\./,
			),
			expect.stringMatching(/^Options → Wait for Validation is -1, /),
		]);
	});

	it.each<[unknown, Then]>([
		['check', 'check'],
		['draft', 'draft'],
		['confirm', 'confirm'],
		[' Confirm ', 'confirm'],
		['', 'draft'],
		[null, 'draft'],
		[undefined, 'draft'],
	])('Then of %j means %s', (value, then) => {
		expect(thenField.read(value)).toBe(then);
	});

	it.each(['confirmed', 'place', true, 1, ['confirm']])(
		'Then of %j is refused: nothing is placed by a guess',
		(value) => {
			const error = refusedWith(() => thenField.read(value));
			expect(error.message).toMatch(/^Then is .*, which is unknown$/);
			expect(error.description).toContain('Choose one of "check", "draft", "confirm".');
			expectPlainWords(error);
		},
	);
});
