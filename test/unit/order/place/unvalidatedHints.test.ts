import { describe, expect, it } from 'vitest';

import {
	noteUnvalidated,
	unvalidatedHints,
} from '../../../../nodes/PodFulfilment/order/place/unvalidatedHints.ts';
import { Run } from '../../../../nodes/PodFulfilment/transport/run.ts';

/** Messages of the hints of a run that confirmed these orders. */
function messagesAfter(...externalIds: string[]): string[] {
	const run = new Run(10);
	for (const externalId of externalIds) noteUnvalidated(run, externalId);
	return unvalidatedHints(run).map(({ message }) => message);
}

describe('The hint on orders that were confirmed and not validated', () => {
	it('is none where no order was confirmed in this run', () => {
		noteUnvalidated(new Run(10), 'A-1');
		expect(messagesAfter()).toEqual([]);
	});

	it('names the only order, and the option', () => {
		expect(messagesAfter('shopify-3001')).toEqual([
			'shopify-3001 is confirmed, not yet validated. Add Wait for Validation to be told here if it fails.',
		]);
	});

	it('counts several orders, and names two', () => {
		expect(messagesAfter('A-1', 'A-2', 'A-3')).toEqual([
			'3 orders are confirmed, not yet validated: A-1, A-2, and 1 more. Add Wait for Validation to be told here if one fails.',
		]);
	});
});
