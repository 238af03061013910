import { describe, expect, it } from 'vitest';
import { externalIdOf } from '../../../nodes/PodFulfilment/input/checks.ts';
import { asNodeError } from '../../../nodes/PodFulfilment/execution/itemErrors.ts';
import { httpError } from '../../../nodes/PodFulfilment/transport/httpErrors.ts';
import { answerOf, caller, requestOf } from './caller.ts';

// n8n replaces a message in which it finds the name of a system code, as EACCES in 'SHOEACCESSORY'.

describe('A message that names what the user entered', () => {
	it('stays as it is when the name happens to hold a system code', () => {
		const request = { ...requestOf('GET'), about: 'order "SHOEACCESSORY-1"' };
		expect(httpError(caller, request, answerOf(404)).message).toBe(
			'Order "SHOEACCESSORY-1" was not found',
		);
	});

	it('stays as it is when a violation holds one', () => {
		const body = {
			violations: [{ propertyPath: 'externalId', message: 'SHOEACCESSORY is taken' }],
		};
		expect(httpError(caller, requestOf('POST'), answerOf(422, body)).message).toContain(
			'externalId: SHOEACCESSORY is taken',
		);
	});

	it('stays as it is when an input is refused before anything is sent', () => {
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
