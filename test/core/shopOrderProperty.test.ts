import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shopifyOrder, shopifyRefund } from '../support/shopOrders/shopify.ts';
import {
	printFileMeta,
	wooCommerceLine,
	wooCommerceOrder,
} from '../support/shopOrders/wooCommerce.ts';
import { fromShop, mug, shirt, shopifyLineOf } from './shopOrders.ts';
import { printFile, useSandbox } from './support.ts';

const node = useSandbox();

/** Orders of each shop. */
const ORDERS = Number(process.env.TEST_CASES ?? 60);

const MAPPED = 'MAPPED-1';

const mapping = () => ({
	row: [
		{
			shopSku: MAPPED,
			variantId: { __rl: true, mode: 'id', value: mug(node.sandbox).id },
			printFileUrl: `${printFile}?mapped`,
		},
	],
});

/** What a line of a random order is about, and what has to become of it. */
interface PlannedLine {
	sku: 'shirt' | 'mug' | 'mugId' | 'mapped' | 'unknown' | 'none';
	/** Why nothing of it is to be sent, if it is for the service at all. */
	leftOut: 'no' | 'giftCard' | 'refunded' | 'zero' | 'digital';
	ordered: number;
	refunded: number;
	name: string;
}

interface PlannedOrder {
	/** Of Shopify's payment; WooCommerce's order status. */
	state: 'due' | 'unpaid' | 'listed' | 'over' | 'other';
	/** Whether unpaid orders are placed, as drafts. */
	sendsUnpaid: boolean;
	/** Whether the only address is the one of billing, which somebody has to look at. */
	isBillingOnly: boolean;
	lines: PlannedLine[];
	hasPhone: boolean;
	isGuest: boolean;
	currency: string;
	/** In cents. */
	price: number;
}

const lineArbitrary: fc.Arbitrary<PlannedLine> = fc
	.record({
		sku: fc.constantFrom<PlannedLine['sku'][]>(
			'shirt',
			'mug',
			'mugId',
			'mapped',
			'unknown',
			'none',
		),
		leftOut: fc.constantFrom<PlannedLine['leftOut'][]>(
			'no',
			'no',
			'no',
			'no',
			'giftCard',
			'refunded',
			'zero',
			'digital',
		),
		ordered: fc.integer({ min: 1, max: 9 }),
		part: fc.nat(8),
		name: fc.oneof(
			fc.string({ unit: 'grapheme', maxLength: 30 }),
			fc.constantFrom('Größe M — Ünï', '名入れ', '🎁', '</b>', '__proto__'),
		),
	})
	.map(({ part, ...line }) => ({
		...line,
		// A line with a file that is not shipped stops the order.
		leftOut:
			line.sku === 'mapped' && line.leftOut === 'digital' ? ('giftCard' as const) : line.leftOut,
		refunded: Math.min(part, line.ordered - 1),
	}));

const ordersArbitrary: fc.Arbitrary<PlannedOrder[]> = fc.array(
	fc.record<PlannedOrder>({
		state: fc.constantFrom<PlannedOrder['state'][]>(
			'due',
			'due',
			'due',
			'unpaid',
			'listed',
			'over',
			'other',
		),
		sendsUnpaid: fc.boolean(),
		isBillingOnly: fc.boolean(),
		lines: fc.array(lineArbitrary, { minLength: 1, maxLength: 12 }),
		hasPhone: fc.boolean(),
		isGuest: fc.boolean(),
		currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'),
		price: fc.integer({ min: 0, max: 1_000_000 }),
	}),
	{ minLength: ORDERS, maxLength: ORDERS },
);

const skuOf = ({ sku }: PlannedLine): string =>
	({
		shirt: shirt(node.sandbox).sku,
		mug: mug(node.sandbox).sku,
		mugId: mug(node.sandbox).id,
		mapped: MAPPED,
		unknown: 'NOBODY-KNOWS',
		none: '',
	})[sku];

/** Whether the line has to be sent. */
const isOurs = ({ sku, leftOut }: PlannedLine): boolean =>
	leftOut === 'no' && sku !== 'unknown' && sku !== 'none';

const hasFile = ({ sku, leftOut }: PlannedLine): boolean =>
	leftOut !== 'digital' && ['shirt', 'mug', 'mugId'].includes(sku);

const isRefunded = ({ leftOut }: PlannedLine): boolean => leftOut === 'refunded';

const refundedOf = (line: PlannedLine): number => (isRefunded(line) ? line.ordered : line.refunded);

const asShopify = (
	{ lines, hasPhone, isGuest, currency, price, state, isBillingOnly }: PlannedOrder,
	number: number,
) => ({
	...shopifyOrder(
		lines.map((line, index) =>
			shopifyLineOf(skuOf(line), {
				id: index + 1,
				name: line.name,
				price: (price / 100).toFixed(2),
				quantity: line.leftOut === 'zero' ? 0 : line.ordered,
				// Older API versions do not send it.
				current_quantity: index % 2 === 0 ? null : line.ordered - refundedOf(line),
				gift_card: line.leftOut === 'giftCard',
				requires_shipping: line.leftOut !== 'digital',
				properties: hasFile(line) ? [{ name: 'print_FILE', value: printFile }] : null,
			}),
		),
		{ order_number: number, name: `#${number}`, currency },
	),
	financial_status: STATUSES.shopify[state],
	...(isBillingOnly && { shipping_address: null }),
	refunds: lines.map((line, index) => shopifyRefund(index + 1, refundedOf(line))),
	...(isGuest && { customer: null, email: null, contact_email: null }),
	...(!hasPhone && { phone: null }),
});

const asWooCommerce = (
	{ lines, isGuest, currency, price, state, isBillingOnly }: PlannedOrder,
	number: number,
) => ({
	...wooCommerceOrder(
		lines.map((line, index) =>
			wooCommerceLine({
				id: index + 1,
				name: line.name,
				sku: skuOf(line),
				price: price / 300,
				quantity: line.leftOut === 'zero' ? 0 : line.ordered,
				...(line.leftOut === 'digital' && { virtual: true }),
				meta_data: [
					...(hasFile(line) ? [printFileMeta(printFile)] : []),
					...(line.leftOut === 'giftCard' ? [{ id: 1, key: '_ywgc_amount', value: '25' }] : []),
				],
			}),
		),
		{ id: number, number: String(number), currency, total: '100000.00' },
	),
	status: STATUSES.wooCommerce[state],
	...(isBillingOnly && { shipping: {} }),
	...(isGuest && { customer_id: 0 }),
	refunds: [
		{
			id: 1,
			total: '-0.50',
			line_items: lines.map((line, index) => ({
				id: 1000 + index,
				quantity: -refundedOf(line),
				meta_data: [{ key: '_refunded_item_id', value: String(index + 1) }],
			})),
		},
	],
});

/** The shop's name of each state. */
const STATUSES = {
	shopify: {
		due: 'paid',
		unpaid: 'pending',
		listed: 'authorized',
		over: 'voided',
		other: 'disputed',
	},
	wooCommerce: {
		due: 'processing',
		unpaid: 'pending',
		listed: 'on-hold',
		over: 'failed',
		other: 'in-production',
	},
} as const;

/** The options under which the planned orders run. */
const optionsOf = ({ sendsUnpaid }: PlannedOrder, shop: keyof typeof STATUSES) => ({
	confirm: true,
	sendUnpaidOrders: sendsUnpaid,
	orderStatuses: `${STATUSES[shop].due}, ${STATUSES[shop].listed}`,
});

const isSent = ({ state, sendsUnpaid }: PlannedOrder): boolean =>
	state === 'due' || state === 'listed' || (state === 'unpaid' && sendsUnpaid);

const isToReview = ({ state, isBillingOnly }: PlannedOrder): boolean =>
	isBillingOnly || state === 'unpaid';

const nullsIn = (value: unknown): number => {
	if (value === null || value === undefined) return 1;
	if (typeof value !== 'object') return 0;
	return Object.values(value).reduce<number>((sum, inner) => sum + nullsIn(inner), 0);
};

/** The body of the only order that was sent since the records were cleared. */
const sentBody = (): IDataObject | undefined => {
	const posts = node.sandbox.control
		.requests()
		.filter(({ method, path }) => method === 'POST' && path === '/api/orders');
	expect(posts.length).toBeLessThanOrEqual(1);
	return posts[0]?.body as IDataObject | undefined;
};

describe('Random orders of shops', () => {
	it.each([
		['shopify', (number: number) => `shopify-${number}-450789469`, asShopify],
		['wooCommerce', (number: number) => `woo-${number}`, asWooCommerce],
	] as const)(
		'an order of %s is sent with every line for the service once, and nothing else',
		async (shop, externalIdOf, asOrder) => {
			const [plans = []] = fc.sample(ordersArbitrary, 1);
			expect(plans).toHaveLength(ORDERS);
			for (const [index, plan] of plans.entries()) {
				node.sandbox.control.clearRecords();
				const number = 1000 + index;
				const { json, error } = await node.run(
					fromShop(shop, {
						orderWithoutLines: 'skip',
						unknownLines: 'leaveOut',
						skuMapping: mapping(),
						options: optionsOf(plan, shop),
					}),
					{ items: [asOrder(plan, number) as IDataObject] },
				);
				expect(error).toBeUndefined();
				const [output = {}] = json;
				const expected = plan.lines.flatMap((line, place) =>
					isSent(plan) && isOurs(line) ? [[String(place + 1), line.ordered - line.refunded]] : [],
				);
				const body = sentBody();
				if (expected.length === 0) {
					expect(output).toMatchObject({ skipped: true, outcome: 'skipped' });
					expect(body).toBeUndefined();
				} else {
					const items = body?.orderItems as Array<{ externalId: string; quantity: number }>;
					expect(items.map(({ externalId, quantity }) => [externalId, quantity])).toEqual(expected);
					expect(nullsIn(body)).toBe(0);
					// What is confirmed was due, and has nothing to review.
					expect(output.outcome).toBe('placed');
					expect(output.status).toBe(isToReview(plan) ? 'draft' : 'pending');
					expect(output.toReview !== undefined).toBe(isToReview(plan));
					expect(JSON.stringify(body)).not.toContain('""');
					// The service took it as it is.
					expect(node.sandbox.control.order(`@${externalIdOf(number)}`).items).toHaveLength(
						expected.length,
					);
				}
				// The lines of an order that is not due are not judged.
				if (!isSent(plan)) continue;
				const leftOut = ((output.warnings ?? []) as string[]).filter((warning) =>
					/ was left out: /.test(warning),
				);
				const leftOutLines = leftOut.map((warning) => Number(/^Line (\d+)/.exec(warning)?.[1]));
				const sentLines = expected.map(([id]) => Number(id));
				expect([...leftOutLines, ...sentLines].sort((a, b) => a - b)).toEqual(
					plan.lines.map((_, place) => place + 1),
				);
			}
		},
	);
});
