/** Orders with the field names and figures of Shopify's documentation of its REST API (Order) and its webhooks. */
import type { IDataObject } from 'n8n-workflow';

import { present } from './present.ts';

const money = (amount: string, presentment = amount, currency = 'USD') => ({
	shop_money: { amount, currency_code: 'USD' },
	presentment_money: { amount: presentment, currency_code: currency },
});

/** A line as Shopify sends it. */
export const shopifyLine = (line: IDataObject = {}): IDataObject =>
	present({
		id: 466_157_049,
		admin_graphql_api_id: 'gid://shopify/LineItem/466157049',
		attributed_staffs: [],
		current_quantity: line.quantity ?? 1,
		fulfillable_quantity: line.quantity ?? 1,
		fulfillment_service: 'manual',
		fulfillment_status: null,
		gift_card: false,
		grams: 200,
		name: 'IPod Nano - 8gb - green',
		price: '199.00',
		price_set: money('199.00'),
		product_exists: true,
		product_id: 632_910_392,
		properties: [],
		quantity: 1,
		requires_shipping: true,
		sku: 'IPOD2008GREEN',
		taxable: true,
		title: 'IPod Nano - 8gb',
		total_discount: '0.00',
		variant_id: 39_072_856,
		variant_inventory_management: 'shopify',
		variant_title: 'green',
		vendor: null,
		tax_lines: [{ title: 'State Tax', price: '3.98', rate: 0.06, channel_liable: null }],
		duties: [],
		discount_allocations: [{ amount: '3.34', discount_application_index: 0 }],
		...line,
	});

/** The address of the documentation's order. */
export const shopifyAddress = (): IDataObject => ({
	first_name: 'Bob',
	last_name: 'Norman',
	name: 'Bob Norman',
	company: null,
	address1: 'Chestnut Street 92',
	address2: '',
	city: 'Louisville',
	zip: '40202',
	province: 'Kentucky',
	province_code: 'KY',
	country: 'United States',
	country_code: 'US',
	phone: '+1(502)-459-2181',
	latitude: 45.41634,
	longitude: -75.6868,
});

/** An order as Shopify's REST API and its webhooks `orders/create`, `orders/paid` and `orders/updated` have it. */
export const shopifyOrder = (
	lines: IDataObject[] = [shopifyLine()],
	changes: IDataObject = {},
): IDataObject =>
	present({
		id: 450_789_469,
		admin_graphql_api_id: 'gid://shopify/Order/450789469',
		app_id: null,
		browser_ip: '0.0.0.0',
		buyer_accepts_marketing: false,
		cancel_reason: null,
		cancelled_at: null,
		cart_token: '68778783ad298f1c80c3bafcddeea02f',
		checkout_id: 901_414_060,
		closed_at: null,
		confirmed: true,
		contact_email: 'bob.norman@mail.example.com',
		created_at: '2008-01-10T11:00:00-05:00',
		currency: 'USD',
		customer_locale: null,
		email: 'bob.norman@mail.example.com',
		estimated_taxes: false,
		financial_status: 'paid',
		fulfillment_status: null,
		name: '#1001',
		note: null,
		note_attributes: [],
		number: 1,
		order_number: 1001,
		phone: '+557734881234',
		presentment_currency: 'USD',
		processed_at: '2008-01-10T11:00:00-05:00',
		refunds: [],
		source_name: 'web',
		tags: '',
		taxes_included: false,
		test: false,
		total_price: '199.00',
		total_price_set: money('199.00'),
		user_id: null,
		billing_address: shopifyAddress(),
		shipping_address: shopifyAddress(),
		customer: {
			id: 207_119_551,
			email: 'bob.norman@mail.example.com',
			first_name: 'Bob',
			last_name: 'Norman',
			phone: '+16136120707',
			default_address: shopifyAddress(),
		},
		fulfillments: [],
		line_items: lines,
		shipping_lines: [{ id: 369_256_396, title: 'Free Shipping', price: '0.00' }],
		...changes,
	});

/** A refund of pieces of a line. */
export const shopifyRefund = (lineId: unknown, quantity: number): IDataObject => ({
	id: 509_562_969,
	order_id: 450_789_469,
	note: 'it broke during shipping',
	restock: true,
	refund_line_items: [
		{ id: 104_689_539, line_item_id: lineId, quantity, restock_type: 'legacy_restock' },
	],
	transactions: [],
	order_adjustments: [],
});

/** The order that Shopify sends as a test of a webhook. */
export const shopifyTestNotification = (): IDataObject =>
	shopifyOrder(
		[
			shopifyLine({ id: 866_550_311_766_439_020, sku: 'IPOD2008PINK', title: 'IPod Nano - 8GB' }),
			shopifyLine({ id: 141_249_953_214_522_980, sku: 'IPOD2008PINK', title: 'IPod Nano - 8GB' }),
		],
		{
			id: 820_982_911_946_154_500,
			admin_graphql_api_id: 'gid://shopify/Order/820982911946154508',
			email: 'jon@example.com',
			name: '#9999',
			number: 234,
			order_number: 1234,
			financial_status: 'voided',
			fulfillment_status: 'pending',
			cancelled_at: '2026-11-20T09:41:00-05:00',
			cancel_reason: 'customer',
			test: true,
		},
	);

/** A draft order of Shopify's REST API. */
export const shopifyDraftOrder = (lines: IDataObject[] = [shopifyLine()]): IDataObject => ({
	draft_order: {
		id: 994_118_539,
		admin_graphql_api_id: 'gid://shopify/DraftOrder/994118539',
		name: '#D2',
		status: 'open',
		invoice_url: 'https://shop.example.com/548380009/invoices/ba8dcf6c022ccad3d47e3909e378e33f',
		order_id: null,
		currency: 'USD',
		email: 'bob.norman@mail.example.com',
		line_items: lines,
		shipping_address: shopifyAddress(),
		billing_address: shopifyAddress(),
	},
});

/** What Shopify sends for `checkouts/create` and `checkouts/update`: nobody has paid, and the order may come later. */
export const shopifyCheckout = (lines: IDataObject[] = [shopifyLine()]): IDataObject => ({
	id: 981_820_079_255_243,
	token: '123123123',
	cart_token: 'eeafa272cebfd4b22385bc4b645e762c',
	email: 'bob.norman@mail.example.com',
	gateway: null,
	note: null,
	completed_at: null,
	closed_at: null,
	user_id: null,
	abandoned_checkout_url: 'https://shop.example.com/548380009/checkouts/123123123/recover?key=x',
	name: '#981820079255243',
	currency: 'USD',
	presentment_currency: 'USD',
	source_name: 'web',
	total_price: '398.00',
	line_items: lines,
	shipping_address: shopifyAddress(),
	billing_address: shopifyAddress(),
});

/** What Shopify sends for `fulfillments/create` and `fulfillments/update`. */
export const shopifyFulfillment = (lines: IDataObject[] = [shopifyLine()]): IDataObject => ({
	id: 123_456,
	order_id: 450_789_469,
	status: 'pending',
	created_at: '2026-11-20T09:41:00-05:00',
	service: null,
	tracking_company: 'UPS',
	shipment_status: null,
	location_id: null,
	email: 'bob.norman@mail.example.com',
	destination: shopifyAddress(),
	line_items: lines,
	tracking_numbers: ['1z827wk74630'],
	receipt: {},
	name: '#1001.1',
});
