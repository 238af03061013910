// Reads an order in the names of Shopify's REST API: ID, addresses, lines with gift cards and tips, and what decides
// whether it is due, some of which is required (financial and fulfilment status, cancelled, closed, test, cash on
// delivery, sale at the counter). Recognizes drafts, checkouts and fulfilments.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { isObject, withoutUndefined, ownValue } from '../../../input/guards';
import type { Pieces } from '../../../input/nextTurn';
import { quotedList } from '../../../input/wording';
import { Findings } from '../../findings';
import { isAddress, type ShopAddress } from '../shopAddress';
import { keptPartsOf } from '../keptAside';
import { hasHappened, requireReadable, type DecidingField } from '../decidingFields';
import { DRAFT_ORDER, whyNotSentOf, type DueReading } from '../due';
import { orderInProblems, orderNumberIn } from '../orderLabel';
import {
	allPropertiesIn,
	isOfLegacyApi,
	linesIn,
	GIFT_CARD,
	NOT_SHIPPED,
	type Excluded,
	propertiesIn,
	propertiesOfLine,
	refuseOrder,
} from '../reading';
import { recipientOfOrder } from '../recipientOfOrder';
import { nameIn, shopLine } from '../shopLine';
import { isHandedOver, warnOfPickup } from '../pickup';
import {
	hasPickupPoint,
	isDeliveredByShop,
	isPickupOfCart,
	pickedUp,
	shippingLinesOf,
} from './shippingLines';
import { inRestNames } from './fromGraphql';
import { pieceCounter, type PieceCounter } from './pieces';
import { hasUnmatchedRefund } from './unmatchedRefunds';
import { taxNumberOf } from './localizedFields';
import type { WhyNotSent, ReadingOptions, ShopLine, ShopOrder } from '../shopOrder';
import { priceIn } from '../money';
import { hasLineItems, unwrapped } from '../unwrapped';
import {
	firstText,
	isSet,
	isUnset,
	listIn,
	objectIn,
	readableText,
	statusIn,
	textIn,
} from '../values';

/** What Shopify calls the fulfilment by the shop itself, and of gift cards by Shopify. */
const OWN_SERVICES = ['manual', 'gift_card'];

/** WooCommerce calls lines the same as Shopify, but addresses differently. */
const isOfWooCommerce = (order: IDataObject): boolean =>
	isOfLegacyApi(order) || (isObject(order.billing) && !isObject(order.billing_address));

const addressOf = (value: unknown, order: IDataObject): ShopAddress => {
	const address = objectIn(value);
	return {
		name: address.name,
		firstName: address.first_name,
		lastName: address.last_name,
		company: address.company,
		address1: address.address1,
		address2: address.address2,
		city: address.city,
		zip: address.zip,
		state: address.province_code,
		stateName: address.province,
		country: firstText(address.country_code, address.country),
		phone: firstText(address.phone, order.phone, objectIn(order.customer).phone),
		email: firstText(order.email, order.contact_email, objectIn(order.customer).email),
		// Fields that a theme or an app adds to the cart.
		keptAside: keptPartsOf(
			propertiesIn(order.note_attributes, 'name').map(({ names: [name = ''], value }) => ({
				...{ name, value, isOfAddress: false },
			})),
		),
	};
};

/** Why a line is none of a product that is shipped. */
function noProduct(line: IDataObject): Excluded | undefined {
	if (isSet(line.gift_card)) return GIFT_CARD;
	if (isObject(line.tip)) return { leftOutBecause: 'it is a tip' };
	return isUnset(line.requires_shipping) ? NOT_SHIPPED : undefined;
}

/** Reads one line, and adds its warnings to those of the order. */
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
			...propertiesOfLine(allPropertiesIn(line.properties, ['name'])),
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
		return { because: 'is a checkout that has not become an order yet', advice };
	}
	if ('order_id' in order && !('financial_status' in order)) {
		return { because: 'is a fulfilment, which reports shipped goods', advice };
	}
	return undefined;
}

/** Whether the customer took the order along at the counter. */
const isSoldAtCounter = (order: IDataObject): boolean =>
	textIn(order.source_name)?.toLowerCase() === 'pos' &&
	!isAddress(addressOf(order.shipping_address, order));

/**
 * Fields that decide what is sent. Shopify sends each of them, as null where it has nothing to say. Without `closed_at` and
 * `shipping_lines` an order can be judged: what is closed was fulfilled or cancelled as a rule, and what is picked up has no
 * shipping address, so that somebody has to look at it.
 */
const DECIDING_FIELDS = ['cancelled_at', 'financial_status', 'fulfillment_status', 'test'];

/**
 * Refuses an order of which only some fields were asked for: one that does not say that it was cancelled may be so.
 *
 * @param orderLabel what problems call the order
 * @throws UserError that names the missing fields
 */
function requireDecidingFields(order: IDataObject, orderLabel: string): void {
	const missing = DECIDING_FIELDS.filter((name) => ownValue(order, name) === undefined);
	if (missing.length === 0) return;
	refuse(
		orderLabel,
		`lacks ${quotedList(missing)}, so nothing says whether it is due`,
		'Pass the whole order. Where an option named Fields says what Shopify sends, remove it, or add these fields.',
	);
}

/** Refuses an order that does not say whether it is due, because a field has another type than Shopify sends. */
function requireReadableFields(order: IDataObject, orderLabel: string): void {
	requireReadable(
		[
			{ field: 'cancelled_at', value: order.cancelled_at, kind: 'happened' },
			{ field: 'closed_at', value: order.closed_at, kind: 'happened' },
			{ field: 'financial_status', value: order.financial_status, kind: 'status' },
			{ field: 'fulfillment_status', value: order.fulfillment_status, kind: 'status' },
			{ field: 'test', value: order.test, kind: 'flag' },
			{ field: 'shipping_lines', value: order.shipping_lines, kind: 'list' },
			...listIn(order.shipping_lines).map((line): DecidingField => ({
				field: 'delivery_category',
				value: objectIn(line).delivery_category,
				kind: 'status',
				of: 'of a shipping line',
			})),
		],
		orderLabel,
	);
}

/** Whether an order that is not paid yet is paid on delivery, by the name that Shopify gives this method. */
const isCashOnDelivery = (order: IDataObject): boolean =>
	statusIn(order.financial_status) === 'pending' &&
	listIn(order.payment_gateway_names).some((name) =>
		/cash[ _-]on[ _-]delivery|\bcod\b/i.test(textIn(name) ?? ''),
	);

/** What decides whether an order of Shopify is due. */
const dueReading = (order: IDataObject): DueReading =>
	withoutUndefined({
		shop: 'shopify' as const,
		noOrder: isDraft(order) ? DRAFT_ORDER : notAnOrder(order),
		status: statusIn(order.financial_status),
		fulfilmentStatus: statusIn(order.fulfillment_status),
		isCancelled: hasHappened(order.cancelled_at),
		isClosed: hasHappened(order.closed_at),
		isRefunded: false,
		isTest: isSet(order.test),
		missingPayment: isCashOnDelivery(order) ? ('cashOnDelivery' as const) : undefined,
		isHandedOver: isHandedOver(pickedUp(order)) || isSoldAtCounter(order),
	});

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
	const reading = dueReading(order);
	if (!reading.noOrder) {
		requireDecidingFields(order, orderInProblems(number));
		requireReadableFields(order, orderInProblems(number));
	}
	const found = new Findings();
	yield;
	const recipient = recipientOfOrder(
		addressOf(order.shipping_address, order),
		addressOf(order.billing_address, order),
		found,
		taxNumberOf(order, options.taxNumberFrom),
	);
	yield;
	const whyNotSent = whyNotSentOf(reading, options, found);
	warnOfPickup(pickedUp(order), hasPickupPoint(order), found);
	if (isDeliveredByShop(order)) {
		found.review(
			'The shop delivers a part of the order or all of it itself, by local delivery: check that a parcel is to be sent, and where to',
		);
	}
	if (isPickupOfCart(order)) {
		found.review(
			'The cart says that the customer picks the order up: check whether it is to be shipped, and where to',
		);
	}
	yield;
	const countPieces = pieceCounter(order);
	if (hasUnmatchedRefund(order)) {
		found.review(
			'Part of the order was refunded, but Shopify does not say for which lines: check the quantities',
		);
	}
	const lines: ShopLine[] = [];
	for (const line of linesIn(order.line_items, number)) {
		yield;
		lines.push(lineOf(line, lines.length, countPieces, order, found));
	}
	const cartProperties = propertiesIn(order.note_attributes, 'name');
	return withoutUndefined({
		number: textIn(order.order_number),
		id: idOf(order),
		name: textIn(order.name),
		recipient,
		shippingMethods: shippingLinesOf(order).map(({ title, code }) =>
			[title, code].flatMap((text) => readableText(textIn(text)) ?? []),
		),
		lines,
		buyerNote: readableText(order.note),
		cartProperties,
		whyNotSent,
		findings: found.list,
	});
}
