/** An order of each source that has a table, and what its source sends that is no order. */
import { readdirSync, readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';

import { present } from './present.ts';
import { realOrders, type RealOrder } from './realOrders.ts';
import { shopifyCheckout, shopifyDraftOrder, shopifyFulfillment, shopifyOrder } from './shopify.ts';
import { asGraphql } from './shopifyGraphql.ts';
import ebay from './sources/ebay.json' with { type: 'json' };
import etsyList from './sources/etsy.list.json' with { type: 'json' };
import etsyWebhook from './sources/etsy.webhook.json' with { type: 'json' };
import etsy from './sources/etsy.json' with { type: 'json' };
import squarespace from './sources/squarespace.json' with { type: 'json' };
import stripeEvent from './sources/stripe.event.json' with { type: 'json' };
import stripe from './sources/stripe.json' with { type: 'json' };
import wixAutomation from './sources/wix.automation.json' with { type: 'json' };
import wix from './sources/wix.json' with { type: 'json' };
import type { SourceTable } from '../../../nodes/PodFulfilment/order/shop/sources/sourceTable.ts';
import { wooCommerceOrder } from './wooCommerce.ts';

/** A paid order of a shirt (TEE-M) and a mug (MUG-11), with all that may be asked for. */
interface Sample {
	order: IDataObject;
	externalId: string;
	/** The same with all deciding fields that its source sends only where they are asked for. */
	full?: IDataObject;
	/** What is recognized and is no order, with the next node. */
	noOrders: ReadonlyArray<readonly [what: string, value: IDataObject, advice: string]>;
}

const without = (order: IDataObject, ...names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(order).filter(([name]) => !names.includes(name)));

const ORDERS_OF_SQUARESPACE = 'gets https://api.squarespace.com/1.0/commerce/orders/';

const ORDERS_OF_WIX = 'https://www.wixapis.com/ecom/v1/orders/';

const ORDERS_OF_EBAY = 'gets https://api.ebay.com/sell/fulfillment/v1/order/{{ $json.orderId }}';

const SESSIONS = 'gets https://api.stripe.com/v1/checkout/sessions/';

export const SAMPLES: Readonly<Record<string, Sample>> = {
	etsy: {
		order: etsy,
		externalId: 'etsy-3928083001',
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
		full: {
			...stripe,
			payment_intent: {
				...{ id: stripe.payment_intent, object: 'payment_intent', status: 'succeeded' },
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
			['what an automation sends', wixAutomation, `gets ${ORDERS_OF_WIX}{{ $json.body.data.id }}`],
			[
				"what an automation's data has",
				wixAutomation.data,
				`gets ${ORDERS_OF_WIX}{{ $json.body.data.id }}`,
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
			[
				'an order of the Stores API',
				{ number: 10002, id: wix.id, lineItems: [{ name: 'Tee', sku: 'TEE-M', priceData: {} }] },
				`gets ${ORDERS_OF_WIX}{{ $json.id }}`,
			],
		],
	},
	eBay: {
		order: ebay,
		externalId: 'ebay-12-11581-00001',
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
			['an order without its lines', without(ebay, 'lineItems'), ORDERS_OF_EBAY],
			[
				'an order without its address',
				without(ebay, 'fulfillmentStartInstructions'),
				ORDERS_OF_EBAY,
			],
		],
	},
};

const WOO_COMMERCE = new URL('./wooCommerce/', import.meta.url);

/** The source of an order that other people's workflows read. */
function shopOf({ source }: RealOrder): string | undefined {
	if (source.startsWith('Etsy API receipt')) return 'etsy';
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
		{ path: 'done', kind: 'date', values: { missing: 'due', given: 'sent' } },
		{ path: 'pickup', kind: 'object', values: { missing: 'due', given: { review: 'Picked up' } } },
		{
			...{ path: 'refunded', kind: 'money', whole: 'total' },
			values: { none: 'due', some: { review: 'In part' }, all: 'refunded' },
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
		sent: 'left',
		name: 'name',
		prices: [{ path: 'cost', unit: 'main', isOfAllPieces: true }],
		properties: () => [],
		deciding: [
			{
				path: 'kind',
				kind: 'status',
				values: {
					...{ goods: 'due', card: 'giftCard', file: 'notShipped', void: 'cancelled' },
					odd: { review: 'Odd' },
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

export const INVENTED_SAMPLE: Sample = {
	order: withValue(INVENTED_ORDER, 'done', ''),
	externalId: 'etsy-A-7',
	noOrders: [],
};
