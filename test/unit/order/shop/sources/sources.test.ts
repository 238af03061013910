import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shopOrderIdsOf } from '../../../../../nodes/PodFulfilment/api/shopOrderIds.ts';
import { externalIdOf } from '../../../../../nodes/PodFulfilment/input/checks.ts';
import { problemTexts } from '../../../../../nodes/PodFulfilment/order/findings.ts';
import {
	detectedShop,
	refuseNoOrder,
	sourcesKnowing,
} from '../../../../../nodes/PodFulfilment/order/shop/sources/detectShop.ts';
import { externalIdOfShopOrder } from '../../../../../nodes/PodFulfilment/order/shop/enteredShopOrder.ts';
import { orderFromShop } from '../../../../../nodes/PodFulfilment/order/shop/orderFromShop.ts';
import type { Shop } from '../../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import { SOURCES, sourceOf } from '../../../../../nodes/PodFulfilment/order/shop/sources/index.ts';
import { byLevel, readSource } from '../../../../support/byLevel.ts';
import { shopifyLine, shopifyOrder } from '../../../../support/shopOrders/shopify.ts';
import { asGraphql } from '../../../../support/shopOrders/shopifyGraphql.ts';
import { wooCommerceLine, wooCommerceOrder } from '../../../../support/shopOrders/wooCommerce.ts';
import { SHOPIFY } from '../../../../../nodes/PodFulfilment/order/shop/sources/shopify/shopify.ts';
import {
	pathsOf,
	type Field,
} from '../../../../../nodes/PodFulfilment/order/shop/sources/field.ts';
import { WOO_COMMERCE } from '../../../../../nodes/PodFulfilment/order/shop/sources/wooCommerce/wooCommerce.ts';
import {
	ORDERS_OF_OTHERS,
	OTHER_ORDERS,
	SAMPLED_SOURCES,
	SAMPLES,
	withValue,
} from '../../../../support/shopOrders/sources.ts';
import { CatalogService } from '../../../api/catalog/catalogService.ts';
import { expectPlainWords, refusedWith } from '../../../transport/wording.ts';
import { callOf } from '../../compose/operationCall.ts';

const catalog = (): CatalogService =>
	new CatalogService(
		[
			['TEE-M', 'Tee, Black, M'],
			['TEE-L', 'Tee, Black, L'],
			['MUG-11', 'Mug, Black, 11 oz'],
		].map(([sku = '', name = '']) => ({
			...{ id: `product-of-${sku}`, name },
			variants: [
				{
					...{ id: `v-${sku}`, sku, name, inStock: true, options: [] },
					placements: [{ type: 'front', required: true, technique: 'direct_print' }],
				},
			],
		})),
	);

/** What is composed of an order that is detected, with nothing set but the print file. */
async function compose(
	shopOrder: IDataObject,
	options: IDataObject = {},
	printFileFrom = 'template',
) {
	const parameters = {
		...{ shopOrder, printFileFrom, options },
		printFileTemplate: 'https://files.example.com/{sku}-{orderNumber}.png',
	};
	const source = await orderFromShop(callOf(catalog().client(), parameters));
	const { problems, body, ...composed } = byLevel(await source.compose(false));
	return {
		...{ ...composed, externalId: source.externalId, problems: problemTexts(problems) },
		body: body as IDataObject & { orderItems?: IDataObject[] },
	};
}

const FILE = 'https://files.example.com/a.png';

/** That of all samples; the rest differs. */
const RECIPIENT = {
	...{ address1: '12 Harbour Street', address2: 'Apt 4', stateCode: 'MA', countryCode: 'US' },
};

const EACH = SAMPLED_SOURCES.map((table) => [table.shop, SAMPLES[table.shop]!] as const);

describe.each(EACH)('An order of %s', (shop, sample) => {
	const { order, externalId, noOrders, items } = sample;

	it('is confirmed with Detect and nothing set but the print file', async () => {
		const { body, findings, notDue, externalId: made } = await compose(order);
		expect({ findings, notDue, made }).toEqual({ findings: [], made: externalId });
		expect(body).toMatchObject({
			recipient: { ...RECIPIENT, ...sample.recipient },
			orderItems: items,
		});
		expect(body.orderItems).toHaveLength(items.length);
	});

	it('is recognized by its own table alone, also in the output of a Webhook node', () => {
		for (const value of [order, { headers: {}, query: {}, body: order }]) {
			expect(sourcesKnowing(value).map((table) => table.shop)).toEqual([shop]);
			expect(detectedShop(value)).toBe(shop);
		}
	});

	it.each(noOrders)('Detect refuses %s with the next node', (_what, value, advice) => {
		expect(sourcesKnowing(value)).toEqual([]);
		const refused = refusedWith(() => detectedShop(value));
		expect(refused.description).toContain(advice);
		expectPlainWords(refused);
	});

	it('is refused where Shop is another one, with the one it is of', async () => {
		const others = SOURCES.map((table) => table.shop).filter((name) => name !== shop);
		for (const other of others) {
			const source = await orderFromShop(
				callOf(catalog().client(), { shop: other, shopOrder: order }),
			);
			const { problems } = byLevel(await source.compose(false));
			const called = sourceOf(shop)!.called;
			expect(problemTexts(problems)).toEqual([
				expect.stringContaining(`is an order of ${called}: set Shop to ${called}`),
			]);
		}
	});

	it('is refused where a line lacks its ID, by which it is found again', async () => {
		const { lines, called } = sourceOf(shop)!;
		const field = `${lines.at}.0.${String(lines.id)}`;
		const { problems } = await compose(withValue(order, field, null));
		expect(problems).toEqual([
			expect.stringMatching(
				new RegExp(`, line 1 .*has no line ID: it lacks "${String(lines.id)}".*${called} sends it`),
			),
		]);
	});

	it('is refused where another shop claims it too', () => {
		expect(() => detectedShop({ ...order, displayFinancialStatus: 'PAID' })).toThrow();
	});
});

it('An order is known whoever wrote it down', () => {
	expect(ORDERS_OF_OTHERS.map(([, order]) => detectedShop(order))).toEqual(
		ORDERS_OF_OTHERS.map(([shop]) => shop),
	);
	expect(ORDERS_OF_OTHERS).toHaveLength(4);
});

describe('An order of Shopify, WooCommerce or an unknown shop', () => {
	it('is none of a source, nor what a source sends that is no order', () => {
		expect(OTHER_ORDERS.length).toBeGreaterThan(250);
		for (const order of OTHER_ORDERS) {
			for (const value of [order, { body: order }]) {
				expect(sourcesKnowing(value).filter(({ shop }) => shop in SAMPLES)).toEqual([]);
				expect(() => refuseNoOrder(value)).not.toThrow();
			}
		}
	});
});

describe.each(EACH)('The External ID of an order of %s', (shop, { number, externalId }) => {
	const shopName = fc.option(fc.stringMatching(/^[A-Za-z0-9_]{1,30}$/), { nil: undefined });

	it('is one that the service takes (section 8), and another one for each number', () => {
		fc.assert(
			fc.property(number, number, shopName, (one, other, name) => {
				const [a, b] = [one, other].map((written) =>
					externalIdOfShopOrder(shop, { number: written, id: written }, name),
				);
				expect(externalIdOf(a, 'External ID')).toBe(a);
				expect(a!.length).toBeLessThanOrEqual(63);
				expect(a === b).toBe(one === other);
			}),
		);
	});

	it('is no External ID of another shop', () => {
		const shops: Shop[] = ['other', ...SOURCES.map((table) => table.shop)];
		fc.assert(
			fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }).map(String), (digits) => {
				const made = shops.map((each) =>
					externalIdOfShopOrder(each, { number: digits, id: digits }),
				);
				expect(new Set(made).size).toBe(shops.length);
			}),
		);
	});

	it.each(['2', '_nl'])('of a second shop tells the same as without its name: %s', (suffix) => {
		const [prefix, ...rest] = externalId.split('-');
		expect(shopOrderIdsOf(`${prefix}${suffix}-${rest.join('-')}`)).toEqual(
			shopOrderIdsOf(externalId),
		);
		const { shopOrderId, shopOrderNumber } = shopOrderIdsOf(externalId);
		expect(shopOrderId ?? shopOrderNumber).toBe(rest.join('-'));
		expect(shopOrderIdsOf(`${prefix}shop-${rest.join('-')}`)).toEqual({
			...{ shopOrderId: null, shopOrderNumber: null },
		});
	});

	it('is refused without a number, and with one that has lost digits', () => {
		expectPlainWords(refusedWith(() => externalIdOfShopOrder(shop, {})));
	});
});

it.each(
	EACH.flatMap(([shop, { order, withFile }]) =>
		withFile === undefined ? [] : [[shop, order, withFile] as const],
	),
)('A line of %s may name its print file', async (_shop, order, withFile) => {
	const given = [0, 1].reduce((changed, line) => withFile(changed, line, FILE), order);
	const { findings, body } = await compose(given, {}, 'property');
	expect(findings).toEqual([]);
	expect(body.orderItems).toMatchObject(
		Array.from({ length: 2 }, () => ({ placements: [{ layers: [{ url: FILE }] }] })),
	);
});

const etsy = (path: string, value: unknown): IDataObject =>
	withValue(SAMPLES.etsy!.order, path, value);

const stripe = (path: string, value: unknown): IDataObject =>
	withValue(SAMPLES.stripeCheckout!.order, path, value);

const read = (shop: string, order: IDataObject) =>
	readSource(sourceOf(shop)!, order, { sendTestOrders: false });

describe('An order of Etsy', () => {
	it('a receipt_id that has lost digits stops it', () => {
		const refused = refusedWith(() => read('etsy', etsy('receipt_id', 2 ** 60)));
		expect(refused.message).toContain('has lost digits');
	});

	it('has its choices and personalization without entities, and not what was not asked for', () => {
		const order = etsy('transactions.0.variations', [
			{ property_id: 513, formatted_name: 'Size &amp; fit', formatted_value: '5&quot; M' },
			{ property_id: 54, formatted_name: 'Name', formatted_value: 'Not requested on this item.' },
		]);
		expect(read('etsy', order).lines[0]?.properties).toEqual([
			{ names: ['Size & fit'], value: '5" M' },
		]);
	});

	it('a text that the customer entered is reviewed where all orders get one file', async () => {
		const order = etsy('transactions.0.variations.2', {
			...{ property_id: 54, formatted_name: 'Personalization', formatted_value: 'Ada &amp; Bo' },
		});
		const skuMappingJson = [{ shopSku: 'TEE-M', printFileUrl: 'https://files.example.com/a.png' }];
		const { toReview } = await compose(order, { skuMappingJson });
		expect(toReview).toEqual([expect.stringContaining('"Personalization" is "Ada & Bo"')]);
	});

	it.each([
		[{ amount: 2490, divisor: 100, currency_code: 'USD' }, '24.90'],
		[{ amount: 2490, divisor: 1, currency_code: 'JPY' }, '2490'],
		[{ amount: 0, divisor: 100, currency_code: 'USD' }, undefined],
	])('the price %j is %s', (price, expected) => {
		const [line] = read('etsy', etsy('transactions.0.price', price)).lines;
		expect([line?.price, line?.unreadPrice]).toEqual([expected, undefined]);
	});

	it.each([
		2490,
		'24.90',
		{ amount: 2490 },
		{ amount: 2490, divisor: 0 },
		{ amount: 2490, divisor: 1e300 },
		{ amount: 'x', divisor: 1 },
	])('a price of another kind is left out with a warning: %j', (price) => {
		const [line] = read('etsy', etsy('transactions.0.price', price)).lines;
		expect(line?.price).toBeUndefined();
		expect(line?.unreadPrice).toBeDefined();
	});

	it('its shipping upgrade is the shipping method, and nothing is one where it is standard', () => {
		expect(read('etsy', SAMPLES.etsy!.order).shippingMethods).toEqual([]);
		const upgraded = etsy('transactions.1.shipping_upgrade', 'Priority &amp; fast');
		expect(read('etsy', upgraded).shippingMethods).toEqual([['Priority & fast']]);
	});

	it('a line without an SKU is known by its listing, which SKU Mapping may name', async () => {
		const order = etsy('transactions.0.sku', '');
		const unmapped = await compose(order);
		expect(unmapped.problems).toEqual([expect.stringContaining('1572330001')]);
		const skuMappingJson = [
			{ shopSku: '1572330001', sku: 'TEE-M', printFileUrl: 'https://files.example.com/a.png' },
		];
		const { problems, body } = await compose(order, { skuMappingJson });
		expect(problems).toEqual([]);
		expect(body.orderItems?.[0]).toMatchObject({ variantId: 'v-TEE-M' });
	});

	it('a digital line is left out', async () => {
		const { body, toReview, warnings } = await compose(etsy('transactions.1.is_digital', true));
		expect(body.orderItems).toHaveLength(1);
		expect(toReview).toEqual([]);
		expect(warnings).toEqual([expect.stringContaining('it is not shipped')]);
	});

	it('without an address it is refused with what Etsy asks of an app', async () => {
		const parts = ['name', 'first_line', 'second_line', 'city', 'state', 'zip', 'country_iso'];
		const order = parts.reduce<IDataObject>(
			(changed, part) => withValue(changed, part, null),
			SAMPLES.etsy!.order,
		);
		const { problems } = await compose(order);
		expect(problems.join('\n')).toContain('only to apps that it approved');
	});
});

describe('An order of Stripe Checkout', () => {
	it.each(['UGX', 'isk'])(
		'has no price in %s, of which the unit is not clear',
		async (currency) => {
			const { warnings, body } = await compose(stripe('line_items.data.0.currency', currency));
			expect(body.orderItems?.[0]).not.toHaveProperty('retailPrice');
			expect(warnings[0]).toContain('cannot be read as an amount of its currency');
		},
	);

	it.each<[string, IDataObject]>([
		['stripe-pi_1', { payment_intent: 'pi_1' }],
		['stripe-pi_1', { payment_intent: { id: 'pi_1', object: 'payment_intent' } }],
		['stripe-in_1', { payment_intent: null, invoice: 'in_1' }],
		['stripe-in_1', { payment_intent: null, invoice: { id: 'in_1' } }],
		[
			'stripe-1rUBVjKxjzYnnn8iiYRZfGk538064CQ3lB6h6vBQJF0s4fi4dXRt2bD01'.slice(0, 7) +
				'cs_live_a1rUBVjKxjzYnnn8iiYRZfGk538064CQ3lB6h6vBQJF0s4fi4dXRt2bD01'.slice(-56),
			{ payment_intent: null, invoice: null },
		],
	])('its External ID is %s', async (expected, changes) => {
		const { externalId, problems } = await compose({
			...SAMPLES.stripeCheckout!.order,
			...changes,
		});
		expect({ externalId, problems }).toEqual({ externalId: expected, problems: [] });
	});

	it.each([
		['usd', 2490, '24.90'],
		['jpy', 2490, '2490'],
		['kwd', 2490, '2.490'],
		['usd', 0, undefined],
	])('in %s, %d of the smallest unit are %s', (currency, amount, expected) => {
		const order = withValue(stripe('currency', currency), 'line_items.data.0.currency', currency);
		const [line] = read(
			'stripeCheckout',
			withValue(order, 'line_items.data.0.price.unit_amount', amount),
		).lines;
		expect(line?.price).toBe(amount === 0 ? '24.90' : expected);
	});

	it.each(['isk', 'ugx'])('no price is guessed in %s', (currency) => {
		const [line] = read('stripeCheckout', stripe('line_items.data.0.currency', currency)).lines;
		expect(line?.price).toBeUndefined();
	});

	it('a price that its customer chose is that of the line, by pieces', () => {
		const order = stripe('line_items.data.0.price.unit_amount', null);
		expect(read('stripeCheckout', order).lines[0]?.price).toBe('24.90');
	});

	it('has the address where versions of the API before 2025-03-31 have it', () => {
		const { collected_information: collected, ...order } = SAMPLES.stripeCheckout!.order;
		const { shipping_details: shipping } = collected as IDataObject;
		expect(
			read('stripeCheckout', { ...order, shipping_details: shipping } as IDataObject).recipient,
		).toEqual(read('stripeCheckout', SAMPLES.stripeCheckout!.order).recipient);
	});

	it('never goes to the billing address', async () => {
		const order = stripe('collected_information', null);
		const { problems } = await compose(order);
		expect(problems.join('\n')).toContain('Let the checkout ask for it');
		expect(read('stripeCheckout', order).recipient).not.toHaveProperty('address1');
	});

	it('has the metadata of line, price and product, such as a print file, as fields of the line', () => {
		const order = stripe('line_items.data.0.price.product', {
			...{ id: 'prod_1', object: 'product' },
			metadata: { print_file: 'https://files.example.com/a.png' },
		});
		expect(read('stripeCheckout', order).lines[0]?.properties).toEqual([
			{ names: ['sku'], value: 'TEE-M', isField: true, isRead: true, isOfProduct: true },
			{
				...{ names: ['print_file'], value: 'https://files.example.com/a.png' },
				...{ isField: true, isOfProduct: true },
			},
		]);
		const ofLine = stripe('line_items.data.0.metadata', { note: 'gift' });
		expect(read('stripeCheckout', ofLine).lines[0]?.properties).toContainEqual({
			...{ names: ['note'], value: 'gift', isField: true },
		});
	});

	it('calls a variant what its price is called', () => {
		const order = stripe('line_items.data.0.price.nickname', 'Navy / XL');
		expect(read('stripeCheckout', order).lines[0]).toMatchObject({ variantTitle: 'Navy / XL' });
		const without = stripe('line_items.data.0.price.nickname', null);
		expect(read('stripeCheckout', without).lines[0]).not.toHaveProperty('variantTitle');
	});

	it('is reviewed for what the checkout asked for, where its file is that of the price', async () => {
		const text: IDataObject = {
			...{ key: 'engraving', label: { type: 'custom', custom: 'Engraving' } },
			...{ type: 'text', text: { value: 'Ada' } },
		};
		const order = stripe('custom_fields', [text]);
		const path = 'line_items.data.0.price.metadata';
		const file = { print_file: 'https://files.example.com/a.png' };
		const ofPrice = withValue(order, path, { sku: 'TEE-M', ...file });
		expect((await compose(ofPrice, {}, 'property')).toReview).toEqual([
			expect.stringContaining('"Engraving" is "Ada"'),
		]);
	});

	it('has what the checkout asked for, with the label that the customer chose', async () => {
		const field = (key: string, others: IDataObject): IDataObject => ({
			...{ key, label: { type: 'custom', custom: key.toUpperCase() }, optional: true, ...others },
		});
		const order = stripe('custom_fields', [
			field('engraving', { type: 'text', text: { value: 'Ada' } }),
			field('count', { type: 'numeric', numeric: { value: '7' } }),
			field('side', {
				type: 'dropdown',
				dropdown: { value: 'b1', options: [{ label: 'Back', value: 'b1' }] },
			}),
			field('none', { type: 'text', text: { value: null } }),
		]);
		const { cartProperties } = read('stripeCheckout', order);
		expect(cartProperties).toEqual([
			{ names: ['ENGRAVING'], value: 'Ada' },
			{ names: ['COUNT'], value: '7' },
			{ names: ['SIDE'], value: 'Back' },
			{ names: ['NONE'], value: undefined },
		]);
	});

	it.each([
		['shr_1Q0001', [['shr_1Q0001']]],
		[{ id: 'shr_1', display_name: 'Express' }, [['Express', 'shr_1']]],
		[null, []],
	])('its shipping rate %j has the names %j', (rate, names) => {
		const order = stripe('shipping_cost.shipping_rate', rate);
		expect(read('stripeCheckout', order).shippingMethods).toEqual(names);
	});

	it('a line without an SKU is known by its price, which SKU Mapping may name', async () => {
		const order = stripe('line_items.data.0.price.metadata', {});
		const skuMappingJson = [
			{ shopSku: 'price_1Q000001', sku: 'TEE-M', printFileUrl: 'https://files.example.com/a.png' },
		];
		const { problems, body } = await compose(order, { skuMappingJson });
		expect(problems).toEqual([]);
		expect(body.orderItems?.[0]).toMatchObject({ variantId: 'v-TEE-M', quantity: 2 });
	});
});

const changedOf =
	(shop: string) =>
	(path: string, value: unknown): IDataObject =>
		withValue(SAMPLES[shop]!.order, path, value);

const ONE_FILE = {
	skuMappingJson: [{ shopSku: 'TEE-M', printFileUrl: 'https://files.example.com/a.png' }],
};

it.each<[string, string, unknown]>([
	['squarespace', 'lineItems.0.customizations', [{ label: 'Back name', value: 'Ada' }]],
	['squarespace', 'formSubmission', [{ label: 'Back name', value: 'Ada' }]],
	['wix', 'lineItems.0.catalogReference.options.customTextFields', { 'Back name': 'Ada' }],
	[
		'wix',
		'lineItems.0.descriptionLines.2',
		{ name: { original: 'Back name' }, plainText: { original: 'Ada' } },
	],
	[
		'wix',
		'lineItems.0.modifierGroups',
		[{ name: { original: 'Back name' }, modifiers: [{ label: { original: 'Ada' } }] }],
	],
	['wix', 'customFields', [{ title: 'Back name', value: 'Ada' }]],
	['ecwid', 'items.0.selectedOptions.1', { name: 'Back name', type: 'TEXT', value: 'Ada' }],
	['ecwid', 'orderExtraFields', [{ id: 'f1', title: 'Back name', value: 'Ada' }]],
	['snipcart', 'items.0.customFields.1', { name: 'Back name', type: 'textbox', value: 'Ada' }],
	['snipcart', 'customFields', [{ name: 'Back name', type: 'textbox', value: 'Ada' }]],
])(
	'A text that a customer of %s entered in %s is reviewed where all orders get one file',
	async (shop, path, value) => {
		const { toReview } = await compose(changedOf(shop)(path, value), ONE_FILE);
		expect(toReview).toEqual([expect.stringContaining('"Back name" is "Ada"')]);
	},
);

it.each<[string, IDataObject]>([
	['etsy', { status: 'Partially Refunded', refunds: [{ amount: 1 }] }],
	['eBay', { orderPaymentStatus: 'PARTIALLY_REFUNDED', paymentSummary: { refunds: [{}] } }],
	['ecwid', { paymentStatus: 'PARTIALLY_REFUNDED', refundedAmount: 1 }],
])('That an order of %s was refunded in part is said once: %j', (shop, changes) => {
	expect(read(shop, { ...SAMPLES[shop]!.order, ...changes }).toReview).toEqual([
		expect.stringContaining('Part of the order was refunded'),
	]);
});

describe('An order of Squarespace', () => {
	const changed = changedOf('squarespace');

	it('has the choices of a line and what was entered in its form', () => {
		const order = changed('lineItems.0.customizations', [{ label: 'Back name', value: 'Ada' }]);
		expect(read('squarespace', order).lines.map(({ properties }) => properties)).toEqual([
			[
				{ names: ['Size'], value: 'M' },
				{ names: ['Color'], value: 'Black' },
				{ names: ['Back name'], value: 'Ada' },
			],
			[],
		]);
	});

	it('that is picked up has no address, and is not sent', () => {
		const { whyNotSent } = read('squarespace', changed('shippingAddress', null));
		expect(whyNotSent?.because).toContain('what is picked up');
	});

	it('has a service that has the SKU of a variant reviewed, and leaves out any other', async () => {
		const service = changed('lineItems.1.lineItemType', 'SERVICE');
		const { toReview, body, warnings } = await compose(service);
		expect(toReview).toEqual([expect.stringContaining('Squarespace has it as a service')]);
		expect([body.orderItems?.length, warnings.length]).toEqual([2, 1]);
		for (const sku of [null, 'OTHER']) {
			const other = await compose(withValue(service, 'lineItems.1.sku', sku));
			expect([other.problems, other.toReview]).toEqual([[], []]);
			expect(other.body.orderItems).toHaveLength(1);
			expect(other.warnings).toEqual([expect.stringContaining('left out: it is a service')]);
		}
	});

	it('names its shipping methods', () => {
		expect(read('squarespace', changed('refundedTotal.value', '0')).shippingMethods).toEqual([
			['Flat Rate'],
		]);
	});

	it('has its own ID beside its number', () => {
		expect(read('squarespace', SAMPLES.squarespace!.order)).toMatchObject({
			...{ number: '3618', id: '585d498fdee9f31a60284a37' },
		});
	});
});

describe('An order of Wix', () => {
	const changed = changedOf('wix');

	it('has choices, colors and texts of a line once', () => {
		const order = changed('lineItems.0.catalogReference.options.customTextFields', {
			...{ Size: 'M', Name: 'Ada' },
		});
		expect(read('wix', order).lines[0]?.properties).toEqual([
			{ names: ['Size'], value: 'M' },
			{ names: ['Color'], value: 'Black' },
			{ names: ['Name'], value: 'Ada' },
		]);
	});

	it('has fewer pieces where some were refunded, and is reviewed', () => {
		const order = withValue(changed('lineItems.0.quantity', 3), 'lineItems.0.refundQuantity', 1);
		const { lines, toReview } = read('wix', { ...order, paymentStatus: 'PARTIALLY_REFUNDED' });
		expect(lines[0]?.quantity).toBe(2);
		expect(toReview).toEqual([expect.stringContaining('Part of the order was refunded')]);
	});

	const refundedTo = (amount: unknown, pieces: number): IDataObject =>
		withValue(
			withValue(
				withValue(changed('lineItems.0.quantity', 3), 'lineItems.0.refundQuantity', pieces),
				'balanceSummary.refunded.amount',
				amount,
			),
			'priceSummary.total.amount',
			'99.09',
		);

	it.each(['PAID', 'PARTIALLY_REFUNDED'])(
		'that is %s is reviewed where a part was refunded',
		(paymentStatus) => {
			const { toReview } = read('wix', { ...refundedTo('24.90', 1), paymentStatus });
			expect(toReview).toEqual(['Part of the order was refunded: check the quantities']);
		},
	);

	it('of which all was refunded is not sent, whatever its payment status is', () => {
		const { whyNotSent } = read('wix', refundedTo('99.09', 0));
		expect(whyNotSent?.because).toContain('refunded in full');
	});

	it.each([
		['5.00', 1],
		['-5.00', 0],
		['0', 0],
	])('with %s still to pay is reviewed or not: %i', (amount, count) => {
		const order = changed('balanceSummary.balance.amount', amount);
		expect(read('wix', order).toReview).toHaveLength(count);
	});

	it('may have its street under the name of the SDK', () => {
		const path = 'shippingInfo.logistics.shippingDestination.address';
		const order = withValue(
			changed(`${path}.addressLine`, undefined),
			`${path}.addressLine1`,
			'Pier 7',
		);
		expect(read('wix', order).recipient).toMatchObject({ address1: 'Pier 7', address2: 'Apt 4' });
	});

	it('that is sold by the metre cannot be counted', () => {
		const [line] = read('wix', changed('lineItems.0.decimalQuantity', '2.5')).lines;
		expect(line?.quantityProblem).toContain('2.5');
	});

	it('may have number and name of its street apart, and its state with the country', () => {
		const path = 'shippingInfo.logistics.shippingDestination.address';
		const order = withValue(changed(`${path}.addressLine`, undefined), `${path}.streetAddress`, {
			...{ number: '12', name: 'Harbour Street' },
		});
		expect(read('wix', order).recipient).toMatchObject({
			...{ address1: '12 Harbour Street', stateCode: 'MA' },
		});
	});

	it.each([
		['its own type', 'itemType', { custom: 'workshop' }, 'calls it "workshop"'],
		['another service', 'fulfillerId', 'f-1', 'calls it "f-1" in "fulfillerId"'],
		['no type', 'itemType', undefined, 'does not say what it is'],
	])('a line of %s is reviewed', (_what, path, value, expected) => {
		const [line] = read('wix', changed(`lineItems.0.${path}`, value)).lines;
		expect(line?.doubt).toContain(expected);
	});

	it('has title and code of its shipping method', () => {
		expect(read('wix', SAMPLES.wix!.order).shippingMethods).toEqual([['Standard', 'standard-us']]);
	});

	it('that its customer picks up is not sent, though it has the address of the shop', () => {
		const path = 'shippingInfo.logistics.pickupDetails';
		const order = changed(path, { pickupMethod: 'STORE_PICKUP' });
		expect(read('wix', order).whyNotSent?.because).toContain('picked up');
	});
});

describe('An order of eBay', () => {
	const changed = changedOf('eBay');

	it('that goes to several addresses is reviewed', () => {
		const { order } = SAMPLES.eBay!;
		const [one] = order.fulfillmentStartInstructions as IDataObject[];
		const several = changed('fulfillmentStartInstructions', [one, one]);
		expect(read('eBay', several).toReview).toEqual([expect.stringContaining('several addresses')]);
		expect(read('eBay', order).toReview).toEqual([]);
	});

	it.each([
		[{ value: '49.80', currency: 'USD' }, undefined, '24.90'],
		[{ value: '49.80', currency: 'USD' }, { value: '40.00', currency: 'USD' }, '20.00'],
		[{ value: '5000', currency: 'JPY' }, undefined, '2500'],
	])('of two pieces for %j, discounted %j: each is %s', (cost, discounted, expected) => {
		const order = changed('lineItems.0.lineItemCost', cost);
		const [line] = read(
			'eBay',
			withValue(order, 'lineItems.0.discountedLineItemCost', discounted),
		).lines;
		expect(line?.price).toBe(expected);
	});

	it('has the code of its shipping service, and what the buyer wrote to the seller', () => {
		const { shippingMethods, buyerNote } = read('eBay', changed('buyerCheckoutNotes', 'Thanks!'));
		expect([shippingMethods, buyerNote]).toEqual([[['USPSGroundAdvantage']], 'Thanks!']);
	});

	it.each([
		['fulfillmentHrefs', ['https://api.ebay.com/1'], 'Part of it is sent'],
		['cancelStatus.cancelRequests', [{ cancelRequestState: 'REQUESTED' }], 'request to cancel'],
	])('with an entry in %s is reviewed, whatever its status is', (path, value, expected) => {
		expect(read('eBay', changed(path, value)).toReview).toEqual([
			expect.stringContaining(expected),
		]);
	});

	it('that eBay forwards is reviewed', () => {
		const path = 'fulfillmentStartInstructions.0.ebaySupportedFulfillment';
		expect(read('eBay', changed(path, true)).toReview).toEqual([
			expect.stringContaining('shipToReferenceId'),
		]);
	});

	it('without an address is refused: eBay removes it', async () => {
		const path = 'fulfillmentStartInstructions.0.shippingStep.shipTo';
		const { problems } = await compose(changed(path, {}));
		expect(problems.join('\n')).toContain('90 days');
	});
});

describe('An order of Ecwid', () => {
	const changed = changedOf('ecwid');

	it.each([
		['12 Harbour Street', '12 Harbour Street', undefined],
		['12 Harbour Street\r\nApt 4', '12 Harbour Street', 'Apt 4'],
		['12 Harbour Street\nHouse B\nApt 4', '12 Harbour Street', 'House B, Apt 4'],
	])('has the lines of its street %j apart', (street, address1, address2) => {
		const { recipient } = read('ecwid', changed('shippingPerson.street', street));
		expect([recipient.address1, recipient.address2]).toEqual([address1, address2]);
	});

	it('has each file that the customer uploaded', () => {
		const files = ['a', 'b'].map((name) => ({
			id: 1,
			name,
			url: `https://files.example.com/${name}`,
		}));
		const order = changed('items.0.selectedOptions.1', { name: 'Photo', type: 'FILES', files });
		expect(read('ecwid', order).lines[0]?.properties.slice(1)).toEqual([
			{ names: ['Photo'], value: 'https://files.example.com/a' },
			{ names: ['Photo'], value: 'https://files.example.com/b' },
		]);
	});

	it.each<[IDataObject, 'ordered' | 'left out' | 'reviewed']>([
		[{ digital: true, isShippingRequired: true }, 'ordered'],
		[{ digital: true, isShippingRequired: false }, 'left out'],
		[{ digital: false, isShippingRequired: false }, 'left out'],
		[{ digital: false, isShippingRequired: undefined }, 'ordered'],
		[{ digital: true, isShippingRequired: undefined }, 'reviewed'],
		[{ digital: true, isShippingRequired: null }, 'reviewed'],
		[{ giftCard: true, isShippingRequired: true }, 'left out'],
	])('has a line with %j %s', async (changes, expected) => {
		const [line] = SAMPLES.ecwid!.order.items as IDataObject[];
		const { body, toReview } = await compose(changed('items.0', { ...line, ...changes }));
		expect(body.orderItems).toHaveLength(expected === 'left out' ? 1 : 2);
		expect(toReview).toEqual(
			expected === 'reviewed' ? [expect.stringContaining('whether it is shipped')] : [],
		);
	});

	it('leaves out a download of another SKU, of which it does not say whether it is shipped', async () => {
		const changes = { sku: 'OTHER', digital: true, isShippingRequired: undefined };
		const [, mug] = SAMPLES.ecwid!.order.items as IDataObject[];
		const { toReview, warnings } = await compose(changed('items.1', { ...mug, ...changes }));
		expect(toReview).toEqual([]);
		expect(warnings).toEqual([expect.stringContaining('left out: it is a download')]);
	});

	it('never goes to the billing address', async () => {
		const { problems } = await compose(changed('shippingPerson', undefined));
		expect(problems.join('\n')).toContain('picked up');
	});
});

describe('An order of Snipcart', () => {
	const changed = changedOf('snipcart');

	const event = (eventName: string, content: IDataObject): IDataObject => ({
		headers: {},
		body: { eventName, mode: 'Live', createdOn: '2026-10-01T10:00:00Z', content },
	});

	it.each(['order.completed', 'order.status.changed', 'order.paymentStatus.changed'])(
		'is the content of the event %s',
		async (eventName) => {
			const { findings, externalId } = await compose(event(eventName, SAMPLES.snipcart!.order));
			expect({ findings, externalId }).toEqual({
				...{ findings: [], externalId: SAMPLES.snipcart!.externalId },
			});
		},
	);

	it.each([{}, { mode: 'Live' }])('is a test by the mode of its event, beside %j', (content) => {
		const sent = event('order.completed', { ...SAMPLES.snipcart!.order, ...content });
		const test = { ...sent, body: { ...(sent.body as IDataObject), mode: 'Test' } };
		expect(read('snipcart', test).whyNotSent?.because).toBe('is a test order');
	});

	it('has the External ID of its token, also where its invoice number changed', async () => {
		const numbers = ['93c4604e-35ac-4db7-b3f1-2871476e9e01', 'SNIP-1036', 'INV 7/2026'];
		const composed = await Promise.all(
			numbers.map((number) => compose(changed('invoiceNumber', number))),
		);
		expect(composed.map(({ externalId, problems }) => ({ externalId, problems }))).toEqual(
			numbers.map(() => ({ externalId: SAMPLES.snipcart!.externalId, problems: [] })),
		);
		expect(read('snipcart', SAMPLES.snipcart!.order)).toMatchObject({ number: 'SNIP-1036' });
	});

	it('has fields of a line as its customer saw them, and its metadata as fields of the owner', () => {
		const order = withValue(
			changed('items.0.customFields.0', { name: 'Size', value: 'm', displayValue: 'M' }),
			'items.0.metadata',
			{ print_file: 'https://files.example.com/a.png' },
		);
		expect(read('snipcart', order).lines[0]?.properties).toEqual([
			{ names: ['Size'], value: 'm', displayValue: 'M' },
			{ names: ['print_file'], value: 'https://files.example.com/a.png', isField: true },
		]);
	});

	it('a download is reviewed', () => {
		const [line] = read('snipcart', changed('items.0.fileGuid', 'f-1')).lines;
		expect(line?.doubt).toContain('calls it "f-1" in "fileGuid"');
	});

	it('has the price of a line with the surcharges of its fields', () => {
		const [line] = read('snipcart', changed('items.0.unitPrice', 26.9)).lines;
		expect(line?.price).toBe('26.90');
	});

	it('has text and ID of its shipping rate', () => {
		expect(read('snipcart', SAMPLES.snipcart!.order).shippingMethods).toEqual([
			['Standard', 'RATE_STANDARD'],
		]);
	});

	it('without an address never goes to the billing address', async () => {
		const { problems } = await compose(changed('shippingAddress', null));
		expect(problems.join('\n')).toContain('nothing is shipped');
	});
});

describe('An address of an order', () => {
	const shopify = shopifyOrder([shopifyLine({ sku: 'TEE-M' })]);
	const wooCommerce = wooCommerceOrder([wooCommerceLine({ sku: 'TEE-M' })]);
	const orders = [
		...SAMPLED_SOURCES.map((table) => [table.shop, table, SAMPLES[table.shop]!.order] as const),
		['shopify', SHOPIFY, shopify] as const,
		['wooCommerce', WOO_COMMERCE, wooCommerce] as const,
	];
	const withParts = (order: IDataObject, field: Field | undefined, value: unknown): IDataObject =>
		pathsOf(field ?? []).reduce((changed, path) => withValue(changed, path, value), order);

	it.each(orders)(
		'of %s has no street where only its second line is filled',
		async (shop, table, order) => {
			const { address1, address2 } = table.recipient;
			for (const empty of [null, '', undefined]) {
				const second = withParts(withParts(order, address1, empty), address2, 'Apt 4');
				const given = shop === 'ecwid' ? withParts(order, address1, '\nApt 4') : second;
				const { problems } = await compose(given);
				const said = problems.join('\n');
				expect(said).toContain('Address Line 1 is empty');
				expect(said).toContain(
					'Address Line 2 is filled, but never takes the place of Address Line 1',
				);
			}
		},
	);

	it.each(orders)(
		'of %s gets back the zeros of a postal code that is a number',
		(_shop, table, order) => {
			const { zip, country, state } = table.recipient;
			const inMassachusetts = withParts(withParts(order, country, 'US'), state, 'MA');
			const { recipient, warnings } = byLevel(
				readSource(table, withParts(inMassachusetts, zip, 2110), { sendTestOrders: false }),
			);
			expect(recipient.zip).toBe('02110');
			expect(warnings).toContainEqual(expect.stringContaining('it is sent as 02110'));
		},
	);
});

describe('Orders of Shopify in one item', () => {
	const order = asGraphql(shopifyOrder([shopifyLine({})]));
	const { data } = order as { data?: { order?: IDataObject } };
	const bare = data?.order ?? (order as IDataObject);

	it.each<[string, IDataObject]>([
		['data.orders.nodes', { data: { orders: { nodes: [bare] } } }],
		['data.orders.edges', { data: { orders: { edges: [{ node: bare }] } } }],
		['orders.nodes', { orders: { nodes: [bare] } }],
	])('as GraphQL has them are to be split: %s', (path, value) => {
		for (const given of [value, { body: value }]) {
			const refused = refusedWith(() => detectedShop(given));
			expect(refused.message).toContain('is a list of orders of Shopify in one item');
			expect(refused.description).toContain(`with ${path} as Fields To Split Out`);
		}
	});
});
