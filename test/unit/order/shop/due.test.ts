import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { SHOP_OPTIONS } from '../../../../nodes/PodFulfilment/order/shop/options.ts';
import type { ReadingOptions } from '../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import { shopifyOrder } from '../../../support/shopOrders/shopify.ts';
import { asGraphql } from '../../../support/shopOrders/shopifyGraphql.ts';
import { wooCommerceLine, wooCommerceOrder } from '../../../support/shopOrders/wooCommerce.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';
import { readShopifyOrder, readWooCommerceOrder } from '../../../support/byLevel.ts';

const USUAL: ReadingOptions = { sendTestOrders: false };

const shopify = (changes: IDataObject, options: Partial<ReadingOptions> = {}) =>
	readShopifyOrder(shopifyOrder([], changes), { ...USUAL, ...options });

const wooCommerce = (changes: IDataObject, options: Partial<ReadingOptions> = {}) =>
	readWooCommerceOrder(wooCommerceOrder([], changes), { ...USUAL, ...options });

describe('An order of Shopify, by its statuses', () => {
	it.each(['paid', 'PAID', 'Paid'])(
		'an order whose payment status is %s is due',
		(financial_status) => {
			expect(shopify({ financial_status })).toMatchObject({ warnings: [], toReview: [] });
			expect(shopify({ financial_status }).whyNotSent).toBeUndefined();
		},
	);

	it.each(['partially_refunded', 'PARTIALLY_REFUNDED', 'Partially refunded'])(
		'an order whose payment status is %s is due, and to be reviewed where nothing says what was refunded',
		(financial_status) => {
			const { whyNotSent, toReview } = shopify({ financial_status });
			expect(whyNotSent).toBeUndefined();
			expect(toReview).toEqual([expect.stringContaining('does not say for which lines')]);
		},
	);

	it.each([
		['pending', 'pending'],
		['authorized', 'authorized'],
		['partially_paid', 'partially paid'],
		['expired', 'expired'],
	])('an order whose payment status is %s is not paid', (financial_status, shown) => {
		const { whyNotSent, warnings } = shopify({ financial_status });
		expect(whyNotSent?.because).toBe(`is not paid: its payment status is ${shown}`);
		expect(warnings).toEqual([]);
		const unpaid = shopify({ financial_status }, { sendUnpaidOrders: true });
		expect(unpaid.whyNotSent).toBeUndefined();
		expect(unpaid.toReview).toEqual([
			`The order is not paid in the shop: its payment status is ${shown}`,
		]);
		expect(unpaid.warnings).toEqual(unpaid.toReview);
		const listed = shopify({ financial_status }, { orderStatuses: [financial_status] });
		expect(listed).toMatchObject({ warnings: [], toReview: [] });
		expect(listed.whyNotSent).toBeUndefined();
	});

	it.each([['Cash on Delivery (COD)'], ['cash_on_delivery'], ['shopify_payments', 'COD']])(
		'to be paid by %s, it is sent where pending is listed, with a warning',
		(...names) => {
			const order = { financial_status: 'pending', payment_gateway_names: names };
			const listed = shopify(order, { orderStatuses: ['paid', 'pending'] });
			expect(listed.whyNotSent).toBeUndefined();
			expect(listed).toMatchObject({
				warnings: ['The order is paid cash on delivery: nobody collects it'],
				toReview: [],
			});
			const options = { ...USUAL, orderStatuses: ['pending'] };
			const ofGraphql = readShopifyOrder(asGraphql(shopifyOrder([], order)), options);
			expect(ofGraphql.warnings).toEqual(listed.warnings);
			expect(shopify(order).whyNotSent?.because).toBe('is not paid: its payment status is pending');
			expect(shopify({ ...order, financial_status: 'paid' })).toMatchObject({ warnings: [] });
		},
	);

	it.each(['Bank Deposit', 'codex_pay', 'shopify_payments'])(
		'to be paid by %s, it is sent without a warning where pending is listed',
		(name) => {
			const order = { financial_status: 'pending', payment_gateway_names: [name] };
			expect(shopify(order, { orderStatuses: ['pending'] })).toMatchObject({ warnings: [] });
		},
	);

	it('what is listed takes the place of what is usually due', () => {
		const options = { orderStatuses: ['authorized'] };
		expect(shopify({}, options).whyNotSent).toMatchObject({
			because: 'is not due: its payment status is paid',
			advice: expect.stringContaining('authorized'),
		});
	});

	it('an order of a payment status that is not known is not sent, and one without any is refused', () => {
		const options = { sendUnpaidOrders: true };
		expect(shopify({ financial_status: 'unheard_of' }, options).whyNotSent?.because).toBe(
			'is not due: its payment status is unheard of',
		);
		expect(() => shopify({ financial_status: null }, options)).toThrow(
			'lacks "financial_status", so nothing says whether it is due',
		);
	});

	it.each([
		['refunded', { financial_status: 'refunded' }, 'was refunded in full'],
		['voided', { financial_status: 'voided' }, 'is not paid: its payment was voided'],
		['cancelled', { cancelled_at: '2026-11-20T09:41:00Z' }, 'was cancelled in the shop'],
		['closed', { closed_at: '2026-11-20T09:41:00Z' }, 'is closed in the shop'],
		['fulfilled', { fulfillment_status: 'fulfilled' }, 'is fulfilled in the shop already'],
		['restocked', { fulfillment_status: 'restocked' }, 'is fulfilled in the shop already'],
	])('an order that is %s is over, whatever is listed', (_, changes, because) => {
		const options = { sendUnpaidOrders: true, orderStatuses: ['paid', 'pending'] };
		expect(shopify(changes, options).whyNotSent?.because).toBe(because);
	});

	it.each(['ON_HOLD', 'SCHEDULED', 'IN_PROGRESS', 'PENDING_FULFILLMENT', 'REQUEST_DECLINED'])(
		'an order whose fulfilment status is %s is not sent, and the status named',
		(fulfillment_status) => {
			const shown = fulfillment_status.toLowerCase().replaceAll('_', ' ');
			expect(shopify({ fulfillment_status }).whyNotSent?.because).toBe(
				`is not due yet: its fulfilment status is ${shown}`,
			);
		},
	);

	it.each([null, 'partial', 'UNFULFILLED', 'PARTIALLY_FULFILLED', 'unshipped', 'OPEN'])(
		'an order whose fulfilment status is %j is due',
		(fulfillment_status) => {
			expect(shopify({ fulfillment_status }).whyNotSent).toBeUndefined();
		},
	);

	it.each([
		['a delivery category', { shipping_lines: [{ delivery_category: 'pickup' }] }],
		['a point of sale without an address', { source_name: 'pos', shipping_address: null }],
	])('an order that is picked up by %s is not sent', (_, changes) => {
		expect(shopify(changes).whyNotSent?.because).toMatch(/^is picked up or was handed over/);
	});

	it.each([
		['from a point of sale with an address', { source_name: 'pos' }],
		['without a delivery category', { shipping_lines: [{ delivery_category: null }] }],
		[
			'whose pick-up was removed',
			{ shipping_lines: [{ delivery_category: 'pickup', is_removed: true }] },
		],
	])('an order %s is shipped', (_, changes) => {
		expect(shopify(changes).whyNotSent).toBeUndefined();
	});
});

describe('An order of WooCommerce, by its status', () => {
	it.each(['processing', 'wc-processing', 'Processing', 'WC-PROCESSING'])(
		'an order whose status is %s is due',
		(status) => {
			expect(wooCommerce({ status })).toMatchObject({ warnings: [], toReview: [] });
			expect(wooCommerce({ status }).whyNotSent).toBeUndefined();
		},
	);

	it.each([
		['on-hold', 'on-hold'],
		['wc-on-hold', 'on-hold'],
		['pending', 'pending'],
		['wc-pending', 'pending'],
	])('an order whose status is %s is not paid', (status, shown) => {
		expect(wooCommerce({ status }).whyNotSent?.because).toBe(`is not paid: its status is ${shown}`);
		const unpaid = wooCommerce({ status }, { sendUnpaidOrders: true });
		expect(unpaid.whyNotSent).toBeUndefined();
		expect(unpaid.toReview).toEqual([`The order is not paid in the shop: its status is ${shown}`]);
		const orderStatuses = SHOP_OPTIONS.orderStatuses.read(` ${status} , processing`) ?? [];
		expect(wooCommerce({ status }, { orderStatuses })).toMatchObject({ toReview: [] });
		expect(wooCommerce({ status }, { orderStatuses }).whyNotSent).toBeUndefined();
	});

	it.each(['in-production', 'not-cancelled', 'xwc-cancelled'])(
		'an order whose status is %s is not sent, and the status named',
		(status) => {
			expect(wooCommerce({ status }, { sendUnpaidOrders: true }).whyNotSent).toMatchObject({
				because: `is not due: its status is ${status}`,
				advice: expect.stringContaining('Order Statuses'),
			});
		},
	);

	it.each([
		['cancelled', 'was cancelled in the shop', 'was cancelled in the shop'],
		['trash', 'was cancelled in the shop', 'was cancelled in the shop'],
		['refunded', 'was refunded in full', 'was refunded in the shop'],
		['failed', 'was not paid: its payment did not go through', 'failed in the shop'],
	])('an order whose status is %s was called off', (status, because, endedBy) => {
		for (const given of [status, `wc-${status}`]) {
			const order = { status: given, refunds: [{ id: 1, total: '-199.00' }] };
			for (const called of [wooCommerce({ status: given }), wooCommerce(order)]) {
				expect(called.whyNotSent).toMatchObject({ because, endedBy });
				expect(called.whyNotSent?.advice).toContain('cancel it with Order → Cancel');
			}
		}
	});

	it('an order without a status is refused', () => {
		expect(() => wooCommerce({ status: null })).toThrow(
			'lacks "status", so nothing says whether it is due',
		);
	});

	it.each([
		...['local_pickup', 'pickup_location', 'local_pickup:3'],
		// Local Pickup Plus, and a plug-in named after it.
		...['local_pickup_plus', 'local_pickup_time_select'],
	])('an order with the shipping method %s is not sent', (method_id) => {
		const shipping_lines = [{ method_id }, { method_id }];
		expect(wooCommerce({ shipping_lines }).whyNotSent?.because).toMatch(/^is picked up/);
	});

	it.each(['pos-rest-api', 'woocommerce-pos', 'POS', 'wc_pos'])(
		'an order that was made at the counter is not sent: %s',
		(created_via) => {
			const counter = { created_via, shipping_lines: [] };
			expect(wooCommerce(counter).whyNotSent?.because).toMatch(/^is picked up or was handed over/);
			const soon = {
				date_paid_gmt: '2026-11-20T09:00:00',
				date_completed_gmt: '2026-11-20T09:00:10',
			};
			const completed = wooCommerce({ ...counter, ...soon, status: 'completed' });
			expect(completed.whyNotSent).toMatchObject({ because: 'is completed in the shop' });
			expect(completed.whyNotSent?.alwaysStops).toBeUndefined();
			expect(wooCommerce({ created_via, shipping_lines: [{}] }).whyNotSent).toBeUndefined();
		},
	);
});

describe('An order of which a part is picked up, or that goes to a pick-up point', () => {
	const PART = /^The customer picks up a part of the order/;
	const POINT = /^The parcel goes to a pick-up point or locker/;

	it.each([
		[
			'WooCommerce',
			wooCommerce({ shipping_lines: [{ method_id: 'flat_rate' }, { method_id: 'local_pickup' }] }),
		],
		[
			'WooCommerce',
			wooCommerce({
				shipping_lines: [{ method_id: 'local_pickup_plus' }, { method_id: 'free_shipping:2' }],
			}),
		],
		[
			'Shopify',
			shopify({
				shipping_lines: [{ delivery_category: 'pick_up' }, { delivery_category: 'shipping' }],
			}),
		],
		[
			'Shopify',
			shopify({ shipping_lines: [{ title: 'Standard' }, { delivery_category: 'PICK_UP' }] }),
		],
	])('of %s, a part: it is sent, and reviewed', (_shop, { whyNotSent, toReview }) => {
		expect(whyNotSent).toBeUndefined();
		expect(toReview).toEqual([expect.stringMatching(PART)]);
	});

	it.each([
		...['_packetery_point_id', '_packeta_point_id', '_omnivalt_terminal_id', '_parcel_machine_id'],
		...['_dpd_parcelshop_id', '_fraktguiden_pickup_point_id', 'ups_access_point'],
	])('of WooCommerce, to the point in %s: it is sent, and reviewed', (key) => {
		const meta_data = [{ key, value: 'LJ4021' }];
		for (const order of [
			wooCommerce({ meta_data }),
			wooCommerce({ shipping_lines: [{ method_id: 'flat_rate', meta_data }] }),
		]) {
			expect(order.whyNotSent).toBeUndefined();
			expect(order.toReview).toEqual([expect.stringMatching(POINT)]);
		}
		for (const value of ['', null, 0, '0']) {
			expect(wooCommerce({ meta_data: [{ key, value }] }).toReview).toEqual([]);
		}
	});

	it.each<[string, unknown, unknown[]]>([
		['sendcloudshipping_service_point_meta', { id: '10875349' }, [{}, { id: '', extra: null }]],
		['_myparcel_delivery_options', { isPickup: true }, [{ isPickup: false }, {}, null]],
		['_myparcel_delivery_options', '{"isPickup":true}', ['{"isPickup":false}', '{"isPickup":']],
		['_myparcelbe_delivery_options', '{"isPickup":true}', ['{}']],
		['_gls_pickup_info', '{"id":"DE1","contact":{"city":"Bonn"}}', ['{}', '[]', '{"id":""}']],
		['_gls_pickup_info', JSON.stringify({ id: 'DE1', hours: 'x'.repeat(2000) }), ['null']],
		['shipmondo_pickup_point', { id: '97800', name: 'Kiosk' }, [{}, [], 'false']],
		['_lpc_meta_pickUpLocationId', '123456', ['0', false]],
		['_stan_meta_relay_id', '10452', ['no']],
		['_furgonetkaPoint', 'BYD117M', ['']],
		['apaczka_delivery_point', { apm_access_point_id: 'BYD117M' }, [{}]],
		['_wms_mondial_relay_pickup_info', '{"id":"012345"}', ['{}']],
		['mygls_psd_id', '2351-CSOMAGPONT', ['0']],
		['Punkt odbioru', 'BYD117M (INPOST)', ['']],
		['Mondial Relay Parcel Shop ID', 'FR-012345', ['no', '-']],
		['foxpost_woo_parcel_apt_id', 'hu235', ['0']],
		['_woo_lithuaniapost_lpexpress_terminal_id', '0101', [false]],
		['wc_shipping_dpd_parcels_terminal', 'LV90001', ['']],
		['_shipping_method_chronorelais', { id: '1234A', name: 'Tabac' }, [{ id: '' }]],
		['venipak_pickup_point_data', '{"id":2884}', ['[]', 'a:0:{}']],
		['_glsparcelshop_id', '2351-CSOMAGPONT', ['']],
		['inv_gls_picked_shop_id', 'SK0034', ['']],
		['_boxnow_locker_id', '4', ['']],
		['_sameday_shipping_locker_id', '{"lockerId":1234}', ['{}']],
		['_packlink_drop_off_point_id', '38140', [0]],
		['_shipping_nova_poshta_warehouse', 'Відділення №5', ['']],
		['bw_parcel_point_code', '012345', ['']],
	])('of WooCommerce, to the point in %s (%j): it is reviewed', (key, value, empty) => {
		const toReview = (entry: unknown) =>
			wooCommerce({ meta_data: [{ key, value: entry as string }] }).toReview;
		expect(toReview(value)).toEqual([expect.stringMatching(POINT)]);
		for (const entry of ['', null, ...empty]) expect(toReview(entry)).toEqual([]);
	});

	it.each<[string, unknown]>([
		['pickup_point_discount', '5.00'],
		['_pickup_point_fee_enabled', 'yes'],
		['mondial_relay_insurance', '1'],
		['_locker_email_sent', 'yes'],
		['_wc_points_earned', '120'],
		['loyalty_point_balance', '350'],
		['_stripe_terminal_location_id', 'tml_1'],
		['_payment_terminal_redsys', '1'],
		['_apple_private_relay_email', 'a@privaterelay.example.com'],
		['_shipstation_exported', 'yes'],
		['_automatewoo_id', '12'],
		['_shipping_apt', '12B'],
		['_ups_box_size', 'M'],
		['gift_box', 'yes'],
		['_warehouse_id', '3'],
		['_shop_id', '2'],
		['_post_office_box', '12'],
		['_pickup_location_code', '145'],
		['_shipping_parcelshop_post_number', '123456'],
		['_pickup_store', 'Leeds'],
	])('of WooCommerce, %s names no point', (key, value) => {
		const { toReview } = wooCommerce({ meta_data: [{ key, value: value as string }] });
		expect(toReview).not.toContainEqual(expect.stringMatching(POINT));
	});

	it.each<IDataObject>([
		{ meta_data: [{ key: '_another_locker_id', value: 'LJ4021' }] },
		{ shipping_lines: [{ method_id: 'inpost_paczkomat_5' }] },
	])('of WooCommerce, %j of an unknown plug-in is not interpreted', (changes) => {
		expect(wooCommerce(changes).toReview).toEqual([]);
	});

	it.each([
		...['easypack_parcel_machines', 'omnivalt_pt', 'service_point_shipping_method:3'],
		...['box_now_delivery', 'foxpost_woo_parcel_apt_shipping', 'chronorelais'],
		...['lpc_relay', 'gls_shipping_method_parcel_shop', 'gls_shipping_method_parcel_locker'],
	])('of WooCommerce, by the shipping method %s: it is reviewed', (method_id) => {
		expect(wooCommerce({ shipping_lines: [{ method_id }] }).toReview).toEqual([
			expect.stringMatching(POINT),
		]);
		const others = [
			'flat_rate',
			'express_courier',
			'mondial_relay_domicile',
			'dpd_home_delivery',
		].map((other) => ({ method_id: other }));
		expect(wooCommerce({ shipping_lines: others }).toReview).toEqual([]);
	});

	it.each(['pickup', 'Pickup', 'pick-up'])(
		'of Shopify, where the cart says %s, it is sent, and reviewed',
		(value) => {
			const { whyNotSent, toReview } = shopify({
				note_attributes: [{ name: 'Checkout-Method', value }],
			});
			expect(whyNotSent).toBeUndefined();
			expect(toReview).toEqual([expect.stringMatching(/^The cart says .* picks the order up/)]);
		},
	);

	it.each([
		['Checkout-Method', 'shipping'],
		['Checkout-Method', 'delivery'],
		['Checkout-Method', null],
		['Pickup-Note', 'pickup'],
		[null, 'pickup'],
		['', 'pickup'],
	])('of Shopify, where the cart says %s: %j, it is shipped', (name, value) => {
		expect(shopify({ note_attributes: [{ name, value }] }).toReview).toEqual([]);
	});

	it.each(['PICKUP_POINT', 'pickup_point'])(
		'of Shopify, %s: it is sent, and reviewed',
		(category) => {
			const { whyNotSent, toReview } = shopify({
				shipping_lines: [{ delivery_category: category }],
			});
			expect(whyNotSent).toBeUndefined();
			expect(toReview).toEqual([expect.stringMatching(POINT)]);
		},
	);

	it.each<[string, IDataObject]>([
		['LOCAL', { delivery_category: 'LOCAL' }],
		['local', { delivery_category: 'local', title: 'By bike' }],
		['local_delivery', { delivery_category: 'local_delivery' }],
		['Local Delivery', { title: 'Local Delivery', code: 'Local Delivery' }],
		['a code', { title: 'By bike', code: 'local-delivery' }],
		['Lokale Lieferung', { title: 'Lokale Lieferung' }],
		['Livraison locale', { title: 'Livraison locale', code: null }],
		['Entrega local', { title: 'Entrega local' }],
		['Consegna locale', { title: ' consegna locale ' }],
		['Lokale bezorging', { title: 'Lokale Bezorging', delivery_category: null }],
	])('of Shopify, that the shop delivers itself (%s): it is sent, and reviewed', (_, line) => {
		for (const shipping_lines of [[line], [{ title: 'Standard' }, line]]) {
			const { whyNotSent, toReview } = shopify({ shipping_lines });
			expect(whyNotSent).toBeUndefined();
			expect(toReview).toEqual([
				expect.stringMatching(/^The shop delivers a part .* itself, by local delivery: check/),
			]);
		}
	});

	it('of Shopify, by GraphQL, that the shop delivers itself is reviewed', () => {
		const order = shopifyOrder([], { shipping_lines: [{ delivery_category: 'LOCAL' }] });
		expect(readShopifyOrder(asGraphql(order), USUAL).toReview).toEqual([
			expect.stringContaining('by local delivery'),
		]);
	});

	it.each<IDataObject>([
		{ title: 'Standard', delivery_category: 'shipping' },
		{ title: 'Local courier', code: 'local_courier' },
		{ title: 'Local', code: 'local' },
		{ title: 'Non-local delivery' },
		{ title: 'Lokale bezorgingsdienst PostNL' },
		{ title: 'Local Delivery', is_removed: true },
	])('of Shopify, %j is no local delivery', (line) => {
		expect(shopify({ shipping_lines: [line] }).toReview).toEqual([]);
	});

	it.each(['reward_points', '_wc_points_earned', '_stripe_terminal_id', '_endpoint'])(
		'the metadata %s is no pick-up point',
		(key) => {
			expect(wooCommerce({ meta_data: [{ key, value: '100' }] }).toReview).toEqual([]);
		},
	);
});

describe('An order of WooCommerce with the number of a parcel in its metadata', () => {
	const NUMBER = 'PN1234567890SE';
	const SENT = [expect.stringMatching(/^The metadata "\w+" has the number of a parcel already: /)];

	it.each<[string, unknown, unknown[]]>([
		[
			'_wc_shipment_tracking_items',
			[{ tracking_provider: 'postnord-se', tracking_number: NUMBER, tracking_id: 'a1' }],
			[[]],
		],
		['_aftership_tracking_items', `[{"tracking_number":"${NUMBER}"}]`, ['[]', 'a:0:{}']],
		['_aftership_tracking_number', NUMBER, ['', null]],
		['_tracking_number', '1Z2867054084009712', ['0', false, '-']],
		['_ywot_tracking_code', NUMBER, ['']],
		['_correios_tracking_code', 'AA123456789BR', ['']],
		['_dhl_tracking_number', 12_345_678, [0]],
		['_pr_shipment_dhl_label_tracking', { tracking_number: NUMBER, label_path: '/1.pdf' }, [{}]],
		[
			'_parcelpanel_shipping_numbers',
			JSON.stringify({ [NUMBER]: { order_id: 727, tracking_number: NUMBER } }),
			['{}', '[]'],
		],
		['trackingNumber', [NUMBER], [[]]],
	])('in %s: it is reviewed', (key, value, empty) => {
		const toReview = (entry: unknown) =>
			wooCommerce({ meta_data: [{ key, value: entry as string }] }).toReview;
		expect(toReview(value)).toEqual(SENT);
		for (const entry of empty) expect(toReview(entry)).toEqual([]);
	});

	it('of a line, too', () => {
		const meta_data = [
			{ key: '_vi_wot_order_item_tracking_data', value: `[{"tracking_number":"${NUMBER}"}]` },
		];
		const order = wooCommerceOrder([{ id: 1, name: 'Tee', quantity: 1, meta_data }]);
		expect(readWooCommerceOrder(order, USUAL).toReview).toEqual(SENT);
	});

	it('that is not sent anyway needs no review', () => {
		const meta_data = [{ key: '_tracking_number', value: NUMBER }];
		expect(wooCommerce({ status: 'completed', meta_data })).toMatchObject({
			...{ toReview: [], warnings: [] },
		});
	});

	it.each([
		['_ga_tracking_code', 'UA-12345'],
		['affiliate_tracking_code', 'A17'],
		['_wc_order_attribution_utm_tracking_number', '17'],
		['_return_tracking_number', NUMBER],
		['_tracking_provider', 'dhl24'],
		['_wc_shipment_tracking_items', 'pending'],
		['tracking_url', 'https://dhl.example/1'],
		['_tracked', '1'],
	])('%s is none', (key, value) => {
		expect(wooCommerce({ meta_data: [{ key, value }] }).toReview).toEqual([]);
	});
});

describe('A completed order of WooCommerce', () => {
	const completed = (paid: string | null, done: string | null, suffix = '') => ({
		status: 'completed',
		date_paid: null,
		[`date_paid${suffix}`]: paid,
		[`date_completed${suffix}`]: done,
	});

	it.each([
		['15 minutes after the payment', '2026-11-20T09:00:00', '2026-11-20T09:15:00', true],
		['at the time of the payment', '2026-11-20T09:00:00', '2026-11-20T09:00:00', true],
		['16 minutes after the payment', '2026-11-20T09:00:00', '2026-11-20T09:16:00', undefined],
		['at a time that nobody knows', '2026-11-20T09:00:00', null, undefined],
		['without a payment', null, '2026-11-20T09:00:00', undefined],
	])('an order that was completed %s is refused under Skip too: %s', (_, paid, done, isRefused) => {
		for (const suffix of ['', '_gmt']) {
			const { whyNotSent } = wooCommerce(completed(paid, done, suffix));
			expect(whyNotSent?.alwaysStops).toBe(isRefused);
			expect(whyNotSent?.because).toMatch(/^(is|was) completed in the shop/);
			expect(whyNotSent?.advice).toMatch(/Order Statuses.*"processing, completed"/);
		}
	});

	it('an order is due when completed is listed', () => {
		const changes = completed('2026-11-20T09:00:00', '2026-11-20T09:00:00');
		expect(wooCommerce(changes, { orderStatuses: ['completed'] }).whyNotSent).toBeUndefined();
	});
});

describe('An order of WooCommerce in process without a date of payment', () => {
	const undated = { date_paid: null, date_paid_gmt: null };

	it.each(['cod', 'COD'])('paid on delivery (%s), it is not paid', (payment_method) => {
		const order = { ...undated, payment_method };
		expect(wooCommerce(order)).toMatchObject({
			whyNotSent: {
				because: 'is not paid: it is to be paid cash on delivery',
				advice: expect.stringMatching(/Order Statuses.*Send Unpaid Orders/),
			},
			warnings: [],
			toReview: [],
		});
		const asDraft = wooCommerce(order, { sendUnpaidOrders: true });
		expect(asDraft.whyNotSent).toBeUndefined();
		expect(asDraft.toReview).toEqual([
			'The order is not paid in the shop: it is paid cash on delivery',
		]);
		for (const sendUnpaidOrders of [false, true]) {
			const listed = wooCommerce(order, { orderStatuses: ['processing'], sendUnpaidOrders });
			expect(listed.whyNotSent).toBeUndefined();
			expect(listed).toMatchObject({
				warnings: ['The order is paid cash on delivery: nobody collects it'],
				toReview: [],
			});
		}
	});

	it.each([
		['null', 'null'],
		['undefined', 'undefined'],
		['', ' '],
		[null, 'null'],
	])('dates that became the text of no date are none (%j, %j)', (date_paid, date_paid_gmt) => {
		const dates = { date_paid, date_paid_gmt };
		expect(wooCommerce({ ...dates, payment_method: 'cod' }).whyNotSent?.because).toContain(
			'is not paid',
		);
		const { toReview } = wooCommerce({ ...dates, payment_method: 'bacs' });
		expect(toReview).toEqual([expect.stringMatching(/^The shop gives no date of payment/)]);
	});

	it.each(['bacs', 'cheque', 'woocommerce_payments', 'pay_in_store', '', null])(
		'with the method %j, it is reviewed and never left out',
		(payment_method) => {
			const order = { ...undated, payment_method };
			for (const options of [{}, { sendUnpaidOrders: true }, { orderStatuses: ['processing'] }]) {
				const { whyNotSent, toReview } = wooCommerce(order, options);
				expect(whyNotSent).toBeUndefined();
				expect(toReview).toEqual([expect.stringMatching(/^The shop gives no date of payment/)]);
			}
		},
	);

	it.each([
		['nothing is to be paid', { ...undated, total: '0.00' }],
		['one date is there', { ...undated, date_paid_gmt: '2026-11-20T09:00:00' }],
	])('where %s, it is sent as any other', (_case, changes) => {
		for (const payment_method of ['cod', 'bacs']) {
			const { whyNotSent, warnings } = wooCommerce({ ...changes, payment_method });
			expect(whyNotSent).toBeUndefined();
			expect(warnings).toEqual([]);
		}
	});

	const DATES = ['2026-11-20T09:00:00', null, undefined, '', 0, 'xyz', '0000-00-00 00:00:00'];
	const CASES = DATES.flatMap((paid) => DATES.map((paidGmt) => [paid, paidGmt] as const));

	it.each(CASES)('paid on delivery, only a date says that it is paid: %j, %j', (paid, paidGmt) => {
		const dates = { date_paid: paid, date_paid_gmt: paidGmt };
		const { whyNotSent } = wooCommerce({ ...dates, payment_method: 'cod' });
		const isPaid = [paid, paidGmt].includes(DATES[0]);
		expect(whyNotSent?.because).toEqual(
			isPaid ? undefined : expect.stringContaining('is not paid'),
		);
	});

	it.each([null, undefined, 'xyz', '29,00', [], true])('a total of %j is not nothing', (total) => {
		const { whyNotSent } = wooCommerce({ ...undated, total, payment_method: 'cod' });
		expect(whyNotSent?.because).toContain('is not paid');
	});

	it.each([
		['both fields are absent', { date_paid: undefined, date_paid_gmt: undefined }, false],
		['one is absent, and the other null', { date_paid: null, date_paid_gmt: undefined }, true],
		['one is absent, and the other a date', { date_paid: '2026-11-20T09:00:00' }, false],
	])(
		'paid by a bank, it is reviewed where a field says no date: %s',
		(_case, dates, isReviewed) => {
			const { toReview } = wooCommerce({ ...dates, payment_method: 'bacs' });
			expect(toReview).toHaveLength(isReviewed ? 1 : 0);
		},
	);

	it.each([[[]], [[{ key: 'pa_size', label: 'Size', value: 'L' }]]])(
		'of the first API, whose lines have meta (%j) and no meta_data, it stops with what to change',
		(meta) => {
			const { meta_data: _, ...line } = wooCommerceLine({ meta });
			const { whyNotSent } = wooCommerce({ line_items: [line] });
			expect(whyNotSent).toMatchObject({ alwaysStops: true });
			expect(whyNotSent?.advice).toContain('WP REST API Integration v3');
			const { whyNotSent: ofThird } = wooCommerce({ line_items: [{ ...line, meta_data: [] }] });
			expect(ofThird).toBeUndefined();
		},
	);

	it.each(['on-hold', 'pending'])('of the status %s, it is not paid because of that', (status) => {
		const order = { ...undated, status, payment_method: 'bacs' };
		expect(wooCommerce(order).whyNotSent?.because).toBe(`is not paid: its status is ${status}`);
		const listed = wooCommerce(order, { orderStatuses: ['on_hold', 'pending'] });
		expect(listed).toMatchObject({ warnings: [] });
		expect(listed.whyNotSent).toBeUndefined();
		const onDelivery = { ...order, payment_method: 'cod' };
		expect(wooCommerce(onDelivery, { orderStatuses: ['on_hold', 'pending'] })).toMatchObject({
			warnings: ['The order is paid cash on delivery: nobody collects it'],
		});
	});

	it('paid on delivery and completed, it is over, and not one that was never ordered', () => {
		const at = '2026-11-20T09:00:00';
		const dates = { date_paid: at, date_paid_gmt: at, date_completed: at, date_completed_gmt: at };
		const order = { status: 'completed', payment_method: 'cod', ...dates };
		const { whyNotSent } = wooCommerce(order);
		expect(whyNotSent?.because).toBe('is completed in the shop');
		expect(whyNotSent?.alwaysStops).toBeUndefined();
		expect(wooCommerce({ ...order, payment_method: 'stripe' }).whyNotSent?.alwaysStops).toBe(true);
	});
});

describe('The option Order Statuses', () => {
	it.each([
		['', undefined],
		[' , ', undefined],
		[undefined, undefined],
		['wc-On-Hold, processing,processing', ['on_hold', 'processing']],
		[
			['processing', 'completed'],
			['processing', 'completed'],
		],
	])('%j is read as %j', (value, statuses) => {
		expect(SHOP_OPTIONS.orderStatuses.read(value)).toEqual(statuses);
	});

	it.each([
		['cancelled', /"cancelled", but what was called off is never produced/],
		['processing, wc-trash', /"trash", but what was called off/],
		['processing, Refunded', /"refunded", but what was called off/],
		['wc-failed,completed', /"failed", but what was called off/],
		['paid, voided', /"voided", but what was called off/],
	])('%s is refused', (value, message) => {
		const refused = refusedWith(() => SHOP_OPTIONS.orderStatuses.read(value));
		expect(refused.message).toMatch(message);
		expectPlainWords(refused);
	});
});
