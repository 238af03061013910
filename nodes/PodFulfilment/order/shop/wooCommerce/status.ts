// What decides whether an order of WooCommerce is due: status, subscriptions and drafts, the dates of payment and
// completion and the time between them, cash on delivery, sale at the counter, full refunds. Also the reviews of its
// pick-up, its parent order and its refunds.

import type { IDataObject } from 'n8n-workflow';

import { isMissingValue } from '../../../input/brokenText';
import { withoutUndefined, ownValue } from '../../../input/guards';
import { millisecondsOf } from '../../../input/timestamp';
import type { Findings } from '../../findings';
import { requireReadable, saysNo, type DecidingField } from '../decidingFields';
import { DRAFT_ORDER, type DueReading, type MissingPayment } from '../due';
import { isHandedOver, warnOfPickup } from '../pickup';
import type { WhyNotSent } from '../shopOrder';
import { listIn, objectIn, statusIn, textIn, wholeNumberIn } from '../values';
import { hasPickupPoint, pickedUp } from './pickupPoints';
import { amountsOf, hasUnmatchedRefund, namesRefundedLines } from './refundedPieces';
import { isTestPayment, testPaymentFields } from './testPayments';

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
		...testPaymentFields(order),
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
		isTest: isTestPayment(order),
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
