import { describe, expect, it } from 'vitest';

import {
	noteIfYoung,
	noteUnvalidated,
	unvalidatedHints,
} from '../../../nodes/PodFulfilment/order/unvalidated.ts';
import { Run } from '../../../nodes/PodFulfilment/transport/run.ts';

/** The hints of a run that noted something. */
function hintsAfter(note: (run: Run) => void) {
	const run = new Run(10);
	note(run);
	return unvalidatedHints(run);
}

/** Messages of the hints on orders that were confirmed without a wait. */
const messagesAfter = (externalIds: string[], isWaitSet = false): string[] =>
	hintsAfter((run) => {
		for (const externalId of externalIds) noteUnvalidated(run, { externalId, isWaitSet });
	}).map(({ message }) => message);

describe('An order that was confirmed and is not validated', () => {
	it('has a hint that names the option, also where the wait is 0, and none if there is none', () => {
		expect(messagesAfter([])).toEqual([]);
		expect(messagesAfter(['shopify-3001'])).toEqual([
			'shopify-3001 is confirmed, not yet validated. Add Wait for Validation to be told here if it fails.',
		]);
		expect(messagesAfter(['shopify-3001'], true)).toEqual([
			'shopify-3001 is confirmed, not yet validated. Raise Wait for Validation to be told here if it fails.',
		]);
	});

	it('is counted with the others, of which two are named', () => {
		expect(messagesAfter(['A-1', 'A-2', 'A-3'])).toEqual([
			'3 orders are confirmed, not yet validated: A-1, A-2, and 1 more. Add Wait for Validation to be told here if one fails.',
		]);
	});

	it('is told as information, beside the output', () => {
		expect(
			hintsAfter((run) => noteUnvalidated(run, { externalId: 'A-1', isWaitSet: false })),
		).toMatchObject([{ type: 'info', location: 'outputPane' }]);
	});
});

describe('An order that was placed before it was confirmed', () => {
	const order = (seconds: number, status = 'pending', externalId = 'A-1') => ({
		externalId,
		status,
		createdAt: new Date(Date.now() - seconds * 1000).toISOString(),
	});
	const messagesOf = (...orders: Array<Record<string, unknown>>): string[] =>
		hintsAfter((run) => {
			for (const each of orders) noteIfYoung({ run, redact: (text) => text }, each as never);
		}).map(({ message }) => message);

	it('has a hint if it was placed less than a minute ago', () => {
		expect(messagesOf(order(20))).toEqual([
			'A-1 is confirmed, and was placed just now: it may still fail. Read it again in a minute with Order → Get.',
		]);
	});

	it('is counted with the others, of which two are named', () => {
		const orders = ['A-1', 'A-2', 'A-3'].map((externalId) => order(20, 'pending', externalId));
		expect(messagesOf(...orders)).toEqual([
			'3 orders are confirmed, and were placed just now: A-1, A-2, and 1 more. They may still fail: read them again in a minute with Order → Get Many.',
		]);
	});

	it('is named without what the service repeats of a secret', () => {
		const [hint] = hintsAfter((run) =>
			noteIfYoung(
				{ run, redact: (text) => text.replace('secret', '') },
				order(20, 'pending', 'secret-A-1') as never,
			),
		);
		expect(hint?.message).toMatch(/^-A-1 is confirmed/);
	});

	it.each([
		['is older', order(90)],
		['is in production', order(20, 'inprocess')],
		['does not say when it was placed', { externalId: 'A-1', status: 'pending' }],
	])('has none if it %s', (_case, given) => {
		expect(messagesOf(given)).toEqual([]);
	});
});
