// Orders of WooCommerce, as its webhooks and its REST API (v3) have them. What decides whether one is due is in status.ts.
// Flags for review an order that has the number of a parcel already.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../../input/equalText';
import type { Pieces } from '../../../../input/nextTurn';
import { isContainer, isObject } from '../../../../input/objects';
import { quote } from '../../../../input/wording';
import type { Findings } from '../../../findings';
import {
	allPropertiesIn,
	GIFT_CARD,
	NOT_SHIPPED,
	propertiesIn,
	type Excluded,
} from '../../reading';
import type { LineProperty } from '../../shopOrder';
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
import { addressOf, brazilianNumber, keptAside, reviewSeveralAddresses } from './address';
import { bundleParts } from './bundles';
import { isRefund, refundedPieces } from './refundedPieces';
import { DECIDING, decidingIn, notPlaced } from './status';

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

/** Why a line is none of a product that is shipped. */
function noProduct(line: IDataObject): Excluded | undefined {
	const product = objectIn(line.product_data ?? line.product);
	if (isRefund(line)) return { leftOutBecause: 'it is a refund of another line' };
	if (metadataOf(line).some(({ names }) => names.some((name) => GIFT_CARD_META.test(name)))) {
		return GIFT_CARD;
	}
	const isVirtual = [line.virtual, product.virtual].some(isSet);
	return isVirtual || isUnset(line.needs_shipping) ? NOT_SHIPPED : undefined;
}

/** ID of the variation, or of a product without variations. */
function variationOf(line: IDataObject): string | undefined {
	const variationId = textIn(line.variation_id);
	return variationId === undefined || variationId === '0' ? textIn(line.product_id) : variationId;
}

/** How many pieces of each line are left, whether it is shipped at all, and of which lines a bundle consists. */
function besideLines(
	order: IDataObject,
	lines: readonly IDataObject[],
): (line: IDataObject, index: number) => BesideLine {
	const refunded = refundedPieces(order, lines);
	const parts = bundleParts(lines);
	return (line, index) => ({
		left: (wholeNumberIn(line.quantity) ?? 0) - (refunded.get(textIn(line.id) ?? '') ?? 0),
		excluded: noProduct(line),
		partIds: parts(index),
		variationId: variationOf(line),
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

/** Name of the metadata with the number of a parcel: somebody sent the order, or a part of it; undefined without one. */
function* parcelNumberField(
	order: IDataObject,
	lines: readonly IDataObject[],
): Pieces<string | undefined> {
	for (const { meta_data: metadata } of [order, ...lines]) {
		const found = propertiesIn(metadata, 'key').find(
			({ names: [key = ''], value }) =>
				PARCELS.test(comparableName(key)) && !NO_PARCEL.test(key) && mayHoldNumber(value),
		);
		if (found) return found.names[0];
		yield;
	}
	return undefined;
}

/** When an order was placed, in UTC: its other date is in the time zone of the shop, which it does not say. */
const dateOf = ({ date_created_gmt: date }: IDataObject): string | undefined =>
	textIn(date)?.replace(/Z?$/, 'Z');

function* reviewOf(
	order: IDataObject,
	lines: readonly IDataObject[],
	isNotSent: boolean,
	found: Findings,
): Pieces<void> {
	const parcelField = isNotSent ? undefined : yield* parcelNumberField(order, lines);
	if (parcelField !== undefined) {
		found.reviewNew(
			`The metadata ${quote(parcelField)} has the number of a parcel already: check that the order was not sent by somebody else, or it is produced again`,
			'fulfilled',
		);
	}
	yield;
	reviewSeveralAddresses(order, lines, found);
	yield;
}

export const WOO_COMMERCE: SourceTable = {
	shop: 'wooCommerce',
	called: 'WooCommerce',
	description: 'WooCommerce Trigger, WooCommerce',
	isOrder: (order) => hasLineItems(order) && !isOfShopify(order),
	isSurely,
	number: ['number', 'id'],
	id: 'id',
	isNumberUnique: false,
	date: dateOf,
	isCaseIgnored: true,
	kinds: { meta_data: 'fields', payment_method: 'text', created_via: 'text' },
	notPlaced,
	deciding: DECIDING,
	decidingIn,
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
		quantity: 'quantity',
		name: ['name', 'parent_name'],
		prices: [{ path: 'price', unit: 'main' }],
		properties: [(line) => withAddOns(metadataOf(line))],
		kinds: { meta_data: 'fields' },
		deciding: [],
		beside: besideLines,
	},
	shippingMethods: { at: 'shipping_lines', names: ['method_title', codeInZone, 'method_id'] },
	buyerNote: 'customer_note',
	review: reviewOf,
};
