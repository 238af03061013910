/** Orders with the field names and figures of the documentation of WooCommerce's REST API (v3), which its webhooks share. */
import type { IDataObject } from 'n8n-workflow';

import { present } from './present.ts';

/** A line as WooCommerce sends it: a variation. */
export const wooCommerceLine = (line: IDataObject = {}): IDataObject =>
	present({
		id: 316,
		name: 'Ship Your Idea - Color: Black, Size: M Test',
		product_id: 22,
		variation_id: 23,
		quantity: 1,
		tax_class: '',
		subtotal: '12.00',
		subtotal_tax: '0.54',
		total: '12.00',
		total_tax: '0.54',
		taxes: [{ id: 75, total: '0.54', subtotal: '0.54' }],
		meta_data: [
			{ id: 2095, key: 'pa_color', value: 'black', display_key: 'Color', display_value: 'Black' },
			{ id: 2096, key: 'size', value: 'M Test', display_key: 'size', display_value: 'M Test' },
		],
		sku: 'Bar3',
		price: 12,
		image: { id: '', src: '' },
		parent_name: 'Ship Your Idea',
		...line,
	});

export const wooCommerceAddress = (): IDataObject => ({
	first_name: 'John',
	last_name: 'Doe',
	company: '',
	address_1: '969 Market',
	address_2: '',
	city: 'San Francisco',
	state: 'CA',
	postcode: '94103',
	country: 'US',
});

/** An order as WooCommerce's REST API and its webhooks have it. */
export const wooCommerceOrder = (
	lines: IDataObject[] = [wooCommerceLine()],
	changes: IDataObject = {},
): IDataObject =>
	present({
		id: 727,
		parent_id: 0,
		number: '727',
		order_key: 'wc_order_58d2d042d1d',
		created_via: 'rest-api',
		version: '3.0.0',
		status: 'processing',
		currency: 'USD',
		date_created: '2017-03-22T16:28:02',
		discount_total: '0.00',
		shipping_total: '10.00',
		total: '29.35',
		total_tax: '1.35',
		prices_include_tax: false,
		customer_id: 0,
		customer_note: '',
		billing: { ...wooCommerceAddress(), email: 'john.doe@example.com', phone: '(555) 555-5555' },
		shipping: wooCommerceAddress(),
		payment_method: 'bacs',
		payment_method_title: 'Direct Bank Transfer',
		transaction_id: '',
		date_paid: '2017-03-22T16:28:08',
		cart_hash: '',
		meta_data: [{ id: 13_106, key: '_download_permissions_granted', value: 'yes' }],
		line_items: lines,
		tax_lines: [],
		shipping_lines: [{ id: 317, method_title: 'Flat Rate', total: '10.00', meta_data: [] }],
		fee_lines: [],
		coupon_lines: [],
		refunds: [],
		...changes,
	});

/** Metadata of a line that names its print file. */
export const printFileMeta = (value: unknown, key = 'print_file'): IDataObject => ({
	id: 2100,
	key,
	value: value as IDataObject,
	display_key: key,
	display_value: value as IDataObject,
});
