/** An order of each source but Shopify and WooCommerce, and what its source sends that is no order. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { present } from './present.ts';
import { realOrders, type RealOrder } from './realOrders.ts';
import { shopifyCheckout, shopifyDraftOrder, shopifyFulfillment, shopifyOrder } from './shopify.ts';
import { asGraphql } from './shopifyGraphql.ts';
import ebay from './sources/ebay.json' with { type: 'json' };
import ecwid from './sources/ecwid.json' with { type: 'json' };
import etsyList from './sources/etsy.list.json' with { type: 'json' };
import etsyWebhook from './sources/etsy.webhook.json' with { type: 'json' };
import etsy from './sources/etsy.json' with { type: 'json' };
import snipcartEvent from './sources/snipcart.webhook.json' with { type: 'json' };
import squarespace from './sources/squarespace.json' with { type: 'json' };
import stripeEvent from './sources/stripe.event.json' with { type: 'json' };
import stripe from './sources/stripe.json' with { type: 'json' };
import wixAutomation from './sources/wix.automation.json' with { type: 'json' };
import wix from './sources/wix.json' with { type: 'json' };
import { GIFT_CARD, NOT_SHIPPED } from '../../../nodes/PodFulfilment/order/shop/reading.ts';
import { SOURCES } from '../../../nodes/PodFulfilment/order/shop/sources/index.ts';
import type { SourceTable } from '../../../nodes/PodFulfilment/order/shop/sources/sourceTable.ts';
import { wooCommerceOrder } from './wooCommerce.ts';

/** A paid order of a shirt (TEE-M) and a mug (MUG-11), with all that may be asked for. */
interface Sample {
	order: IDataObject;
	externalId: string;
	/** The same with all deciding fields that its source sends only where they are asked for. */
	full?: IDataObject;
	/** What its items are, and the parts of its recipient that are not the same in all samples. */
	items: readonly IDataObject[];
	recipient: IDataObject;
	/** Numbers as the source makes them. */
	number: fc.Arbitrary<string>;
	/** The same with a print file in a line, where its source can have one there. */
	withFile?: (order: IDataObject, line: number, file: string) => IDataObject;
	/** What is recognized and is no order, with the next node. */
	noOrders: ReadonlyArray<readonly [what: string, value: IDataObject, advice: string]>;
}

const without = (order: IDataObject, ...names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(order).filter(([name]) => !names.includes(name)));

const ORDERS_OF_SQUARESPACE = 'gets https://api.squarespace.com/1.0/commerce/orders/';

const ORDERS_OF_WIX = 'https://www.wixapis.com/ecom/v1/orders/';

/** Of a payload that has one of the two. */
const ORDER_OF_AUTOMATION = `gets ${ORDERS_OF_WIX}{{ $json.body.data._id ?? $json.body.data.id }}`;

const ORDERS_OF_EBAY = 'gets https://api.ebay.com/sell/fulfillment/v1/order/{{ $json.orderId }}';

const letters = (length: number) => fc.stringMatching(new RegExp(`^[A-Za-z0-9]{${length}}$`));

const MARA = { name: 'Mara Odell', city: 'Boston', zip: '02110' };

const items = (
	...lines: ReadonlyArray<
		readonly [id: string, quantity: number, retailPrice: string, name: string]
	>
): IDataObject[] =>
	lines.map(([externalId, quantity, retailPrice, name]) => ({
		externalId,
		quantity,
		retailPrice,
		name,
	}));

const ORDERS_OF_SNIPCART = 'gets https://app.snipcart.com/api/orders/';

const { content: snipcart } = snipcartEvent.body;

const SESSIONS = 'gets https://api.stripe.com/v1/checkout/sessions/';

export const SAMPLES: Readonly<Record<string, Sample>> = {
	etsy: {
		order: etsy,
		externalId: 'etsy-3928083001',
		items: items(
			['4735900001', 1, '24.90', 'Team Tee "Ahoy" | Unisex'],
			['4735900002', 1, '19.40', 'Harbour Mug'],
		),
		recipient: { name: "Mara O'Dell", city: 'BOSTON', zip: '02110-1703' },
		number: fc.bigInt({ min: 1n, max: BigInt(Number.MAX_SAFE_INTEGER) }).map(String),
		withFile: (order, line, file) =>
			withValue(order, `transactions.${line}.variations.2`, {
				...{ property_id: 54, formatted_name: 'Print file', formatted_value: file },
			}),
		noOrders: [
			['a list in one item', etsyList, 'Split Out node before this one, with results'],
			['an event of the webhook', etsyWebhook, 'gets {{ $json.body.resource_url }}'],
			[
				'a receipt without its transactions',
				present({ ...etsy, transactions: undefined }),
				'/receipts/{{ $json.receipt_id }}',
			],
			['a transaction', etsy.transactions[0]!, '/receipts/{{ $json.receipt_id }}'],
		],
	},
	stripeCheckout: {
		order: stripe,
		externalId: 'stripe-pi_3Q0000000000000000000001',
		items: items(
			['li_1Q000000000000000000001', 2, '24.90', 'Team Tee M'],
			['li_1Q000000000000000000002', 1, '19.40', 'Harbour Mug'],
		),
		recipient: { ...MARA, phone: '+16175550100', email: 'mara@example.com' },
		number: fc.oneof(
			letters(24).map((id) => `pi_${id}`),
			letters(24).map((id) => `in_${id}`),
			letters(58).map((id) => `cs_live_${id}`),
		),
		withFile: (order, line, file) =>
			withValue(order, `line_items.data.${line}.price.metadata.print_file`, file),
		full: {
			...stripe,
			payment_intent: {
				...{ id: stripe.payment_intent, object: 'payment_intent', status: 'succeeded' },
				shipping: { tracking_number: null },
				latest_charge: {
					...{ id: 'ch_1', object: 'charge', status: 'succeeded', captured: true },
					...{ amount: 7419, amount_refunded: 0, refunded: false, disputed: false },
				},
			},
		},
		noOrders: [
			[
				'an event',
				stripeEvent as IDataObject,
				`${SESSIONS}{{ $json.data.object.id }}?expand[]=line_items`,
			],
			[
				'a session without its line items',
				present({ ...stripe, line_items: undefined }),
				`${SESSIONS}{{ $json.id }}?expand[]=line_items`,
			],
			[
				'a list of sessions',
				{ object: 'list', has_more: false, data: [present({ ...stripe, line_items: undefined })] },
				'Split Out node before this one, with data',
			],
		],
	},
	squarespace: {
		order: squarespace,
		externalId: 'squarespace-3618',
		items: items(
			['585d4975dee9f31a60284a01', 1, '24.90', 'Team Tee'],
			['585d4975dee9f31a60284a02', 1, '19.40', 'Harbour Mug'],
		),
		recipient: { ...MARA, phone: '6175550100', email: 'mara@example.com' },
		number: fc.integer({ min: 1, max: 10_000_000 }).map(String),
		withFile: (order, line, file) =>
			withValue(order, `lineItems.${line}.customizations`, [{ label: 'Print file', value: file }]),
		noOrders: [
			[
				'a list in one item',
				{ result: [squarespace], pagination: { hasNextPage: false } },
				'Split Out node before this one, with result',
			],
			[
				'an event of the webhook',
				{
					...{ id: 'a5b0', websiteId: 'w1', subscriptionId: 's1', topic: 'order.create' },
					...{ createdOn: '2026-10-01T10:00:00Z', data: { orderId: squarespace.id } },
				},
				`${ORDERS_OF_SQUARESPACE}{{ $json.body.data.orderId }}`,
			],
			[
				'an order without its lines',
				without(squarespace, 'lineItems'),
				`${ORDERS_OF_SQUARESPACE}{{ $json.id }}`,
			],
		],
	},
	wix: {
		order: wix,
		externalId: 'wix-10002',
		items: items(
			['00000000-0000-0000-0000-000000000001', 1, '24.90', 'Team Tee'],
			['00000000-0000-0000-0000-000000000002', 1, '19.40', 'Harbour Mug'],
		),
		recipient: { ...MARA, phone: '+16175550100', email: 'mara@example.com' },
		number: fc.integer({ min: 10_000, max: 10_000_000 }).map(String),
		withFile: (order, line, file) => {
			const path = `lineItems.${line}.catalogReference.options.customTextFields`;
			return withValue(order, path, { 'Print file': file });
		},
		full: {
			...wix,
			imported: false,
			balanceSummary: { ...wix.balanceSummary, chargeback: { amount: '0.00' } },
			shippingInfo: {
				...wix.shippingInfo,
				logistics: { ...wix.shippingInfo.logistics, pickupDetails: null },
			},
			lineItems: wix.lineItems.map((line) => ({
				...{ ...line, itemType: { ...line.itemType, custom: null }, fulfillerId: null },
			})),
		},
		noOrders: [
			[
				'a list in one item',
				{ orders: [wix], metadata: { count: 1, hasNext: false } } as IDataObject,
				'Split Out node before this one, with orders',
			],
			['what an automation sends', wixAutomation, ORDER_OF_AUTOMATION],
			["what an automation's data has", wixAutomation.data, ORDER_OF_AUTOMATION],
			[
				'what an automation sends with its ID under the other name',
				{ data: { ...without(wixAutomation.data, 'id'), _id: wixAutomation.data.id } },
				ORDER_OF_AUTOMATION,
			],
			[
				"an app's webhook",
				{ body: 'eyJhbGciOiJSUzI1NiJ9.eyJkYXRhIjoie30ifQ.c2ln-_' },
				'Add a JWT node',
			],
			[
				'an order without its lines',
				without(wix, 'lineItems'),
				`gets ${ORDERS_OF_WIX}{{ $json.id }}`,
			],
		],
	},
	eBay: {
		order: ebay,
		externalId: 'ebay-12-11581-00001',
		items: items(
			// 49.80 for two of them.
			['10050000000001', 2, '24.90', 'Team Tee'],
			['10050000000002', 1, '19.40', 'Harbour Mug 11 oz'],
		),
		recipient: { ...MARA, phone: '6175550100', email: '0a1b2c@members.example.com' },
		number: fc.stringMatching(/^\d{2}-\d{5}-\d{5}$/),
		full: {
			...ebay,
			cancelStatus: { ...ebay.cancelStatus, cancelledDate: null },
			program: {
				fulfillmentProgram: { fulfilledBy: null },
				ebayVault: { fulfillmentType: null },
				ebayShipping: { shippingLabelProvidedBy: null },
			},
			lineItems: ebay.lineItems.map((line) => ({ ...line, giftDetails: null })),
		},
		noOrders: [
			[
				'a list in one item',
				{ href: '', total: 1, limit: 50, offset: 0, orders: [ebay] } as IDataObject,
				'Split Out node before this one, with orders',
			],
			[
				'a notification',
				{
					metadata: { topic: 'ORDER_CONFIRMATION', schemaVersion: '1.0', deprecated: false },
					notification: {
						...{ notificationId: '5c2b', publishAttemptCount: 1 },
						data: {
							user: { userId: 'uA1', username: 'harbour_tees' },
							order: {
								orderId: '12-11581-00001',
								orderLineItems: [{ orderLineItemId: '10', listingId: '2001', quantity: 1 }],
							},
						},
					},
				},
				'/order/{{ $json.body.notification.data.order.orderId }}',
			],
			['an order without its lines', without(ebay, 'lineItems'), ORDERS_OF_EBAY],
			[
				'an order without its address',
				without(ebay, 'fulfillmentStartInstructions'),
				ORDERS_OF_EBAY,
			],
		],
	},
	ecwid: {
		order: ecwid,
		full: { ...ecwid, trackingNumber: '' },
		externalId: 'ecwid-XJ12H',
		items: items(['1', 1, '24.90', 'Team Tee'], ['2', 1, '19.40', 'Harbour Mug']),
		recipient: { ...MARA, phone: '+16175550100', email: 'mara@example.com' },
		number: fc.stringMatching(/^[A-Z0-9]{5}$/),
		withFile: (order, line, file) =>
			withValue(order, `items.${line}.selectedOptions`, [
				{ name: 'Print file', type: 'FILES', files: [{ id: 1, name: 'a.png', url: file }] },
			]),
		noOrders: [
			[
				'a list in one item',
				{ total: 1, count: 1, offset: 0, limit: 100, items: [ecwid] } as IDataObject,
				'Split Out node before this one, with items',
			],
			[
				'an event of the webhook',
				{
					...{ eventId: 'e1', eventCreated: 1790848800, storeId: 1003, entityId: 174003011 },
					...{ eventType: 'order.created', data: { orderId: 'XJ12H' } },
				},
				'gets https://app.ecwid.com/api/v3/{{ $json.body.storeId }}/orders/{{ $json.body.data.orderId }}',
			],
			[
				'an order without its lines',
				without(ecwid, 'items'),
				'gets https://app.ecwid.com/api/v3/{storeId}/orders/{{ $json.id }}',
			],
		],
	},
	snipcart: {
		order: snipcart,
		full: { ...snipcart, event: { mode: 'Live' } },
		externalId: 'snipcart-93c4604e-35ac-4db7-b3f1-2871476e9e01',
		items: items(
			['e595ebf2-0000-48e8-b9c4-000000000001', 1, '24.90', 'Team Tee'],
			['e595ebf2-0000-48e8-b9c4-000000000002', 1, '19.40', 'Harbour Mug'],
		),
		recipient: { ...MARA, phone: '6175550100', email: 'mara@example.com' },
		number: fc.uuid(),
		withFile: (order, line, file) =>
			withValue(order, `items.${line}.metadata`, { 'Print file': file }),
		noOrders: [
			[
				'a list in one item',
				{ totalItems: 1, offset: 0, limit: 20, items: [snipcart] } as IDataObject,
				'Split Out node before this one, with items',
			],
			[
				'an event about a refund',
				{
					...{ eventName: 'order.refund.created', mode: 'Live' },
					...{ createdOn: '2026-10-02T10:00:00Z' },
					content: { orderToken: snipcart.token, amount: 5, currency: 'usd', comment: '' },
				},
				`${ORDERS_OF_SNIPCART}{{ $json.body.content.orderToken }}`,
			],
			[
				'an order without its lines',
				without(snipcart, 'items'),
				`${ORDERS_OF_SNIPCART}{{ $json.token }}`,
			],
		],
	},
};

/** The sources of these samples. */
export const SAMPLED_SOURCES = SOURCES.filter(({ shop }) => shop in SAMPLES);

const WOO_COMMERCE = new URL('./wooCommerce/', import.meta.url);

/** The source of an order that other people's workflows read. */
function shopOf({ source }: RealOrder): string | undefined {
	if (source.startsWith('Etsy API receipt')) return 'etsy';
	if (source.startsWith('Snipcart')) return 'snipcart';
	return source.includes('SquarespaceShipstationFixer') ? 'squarespace' : undefined;
}

/** Orders that other people's workflows read, with their source. */
export const ORDERS_OF_OTHERS = realOrders.flatMap((real) => {
	const shop = shopOf(real);
	return shop === undefined ? [] : [[shop, real.order] as const];
});

/** Orders of Shopify, WooCommerce and shops that no table knows. */
export const OTHER_ORDERS: readonly IDataObject[] = [
	...realOrders.filter((real) => shopOf(real) === undefined).map(({ order }) => order),
	...readdirSync(WOO_COMMERCE)
		.filter((name) => name.endsWith('.json'))
		.map((name) => JSON.parse(readFileSync(new URL(name, WOO_COMMERCE), 'utf8')) as IDataObject),
	...[shopifyOrder(), shopifyDraftOrder(), shopifyCheckout(), shopifyFulfillment()],
	...[asGraphql(shopifyOrder()), wooCommerceOrder()],
];

/** A copy with a value at a path; what is on the way and no object becomes one. */
export function withValue(object: IDataObject, path: string, value: unknown): IDataObject {
	const copy = structuredClone(object);
	const names = path.split('.');
	const last = names.pop()!;
	let holder = copy;
	for (const name of names) {
		if (typeof holder[name] !== 'object' || holder[name] === null) holder[name] = {};
		holder = holder[name] as IDataObject;
	}
	if (value === undefined) delete holder[last];
	else holder[last] = value as IDataObject;
	return copy;
}

/** A table with every kind of field, as later sources need them. */
export const INVENTED: SourceTable = {
	shop: 'etsy',
	called: 'Invented',
	description: '',
	isOrder: ({ invented }) => invented === true,
	lists: ['all.orders'],
	notAnOrder: [],
	number: 'no',
	id: 'ids.0',
	isNumberUnique: false,
	date: 'placed',
	deciding: [
		{ path: 'state', kind: 'status', values: { ready: 'due', held: 'notYet', gone: 'cancelled' } },
		{ path: 'done', kind: 'date', values: { given: 'sent' }, missing: 'due' },
		{
			...{ path: 'pickup', kind: 'object', missing: 'due' },
			values: { given: { review: 'Picked up', about: 'pickupPoint' } },
		},
		{
			...{ path: 'refunded', kind: 'money', whole: 'total' },
			values: { none: 'due', some: { review: 'In part', about: 'refunded' }, all: 'refunded' },
		},
	],
	recipient: { firstName: ['to.first'], lastName: ['to.last'], address1: ['to.none', 'to.street'] },
	addressAdvice: '',
	currency: 'currency',
	lines: {
		at: 'parts.list',
		id: 'id',
		skus: ['sku'],
		otherIds: ['product'],
		quantity: 'count',
		takenOff: 'off',
		name: 'name',
		prices: [{ path: 'cost', dividedBy: ({ count }) => Number(count) }],
		properties: [],
		deciding: [
			{
				path: 'kind',
				kind: 'status',
				values: {
					...{ goods: 'due', card: GIFT_CARD, file: NOT_SHIPPED },
					odd: { review: 'Odd', about: 'line' },
				},
			},
		],
	},
};

const INVENTED_ORDER = {
	...{ invented: true, no: 'A-7', ids: [77], placed: '2026-10-01T10:00:00Z', currency: 'EUR' },
	...{ state: 'ready', done: null, pickup: null, refunded: '0.00', total: '10.00' },
	to: { first: 'Mara', last: 'Odell', street: '1 Long Street' },
	parts: {
		list: [
			...[
				{ id: 1, sku: 'TEE-M', product: 'p1', kind: 'goods', count: 4, cost: '10.00', name: 'Tee' },
			],
			...[{ id: 2, sku: 'MUG-11', product: 'p2', kind: 'goods', count: 1, name: 'Mug' }],
		],
	},
};

export const INVENTED_SAMPLE: Pick<Sample, 'order' | 'externalId' | 'full' | 'noOrders'> = {
	order: withValue(INVENTED_ORDER, 'done', ''),
	externalId: 'etsy-A-7',
	noOrders: [],
};
