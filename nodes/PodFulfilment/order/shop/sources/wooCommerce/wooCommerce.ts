// Orders of WooCommerce, as its webhooks and its REST API (v3) have them. What decides whether one is due is in status.ts.
// Flags for review an order that has the number of a parcel already.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../../input/equalText';
import type { Pieces } from '../../../../input/nextTurn';
import { isContainer, isObject } from '../../../../input/objects';
import { quote } from '../../../../input/wording';
import type { Findings } from '../../../findings';
import { allPropertiesIn, GIFT_CARD, NOT_SHIPPED, propertiesIn } from '../../reading';
import type { LineProperty } from '../../shopOrder';
import * as by from '../decidingFields';
import type { BesideLine, SourceTable } from '../sourceTable';
import {
	contained,
	contentOf,
	hasLineItems,
	isSet,
	isUnset,
	objectIn,
	saysNone,
	textIn,
	wholeNumberIn,
} from '../../values';
import { withAddOns } from './addOns';
import { addressOf, brazilianNumber, keptAside } from './address';
import { bundleParts } from './bundles';
import { isRefund, refundedPieces } from './refunds';
import { DECIDING, notPlaced } from './status';

/** Shopify calls lines the same as WooCommerce, but addresses differently. */
const isOfShopify = (order: IDataObject): boolean =>
	(isObject(order.billing_address) ||
		isObject(order.shipping_address) ||
		'order_number' in order) &&
	!isObject(order.billing);

/** Shopify calls neither the parts of an address so, nor has it such a key. */
function isSurely(value: unknown): boolean {
	const { billing, order_key: orderKey } = contained(value, hasLineItems) ?? {};
	return isObject(billing) && ('address_1' in billing || textIn(orderKey) !== undefined);
}

/** Prefixes of the metadata with which the usual plug-ins mark a gift card. */
const GIFT_CARD_META = /^_?(wc_gc_giftcard|pw_gift_card|ywgc_)/;

/** The code of a shipping method in its zone, such as `flat_rate:3`. */
const codeInZone = ({ method_id: id, instance_id: instance }: IDataObject): string | undefined =>
	textIn(id) && `${textIn(id)}:${textIn(instance) ?? ''}`;

const metadataOf = (line: IDataObject): LineProperty[] =>
	allPropertiesIn(line.meta_data, ['key', 'display_key']);

const isGiftCard = (line: IDataObject): boolean =>
	metadataOf(line).some(({ names }) => names.some((name) => GIFT_CARD_META.test(name)));

function isUnshipped(line: IDataObject): boolean {
	const { virtual } = objectIn(line.product_data ?? line.product);
	return isSet(line.virtual) || isSet(virtual) || isUnset(line.needs_shipping);
}

/** ID of the variation, or of a product without variations. */
const variationOf = ({ variation_id: id, product_id: productId }: IDataObject): unknown =>
	textIn(id) === undefined || textIn(id) === '0' ? productId : id;

/** How many pieces of each line are left, and of which lines a bundle consists. */
function besideLines(
	order: IDataObject,
	lines: readonly IDataObject[],
): (line: IDataObject, index: number) => BesideLine {
	const refunded = refundedPieces(order);
	const parts = bundleParts(lines);
	return (line, index) => ({
		left: (wholeNumberIn(line.quantity) ?? 0) - (refunded.get(textIn(line.id) ?? '') ?? 0),
		partIds: parts[index],
	});
}

/** Names of metadata with the number of a parcel, comparable: those of Shipment Tracking, YITH, AfterShip, Correios and others end alike. */
const PARCELS =
	/(?:tracking(?:numbers?|no|nr|codes?|items)|dhllabeltracking|melhorenviotracking|parcelpanelshippingnumbers|wotorderitemtrackingdata|sendungsnummern?)$/;

/** What is no parcel to the customer: codes of advertising, and labels for returns. */
const NO_PARCEL =
	/return|retour|affiliate|analytic|campaign|referr|pixel|click|utm|google|facebook|conversion|visitor|^_?(?:ga|fb)_/i;

/** Whether metadata may hold a number, or is a list that holds something. An empty one as PHP writes it has a digit, too. */
function mayHoldNumber(value: unknown): boolean {
	const content = contentOf(value);
	if (isContainer(content)) return Object.keys(content).length > 0;
	return !saysNone(content) && /^(?!a:0:).*\d/s.test(textIn(content) ?? '');
}

/** Reviews an order that has the number of a parcel in its metadata: somebody sent it, or a part of it. */
function* reviewParcelNumber(
	order: IDataObject,
	lines: readonly IDataObject[],
	found: Findings,
): Pieces<void> {
	for (const { meta_data: metadata } of [order, ...lines]) {
		const number = propertiesIn(metadata, 'key').find(
			({ names: [key = ''], value }) =>
				PARCELS.test(comparableName(key)) && !NO_PARCEL.test(key) && mayHoldNumber(value),
		);
		if (number) {
			return found.reviewNew(
				`The metadata ${quote(number.names[0])} has the number of a parcel already: check that the order was not sent by somebody else, or it is produced again`,
				'fulfilled',
			);
		}
		yield;
	}
}

/** When an order was placed, in UTC: its other date is in the time zone of the shop, which it does not say. */
const dateOf = ({ date_created_gmt: date }: IDataObject): string | undefined =>
	textIn(date)?.replace(/Z?$/, 'Z');

export const WOO_COMMERCE: SourceTable = {
	shop: 'wooCommerce',
	called: 'WooCommerce',
	description: 'WooCommerce Trigger, WooCommerce',
	isOrder: (order) => hasLineItems(order) && !isOfShopify(order),
	isSurely,
	number: ['number', 'id'],
	id: 'id',
	// Its numbers may change.
	keys: [{ part: 'id', field: 'id', isDigits: true }],
	isNumberUnique: false,
	date: dateOf,
	isCaseIgnored: true,
	kinds: {
		meta_data: 'fields',
		payment_method: 'text',
		created_via: 'text',
		'shipping_lines.[].method_id': 'word',
	},
	notPlaced,
	deciding: DECIDING,
	recipient: addressOf('shipping'),
	billing: addressOf('billing'),
	keptAside,
	metadata: (order) => allPropertiesIn(order.meta_data, ['key']),
	taxNumber: brazilianNumber,
	currency: 'currency',
	lines: {
		at: 'line_items',
		id: 'id',
		mayLackId: true,
		// Plug-ins add that of the variation.
		skus: ['variation_sku', 'sku'],
		otherIds: ['variation_id', 'product_id'],
		variationId: variationOf,
		quantity: 'quantity',
		name: ['name', 'parent_name'],
		prices: [{ path: 'price' }],
		properties: [(line) => withAddOns(metadataOf(line))],
		kinds: { meta_data: 'fields' },
		deciding: [
			by.when(isRefund, { leftOutBecause: 'it is a refund of another line' }),
			by.when(isGiftCard, GIFT_CARD),
			by.when(isUnshipped, NOT_SHIPPED),
		],
		beside: besideLines,
	},
	shippingMethods: { at: 'shipping_lines', names: ['method_title', codeInZone, 'method_id'] },
	buyerNote: 'customer_note',
	review: reviewParcelNumber,
};
