import { describe, expect, it } from 'vitest';

import {
	ServiceError,
	unwrap,
	violationsOf,
	type FailureKind,
} from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';

const errorWith = (
	details: Partial<ConstructorParameters<typeof ServiceError>[0]> = {},
): ServiceError =>
	new ServiceError({
		outcome: 'refused',
		message: 'Order "A-1" was not found',
		description: 'Check that it exists.',
		...details,
	});

describe('ServiceError', () => {
	it('has no status when there was no usable response', () => {
		expect(errorWith().status).toBe(0);
	});

	it('a ServiceError has no violations and no time to wait unless they are given', () => {
		expect(errorWith().violations).toEqual([]);
		expect(errorWith().retryAfterMs).toBeUndefined();
	});

	it('cannot be changed by whoever gets it, its list of violations included', () => {
		const error = errorWith({ violations: [{ propertyPath: 'shipping', message: 'Not blank' }] });
		expect(() => Object.assign(error, { message: 'Other' })).toThrow(TypeError);
		expect(() => Object.assign(error, { description: 'Other' })).toThrow(TypeError);
		expect(() => (error.violations as unknown[]).push({})).toThrow(TypeError);
		expect(error).toMatchObject({ message: 'Order "A-1" was not found', violations: [{}] });
	});

	it('names what the request was about once, whoever names it first', () => {
		const error = errorWith({ message: 'The service is not available', namesSubject: false });
		const named = error.naming('Order #1001');
		expect(named.message).toBe('Order #1001: The service is not available');
		expect(named.naming('Order "A-1"')).toBe(named);
		expect(error.reworded({ description: 'Wait.' }).naming('Order #1001').message).toBe(
			named.message,
		);
		const other = error.reworded({ message: 'OLD cannot be reprinted' });
		expect(other.naming('Order #1001')).toBe(other);
		expect(errorWith().naming('Order #1001').message).toBe('Order "A-1" was not found');
	});

	it('keeps all its details when it is reworded, and stays as it was itself', () => {
		const details = {
			outcome: 'busy',
			message: 'Not now',
			description: 'Later.',
			status: 429,
			violations: [{ propertyPath: 'shipping', message: 'Not blank' }],
			retryAfterMs: 7000,
		} as const;
		const original = new ServiceError(details);
		const reworded = original.reworded({ description: 'Much later.' });
		expect(reworded).toBeInstanceOf(ServiceError);
		expect(reworded).toMatchObject({ ...details, description: 'Much later.' });
		expect(original).toMatchObject(details);
	});

	it.each<[FailureKind, number, boolean]>([
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
	])('an error with outcome %s and status %i leaves a doubt: %s', (outcome, status, expected) => {
		expect(errorWith({ outcome, status }).isIndeterminate).toBe(expected);
	});

	it.each([
		[401, false],
		[429, false],
		[400, true],
		[403, true],
		[404, true],
	])("a gateway's page with status %i leaves a doubt: %s", (status, expected) => {
		expect(errorWith({ status, isPage: true }).isIndeterminate).toBe(expected);
	});

	it.each<[FailureKind, number, boolean, boolean]>([
		['unsent', 0, true, true],
		['lost', 502, true, true],
		['busy', 503, true, true],
		['lost', 504, true, true],
		['lost', 0, false, true],
		['lost', 500, false, true],
		['busy', 429, false, false],
		['refused', 422, false, false],
		['unreadable', 0, false, false],
	])(
		'an error with outcome %s and status %i says that the service is not available: %s, and that it failed: %s',
		(outcome, status, isUnavailable, isServiceFailure) => {
			expect(errorWith({ outcome, status })).toMatchObject({ isUnavailable, isServiceFailure });
		},
	);
});

describe('A result', () => {
	it('a result is unwrapped by throwing an error and returning anything else', () => {
		const error = errorWith();
		expect(() => unwrap<number>(error)).toThrow(error);
		expect(unwrap<number>(7)).toBe(7);
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
	])('the body %j has no violations', (body) => {
		expect(violationsOf(body)).toEqual([]);
	});

	it('violations have a path, a message, and a code when one was sent', () => {
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
