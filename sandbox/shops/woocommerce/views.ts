import { centsOf, priceOf } from '../common/customer-order.ts';
import type { MetaData, WooLine, WooNote, WooOrder, WooRefund, WooWebhook } from './model.ts';
import type { SiteTime } from './site-time.ts';

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
		return {
			id: order.id,
			parent_id: 0,
			status: order.status,
			currency: 'EUR',
			version: '10.3.0',
			prices_include_tax: true,
			...this.time.fields('date_created', order.createdAtMs),
			...this.time.fields('date_modified', order.modifiedAtMs),
			discount_total: '0.00',
			discount_tax: '0.00',
			shipping_total: '0.00',
			shipping_tax: '0.00',
			cart_tax: '0.00',
			total: priceOf(total),
			total_tax: '0.00',
			customer_id: 0,
			order_key: `wc_order_${order.id}`,
			billing: order.billing,
			shipping: order.shipping,
			payment_method: 'stripe',
			payment_method_title: 'Credit card',
			transaction_id: order.paidAtMs === null ? '' : `ch_${order.id}`,
			customer_ip_address: '127.0.0.1',
			customer_user_agent: '',
			created_via: 'checkout',
			customer_note: order.customerNote,
			...this.time.fields('date_completed', order.completedAtMs),
			...this.time.fields('date_paid', order.paidAtMs),
			cart_hash: '',
			number: String(order.id),
			meta_data: order.metaData,
			line_items: order.lines.map(lineView),
			tax_lines: [],
			shipping_lines: [
				{
					id: order.id,
					method_title: 'Flat rate',
					method_id: 'flat_rate',
					instance_id: '3',
					total: '0.00',
					total_tax: '0.00',
					taxes: [],
					meta_data: [],
				},
			],
			fee_lines: [],
			coupon_lines: [],
			refunds: order.refunds.map(({ id, reason, amount }) => ({ id, reason, total: `-${amount}` })),
			payment_url: '',
			is_editable: order.status === 'pending' || order.status === 'on-hold',
			needs_payment: order.status === 'pending',
			needs_processing: true,
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

const lineView = (line: WooLine): Record<string, unknown> => {
	const total = priceOf(totalCents(line));
	return {
		id: line.id,
		name: line.name,
		product_id: line.productId,
		variation_id: 0,
		quantity: line.quantity,
		tax_class: '',
		subtotal: total,
		subtotal_tax: '0.00',
		total,
		total_tax: '0.00',
		taxes: [],
		meta_data: line.metaData.map(metaView),
		sku: line.sku,
		price: Number(line.price),
		image: { id: '', src: '' },
		parent_name: null,
	};
};

const metaView = ({ id, key, value }: MetaData) => ({
	id,
	key,
	value,
	display_key: key,
	display_value: value,
});
