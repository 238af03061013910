import { describe, expect, it } from 'vitest';

import { PLACING_NOTES } from '../../../../nodes/PodFulfilment/order/place/retries.ts';

const SAFE = 'Running the node again is safe: with the same External ID ';
const GOES_ON =
	'Running the node again is safe as long as the order is not changed: with the same External ID it goes on with the existing order.';
const NOT_AGAIN = 'do not place it again under another External ID.';

describe('What an error says of an order that may have been placed', () => {
	it.each([
		[
			'inDoubt',
			'may have been placed.',
			`${SAFE}no second order is placed. Until that is done, ${NOT_AGAIN}`,
		],
		[
			'done',
			'was placed by an earlier try of this execution.',
			`Look at it before you do anything else, and ${NOT_AGAIN}`,
		],
		[
			'followUpMissing',
			'was placed, and is not confirmed by this item.',
			`Look at its status: a draft is produced once Order → Confirm confirms it. ${GOES_ON}`,
		],
		['followUpInDoubt', 'was placed, and its confirmation may have been made.', GOES_ON],
	] as const)(
		'the note %s says what is known of the order, and what to do',
		(name, known, advice) => {
			expect(PLACING_NOTES[name]?.('order "A-1"')).toBe(`Order "A-1" ${known} ${advice}`);
		},
	);
});
