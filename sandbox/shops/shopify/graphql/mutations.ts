import type { ShopifyFulfillment, ShopifyOrder, ShopifyTracking } from '../model.ts';
import type { ShopifyShop } from '../shop.ts';
import { fulfillmentNode, fulfillmentOrderStatus } from './order-node.ts';
import { numberOf } from './queries.ts';
import type { Refusals, UserError } from './refusals.ts';

interface TrackingInput {
	company?: string | null;
	number?: string | null;
	numbers?: string[] | null;
	url?: string | null;
	urls?: string[] | null;
}

interface FulfillmentInput {
	lineItemsByFulfillmentOrder: Array<{
		fulfillmentOrderId: string;
		fulfillmentOrderLineItems?: Array<{ id: string; quantity: number }> | null;
	}>;
	trackingInfo?: TrackingInput | null;
	notifyCustomer?: boolean | null;
}

interface TrackingUpdate {
	fulfillmentId: string;
	trackingInfoInput: TrackingInput;
	notifyCustomer?: boolean | null;
}

/** The mutations that put tracking numbers into orders. What they refuse is in `userErrors`. */
export const mutationRoot = (shop: ShopifyShop, refusals: Refusals) => ({
	fulfillmentCreate: ({ fulfillment }: { fulfillment: FulfillmentInput }) =>
		payload(refusals.take('fulfillmentCreate') ?? create(shop, fulfillment)),
	fulfillmentTrackingInfoUpdate: (args: TrackingUpdate) =>
		payload(refusals.take('fulfillmentTrackingInfoUpdate') ?? update(shop, args)),
});

const payload = (result: ShopifyFulfillment | UserError) =>
	'message' in result
		? { fulfillment: null, userErrors: [result] }
		: { fulfillment: fulfillmentNode(result), userErrors: [] };

function create(shop: ShopifyShop, input: FulfillmentInput): ShopifyFulfillment | UserError {
	const field = ['fulfillment'];
	const [first, ...others] = input.lineItemsByFulfillmentOrder;
	if (!first) return { field, message: 'Line items by fulfillment order must not be empty.' };
	// The double has one fulfilment order for each order, so a second one is of another order.
	if (others.length > 0) {
		return { field, message: 'All fulfillment orders must belong to the same order.' };
	}
	const number = numberOf('FulfillmentOrder', first.fulfillmentOrderId);
	const order = shop.orders().find(({ fulfillmentOrder }) => fulfillmentOrder.id === number);
	if (!order) return { field, message: 'Fulfillment order does not exist.' };
	const status = fulfillmentOrderStatus(order);
	if (status === 'CLOSED' || status === 'CANCELLED') {
		return {
			field,
			message: `Fulfillment order ${number} has an unfulfillable status= ${status.toLowerCase()}.`,
		};
	}
	const quantities = quantitiesOf(shop, order, first.fulfillmentOrderLineItems ?? []);
	if (!quantities) {
		return { field, message: 'Invalid fulfillment order line item quantity requested.' };
	}
	const tracking = trackingOf(input.trackingInfo ?? {});
	return shop.fulfill(order, quantities, tracking, input.notifyCustomer ?? false);
}

/** The pieces to fulfil by line ID: all that are left where no lines are named; undefined if there are not so many. */
function quantitiesOf(
	shop: ShopifyShop,
	order: ShopifyOrder,
	named: Array<{ id: string; quantity: number }>,
): Record<string, number> | undefined {
	const remaining = shop.remaining(order);
	if (named.length === 0) return remaining;
	const quantities: Record<string, number> = {};
	for (const { id, quantity } of named) {
		const number = numberOf('FulfillmentOrderLineItem', id);
		const line = order.fulfillmentOrder.lines.find((entry) => entry.id === number);
		if (!line || quantity < 1) return undefined;
		quantities[line.lineId] = (quantities[line.lineId] ?? 0) + quantity;
	}
	const isTooMuch = Object.entries(quantities).some(
		([lineId, quantity]) => quantity > (remaining[lineId] ?? 0),
	);
	return isTooMuch ? undefined : quantities;
}

function update(
	shop: ShopifyShop,
	{ fulfillmentId, trackingInfoInput, notifyCustomer }: TrackingUpdate,
): ShopifyFulfillment | UserError {
	const number = numberOf('Fulfillment', fulfillmentId);
	for (const order of shop.orders()) {
		const fulfillment = order.fulfillments.find(({ id }) => id === number);
		if (!fulfillment) continue;
		shop.updateTracking(order, fulfillment, trackingOf(trackingInfoInput), notifyCustomer === true);
		return fulfillment;
	}
	return { field: ['fulfillmentId'], message: 'Fulfillment does not exist.' };
}

/** `numbers` and `urls` go before `number` and `url`. */
const trackingOf = ({ company, number, numbers, url, urls }: TrackingInput): ShopifyTracking => ({
	company: company ?? null,
	numbers: numbers ?? (number ? [number] : []),
	urls: urls ?? (url ? [url] : []),
});
