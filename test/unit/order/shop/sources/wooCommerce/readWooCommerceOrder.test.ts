import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { expectPlainWords, refusedWith } from '../../../../transport/wording.ts';
import { shopifyOrder } from '../../../../../support/shopOrders/shopify.ts';
import { asGraphql } from '../../../../../support/shopOrders/shopifyGraphql.ts';
import {
	printFileMeta,
	wooCommerceAddress,
	wooCommerceLine,
	wooCommerceOrder,
} from '../../../../../support/shopOrders/wooCommerce.ts';
import { readWooCommerceOrder } from '../../../../../support/byLevel.ts';

const read = (order: unknown, sendTestOrders = false) =>
	readWooCommerceOrder(order, { sendTestOrders });

const lineOf = (line: IDataObject, changes: IDataObject = {}) => {
	const { lines, ...order } = read(wooCommerceOrder([line], changes));
	return { ...order, line: lines[0] };
};

describe('An order of WooCommerce', () => {
	it.each([
		['bare', asGraphql(shopifyOrder())],
		['without its lines', { ...asGraphql(shopifyOrder()), lineItems: undefined }],
		['as the answer of GraphQL', { data: { order: asGraphql(shopifyOrder()) } }],
		['in the whole response', { body: { data: { order: asGraphql(shopifyOrder()) } } }],
		['of REST', shopifyOrder()],
	])('an order of Shopify %s is refused with the shop to choose', (_, given) => {
		const refused = refusedWith(() => read(given));
		expect(refused.message).toBe('Shop Order is an order of Shopify: set Shop to Shopify');
		expectPlainWords(refused);
	});

	it('an order gives number, recipient and lines', () => {
		const { lines, ...order } = read(wooCommerceOrder());
		expect(order).toEqual({
			number: '727',
			id: '727',
			shippingMethods: [['Flat Rate']],
			recipient: {
				name: 'John Doe',
				address1: '969 Market',
				city: 'San Francisco',
				zip: '94103',
				stateCode: 'CA',
				stateName: 'California',
				countryCode: 'US',
				phone: '(555) 555-5555',
				email: 'john.doe@example.com',
			},
			warnings: [],
			findings: [],
			toReview: [],
			problems: [],
		});
		expect(lines).toMatchObject([
			{
				label: 'Line 1 (Ship Your Idea - Color: Black, Size: M Test, SKU Bar3)',
				id: '316',
				sku: 'Bar3',
				quantity: 1,
				price: '12.00',
			},
		]);
	});

	it.each([
		[' For M &amp; L ', 'For M & L'],
		['', undefined],
		[null, undefined],
	])("the buyer's note %j is read as %j", (note, expected) => {
		expect(read(wooCommerceOrder(undefined, { customer_note: note })).buyerNote).toBe(expected);
	});

	it('an order is found in what the Webhook node returns', () => {
		expect(read({ headers: {}, body: wooCommerceOrder() })).toEqual(read(wooCommerceOrder()));
	});

	it.each([
		['an order of Shopify', shopifyOrder()],
		['the ping of a new webhook', { webhook_id: 5 }],
		['a list', [wooCommerceOrder()]],
	])('an order is refused when it is %s', (_, value) => {
		expect(() => read(value)).toThrow(/^Shop Order is /);
	});

	it('the refusal of another shop names WooCommerce', () => {
		const refused = refusedWith(() => read(shopifyOrder()));
		expect(refused.message).toContain('is an order of Shopify: set Shop to Shopify');
		expect(refused.description).toBe('The field Shop is WooCommerce.');
		expectPlainWords(refused);
	});

	it.each([
		['a billing address', { billing_address: {} }],
		['a shipping address', { shipping_address: {} }],
		['a number', { order_number: 1001 }],
	])('an order with %s as Shopify has it is refused', (_, fields) => {
		expect(() => read({ id: 1, line_items: [], ...fields })).toThrow(/^Shop Order is /);
		// Plug-ins add such fields; the billing address is that of WooCommerce all the same.
		expect(read(wooCommerceOrder([], fields)).number).toBe('727');
	});

	it('an order without addresses is read', () => {
		expect(read({ id: 7, status: 'processing', line_items: [] })).toMatchObject({
			number: '7',
			recipient: {},
		});
	});

	it('the number of an order goes before its ID', () => {
		expect(read(wooCommerceOrder([], { number: 'A-1' }))).toMatchObject({
			number: 'A-1',
			id: '727',
		});
		expect(read(wooCommerceOrder([], { number: '' })).number).toBe('727');
	});
});

describe('The pieces of a line of WooCommerce', () => {
	const refundOf = (line: IDataObject) => ({
		refunds: [{ id: 1, total: '-1.00', line_items: [line] }],
	});

	it.each([
		['by its ID', { refunded_item_id: 316, quantity: -2 }],
		['by its metadata', { quantity: -2, meta_data: [{ key: '_refunded_item_id', value: '316' }] }],
	])('the quantity is lower after a refund that names the line %s', (_, refunded) => {
		const { line, warnings } = lineOf(wooCommerceLine({ quantity: 3 }), refundOf(refunded));
		expect(line?.quantity).toBe(1);
		expect(warnings).toEqual([`${line?.label}: 1 of 3 pieces are left after refunds`]);
	});

	it('the quantity is lower when the order itself has lines with negative quantities', () => {
		const { lines } = read(
			wooCommerceOrder([
				wooCommerceLine({ quantity: 3 }),
				wooCommerceLine({ id: 900, quantity: -1, refunded_item_id: 316 }),
			]),
		);
		expect(lines.map(({ quantity, leftOutBecause }) => [quantity, leftOutBecause])).toEqual([
			[2, undefined],
			[0, 'it is a refund of another line'],
		]);
	});

	it('a warning says to check the quantities when a refund names no line', () => {
		const { line, warnings } = lineOf(wooCommerceLine({ quantity: 3 }), {
			refunds: [{ id: 1, reason: '', total: '-10.00' }],
		});
		expect(line?.quantity).toBe(3);
		expect(warnings).toEqual([expect.stringContaining('check the quantities')]);
	});

	it.each([
		['without pieces', [{ id: 2, quantity: 0, refunded_item_id: 316, total: '-10.00' }]],
		['for the parcel alone', []],
	])('a warning says to check the quantities when a refund is %s', (_, line_items) => {
		const { line, warnings } = lineOf(wooCommerceLine({ quantity: 3 }), {
			refunds: [
				{ id: 1, total: '-1.00', line_items: [{ quantity: -1, refunded_item_id: 316 }] },
				{ id: 2, total: '-10.00', line_items },
			],
		});
		expect(line?.quantity).toBe(2);
		expect(warnings).toEqual([
			expect.stringContaining('check the quantities'),
			`${line?.label}: 2 of 3 pieces are left after refunds`,
		]);
	});

	it.each([
		['any line', { quantity: -1, product_id: 22, variation_id: 23 }],
		['a line that the order does not have', { quantity: -1, refunded_item_id: 999 }],
	])('a warning says to check the quantities when a refund may be about %s', (_, refunded) => {
		const lines = [wooCommerceLine({ quantity: 2 }), wooCommerceLine({ id: 317, quantity: 2 })];
		for (const order of [
			wooCommerceOrder(lines, refundOf(refunded)),
			wooCommerceOrder([...lines, { id: 900, ...refunded }]),
		]) {
			const { lines: found, warnings } = read(order);
			expect(found.slice(0, 2).map(({ quantity }) => quantity)).toEqual([2, 2]);
			expect(warnings).toEqual([expect.stringContaining('check the quantities')]);
		}
	});

	it.each([
		['more pieces than were ordered', -4],
		['all pieces', -3],
		['all pieces, as a positive number', 3],
	])('a line is left out after a refund of %s', (_, quantity) => {
		const { line, warnings } = lineOf(
			wooCommerceLine({ quantity: 3 }),
			refundOf({ refunded_item_id: 316, quantity }),
		);
		expect(line).toMatchObject({ quantity: 0, leftOutBecause: 'it was refunded or removed' });
		expect(warnings).toEqual([]);
	});

	it('the pieces of several refunds are summed up', () => {
		const { line } = lineOf(wooCommerceLine({ quantity: 5 }), {
			refunds: [
				{ id: 1, total: '-1.00', line_items: [{ refunded_item_id: 316, quantity: -1 }] },
				{ id: 2, total: '-1.00', line_items: [{ refunded_item_id: '316', quantity: -2 }] },
			],
		});
		expect(line?.quantity).toBe(2);
	});

	it('a refund that names a line is about that line, whatever its product', () => {
		const lines = [
			wooCommerceLine({ quantity: 2 }),
			wooCommerceLine({ id: 317, product_id: 99, quantity: 2 }),
		];
		const refunded = { refunded_item_id: 316, product_id: 99, variation_id: 23, quantity: -1 };
		const { lines: found, warnings } = read(wooCommerceOrder(lines, refundOf(refunded)));
		expect(found.map(({ quantity }) => quantity)).toEqual([1, 2]);
		expect(warnings).toHaveLength(1);
	});

	it('two lines of one product need no warning without a refund', () => {
		const lines = [wooCommerceLine({ quantity: 2 }), wooCommerceLine({ id: 317 })];
		expect(read(wooCommerceOrder(lines)).warnings).toEqual([]);
	});

	it('other metadata of a refund names no line', () => {
		const meta_data = [{ key: 'note', value: '999' }];
		const refunded = { product_id: 22, variation_id: 23, quantity: -1, meta_data };
		const { line, warnings } = lineOf(wooCommerceLine({ quantity: 2 }), refundOf(refunded));
		expect(line?.quantity).toBe(2);
		expect(warnings).toEqual([expect.stringContaining('check the quantities')]);
	});

	it('lines of a refund in the order itself that name no line have to be looked at', () => {
		const lines = [
			wooCommerceLine({ quantity: 3 }),
			wooCommerceLine({ id: 900, quantity: -1 }),
			wooCommerceLine({ id: 901, quantity: -1 }),
		];
		const { lines: found, warnings } = read(wooCommerceOrder(lines));
		expect(found[0]?.quantity).toBe(3);
		expect(warnings).toEqual([expect.stringContaining('check the quantities')]);
	});

	it('no refund is about a line without an ID', () => {
		const { line, warnings } = lineOf(
			wooCommerceLine({ id: null, quantity: 2 }),
			refundOf({ product_id: 22, variation_id: 23, quantity: -1 }),
		);
		expect(line?.quantity).toBe(2);
		expect(warnings).toEqual([expect.stringContaining('check the quantities')]);
	});

	it.each([undefined, null, '', 'five', [], {}, '-0.00'])(
		'a refund whose amount is %j, and that says no lines, is to be looked at',
		(total) => {
			const { warnings } = lineOf(wooCommerceLine({ quantity: 2 }), {
				refunds: [{ id: 950, reason: 'late', total } as IDataObject],
			});
			expect(warnings).toEqual([expect.stringContaining('check the quantities')]);
		},
	);

	it('a quantity that is not whole is refused', () => {
		const { line } = lineOf(wooCommerceLine({ quantity: 1.5 }));
		expect(line?.quantityProblem).toContain('the quantity is 1.5');
	});
});

describe('The lines of WooCommerce that are left out', () => {
	it.each([
		[
			'a gift card',
			{ meta_data: [printFileMeta('x', 'wc_gc_giftcard_to_multiple')] },
			'it is a gift card',
		],
		['virtual', { virtual: true }, 'it is not shipped'],
		['virtual as its product is', { product_data: { virtual: true } }, 'it is not shipped'],
		['without pieces', { quantity: 0 }, 'its quantity is 0'],
		['virtual as its product says in text', { product: { virtual: 'yes' } }, 'it is not shipped'],
		['without a need to ship', { needs_shipping: 'no' }, 'it is not shipped'],
		[
			'a virtual gift card',
			{ virtual: true, meta_data: [printFileMeta('x', 'pw_gift_card_to')] },
			'it is a gift card',
		],
		['virtual and without pieces', { virtual: true, quantity: 0 }, 'it is not shipped'],
	])('a line that is %s is left out', (_, changes, reason) => {
		expect(lineOf(wooCommerceLine(changes)).line).toMatchObject({
			quantity: 0,
			leftOutBecause: reason,
		});
	});

	it.each([
		'wc_gc_giftcard_to_multiple',
		'_wc_gc_giftcard_from',
		'pw_gift_card_amount',
		'_ywgc_recipients',
	])('a line with the metadata %s is a gift card', (key) => {
		const { line } = lineOf(wooCommerceLine({ meta_data: [printFileMeta('x', key)] }));
		expect(line?.leftOutBecause).toBe('it is a gift card');
	});

	it.each(['gift_note', 'not_wc_gc_giftcard', '__ywgc_x', 'ywgc'])(
		'a line with the metadata %s is no gift card',
		(key) => {
			const { line } = lineOf(wooCommerceLine({ meta_data: [printFileMeta('x', key)] }));
			expect(line?.leftOutBecause).toBeUndefined();
			expect(line?.partIds).toBeUndefined();
		},
	);

	it.each(['bundled_items', 'composite_children', 'child_items'])(
		'a line with %s is a bundle of these parts, which may be a variant itself',
		(name) => {
			const { line } = lineOf(wooCommerceLine({ [name]: [3] }));
			expect(line).toMatchObject({ partIds: ['3'], quantity: 1 });
			expect(line).not.toHaveProperty('leftOutBecause');
		},
	);

	it.each(['_bundled_items', '_composite_children'])(
		'a line with the metadata %s is a bundle of parts that are not named',
		(key) => {
			const marked = { ...printFileMeta('x', key), display_key: 'Shown as' };
			const meta_data = [printFileMeta('x', 'size'), marked];
			expect(lineOf(wooCommerceLine({ meta_data })).line).toMatchObject({ partIds: [] });
		},
	);

	describe('Bundles of other plug-ins', () => {
		const marked = (id: number, product: number, ...marks: Array<[string, unknown]>): IDataObject =>
			wooCommerceLine({
				id,
				product_id: product,
				variation_id: 0,
				meta_data: marks.map(([key, value]) => printFileMeta(value, key)),
			});
		const partsOf = (...lines: IDataObject[]) =>
			read(wooCommerceOrder(lines)).lines.map(({ partIds }) => partIds);

		it.each<[string, Array<[string, unknown]>, [string, unknown]]>([
			['WPC Product Bundles', [['_woosb_ids', '12/1,15/2']], ['_woosb_parent_id', '77']],
			['WPC Composite Products', [['wooco_ids', '12/1']], ['wooco_parent_id', 77]],
			['WPC Grouped Product', [['_woosg_ids', '12/1,15/1']], ['_woosg_parent_id', '77']],
			['Easy Product Bundles', [['_asnp_wepb_items', '12:1']], ['_asnp_wepb_parent_id', 77]],
			['Bopo', [['_bopobb_ids', 'x']], ['_bopobb_parent_id', '77']],
			[
				'Product Bundles',
				[
					['_bundled_items', ['a', 'b']],
					['_bundle_cart_key', 'k1'],
				],
				['_bundled_by', 'k1'],
			],
			['an old Product Bundles', [['_bundle_cart_key', 'k1']], ['_bundled_by', 'k1']],
			['an old Composite Products', [['_composite_cart_key', 'k1']], ['_composite_parent', 'k1']],
			['YITH Product Bundles', [['_cartstamp', { 1: {} }]], ['_bundled_by', 'k1']],
			[
				'Composite Products',
				[
					['_composite_children', ['a']],
					['_composite_cart_key', 'k1'],
				],
				['_composite_parent', 'k1'],
			],
			[
				'Mix and Match Products',
				[
					['_mnm_config', {}],
					['_mnm_cart_key', 'k1'],
				],
				['_mnm_container', 'k1'],
			],
			[
				'YITH Composite Products',
				[['_yith_wcp_component_data', { x: 1 }]],
				['_yith_wcp_child_component_data', { y: 1 }],
			],
		])('the parts of a bundle of %s are found', (_, bundle, part) => {
			const lines = [marked(1, 77, ...bundle), marked(2, 12, part), marked(3, 15, part)];
			expect(partsOf(...lines, marked(4, 16))).toEqual([
				['2', '3'],
				undefined,
				undefined,
				undefined,
			]);
		});

		it('two bundles have their own parts, in any order', () => {
			const lines = [
				marked(2, 12, ['_woosb_parent_id', '78']),
				marked(1, 77, ['_woosb_ids', 'x']),
				marked(3, 15, ['_woosb_parent_id', '77']),
				marked(4, 78, ['_woosb_ids', 'x']),
			];
			expect(partsOf(...lines)).toEqual([undefined, ['3'], undefined, ['2']]);
		});

		it.each([
			['Product Bundles', '_bundled_items', '_bundle_cart_key', '_bundled_by'],
			['YITH Product Bundles', '_cartstamp', '_yith_bundle_cart_key', '_bundled_by'],
			['Composite Products', '_composite_children', '_composite_cart_key', '_composite_parent'],
			['Mix and Match Products', '_mnm_config', '_mnm_cart_key', '_mnm_container'],
		])('two bundles of %s have the parts with the keys of their carts', (_, mark, key, by) => {
			const lines = [
				marked(2, 12, [by, 'k2']),
				marked(1, 77, [mark, { 1: 'x' }], [key, 'k1']),
				marked(3, 15, [by, 'k1']),
				marked(4, 78, [mark, { 1: 'x' }], [key, 'k2']),
			];
			expect(partsOf(...lines)).toEqual([undefined, ['3'], undefined, ['2']]);
		});

		it.each([
			['_bundled_items', '_bundled_by'],
			['_cartstamp', '_bundled_by'],
			['_composite_children', '_composite_parent'],
			['_mnm_config', '_mnm_container'],
		])(
			'without the key of its cart, the parts of a bundle with %s are the lines directly behind it',
			(mark, by) => {
				const stamp: [string, unknown] = [mark, 'x'];
				const part: [string, unknown] = [by, 'k'];
				const lines = [
					marked(1, 77, stamp),
					marked(2, 12, part),
					marked(3, 78, stamp),
					marked(4, 13, part),
					marked(5, 14),
					marked(6, 15, part),
				];
				const [first, , second] = partsOf(...lines);
				expect([first, second]).toEqual([['2'], ['4']]);
			},
		);

		it('a bundle may be a variation, and a part without an ID is none', () => {
			const bundle = { ...marked(1, 77, ['_woosb_ids', 'x']), variation_id: 771 };
			const part = marked(2, 12, ['_woosb_parent_id', '771']);
			expect(partsOf(bundle, marked(3, 13), part)).toEqual([['2'], undefined, undefined]);
			expect(partsOf(bundle, marked(3, 13), { ...part, id: null })).toEqual([
				undefined,
				undefined,
				undefined,
			]);
		});

		it('a bundle without parts takes none of another', () => {
			const lines = [
				marked(1, 77, ['_woosb_ids', 'x']),
				marked(2, 12, ['_woosb_parent_id', '78']),
				marked(3, 78, ['_woosb_ids', 'x']),
			];
			expect(partsOf(...lines)).toEqual([undefined, undefined, ['2']]);
		});

		it('a part that has the marks of its bundle too is a part', () => {
			const marks: Array<[string, unknown]> = [
				['_cartstamp', 'x'],
				['_bundled_by', 'k'],
			];
			const lines = [marked(1, 77, ['_cartstamp', 'x']), marked(2, 12, ...marks)];
			expect(partsOf(...lines, marked(3, 13, ...marks))).toEqual([
				['2', '3'],
				undefined,
				undefined,
			]);
		});

		it('a line that is marked as a bundle and has no part in the order is a line like any other', () => {
			const lines = [marked(1, 77, ['_woosb_ids', '12/1']), marked(2, 12)];
			expect(partsOf(...lines)).toEqual([undefined, undefined]);
			expect(partsOf(marked(1, 77, ['_woosb_ids', '']), marked(2, 12))).toEqual([
				undefined,
				undefined,
			]);
		});
	});

	it('the metadata of a gift card is found beside others, and by its key alone', () => {
		const marked = { ...printFileMeta('x', 'wc_gc_giftcard_to'), display_key: 'Shown as' };
		const meta_data = [printFileMeta('x', 'size'), marked];
		expect(lineOf(wooCommerceLine({ meta_data })).line?.quantity).toBe(0);
	});

	it('the parts of a bundle are those of its first list that has any', () => {
		const changes = { bundled_items: [], composite_children: [3, '4', null], child_items: [5] };
		expect(lineOf(wooCommerceLine(changes)).line?.partIds).toEqual(['3', '4']);
		expect(lineOf(wooCommerceLine()).line).not.toHaveProperty('partIds');
	});

	it('a line that is left out is not judged by its quantity', () => {
		const { problems, warnings } = lineOf(wooCommerceLine({ virtual: true, quantity: 'x' }));
		expect(problems).toEqual([]);
		expect(warnings).toEqual([]);
	});

	it('a part of a bundle is not left out', () => {
		const { line } = lineOf(wooCommerceLine({ bundled_by: 1, bundled_items: [] }));
		expect(line?.leftOutBecause).toBeUndefined();
	});
});

describe('The orders of WooCommerce that are not sent', () => {
	it.each([
		['cancelled', 'was cancelled in the shop'],
		['wc-cancelled', 'was cancelled in the shop'],
		['trash', 'was cancelled in the shop'],
		['refunded', 'was refunded in full'],
		['failed', 'was not paid: its payment did not go through'],
		['checkout-draft', 'is a draft that has not been placed yet'],
		['auto-draft', 'is a draft that has not been placed yet'],
		['draft', 'is a draft that has not been placed yet'],
	])('an order whose status is %s is not sent', (status, because) => {
		expect(read(wooCommerceOrder([], { status }), true).whyNotSent?.because).toBe(because);
	});

	it('a subscription is not sent, because its payments are orders of their own', () => {
		const subscription = wooCommerceOrder([], { status: 'active', billing_period: 'month' });
		expect(read(subscription, true).whyNotSent?.because).toBe('is a subscription, not an order');
	});

	it('what is not sent comes with advice in a sentence', () => {
		for (const changes of [
			...['cancelled', 'refunded', 'failed', 'pending', 'draft'].map((status) => ({ status })),
			{ billing_period: 'month' },
			{ refunds: [{ total: '-29.35' }] },
			{
				payment_method: 'woocommerce_payments',
				meta_data: [{ key: '_wcpay_mode', value: 'test' }],
			},
		]) {
			expect(read(wooCommerceOrder([], changes)).whyNotSent?.advice).toMatch(/^[A-Z].*\.$/);
		}
	});

	it.each([
		['a free order without refunds', { total: '0.00' }],
		['no total', { total: null }],
		['a test payment under another name', { meta_data: [{ key: 'mode', value: 'test' }] }],
		['the mode of another plug-in', { meta_data: [{ key: '_wcpay_mode', value: 'sandbox' }] }],
		['a real payment', { meta_data: [{ key: '_wcpay_mode', value: 'prod' }] }],
		['metadata without names', { meta_data: [{ value: 'test' }] }],
	])('an order with %s is sent without a warning', (_, changes) => {
		expect(read(wooCommerceOrder([], changes)).whyNotSent).toBeUndefined();
		expect(read(wooCommerceOrder([], changes), true).warnings).toEqual([]);
	});

	it('a test payment is found beside other metadata', () => {
		const meta_data = [
			{ key: 'note', value: 'x' },
			{ key: '_wcpay_mode', value: 'test' },
		];
		const payment_method = 'woocommerce_payments';
		expect(read(wooCommerceOrder([], { payment_method, meta_data })).whyNotSent?.because).toBe(
			'is a test order',
		);
	});

	it('a test order that is not sent has no warning beside that', () => {
		const meta_data = [{ key: '_wcpay_mode', value: 'test' }];
		const payment_method = 'woocommerce_payments';
		const { whyNotSent, warnings } = read(wooCommerceOrder([], { payment_method, meta_data }));
		expect(whyNotSent?.because).toBe('is a test order');
		expect(warnings).toEqual([]);
	});

	it('refunds are summed up whatever their sign', () => {
		const refunds = [{ total: '10.00' }, { total: -19.35 }, { total: 'x' }, null];
		const order = wooCommerceOrder([], { refunds: refunds as IDataObject[] });
		expect(read(order).whyNotSent?.because).toBe('was refunded in full');
	});

	it('an order of nothing is not sent when something was refunded', () => {
		const order = wooCommerceOrder([], { refunds: [{ total: '-1.00' }], total: null });
		expect(read(order).whyNotSent?.because).toBe('was refunded in full');
	});

	it.each([[[]], [[{ id: 1, key: '_dokan_vendor_id', value: '7' }]]])(
		'an order that is a part of another is to be reviewed: its metadata is %j',
		(meta_data) => {
			const { whyNotSent, toReview } = read(wooCommerceOrder([], { parent_id: 726, meta_data }));
			expect(whyNotSent).toBeUndefined();
			expect(toReview).toEqual([expect.stringContaining('part of order 726 in the shop')]);
			expect(read(wooCommerceOrder([], { meta_data })).toReview).toEqual([]);
		},
	);

	it('an order is not sent when its refunds make up the total', () => {
		const refunds = [{ total: '-10.00' }, { total: '-19.35' }];
		expect(read(wooCommerceOrder([], { refunds })).whyNotSent?.because).toBe(
			'was refunded in full',
		);
	});

	it('where eleven refunds of 0.10 make up a total of 1.10, which no sum of them hits exactly', () => {
		const refunds = Array.from({ length: 11 }, () => ({ total: '-0.10' }));
		expect(Array.from({ length: 11 }, () => 0.1).reduce((sum, amount) => sum + amount)).not.toBe(
			1.1,
		);
		const order = wooCommerceOrder([], { refunds, total: '1.10' });
		expect(read(order).whyNotSent?.because).toBe('was refunded in full');
	});

	it('but is where its refunds are a cent less than the total', () => {
		const refunds = Array.from({ length: 11 }, () => ({ total: '-0.10' }));
		expect(read(wooCommerceOrder([], { refunds, total: '1.11' })).whyNotSent).toBeUndefined();
	});

	it.each([
		['_wcpay_mode', 'test', ['woocommerce_payments', 'woocommerce_payments_bancontact']],
		['_ppcp_paypal_payment_mode', 'sandbox', ['ppcp-gateway', 'ppcp-credit-card-gateway']],
		['_mollie_payment_mode', 'test', ['mollie_wc_gateway_ideal', 'mollie_wc_gateway_creditcard']],
		['_wc_klarna_environment', 'test', ['klarna_payments', 'kco']],
		['_wc_stripe_mode', 'test', ['stripe', 'stripe_sepa']],
		['is_production_mode', 'no', ['woo-mercado-pago-basic', 'woo-mercado-pago-pix']],
		['_enviorment', 'sandbox', ['angelleye_ppcp', 'angelleye_ppcp_cc', 'wpg_paypal_checkout']],
		['_ppcp_environment', 'sandbox', ['ppcp', 'ppcp_card']],
		['_wc_braintree_environment', 'sandbox', ['braintree_cc', 'braintree_paypal']],
		['_wc_avarda_environment', 'test', ['aco']],
	])('a test payment in %s is not sent, unless tests are sent', (key, value, methods) => {
		const meta_data = [{ id: 1, key, value }];
		for (const payment_method of [...methods, '', null]) {
			const order = wooCommerceOrder([], { payment_method, meta_data });
			expect(read(order).whyNotSent?.because).toBe('is a test order');
			expect(read(order, true)).toMatchObject({ warnings: ['This is a test order'] });
			expect(read(order, true).whyNotSent).toBeUndefined();
		}
		const paid = wooCommerceOrder([], {
			payment_method: methods[0],
			meta_data: [{ id: 1, key, value: 'live' }],
		});
		expect(read(paid).whyNotSent).toBeUndefined();
	});

	it.each([
		['braintree_credit_card', 'sandbox'],
		['authorize_net_cim_credit_card', 'test'],
		['cybersource_credit_card', 'test'],
	])(
		'of %s, which names its metadata after itself, a test payment is not sent',
		(method, value) => {
			const meta_data = [{ id: 1, key: `_wc_${method}_environment`, value }];
			const because = (changes: IDataObject): string | undefined =>
				read(wooCommerceOrder([], { meta_data, payment_method: method, ...changes })).whyNotSent
					?.because;
			expect(because({})).toBe('is a test order');
			expect(because({ meta_data: [{ ...meta_data[0], value: 'production' }] })).toBeUndefined();
			// Also of a renewal that was paid otherwise than its subscription began.
			expect(because({ payment_method: 'bacs' })).toBe('is a test order');
		},
	);
});

describe('The data of a line of WooCommerce', () => {
	it('the SKU of the variation comes before that of the product', () => {
		expect(lineOf(wooCommerceLine({ sku: 'P', variation_sku: 'V' })).line?.sku).toBe('V');
		expect(lineOf(wooCommerceLine({ sku: 'P', variation_sku: '' })).line?.sku).toBe('P');
	});

	it('a line has no SKU when the shop has none', () => {
		const { line } = lineOf(wooCommerceLine({ sku: '' }));
		expect(line?.sku).toBeUndefined();
		expect(line?.label).toBe('Line 1 (Ship Your Idea - Color: Black, Size: M Test)');
	});

	it.each([
		['EUR', 8.299_999, '8.30'],
		['JPY', 1500, '1500'],
		['KWD', 8.2999, '8.300'],
		['???', 8.299_999, '8.30'],
		['EUR', '8.3', '8.3'],
		['EUR', 'free', undefined],
		['EUR', -1, undefined],
		['EUR', Number.NaN, undefined],
	])('a line has the price of one piece: %s %j', (currency, price, expected) => {
		expect(lineOf(wooCommerceLine({ price }), { currency }).line?.price).toBe(expected);
	});

	it.each([
		[{ name: 'Shirt', parent_name: 'Clothes' }, 'Shirt'],
		[{ name: '', parent_name: 'Clothes' }, 'Clothes'],
		[{ name: null, parent_name: null }, undefined],
	])('the name of a line with %j is %j', (changes, name) => {
		expect(lineOf(wooCommerceLine(changes)).line?.name).toBe(name);
	});

	it('metadata is found by both its names', () => {
		const meta_data = [{ id: 1, key: '_pf', value: 'x', display_key: 'Print file' }, { id: 2 }];
		expect(lineOf(wooCommerceLine({ meta_data })).line?.properties).toEqual([
			{ names: ['_pf', 'Print file'], value: 'x' },
			{ names: [], value: undefined },
		]);
	});
});

describe('The address of an order of WooCommerce', () => {
	it('the phone is that of the billing address when the address has none of its own', () => {
		const shipping = { ...wooCommerceAddress(), phone: '+49 30 1' };
		expect(read(wooCommerceOrder([], { shipping })).recipient.phone).toBe('+49 30 1');
		expect(read(wooCommerceOrder()).recipient.phone).toBe('(555) 555-5555');
	});

	it('each part of an address is read', () => {
		const shipping = {
			...wooCommerceAddress(),
			company: 'Example Studios',
			address_2: 'Floor 2',
			email: 'parcel@example.com',
		};
		expect(read(wooCommerceOrder([], { shipping })).recipient).toMatchObject({
			name: 'John Doe',
			company: 'Example Studios',
			address1: '969 Market',
			address2: 'Floor 2',
			email: 'parcel@example.com',
		});
	});

	it('the billing address is used with a warning when there is no shipping address', () => {
		const { recipient, warnings } = read(
			wooCommerceOrder([], { shipping: { first_name: 'John' } }),
		);
		expect(recipient).toMatchObject({ address1: '969 Market', phone: '(555) 555-5555' });
		expect(warnings).toEqual([expect.stringContaining('billing address')]);
	});

	it.each([
		['another shipping method', [{ id: 1, method_id: 'flat_rate' }]],
		['a shipping method without a name', [{ id: 1 }, null]],
	])('an order with %s is not picked up', (_, shipping_lines) => {
		const order = wooCommerceOrder([], { shipping_lines: shipping_lines as IDataObject[] });
		expect(read(order).warnings).toEqual([]);
	});
});
