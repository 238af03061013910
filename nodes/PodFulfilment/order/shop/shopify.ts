import type { IDataObject } from 'n8n-workflow';

import { isObject, numberIn, withoutUndefined } from '../../input/guards';
import { Findings } from '../findings';
import { isAddress, type ShopAddress } from './address';
import { notSentBecause, normalizedStatus, statusIn, type DueReading } from './due';
import { checkQuantity, lineLabel, nameIn } from './line';
import {
	DRAFT_ORDER,
	hasLineItems,
	isOfLegacyApi,
	linesIn,
	NOT_SHIPPED,
	propertiesIn,
	recipientOfOrder,
	refuseOrder,
	SHOP_ORDER,
	unwrapped,
} from './reading';
import { inRestNames } from './shopifyGraphql';
import type { NotSent, ReadingOptions, ShopLine, ShopOrder } from './shopOrder';
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

/** Statuses of a line of which nothing is left to send. */
const NOTHING_LEFT = ['fulfilled', 'restocked'];

/** What Shopify calls the fulfilment by the shop itself, and of gift cards by Shopify. */
const OWN_SERVICES = ['manual', 'gift_card'];

/** Statuses of a fulfilment that does not count. */
const UNDONE = ['cancelled', 'error', 'failure'];

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
	};
};

/** Counts the pieces that were refunded or removed, by line ID. */
function refundedPieces(order: IDataObject): Map<string, number> {
	const pieces = new Map<string, number>();
	for (const refund of listIn(order.refunds)) {
		for (const entry of listIn(objectIn(refund).refund_line_items)) {
			const { line_item_id: lineId, quantity } = objectIn(entry);
			const id = textIn(lineId);
			const count = wholeNumberIn(quantity) ?? 0;
			if (id !== undefined && count > 0) pieces.set(id, (pieces.get(id) ?? 0) + count);
		}
	}
	return pieces;
}

/**
 * Counts the pieces of a line that are left after refunds and edits of the order. `fulfillable_quantity` also
 * decreases when parcels leave, so a second run would differ from the first: it is used only if the order has no other
 * count.
 */
function quantityLeft(
	line: IDataObject,
	ordered: number,
	refunded: number,
	order: IDataObject,
): number {
	const current = wholeNumberIn(line.current_quantity);
	const fulfillable = wholeNumberIn(line.fulfillable_quantity);
	const hasNoOtherCount =
		current === undefined &&
		!Array.isArray(order.refunds) &&
		textIn(line.fulfillment_status) === undefined;
	return Math.max(
		0,
		Math.min(
			ordered - refunded,
			current ?? ordered,
			hasNoOtherCount && fulfillable !== undefined ? fulfillable : ordered,
		),
	);
}

const amountsIn = (list: unknown): number =>
	listIn(list)
		.map((entry) => Math.abs(numberIn(objectIn(entry).amount) ?? 0))
		.reduce((sum, amount) => sum + amount, 0);

/**
 * Whether money was refunded for lines that Shopify does not name: more than the shipping, in a refund without lines, or
 * for an order that tells neither its refunds nor what is left of its lines.
 */
function hasUnmatchedRefund(order: IDataObject): boolean {
	const ids = listIn(order.line_items).map((line) => textIn(objectIn(line).id));
	const isUnmatched = listIn(order.refunds)
		.map(objectIn)
		.some((refund) => {
			const lines = listIn(refund.refund_line_items)
				.map(objectIn)
				.filter(({ quantity }) => (wholeNumberIn(quantity) ?? 0) > 0);
			if (lines.length > 0) return lines.some((line) => !ids.includes(textIn(line.line_item_id)));
			const payments = listIn(refund.transactions).filter(
				(payment) => !UNDONE.includes(textIn(objectIn(payment).status) ?? ''),
			);
			const forShipping = listIn(refund.order_adjustments).filter(
				(adjustment) => objectIn(adjustment).kind === 'shipping_refund',
			);
			return amountsIn(payments) > amountsIn(forShipping);
		});
	const isSilent =
		statusIn(order.financial_status) === 'partially_refunded' &&
		!Array.isArray(order.refunds) &&
		listIn(order.line_items).some(
			(line) => wholeNumberIn(objectIn(line).current_quantity) === undefined,
		);
	return isUnmatched || isSilent;
}

/** Counts the pieces that were fulfilled, by line ID. */
function fulfilledPieces(order: IDataObject): Map<string, number> {
	const pieces = new Map<string, number>();
	for (const fulfilment of listIn(order.fulfillments).map(objectIn)) {
		if (UNDONE.includes(normalizedStatus(textIn(fulfilment.status) ?? ''))) continue;
		for (const { id, quantity } of listIn(fulfilment.line_items).map(objectIn)) {
			const lineId = textIn(id);
			const count = wholeNumberIn(quantity) ?? 0;
			if (lineId !== undefined) pieces.set(lineId, (pieces.get(lineId) ?? 0) + count);
		}
	}
	return pieces;
}

/**
 * Counts the pieces of a line that left already. Of what left, some may have come back and been refunded: then
 * `fulfillable_quantity` tells what is still to be sent, and the fulfilments do not.
 *
 * @param left pieces that are left after refunds
 * @param shipped pieces in the order's fulfilments
 */
function fulfilledOf(line: IDataObject, left: number, shipped: number): number {
	if (NOTHING_LEFT.includes(normalizedStatus(textIn(line.fulfillment_status) ?? ''))) return left;
	const fulfillable = wholeNumberIn(line.fulfillable_quantity);
	return fulfillable === undefined ? Math.min(left, shipped) : Math.max(0, left - fulfillable);
}

function reasonToLeaveOut(line: IDataObject, ordered: number, left: number): string | undefined {
	if (isSet(line.gift_card)) return 'it is a gift card';
	if (isObject(line.tip)) return 'it is a tip';
	if (isUnset(line.requires_shipping)) return NOT_SHIPPED;
	if (ordered <= 0) return 'its quantity is 0';
	return left === 0 ? 'it was refunded or removed' : undefined;
}

/** Reads one line, and adds its warnings and problems to those of the order. */
function lineOf(
	line: IDataObject,
	index: number,
	counts: Record<'refunded' | 'fulfilled', Map<string, number>>,
	order: IDataObject,
	found: Findings,
): ShopLine {
	const variant = objectIn(line.variant);
	const skus = [line.sku, variant.sku, objectIn(line.product).sku].flatMap(
		(sku) => textIn(sku) ?? [],
	);
	const title = [textIn(line.title), textIn(line.variant_title)].filter(Boolean).join(' - ');
	const name = nameIn(line.name, title);
	const id = textIn(line.id);
	const label = lineLabel(index, name, skus);
	const ordered = wholeNumberIn(line.quantity);
	const countOf = (kind: keyof typeof counts): number => (id && counts[kind].get(id)) || 0;
	const left = ordered === undefined ? 0 : quantityLeft(line, ordered, countOf('refunded'), order);
	const leftOutBecause = reasonToLeaveOut(line, ordered ?? 1, ordered === undefined ? 1 : left);
	const quantityProblem =
		leftOutBecause === undefined ? checkQuantity(label, line.quantity, left, found) : undefined;
	const service = textIn(line.fulfillment_service)?.toLowerCase();
	const fulfilled = fulfilledOf(line, left, countOf('fulfilled'));
	return withoutUndefined({
		label,
		id,
		skus: [...new Set(skus)],
		variationId: textIn(line.variant_id),
		fulfilmentService: OWN_SERVICES.includes(service ?? '') ? undefined : service,
		name,
		quantity: leftOutBecause === undefined ? left : 0,
		...(leftOutBecause === undefined && fulfilled > 0 && { fulfilled }),
		quantityProblem,
		price: priceIn(line.price, textIn(order.currency)),
		properties: propertiesIn(line.properties, 'name'),
		leftOutBecause,
	});
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
function notAnOrder(order: IDataObject): NotSent | undefined {
	const advice = "Start the workflow with the Shopify Trigger's event Order Paid.";
	if ('abandoned_checkout_url' in order) {
		return { because: 'is a checkout that has not become an order yet', advice };
	}
	if ('order_id' in order && !('financial_status' in order)) {
		return { because: 'is a fulfilment, which reports shipped goods', advice };
	}
	return undefined;
}

/** Shipping without a parcel: the customer comes for the order, or took it along at the counter. */
const isHandedOver = (order: IDataObject): boolean =>
	listIn(order.shipping_lines)
		.map(objectIn)
		.some(
			({ delivery_category: category, is_removed: isRemoved }) =>
				!isSet(isRemoved) && /pick_?up/.test(normalizedStatus(textIn(category) ?? '')),
		) ||
	(textIn(order.source_name)?.toLowerCase() === 'pos' &&
		!isAddress(addressOf(order.shipping_address, order)));

/** What decides whether an order of Shopify is due. */
const dueReading = (order: IDataObject): DueReading =>
	withoutUndefined({
		shop: 'shopify' as const,
		noOrder: isDraft(order) ? DRAFT_ORDER : notAnOrder(order),
		status: statusIn(order.financial_status),
		fulfilmentStatus: statusIn(order.fulfillment_status),
		isCancelled: textIn(order.cancelled_at) !== undefined,
		isClosed: textIn(order.closed_at) !== undefined,
		isRefunded: false,
		isTest: isSet(order.test),
		isHandedOver: isHandedOver(order),
	});

/**
 * Reads an order of Shopify, as sent by its webhooks, its REST API and its GraphQL Admin API.
 *
 * @throws UserError for data that is not an order of Shopify
 */
export function readShopifyOrder(value: unknown, options: ReadingOptions): ShopOrder {
	const order = unwrapped(inRestNames(value), hasLineItems);
	if (!isObject(order) || !hasLineItems(order) || isOfWooCommerce(order)) {
		return refuseOrder(order, 'Shopify');
	}
	const found = new Findings();
	const recipient = recipientOfOrder(
		addressOf(order.shipping_address, order),
		addressOf(order.billing_address, order),
		found,
	);
	const notSent = notSentBecause(dueReading(order), options, found);
	const counts = { refunded: refundedPieces(order), fulfilled: fulfilledPieces(order) };
	if (hasUnmatchedRefund(order)) {
		found.review(
			'Part of the order was refunded, but Shopify does not say for which lines: check the quantities',
		);
	}
	const lines = linesIn(order.line_items, SHOP_ORDER).map((line, index) =>
		lineOf(line, index, counts, order, found),
	);
	return withoutUndefined({
		number: textIn(order.order_number),
		id: idOf(order),
		name: textIn(order.name),
		recipient,
		shippingMethods: listIn(order.shipping_lines)
			.map(objectIn)
			.filter((line) => !isSet(line.is_removed))
			.map(({ title, code }) => [title, code].flatMap((text) => textIn(text) ?? [])),
		lines,
		notSent,
		...found,
	});
}
