import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	failedValidation,
	hasFailedValidation,
	validationLines,
} from '../../../../nodes/PodFulfilment/order/failedOrder.ts';
import { ORDER_VALIDATION_CODES } from '../../../../nodes/PodFulfilment/spec/service.ts';
import { expectPlainWords, wordingOf } from '../../transport/wording.ts';

const labelOf = (path: string): string => `Field of ${path}`;

const linesOf = (order: IDataObject): string[] => validationLines(order, labelOf);

describe('An order whose validation failed (section 7)', () => {
	it.each(Object.keys(ORDER_VALIDATION_CODES))(
		'a draft with the code %s has failed, before its status says so',
		(code) => {
			expect(hasFailedValidation({ status: 'draft', errors: [{ code: Number(code) }] })).toBe(true);
		},
	);

	it.each<[string, IDataObject, boolean]>([
		['whose status is failed', { status: 'failed' }, true],
		['that is a draft without errors', { status: 'draft' }, false],
		['that is a draft with another code', { status: 'draft', errors: [{ code: 7 }] }, false],
		['that is a draft with words alone', { status: 'draft', errors: ['Slow'] }, false],
		[
			'that is a draft with several errors, one of them with a code of the spec',
			{ status: 'draft', errors: ['Slow', { code: 2001 }] },
			true,
		],
		[
			'that is a draft with a code that names a method of objects',
			{ status: 'draft', errors: [{ code: 'toString' }] },
			false,
		],
		// Somebody has looked at it since.
		['that went on in spite of a code', { status: 'pending', errors: [{ code: 2001 }] }, false],
	])('an order %s has failed its validation: %s', (_, order, hasFailed) => {
		expect(hasFailedValidation(order)).toBe(hasFailed);
	});
});

describe('The lines about what the validation found', () => {
	const items = [{ id: 'i1' }, { id: 7 }];

	it.each<[string, IDataObject, string]>([
		[
			'an address names the recipient',
			{ errors: [{ code: 2001, message: 'The street is missing' }] },
			'Field of recipient: The street is missing (2001)',
		],
		[
			'a print file names the placements of its item',
			{ orderItems: [{ id: 'i1' }, { id: 'i2', errors: [{ code: 1001, message: 'Damaged' }] }] },
			'Field of orderItems[1].placements: Damaged (1001)',
		],
		[
			'an item whose ID is a number names that item',
			{ orderItems: items, errors: [{ code: 1001, message: 'Damaged', itemId: '7' }] },
			'Field of orderItems[1].placements: Damaged (1001)',
		],
		[
			'a field of an item names it',
			{
				orderItems: [{ id: 'i1', errors: [{ propertyPath: 'quantity', message: 'Too many' }] }],
			},
			'Field of orderItems[0].quantity: Too many',
		],
		[
			'a field of the order names it',
			{ errors: [{ propertyPath: 'shipping', message: 'Not offered' }] },
			'Field of shipping: Not offered',
		],
		[
			'an item that the order does not have names the field alone',
			{
				orderItems: items,
				errors: [{ propertyPath: 'quantity', message: 'Too many', itemId: 'i9' }],
			},
			'Field of quantity: Too many',
		],
		[
			'an item that the order does not have names no field when none is given',
			{ orderItems: items, errors: [{ code: 1001, message: 'Damaged', itemId: 'i9' }] },
			'Damaged (1001)',
		],
		['words alone are told as they are', { errors: ['Not now'] }, 'Not now'],
		[
			'a code that the spec does not have is told',
			{ errors: [{ code: 7, message: 'Odd' }] },
			'Odd (7)',
		],
	])('an error about %s', (_, order, line) => {
		expect(linesOf(order)).toEqual([line]);
	});

	it.each(Object.entries(ORDER_VALIDATION_CODES))(
		'the code %s without words is told in the words of the spec',
		(code, words) => {
			expect(linesOf({ errors: [{ code: Number(code) }] })[0]).toMatch(
				new RegExp(`${words.replaceAll(/[()]/g, '\\$&')} \\(${code}\\)$`),
			);
		},
	);

	it.each([7, 'toString', 'constructor'])(
		'the code %s, which the spec does not have, is told alone when there are no words',
		(code) => {
			expect(linesOf({ errors: [{ code }] })).toEqual([`(${code})`]);
			expect(linesOf({ errors: [{ code, propertyPath: 'shipping' }] })).toEqual([
				`Field of shipping: (${code})`,
			]);
		},
	);
});

describe('The error about a failed validation', () => {
	it('each finding is a sentence, and the last line says what can be done', () => {
		const order = {
			id: 'o1',
			status: 'failed',
			errors: [{ code: 2001, message: 'The street is missing' }, 'Look at it!'],
		};
		const wording = wordingOf(failedValidation(order, 'A-1', { labelOf }));
		expect(wording.message).toBe(
			'A-1 is not produced: the address is not valid (The street is missing); Look at it!',
		);
		expect(wording.description.split('\n')).toEqual([
			'Field of recipient: The street is missing (2001).',
			'Look at it!',
			expect.stringMatching(
				/^The ID of the order is o1\. Correct it with .*, then Confirm\. If it stays failed, order again/,
			),
		]);
		expectPlainWords({ ...wording, description: wording.description.replaceAll('\n', ' ') });
	});

	it('the error says so when the service names no finding', () => {
		const { message, description } = wordingOf(failedValidation({ id: 'o1' }, 'A-1', { labelOf }));
		expect(message).toContain('the service does not say why');
		expect(description.split('\n')).toEqual([
			expect.stringMatching(/^The ID of the order is o1\./),
		]);
	});

	it('the message names a line of a shop as the shop does, two reasons at most, and how many more there are', () => {
		const order = {
			id: 'o1',
			orderItems: ['i1', 'i2', 'i3'].map((id) => ({ id, errors: [{ code: 1001 }] })),
		};
		const itemLabel = (index: number): string => `line ${index + 1} (Harbour Tee)`;
		expect(failedValidation(order, 'shopify-3005', { labelOf, itemLabel }).message).toBe(
			'shopify-3005 is not produced: the print file of line 1 (Harbour Tee) cannot be read; the print file of line 2 (Harbour Tee) cannot be read; and 1 more',
		);
	});
});

it.each<[string, IDataObject, string]>([
	[
		'with a code',
		{ code: 7, message: 'The street, no. 5, is missing.' },
		'The street, no. 5, is missing (7)',
	],
	['without a code', { message: 'The street is missing.' }, 'The street is missing.'],
	['of an unknown code alone', { code: 7 }, '(7)'],
])('an error %s is said in one sentence', (_, error, line) => {
	expect(linesOf({ errors: [error] })).toEqual([line]);
});
