import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shopOrderIdsOf } from '../../../../../nodes/PodFulfilment/api/shopOrderIds.ts';
import { externalIdOf } from '../../../../../nodes/PodFulfilment/input/checks.ts';
import { problemTexts } from '../../../../../nodes/PodFulfilment/order/findings.ts';
import { detectedShop } from '../../../../../nodes/PodFulfilment/order/shop/detectShop.ts';
import { externalIdOfShopOrder } from '../../../../../nodes/PodFulfilment/order/shop/externalId.ts';
import { orderFromShop } from '../../../../../nodes/PodFulfilment/order/shop/orderFromShop.ts';
import type { Shop } from '../../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import {
	refuseNoOrder,
	SOURCES,
	sourceOf,
	sourcesKnowing,
} from '../../../../../nodes/PodFulfilment/order/shop/sources/index.ts';
import { byLevel, readSource } from '../../../../support/byLevel.ts';
import {
	ETSY_ORDERS,
	OTHER_ORDERS,
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

const ITEMS: Readonly<Record<string, IDataObject[]>> = {
	etsy: [
		{
			...{ externalId: '4735900001', quantity: 1, retailPrice: '24.90' },
			name: 'Team Tee "Ahoy" | Unisex',
		},
		{ externalId: '4735900002', quantity: 1, retailPrice: '19.40', name: 'Harbour Mug' },
	],
	stripeCheckout: [
		{
			...{ externalId: 'li_1Q000000000000000000001', quantity: 2, retailPrice: '24.90' },
			name: 'Team Tee M',
		},
		{
			...{ externalId: 'li_1Q000000000000000000002', quantity: 1, retailPrice: '19.40' },
			name: 'Harbour Mug',
		},
	],
};

const RECIPIENT = {
	...{ address1: '12 Harbour Street', address2: 'Apt 4', stateCode: 'MA', countryCode: 'US' },
};

const RECIPIENTS: Readonly<Record<string, IDataObject>> = {
	etsy: { name: "Mara O'Dell", city: 'BOSTON', zip: '02110-1703' },
	stripeCheckout: {
		...{ name: 'Mara Odell', city: 'Boston', zip: '02110' },
		...{ phone: '+16175550100', email: 'mara@example.com' },
	},
};

const EACH = SOURCES.map((table) => [table.shop, SAMPLES[table.shop]!] as const);

describe.each(EACH)('An order of %s', (shop, { order, externalId, noOrders }) => {
	it('is confirmed with Detect and nothing set but the print file', async () => {
		const { body, findings, notDue, externalId: made } = await compose(order);
		expect({ findings, notDue, made }).toEqual({ findings: [], made: externalId });
		expect(body).toMatchObject({
			recipient: { ...RECIPIENT, ...RECIPIENTS[shop] },
			orderItems: ITEMS[shop]!,
		});
		expect(body.orderItems).toHaveLength(ITEMS[shop]!.length);
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
		const others = [...SOURCES.map((table) => table.shop), 'shopify', 'wooCommerce'];
		for (const other of others.filter((name) => name !== shop)) {
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

	it('is refused where another shop claims it too', () => {
		expect(() => detectedShop({ ...order, displayFinancialStatus: 'PAID' })).toThrow();
	});
});

describe('An order of Shopify, WooCommerce or an unknown shop', () => {
	it('is none of a source, nor what a source sends that is no order', () => {
		expect(OTHER_ORDERS.length).toBeGreaterThan(250);
		for (const order of OTHER_ORDERS) {
			for (const value of [order, { body: order }]) {
				expect(sourcesKnowing(value)).toEqual([]);
				expect(() => refuseNoOrder(value)).not.toThrow();
			}
		}
	});
});

const letters = (length: number) => fc.stringMatching(new RegExp(`^[A-Za-z0-9]{${length}}$`));

/** Numbers as each source makes them. */
const NUMBERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
	etsy: fc.bigInt({ min: 1n, max: BigInt(Number.MAX_SAFE_INTEGER) }).map(String),
	stripeCheckout: fc.oneof(
		letters(24).map((id) => `pi_${id}`),
		letters(24).map((id) => `in_${id}`),
		letters(58).map((id) => `cs_live_${id}`),
	),
};

describe.each(SOURCES.map(({ shop }) => [shop]))('The External ID of an order of %s', (shop) => {
	const shopName = fc.option(fc.stringMatching(/^[A-Za-z0-9_]{1,30}$/), { nil: undefined });
	const number = NUMBERS[shop]!;

	it('is one that the service takes (section 8), and another one for each number', () => {
		fc.assert(
			fc.property(number, number, shopName, (one, other, name) => {
				const [a, b] = [one, other].map((written) =>
					externalIdOfShopOrder(shop, { number: written, id: written }, name),
				);
				expect(externalIdOf(a)).toBe(a);
				expect(a!.length).toBeLessThanOrEqual(63);
				expect(a === b).toBe(one === other);
			}),
		);
	});

	it('is no External ID of another shop', () => {
		const shops: Shop[] = [
			'shopify',
			'wooCommerce',
			'other',
			...SOURCES.map((table) => table.shop),
		];
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
		const sample = SAMPLES[shop]!.externalId;
		const [prefix, ...rest] = sample.split('-');
		expect(shopOrderIdsOf(`${prefix}${suffix}-${rest.join('-')}`)).toEqual(shopOrderIdsOf(sample));
		expect(shopOrderIdsOf(sample).shopOrderId).not.toBeNull();
		expect(shopOrderIdsOf(`${prefix}shop-${rest.join('-')}`).shopOrderId).toBeNull();
	});

	it('is refused without a number, and with one that has lost digits', () => {
		expectPlainWords(refusedWith(() => externalIdOfShopOrder(shop, {})));
	});
});

const FILE = 'https://files.example.com/a.png';

/** Where a line of each source may name its print file. */
const FILES: Readonly<Record<string, (order: IDataObject, line: number) => IDataObject>> = {
	etsy: (order, line) =>
		withValue(order, `transactions.${line}.variations.2`, {
			...{ property_id: 54, formatted_name: 'Print file', formatted_value: FILE },
		}),
	stripeCheckout: (order, line) =>
		withValue(order, `line_items.data.${line}.price.metadata.print_file`, FILE),
};

it.each(EACH)('A line of %s may name its print file', async (shop, { order }) => {
	const given = [0, 1].reduce((changed, line) => FILES[shop]!(changed, line), order);
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
	it('is known whoever wrote it down', () => {
		expect(ETSY_ORDERS.map(detectedShop)).toEqual(['etsy', 'etsy']);
	});

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
			{ names: ['sku'], value: 'TEE-M', isField: true, isRead: true },
			{ names: ['print_file'], value: 'https://files.example.com/a.png', isField: true },
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
