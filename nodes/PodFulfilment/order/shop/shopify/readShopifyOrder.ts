// Reads an order in the names of Shopify's REST API: ID, addresses, lines with gift cards and tips, and what decides
// whether it is due, some of which is required (financial and fulfilment status, cancelled, closed, test, cash on
// delivery, sale at the counter). Recognizes drafts, checkouts and fulfilments.

import type { IDataObject } from 'n8n-workflow';

import { isObject, withoutUndefined } from '../../../input/guards';
import type { Pieces } from '../../../input/nextTurn';
import { Findings } from '../../findings';
import { DRAFT_ORDER } from '../due';
import { orderInProblems, orderNumberIn } from '../orderLabel';
import {
	allPropertiesIn,
	isOfLegacyApi,
	linesIn,
	GIFT_CARD,
	NOT_SHIPPED,
	type Excluded,
	propertiesOfLine,
	refuseOrder,
} from '../reading';
import { recipientOfOrder } from '../shopAddress';
import { nameIn, shopLine } from '../shopLine';
import { readDeciding, whyNotSentBy } from '../sources/readDeciding';
import { addressOf, taxNumberOf } from './address';
import {
	cartPropertiesOf,
	DECIDING_IN_REST,
	DECIDING_TOGETHER,
	decidingDelivery,
	shippingLinesOf,
} from './deciding';
import { inRestNames } from './fromGraphql';
import { pieceCounter, type PieceCounter } from './pieces';
import type { WhyNotSent, ReadingOptions, ShopLine, ShopOrder } from '../shopOrder';
import { priceIn } from '../money';
import { hasLineItems, unwrapped } from '../unwrapped';
import { isSet, isUnset, listIn, objectIn, readableText, textIn } from '../values';

/** What Shopify calls the fulfilment by the shop itself, and of gift cards by Shopify. */
const OWN_SERVICES = ['manual', 'gift_card'];

/** WooCommerce calls lines the same as Shopify, but addresses differently. */
const isOfWooCommerce = (order: IDataObject): boolean =>
	isOfLegacyApi(order) || (isObject(order.billing) && !isObject(order.billing_address));

/** Why a line is none of a product that is shipped. */
function noProduct(line: IDataObject): Excluded | undefined {
	if (isSet(line.gift_card)) return GIFT_CARD;
	if (isObject(line.tip)) return { leftOutBecause: 'it is a tip' };
	return isUnset(line.requires_shipping) ? NOT_SHIPPED : undefined;
}

function lineOf(
	line: IDataObject,
	index: number,
	countPieces: PieceCounter,
	order: IDataObject,
	found: Findings,
): ShopLine {
	const title = [textIn(line.title), textIn(line.variant_title)].filter(Boolean).join(' - ');
	const service = textIn(line.fulfillment_service)?.toLowerCase();
	return shopLine(
		index,
		{
			id: line.id,
			skus: [line.sku, objectIn(line.variant).sku, objectIn(line.product).sku],
			otherIds: { 'variant ID': line.variant_id, 'product ID': line.product_id },
			variationId: textIn(line.variant_id),
			variantTitle: textIn(line.variant_title),
			fulfilmentService: OWN_SERVICES.includes(service ?? '') ? undefined : service,
			name: nameIn(line.name, title),
			ordered: line.quantity,
			...countPieces(line),
			price: priceIn(line.price, textIn(order.currency)),
			...propertiesOfLine(allPropertiesIn(line.properties, ['name', 'key'])),
			excluded: noProduct(line),
			emptied: 'it was refunded or removed',
		},
		found,
	);
}

/** The ID of the order. JSON parsers lose the last digits of very long ones, which the GraphQL ID keeps. */
const idOf = ({ id, admin_graphql_api_id: graphqlId }: IDataObject): string | undefined =>
	typeof id === 'number' && !Number.isSafeInteger(id)
		? (/\/Order\/(\d+)$/.exec(textIn(graphqlId) ?? '')?.[1] ?? textIn(id))
		: textIn(id);

const isDraft = (order: IDataObject): boolean =>
	/\/DraftOrder\//.test(textIn(order.admin_graphql_api_id) ?? '') ||
	('invoice_url' in order && !('financial_status' in order));

/** Recognizes checkouts and fulfilments: they have lines too, and n8n's Shopify Trigger has events for them. */
function notAnOrder(order: IDataObject): WhyNotSent | undefined {
	const advice = "Start the workflow with the Shopify Trigger's event Order Paid.";
	if ('abandoned_checkout_url' in order) {
		return {
			because: 'is a checkout that has not become an order yet',
			advice,
			cause: 'cancelled',
		};
	}
	if ('order_id' in order && !('financial_status' in order)) {
		return { because: 'is a fulfilment, which reports shipped goods', advice, cause: 'order' };
	}
	return undefined;
}

const REST = {
	called: 'Shopify',
	isCaseIgnored: true,
	ifIncomplete:
		'Pass the whole order. Where an option named Fields says what Shopify sends, remove it, or add these fields.',
} as const;

/** Why an order is not sent. In GraphQL, its fields were read by the names that they have there, too. */
function whyNotSentOf(
	order: IDataObject,
	orderLabel: string,
	options: ReadingOptions,
	found: Findings,
): WhyNotSent | undefined {
	const noOrder = isDraft(order) ? DRAFT_ORDER : notAnOrder(order);
	if (noOrder) return noOrder;
	const said = readDeciding([...DECIDING_IN_REST, ...DECIDING_TOGETHER], order, REST, orderLabel);
	for (const line of listIn(order.shipping_lines)) {
		readDeciding(decidingDelivery('delivery_category', false), objectIn(line), REST, orderLabel);
	}
	return whyNotSentBy(said, order, REST.called, options, found);
}

/**
 * Reads an order of Shopify, as sent by its webhooks, its REST API and its GraphQL Admin API.
 *
 * @throws UserError for data that is not an order of Shopify
 */
export function* readShopifyOrder(value: unknown, options: ReadingOptions): Pieces<ShopOrder> {
	const order = unwrapped(inRestNames(value), hasLineItems);
	if (!isObject(order) || !hasLineItems(order) || isOfWooCommerce(order)) {
		return refuseOrder(order, 'Shopify');
	}
	const number = orderNumberIn(value);
	const found = new Findings();
	const whyNotSent = whyNotSentOf(order, orderInProblems(number), options, found);
	yield;
	const recipient = recipientOfOrder(
		addressOf(order.shipping_address, order),
		addressOf(order.billing_address, order),
		found,
		taxNumberOf(order, options.taxNumberFrom),
	);
	yield;
	const countPieces = pieceCounter(order);
	const lines: ShopLine[] = [];
	for (const line of linesIn(order.line_items, number)) {
		yield;
		lines.push(lineOf(line, lines.length, countPieces, order, found));
	}
	return withoutUndefined({
		number: textIn(order.order_number),
		id: idOf(order),
		name: textIn(order.name),
		date: order.created_at,
		recipient,
		shippingMethods: shippingLinesOf(order).map(({ title, code }) =>
			[title, code].flatMap((text) => readableText(textIn(text)) ?? []),
		),
		lines,
		buyerNote: readableText(order.note),
		cartProperties: cartPropertiesOf(order),
		cartName: 'The cart',
		whyNotSent,
		findings: found.list,
	});
}
