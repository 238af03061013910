// What decides whether an order of WooCommerce is due: status, subscriptions and drafts, the dates of payment and
// completion and the time between them, cash on delivery, payments that a plug-in marks as tests, sale at the counter,
// pick-up, full refunds. Also the reviews of pick-up points, of its parent order and of its refunds.

import type { IDataObject } from 'n8n-workflow';

import { comparableName, wordSet } from '../../../../input/equalText';
import { numberIn } from '../../../../input/number';
import { isContainer, isObject, ownValue } from '../../../../input/objects';
import { millisecondsOf } from '../../../../input/timestamp';
import { MAX_TEXT_LENGTH } from '../../../textBounds';
import {
	ALREADY_DONE,
	DRAFT_ORDER,
	MAX_PROPERTIES,
	NEVER_DUE,
	NOT_WANTED,
	propertiesIn,
} from '../../reading';
import {
	contentOf,
	HALF_A_CENT,
	isSet,
	listIn,
	objectIn,
	objectsIn,
	saysNone,
	statusIn,
	textIn,
} from '../../values';
import type { WhyNotSent } from '../../shopOrder';
import {
	date,
	decidingPickup,
	each,
	list,
	money,
	optional,
	review,
	status,
	textInEach,
	when,
	type DecidingField,
	type OrderMeaning,
} from '../decidingFields';
import { amountsOf, hasUnmatchedRefund, refundedPieces } from './refundedPieces';

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

/** What an order's metadata decides: whether its payment is a test. */
const decidingPayment = (order: IDataObject): Array<DecidingField<OrderMeaning>> =>
	propertiesIn(order.meta_data, 'key').flatMap(({ names: [key = ''], value }) => {
		const test = TEST_PAYMENTS.get(key) ?? (ENVIRONMENT.test(key) ? 'test sandbox' : undefined);
		if (test === undefined) return [];
		const field = status<OrderMeaning>(key, each(test, 'test'), { others: 'due' });
		return { ...optional(field), read: () => value };
	});

const isCashOnDelivery = (order: IDataObject): boolean =>
	textIn(order.payment_method)?.toLowerCase() === 'cod';

/** Whether the customer took the order along at the counter, as plug-ins and WooCommerce's app mark it. */
const isSoldAtCounter = (order: IDataObject): boolean =>
	/(?:^|[-_ ])pos(?:[-_ ]|$)/i.test(textIn(order.created_via) ?? '') &&
	listIn(order.shipping_lines).length === 0;

/** The time between payment and completion, in ms. Both are read from one clock: the shop's, or UTC. */
function completedAfterMs(order: IDataObject): number | undefined {
	for (const suffix of ['_gmt', '']) {
		const [start, end] = ['date_paid', 'date_completed'].map((name) =>
			millisecondsOf(ownValue(order, name + suffix)),
		);
		if (start !== undefined && end !== undefined) return end - start;
	}
	return undefined;
}

/** A shop that completes an order this soon after its payment did so by itself, before anything was produced. */
const COMPLETED_BY_ITSELF_MS = 15 * 60_000;

/** One that is paid on delivery or at the counter is paid when it is completed. */
function completed(order: IDataObject): WhyNotSent {
	const after = completedAfterMs(order) ?? Number.POSITIVE_INFINITY;
	return Math.abs(after) > COMPLETED_BY_ITSELF_MS ||
		isCashOnDelivery(order) ||
		isSoldAtCounter(order)
		? {
				isSent: true,
				because: 'is completed in the shop',
				advice: `${ALREADY_DONE} If your shop completes orders that have not been produced, add the option Order Statuses with "processing, completed".`,
				cause: 'fulfilled',
			}
		: {
				isSent: true,
				because: 'was completed in the shop as soon as it was paid, and was never ordered here',
				advice:
					'If your shop completes orders by itself, add the option Order Statuses (orderStatuses) with "processing, completed": such orders are then produced. If this one was sent already, nothing needs to be done.',
				alwaysStops: true,
				cause: { cause: 'otherStatus', text: 'processing, completed' },
			};
}

const FAILED: WhyNotSent = {
	because: 'was not paid: its payment did not go through',
	advice: NOT_WANTED,
	endedBy: 'failed in the shop',
	cause: 'notPaid',
};

/** Of a part of another order. Plug-ins for marketplaces and deposits repeat the lines of an order in separate orders. */
const partOf = ({ parent_id: parentId }: IDataObject) =>
	review(
		`The order is part of order ${String(parentId)} in the shop: if that one is sent too, its lines are produced twice`,
		'repeatedLine',
	);

const isUnpaidByStatus = ({ status }: IDataObject): boolean =>
	['on_hold', 'pending'].includes(statusIn(status) ?? '');

/** Whether a field has a date. */
const hasDate = (order: IDataObject, field: string): boolean =>
	(millisecondsOf(ownValue(order, field)) ?? 0) > 0;

/**
 * Whether an order that is to be paid has no date of payment. WooCommerce puts one that is paid on delivery in process as
 * well, and gives it dates of payment when it is completed: without any such field, nothing says that this one is paid. Its
 * first API has `date_paid` alone.
 */
function isUndated(order: IDataObject): boolean {
	const dates = ['date_paid', 'date_paid_gmt'].filter((field) => Object.hasOwn(order, field));
	const isKnown = dates.length > 0 || isCashOnDelivery(order);
	return isKnown && numberIn(order.total) !== 0 && !dates.some((field) => hasDate(order, field));
}

/** Whether the whole amount was paid back of an order that was not called off. */
function isRefunded(order: IDataObject): boolean {
	const { refunded, total } = amountsOf(order);
	const isAll = refunded > 0 && refunded + HALF_A_CENT >= total;
	return isAll && !NEVER_DUE.includes(statusIn(order.status) ?? '');
}

/** Whether a part was refunded, by the status of a plug-in or by the refunds, and nothing says of which lines. */
function hasSilentRefund(order: IDataObject): boolean {
	const lines = objectsIn(order.line_items);
	const status = statusIn(order.status) ?? '';
	const isPartly = status.includes('partial') && status.includes('refund');
	return (isPartly && refundedPieces(order, lines).size === 0) || hasUnmatchedRefund(order, lines);
}

/** Whether an order that was called off was completed before. */
const wasSent = (order: IDataObject): boolean =>
	(isRefunded(order) || NEVER_DUE.includes(statusIn(order.status) ?? '')) &&
	['date_completed', 'date_completed_gmt'].some((field) => hasDate(order, field));

/** Shipping methods for customers who pick up their order: those of WooCommerce itself, and of plug-ins named after them. */
const PICKUP = /^(local_pickup|pickup_location)/;

/** What the IDs of shipping methods begin with by which plug-ins ship to such places alone. */
const POINT_METHODS = [
	...['box_now_delivery', 'chronorelais', 'easypack_parcel_machines', 'foxpost_woo_parcel_apt'],
	...['gls_shipping_method_parcel', 'lpc_relay', 'omnivalt_pt', 'service_point_shipping_method'],
];

/** Metadata in which plug-ins keep the pick-up point or locker that the customer chose, as they write them. */
const POINT_KEYS = wordSet(`
	_boxnow_locker_id _dpd_parcelshop_id wc_shipping_dpd_parcels_terminal foxpost_woo_parcel_apt_id
	_fraktguiden_pickup_point_id _gls_pickup_info _glsparcelshop_id inv_gls_picked_shop_id mygls_psd_id
	_lpc_meta_pickUpLocationId _omnivalt_terminal_id packetery_point_id _packeta_point_id _parcel_machine_id
	_sameday_shipping_locker_id _shipping_method_chronorelais _shipping_nova_poshta_warehouse ups_access_point
	venipak_pickup_point venipak_pickup_point_data _woo_lithuaniapost_lpexpress_terminal_id
	Mondial_Relay_Parcel_Shop_ID _wms_mondial_relay_pickup_info _wms_chronopost_pickup_info _stan_meta_relay_id
	apaczka_delivery_point bw_parcel_point bw_parcel_point_code _furgonetkaPoint _packlink_drop_off_point_id
	Punkt_odbioru sendcloudshipping_service_point_meta shipmondo_pickup_point`);

/** Metadata that says of each delivery, among more, whether it goes to a pick-up point. */
const DELIVERY_OPTIONS = /^_?myparcel\w*_delivery_options$/i;

const methodsOf = (order: IDataObject): string[] =>
	objectsIn(order.shipping_lines).map((line) => textIn(line.method_id) ?? '');

/** For each shipping line, whether the customer picks up what it is for. */
const pickedUp = (order: IDataObject): boolean[] =>
	methodsOf(order).map((method) => PICKUP.test(method));

/** Whether metadata holds the place that the customer chose: plug-ins keep empty values where there is none. */
function holdsPickupPoint(key: string, value: unknown): boolean {
	const content = contentOf(value);
	if (DELIVERY_OPTIONS.test(key)) return isSet(objectIn(content).isPickup);
	if (!POINT_KEYS.has(comparableName(key.slice(0, MAX_TEXT_LENGTH)))) return false;
	return isContainer(content)
		? Object.values(content).some((entry) => isObject(entry) || !saysNone(entry))
		: // An empty list as PHP writes it.
			!saysNone(content) && content !== 'a:0:{}';
}

/** Whether the customer chose a pick-up point or locker, whose address may not be that of the order. */
const hasPickupPoint = (order: IDataObject): boolean =>
	methodsOf(order).some((method) => POINT_METHODS.some((begin) => method.startsWith(begin))) ||
	[order, ...objectsIn(order.shipping_lines)]
		.flatMap(({ meta_data: metadata }) => propertiesIn(metadata, 'key'))
		// Those of the order, and as many of its shipping lines together.
		.slice(0, 2 * MAX_PROPERTIES)
		.some(({ names: [key = ''], value }) => holdsPickupPoint(key, value));

/** What decides whether an order is due, with all statuses of WooCommerce itself. */
export const DECIDING: ReadonlyArray<DecidingField<OrderMeaning>> = [
	when(isRefunded, 'refunded'),
	status<OrderMeaning>(
		'status',
		{
			...{ processing: 'due', 'on-hold': 'notPaid', pending: 'notPaid', completed },
			...{ cancelled: 'cancelled', trash: 'cancelled', refunded: 'refunded', failed: FAILED },
		},
		// Others are of plug-ins.
		{ called: 'status', isListed: true, others: 'notListed' },
	),
	when(wasSent, 'sent'),
	...['date_paid', 'date_paid_gmt', 'date_completed', 'date_completed_gmt'].map((path) =>
		date(path, 'due'),
	),
	...['refunds', 'shipping_lines'].map((path) => optional(list(path, 'due'))),
	when((order) => isCashOnDelivery(order) && isUndated(order), 'onDelivery'),
	when(
		(order) => !isCashOnDelivery(order) && !isUnpaidByStatus(order) && isUndated(order),
		review(
			'The shop gives no date of payment, although the status is that of a paid order: check that it was paid',
			'notPaid',
		),
	),
	when(isSoldAtCounter, 'handedOver'),
	...decidingPickup(pickedUp, hasPickupPoint),
	optional(money<OrderMeaning>('parent_id', partOf)),
	when(
		hasSilentRefund,
		review(
			'Part of the order was refunded, but WooCommerce does not say for which lines: check the quantities',
			'refunded',
		),
	),
];

/** What decides in an order's shipping lines, and in what its payment plug-in wrote. */
export const decidingIn = (order: IDataObject): Array<DecidingField<OrderMeaning>> => [
	...textInEach(order.shipping_lines, 'method_id'),
	...decidingPayment(order),
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

/**
 * Recognizes subscriptions, which look like orders, orders that their customers have not placed yet, and those of the first
 * API.
 */
export function notPlaced(order: IDataObject): WhyNotSent | undefined {
	if ('billing_period' in order) {
		return {
			because: 'is a subscription, not an order',
			advice: 'Pass the orders that WooCommerce places for it.',
			cause: 'order',
		};
	}
	const isDraft = ['checkout_draft', 'auto_draft', 'draft'].includes(statusIn(order.status) ?? '');
	if (isDraft) return DRAFT_ORDER;
	const isOfFirstApi = objectsIn(order.line_items).some(
		(line) => Array.isArray(line.meta) && line.meta_data === undefined,
	);
	return isOfFirstApi ? FIRST_API : undefined;
}
