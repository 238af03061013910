import { NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	ServiceError,
	unwrap,
	violationsOf,
	withMessage,
	type Outcome,
} from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { caller } from '../caller.ts';

const errorWith = (
	details: Partial<ConstructorParameters<typeof ServiceError>[1]> = {},
): ServiceError =>
	new ServiceError(caller, {
		outcome: 'refused',
		message: 'Order "A-1" was not found',
		description: 'Check that it exists.',
		...details,
	});

describe('ServiceError', () => {
	it('shows the message, the description and the status in n8n', () => {
		expect(errorWith({ status: 404 })).toMatchObject({
			message: 'Order "A-1" was not found',
			description: 'Check that it exists.',
			httpCode: '404',
			messages: [],
			status: 404,
		});
	});

	it('has no status where there was no usable response', () => {
		const error = errorWith();
		expect(error.status).toBe(0);
		expect(error.httpCode).toBeNull();
	});

	it('has no violations and no time to wait unless they are given', () => {
		expect(errorWith().violations).toEqual([]);
		expect(errorWith().retryAfter).toBeUndefined();
	});

	it('is copied with all its details, so that each item has one of its own', () => {
		const original = errorWith({
			outcome: 'busy',
			message: 'Order "SHOEACCESSORY-1" was not found',
			status: 429,
			violations: [{ propertyPath: 'shipping', message: 'Not blank' }],
			retryAfter: 7000,
		});
		const copy = original.copy();
		expect(copy).not.toBe(original);
		expect(copy).toBeInstanceOf(ServiceError);
		const { message, description, outcome, status, violations, retryAfter, httpCode } = original;
		expect(copy).toMatchObject({
			message,
			description,
			outcome,
			status,
			violations,
			retryAfter,
			httpCode,
		});
		expect(copy.node).toEqual(original.node);
	});

	it('is copied without a description where it has none', () => {
		const original = errorWith();
		original.description = undefined;
		expect(original.copy().description).toBeFalsy();
	});

	it.each([
		[0, true],
		[429, true],
		[500, false],
		[502, true],
		[503, true],
		[504, true],
	])('with status %i may be gone at the next attempt: %s', (status, expected) => {
		expect(errorWith({ status }).isTransient).toBe(expected);
	});

	it.each<[Outcome, number, boolean]>([
		['refused', 0, false],
		['refused', 422, false],
		['refused', 499, false],
		['refused', 500, true],
		['busy', 429, false],
		['busy', 503, true],
		['unsent', 0, false],
		['lost', 0, true],
		['lost', 502, true],
		['unreadable', 0, true],
	])('with outcome %s and status %i leaves a change in doubt: %s', (outcome, status, expected) => {
		expect(errorWith({ outcome, status }).isIndeterminate).toBe(expected);
	});
});

describe('A result', () => {
	it('is unwrapped by throwing an error and returning anything else', () => {
		const error = errorWith();
		expect(() => unwrap<number>(error)).toThrow(error);
		expect(unwrap<number>(7)).toBe(7);
	});
});

describe('A message that n8n replaced', () => {
	it('is restored, without what n8n keeps of the original', () => {
		const error = new NodeApiError(caller.getNode(), { message: 'SHOEACCESSORY' });
		expect(error.message).not.toBe('SHOEACCESSORY');
		expect(withMessage(error, 'SHOEACCESSORY')).toBe(error);
		expect(error).toMatchObject({ message: 'SHOEACCESSORY', messages: [] });
	});
});

describe('The violations in a body (section 7)', () => {
	it.each([
		[undefined],
		['text'],
		[[{ message: 'Not blank' }]],
		[{}],
		[{ violations: { message: 'Not blank' } }],
		[{ violations: ['Not blank', null, {}, { message: '' }, { message: 7 }] }],
	])('are none in %j', (body) => {
		expect(violationsOf(body)).toEqual([]);
	});

	it('have a path, a message, and a code where one was sent', () => {
		const violations = [
			{ propertyPath: 'shipping', message: 'Not blank', code: 'c1' },
			{ propertyPath: 'externalId', message: ' Too long ', code: 7 },
			{ message: 'Too large' },
		];
		expect(violationsOf({ violations })).toEqual([
			{ propertyPath: 'shipping', message: 'Not blank', code: 'c1' },
			{ propertyPath: 'externalId', message: 'Too long' },
			{ propertyPath: '', message: 'Too large' },
		]);
	});
});
