// Reads an order of WooCommerce: number, shipping methods, and lines with SKUs, variation, quantity left, price and
// properties; leaves out gift cards, refunds and what is not shipped. Flags for review an order that has the number of a
// parcel already. What decides whether it is due is in status.ts.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../input/equalText';
import { isContainer, isObject, withoutUndefined } from '../../../input/guards';
import type { Pieces } from '../../../input/nextTurn';
import { quote } from '../../../input/wording';
import { Findings } from '../../findings';
import { orderInProblems, orderNumberIn } from '../orderLabel';
import {
	allPropertiesIn,
	GIFT_CARD,
	linesIn,
	NOT_SHIPPED,
	propertiesIn,
	propertiesOfLine,
	refuseOrder,
	type Excluded,
} from '../reading';
import { recipientOfOrder } from '../shopAddress';
import { nameIn, shopLine } from '../shopLine';
import type { LineProperty, ReadingOptions, ShopLine, ShopOrder } from '../shopOrder';
import { priceIn } from '../money';
import { hasLineItems, unwrapped } from '../unwrapped';
import {
	contentOf,
	firstText,
	isSet,
	isUnset,
	listIn,
	objectIn,
	readableText,
	saysNone,
	textIn,
	wholeNumberIn,
} from '../values';
import { withAddOns } from './addOns';
import { addressOf, reviewSeveralAddresses, taxNumberOf } from './address';
import { bundleParts } from './bundles';
import { isRefund, refundedPieces } from './refundedPieces';
import { whyNotSentOf } from './status';

/** Shopify calls lines the same as WooCommerce, but addresses differently. */
const isOfShopify = (order: IDataObject): boolean =>
	(isObject(order.billing_address) ||
		isObject(order.shipping_address) ||
		'order_number' in order) &&
	!isObject(order.billing);

/** Prefixes of the metadata with which the usual plug-ins mark a gift card. */
const GIFT_CARD_META = /^_?(wc_gc_giftcard|pw_gift_card|ywgc_)/;

/** Title and codes of a shipping method, such as `flat_rate:3` and `flat_rate`. */
function methodNames(value: unknown): string[] {
	const { method_title: title, method_id: id, instance_id: instance } = objectIn(value);
	const code = textIn(id);
	const names = [readableText(textIn(title)), code && `${code}:${textIn(instance) ?? ''}`, code];
	return names.filter((name) => name !== undefined);
}

/** Why a line is none of a product that is shipped. */
function noProduct(line: IDataObject, properties: LineProperty[]): Excluded | undefined {
	const product = objectIn(line.product_data ?? line.product);
	if (isRefund(line)) return { leftOutBecause: 'it is a refund of another line' };
	if (properties.some(({ names }) => names.some((name) => GIFT_CARD_META.test(name)))) {
		return GIFT_CARD;
	}
	const isVirtual = [line.virtual, product.virtual].some(isSet);
	return isVirtual || isUnset(line.needs_shipping) ? NOT_SHIPPED : undefined;
}

/** SKUs of a line. WooCommerce itself sends one; plug-ins distinguish the variation's from the product's. */
const skusOf = (line: IDataObject): unknown[] => [
	...[line.variation_sku, objectIn(line.variation).sku, line.sku, line.product_sku],
	...[objectIn(line.product).sku, objectIn(line.product_data).sku, line.parent_sku],
];

/** ID of the variation, or of a product without variations. */
function variationOf(line: IDataObject): string | undefined {
	const variationId = textIn(line.variation_id);
	return variationId === undefined || variationId === '0' ? textIn(line.product_id) : variationId;
}

function lineOf(
	line: IDataObject,
	index: number,
	refunded: Map<string, number>,
	partIds: string[] | undefined,
	currency: string | undefined,
	found: Findings,
): ShopLine {
	const all = withAddOns(allPropertiesIn(line.meta_data, ['key', 'display_key']));
	const { properties, unreadProperties } = propertiesOfLine(all);
	return shopLine(
		index,
		{
			id: line.id,
			skus: skusOf(line),
			otherIds: { 'variation ID': line.variation_id, 'product ID': line.product_id },
			variationId: variationOf(line),
			name: nameIn(line.name, line.parent_name),
			ordered: line.quantity,
			left: (wholeNumberIn(line.quantity) ?? 0) - (refunded.get(textIn(line.id) ?? '') ?? 0),
			price: priceIn(line.price, currency),
			...{ properties, unreadProperties, partIds },
			excluded: noProduct(line, properties),
			emptied: 'it was refunded',
		},
		found,
	);
}

/** Names of metadata with the number of a parcel, comparable: those of Shipment Tracking, YITH, AfterShip, Correios and others end alike. */
const PARCELS =
	/(?:tracking(?:numbers?|no|nr|codes?|items)|dhllabeltracking|melhorenviotracking|parcelpanelshippingnumbers|wotorderitemtrackingdata|sendungsnummern?)$/;

/** What is no parcel to the customer: codes of advertising, and labels for returns. */
const NO_PARCEL =
	/return|retour|affiliate|analytic|campaign|referr|pixel|click|utm|google|facebook|conversion|visitor|^_?(?:ga|fb)_/i;

/** Names of the number in what a plug-in keeps of a parcel, comparable. */
const NUMBER = /^(?:tracking)?(?:numbers?|no|codes?)$/;

/** An order of several parcels has a list, which may be in an object by their numbers. */
const MAX_DEPTH = 3;

function holdsNumber(value: unknown, depth = 0): boolean {
	const content = contentOf(value);
	if (depth > MAX_DEPTH) return false;
	if (isContainer(content)) {
		return Object.entries(content).some(
			([name, entry]) =>
				(isObject(entry) || Array.isArray(content) || NUMBER.test(comparableName(name))) &&
				holdsNumber(entry, depth + 1),
		);
	}
	// An empty list as PHP writes it has a digit, too.
	return !saysNone(content) && /^(?!a:0:).*\d/s.test(textIn(content) ?? '');
}

/** Name of the metadata with the number of a parcel: somebody sent the order, or a part of it; undefined without one. */
const parcelNumberField = (order: IDataObject): string | undefined =>
	[order, ...listIn(order.line_items).map(objectIn)]
		.flatMap(({ meta_data: metadata }) => propertiesIn(metadata, 'key'))
		.find(
			({ names: [key = ''], value }) =>
				PARCELS.test(comparableName(key)) && !NO_PARCEL.test(key) && holdsNumber(value),
		)?.names[0];

/** When an order was placed, in UTC: its other date is in the time zone of the shop, which it does not say. */
const dateOf = ({ date_created_gmt: date }: IDataObject): string | undefined =>
	textIn(date)?.replace(/Z?$/, 'Z');

/**
 * Reads an order of WooCommerce, as sent by its webhooks and its REST API (v3).
 *
 * @throws UserError for data that is not an order of WooCommerce
 */
export function* readWooCommerceOrder(value: unknown, options: ReadingOptions): Pieces<ShopOrder> {
	const order = unwrapped(value, hasLineItems);
	if (!isObject(order) || !hasLineItems(order) || isOfShopify(order)) {
		return refuseOrder(order, 'WooCommerce');
	}
	const found = new Findings();
	yield;
	const shipping = addressOf(order, 'shipping');
	yield;
	const billing = addressOf(order, 'billing');
	yield;
	const taxNumber = taxNumberOf(order, options.taxNumberFrom);
	yield;
	const recipient = recipientOfOrder(shipping, billing, found, taxNumber);
	yield;
	const number = orderNumberIn(value);
	const given = linesIn(order.line_items, number);
	const refunded = refundedPieces(order, given);
	const whyNotSent = whyNotSentOf(order, orderInProblems(number), options, found);
	yield;
	const parcelField = whyNotSent ? undefined : parcelNumberField(order);
	if (parcelField !== undefined) {
		found.reviewNew(
			`The metadata ${quote(parcelField)} has the number of a parcel already: check that the order was not sent by somebody else, or it is produced again`,
			'fulfilled',
		);
	}
	yield;
	reviewSeveralAddresses(order, given, found);
	yield;
	const parts = bundleParts(given);
	const lines: ShopLine[] = [];
	for (const [index, line] of given.entries()) {
		yield;
		lines.push(lineOf(line, index, refunded, parts[index], textIn(order.currency), found));
	}
	return withoutUndefined({
		number: firstText(order.number, order.id),
		id: textIn(order.id),
		date: dateOf(order),
		recipient,
		shippingMethods: listIn(order.shipping_lines).map(methodNames),
		lines,
		buyerNote: readableText(order.customer_note),
		whyNotSent,
		findings: found.list,
	});
}
