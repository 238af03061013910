import { describe, expect, it } from 'vitest';

import { asNodeError } from '../../../../nodes/PodFulfilment/execution/itemErrors.ts';
import { externalIdOf } from '../../../../nodes/PodFulfilment/input/checks.ts';
import { httpError } from '../../../../nodes/PodFulfilment/transport/errors/httpErrors.ts';
import { responseOf, caller, requestOf } from '../caller.ts';

// n8n replaces a message that contains the name of a system error code, such as EACCES in 'SHOEACCESSORY'.

describe('A message that contains a system error code by chance', () => {
	it('is kept when the code is in the name of an order', () => {
		const request = { ...requestOf('GET'), about: 'order "SHOEACCESSORY-1"' };
		expect(httpError(caller, request, responseOf(404)).message).toBe(
			'Order "SHOEACCESSORY-1" was not found',
		);
	});

	it('is kept when the code is in a violation', () => {
		const body = {
			violations: [{ propertyPath: 'externalId', message: 'SHOEACCESSORY is taken' }],
		};
		expect(httpError(caller, requestOf('POST'), responseOf(422, body)).message).toContain(
			'externalId: SHOEACCESSORY is taken',
		);
	});

	it('is kept when the code is in an invalid input', () => {
		let thrown: unknown;
		try {
			externalIdOf('SHOEACCESSORY 1');
		} catch (error) {
			thrown = error;
		}
		expect(asNodeError(caller.getNode(), 0, 1, thrown).message).toMatch(
			/^External ID "SHOEACCESSORY 1" /,
		);
	});
});
