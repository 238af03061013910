import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../input/guards';
import { shown } from '../../input/wording';
import type { ShopAddress } from './address';
import { lineLabel } from './label';
import {
	CANCELLED_ORDER,
	DRAFT_ORDER,
	linesIn,
	NOT_SHIPPED,
	propertiesIn,
	recipientOfOrder,
	REFUNDED_ORDER,
	refuseOrder,
	repeatedLines,
	SHOP_ORDER,
	TEST_ORDER,
	testOrderWarning,
	unwrapped,
} from './reading';
import type { LineProperty, NotSent, ReadingOptions, ShopLine, ShopOrder } from './shopOrder';
import {
	firstText,
	isSet,
	isUnset,
	listIn,
	objectIn,
	priceIn,
	textIn,
	wholeNumberIn,
} from './values';
import { amountsOf, hasUntoldRefund, isRefund, refundedPieces } from './wooCommerceRefunds';

const isOrder = (object: IDataObject): boolean => Array.isArray(object.line_items);

/** Shopify names its lines as WooCommerce does, and its addresses otherwise. */
const isOfShopify = (order: IDataObject): boolean =>
	(isObject(order.billing_address) ||
		isObject(order.shipping_address) ||
		'order_number' in order) &&
	!isObject(order.billing);

/** Beginnings of the metadata by which the usual plug-ins mark a gift card. */
const GIFT_CARD_META = /^_?(wc_gc_giftcard|pw_gift_card|ywgc_)/;

/** Where plug-ins for bundles list the lines that a line is made of. */
const PART_LISTS = ['bundled_items', 'composite_children', 'child_items'];

/** Metadata by which payment plug-ins tell a payment that was a test. */
const TEST_PAYMENTS: Readonly<Record<string, string>> = {
	_wcpay_mode: 'test',
	_ppcp_paypal_payment_mode: 'sandbox',
};

const addressOf = (value: unknown, billing: IDataObject): ShopAddress => {
	const address = objectIn(value);
	return {
		firstName: address.first_name,
		lastName: address.last_name,
		company: address.company,
		address1: address.address_1,
		address2: address.address_2,
		city: address.city,
		zip: address.postcode,
		state: address.state,
		country: address.country,
		phone: firstText(address.phone, billing.phone),
		email: firstText(address.email, billing.email),
	};
};

/** IDs of the lines that a bundle is made of; undefined for a line that is no bundle. */
function partIdsOf(line: IDataObject, properties: LineProperty[]): string[] | undefined {
	const listed = PART_LISTS.map((name) => listIn(line[name])).find((list) => list.length > 0);
	if (listed) return listed.flatMap((id) => textIn(id) ?? []);
	const isMarked = properties.some(({ names }) =>
		names.some((name) => name === '_bundled_items' || name === '_composite_children'),
	);
	return isMarked ? [] : undefined;
}

function reasonToLeaveOut(
	line: IDataObject,
	properties: LineProperty[],
	left: number,
): string | undefined {
	const product = objectIn(line.product_data ?? line.product);
	if (isRefund(line)) return 'it takes back what was refunded';
	if (properties.some(({ names }) => names.some((name) => GIFT_CARD_META.test(name)))) {
		return 'it is a gift card';
	}
	if ([line.virtual, product.virtual].some(isSet) || isUnset(line.needs_shipping)) {
		return NOT_SHIPPED;
	}
	if (wholeNumberIn(line.quantity) === 0) return 'its quantity is 0';
	return left <= 0 ? 'it was refunded' : undefined;
}

/** SKUs of a line. WooCommerce itself sends one; those of plug-ins tell the variation's from the product's. */
const skusOf = (line: IDataObject): string[] => [
	...new Set(
		[
			line.variation_sku,
			objectIn(line.variation).sku,
			line.sku,
			line.product_sku,
			objectIn(line.product).sku,
			objectIn(line.product_data).sku,
			line.parent_sku,
		].flatMap((sku) => textIn(sku) ?? []),
	),
];

/** Reads one line; what is amiss goes to the order's lists. */
function lineOf(
	line: IDataObject,
	index: number,
	refunded: Map<string, number>,
	currency: string | undefined,
	{ warnings, problems }: Pick<ShopOrder, 'warnings' | 'problems'>,
): ShopLine {
	const skus = skusOf(line);
	const name = firstText(line.name, line.parent_name);
	const id = textIn(line.id);
	const label = lineLabel(index, name, skus);
	const ordered = wholeNumberIn(line.quantity);
	const left = ordered === undefined ? 1 : ordered - ((id && refunded.get(id)) || 0);
	const properties = propertiesIn(line.meta_data, 'key', 'display_key');
	const partIds = partIdsOf(line, properties);
	const leftOutBecause =
		reasonToLeaveOut(line, properties, left) ??
		(partIds && 'it is a bundle, and its parts are lines of their own');
	if (leftOutBecause === undefined) {
		if (ordered === undefined) {
			problems.push(
				`${SHOP_ORDER} → ${label}: the quantity is ${shown(line.quantity)}, and has to be a whole number`,
			);
		} else if (left < ordered) {
			warnings.push(`${label}: ${left} of ${ordered} pieces are left after refunds`);
		}
	}
	const price = priceIn(line.price, currency);
	return {
		label,
		...(id !== undefined && { id }),
		skus,
		...(name !== undefined && { name }),
		quantity: leftOutBecause === undefined ? left : 0,
		...(price !== undefined && { price }),
		properties,
		...(leftOutBecause !== undefined && { leftOutBecause }),
		...(partIds && { partIds }),
	};
}

/** A subscription looks like an order, and WooCommerce places an order of its own for each of its payments. */
const SUBSCRIPTION: NotSent = {
	because: 'is a subscription, and no order',
	advice: 'Pass the orders that WooCommerce places for it.',
};

const isTest = (order: IDataObject): boolean =>
	propertiesIn(order.meta_data, 'key').some(({ names: [key = ''], value }) =>
		Object.entries(TEST_PAYMENTS).some(([name, mode]) => name === key && textIn(value) === mode),
	);

const statusOf = (order: IDataObject): string => (textIn(order.status) ?? '').replace(/^wc-/, '');

/** Half of the smallest amount of money; sums of amounts are compared with it. */
const HALF_A_CENT = 0.005;

function notSentOf(order: IDataObject, { sendTestOrders }: ReadingOptions): NotSent | undefined {
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
		case 'checkout-draft':
		case 'auto-draft':
		case 'draft':
			return DRAFT_ORDER;
		default:
			if (refunded > 0 && refunded + HALF_A_CENT >= total) return REFUNDED_ORDER;
			return isTest(order) && !sendTestOrders ? TEST_ORDER : undefined;
	}
}

function warningsOf(order: IDataObject, { sendTestOrders }: ReadingOptions): string[] {
	const status = statusOf(order);
	const parentId = wholeNumberIn(order.parent_id) ?? 0;
	return [
		...(['pending', 'on-hold'].includes(status)
			? [`The order is not paid in the shop: its status is ${status}`]
			: []),
		// Plug-ins for marketplaces and deposits list the lines of an order in orders of their own once more.
		...(parentId > 0
			? [
					`The order is a part of order ${parentId} in the shop: where that one is sent too, its lines are produced twice`,
				]
			: []),
		...(hasUntoldRefund(order)
			? [
					'A part of the order was refunded, and WooCommerce does not say for which lines: check the quantities',
				]
			: []),
		...(sendTestOrders && isTest(order) ? [testOrderWarning] : []),
	];
}

/**
 * Reads an order of WooCommerce, as its webhooks and its REST API (v3) have it.
 *
 * @throws UserError for data that is no order of WooCommerce
 */
export function readWooCommerceOrder(value: unknown, options: ReadingOptions): ShopOrder {
	const order = unwrapped(value, isOrder);
	if (!isObject(order) || !isOrder(order) || isOfShopify(order)) {
		return refuseOrder(order, 'WooCommerce');
	}
	const number = firstText(order.number, order.id);
	const id = textIn(order.id);
	const billing = objectIn(order.billing);
	const { recipient, warnings } = recipientOfOrder(
		addressOf(order.shipping, billing),
		addressOf(billing, billing),
	);
	const given = linesIn(order.line_items, SHOP_ORDER);
	const refunded = refundedPieces(order, given);
	const found = {
		warnings: [...warnings, ...warningsOf(order, options)],
		problems: [] as string[],
	};
	const lines = given.map((line, index) =>
		lineOf(line, index, refunded, textIn(order.currency), found),
	);
	found.problems.push(...repeatedLines(lines));
	const notSent = notSentOf(order, options);
	return {
		...(number !== undefined && { number }),
		...(id !== undefined && { id }),
		recipient,
		lines,
		...(notSent && { notSent }),
		...found,
	};
}
