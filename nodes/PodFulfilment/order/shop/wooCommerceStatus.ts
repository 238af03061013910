import type { IDataObject } from 'n8n-workflow';

import type { Findings } from '../findings';
import {
	CANCELLED_ORDER,
	DRAFT_ORDER,
	propertiesIn,
	REFUNDED_ORDER,
	TEST_ORDER,
	testOrderWarning,
} from './reading';
import type { NotSent, ReadingOptions } from './shopOrder';
import { listIn, objectIn, textIn, wholeNumberIn } from './values';
import { amountsOf, hasUnmatchedRefund } from './wooCommerceRefunds';

// Whether an order of WooCommerce is sent, by its status and refunds.

/** Metadata with which payment plug-ins mark a test payment. */
const TEST_PAYMENTS: Readonly<Record<string, string>> = {
	_wcpay_mode: 'test',
	_ppcp_paypal_payment_mode: 'sandbox',
};

/**
 * Customers who never finish paying leave such orders, and WooCommerce sends order.updated for them too. Orders that
 * are paid on account or by bank transfer are on hold or processing instead.
 */
const UNPAID_ORDER: NotSent = {
	because: 'is not paid: its payment is pending',
	advice:
		"WooCommerce sends it again once it is paid. To skip such orders, set 'Orders Without Lines' to 'Skip'. To have it produced without a payment, set its status to Processing in the shop.",
};

/** A subscription looks like an order; WooCommerce places a separate order for each of its payments. */
const SUBSCRIPTION: NotSent = {
	because: 'is a subscription, not an order',
	advice: 'Pass the orders that WooCommerce places for it.',
};

const isTest = (order: IDataObject): boolean =>
	propertiesIn(order.meta_data, 'key').some(({ names: [key = ''], value }) =>
		Object.entries(TEST_PAYMENTS).some(([name, mode]) => name === key && textIn(value) === mode),
	);

const statusOf = (order: IDataObject): string => (textIn(order.status) ?? '').replace(/^wc-/, '');

/** Half of the smallest amount of most currencies: tolerance for the rounding errors of a sum. */
const HALF_A_CENT = 0.005;

/** Why an order of WooCommerce is not sent. */
export function notSentOf(
	order: IDataObject,
	{ sendTestOrders }: ReadingOptions,
): NotSent | undefined {
	const { refunded, total } = amountsOf(order);
	if ('billing_period' in order) return SUBSCRIPTION;
	switch (statusOf(order)) {
		case 'cancelled':
		case 'trash':
			return CANCELLED_ORDER;
		case 'refunded':
			return REFUNDED_ORDER;
		case 'failed':
			return { ...CANCELLED_ORDER, because: 'was not paid: its payment did not go through' };
		case 'pending':
			return UNPAID_ORDER;
		case 'checkout-draft':
		case 'auto-draft':
		case 'draft':
			return DRAFT_ORDER;
		default:
			if (refunded > 0 && refunded + HALF_A_CENT >= total) return REFUNDED_ORDER;
			return isTest(order) && !sendTestOrders ? TEST_ORDER : undefined;
	}
}

/** WooCommerce's own shipping methods for customers who pick up their order. */
const PICKUPS = ['local_pickup', 'pickup_location'];

const isPickedUp = (order: IDataObject): boolean =>
	listIn(order.shipping_lines).some((line) =>
		PICKUPS.includes(textIn(objectIn(line).method_id) ?? ''),
	);

/** Prefixes of the metadata with which plug-ins for marketplaces mark the part of an order that one vendor ships. */
const MARKETPLACE_META = /^_?(dokan|wcfmmp?|wcv|wcvendors|mvx|wcmp|vendor_id)(_|$)/;

const isOfMarketplace = (order: IDataObject): boolean =>
	propertiesIn(order.meta_data, 'key').some(({ names }) =>
		names.some((name) => MARKETPLACE_META.test(name)),
	);

/** Adds what the user should know about an order of WooCommerce as a whole. */
export function addWarnings(
	order: IDataObject,
	lines: IDataObject[],
	{ sendTestOrders }: ReadingOptions,
	found: Findings,
): void {
	const status = statusOf(order);
	if (status === 'on-hold') {
		found.warnings.push(`The order is not paid in the shop: its status is ${status}`);
	}
	if (isPickedUp(order)) {
		found.warnings.push(
			'The customer wants to pick up the order, according to its shipping method: check where to send the parcel',
		);
	}
	const parentId = wholeNumberIn(order.parent_id) ?? 0;
	if (parentId > 0) {
		// Plug-ins for marketplaces and deposits repeat the lines of an order in separate orders.
		const isPart = `The order is part of order ${parentId} in the shop: if that one is sent too, its lines are produced twice`;
		if (isOfMarketplace(order)) found.review(isPart);
		else found.warnings.push(isPart);
	}
	if (hasUnmatchedRefund(order, lines)) {
		found.review(
			'Part of the order was refunded, but WooCommerce does not say for which lines: check the quantities',
		);
	}
	if (sendTestOrders && isTest(order)) found.warnings.push(testOrderWarning);
}
