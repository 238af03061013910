import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	simplifyOrder,
	simplifyOrderItem,
} from '../../../nodes/PodFulfilment/api/simplifyOrder.ts';
import {
	validationErrorsOf,
	withValidationErrors,
} from '../../../nodes/PodFulfilment/api/validationErrors.ts';
import { address, fieldNames, ITEM, ORDER, unreadable } from './orders.ts';

describe('Validation errors (section 7, codes 1001 and 2001)', () => {
	it('validation errors are found on the order under any name', () => {
		fc.assert(
			fc.property(fieldNames, (name) => {
				const order = { ...ORDER, [name]: [address] };
				expect(simplifyOrder(order).validationErrors).toEqual([address]);
			}),
		);
	});

	it('validation errors are found on the items under any name, with the id of the item', () => {
		fc.assert(
			fc.property(fieldNames, (name) => {
				const order = { ...ORDER, orderItems: [{ ...ITEM, [name]: [unreadable] }, ITEM] };
				expect(simplifyOrder(order).validationErrors).toEqual([{ ...unreadable, itemId: 'i1' }]);
			}),
		);
	});

	it('validation errors are collected from the order and all its items', () => {
		const order = {
			...ORDER,
			errors: [address],
			orderItems: [
				{ ...ITEM, errors: [unreadable] },
				{ ...ITEM, id: 'i2', errors: [unreadable] },
			],
		};
		expect(validationErrorsOf(order)).toEqual([
			address,
			{ ...unreadable, itemId: 'i1' },
			{ ...unreadable, itemId: 'i2' },
		]);
	});

	it('a validation error has a number as code, also when the service sends a text', () => {
		expect(validationErrorsOf({ errors: [{ code: '2001' }] })).toEqual([{ code: 2001 }]);
	});

	it('validation errors are added to a raw order, and kept when that is simplified', () => {
		const order = { ...ORDER, errors: [address], orderItems: [{ ...ITEM, errors: [unreadable] }] };
		const validationErrors = [address, { ...unreadable, itemId: 'i1' }];
		expect(withValidationErrors(order)).toEqual({ ...order, validationErrors });
		expect(simplifyOrder(withValidationErrors(order)).validationErrors).toEqual(validationErrors);
		expect(withValidationErrors(ORDER)).toBe(ORDER);
	});

	it('an order without validation errors has no list of them', () => {
		expect(simplifyOrder(ORDER)).not.toHaveProperty('validationErrors');
	});

	it.each([
		[{ notes: [{ code: 3001, message: 'Gift wrapping' }] }],
		[{ notes: [{ code: 'DE' }, { code: null }, {}] }],
		[{ codes: [1001, '2001', null] }],
		[{ code: 1001 }],
	])('validation errors are not taken from other lists: %j', (extra) => {
		expect(validationErrorsOf({ ...ORDER, ...extra })).toEqual([]);
	});

	it.each([[null], ['none'], [{}], [[null, 'item']]])(
		'validation errors are found when the items have another shape: %j',
		(orderItems) => {
			expect(validationErrorsOf({ ...ORDER, orderItems, errors: [address] })).toEqual([address]);
		},
	);
});

/** Names of a property that holds errors, of an order or an item. */
const ERROR_FIELDS = [
	'errors',
	'violations',
	'validationErrors',
	'validation_errors',
	'orderErrors',
	'error',
	'Violations',
];

describe.each(ERROR_FIELDS)('The property %s of an order or item', (name) => {
	const missing = 'The street is missing';

	it.each<[shape: string, value: unknown, errors: unknown[]]>([
		[
			'a list of texts',
			[missing, 'The city is missing'],
			[{ message: missing }, { message: 'The city is missing' }],
		],
		['a text', missing, [{ message: missing }]],
		['a list of objects without codes', [{ message: missing }], [{ message: missing }]],
		['an object', { code: 2001, detail: missing }, [{ code: 2001, message: missing }]],
		['an object with a code of its own', { code: 'E-7' }, [{ code: 'E-7' }]],
		['a code', 2001, [{ code: 2001 }]],
		['a code as text', ['1001'], [{ code: 1001 }]],
		[
			'violations',
			[{ propertyPath: 'recipient.address1', message: missing, code: 'c1' }],
			[{ code: 'c1', message: missing, propertyPath: 'recipient.address1' }],
		],
		[
			'a list of violations in an object that repeats them',
			{
				detail: `recipient.address1: ${missing}`,
				violations: [{ propertyPath: 'recipient.address1', message: missing }],
			},
			[{ message: missing, propertyPath: 'recipient.address1' }],
		],
		[
			'texts by field',
			{ '@type': 'Errors', recipient: { address1: [missing], city: 'unknown' } },
			[
				{ message: missing, propertyPath: 'recipient.address1' },
				{ message: 'unknown', propertyPath: 'recipient.city' },
			],
		],
	])('validation errors are kept when an order is simplified: %s', (_shape, value, errors) => {
		expect(simplifyOrder({ ...ORDER, [name]: value } as never).validationErrors).toEqual(errors);
		const item = { ...ITEM, [name]: value } as never;
		expect(simplifyOrderItem(item).validationErrors).toEqual(errors);
		expect(simplifyOrder({ ...ORDER, orderItems: [item] }).validationErrors).toEqual(
			errors.map((error) => ({ ...(error as object), itemId: 'i1' })),
		);
	});

	it.each([null, false, true, 0, 3, '', ' ', [], {}, [null, [], {}], { '@type': 'Errors' }])(
		'the property holds no validation errors if it is %j',
		(value) => {
			expect(validationErrorsOf({ ...ORDER, [name]: value } as never)).toEqual([]);
		},
	);

	it('every text of the property is in the validation errors once, whatever the shape', () => {
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.stringMatching(/^[a-z]{4,9} [a-z]{1,9}$/), { minLength: 1 }),
				fc.nat(3),
				(texts, shape) => {
					const value = [
						texts,
						texts.map((message) => ({ message })),
						Object.fromEntries(texts.map((message, index) => [`field${index}`, [message]])),
						{ '@id': '/errors/1', list: texts },
					][shape];
					const found = validationErrorsOf({ [name]: value } as never);
					expect(found.map(({ message }) => message)).toEqual(texts);
				},
			),
		);
	});

	it('the property may hold any JSON', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const order = { id: 'o1', [name]: value } as never;
				const simplified = simplifyOrder(order);
				expect(simplifyOrder(withValidationErrors(order)).validationErrors).toEqual(
					simplified.validationErrors,
				);
			}),
		);
	});
});

describe('A raw order whose validation errors the service calls validationErrors', () => {
	it('a raw order keeps its own validationErrors as they are', () => {
		const order = { ...ORDER, validationErrors: ['The street is missing'] };
		expect(withValidationErrors(order)).toBe(order);
	});

	it('a raw order gets the validation errors of its items if its own list is empty', () => {
		const order = {
			...ORDER,
			validationErrors: [],
			orderItems: [{ ...ITEM, errors: [unreadable] }],
		};
		expect(withValidationErrors(order).validationErrors).toEqual([{ ...unreadable, itemId: 'i1' }]);
	});
});

describe('Validation errors at deeper levels', () => {
	const error = { code: 1001, message: 'The print file cannot be read' };

	it.each([
		['in a part of the order', { validation: { errors: [error] } }, { code: 1001 }],
		[
			'on a placement of an item',
			{ orderItems: [{ id: 'i1', placements: [{ type: 'front', errors: [error] }] }] },
			{ code: 1001, itemId: 'i1' },
		],
	])('validation errors are found %s', (_, order, found) => {
		expect(validationErrorsOf(order)).toMatchObject([found]);
	});

	it('a validation that passed gives no validation errors', () => {
		expect(validationErrorsOf({ validation: { status: 'passed', errors: [] } })).toEqual([]);
	});
});
