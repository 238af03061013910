/** Which orders of a shop are sent, over payloads of the shops' public documentation in every status. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shopifyAddress, shopifyLine, shopifyOrder } from '../support/shopOrders/shopify.ts';
import { asGraphql } from '../support/shopOrders/shopifyGraphql.ts';
import { wooCommerceOrder } from '../support/shopOrders/wooCommerce.ts';
import { shopifyLineOf, useShopSandbox, wooCommerceLineOf } from './shopOrders.ts';

const { shirtSku, mugSku, place, orderCount } = useShopSandbox();

const CONFIRM = { then: 'confirm' };

const withOptions = ({ then = 'confirm', ...options }: INodeParameters): INodeParameters => ({
	then,
	options,
});

const shopify = (changes: IDataObject = {}): IDataObject =>
	shopifyOrder([shopifyLineOf(shirtSku())], changes);

const wooCommerce = (changes: IDataObject = {}): IDataObject =>
	wooCommerceOrder([wooCommerceLineOf(shirtSku())], changes);

/** The order of the shop in a state that it documents, and whether it is due. */
const STATES: Array<[shop: string, state: string, changes: IDataObject, isDue: boolean]> = [
	['shopify', 'paid', { financial_status: 'paid' }, true],
	['shopify', 'fulfilled in part', { fulfillment_status: 'partial' }, true],
	['shopify', 'pending', { financial_status: 'pending' }, false],
	['shopify', 'authorized', { financial_status: 'authorized' }, false],
	['shopify', 'paid in part', { financial_status: 'partially_paid' }, false],
	['shopify', 'expired', { financial_status: 'expired' }, false],
	['shopify', 'refunded', { financial_status: 'refunded' }, false],
	['shopify', 'voided', { financial_status: 'voided' }, false],
	['shopify', 'of a status that nobody documents', { financial_status: 'disputed' }, false],
	['shopify', 'cancelled', { cancelled_at: '2026-11-20T09:41:00-05:00' }, false],
	['shopify', 'closed', { closed_at: '2026-11-20T09:41:00-05:00' }, false],
	['shopify', 'fulfilled', { fulfillment_status: 'fulfilled' }, false],
	['shopify', 'restocked', { fulfillment_status: 'restocked' }, false],
	['shopify', 'on hold', { fulfillment_status: 'on_hold' }, false],
	['shopify', 'scheduled', { fulfillment_status: 'scheduled' }, false],
	['shopify', 'a test', { test: true }, false],
	['shopify', 'picked up', { shipping_lines: [{ delivery_category: 'pickup' }] }, false],
	['shopify', 'handed over', { source_name: 'pos', shipping_address: null }, false],
	['wooCommerce', 'processing', { status: 'processing' }, true],
	['wooCommerce', 'processing, with a prefix', { status: 'wc-Processing' }, true],
	['wooCommerce', 'pending', { status: 'pending' }, false],
	['wooCommerce', 'on hold', { status: 'on-hold' }, false],
	['wooCommerce', 'completed', { status: 'completed' }, false],
	['wooCommerce', 'cancelled', { status: 'cancelled' }, false],
	['wooCommerce', 'refunded', { status: 'refunded' }, false],
	['wooCommerce', 'failed', { status: 'failed' }, false],
	['wooCommerce', 'in the trash', { status: 'trash' }, false],
	['wooCommerce', 'a draft of the checkout', { status: 'checkout-draft' }, false],
	['wooCommerce', 'a draft', { status: 'auto-draft' }, false],
	['wooCommerce', 'of the status of a plug-in', { status: 'in-production' }, false],
	['wooCommerce', 'refunded by amounts', { refunds: [{ id: 1, total: '-29.35' }] }, false],
	['wooCommerce', 'picked up', { shipping_lines: [{ method_id: 'local_pickup' }] }, false],
	[
		'wooCommerce',
		'picked up at a location',
		{ shipping_lines: [{ method_id: 'pickup_location' }] },
		false,
	],
	['wooCommerce', 'new, in the checkout of a plug-in', { status: 'draft' }, false],
	['wooCommerce', 'a subscription', { billing_period: 'month' }, false],
	[
		'wooCommerce',
		'a test payment',
		{ payment_method: 'woocommerce_payments', meta_data: [{ key: '_wcpay_mode', value: 'test' }] },
		false,
	],
];

/** Statuses of an order in Shopify's GraphQL Admin API (OrderDisplayFinancialStatus, OrderDisplayFulfillmentStatus). */
const GRAPHQL_STATES: Array<[field: string, status: string, isDue: boolean]> = [
	['displayFinancialStatus', 'AUTHORIZED', false],
	['displayFinancialStatus', 'EXPIRED', false],
	['displayFinancialStatus', 'PAID', true],
	['displayFinancialStatus', 'PARTIALLY_PAID', false],
	['displayFinancialStatus', 'PENDING', false],
	['displayFinancialStatus', 'REFUNDED', false],
	['displayFinancialStatus', 'VOIDED', false],
	['displayFulfillmentStatus', 'FULFILLED', false],
	['displayFulfillmentStatus', 'IN_PROGRESS', false],
	['displayFulfillmentStatus', 'ON_HOLD', false],
	['displayFulfillmentStatus', 'OPEN', true],
	['displayFulfillmentStatus', 'PARTIALLY_FULFILLED', true],
	['displayFulfillmentStatus', 'PENDING_FULFILLMENT', false],
	['displayFulfillmentStatus', 'REQUEST_DECLINED', false],
	['displayFulfillmentStatus', 'RESTOCKED', false],
	['displayFulfillmentStatus', 'SCHEDULED', false],
	['displayFulfillmentStatus', 'UNFULFILLED', true],
];

const orderOf = (shop: string, changes: IDataObject): IDataObject =>
	shop === 'shopify' ? shopify(changes) : wooCommerce(changes);

describe('An order of a shop in each of its states', () => {
	it.each(STATES)(
		'an order of %s that is %s is sent only if it is due',
		async (shop, _, changes, isDue) => {
			const order = orderOf(shop, changes);
			const skipped = await place(shop, order, { ...CONFIRM, orderWithoutLines: 'skip' });
			expect(skipped.error).toBeUndefined();
			expect(skipped.json[0]).toMatchObject(
				isDue ? { outcome: 'placed', status: 'pending' } : { outcome: 'skipped', skipped: true },
			);
			expect(orderCount()).toBe(isDue ? 1 : 0);
			if (isDue) return;
			const checked = await place(shop, order, { ...withOptions({ then: 'check' }) });
			expect(checked.json[0]?.problems).toHaveLength(1);
			const { error } = await place(shop, order, CONFIRM);
			expect(error?.message).toMatch(/^Shop order (1001|727) /);
			expect(orderCount()).toBe(0);
		},
	);

	it.each(GRAPHQL_STATES)(
		'an order of Shopify in GraphQL whose %s is %s is sent only if it is due',
		async (field, status, isDue) => {
			const order = asGraphql(shopify(), { [field]: status });
			const { json, error } = await place('shopify', order, {
				...CONFIRM,
				orderWithoutLines: 'skip',
			});
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject(
				isDue ? { outcome: 'placed', status: 'pending' } : { outcome: 'skipped', skipped: true },
			);
			expect(orderCount()).toBe(isDue ? 1 : 0);
		},
	);

	it.each([
		['shopify', 'pending', { financial_status: 'pending' }],
		['shopify', 'authorized', { financial_status: 'authorized' }],
		['shopify', 'partially_paid', { financial_status: 'partially_paid' }],
		['wooCommerce', 'on-hold', { status: 'on-hold' }],
		['wooCommerce', 'pending', { status: 'pending' }],
	])(
		'an order of %s that is %s is placed as a draft or confirmed, as the options say',
		async (shop, status, changes) => {
			const order = orderOf(shop, changes);
			const draft = await place(shop, order, withOptions({ sendUnpaidOrders: true }));
			expect(draft.error).toBeUndefined();
			expect(draft.json[0]).toMatchObject({ outcome: 'placed', status: 'draft' });
			expect(draft.json[0]?.toReview).toHaveLength(1);
			const listed = await place(shop, order, withOptions({ orderStatuses: status }));
			expect(listed.json[0]).toMatchObject({ outcome: 'existing', status: 'pending' });
			expect(listed.json[0]).not.toHaveProperty('toReview');
			expect(orderCount()).toBe(1);
		},
	);

	it('an order that WooCommerce completed at once is refused under Skip too, and is sent when that is listed', async () => {
		const order = wooCommerce({ status: 'completed', date_completed: '2017-03-22T16:28:09' });
		const { error } = await place('wooCommerce', order, { orderWithoutLines: 'skip' });
		expect(error?.message).toMatch(/was completed in the shop as soon as it was paid/);
		expect(error).toMatchObject({ description: expect.stringContaining('orderStatuses') });
		const foreign = { ...order, line_items: [wooCommerceLineOf('NOT-OURS', { meta_data: [] })] };
		const skipped = await place('wooCommerce', foreign, { orderWithoutLines: 'skip' });
		expect(skipped.json[0]).toMatchObject({ outcome: 'skipped' });
		const sent = await place('wooCommerce', order, withOptions({ orderStatuses: 'completed' }));
		expect(sent.json[0]).toMatchObject({ outcome: 'placed', status: 'pending' });
	});
});

describe('An order of Shopify that was refunded in part', () => {
	const PARTLY = { financial_status: 'partially_refunded' };
	const refund = (line: IDataObject): IDataObject => ({
		...PARTLY,
		refunds: [{ id: 1, refund_line_items: [line] }],
	});
	const twoShirts = (changes: IDataObject): IDataObject =>
		shopifyOrder([shopifyLineOf(shirtSku(), { id: 1, quantity: 2 })], changes);

	it.each<[string, (order: IDataObject) => IDataObject, IDataObject]>([
		['REST without refunds', (order) => order, PARTLY],
		['REST with a refund of nothing', (order) => order, { ...PARTLY, refunds: [{ id: 1 }] }],
		[
			'REST with a refund of "x" pieces',
			(order) => order,
			refund({ line_item_id: 1, quantity: 'x' }),
		],
		['GraphQL', (order) => asGraphql(order), PARTLY],
	])(
		'an order of %s with all its pieces is placed as a draft to review',
		async (_, as, changes) => {
			const { json, error } = await place('shopify', as(twoShirts(changes)), CONFIRM);
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ outcome: 'placed', status: 'draft' });
			expect(json[0]?.toReview).toEqual([
				'Part of the order was refunded, but Shopify does not say for which lines: check the quantities',
			]);
		},
	);

	it.each<[string, (order: IDataObject) => IDataObject]>([
		['REST', (order) => order],
		['GraphQL', (order) => asGraphql(order)],
	])('an order of %s whose refund names its pieces is confirmed with the others', async (_, as) => {
		const order = as(twoShirts(refund({ line_item_id: 1, quantity: 1 })));
		const given = (order.lineItems as { nodes: IDataObject[] } | undefined)?.nodes[0];
		if (given) given.currentQuantity = 1;
		const { json, error } = await place('shopify', order, CONFIRM);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			outcome: 'placed',
			status: 'pending',
			orderItems: [{ quantity: 1 }],
		});
		expect(json[0]).not.toHaveProperty('toReview');
	});
});

describe('An order of a shop with a deciding field that cannot be read', () => {
	it.each<[string, string, () => IDataObject]>([
		['#1001', 'cancelled_at', () => shopify({ cancelled_at: {} })],
		['#1001', 'closed_at', () => shopify({ closed_at: [] })],
		['#1001', 'test', () => shopify({ test: 'test' })],
		['#1001', 'fulfillment_status', () => shopify({ fulfillment_status: ['fulfilled'] })],
		['#1001', 'cancelled_at', () => asGraphql(shopify(), { cancelledAt: ['2026-11-20'] })],
		['#727', 'status', () => wooCommerce({ status: ['processing'] })],
		['#727', 'refunds', () => wooCommerce({ refunds: { id: 1, total: '-29.35' } })],
		['#727', 'refunds', () => wooCommerce({ refunds: '[{"id":1,"total":"-29.35"}]' })],
	])(
		'an order %s is refused by its number and the field %s, under Skip too',
		async (name, field, order) => {
			const shop = name === '#727' ? 'wooCommerce' : 'shopify';
			const { error } = await place(shop, order(), { ...CONFIRM, orderWithoutLines: 'skip' });
			expect(error?.message).toMatch(
				new RegExp(`^Order ${name} has "${field}" as .*, so nothing says whether it is due`),
			);
			expect(orderCount()).toBe(0);
		},
	);

	it('an order that was cancelled at a time that nobody knows is not sent', async () => {
		const orders = [shopify({ cancelled_at: true }), asGraphql(shopify(), { cancelledAt: true })];
		for (const order of orders) {
			const { json } = await place('shopify', order, { ...CONFIRM, orderWithoutLines: 'skip' });
			expect(json[0]).toMatchObject({ reason: 'Shop order 1001 was cancelled in the shop' });
		}
		expect(orderCount()).toBe(0);
	});
});

describe('An order of a shop that was placed when it was due', () => {
	it.each([
		['shopify', 'fulfilled', { fulfillment_status: 'fulfilled' }],
		['shopify', 'closed', { closed_at: '2026-11-20T09:41:00-05:00' }],
		['shopify', 'pending', { financial_status: 'pending' }],
		['wooCommerce', 'completed', { status: 'completed', date_completed: '2017-03-22T16:28:09' }],
		['wooCommerce', 'on hold', { status: 'on-hold' }],
	])('an order of %s is returned as it is once it is %s', async (shop, _, changes) => {
		await place(shop, orderOf(shop, {}));
		const { json, error } = await place(shop, orderOf(shop, changes), {
			...CONFIRM,
			orderWithoutLines: 'skip',
		});
		expect(error).toBeUndefined();
		// It is not due: nothing confirms it.
		expect(json[0]).toMatchObject({ outcome: 'existing', status: 'draft' });
		expect(json[0]).not.toHaveProperty('calledOff');
		expect(json[0]?.warnings).toContainEqual(expect.stringMatching(/^It was not confirmed: /));
		const checked = await place(shop, orderOf(shop, changes), withOptions({ then: 'check' }));
		expect(checked.json[0]).toMatchObject({ outcome: 'checked', wouldSend: null, problems: [] });
		expect(orderCount()).toBe(1);
	});

	it.each([
		['shopify', { cancelled_at: '2026-11-20T09:41:00-05:00' }, '#1001 was cancelled in the shop'],
		['shopify', { financial_status: 'refunded' }, '#1001 was refunded in the shop'],
		['shopify', { financial_status: 'voided' }, '#1001 was voided in the shop'],
		['wooCommerce', { status: 'cancelled' }, '#727 was cancelled in the shop'],
		['wooCommerce', { status: 'refunded' }, '#727 was refunded in the shop'],
		['wooCommerce', { status: 'failed' }, '#727 failed in the shop'],
	])('an order of %s that is open here leads with a warning: %j', async (shop, changes, words) => {
		await place(shop, orderOf(shop, {}), CONFIRM);
		for (const orderWithoutLines of ['skip', 'stop']) {
			const { json, error } = await place(shop, orderOf(shop, changes), { orderWithoutLines });
			expect(error).toBeUndefined();
			expect((json[0]?.warnings as string[])[0]).toBe(
				`${words} and is pending here: cancel it with Order → Cancel.`,
			);
			expect(json[0]).toMatchObject({ outcome: 'existing', calledOff: true });
		}
	});

	it('an order of which all lines were refunded leads with a warning', async () => {
		await place('shopify', shopify());
		const order = shopifyOrder([shopifyLineOf(shirtSku(), { current_quantity: 0 })]);
		const { json } = await place('shopify', order, { orderWithoutLines: 'skip' });
		expect((json[0]?.warnings as string[])[0]).toMatch(
			/^#1001 has no line left in the shop and is draft here/,
		);
		expect(json[0]).toMatchObject({ calledOff: true });
	});

	it('a quantity that fell in the shop is told although the order left', async () => {
		const line = (changes: IDataObject): IDataObject =>
			shopifyOrder([shopifyLineOf(shirtSku(), { quantity: 2, ...changes })]);
		await place('shopify', line({}));
		const left = line({ current_quantity: 1, fulfillment_status: 'fulfilled' });
		const { error } = await place('shopify', left);
		expect(error?.message).toContain('exists already with other content');
		expect(error).toMatchObject({
			description: expect.stringMatching(
				/was changed in the shop: 1 piece in the shop, 2 here\. Order Item → Update/,
			),
		});
	});

	const two = (shirtChanges: IDataObject, mugChanges: IDataObject, changes: IDataObject = {}) =>
		shopifyOrder(
			[
				shopifyLineOf(shirtSku(), { id: 1, quantity: 3, ...shirtChanges }),
				shopifyLineOf(mugSku(), { id: 2, quantity: 2, ...mugChanges }),
			],
			changes,
		);

	it.each([
		['fulfilled', { fulfillment_status: 'fulfilled' }],
		['not paid', { financial_status: 'pending' }],
		['on hold', { fulfillment_status: 'on_hold' }],
		['due', {}],
	])(
		'a line that was changed in the shop is told with both quantities and the way out when the order is %s',
		async (_, changes) => {
			await place('shopify', two({}, {}));
			const description = async (order: IDataObject): Promise<string> => {
				const { error } = await place('shopify', order, { orderWithoutLines: 'skip' });
				expect(error?.message).toContain('exists already with other content');
				return String((error as { description?: unknown } | undefined)?.description);
			};
			const more = await description(two({}, { quantity: 4 }, changes));
			expect(more).toContain('4 pieces in the shop, 2 here. Order only what is missing');
			const fewer = await description(two({}, { current_quantity: 1 }, changes));
			expect(fewer).toContain('1 piece in the shop, 2 here. Order Item → Update');
			const removed = await description(two({}, { current_quantity: 0 }, changes));
			expect(removed).toContain('is not wanted in the shop any more: 0 pieces in the shop, 2 here');
			for (const text of [more, fewer, removed]) {
				expect(text).not.toContain('Use another External ID for a new order');
				// The line that did not change is not named.
				expect(text).not.toContain('3 here');
			}
			expect(orderCount()).toBe(1);
		},
	);

	it('pieces that had left before the order was placed are not told as missing here', async () => {
		const partly = { fulfillable_quantity: 2, fulfillment_status: 'partial' };
		await place('shopify', two(partly, {}));
		for (const changes of [{}, { fulfillment_status: 'on_hold' }]) {
			const { error } = await place('shopify', two(partly, { quantity: 4 }, changes));
			const description = String((error as { description?: unknown } | undefined)?.description);
			expect(description).toContain('4 pieces in the shop, 2 here');
			expect(description).not.toContain('3 pieces in the shop');
		}
	});

	it('the address that was changed in the shop is told also when the order is cancelled there', async () => {
		await place('shopify', shopify(), CONFIRM);
		const { error } = await place(
			'shopify',
			shopify({
				cancelled_at: '2026-11-20T09:41:00-05:00',
				shipping_address: { ...shopifyAddress(), address1: 'Elm Street 1' },
			}),
		);
		const description = String((error as { description?: unknown } | undefined)?.description);
		expect(description).toMatch(/^#1001 was cancelled in the shop and is pending here: cancel it/);
		expect(description).toContain('The address was changed in the shop.');
		expect(description).not.toContain('Use another External ID for a new order');
	});
});

describe('An order of Shopify that left in part', () => {
	const partly = (left: number) =>
		shopifyOrder([
			shopifyLineOf(shirtSku(), {
				id: 1,
				quantity: 3,
				fulfillable_quantity: 3 - left,
				fulfillment_status: 'partial',
			}),
			shopifyLineOf(mugSku(), { id: 2, fulfillable_quantity: 0, fulfillment_status: 'fulfilled' }),
		]);

	it('what is left is sent, and a rerun finds the order however much has left since', async () => {
		const { json, error } = await place('shopify', partly(1), CONFIRM);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			outcome: 'placed',
			orderItems: [{ externalId: '1', quantity: 2 }],
		});
		expect(json[0]?.warnings).toEqual([
			expect.stringContaining('1 of 3 pieces are fulfilled in the shop already'),
			expect.stringContaining('it is fulfilled in the shop already'),
		]);
		for (const left of [1, 2, 3]) {
			const rerun = await place('shopify', partly(left), CONFIRM);
			expect(rerun.error).toBeUndefined();
			expect(rerun.json[0]).toMatchObject({ outcome: 'existing' });
		}
		expect(orderCount()).toBe(1);
	});

	it('an order that was placed whole is found after a part of it left', async () => {
		const lines = [
			shopifyLineOf(shirtSku(), { id: 1, quantity: 3 }),
			shopifyLineOf(mugSku(), { id: 2 }),
		];
		await place('shopify', shopifyOrder(lines));
		const rerun = await place('shopify', partly(1));
		expect(rerun.error).toBeUndefined();
		expect(rerun.json[0]).toMatchObject({ outcome: 'existing' });
	});

	it('an order is over when all lines for the service left, whatever else it has', async () => {
		const order = shopifyOrder([
			shopifyLineOf(shirtSku(), {
				id: 1,
				fulfillable_quantity: 0,
				fulfillment_status: 'fulfilled',
			}),
			shopifyLine({ id: 2, sku: 'STICKER-1' }),
		]);
		const { json } = await place('shopify', order, { orderWithoutLines: 'skip' });
		expect(json[0]).toMatchObject({
			outcome: 'skipped',
			reason: 'Shop order 1001 is fulfilled in the shop already',
		});
	});
});

describe('An order of WooCommerce that has the number of a parcel', () => {
	const meta_data = [
		{ key: '_wc_shipment_tracking_items', value: [{ tracking_number: 'PN1234567890SE' }] },
	];
	const TO_REVIEW = [expect.stringContaining('has the number of a parcel already')];

	it('stays a draft to review where it was never ordered here, also in a second run', async () => {
		for (const outcome of ['placed', 'existing']) {
			const { json } = await place('wooCommerce', wooCommerce({ meta_data }), CONFIRM);
			expect(json[0]).toMatchObject({ outcome, status: 'draft', toReview: TO_REVIEW });
		}
		expect(orderCount()).toBe(1);
	});

	it('is shown so by Check Only', async () => {
		const check = async () =>
			(await place('wooCommerce', wooCommerce({ meta_data }), { then: 'check' })).json[0];
		expect(await check()).toMatchObject({ problems: [], toReview: TO_REVIEW });
		await place('wooCommerce', wooCommerce(), CONFIRM);
		expect(await check()).not.toHaveProperty('toReview');
	});

	it('is the existing order where it was ordered here: the parcel is its own', async () => {
		await place('wooCommerce', wooCommerce(), CONFIRM);
		const { json } = await place('wooCommerce', wooCommerce({ meta_data }), CONFIRM);
		expect(json[0]).toMatchObject({ outcome: 'existing', status: 'pending' });
		expect(json[0]).not.toHaveProperty('toReview');
		expect(JSON.stringify(json[0]?.warnings ?? [])).not.toContain('parcel already');
	});
});

describe('Check Only of an order that is not due', () => {
	const check = async (
		shop: string,
		order: IDataObject,
		others: INodeParameters = { orderWithoutLines: 'skip' },
	) => {
		const { json, error } = await place(shop, order, { then: 'check', ...others });
		expect(error).toBeUndefined();
		expect(orderCount()).toBe(0);
		return json[0] as unknown as {
			problems: string[];
			whyNotDue?: string;
			wouldSend: IDataObject | null;
			causes?: string[];
			advice?: IDataObject[];
		};
	};

	const withoutFile = (): IDataObject => shopifyLineOf(shirtSku(), { properties: [] });

	it.each<[name: string, why: RegExp, cause: string, order: () => IDataObject]>([
		[
			...(['fulfilled', /is fulfilled in the shop already\.$/, 'fulfilled'] as const),
			() =>
				shopifyOrder(
					[{ ...withoutFile(), fulfillable_quantity: 0, fulfillment_status: 'fulfilled' }],
					{
						fulfillment_status: 'fulfilled',
					},
				),
		],
		[
			...(['cancelled', /was cancelled in the shop\.$/, 'cancelled'] as const),
			() =>
				shopifyOrder([{ ...withoutFile(), current_quantity: 0, fulfillable_quantity: 0 }], {
					cancelled_at: '2026-11-20T09:41:00-05:00',
				}),
		],
		[
			...(['refunded', /was refunded in full\.$/, 'refunded'] as const),
			() => shopifyOrder([withoutFile()], { financial_status: 'refunded' }),
		],
	])('judges the lines and the address of one that is %s', async (_, why, cause, order) => {
		const address = { ...shopifyAddress(), city: '' };
		const { problems, whyNotDue, wouldSend, causes } = await check('shopify', {
			...order(),
			shipping_address: address,
			billing_address: address,
		});
		expect(whyNotDue).toMatch(why);
		expect(problems).toEqual([
			expect.stringContaining('Address → City is empty'),
			expect.stringContaining('has no print file'),
		]);
		expect(causes).toEqual([cause, 'missingAddress', 'noPrintFile']);
		expect(wouldSend).toBeNull();
	});

	it('says of a completed order of WooCommerce what was wrong with it, also where such orders stop', async () => {
		const dates = { date_paid: '2026-11-20T08:00:00', date_completed: '2026-11-23T08:00:00' };
		const line = wooCommerceLineOf('OWN-SKU');
		const order = wooCommerceOrder([line], { status: 'completed', ...dates });
		const skipped = await check('wooCommerce', order);
		expect(skipped.whyNotDue).toMatch(/is completed in the shop\.$/);
		expect(skipped.problems).toEqual([expect.stringContaining('no variant has the SKU "OWN-SKU"')]);
		expect(skipped.causes).toEqual(['fulfilled', 'unknownSku']);
		const stopped = await check('wooCommerce', order, { orderWithoutLines: 'stop' });
		expect(stopped).toMatchObject({ whyNotDue: skipped.whyNotDue, causes: skipped.causes });
		expect(stopped.problems).toEqual([
			expect.stringContaining('is completed in the shop'),
			...skipped.problems,
		]);
	});

	it('says nothing against a good one, and names no cause of one that is due', async () => {
		const cancelled = await check('shopify', shopify({ cancelled_at: '2026-11-20T09:41:00Z' }));
		expect(cancelled).toMatchObject({ problems: [], causes: ['cancelled'] });
		expect(cancelled).not.toHaveProperty('advice');
		const due = await check('shopify', shopify());
		expect(due).not.toHaveProperty('whyNotDue');
		expect(due).not.toHaveProperty('causes');
	});

	it('has the causes of what a draft is to be looked at for', async () => {
		const properties = [
			{ name: 'Print file', value: 'https://files.example.com/front.png' },
			{ name: 'Print file back', value: 'https://files.example.com/back.png' },
		];
		const order = shopifyOrder([shopifyLineOf(shirtSku(), { properties })]);
		const { json } = await place('shopify', order, CONFIRM);
		expect(json[0]).toMatchObject({ status: 'draft', causes: ['extraPrint'] });
	});
});
