// Why an order is not sent: the reasons that several sources share, with what to do; and lists of statuses that are due.
// What each status means is in the table of its source, and which reason counts in sources/readDeciding.ts.

import { optionalText } from '../../input/checks';
import { comparableShopStatus } from '../../input/equalText';
import type { WhyNotSent } from './shopOrder';

/** It may have been ordered before; nothing cancels it automatically. */
export const NOT_WANTED =
	'Nothing needs to be produced. If it was ordered before, cancel it with Order → Cancel. To order it all the same, use another node with Order From set to Fields.';

export const ALREADY_DONE =
	'Nothing needs to be produced. To order it all the same, use another node with Order From set to Fields.';

export const CANCELLED: WhyNotSent = {
	because: 'was cancelled in the shop',
	advice: NOT_WANTED,
	endedBy: 'was cancelled in the shop',
	cause: 'cancelled',
};

export const REFUNDED: WhyNotSent = {
	because: 'was refunded in full',
	advice: NOT_WANTED,
	endedBy: 'was refunded in the shop',
	cause: 'refunded',
};

/** Why an order is not sent of which all lines for the service are fulfilled or restocked. */
export const FULFILLED: WhyNotSent = {
	because: 'is fulfilled in the shop already',
	advice: ALREADY_DONE,
	isSent: true,
	cause: 'fulfilled',
};

export const HANDED_OVER: WhyNotSent = {
	because: 'is picked up or was handed over, according to the shop',
	advice:
		'There is nowhere to send a parcel. To order it all the same, use another node with Order From set to Fields.',
	cause: 'fulfilled',
};

export const TEST_ORDER: WhyNotSent = {
	because: 'is a test order',
	advice: 'Turn on the option "Send Test Orders" to order it all the same.',
	cause: { cause: 'testOrder', text: 'true' },
};

export const TEST_ORDER_WARNING = 'This is a test order';

export const DRAFT_ORDER: WhyNotSent = {
	because: 'is a draft that has not been placed yet',
	advice: 'Pass the order once it is placed.',
	cause: 'cancelled',
};

export const CASH_ON_DELIVERY: WhyNotSent = {
	because: 'is not paid: it is to be paid cash on delivery',
	advice:
		'The service collects no money for you. To have such orders produced, add the option Order Statuses with "processing"; to place them as drafts, turn on Send Unpaid Orders.',
	cause: { cause: 'notPaid', text: 'true' },
};

export const NOBODY_COLLECTS = 'The order is paid cash on delivery: nobody collects it';

/** Statuses that no setting makes due: what was called off is never produced. */
export const NEVER_DUE: readonly string[] = ['cancelled', 'trash', 'refunded', 'failed', 'voided'];

/** Reads a list of statuses that are due, as {@link comparableShopStatus} gives them. */
export function statusesIn(value: unknown, field: string): string[] {
	const text = Array.isArray(value) ? value.join(',') : optionalText(value, field);
	const given = (text ?? '').split(',').map(comparableShopStatus);
	return [...new Set(given)].filter((status) => status !== '');
}
