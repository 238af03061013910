import { describe, expect, it } from 'vitest';

import {
	unvalidatedHints,
	unvalidatedWarning,
	youngOrderWarnings,
} from '../../../nodes/PodFulfilment/order/unvalidated.ts';
import { Run } from '../../../nodes/PodFulfilment/transport/run.ts';

const ADDED = 'Add Wait for Validation to be told here if it fails.';

/** Messages of the hints on orders that were confirmed without a wait. */
const messagesAfter = (...externalIds: string[]): string[] =>
	unvalidatedHints(externalIds.map((externalId) => ({ externalId, isWaitSet: false }))).map(
		({ message }) => message,
	);

const warningOf = (externalId: string, isWaitSet: boolean): string =>
	unvalidatedWarning(new Run(10), { externalId, isWaitSet });

describe('An order that was confirmed and is not validated', () => {
	it('has a warning that names the option, also where the wait is 0', () => {
		expect(warningOf('shopify-3001', false)).toBe(
			`shopify-3001 is confirmed, not yet validated. ${ADDED}`,
		);
		expect(warningOf('shopify-3001', true)).toBe(
			'shopify-3001 is confirmed, not yet validated. Raise Wait for Validation to be told here if it fails.',
		);
	});

	it('has a hint of the same words if it is the only one, and none if there is none', () => {
		expect(messagesAfter()).toEqual([]);
		expect(messagesAfter('shopify-3001')).toEqual([warningOf('shopify-3001', false)]);
	});

	it('is counted with the others, of which two are named', () => {
		expect(messagesAfter('A-1', 'A-2', 'A-3')).toEqual([
			'3 orders are confirmed, not yet validated: A-1, A-2, and 1 more. Add Wait for Validation to be told here if one fails.',
		]);
	});
});

describe('An order that was placed before it was confirmed', () => {
	const order = (seconds: number, status = 'pending') => ({
		externalId: 'A-1',
		status,
		createdAt: new Date(Date.now() - seconds * 1000).toISOString(),
	});

	it('has a warning if it was placed less than a minute ago', () => {
		expect(youngOrderWarnings(order(20))).toEqual([
			'A-1 is confirmed, and was placed just now: it may still fail. Read it again in a minute with Order → Get.',
		]);
	});

	it.each([
		['is older', order(90)],
		['is in production', order(20, 'inprocess')],
		['does not say when it was placed', { externalId: 'A-1', status: 'pending' }],
	])('has none if it %s', (_case, given) => {
		expect(youngOrderWarnings(given)).toEqual([]);
	});
});
