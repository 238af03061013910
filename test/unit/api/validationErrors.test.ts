import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { simplifyOrder, simplifyOrderItem } from '../../../nodes/PodFulfilment/api/simplify.ts';
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

describe('The message of a validation error', () => {
	const FIELDS = ['message', 'detail', 'description', 'hydra:description', 'reason', 'title'];
	const messageOf = (error: object): unknown => {
		const [found] = validationErrorsOf({ errors: [{ code: 2001, ...error }] });
		return found?.message;
	};

	it.each(FIELDS)('is read from %s', (name) => {
		expect(messageOf({ [name]: ' Unknown street ' })).toBe('Unknown street');
	});

	it('is the first of them that holds a text', () => {
		for (const [index, name] of FIELDS.entries()) {
			const later = FIELDS.slice(index + 1).map((other) => [other, 'later']);
			const earlier = FIELDS.slice(0, index).map((other, at) => [other, [' ', 7, null][at % 3]]);
			const error = Object.fromEntries([...earlier, ...later, [name, 'this']]) as object;
			expect(messageOf(error)).toBe('this');
		}
	});
});

describe('The field and the code of a validation error', () => {
	const errorOf = (error: unknown): unknown => validationErrorsOf({ errors: [error] } as never)[0];

	it('the field is left out for a code of the spec, which says what it is about', () => {
		expect(errorOf({ code: 2001, message: 'x', propertyPath: 'recipient' })).toEqual({
			code: 2001,
			message: 'x',
		});
	});

	it('the field is named by the error before the name it has in a map', () => {
		expect(errorOf({ city: { message: 'x', propertyPath: ' recipient.city ' } })).toEqual({
			message: 'x',
			propertyPath: 'recipient.city',
		});
		expect(errorOf({ ' city ': [{ message: 'x', propertyPath: ' ' }] })).toEqual({
			message: 'x',
			propertyPath: 'city',
		});
	});

	it.each([
		['1001', 1001],
		[1001, 1001],
		['42', 42],
		[' E-7 ', 'E-7'],
	])('the code %j is %j', (code, expected) => {
		expect(errorOf({ code, message: 'x' })).toEqual({ code: expected, message: 'x' });
	});

	it.each([undefined, null, '', ' ', {}])('the code %j is left out', (code) => {
		expect(errorOf({ code, message: 'x' })).toEqual({ message: 'x' });
	});

	it('the item is named by the error before the item that holds it', () => {
		const order = (error: object) => ({ orderItems: [{ id: 'i1', errors: [error] }] });
		expect(validationErrorsOf(order({ message: 'x', itemId: 'i2' }))).toEqual([
			{ message: 'x', itemId: 'i2' },
		]);
		expect(validationErrorsOf(order({ message: 'x', itemId: 7 }))).toEqual([{ message: 'x' }]);
	});
});

describe('Where validation errors are looked for', () => {
	const messages = (order: object): unknown[] =>
		validationErrorsOf(order as never).map(({ message }) => message);

	it('they are found in lists and objects that are nested to a depth', () => {
		const nested = (depth: number): unknown =>
			depth === 0 ? 'deep' : depth % 2 === 0 ? [nested(depth - 1)] : { field: nested(depth - 1) };
		expect(messages({ errors: nested(5) })).toEqual(['deep']);
		expect(messages({ errors: nested(6) })).toEqual([]);
	});

	it.each(['validation', 'validationResult', 'placements'])(
		'they are found in %s, as an object or as a list',
		(name) => {
			const part = { ok: false, errors: ['x'] };
			expect(messages({ [name]: part })).toEqual(['x']);
			expect(messages({ [name]: [part, null, 'text'] })).toEqual(['x']);
		},
	);

	it.each(['recipient', 'statistics'])('they are not looked for in the object %s', (name) => {
		expect(messages({ [name]: { errors: ['x'] } })).toEqual([]);
	});

	it('the errors of a list are taken in place of the text that repeats them', () => {
		const error = { detail: 'all of them', violations: [{ message: 'one' }, { message: 'two' }] };
		expect(messages({ errors: error })).toEqual(['one', 'two']);
		expect(messages({ errors: { detail: 'alone', violations: [] } })).toEqual(['alone']);
		expect(messages({ errors: { detail: 'alone', errorCount: 2 } })).toEqual(['alone']);
	});

	it('keys of JSON-LD hold none', () => {
		expect(messages({ errors: { '@id': '/errors/1', '@context': ['x'], city: 'bad' } })).toEqual([
			'bad',
		]);
	});

	it('of other lists only the entries with a code of the spec count', () => {
		const notes = [{ code: 1001, message: 'coded' }, { code: 7, message: 'other' }, 'text', null];
		expect(messages({ notes })).toEqual(['coded']);
	});

	it('an error that comes twice is returned once', () => {
		const error = { code: 2001, message: 'x' };
		expect(validationErrorsOf({ errors: [error, error], violations: [error] })).toEqual([error]);
		expect(messages({ errors: ['x', 'y'] })).toEqual(['x', 'y']);
	});

	it('an order whose own list is null gets the errors that were found', () => {
		const order = { validationErrors: null, violations: ['x'] };
		expect(withValidationErrors(order)).toEqual({ ...order, validationErrors: [{ message: 'x' }] });
	});
});
