import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readOtherOrder } from '../../../../support/byLevel.ts';

const read = (
	order: IDataObject,
	paths: { number?: string; lines?: string; street?: string } = {},
) =>
	readOtherOrder(
		{ items: [], ...order },
		{
			...{ orderNumber: paths.number ?? 'number', lines: paths.lines ?? 'items' },
			line: { sku: '', quantity: '1', id: '', name: '', price: '' },
			address: { address1: paths.street ?? 'street' },
		},
	);

describe('An order of another shop that is not due by a field of its own', () => {
	it.each<[string, IDataObject]>([
		['payment_status', { payment_status: 'unpaid' }],
		['orderStatus', { orderStatus: 'cancelled' }],
		['financial_status', { financial_status: 'pending' }],
		['status', { status: 'refunded' }],
		['canceled_at', { canceled_at: '2026-11-22T10:00:00Z' }],
		['payment_method_cod', { payment_method_cod: 1 }],
		// BigCommerce, Ecwid, Wix, eBay, ShipStation, Magento, Shopware, Etsy, Amazon.
		['status', { status: 'Awaiting Payment' }],
		['paymentStatus', { paymentStatus: 'AWAITING_PAYMENT' }],
		['paymentStatus', { paymentStatus: 'NOT_PAID' }],
		['orderPaymentStatus', { orderPaymentStatus: 'FULLY_REFUNDED' }],
		['orderStatus', { orderStatus: 'on_hold' }],
		['state', { state: 'holded' }],
		['stateMachineState', { stateMachineState: { technicalName: 'cancelled' } }],
		['is_paid', { is_paid: false }],
		['OrderStatus', { OrderStatus: 'Canceled' }],
		['payment.status', { payment: { status: 'pending' } }],
		['payment.method', { payment: { method: 'cod' } }],
		['order.status', { order: { status: 'Draft' } }],
		['payment_method', { payment_method: 'Cash on Delivery' }],
		['test', { test: true }],
		// Medusa, Shopify, Trendyol, CustomCat, Snipcart, Stripe.
		['fulfillments', { fulfillments: [{ shipped_at: '2026-11-22T10:00:00Z' }] }],
		['fulfillments', { fulfillments: [{ status: 'SUCCESS', trackingInfo: [{ number: '1Z' }] }] }],
		['shipments', { shipments: [{ tracking_number: '1Z' }] }],
		['fulfillment_status', { fulfillment_status: 'fulfilled' }],
		['status', { status: 'Shipped' }],
		['tracking_number', { tracking_number: '1Z' }],
		['payment_status', { payment_status: 'awaiting' }],
		['sandbox', { sandbox: '1' }],
		['mode', { mode: 'Test' }],
		['livemode', { livemode: false }],
		// Carts that have become no order: Snipcart, BigCommerce.
		['eventName', { eventName: 'shippingrates.fetch' }],
		['event', { event: 'cart.updated' }],
		['topic', { topic: 'store/cart/abandoned' }],
		['status', { status: 'InProgress', paymentStatus: null }],
		['status', { status: 'Incomplete' }],
		['willBePaidLater', { status: 'Processed', willBePaidLater: true }],
		['paymentMethod', { paymentMethod: 'WillBePaidLater' }],
		['paymentStatus', { paymentStatus: 'Deferred' }],
		['payment_status', { payment_status: 'open' }],
		// eBay, Etsy, Magento, OpenCart, Medusa, Ecwid, Wix.
		['orderFulfillmentStatus', { orderFulfillmentStatus: 'FULFILLED' }],
		['orderFulfillmentStatus', { orderFulfillmentStatus: 'IN_PROGRESS' }],
		['cancelStatus.cancelState', { cancelStatus: { cancelState: 'IN_PROGRESS' } }],
		['is_shipped', { is_paid: true, is_shipped: true }],
		['was_paid', { was_paid: false }],
		['was_canceled', { was_canceled: true }],
		['shipped', { shipped: true }],
		['status', { status: 'Completed' }],
		['state', { state: 'closed' }],
		['order_status', { order_status: 'Complete' }],
		['is_draft_order', { is_draft_order: true }],
		['payment_status', { payment_status: 'authorized' }],
		['paymentStatus', { paymentStatus: 'INCOMPLETE' }],
		['fulfillmentStatus', { fulfillmentStatus: 'OUT_FOR_DELIVERY' }],
		['fulfillmentStatus', { fulfillmentStatus: 'WILL_NOT_DELIVER' }],
		['status', { status: 'INITIALIZED' }],
		// Paid back in part, or by amount: Etsy, Wix, Shopify, Ecwid, Squarespace, BigCommerce, Magento, Stripe.
		['status', { status: 'Partially Refunded' }],
		['paymentStatus', { paymentStatus: 'PARTIALLY_REFUNDED' }],
		['financial_status', { status: 'paid', financial_status: 'partially_refunded' }],
		['refunds', { refunds: [{ amount: { amount: 2490, divisor: 100, currency_code: 'EUR' } }] }],
		['refundedAmount', { paymentStatus: 'PAID', refundedAmount: 24.9 }],
		['refundedTotal', { refundedTotal: { value: '49.80', currency: 'EUR' } }],
		['refunded_amount', { refunded_amount: '24.9000' }],
		['total_refunded', { total_refunded: 24.9 }],
		['amount_refunded', { amount_refunded: 2490, refunded: false }],
		['Refunded Amount', { 'Refunded Amount': '24,90 €' }],
		['refunded', { refunded: { amount: '5.00', formattedAmount: '5,00 €' } }],
		['order.refund_total', { order: { refund_total: '-5.00' } }],
		// BigCommerce, Magento, OpenCart, Etsy, Wix, Medusa.
		['status', { status: 'Awaiting Pickup' }],
		['status', { status: 'Disputed' }],
		['status', { status: 'Manual Verification Required' }],
		['is_deleted', { status: 'Awaiting Fulfillment', is_deleted: true }],
		['total_due', { state: 'new', status: 'pending', total_due: 29.8 }],
		['total_due', { total_due: '29.8000' }],
		['Balance Due', { 'Balance Due': '€ 29,80' }],
		['totalOutstanding', { totalOutstanding: { amount: '29.80', currencyCode: 'EUR' } }],
		['state', { state: 'payment_review', status: 'processing' }],
		['status', { status: 'fraud' }],
		['status', { status: 'Suspected Fraud' }],
		['status', { status: 'pending_paypal' }],
		['payment_status', { payment_status: 'overdue' }],
		['status', { status: 'Overdue' }],
		['status', { status: 'expired' }],
		['status', { status: 'Chargeback' }],
		['status', { status: 'Reversed' }],
		['status', { status: 'Payment Processing' }],
		['status', { status: 'REJECTED' }],
		['payment_status', { payment_status: 'requires_action' }],
		['deleted_at', { deleted_at: '2026-11-22T10:00:00Z' }],
		// In the words of other languages.
		['status', { status: 'Storniert' }],
		['status', { status: 'Zurückerstattet' }],
		['Status', { Status: 'teilweise erstattet' }],
		['payment_status', { payment_status: 'Offen' }],
		['orderStatus', { orderStatus: 'Versendet' }],
		['status', { status: 'Annulée' }],
		['status', { status: 'Cancelado' }],
		['status', { status: 'Rimborsato' }],
		// BigCommerce, PrestaShop, Wix, Squarespace, Amazon, TikTok, and what people write.
		['payment_status', { payment_status: 'capture pending' }],
		['payment_status', { payment_status: 'held for review' }],
		['payment_status', { payment_status: 'void' }],
		['current_state', { current_state: { id: 10, name: 'Awaiting bank wire payment' } }],
		['state_name', { state_name: 'Payment error' }],
		['paymentStatus', { paymentStatus: 'PENDING_MERCHANT' }],
		['paymentState', { paymentState: 'AUTHORIZATION_FAILED' }],
		['is_on_hold_order', { is_on_hold_order: true }],
		['status', { status: 'Cancelled by customer' }],
		['status', { status: 'In transit' }],
		['Due Amount', { 'Due Amount': '29.80' }],
		['Paid', { Paid: 'N' }],
		['Paid', { Paid: 'unpaid' }],
		['Paid', { Paid: 'pending' }],
		['Payment', { Payment: 'refunded' }],
		['Bezahlt', { Bezahlt: 'nein' }],
		['Sent', { Sent: 'Y' }],
		['Versendet', { Versendet: 'ja' }],
		['Storno', { Storno: 'x' }],
		['Tracking', { Tracking: 'JD014600003' }],
		['Refund', { Refund: '5,00 €' }],
	])('is to be reviewed, and the field is named: %s of %j', (name, order) => {
		const { toReview } = read(order);
		expect(toReview).toEqual([
			expect.stringMatching(
				new RegExp(`^The field "${name}" of the order is .+: check that it is paid`),
			),
		]);
	});

	it.each<[string, IDataObject, { number?: string; lines?: string; street?: string }]>([
		[
			'Financial Status',
			{ data: [{ Name: '#1', 'Financial Status': 'pending' }] },
			{ number: 'data[0].Name', lines: 'data' },
		],
		[
			'object.payment_status',
			{ data: { object: { payment_status: 'unpaid', line_items: { data: [] } } } },
			{ lines: 'data.object.line_items.data' },
		],
		['status', { sale: { status: 'voided', lines: [] } }, { lines: 'sale.lines' }],
		[
			'status',
			{ content: { status: 'InProgress', paymentStatus: '', items: [] } },
			{ lines: 'content.items' },
		],
	])('is found where the order is: %s of %j', (name, order, paths) => {
		expect(read(order, paths).toReview).toEqual([
			expect.stringMatching(`^The field "${name}" of the order is `),
		]);
	});

	it.each<[IDataObject]>([
		[{}],
		[{ Shipped: 'N', Cancelled: 'n', Refunded: 'N', Paid: 'Y', Storno: 'nein', Versendet: 'Nein' }],
		[{ Paid: 'yes', Payment: 'PayPal', Bezahlt: 'ja', Refund: '', Sent: '', Returned: 'no' }],
		[{ payment: { id: 7, status: 'captured' }, Tracking: 'pending', Shipped: 'not yet' }],
		[{ status: 'paid', payment_status: 'captured', financial_status: 'paid' }],
		// Nothing was paid back: Etsy, Stripe, Ecwid, Squarespace, BigCommerce, Magento.
		[{ status: 'Paid', refunds: [], refunded: false, amount_refunded: 0 }],
		[{ paymentStatus: 'PAID', refundedAmount: 0, refunds: null }],
		[{ refundedTotal: { value: '0.00', currency: 'USD' }, refunded: { amount: '0' } }],
		[{ refundedTotal: 0, refunded_amount: '0.0000', total_refunded: null, refund_total: '' }],
		// Paid in whole, and the states of orders that are due.
		[{ state: 'processing', status: 'processing', total_due: 0, base_total_due: '0.0000' }],
		[{ status: 'Awaiting Fulfillment', is_deleted: false, total_due: null, 'Balance Due': '0,00' }],
		[{ status: 'Awaiting Shipment', total_due: '', totalOutstanding: { amount: '0.00' } }],
		[{ state: 'new', status: 'pending', deleted_at: null, expires_at: '2026-12-24' }],
		[{ status: 'Offen', payment_status: 'Bezahlt', due_date: '2026-12-24', amount_due: 29.8 }],
		[{ status: 'In Bearbeitung' }],
		[{ status: 'Pagado', payment_status: 'Payée' }],
		[{ status: 'Canceled Reversal', payment_status: 'not_refunded' }],
		[{ refundedTotal: '0.00 EUR', refundable_amount: 24.9, customer: { total_refunded: 9 } }],
		[{ status: 'pending', fulfillment_status: 'pending', orderStatus: 'awaiting_shipment' }],
		[{ status: 'processing', state: 'new', orderStatus: 'Unshipped', fulfillmentStatus: null }],
		[{ status: 'new', cancelled_at: null, canceled: 0, cancelled: false, canceled_at: '' }],
		// Spree's state, and that of a checkout of Stripe.
		[{ state: 'complete', shipment_state: 'ready', payment_state: 'paid' }],
		[{ status: 'completed', fulfillment_status: 'not_fulfilled' }],
		[{ object: 'checkout.session', status: 'complete', payment_status: 'paid' }],
		[{ is_shipped: false, was_paid: true, was_canceled: false, is_draft_order: false }],
		[{ orderFulfillmentStatus: 'NOT_STARTED', cancelStatus: { cancelState: 'NONE_REQUESTED' } }],
		[{ canceled_at: '0000-00-00 00:00:00', refunded_at: '0', is_canceled: 'false' }],
		[{ payment_method_cod: '0', cod: false, cod_amount: '0.00', payment_method: 'cc' }],
		[{ is_paid: true, paid: 24.9, test: false, state: 'OH' }],
		[{ customer: { state: 'declined', status: 'test' }, note: 'cancelled', source: 'test' }],
		[{ items: [{ status: 'cancelled' }], shipping: { status: 'failed' } }],
		[{ fulfillments: [], shipments: [{ id: 1, tracking_number: null, shipped_at: '' }] }],
		[{ fulfillment_status: 'unfulfilled', tracking_number: '', livemode: true, sandbox: '0' }],
		[{ mode: 'Live', environment: 'production', displayFulfillmentStatus: 'UNFULFILLED' }],
		[{ eventName: 'order.completed', status: 'Processed', paymentStatus: 'Paid' }],
		[{ event: 'checkout.session.completed', willBePaidLater: false, status: 'in_progress' }],
		[{ status: 'InProgress', paymentStatus: 'PAID', topic: 'orders/paid' }],
		[{ status: 'open', payment_status: 'captured' }],
		// PayPal and Shopware 5 complete a payment; what else belongs to a customer is not the order's.
		[{ payment_status: 'Completed', payment: { status: 'COMPLETED' } }],
		[{ transaction: { status: 'complete' }, paymentStatus: 'closed' }],
		[{ subscription: { cancelled_at: '2026-11-22T10:00:00Z', is_paid: false } }],
		[{ customer: { test: true, payment_method: 'cod', livemode: false, mode: 'test' } }],
		[{ last_order: { shipped: true, tracking_number: '1Z', fulfillments: [{ shipped: true }] } }],
	])('is none that says nothing, or is due: %j', (order) => {
		expect(read(order).toReview).toEqual([]);
	});
});

describe('A pick-up point in a field of an order of another shop', () => {
	it.each<[IDataObject, string?]>([
		[{ delivery_point_id: 'KRA010' }],
		[{ delivery_point_name: 'Paczkomat KRA010' }],
		[{ pickup_point_id: 17 }],
		[{ parcel_locker_id: 'WAW01' }],
		[{ 'Parcel Shop ID': '4711' }],
		[{ delivery: { pickupPoint: { id: 'x' } } }],
		[{ delivery: { point_id: 'x' } }],
		[{ inpost: { point: 'KRA010' } }],
		[{ data: [{ street: 'Ulica 1', 'Parcel Shop ID': '4711' }] }, 'data[0].street'],
	])('is to be reviewed: %j', (order, street = 'street') => {
		expect(read(order, { street }).toReview).toEqual([
			expect.stringMatching(/^The parcel goes to a pick-up point or locker/),
		]);
	});

	it.each<[IDataObject]>([
		[{ delivery_point_id: '', delivery_point_name: null, pickup_point_id: 0 }],
		[{ parcel_locker_fee: 4.9, delivery: { pickupPoint: null, method: 'Courier' } }],
		[{ items: [{ parcel_locker_id: 'x' }], shipping: { service: 'Standard' } }],
	])('is none where it is empty or about something else: %j', (order) => {
		expect(read(order).toReview).toEqual([]);
	});
});

describe('A field by which the customer of another shop picks the order up', () => {
	it.each<[string, IDataObject]>([
		['shippingMethod', { shippingMethod: 'Store pickup' }],
		['delivery_type', { delivery_type: 'PICKUP' }],
		['shipping.title', { shipping: { title: 'Abholung im Laden' } }],
		['shippingOption.fulfillmentType', { shippingOption: { fulfillmentType: 'pickup' } }],
		['shipping_methods', { shipping_methods: [{ name: 'Click & Collect', amount: 0 }] }],
		['is_pickup', { is_pickup: true }],
	])('is to be reviewed, and named: %s of %j', (name, order) => {
		expect(read(order).toReview).toEqual([
			expect.stringMatching(
				new RegExp(
					`^The field "${name}" of the order is .*, so the customer picks it up: .*Filter`,
				),
			),
		]);
	});

	it.each([
		...['shipping_method', 'Shipping Method Name', 'shippingMethodTitle', 'shipping_title'],
		...['shipping_name', 'shippingOption', 'shipping_option_name', 'shipping_service'],
		...['shipping_type', 'deliveryMethod', 'delivery_method_name', 'Delivery Type'],
		...['delivery_option', 'delivery_name', 'fulfillment_type', 'fulfilmentType'],
		...['fulfillmentMethod', 'method_title', 'shipping_line_title', 'shipping_rate_name'],
	])('may be the method, in any spelling: %s', (name) => {
		const pickup = expect.stringMatching(
			`^The field "${name}" of the order is "Store pickup", so the customer picks it up: `,
		) as string;
		expect(read({ [name]: 'Store pickup' }).toReview).toEqual([pickup]);
		expect(read({ [name]: 'Standard shipping' }).toReview).toEqual([]);
		expect(read({ [name]: null }).toReview).toEqual([]);
		expect(read({ [`${name} note`]: 'Store pickup' }).toReview).toEqual([]);
	});

	it.each(
		['shipping_lines', 'shippingMethods', 'shippings', 'deliveries', 'delivery_methods'].flatMap(
			(list) =>
				['name', 'title', 'method', 'method_title', 'methodName', 'type'].map(
					(title) => [list, title] as const,
				),
		),
	)('may be in a list of methods: %s, %s', (list, title) => {
		const method = { id: 5, [title]: 'Local pickup', total: '0.00' };
		for (const entries of [[method], [null, 'x', 7, { [title]: null }, method]]) {
			expect(read({ [list]: entries }).toReview).toEqual([
				expect.stringMatching(
					`^The field "${list}" of the order is "Local pickup", so the customer picks it up: `,
				),
			]);
		}
		expect(read({ [list]: [{ ...method, [title]: 'Express' }] }).toReview).toEqual([]);
		expect(read({ [list]: [{ [`${title}_note`]: 'Local pickup' }] }).toReview).toEqual([]);
		expect(read({ [list]: 'Express' }).toReview).toEqual([]);
	});

	it.each([
		...['isPickup', 'pickup', 'local_pickup', 'storePickup', 'in_store_pickup', 'self_pickup'],
		'is_local_pickup',
	])('may be a mark: %s', (name) => {
		for (const value of [true, 'true', 'Yes', 1, '1']) {
			expect(read({ [name]: value }).toReview).toEqual([
				expect.stringMatching(`^The field "${name}" of the order is .+, so the customer picks it`),
			]);
		}
		for (const value of [false, 'false', 'no', 0, '0', '', null, 'Monday']) {
			expect(read({ [name]: value }).toReview).toEqual([]);
		}
	});

	it('is said where the address is missing, too', () => {
		expect(read({ is_pickup: true }).addressAdvice).toMatch(/^The customer picks .* Filter node/);
		expect(read({}).addressAdvice).not.toMatch(/picks/);
	});

	it.each<IDataObject>([
		{ shippingMethod: 'Standard', delivery_type: 'courier', is_pickup: false },
		{ shipping_methods: [{ name: 'DHL', data: { note: 'pickup' } }], pickup_date: '2026-11-25' },
		{ shipping: { method: 'Economy', note: 'pickup' }, title: 'Store pickup' },
		// What shops offer, and what customers call their orders.
		{ tags: [{ name: 'Store pickup' }], available_methods: [{ title: 'Local pickup' }] },
	])('is none of %j', (order) => {
		expect(read(order).toReview).toEqual([]);
	});
});

describe('Pieces of a line of another shop that were sent, cancelled or paid back', () => {
	const doubt = (line: IDataObject) => read({ items: [line] }).lines[0]?.doubt;

	it.each<[string, IDataObject]>([
		['qty_shipped', { qty_ordered: 2, qty_shipped: 2 }],
		['qty_refunded', { qty_refunded: 1 }],
		['qty_canceled', { qty_canceled: '2.0000' }],
		['shipped_quantity', { detail: { quantity: 1, shipped_quantity: 1 } }],
		['lineItemFulfillmentStatus', { lineItemFulfillmentStatus: 'FULFILLED' }],
		['shipped_timestamp', { shipped_timestamp: 1763800000 }],
		// PrestaShop, Wix and others, in any order of the two words.
		['product_quantity_refunded', { product_quantity: '2', product_quantity_refunded: '1' }],
		['product_quantity_return', { product_quantity_return: '1' }],
		['refunded_qty', { refunded_qty: 1 }],
		['refundQuantity', { refundQuantity: 1 }],
		['Shipped Qty', { 'Shipped Qty': 2 }],
		['quantity_cancelled', { quantity_cancelled: '1' }],
		['delivered_quantity', { detail: { delivered_quantity: 1 } }],
		// The line's own state: as a status, a mark, an amount; in rows of a spreadsheet, and of BigCommerce, Mirakl, Otto.
		['status', { status: 'cancelled' }],
		['state', { state: 'Returned' }],
		['Status', { Status: { name: 'Cancelled' } }],
		['refunded', { refunded: true }],
		['is_refunded', { is_refunded: true }],
		['refund_amount', { is_refunded: false, refund_amount: '24.9000' }],
		['Paid', { Paid: 'No' }],
		['Paid', { Paid: 'N' }],
		['returned', { returned: true }],
		['Payment Status', { 'Payment Status': 'unpaid' }],
		['cancelled', { cancelled: 'yes' }],
		['Tracking Number', { 'Tracking Number': '1Z' }],
		['order_line_state', { order_line_state: 'SHIPPED' }],
		['line_status', { line_status: 'on hold' }],
		['fulfillmentStatus', { fulfillmentStatus: 'RETURNED' }],
		['Status', { Status: 'Completed' }],
		['Status', { Status: 'Storniert' }],
		['is_deleted', { is_deleted: true }],
	])('are to be reviewed: %s', (name, line) => {
		expect(doubt(line)).toMatch(new RegExp(`^its field "${name}" is .*: check how many pieces`));
	});

	it.each<IDataObject>([
		{ qty_ordered: 2, qty_shipped: 0, qty_refunded: '0.0000', qty_canceled: null },
		{ detail: { shipped_quantity: 0 }, lineItemFulfillmentStatus: 'NOT_STARTED' },
		{ shipped_timestamp: null, status: 'CREATED' },
		// What is still to be sent, or may be returned.
		{ unfulfilled_quantity: 2, quantity_to_ship: 2, qty_to_refund: 1, quantityUnshipped: 1 },
		{ refundable_quantity: 2, returnable_quantity: 2, cancellable_quantity: 2, qty_invoiced: 2 },
		{ product_quantity: 2, product_quantity_refunded: '0', product_quantity_in_stock: 5 },
		{ refundQuantity: 0, refunded_qty: '0.00', fulfilledQuantity: 0, shipped_qty: null },
		{ status: 'pending', state: 'new' },
		{ Shipped: 'N', Cancelled: 'n', Refunded: 'N', Fulfilled: 'no', Returned: 'nein', Paid: 'Y' },
		{ Shipped: 'not yet', 'Tracking Number': 'TBA', Tracking: 'pending', Sent: 'tbd' },
		{ status: 'active' },
		{ status: 'open', fulfillment_status: null, state: 'OH' },
		{ refunded: false, is_refunded: false, refund_amount: '0.0000', refunds: [] },
		{ refundedTotal: { value: '0.00', currency: 'USD' }, cancelled: 0, canceled_at: null },
		{ Status: 'Paid', Paid: 'Yes', 'Payment Status': 'paid', 'Tracking Number': '' },
		{ Status: '', Paid: '', 'Tracking Number': '-' },
		// What a customer chose, and what shops' columns are called in other languages.
		{ options: { status: 'Returned' }, properties: [{ name: 'Status', value: 'Cancelled' }] },
		{ Cod: 'TEE-1', Event: 'Cart race', Test: 'yes', Mode: 'test', Live: 'no' },
	])('are none of %j', (line) => {
		expect(doubt(line)).toBeUndefined();
	});

	it('are to be reviewed in a row below the first, whose state is that of the order', () => {
		const data = [
			{ Status: 'Open', Paid: 'Yes' },
			{ Status: 'Cancelled', Paid: 'Yes' },
			{ Status: '', Paid: '' },
		];
		const { toReview, lines } = read({ data }, { lines: 'data', street: 'data[0].Street' });
		expect(toReview).toEqual([]);
		expect(lines.map((line) => line.doubt)).toEqual([
			undefined,
			expect.stringMatching(/^its field "Status" is "Cancelled"/),
			undefined,
		]);
	});
});
