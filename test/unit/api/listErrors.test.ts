import { describe, expect, it } from 'vitest';

import {
	endlessListError,
	incompleteListError,
} from '../../../nodes/PodFulfilment/api/listErrors.ts';
import { expectPlainWords } from '../transport/wording.ts';

const subject = 'the list of orders';

describe('The error for a list that ends too early', () => {
	it('names both numbers, and the limit that can be reached', () => {
		const error = incompleteListError({ subject }, 30, 65);
		expect(error).toMatchObject({
			outcome: 'unreadable',
			message: 'Only 30 of 65 entries of the list of orders could be read',
		});
		expect(error.description).toContain('there are 65');
		expect(error.description).toContain('turn off Return All, set a Limit of up to 30,');
		expectPlainWords(error);
	});

	it.each([
		[7, 7],
		[1, 1],
		// A limit is at least 1.
		[0, 1],
	])('names the limit that %i filtered members reach: %i', (passed, limit) => {
		const { description } = incompleteListError({ subject, reachableLimit: () => passed }, 30, 65);
		expect(description).toContain(`set a Limit of up to ${limit},`);
	});

	it('gives the advice of the caller in place of a limit', () => {
		const { description } = incompleteListError({ subject, advice: 'enter the ID' }, 30, 65);
		expect(description).toContain('If that does not help, enter the ID, and ask');
		expect(description).not.toContain('Limit');
	});
});

describe('The error for a list that does not end', () => {
	it('names the number of pages, and what to do', () => {
		const error = endlessListError({ subject }, 10_000);
		expect(error).toMatchObject({
			outcome: 'unreadable',
			message: 'The pages of the list of orders do not end',
			description:
				'The service still linked a next page after 10000 pages. Turn off Return All and set a Limit, or ask the fulfilment service.',
		});
		expectPlainWords(error);
	});

	it('gives the advice of the caller', () => {
		const error = endlessListError({ subject, advice: 'enter the ID' }, 2);
		expect(error.description).toContain('Enter the ID, or ask the fulfilment service.');
	});
});
