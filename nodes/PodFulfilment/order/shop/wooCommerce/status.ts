// What decides whether an order of WooCommerce is due: status, subscriptions and drafts, the dates of payment and
// completion and the time between them, cash on delivery, payments that a plug-in marks as tests, sale at the counter,
// pick-up, full refunds. Also the reviews of pick-up points, of its parent order and of its refunds.

import type { IDataObject } from 'n8n-workflow';

import { isMissingValue } from '../../../input/brokenText';
import { withoutUndefined, ownValue } from '../../../input/guards';
import { millisecondsOf } from '../../../input/timestamp';
import type { Findings } from '../../findings';
import { requireReadable, saysNo, type DecidingField } from '../decidingFields';
import { DRAFT_ORDER, type DueReading, type MissingPayment } from '../due';
import { holdsPickupPoint, isHandedOver, isPickupPointName, warnOfPickup } from '../pickup';
import { propertiesIn } from '../reading';
import type { WhyNotSent } from '../shopOrder';
import { contentOf, isSet, listIn, objectIn, statusIn, textIn, wholeNumberIn } from '../values';
import { amountsOf, hasUnmatchedRefund, namesRefundedLines } from './refundedPieces';

/** Shipping methods for customers who pick up their order: those of WooCommerce itself, and of plug-ins named after them. */
const PICKUP = /^(local_pickup|pickup_location)/;

/** A shipping method to lockers whose name does not say so. */
const POINT_METHOD = /^omnivalt_pt/;

/** Metadata that says of each delivery, among more, whether it goes to a pick-up point. */
const DELIVERY_OPTIONS = /^_?myparcel\w*_delivery_options$/i;

const methodOf = (line: unknown): string => textIn(objectIn(line).method_id) ?? '';

/** For each shipping line, whether the customer picks up what it is for. */
const pickedUp = (order: IDataObject): boolean[] =>
	listIn(order.shipping_lines).map((line) => PICKUP.test(methodOf(line)));

/** Whether the customer chose a pick-up point or locker, whose address may not be that of the order. */
const hasPickupPoint = (order: IDataObject): boolean =>
	listIn(order.shipping_lines)
		.map(methodOf)
		.some(
			(method) => !PICKUP.test(method) && (POINT_METHOD.test(method) || isPickupPointName(method)),
		) ||
	[order, ...listIn(order.shipping_lines).map(objectIn)].some(({ meta_data: metadata }) =>
		propertiesIn(metadata, 'key').some(({ names: [key = ''], value }) =>
			DELIVERY_OPTIONS.test(key)
				? isSet(objectIn(contentOf(value)).isPickup)
				: holdsPickupPoint(key, value),
		),
	);

/** What payment plug-ins write into metadata for a test payment: key, mode, and how its methods begin, of which one may be `ppcp` alone. */
const TEST_PAYMENTS: ReadonlyArray<readonly [key: string, mode: string, method: string]> = [
	['_wcpay_mode', 'test', 'woocommerce_payments'],
	['_ppcp_paypal_payment_mode', 'sandbox', 'ppcp-'],
	['_ppcp_environment', 'sandbox', 'ppcp_'],
	['_enviorment', 'sandbox', 'angelleye_ppcp'],
	['_enviorment', 'sandbox', 'wpg_paypal_checkout'],
	['_mollie_payment_mode', 'test', 'mollie_'],
	['_wc_klarna_environment', 'test', 'klarna'],
	['_wc_klarna_environment', 'test', 'kco'],
	['_wc_avarda_environment', 'test', 'aco'],
	['_wc_stripe_mode', 'test', 'stripe'],
	['_wc_braintree_environment', 'sandbox', 'braintree_'],
	['is_production_mode', 'no', 'woo-mercado-pago'],
];

/**
 * The metadata of an order that says whether its payment is a test, with what it then holds: an order may have the metadata
 * of an earlier one that was paid otherwise, as renewals do. Without a method, it is all that is known of the payment.
 */
function testMarks(order: IDataObject): Array<{ key: string; value: unknown; modes: string[] }> {
	const method = textIn(order.payment_method);
	return propertiesIn(order.meta_data, 'key').flatMap(({ names: [key = ''], value }) => {
		// Gateways that are built with SkyVerge's framework name their metadata after themselves.
		if (method !== undefined && key === `_wc_${method}_environment`) {
			return { key, value, modes: ['test', 'sandbox'] };
		}
		const known = TEST_PAYMENTS.filter(([name]) => name === key);
		const ofMethod = known.filter(
			([, , begin]) => method === undefined || `${method}_`.startsWith(begin),
		);
		return known.length === 0 ? [] : { key, value, modes: ofMethod.map(([, mode]) => mode) };
	});
}

/** A subscription looks like an order; WooCommerce places a separate order for each of its payments. */
const SUBSCRIPTION: WhyNotSent = {
	because: 'is a subscription, not an order',
	advice: 'Pass the orders that WooCommerce places for it.',
};

/** Statuses of an order that its customer has not placed yet. */
const DRAFTS = ['checkout_draft', 'auto_draft', 'draft'];

/** Whether a plug-in gave an order the status of one that was refunded in part. */
const isPartlyRefunded = (status: string): boolean =>
	status.includes('partial') && status.includes('refund');

/** Half of the smallest amount of most currencies: tolerance for the rounding errors of a sum. */
const HALF_A_CENT = 0.005;

/** The time between two of an order's dates, in ms. Both are read from one clock: the shop's, or UTC. */
function timeBetween(order: IDataObject, from: string, to: string): number | undefined {
	for (const suffix of ['_gmt', '']) {
		const start = millisecondsOf(ownValue(order, from + suffix));
		const end = millisecondsOf(ownValue(order, to + suffix));
		if (start !== undefined && end !== undefined) return end - start;
	}
	return undefined;
}

function noOrder(order: IDataObject): WhyNotSent | undefined {
	if ('billing_period' in order) return SUBSCRIPTION;
	return DRAFTS.includes(statusIn(order.status) ?? '') ? DRAFT_ORDER : undefined;
}

const PAYMENT_DATES = ['date_paid', 'date_paid_gmt', 'date_completed', 'date_completed_gmt'];

/**
 * Refuses an order that does not say whether it is due, because a field has another type than WooCommerce sends.
 *
 * @throws UserError that names the field
 */
function requireReadableFields(order: IDataObject, orderLabel: string): void {
	const fields: DecidingField[] = [
		{ field: 'status', value: order.status, kind: 'status' },
		...PAYMENT_DATES.map((field): DecidingField => ({
			field,
			value: ownValue(order, field),
			kind: 'time',
		})),
		{ field: 'parent_id', value: order.parent_id, kind: 'number' },
		{ field: 'refunds', value: order.refunds, kind: 'list' },
		{ field: 'shipping_lines', value: order.shipping_lines, kind: 'list' },
		...listIn(order.shipping_lines).map((line): DecidingField => ({
			field: 'method_id',
			value: objectIn(line).method_id,
			kind: 'status',
			of: 'of a shipping line',
		})),
		...testMarks(order).map(({ key, value }): DecidingField => ({
			field: key,
			value,
			kind: 'status',
			of: 'of its metadata',
		})),
	];
	requireReadable(fields, orderLabel);
}

const isCashOnDelivery = (order: IDataObject): boolean =>
	textIn(order.payment_method)?.toLowerCase() === 'cod';

/**
 * What is wrong with the payment of an order whose status usually means that it is paid. WooCommerce puts an order that
 * is paid on delivery in process as well, and gives it dates of payment when it is completed.
 */
function missingPayment(order: IDataObject, total: number): MissingPayment | undefined {
	const isUndated = ['date_paid', 'date_paid_gmt'].every(
		(field) =>
			Object.hasOwn(order, field) &&
			(saysNo(ownValue(order, field)) || isMissingValue(textIn(ownValue(order, field)) ?? '')),
	);
	if (!isUndated || total === 0) return undefined;
	return isCashOnDelivery(order) ? 'cashOnDelivery' : 'noDate';
}

/** Whether the customer took the order along at the counter, as plug-ins and WooCommerce's app mark it. */
const isSoldAtCounter = (order: IDataObject): boolean =>
	/(?:^|[-_ ])pos(?:[-_ ]|$)/i.test(textIn(order.created_via) ?? '') &&
	listIn(order.shipping_lines).length === 0;

/**
 * What decides whether an order of WooCommerce is due.
 *
 * @param orderLabel what problems call the order
 * @throws UserError for an order with a field that cannot be read
 */
export function dueReading(order: IDataObject, orderLabel: string): DueReading {
	requireReadableFields(order, orderLabel);
	const { refunded, total } = amountsOf(order);
	return withoutUndefined({
		shop: 'wooCommerce' as const,
		noOrder: noOrder(order),
		status: statusIn(order.status),
		isCancelled: false,
		isClosed: false,
		isRefunded: refunded > 0 && refunded + HALF_A_CENT >= total,
		isTest: testMarks(order).some(({ value, modes }) => modes.includes(textIn(value) ?? '')),
		isHandedOver: isHandedOver(pickedUp(order)) || isSoldAtCounter(order),
		// One that is paid on delivery or at the counter is paid when it is completed.
		completedAfterMs:
			isCashOnDelivery(order) || isSoldAtCounter(order)
				? undefined
				: timeBetween(order, 'date_paid', 'date_completed'),
		missingPayment: missingPayment(order, total),
	});
}

/** Adds what the user should know about an order of WooCommerce as a whole. */
export function addWarnings(order: IDataObject, lines: IDataObject[], found: Findings): void {
	warnOfPickup(pickedUp(order), hasPickupPoint(order), found);
	const parentId = wholeNumberIn(order.parent_id) ?? 0;
	if (parentId > 0) {
		// Plug-ins for marketplaces and deposits repeat the lines of an order in separate orders.
		found.review(
			`The order is part of order ${parentId} in the shop: if that one is sent too, its lines are produced twice`,
		);
	}
	const isSilent =
		isPartlyRefunded(statusIn(order.status) ?? '') && !namesRefundedLines(order, lines);
	if (isSilent || hasUnmatchedRefund(order, lines)) {
		found.review(
			'Part of the order was refunded, but WooCommerce does not say for which lines: check the quantities',
		);
	}
}
