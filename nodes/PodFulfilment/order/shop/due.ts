// Whether an order of Shopify or WooCommerce is due: one decision over what their readers say of status, payment,
// refund, fulfilment, completion, tests and handing over. Has the statuses of both shops, and the reasons and advice
// for an order that is not sent.

import { ownValue } from '../../input/guards';
import type { Findings } from '../findings';
import type { WhyNotSent, ReadingOptions } from './shopOrder';

/** The shops that say whether an order is due. */
export type ShopWithStatuses = 'shopify' | 'wooCommerce';

/** What of a shop's order decides whether it is due, whichever API it came from. Statuses are as `statusIn` reads them. */
export interface DueReading {
	shop: ShopWithStatuses;
	/** Why the data is no order at all, such as a draft or a checkout. */
	noOrder?: WhyNotSent;
	/** Shopify's payment status, WooCommerce's order status. */
	status?: string;
	/** Shopify's fulfilment status of the whole order. */
	fulfilmentStatus?: string;
	isCancelled: boolean;
	isClosed: boolean;
	/** Whether the whole amount was paid back. */
	isRefunded: boolean;
	isTest: boolean;
	/** Whether the customer picks the order up, or took it along. */
	isHandedOver: boolean;
	/** Time from the payment to the completion in the shop, in ms. */
	completedAfterMs?: number;
	/** What is missing of a payment. Where the status says that nothing was paid, only cash on delivery matters. */
	missingPayment?: MissingPayment;
}

/** The customer pays the courier, or nothing says that something was paid. */
export type MissingPayment = 'cashOnDelivery' | 'noDate';

/** Whether an order is sent, and what the user should know about that. */
interface Decision {
	whyNotSent?: WhyNotSent;
	warnings: string[];
	/** Warnings that somebody has to look at before the order is produced. */
	toReview: string[];
}

/** What the statuses of a shop mean while nobody says otherwise. */
interface Statuses {
	/** What the shop calls such a status, for messages. */
	called: string;
	due: readonly string[];
	notPaid: readonly string[];
	over: Readonly<Record<string, WhyNotSent>>;
}

/** It may have been ordered before; nothing cancels it automatically. */
const NOT_WANTED =
	'Nothing needs to be produced. If it was ordered before, cancel it with Order → Cancel. To order it all the same, use another node with Order From set to Fields.';

const ALREADY_DONE =
	'Nothing needs to be produced. To order it all the same, use another node with Order From set to Fields.';

export const CANCELLED: WhyNotSent = {
	because: 'was cancelled in the shop',
	advice: NOT_WANTED,
	endedBy: 'was cancelled in the shop',
};

export const REFUNDED: WhyNotSent = {
	because: 'was refunded in full',
	advice: NOT_WANTED,
	endedBy: 'was refunded in the shop',
};

const COMPLETED: WhyNotSent = {
	because: 'is completed in the shop',
	advice: `${ALREADY_DONE} If your shop completes orders that have not been produced, add the option Order Statuses with "processing, completed".`,
};

const CLOSED: WhyNotSent = { because: 'is closed in the shop', advice: ALREADY_DONE };

/** Why an order is not sent of which all lines for the service are fulfilled or restocked. */
export const FULFILLED: WhyNotSent = {
	because: 'is fulfilled in the shop already',
	advice: ALREADY_DONE,
};

export const HANDED_OVER: WhyNotSent = {
	because: 'is picked up or was handed over, according to the shop',
	advice:
		'There is nowhere to send a parcel. To order it all the same, use another node with Order From set to Fields.',
};

/** Why a test order is not sent. */
export const TEST_ORDER: WhyNotSent = {
	because: 'is a test order',
	advice: 'Turn on the option "Send Test Orders" to order it all the same.',
};

/** Why a draft order is not sent. */
export const DRAFT_ORDER: WhyNotSent = {
	because: 'is a draft that has not been placed yet',
	advice: 'Pass the order once it is placed.',
};

export const TEST_ORDER_WARNING = 'This is a test order';

const SHOP_STATUSES: Readonly<Record<ShopWithStatuses, Statuses>> = {
	shopify: {
		called: 'payment status',
		due: ['paid', 'partially_refunded'],
		notPaid: ['pending', 'authorized', 'partially_paid', 'expired'],
		over: {
			refunded: REFUNDED,
			voided: {
				because: 'is not paid: its payment was voided',
				advice: NOT_WANTED,
				endedBy: 'was voided in the shop',
			},
		},
	},
	wooCommerce: {
		called: 'status',
		due: ['processing'],
		notPaid: ['on_hold', 'pending'],
		over: {
			completed: COMPLETED,
			cancelled: CANCELLED,
			trash: CANCELLED,
			refunded: REFUNDED,
			failed: {
				because: 'was not paid: its payment did not go through',
				advice: NOT_WANTED,
				endedBy: 'failed in the shop',
			},
		},
	},
};

/** Statuses that no setting makes due: what was called off is never produced. */
export const NEVER_DUE: readonly string[] = ['cancelled', 'trash', 'refunded', 'failed', 'voided'];

/** Fulfilment statuses of an order of which something is left to send. */
const UNFULFILLED = ['unfulfilled', 'unshipped', 'open', 'partial', 'partially_fulfilled'];

/** Fulfilment statuses of an order of which nothing is left to send. */
const NOTHING_LEFT = ['fulfilled', 'restocked'];

/** A shop that completes an order this soon after its payment did so by itself, before anything was produced. */
const COMPLETED_BY_ITSELF_MS = 15 * 60_000;

/** The status as the user knows it, e.g. 'partially paid' or 'on-hold'. */
const asShown = (status: string, shop: ShopWithStatuses): string =>
	status.replaceAll('_', shop === 'shopify' ? ' ' : '-');

function completion({ completedAfterMs }: DueReading): WhyNotSent {
	return completedAfterMs !== undefined && Math.abs(completedAfterMs) <= COMPLETED_BY_ITSELF_MS
		? {
				because: 'was completed in the shop as soon as it was paid, and was never ordered here',
				advice:
					'If your shop completes orders by itself, add the option Order Statuses (orderStatuses) with "processing, completed": such orders are then produced. If this one was sent already, nothing needs to be done.',
				alwaysStops: true,
			}
		: COMPLETED;
}

/** Why an order is over, whatever is due by the settings. */
function ended(reading: DueReading, listed: readonly string[] | undefined): WhyNotSent | undefined {
	const { shop, status = '', fulfilmentStatus = '' } = reading;
	if (reading.isCancelled) return CANCELLED;
	if (reading.isRefunded && !NEVER_DUE.includes(status)) return REFUNDED;
	const over = listed?.includes(status) ? undefined : ownValue(SHOP_STATUSES[shop].over, status);
	if (over) return over === COMPLETED ? completion(reading) : over;
	if (NOTHING_LEFT.includes(fulfilmentStatus)) return FULFILLED;
	return reading.isClosed ? CLOSED : undefined;
}

function notDue({ shop, status }: DueReading, listed: readonly string[] | undefined): WhyNotSent {
	const { called, notPaid } = SHOP_STATUSES[shop];
	if (status === undefined) {
		return {
			because: `has no ${called}, so nothing says whether it is due`,
			advice: 'Pass the whole order as the shop sends it.',
		};
	}
	const shown = asShown(status, shop);
	if (notPaid.includes(status)) {
		return {
			because: `is not paid: its ${called} is ${shown}`,
			advice: `Pass it again once it is paid. To have such orders produced, add the option Order Statuses with "${shown}" and the statuses that are due as well; to place them as drafts, turn on Send Unpaid Orders.`,
		};
	}
	const due = (listed ?? SHOP_STATUSES[shop].due).map((known) => asShown(known, shop)).join(', ');
	return {
		because: `is not due: its ${called} is ${shown}`,
		advice: `Only orders with the ${called} ${due} are sent. To change that, list the statuses in the option Order Statuses.`,
	};
}

const CASH_ON_DELIVERY: WhyNotSent = {
	because: 'is not paid: it is to be paid cash on delivery',
	advice:
		'The service collects no money for you. To have such orders produced, add the option Order Statuses with "processing"; to place them as drafts, turn on Send Unpaid Orders.',
};

const NOBODY_COLLECTS = 'The order is paid cash on delivery: nobody collects it';

/** What becomes of an order whose status is that of a paid one, by its payment. */
function byPayment(
	{ missingPayment }: DueReading,
	{ orderStatuses, sendUnpaidOrders }: ReadingOptions,
): Partial<Decision> {
	if (missingPayment === undefined) return {};
	if (missingPayment === 'noDate') {
		return {
			toReview: [
				'The shop gives no date of payment, although the status is that of a paid order: check that it was paid',
			],
		};
	}
	if (orderStatuses) return { warnings: [NOBODY_COLLECTS] };
	return sendUnpaidOrders
		? { toReview: ['The order is not paid in the shop: it is paid cash on delivery'] }
		: { whyNotSent: CASH_ON_DELIVERY };
}

/**
 * Decides whether an order is due: what is sent is paid, wanted and not sent yet. Whether its lines for the service are
 * fulfilled is decided once they are known.
 */
export function decide(reading: DueReading, options: ReadingOptions): Decision {
	const { shop, status, fulfilmentStatus } = reading;
	const listed = options.orderStatuses;
	const decision = (
		whyNotSent?: WhyNotSent,
		toReview: string[] = [],
		warnings: string[] = [],
	): Decision => ({
		...(whyNotSent && { whyNotSent }),
		warnings: reading.isTest && !whyNotSent ? [TEST_ORDER_WARNING, ...warnings] : warnings,
		toReview: whyNotSent ? [] : toReview,
	});
	const over = reading.noOrder ?? ended(reading, listed);
	if (over) return decision(over);
	if (reading.isTest && !options.sendTestOrders) return decision(TEST_ORDER);
	if (reading.isHandedOver) return decision(HANDED_OVER);
	if (fulfilmentStatus !== undefined && !UNFULFILLED.includes(fulfilmentStatus)) {
		return decision({
			because: `is not due: its fulfilment status is ${asShown(fulfilmentStatus, shop)}`,
			advice: 'Pass it again once the shop releases it for fulfilment.',
		});
	}
	const { called, due, notPaid } = SHOP_STATUSES[shop];
	if (status !== undefined && (listed ?? due).includes(status)) {
		// Whoever lists such a status knows that nothing was paid, but may expect the courier to collect it.
		if (notPaid.includes(status)) {
			const isOnDelivery = reading.missingPayment === 'cashOnDelivery';
			return decision(undefined, [], isOnDelivery ? [NOBODY_COLLECTS] : []);
		}
		const { whyNotSent, toReview, warnings } = byPayment(reading, options);
		return decision(whyNotSent, toReview, warnings);
	}
	if (status !== undefined && notPaid.includes(status) && options.sendUnpaidOrders) {
		return decision(undefined, [
			`The order is not paid in the shop: its ${called} is ${asShown(status, shop)}`,
		]);
	}
	return decision(notDue(reading, listed));
}

/** Why an order is not sent. What the user should know about one that is sent is added to the findings. */
export function whyNotSentOf(
	reading: DueReading,
	options: ReadingOptions,
	found: Findings,
): WhyNotSent | undefined {
	const { whyNotSent, warnings, toReview } = decide(reading, options);
	for (const text of warnings) found.warn(text);
	for (const text of toReview) found.review(text);
	return whyNotSent;
}
