import { createHash } from 'node:crypto';
import { centsOf, priceOf } from '../common/customer-order.ts';
import type { MetaData, WooLine, WooNote, WooOrder, WooRefund, WooWebhook } from './model.ts';
import type { SiteTime } from './site-time.ts';

/** The tax of everything; prices have it in them, as shops in the EU show them. */
const TAX_PERCENT = 19;
const TAX_FACTOR = 1 + TAX_PERCENT / 100;

/** The JSON of WooCommerce's REST API, which its webhooks share. */
export class Views {
	private readonly time: SiteTime;
	private readonly siteUrl: () => string;

	constructor(time: SiteTime, siteUrl: () => string) {
		this.time = time;
		this.siteUrl = siteUrl;
	}

	private get api(): string {
		return `${this.siteUrl()}/wp-json/wc/v3`;
	}

	order(order: WooOrder): Record<string, unknown> {
		const total = order.lines.reduce((sum, line) => sum + totalCents(line), 0);
		const tax = order.lines.reduce((sum, line) => sum + taxCents(line), 0);
		return {
			id: order.id,
			parent_id: 0,
			status: order.status,
			currency: 'EUR',
			version: '10.2.4',
			prices_include_tax: true,
			...this.time.fields('date_created', order.createdAtMs),
			...this.time.fields('date_modified', order.modifiedAtMs),
			discount_total: '0.00',
			discount_tax: '0.00',
			shipping_total: '0.00',
			shipping_tax: '0.00',
			cart_tax: priceOf(tax),
			total: priceOf(total),
			total_tax: priceOf(tax),
			customer_id: 0,
			order_key: `wc_order_${order.id}`,
			billing: order.billing,
			shipping: order.shipping,
			payment_method: 'stripe',
			payment_method_title: 'Credit card',
			transaction_id: order.paidAtMs === null ? '' : `ch_${order.id}`,
			customer_ip_address: '127.0.0.1',
			customer_user_agent: '',
			created_via: 'store-api',
			customer_note: order.customerNote,
			...this.time.fields('date_completed', order.completedAtMs),
			...this.time.fields('date_paid', order.paidAtMs),
			cart_hash: '',
			number: String(order.id),
			meta_data: [...internalMetadata(order), ...order.metaData],
			line_items: order.lines.map(lineView),
			tax_lines: [taxLine(order, tax)],
			shipping_lines: [
				{
					id: order.id,
					method_title: 'Flat rate',
					method_id: 'flat_rate',
					instance_id: '3',
					total: '0.00',
					total_tax: '0.00',
					taxes: [],
					tax_status: 'taxable',
					meta_data: [itemsOf(order)],
				},
			],
			fee_lines: [],
			coupon_lines: [],
			refunds: order.refunds.map(({ id, reason, amount }) => ({ id, reason, total: `-${amount}` })),
			payment_url: '',
			is_editable: ['checkout-draft', 'pending', 'on-hold'].includes(order.status),
			needs_payment: order.status === 'pending',
			needs_processing: true,
			currency_symbol: '€',
			_links: {
				self: [{ href: `${this.api}/orders/${order.id}` }],
				collection: [{ href: `${this.api}/orders` }],
			},
		};
	}

	note(order: WooOrder, note: WooNote): Record<string, unknown> {
		return {
			id: note.id,
			author: note.author,
			...this.time.fields('date_created', note.createdAtMs),
			note: note.note,
			customer_note: note.isForCustomer,
			_links: {
				self: [{ href: `${this.api}/orders/${order.id}/notes/${note.id}` }],
				collection: [{ href: `${this.api}/orders/${order.id}/notes` }],
				up: [{ href: `${this.api}/orders/${order.id}` }],
			},
		};
	}

	refund(order: WooOrder, refund: WooRefund): Record<string, unknown> {
		return {
			id: refund.id,
			...this.time.fields('date_created', refund.createdAtMs),
			amount: refund.amount,
			reason: refund.reason,
			refunded_by: 1,
			refunded_payment: true,
			meta_data: [],
			line_items: Object.entries(refund.quantities).map(([lineId, quantity], index) => ({
				...lineView(order.lines.find(({ id }) => String(id) === lineId) as WooLine),
				id: refund.id * 100 + index,
				quantity: -quantity,
				meta_data: [{ id: refund.id * 100 + index, key: '_refunded_item_id', value: lineId }],
			})),
		};
	}

	webhook(webhook: WooWebhook): Record<string, unknown> {
		const [resource, event] = webhook.topic.split('.');
		return {
			id: webhook.id,
			name: webhook.name,
			status: webhook.status,
			topic: webhook.topic,
			resource,
			event,
			hooks: [],
			delivery_url: webhook.deliveryUrl,
			...this.time.fields('date_created', webhook.createdAtMs),
			...this.time.fields('date_modified', webhook.createdAtMs),
		};
	}
}

const totalCents = ({ price, quantity }: WooLine): number => centsOf(price) * quantity;

/** The part of a line's total that is tax: prices have it in them. */
const taxCents = (line: WooLine): number =>
	totalCents(line) - centsOf((totalCents(line) / 100 / TAX_FACTOR).toFixed(6));

/** Metadata of the checkout in blocks, which nobody sees. */
const internalMetadata = ({ id }: WooOrder): MetaData[] => [
	...['_coupons_hash', '_fees_hash', '_shipping_hash', '_taxes_hash'].map((key, index) => ({
		...{ id: id * 10 + index, key, value: createHash('md5').update(`${key} ${id}`).digest('hex') },
	})),
	{ id: id * 10 + 4, key: 'is_vat_exempt', value: 'no' },
];

const taxLine = ({ id }: WooOrder, tax: number) => ({
	...{ id, rate_code: 'DE-MWST.-1', rate_id: 1, label: 'MwSt.', compound: false },
	...{ tax_total: priceOf(tax), shipping_tax_total: '0.00', rate_percent: TAX_PERCENT },
	meta_data: [],
});

/** What is in a parcel, for people. */
const itemsOf = ({ id, lines }: WooOrder) =>
	metaView({
		...{ id, key: 'Items' },
		value: lines.map(({ name, quantity }) => `${name} &times; ${quantity}`).join(', '),
	});

const lineView = (line: WooLine): Record<string, unknown> => {
	const tax = taxCents(line);
	const net = priceOf(totalCents(line) - tax);
	const exactNet = Number((totalCents(line) / 100 / TAX_FACTOR).toFixed(6));
	return {
		id: line.id,
		name: line.name,
		product_id: line.productId,
		variation_id: line.variationId,
		quantity: line.quantity,
		tax_class: '',
		subtotal: net,
		subtotal_tax: priceOf(tax),
		total: net,
		total_tax: priceOf(tax),
		taxes: [{ id: 1, total: priceOf(tax), subtotal: priceOf(tax) }],
		meta_data: line.metaData.map(metaView),
		sku: line.sku,
		global_unique_id: '',
		price: exactNet / line.quantity,
		image: { id: line.variationId === 0 ? '' : 0, src: '' },
		parent_name: line.variationId === 0 ? null : (line.name.split(' - ')[0] ?? line.name),
	};
};

const metaView = ({ id, key, value, shown }: MetaData) => ({
	id,
	key,
	value,
	display_key: shown?.key ?? key,
	display_value: shown?.value ?? value,
});
