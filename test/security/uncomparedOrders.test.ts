import { json } from 'node:stream/consumers';
import fc from 'fast-check';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES, startAction } from '../core/engine/execution.ts';
import { credentialFor } from '../core/engine/run.ts';
import { fromShop, mug, shirt, shopifyLineOf, wooCommerceLineOf } from '../core/shopOrders.ts';
import { createParameters, locate, plainVariant, printFile, useSandbox } from '../core/support.ts';
import { REPETITIONS } from '../support/repetitions.ts';
import { SEED } from '../support/seed.ts';
import { shopifyCheckout, shopifyOrder } from '../support/shopOrders/shopify.ts';
import { asGraphql } from '../support/shopOrders/shopifyGraphql.ts';
import { wooCommerceOrder } from '../support/shopOrders/wooCommerce.ts';
import { sendJson, useServers } from './support/servers.ts';

const node = useSandbox();
const listen = useServers();

const CANCELLED = { cancelled_at: '2026-11-20T09:41:00-05:00' };

/** The keys of an existing order that was not compared, and no others. */
const UNCOMPARED_KEYS = [
	'compared',
	'externalId',
	'next',
	'nextWhy',
	'outcome',
	'status',
	'warnings',
];

/** The fields of an item, without the ID that its source has for the order. */
const keysOf = ({ shopOrderId: _, ...item }: IDataObject): string[] => Object.keys(item).sort();

/** Everything that n8n stores and shows of a run. */
function shown(run: {
	outputs: Array<Array<{ json: IDataObject }>>;
	error?: unknown;
	hints: unknown;
}) {
	const { message, description, context, messages } = (run.error ?? {}) as IDataObject;
	const items = run.outputs.map((output) => output.map((item) => item.json));
	return JSON.stringify([items, message, description, context, messages, run.hints]);
}

describe.each(ENGINES)('An order that nothing is known of, on the engine of %s', (engine) => {
	it.each<[string, INodeParameters]>([
		['simplified', {}],
		['as the service sends it', { simplify: false }],
		['with selected fields', { output: 'selected', fields: ['id', 'recipient', 'createdAt'] }],
		['without a look before', { then: 'confirm', options: { expectExisting: true } }],
	])(
		'a shop order without an address and lines does not read out its order: %s',
		async (_, how) => {
			const placing = { ...createParameters(node.sandbox), externalId: 'woo-727' };
			await node.run(placing);
			const { id, status } = node.sandbox.control.orders()[0] ?? {};
			const order = { id: 727, status: 'cancelled', billing: {}, shipping: {}, line_items: [] };
			const { json: items, error } = await startAction({
				parameters: fromShop('wooCommerce', how),
				items: [order],
				credential: credentialFor(node.sandbox),
				engine,
			}).finished;
			expect(error).toBeUndefined();
			expect(items).toEqual([
				{
					externalId: 'woo-727',
					// As the order says that was passed.
					shopOrderId: '727',
					status,
					outcome: 'existing',
					next: 'look',
					nextWhy: expect.stringContaining('that of another shop') as string,
					compared: false,
					warnings: [
						`#727 was cancelled in the shop and is ${String(status)} here: if it is the same order, cancel it with Order → Cancel.`,
						expect.stringMatching(
							/^Shop order 727 was cancelled in the shop\. Order "woo-727" exists already, but could not be compared with this one, so nothing of it is shown\. Order #727 → Address → /,
						),
					],
				},
			]);
			expect(JSON.stringify(items)).not.toContain(String(id));
			expect(node.sandbox.control.orders()[0]?.status).toBe(status);
		},
	);
});

/** A shop, with an order of one shirt that is due and the changes that make it one that was called off. */
interface Shop {
	shop: string;
	line: (changes?: IDataObject) => IDataObject;
	order: (lines: IDataObject[], changes?: IDataObject) => IDataObject;
	calledOff: IDataObject;
}

/** Without the fields by which an order of WooCommerce is told. */
const asShopify = ({ billing: _billing, shipping: _shipping, ...changes }: IDataObject = {}) =>
	changes;

const SHOPS: Record<'Shopify' | 'Shopify in GraphQL' | 'WooCommerce', Shop> = {
	Shopify: {
		shop: 'shopify',
		line: (changes) => shopifyLineOf(shirt(node.sandbox).sku, changes),
		order: (lines, changes) => shopifyOrder(lines, asShopify(changes)),
		calledOff: CANCELLED,
	},
	'Shopify in GraphQL': {
		shop: 'shopify',
		line: (changes) => shopifyLineOf(shirt(node.sandbox).sku, changes),
		order: (lines, changes) => asGraphql(shopifyOrder(lines, asShopify(changes))),
		calledOff: CANCELLED,
	},
	WooCommerce: {
		shop: 'wooCommerce',
		line: (changes) => wooCommerceLineOf(shirt(node.sandbox).sku, changes),
		order: (lines, changes) => wooCommerceOrder(lines, changes),
		calledOff: { status: 'cancelled' },
	},
};

describe.each(Object.entries(SHOPS))('An order of %s that was called off', (_, { shop, ...of }) => {
	const place = async (order: IDataObject, others: INodeParameters = {}) =>
		await node.run(fromShop(shop, { orderWithoutLines: 'skip', ...others }), { items: [order] });

	/** What Create returns for an order that was placed when it was due, and is called off with these lines now. */
	async function calledOff(lines: () => IDataObject[], changes: IDataObject = {}) {
		await place(of.order([of.line()]));
		const { json: items, error } = await place(of.order(lines(), { ...of.calledOff, ...changes }));
		expect(error).toBeUndefined();
		return items[0] ?? {};
	}

	it.each<[string, () => IDataObject[]]>([
		['as it was', () => [of.line()]],
		['with no piece left', () => [of.line({ current_quantity: 0, fulfillable_quantity: 0 })]],
		['with 0 pieces', () => [of.line({ quantity: 0, current_quantity: 0 })]],
		['with a line that was added', () => [of.line({ id: 99, sku: 'EBOOK' }), of.line()]],
		['with print files that are gone', () => [of.line({ properties: [], meta_data: [] })]],
	])('an order %s is returned, with how to cancel it', async (__, lines) => {
		const item = await calledOff(lines);
		expect(item).toMatchObject({ outcome: 'existing', status: 'draft' });
		expect(item.id).toBe(node.sandbox.control.orders()[0]?.id);
		expect(item).not.toHaveProperty('compared');
		expect((item.warnings as string[])[0]).toMatch(
			/ is draft here: cancel it with Order → Cancel\.$/,
		);
	});

	it.each<[string, () => IDataObject[], IDataObject?]>([
		['no lines', () => []],
		['an e-book', () => [of.line({ sku: 'EBOOK' })]],
		['an e-book with another line ID', () => [of.line({ id: 99, sku: 'EBOOK' })]],
		['a line that is not shipped', () => [of.line({ requires_shipping: false, virtual: true })]],
		[
			'a gift card',
			() => [of.line({ gift_card: true, meta_data: [{ key: '_wc_gc_giftcard_to', value: 'x' }] })],
		],
		['another product under the same line ID', () => [of.line({ sku: mug(node.sandbox).sku })]],
		['the same product under another line ID', () => [of.line({ id: 99 })]],
		['a line without an ID', () => [of.line({ id: null })]],
		[
			'an address that the shop hides',
			() => [of.line()],
			{ shipping_address: null, billing_address: null, shipping: {}, billing: {} },
		],
		[
			'an address without a name',
			() => [of.line()],
			{
				shipping_address: { city: 'Louisville', zip: '40202', country_code: 'US' },
				billing_address: null,
				shipping: { city: 'San Francisco', postcode: '94103', country: 'US' },
				billing: {},
			},
		],
	])(
		'an order of the same customer with %s is not the order that exists',
		async (__, lines, changes) => {
			const item = await calledOff(lines, changes);
			expect(keysOf(item)).toEqual(UNCOMPARED_KEYS);
			expect(item).toMatchObject({ outcome: 'existing', status: 'draft', compared: false });
			expect((item.warnings as string[])[0]).toMatch(/: if it is the same order, cancel it with/);
		},
	);
});

/** The beginning of every text of an order that is somebody else's. */
const MARK = 'Zq';

/** Another one with each call. */
const marker = (() => {
	let count = 0;
	return (): string => `${MARK}${(count += 1)}x`;
})();

/** What an existing order has in common with what is passed, although it is not the same. */
type Kinship = 'nothing' | 'shows nothing' | 'recipient' | 'recipient without items' | 'line IDs';

/** An order with a text of its own in every field that the input does not have. */
function somebodyElses(
	externalId: string,
	{ kinship, status, isReprint }: Pick<Case, 'kinship' | 'status' | 'isReprint'>,
	sent: IDataObject,
): IDataObject {
	const [item] = (sent.orderItems ?? [{}]) as IDataObject[];
	const recipient = Object.fromEntries(
		['name', 'company', 'address1', 'address2', 'city', 'stateCode', 'stateName', 'countryCode']
			.concat(['countryName', 'zip', 'phone', 'email', 'taxNumber'])
			.map((name) => [name, marker()]),
	);
	const id = marker();
	const errorOf = (code: number) => [
		{ code, message: marker(), propertyPath: marker(), itemId: marker() },
	];
	const orderItem: IDataObject = {
		'@id': `/api/orders/${id}/order_item/${marker()}`,
		id: marker(),
		externalId: kinship === 'line IDs' ? String(item?.externalId) : marker(),
		quantity: 77,
		name: marker(),
		retailPrice: marker(),
		sku: marker(),
		variantId: marker(),
		placements: [
			{
				type: marker(),
				technique: marker(),
				layers: [{ url: `https://files.example/${marker()}.html`, type: 'file' }],
				placementOptions: [{ name: marker(), value: marker() }],
			},
		],
		options: [{ id: marker(), value: marker() }],
		errors: errorOf(1001),
	};
	const hasItems = kinship !== 'shows nothing' && kinship !== 'recipient without items';
	return {
		'@id': `/api/orders/${id}`,
		'@type': 'Order',
		id,
		externalId,
		status,
		shipping: kinship === 'nothing' ? marker() : 'STANDARD',
		createdAt: marker(),
		dashboardUrl: `https://service.example/${marker()}`,
		note: marker(),
		failureReasons: [marker()],
		errors: errorOf(2001),
		...(kinship !== 'shows nothing' && {
			recipient: kinship === 'nothing' ? recipient : { ...(sent.recipient as IDataObject) },
		}),
		...(hasItems && { orderItems: [orderItem] }),
		...(kinship === 'recipient without items' && { orderItems: [] }),
		associations: [
			{
				type: 'reprint',
				createdAt: marker(),
				source: isReprint ? { id: 'original' } : { id: marker(), externalId: marker() },
				linked: [{ id: marker(), externalId: marker() }],
			},
		],
	};
}

type From = keyof typeof SHOPS | 'another shop' | 'a checkout' | 'fields' | 'JSON' | 'Reprint';

/** A run of Create or Reprint under the External ID of somebody else's order. */
interface Case {
	from: From;
	kinship: Kinship;
	status: string;
	/** Whether the existing order is a reprint of the order that is to be reprinted. */
	isReprint: boolean;
	/** Status of the response to a read of the original, and to the attempt to place the order. */
	original: number;
	refusal: number;
	state: IDataObject;
	lineChanges: IDataObject;
	orderChanges: IDataObject;
	isWithoutLines: boolean;
	parameters: INodeParameters;
	options: INodeParameters;
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
}

/** Changes that make a shop's order one that is not due; each shop reads its own. */
const STATES: IDataObject[] = [
	{ cancelled_at: '2026-11-20T09:41:00-05:00', status: 'cancelled' },
	{ financial_status: 'refunded', status: 'refunded' },
	{ financial_status: 'voided', status: 'failed' },
	{ financial_status: 'pending', status: 'on-hold' },
	{ fulfillment_status: 'fulfilled', status: 'completed' },
	{ fulfillment_status: 'on_hold', status: 'delayed' },
	{ closed_at: '2026-11-20T09:41:00-05:00', status: 'checkout-draft' },
	{
		test: true,
		payment_method: 'woocommerce_payments',
		meta_data: [{ key: '_wcpay_mode', value: 'test' }],
	},
	{ shipping_lines: [{ delivery_category: 'pick-up', method_id: 'local_pickup' }] },
];

const LINES: IDataObject[] = [
	{ current_quantity: 0, fulfillable_quantity: 0 },
	{ quantity: 0, current_quantity: 0 },
	{ fulfillment_status: 'fulfilled', fulfillable_quantity: 0 },
	{ sku: 'EBOOK' },
	{ sku: null, properties: [], meta_data: [] },
	{ requires_shipping: false, virtual: true },
	{ id: 99 },
	{ id: null },
	{ quantity: 1.5 },
	{ quantity: 'x' },
];

const ADDRESSES: IDataObject[] = [
	{ billing: {}, shipping: {}, billing_address: null, shipping_address: null },
	{ billing: {}, shipping: { city: 'X' }, billing_address: null, shipping_address: { city: 'X' } },
	{ billing: { first_name: 5 }, shipping: [], shipping_address: 'x', email: {} },
];

/** One value in half of the cases, so that what differs alone is tried as well. */
const mostly = <Value>(usual: Value, others: readonly Value[]): fc.Arbitrary<Value> =>
	fc.oneof(fc.constant(usual), fc.constantFrom(...others));

const caseArbitrary: fc.Arbitrary<Case> = fc.record<Case>({
	from: fc.constantFrom<From[]>(
		...(Object.keys(SHOPS) as From[]),
		...(Object.keys(SHOPS) as From[]),
		'another shop',
		'a checkout',
		'fields',
		'JSON',
		'Reprint',
	),
	kinship: fc.constantFrom<Kinship[]>(
		'nothing',
		'shows nothing',
		'recipient',
		'recipient without items',
		'line IDs',
	),
	status: fc.constantFrom('draft', 'pending', 'failed', 'canceled', 'shipped', 'another'),
	isReprint: fc.boolean(),
	original: fc.constantFrom(200, 404, 403, 500),
	refusal: fc.constantFrom(409, 422, 400),
	state: mostly({}, STATES),
	lineChanges: mostly({}, LINES),
	orderChanges: mostly({}, ADDRESSES),
	isWithoutLines: fc.nat(9).map((one) => one === 0),
	parameters: fc.record<INodeParameters>({
		then: fc.constantFrom('check', 'draft', 'confirm'),
		simplify: fc.boolean(),
		orderWithoutLines: fc.constantFrom('stop', 'skip'),
		unknownLines: fc.constantFrom('stop', 'leaveOut'),
	}),
	options: fc.record<INodeParameters>(
		{
			expectExisting: fc.boolean(),
			confirmWithoutReview: fc.boolean(),
			onFailedValidation: fc.constantFrom('stop', 'handBack'),
			waitForValidation: fc.constant(0),
			ifExists: fc.constantFrom('returnExisting', 'error'),
			sendTestOrders: fc.boolean(),
			sendUnpaidOrders: fc.boolean(),
		},
		{ requiredKeys: [] },
	),
	onError: fc.constantFrom(
		'stopWorkflow' as const,
		'continueRegularOutput' as const,
		'continueErrorOutput' as const,
	),
});

const EXTERNAL_ID = 'TAKEN-1';

const ADA = {
	name: 'Ada Example',
	address1: '12 Harbour Street',
	city: 'Hamburg',
	zip: '20457',
	countryCode: 'DE',
};

/** The input item of a case, and the parameters of the node. */
function inputOf({ from, ...given }: Case): { item: IDataObject; parameters: INodeParameters } {
	const { lineChanges, orderChanges, state, isWithoutLines, options } = given;
	const common = { ...given.parameters, options, externalId: EXTERNAL_ID };
	const linesOf = (line: IDataObject): IDataObject[] => (isWithoutLines ? [] : [line]);
	switch (from) {
		case 'Shopify':
		case 'Shopify in GraphQL':
		case 'WooCommerce': {
			const { shop, line, order } = SHOPS[from];
			const changes = { ...state, ...orderChanges };
			return {
				item: order(linesOf(line(lineChanges)), changes),
				parameters: fromShop(shop, common),
			};
		}
		case 'a checkout':
			return {
				item: {
					...shopifyCheckout(linesOf(SHOPS.Shopify.line(lineChanges))),
					...orderChanges,
				},
				parameters: fromShop('shopify', common),
			};
		case 'another shop': {
			const { sku } = shirt(node.sandbox);
			const line = { sku, quantity: 1, id: 1, print_file: printFile, ...lineChanges };
			const { city, ...others } = ADA;
			return {
				item: {
					number: 7,
					...others,
					...(orderChanges.shipping ? {} : { city }),
					items: linesOf(line),
				},
				parameters: fromShop('other', common),
			};
		}
		case 'fields':
			return { item: {}, parameters: { ...createParameters(node.sandbox), ...common } };
		case 'JSON':
			return {
				item: {},
				parameters: {
					...createParameters(node.sandbox),
					...common,
					specifyItems: 'json',
					itemsJson: JSON.stringify([
						{ variantId: plainVariant(node.sandbox).id, quantity: 1, files: printFile },
					]),
				},
			};
		case 'Reprint':
			return {
				item: {},
				parameters: {
					resource: 'order',
					operation: 'reprint',
					orderId: locate('id', 'original'),
					shipping: 'STANDARD',
					...common,
					thenReprint: given.parameters.then ?? 'draft',
				},
			};
	}
}

/** A service with the sandbox's catalog, at which each External ID is that of one order. */
async function serviceWith(existing: IDataObject | undefined, { original, refusal }: Case) {
	const posted: IDataObject[] = [];
	const { url, requests } = await listen(async (request, response) => {
		const { method, url: target = '', headers } = request;
		if (!target.startsWith('/api/orders')) {
			const { authorization = '' } = headers;
			const answer = await fetch(node.sandbox.url + target, { headers: { authorization } });
			sendJson(response, await answer.json(), answer.status);
		} else if (method === 'POST') {
			posted.push((await json(request)) as IDataObject);
			sendJson(response, { message: 'The externalId is not unique.' }, refusal);
		} else if (target === '/api/orders/original' && original !== 200) {
			sendJson(response, { message: 'Refused' }, original);
		} else if (target === '/api/orders/original') {
			const item = { variantId: 'v1', quantity: 1, name: 'Shirt', placements: [] };
			const order = { '@type': 'Order', id: 'original', status: 'shipped', shipping: 'STANDARD' };
			sendJson(response, { ...order, externalId: 'OLD-1', recipient: ADA, orderItems: [item] });
		} else if (existing === undefined) {
			sendJson(response, { message: 'Not Found' }, 404);
		} else {
			sendJson(response, existing);
		}
	});
	return { credential: credentialFor(node.sandbox, { baseUrl: url }), requests, posted };
}

/** The order as it is sent while it is due and complete; {} where the case can never be sent so. */
async function sentWhenDue(one: Case): Promise<IDataObject> {
	const due: Case = {
		...one,
		...{ state: {}, lineChanges: {}, orderChanges: {}, isWithoutLines: false, options: {} },
		// A refusal after which no order is looked for.
		refusal: 403,
	};
	const { item, parameters } = inputOf(due);
	const { credential, posted } = await serviceWith(undefined, due);
	await startAction({ parameters, items: [item], credential }).finished;
	return one.from === 'Reprint' ? { recipient: ADA } : (posted[0] ?? {});
}

describe('An order that is somebody else’s', () => {
	it('no item, error, warning or hint has a text of it that the input did not have, and nothing follows it', async () => {
		/** Whether what the property is about did happen. */
		const seen = { uncompared: 0, refused: 0, checked: 0 };
		await fc.assert(
			fc.asyncProperty(caseArbitrary, async (one) => {
				const existing = somebodyElses(EXTERNAL_ID, one, await sentWhenDue(one));
				const { item, parameters } = inputOf(one);
				const { credential, requests } = await serviceWith(existing, one);
				const settings: Partial<INode> = { onError: one.onError };
				const run = await startAction({ parameters, items: [item], credential, settings }).finished;
				expect(shown(run)).not.toContain(MARK);
				for (const { target } of requests) expect(target).not.toMatch(/confirm|cancel/);
				for (const { json: output } of run.outputs.flat()) {
					if (output.outcome !== 'existing') continue;
					expect(keysOf(output)).toEqual(UNCOMPARED_KEYS);
					expect(output).toMatchObject({ externalId: EXTERNAL_ID, status: one.status });
					expect(output.compared).toBe(false);
					seen.uncompared += 1;
				}
				if (run.outputs.flat().some(({ json: { outcome } }) => outcome === 'checked')) {
					seen.checked += 1;
				}
				if (shown(run).includes('exists already with other content')) seen.refused += 1;
			}),
			{ seed: SEED, numRuns: REPETITIONS.othersOrders },
		);
		expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
	}, 600_000);
});
