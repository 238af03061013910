// What decides whether an order of WooCommerce is due: status, subscriptions and drafts, the dates of payment and
// completion and the time between them, cash on delivery, payments that a plug-in marks as tests, sale at the counter,
// pick-up, full refunds. Also the reviews of pick-up points, of its parent order and of its refunds.

import type { IDataObject } from 'n8n-workflow';

import { numberIn } from '../../../../input/number';
import { isContainer, ownValue } from '../../../../input/objects';
import { millisecondsOf } from '../../../../input/timestamp';
import { ALREADY_DONE, DRAFT_ORDER, NEVER_DUE, NOT_WANTED, propertiesIn } from '../../reading';
import type { WhyNotSent } from '../../shopOrder';
import { objectsIn, statusIn, textIn } from '../../values';
import * as by from '../decidingFields';
import { hasSeveralAddresses } from './address';
import { hasPickupPoint, isSoldAtCounter, pickedUp } from './pickup';
import { hasSilentRefund, isRefundedInFull } from './refunds';

/** What payment plug-ins write into metadata for a test payment. */
const TEST_PAYMENTS: ReadonlyMap<string, string> = new Map([
	['_wcpay_mode', 'test'],
	['_ppcp_paypal_payment_mode', 'sandbox'],
	['_ppcp_environment', 'sandbox'],
	['_enviorment', 'sandbox'],
	['_mollie_payment_mode', 'test'],
	['_wc_stripe_mode', 'test'],
	['is_production_mode', 'no'],
]);

/** Those of many gateways are named after them: `_wc_klarna_environment`, and all that are built with SkyVerge's framework. */
const ENVIRONMENT = /^_wc_.*_environment$/;

const isTestPayment = (order: IDataObject): boolean =>
	propertiesIn(order.meta_data, 'key').some(({ names: [key = ''], value }) => {
		const tests = TEST_PAYMENTS.get(key) ?? (ENVIRONMENT.test(key) ? 'test sandbox' : '');
		// What cannot be read may say so.
		return tests !== '' && (isContainer(value) || tests.split(' ').includes(statusIn(value) ?? ''));
	});

const isCashOnDelivery = (order: IDataObject): boolean =>
	textIn(order.payment_method)?.toLowerCase() === 'cod';

const isOneOf = ({ status }: IDataObject, statuses: readonly string[]): boolean =>
	statuses.includes(statusIn(status) ?? '');

/** A date of an order, in ms: by UTC, or else by the clock of the shop. */
const dateOf = (order: IDataObject, name: string): number | undefined =>
	[`${name}_gmt`, name]
		.map((field) => millisecondsOf(ownValue(order, field)))
		.find((date) => date !== undefined && date > 0);

/** A shop that completes an order this soon after its payment did so by itself, before anything was produced. */
const COMPLETED_BY_ITSELF_MS = 15 * 60_000;

const COMPLETED: WhyNotSent = {
	isSent: true,
	because: 'is completed in the shop',
	advice: `${ALREADY_DONE} If your shop completes orders that have not been produced, add the option Order Statuses with "processing, completed".`,
	cause: 'fulfilled',
};

const COMPLETED_AT_ONCE: WhyNotSent = {
	isSent: true,
	because: 'was completed in the shop as soon as it was paid, and was never ordered here',
	advice:
		'If your shop completes orders by itself, add the option Order Statuses (orderStatuses) with "processing, completed": such orders are then produced. If this one was sent already, nothing needs to be done.',
	alwaysStops: true,
	cause: { cause: 'otherStatus', text: 'processing, completed' },
};

/** One that is paid on delivery or at the counter is paid when it is completed. */
function completed(order: IDataObject): WhyNotSent {
	const [paid = Infinity, done = -Infinity] = ['date_paid', 'date_completed'].map((name) =>
		dateOf(order, name),
	);
	const isAtOnce = Math.abs(done - paid) <= COMPLETED_BY_ITSELF_MS;
	const isPaidLater = isCashOnDelivery(order) || isSoldAtCounter(order);
	return isAtOnce && !isPaidLater ? COMPLETED_AT_ONCE : COMPLETED;
}

const FAILED: WhyNotSent = {
	because: 'was not paid: its payment did not go through',
	advice: NOT_WANTED,
	endedBy: 'failed in the shop',
	cause: 'notPaid',
};

/** Of a part of another order. Plug-ins for marketplaces and deposits repeat the lines of an order in separate orders. */
const partOf = ({ parent_id: parentId }: IDataObject) =>
	by.review(
		`The order is part of order ${String(parentId)} in the shop: if that one is sent too, its lines are produced twice`,
		'repeatedLine',
	);

/**
 * Whether an order that is to be paid has no date of payment. WooCommerce puts one that is paid on delivery in process as
 * well, and gives it dates of payment when it is completed: without any such field, nothing says that this one is paid. Its
 * first API has `date_paid` alone.
 */
function isUndated(order: IDataObject): boolean {
	const isKnown = 'date_paid' in order || 'date_paid_gmt' in order || isCashOnDelivery(order);
	return isKnown && numberIn(order.total) !== 0 && dateOf(order, 'date_paid') === undefined;
}

/** Whether the whole amount was paid back of an order that was not called off. */
const isRefunded = (order: IDataObject): boolean =>
	isRefundedInFull(order) && !isOneOf(order, NEVER_DUE);

/** Whether an order that was called off was completed before. */
const wasSent = (order: IDataObject): boolean =>
	(isRefunded(order) || isOneOf(order, NEVER_DUE)) && dateOf(order, 'date_completed') !== undefined;

/** With all statuses of WooCommerce itself. */
export const DECIDING: readonly by.DecidingField[] = [
	by.when(isRefunded, 'refunded'),
	by.status(
		'status',
		{
			processing: 'due',
			...by.each('on-hold pending', 'notPaid'),
			completed,
			...by.each('cancelled trash', 'cancelled'),
			refunded: 'refunded',
			failed: FAILED,
		},
		// Others are of plug-ins.
		{ called: 'status', isListed: true, others: 'notListed' },
	),
	by.when(wasSent, 'sent'),
	...['date_paid', 'date_paid_gmt', 'date_completed', 'date_completed_gmt'].map((path) =>
		by.date(path, 'due'),
	),
	by.list('refunds?', 'due'),
	by.list('shipping_lines?', 'due'),
	by.when(isTestPayment, 'test'),
	by.when((order) => isCashOnDelivery(order) && isUndated(order), 'onDelivery'),
	by.reviewWhen(
		(order) =>
			!isCashOnDelivery(order) && !isOneOf(order, ['on_hold', 'pending']) && isUndated(order),
		'notPaid',
		'The shop gives no date of payment, although the status is that of a paid order: check that it was paid',
	),
	by.when(isSoldAtCounter, 'handedOver'),
	...by.decidingPickup(pickedUp, hasPickupPoint),
	by.reviewWhen(
		hasSeveralAddresses,
		'address',
		'The order goes to several addresses, and the shop sends one of them: order what goes to each with Order From set to Fields',
	),
	by.money('parent_id?', partOf),
	by.reviewWhen(
		hasSilentRefund,
		'refunded',
		'Part of the order was refunded, but WooCommerce does not say for which lines: check the quantities',
	),
];

/** The first API has what the customer chose as `meta`, and not the names and values that plug-ins keep. */
const FIRST_API: WhyNotSent = {
	because:
		'is of the first API of WooCommerce, which leaves out what decides: its lines have no meta_data',
	advice:
		"Set the API Version of WooCommerce's webhook to WP REST API Integration v3, or add a WooCommerce node before this one that gets the order.",
	cause: 'order',
	alwaysStops: true,
};

const SUBSCRIPTION: WhyNotSent = {
	because: 'is a subscription, not an order',
	advice: 'Pass the orders that WooCommerce places for it.',
	cause: 'order',
};

/** Recognizes subscriptions, orders that their customers have not placed yet, and those of the first API. */
export function notPlaced(order: IDataObject): WhyNotSent | undefined {
	if ('billing_period' in order) return SUBSCRIPTION;
	if (isOneOf(order, ['checkout_draft', 'auto_draft', 'draft'])) return DRAFT_ORDER;
	const isOfFirstApi = objectsIn(order.line_items).some(
		(line) => Array.isArray(line.meta) && line.meta_data === undefined,
	);
	return isOfFirstApi ? FIRST_API : undefined;
}
