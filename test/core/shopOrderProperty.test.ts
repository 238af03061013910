import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { REPETITIONS } from '../support/repetitions.ts';
import { shopifyOrder, shopifyRefund } from '../support/shopOrders/shopify.ts';
import { asGraphql } from '../support/shopOrders/shopifyGraphql.ts';
import {
	printFileMeta,
	wooCommerceLine,
	wooCommerceOrder,
} from '../support/shopOrders/wooCommerce.ts';
import { fromShop, mug, shirt, shopifyLineOf } from './shopOrders.ts';
import { printFile, useSandbox, variantWith } from './support.ts';

const node = useSandbox();

/** Orders of each shop. */
const ORDERS = REPETITIONS.shopOrders;

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

/** A clock, whose dial needs a colour. */
const clock = () =>
	variantWith(
		node.sandbox,
		({ placements, options, inStock }) =>
			inStock &&
			placements.filter(({ required }) => required).length <= 1 &&
			options.filter(({ required }) => required).length === 1,
	);

/** The option that a clock requires. */
const dial = () => {
	const option = clock().options.find(({ required }) => required);
	if (!option) throw new Error('The clock requires no option');
	return option;
};

/** What a line of a random order is about, and what has to become of it. */
interface PlannedLine {
	sku: 'shirt' | 'mug' | 'mugId' | 'clock' | 'mapped' | 'unknown' | 'none';
	/** Why nothing of it is to be sent, if it is for the service at all. */
	leftOut: 'no' | 'giftCard' | 'refunded' | 'zero' | 'digital';
	ordered: number;
	refunded: number;
	name: string;
	/** Whether the line gives the options that its variant may require. */
	givesOptions: boolean;
	/** Whether it is a bundle of all other lines, and a variant itself. Shopify has no lines for bundles. */
	bundle: 'no' | 'ofParts' | 'itself';
}

interface PlannedOrder {
	/** Of Shopify's payment; WooCommerce's order status. */
	state: 'due' | 'unpaid' | 'listed' | 'over' | 'other';
	/** Whether unpaid orders are placed, as drafts. */
	sendsUnpaid: boolean;
	/** Whether the only address is the one of billing, which somebody has to look at. */
	isBillingOnly: boolean;
	/** Whether a line that nobody knows stops the order. */
	stopsOnUnknown: boolean;
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
			'clock',
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
		optionsIfBelow9: fc.nat(9),
		name: fc.oneof(
			fc.string({ unit: 'grapheme', maxLength: 30 }),
			fc.constantFrom('Größe M — Ünï', '名入れ', '🎁', '</b>', '__proto__'),
		),
	})
	.map(({ part, optionsIfBelow9, ...line }) => ({
		...line,
		givesOptions: optionsIfBelow9 < 9,
		bundle: 'no' as const,
		// A line with a file that is not shipped stops the order.
		leftOut:
			line.sku === 'mapped' && line.leftOut === 'digital' ? ('giftCard' as const) : line.leftOut,
		refunded: Math.min(part, line.ordered - 1),
	}));

const bundleArbitrary: fc.Arbitrary<PlannedLine[]> = fc
	.constantFrom<PlannedLine['bundle'][]>('no', 'no', 'ofParts', 'itself')
	.map((bundle) =>
		bundle === 'no'
			? []
			: [
					{
						sku: bundle === 'itself' ? 'shirt' : 'unknown',
						leftOut: 'no',
						ordered: 1,
						refunded: 0,
						name: 'Set',
						givesOptions: true,
						bundle,
					},
				],
	);

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
		stopsOnUnknown: fc.boolean(),
		lines: fc
			.tuple(fc.array(lineArbitrary, { minLength: 1, maxLength: 12 }), bundleArbitrary)
			.map(([lines, bundle]) => [...lines, ...bundle]),
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
		clock: clock().sku,
		mapped: MAPPED,
		unknown: 'NOBODY-KNOWS',
		none: '',
	})[sku];

/** Whether the line has to be sent. */
const isOurs = ({ sku, leftOut }: PlannedLine): boolean =>
	leftOut === 'no' && sku !== 'unknown' && sku !== 'none';

const hasFile = ({ sku, leftOut }: PlannedLine): boolean =>
	leftOut !== 'digital' && ['shirt', 'mug', 'mugId', 'clock'].includes(sku);

const hasOptions = ({ sku, givesOptions }: PlannedLine): boolean => sku === 'clock' && givesOptions;

/** Whether the line stops an order that has lines for the service. */
const isStopping = (line: PlannedLine, { stopsOnUnknown }: PlannedOrder): boolean =>
	line.leftOut === 'no' &&
	line.bundle === 'no' &&
	(line.sku === 'clock'
		? !line.givesOptions
		: stopsOnUnknown && ['unknown', 'none'].includes(line.sku));

const isRefunded = ({ leftOut }: PlannedLine): boolean => leftOut === 'refunded';

const refundedOf = (line: PlannedLine): number => (isRefunded(line) ? line.ordered : line.refunded);

/** Decimals of each currency: REST writes all of them. */
const DECIMALS: Readonly<Record<string, number>> = { EUR: 2, USD: 2, JPY: 0, KWD: 3 };

const asShopify = (
	{ lines, hasPhone, isGuest, currency, price, state, isBillingOnly }: PlannedOrder,
	number: number,
) => ({
	...shopifyOrder(
		lines.map((line, index) =>
			shopifyLineOf(skuOf(line), {
				id: index + 1,
				name: line.name,
				title: line.name,
				variant_title: null,
				price: (price / 100).toFixed(DECIMALS[currency]),
				quantity: line.leftOut === 'zero' ? 0 : line.ordered,
				// Older API versions do not send it.
				current_quantity: index % 2 === 0 ? null : line.ordered - refundedOf(line),
				gift_card: line.leftOut === 'giftCard',
				requires_shipping: line.leftOut !== 'digital',
				properties:
					hasFile(line) || hasOptions(line)
						? [
								...(hasFile(line) ? [{ name: 'print_FILE', value: printFile }] : []),
								...(hasOptions(line)
									? [{ name: dial().label, value: dial().values[0]?.value }]
									: []),
							]
						: null,
			}),
		),
		{ order_number: number, name: `#${number}`, currency },
	),
	financial_status: STATUSES.shopify[state],
	...(isBillingOnly && { shipping_address: null }),
	refunds: lines.flatMap((line, index) =>
		refundedOf(line) > 0 ? shopifyRefund(index + 1, refundedOf(line)) : [],
	),
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
				...(line.bundle !== 'no' && { bundled_items: lines.slice(0, -1).map((_, id) => id + 1) }),
				meta_data: [
					...(hasOptions(line) ? [{ id: 2, key: dial().id, value: dial().values[0]?.value }] : []),
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
	// Money without pieces would have to be reviewed.
	refunds: lines.flatMap((line, index) =>
		refundedOf(line) > 0
			? {
					id: index + 1,
					total: '-0.50',
					line_items: [
						{
							id: 1000 + index,
							quantity: -refundedOf(line),
							meta_data: [{ key: '_refunded_item_id', value: String(index + 1) }],
						},
					],
				}
			: [],
	),
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
	sendUnpaidOrders: sendsUnpaid,
	orderStatuses: `${STATUSES[shop].due}, ${STATUSES[shop].listed}`,
});

const isSent = ({ state, sendsUnpaid }: PlannedOrder): boolean =>
	state === 'due' || state === 'listed' || (state === 'unpaid' && sendsUnpaid);

/** A bundle that is ordered beside its parts is to be reviewed too. */
const isToReview = ({ state, isBillingOnly, lines }: PlannedOrder): boolean =>
	isBillingOnly ||
	state === 'unpaid' ||
	(lines.some(({ bundle }) => bundle === 'itself') && lines.filter(isOurs).length > 1);

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

/** The numbers of the lines that a text names, e.g. of 'Order #1001, line 2 (Mug)'. */
const linesIn = (text: string, pattern: RegExp): number[] =>
	[...text.matchAll(pattern)].map(([, number]) => Number(number));

const ascending = (a: number, b: number): number => a - b;

describe('Random orders of shops', () => {
	it.each([
		['shopify', (number: number) => `shopify-${number}-450789469`, asShopify],
		['wooCommerce', (number: number) => `woo-${number}`, asWooCommerce],
	] as const)(
		'each line of an order of %s is sent once, left out by name, or stops the order; only what is due and has nothing to review is confirmed',
		async (shop, externalIdOf, asOrder) => {
			const [plans = []] = fc.sample(ordersArbitrary, 1);
			expect(plans).toHaveLength(ORDERS);
			for (const [index, { lines, ...planned }] of plans.entries()) {
				const plan: PlannedOrder = {
					...planned,
					lines: shop === 'shopify' ? lines.filter(({ bundle }) => bundle === 'no') : lines,
				};
				node.sandbox.control.clearRecords();
				const number = 1000 + index;
				const order = asOrder(plan, number) as IDataObject;
				const parametersWith = (then: string) =>
					fromShop(shop, {
						then,
						orderWithoutLines: 'skip',
						unknownLines: plan.stopsOnUnknown ? 'stop' : 'leaveOut',
						skuMapping: mapping(),
						options: optionsOf(plan, shop),
					});
				// The same order from another API, and what would become of it.
				const checked =
					shop === 'shopify'
						? await node.run(parametersWith('check'), { items: [asGraphql(order)] })
						: undefined;
				expect(checked?.error).toBeUndefined();
				const { json, error } = await node.run(parametersWith('confirm'), { items: [order] });
				const body = sentBody();
				const ours = plan.lines.some(isOurs);
				const stopping = plan.lines.flatMap((line, place) =>
					isSent(plan) && ours && isStopping(line, plan) ? [place + 1] : [],
				);
				if (stopping.length > 0) {
					const { message, description } = error as Error & { description?: unknown };
					const named = linesIn(`${message}\n${String(description)}`, /Order #\d+, line (\d+)/g);
					expect([...new Set(named)].sort(ascending)).toEqual(stopping);
					expect(body).toBeUndefined();
					if (checked) expect(checked.json[0]?.problems).toHaveLength(stopping.length);
					continue;
				}
				expect(error).toBeUndefined();
				const [output = {}] = json;
				const expected = plan.lines.flatMap((line, place) =>
					isSent(plan) && isOurs(line) ? [[String(place + 1), line.ordered - line.refunded]] : [],
				);
				if (expected.length === 0) {
					expect(output).toMatchObject({ skipped: true, outcome: 'skipped' });
					expect(body).toBeUndefined();
					// Its lines are judged as if it were due.
					if (checked)
						expect(checked.json[0]).toMatchObject({
							wouldSend: null,
							whyNotDue: expect.any(String) as string,
						});
				} else {
					const items = body?.orderItems as Array<{ externalId: string; quantity: number }>;
					expect(items.map(({ externalId, quantity }) => [externalId, quantity])).toEqual(expected);
					expect(nullsIn(body)).toBe(0);
					// What is confirmed was due, and has nothing to review.
					expect(output.outcome).toBe('placed');
					expect(output.toReview !== undefined, String(output.toReview)).toBe(isToReview(plan));
					expect(output.status).toBe(isToReview(plan) ? 'draft' : 'pending');
					expect(JSON.stringify(body)).not.toContain('""');
					// The service took it as it is.
					expect(node.sandbox.control.order(`@${externalIdOf(number)}`).items).toHaveLength(
						expected.length,
					);
					if (checked) {
						expect(checked.json[0]).toMatchObject({ wouldSend: body, problems: [] });
						expect(checked.json[0]?.toReview).toEqual(output.toReview);
					}
				}
				// The lines of an order that is not due are not judged.
				if (!isSent(plan)) continue;
				const leftOut = ((output.warnings ?? []) as string[]).filter((warning) =>
					/ was left out: /.test(warning),
				);
				const leftOutLines = leftOut.flatMap((warning) => linesIn(warning, /^Line (\d+)/g));
				const sentLines = expected.map(([id]) => Number(id));
				expect([...leftOutLines, ...sentLines].sort(ascending)).toEqual(
					plan.lines.map((_, place) => place + 1),
				);
			}
		},
	);
});
