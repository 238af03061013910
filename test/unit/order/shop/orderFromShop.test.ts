import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { problemTexts } from '../../../../nodes/PodFulfilment/order/findings.ts';
import { orderFromShop } from '../../../../nodes/PodFulfilment/order/shop/orderFromShop.ts';
import { shopifyAddress, shopifyLine, shopifyOrder } from '../../../support/shopOrders/shopify.ts';
import {
	printFileMeta,
	wooCommerceLine,
	wooCommerceOrder,
} from '../../../support/shopOrders/wooCommerce.ts';
import { callOf, shirtAndMug } from '../compose/operationCall.ts';
import { byLevel } from '../../../support/byLevel.ts';

const FILE = 'https://files.example.com/front.png';

const fileProperty = { name: 'Print file', value: FILE };

/** A line of Shopify with the SKU of the shirt and a print file. */
const shirtLine = (changes: IDataObject = {}): IDataObject =>
	shopifyLine({ id: 7, name: 'Shirt', sku: 'TEE-M', properties: [fileProperty], ...changes });

const SHIRT_LABEL = 'Line 1 (Shirt, SKU TEE-M)';

/** A line of which nothing is known to the service. */
const stickerLine = (changes: IDataObject = {}): IDataObject =>
	shopifyLine({ id: 8, name: 'Sticker', sku: 'STICKER', ...changes });

const FULFILLED = { fulfillment_status: 'fulfilled', fulfillable_quantity: 0 };

/** A fulfilled line, as it can be ordered, and as it could be when it was. */
const FULFILLED_SHIRTS: Array<[string, IDataObject]> = [
	['as it was', {}],
	['whose print file is gone', { properties: [] }],
	[
		'that does not fit its variant any more',
		{ properties: [{ name: 'Print file back', value: FILE }] },
	],
];

/** The source of an order of Shopify, or of the shop that the parameters name, and the requests to the catalog. */
async function sourceOf(shopOrder: unknown, parameters: IDataObject = {}) {
	const service = shirtAndMug();
	const source = await orderFromShop(
		callOf(service.client(), { shopOrder: shopOrder as IDataObject, ...parameters }),
	);
	return { source, paths: service.paths };
}

/** The order that is composed of a shop's order. */
async function compose(shopOrder: unknown, parameters: IDataObject = {}) {
	const { source, paths } = await sourceOf(shopOrder, parameters);
	const { problems, ...composed } = byLevel(await source.compose(false));
	return {
		...composed,
		problems: problemTexts(problems),
		messages: problems.map((problem) => (typeof problem === 'string' ? problem : problem.message)),
		externalId: source.externalId,
		paths,
	};
}

const ITEM = {
	externalId: '7',
	variantId: 'v-shirt',
	quantity: 1,
	name: 'Shirt',
	retailPrice: '199.00',
	placements: [{ type: 'front', technique: 'direct_print', layers: [{ url: FILE, type: 'file' }] }],
};

const RECIPIENT = {
	name: 'Bob Norman',
	address1: 'Chestnut Street 92',
	city: 'Louisville',
	zip: '40202',
	stateCode: 'KY',
	stateName: 'Kentucky',
	countryCode: 'US',
	phone: '+1(502)-459-2181',
	email: 'bob.norman@mail.example.com',
};

describe('An order of a shop', () => {
	it('an order of Shopify is composed from what the shop sends alone', async () => {
		const { body, warnings, problems, skipped } = await compose(shopifyOrder([shirtLine()]));
		expect({ body, warnings, problems, skipped }).toEqual({
			body: {
				externalId: 'shopify-1001-450789469',
				shipping: 'STANDARD',
				recipient: RECIPIENT,
				orderItems: [ITEM],
			},
			warnings: [],
			problems: [],
			skipped: undefined,
		});
	});

	it('an order of WooCommerce is composed when the shop is WooCommerce', async () => {
		const line = wooCommerceLine({ sku: 'TEE-M', meta_data: [printFileMeta(FILE)] });
		const { body, problems } = await compose(wooCommerceOrder([line]), { shop: 'wooCommerce' });
		expect(problems).toEqual([]);
		expect(body).toMatchObject({
			externalId: 'woo-727',
			recipient: { name: 'John Doe' },
			orderItems: [{ externalId: '316', variantId: 'v-shirt' }],
		});
	});

	it.each([
		['talla-l', 'L', 'v-shirt'],
		['talla-xl', 'XL', 'v-mug'],
		['L', 'L', 'v-shirt'],
	])(
		'a row of SKU Mapping is chosen by the value that WooCommerce shows: %s, shown as %s',
		async (value, shown, variantId) => {
			const size = { key: 'pa_talla', value, display_key: 'Talla', display_value: shown };
			const line = wooCommerceLine({ sku: 'CAMISETA', meta_data: [size, printFileMeta(FILE)] });
			const skuMappingJson = JSON.stringify([
				{ shopSku: 'CAMISETA', variantId: 'v-shirt', when: { Talla: 'L' } },
				{ shopSku: 'CAMISETA', variantId: 'v-mug', when: { Talla: 'XL' } },
			]);
			const { body, problems } = await compose(wooCommerceOrder([line]), {
				options: { skuMappingJson },
			});
			expect(problems).toEqual([]);
			expect(body.orderItems).toMatchObject([{ variantId }]);
		},
	);

	it('an order whose shipping method says pick-up is to be reviewed, unless a row maps it', async () => {
		const line = wooCommerceLine({ sku: 'TEE-M', meta_data: [printFileMeta(FILE)] });
		const shippingLines = [{ method_id: 'flat_rate', method_title: 'Collect from 5 High Street' }];
		const order = wooCommerceOrder([line], { shipping_lines: shippingLines });
		const text = expect.stringMatching(/^The customer picks the order up, .* Shipping Mapping$/);
		expect((await compose(order)).toReview).toEqual([text]);
		const row = { shopMethod: 'Collect from 5 High Street', shipping: 'STANDARD' };
		const options = { shippingMapping: { row: [row] } };
		expect((await compose(order, { options })).toReview).toEqual([]);
		const { toReview } = await compose({ ...order, status: 'cancelled' });
		expect(toReview).toEqual([]);
	});

	const otherOrder = {
		number: 'A-7',
		name: 'Ada Example',
		address1: '12 Harbour Street',
		city: 'Hamburg',
		zip: '20457',
		countryCode: 'Germany',
		items: [{ sku: 'TEE-M', quantity: 2, name: 'Shirt', price: 24.9, id: 1, print_file: FILE }],
	};

	it('an order of another shop is read at the usual paths', async () => {
		const { body, problems } = await compose(otherOrder, { shop: 'other', whichOrders: 'all' });
		expect(problems).toEqual([]);
		expect(body).toMatchObject({
			externalId: 'order-A-7',
			recipient: { name: 'Ada Example', countryCode: 'DE' },
			orderItems: [
				{ externalId: '1', variantId: 'v-shirt', quantity: 2, name: 'Shirt', retailPrice: '24.90' },
			],
		});
	});

	it('an order of another shop is read at the paths that the user changed, and at the usual ones beside them', async () => {
		const { number, name, items, ...address } = otherOrder;
		const [{ quantity, ...line } = {}] = items as IDataObject[];
		const { body, problems } = await compose(
			{ ...address, order: number, who: name, rows: [{ ...line, pieces: quantity }] },
			{
				shop: 'other',
				whichOrders: 'all',
				orderNumberField: ' order ',
				linesField: ' rows ',
				lineFields: { quantity: ' pieces ' },
				addressFields: { name: ' who ' },
			},
		);
		expect(problems).toEqual([]);
		expect(body).toMatchObject({
			externalId: 'order-A-7',
			recipient: { name: 'Ada Example', city: 'Hamburg' },
			orderItems: [{ variantId: 'v-shirt', quantity: 2 }],
		});
	});

	/** An order of another shop with one line: a gift of which the customer chose the kind. */
	const giftOrder = (changes: IDataObject = {}) => ({
		...otherOrder,
		items: [
			{
				...{ sku: 'GIFT', quantity: 1, id: 1, print_file: FILE },
				variations: [{ formatted_name: 'Gift', formatted_value: 'Shirt' }],
				artwork: { sides: [{ side: 'front', link: { href: FILE } }] },
				...changes,
			},
		],
	});
	const mappedGifts = (name: string): IDataObject => ({
		skuMappingJson: JSON.stringify([
			{ shopSku: 'GIFT', variantId: 'v-mug', when: { [name]: 'Mug' } },
			{ shopSku: 'GIFT', variantId: 'v-shirt', when: { [name]: 'Shirt' } },
		]),
	});

	it.each(['Gift', 'variations[0].formatted_value', "variations[0]['formatted_value']"])(
		'a line of another shop chooses the row of SKU Mapping that names it by %s',
		async (name) => {
			for (const [choice, variantId] of [
				['Shirt', 'v-shirt'],
				['Mug', 'v-mug'],
			]) {
				const variations = [{ formatted_name: 'Gift', formatted_value: choice }];
				const { body, problems } = await compose(giftOrder({ variations }), {
					shop: 'other',
					whichOrders: 'all',
					printFileProperty: 'print_file',
					options: mappedGifts(name),
				});
				expect(problems).toEqual([]);
				expect(body.orderItems).toMatchObject([{ externalId: '1', variantId }]);
			}
		},
	);

	it.each(['artwork.sides[0].link.href', "artwork['sides'][0].link.href", 'print_file'])(
		'the print file of a line of another shop is at the path in Print File Property: %s',
		async (printFileProperty) => {
			const changes = printFileProperty === 'print_file' ? {} : { print_file: undefined };
			const { body, problems } = await compose(giftOrder({ sku: 'TEE-M', ...changes }), {
				shop: 'other',
				whichOrders: 'all',
				printFileProperty,
			});
			expect(problems).toEqual([]);
			expect(body.orderItems).toMatchObject([
				{ variantId: 'v-shirt', placements: [{ type: 'front', layers: [{ url: FILE }] }] },
			]);
		},
	);

	it.each<[string, IDataObject, RegExp]>([
		['SKU Mapping', { options: { skuMappingJson: '{}' } }, /^SKU Mapping \(JSON\) is /],
		['Print File Property', { printFileProperty: ' ' }, /^Print File Property is empty/],
		[
			'the template',
			{ printFileFrom: 'template', printFileTemplate: 'https://{sku' },
			/^Print File Template /,
		],
	])(
		'an order of another shop is named together with %s that cannot be used',
		async (_, parameters, problem) => {
			const { problems } = await compose(giftOrder(), {
				shop: 'other',
				whichOrders: 'all',
				...parameters,
			});
			expect(problems).toEqual([expect.stringMatching(problem)]);
			const wrong = await compose(
				{ ...giftOrder(), city: '' },
				{ shop: 'other', whichOrders: 'all', ...parameters },
			);
			expect(wrong.problems).toEqual([
				expect.stringMatching(problem),
				expect.stringMatching(/^Order #A-7 → Address → City is empty/),
			]);
		},
	);

	it('a path that the user cleared reads nothing', async () => {
		const { body } = await compose(otherOrder, {
			shop: 'other',
			whichOrders: 'all',
			lineFields: { price: '', name: null },
			addressFields: 'none',
		});
		const [item] = body.orderItems as IDataObject[];
		expect(item).toMatchObject({ externalId: '1' });
		expect(item).not.toHaveProperty('retailPrice');
		// Not that of the line, so that of its variant.
		expect(item?.name).toMatch(/^Tee/);
	});

	it('an order is read from JSON text', async () => {
		const { body } = await compose(JSON.stringify(shopifyOrder([shirtLine()])));
		expect(body.orderItems).toEqual([ITEM]);
	});

	it('an order has the shipping that was chosen', async () => {
		const { body } = await compose(shopifyOrder([shirtLine()]), { shipping: 'DHL_EXPRESS' });
		expect(body.shipping).toBe('DHL_EXPRESS');
	});

	it('without Fill From Catalog an item has only what the shop says', async () => {
		const { body, paths } = await compose(shopifyOrder([shirtLine({ sku: 'MUG' })]), {
			options: { fillFromCatalog: false },
		});
		expect(body.orderItems).toEqual([
			{ ...ITEM, variantId: 'v-mug', placements: [{ layers: [{ url: FILE, type: 'file' }] }] },
		]);
		expect(paths).not.toContain('/api/catalog-product-variants/v-mug');
	});

	it('the warnings of the order, of its lines and of its variants come in this order', async () => {
		const lines = [stickerLine(), shirtLine({ sku: 'MUG', name: 'Mug' })];
		const { warnings, problems } = await compose(
			shopifyOrder(lines, { financial_status: 'pending' }),
			{ unknownLines: 'leaveOut', options: { sendUnpaidOrders: true } },
		);
		expect(problems).toEqual([]);
		expect(warnings).toEqual([
			expect.stringMatching(/^The order is not paid in the shop/),
			'Line 1 (Sticker, SKU STICKER) was left out: no variant has the SKU "STICKER"',
			expect.stringMatching(/^Line 2 \(Mug, SKU MUG\): the variant .* is out of stock/),
		]);
	});
});

describe('The external ID of an order of a shop', () => {
	it('an external ID that was entered replaces the number of the order', async () => {
		const { body, externalId } = await compose(shopifyOrder([shirtLine()]), {
			externalId: 'shop2-1001',
		});
		expect(body.externalId).toBe('shop2-1001');
		expect(externalId).toBe('shop2-1001');
	});

	it.each(['a b', ' ', null])('the external ID %j is refused', async (externalId) => {
		const { messages } = await compose(shopifyOrder([shirtLine()]), { externalId });
		expect(messages).toEqual([expect.stringMatching(/^External ID /)]);
	});

	it.each([
		['order_number', { order_number: null }, {}, 'Shop Order'],
		['id', { id: null }, {}, 'Order #1001'],
		['id', { id: null }, { shop: 'wooCommerce' }, 'Order #727'],
	])('an order without %s needs an external ID: %j', async (field, changes, parameters, named) => {
		const order =
			'shop' in parameters
				? wooCommerceOrder([wooCommerceLine({ sku: 'TEE-M', meta_data: [printFileMeta(FILE)] })])
				: shopifyOrder([shirtLine()]);
		const incomplete = { ...order, ...changes };
		expect((await compose(incomplete, parameters)).messages).toEqual([`${named} has no ${field}`]);
		const { messages, externalId } = await compose(incomplete, {
			...parameters,
			externalId: 'A-1',
		});
		expect(messages).toEqual([]);
		expect(externalId).toBe('A-1');
	});

	it('the name of the shop begins the external ID', async () => {
		const options = { shopName: 'berlin' };
		expect((await compose(shopifyOrder([shirtLine()]), { options })).externalId).toBe(
			'berlin-1001-450789469',
		);
	});

	it('a name of the shop with a hyphen is named', async () => {
		const options = { shopName: 'my-shop' };
		expect((await compose(shopifyOrder([shirtLine()]), { options })).messages).toEqual([
			expect.stringMatching(/^Options → Shop Name is "my-shop"/),
		]);
	});

	it('an order that cannot be read gives no second problem about its external ID', async () => {
		const { messages, body, warnings } = await compose([]);
		expect(messages).toEqual(['Shop Order is a list of 0, but must be one order']);
		expect(warnings).toEqual([]);
		expect(body).toEqual({});
	});

	it('a wrong external ID is named even if the order cannot be read', async () => {
		const { messages } = await compose('{', { externalId: 'a b' });
		expect(messages).toEqual([
			expect.stringMatching(/^Shop Order is not valid JSON/),
			expect.stringMatching(/^External ID "a b"/),
		]);
	});
});

describe('An order whose shop is detected', () => {
	const wooCommerce = (changes: IDataObject = {}) =>
		wooCommerceOrder(
			[wooCommerceLine({ sku: 'TEE-M', meta_data: [printFileMeta(FILE)] })],
			changes,
		);

	/** What becomes of an order, without the functions that compare it. */
	const composed = async (order: IDataObject, parameters: IDataObject) => {
		const { body, warnings, toReview, problems, externalId } = await compose(order, parameters);
		return { body, warnings, toReview, problems, externalId };
	};

	it.each([
		['Shopify', shopifyOrder([shirtLine()]), 'shopify', 'shopify-1001-450789469'],
		['WooCommerce', wooCommerce(), 'wooCommerce', 'woo-727'],
	])(
		'is composed as with Shop set to %s, under the same External ID',
		async (_, order, shop, id) => {
			const detected = await composed(order, { shop: 'detect' });
			expect(detected).toEqual(await composed(order, { shop }));
			expect(detected).toEqual(await composed(order, { shop: '' }));
			expect(detected).toMatchObject({ externalId: id, problems: [] });
			expect(detected.body.orderItems).toHaveLength(1);
		},
	);

	it('is refused before the catalog is asked where it is of another shop', async () => {
		const { problems, paths, externalId } = await compose({ number: '7', items: [] });
		expect(problems).toEqual([
			expect.stringMatching(
				/^Shop Order is .* as Shopify, WooCommerce, .* or \w+ sends it\..*'Other'/,
			),
		]);
		expect(paths).toEqual([]);
		expect(externalId).toBeUndefined();
	});

	it('is due by the statuses that the user listed', async () => {
		const options = { orderStatuses: 'in-production' };
		const refused = await compose(shopifyOrder([shirtLine()]), { options });
		expect(refused.problems).toEqual([
			expect.stringContaining('Only orders with the payment status in production are sent'),
		]);
		const { body } = await compose(wooCommerce({ status: 'in-production' }), { options });
		expect(body.orderItems).toHaveLength(1);
	});
});

describe('The problems of an order of a shop', () => {
	it('all problems are named at once, in the order of the fields', async () => {
		const order = shopifyOrder([shirtLine(), shirtLine({ properties: [], id: 9 }), shirtLine()], {
			shipping_address: { ...shopifyAddress(), city: '' },
		});
		const { problems, warnings } = await compose(order, { externalId: 'a b' });
		expect(problems).toEqual([
			expect.stringMatching(/^External ID "a b"/),
			expect.stringMatching(/^Order #1001 → Address → City is empty/),
			expect.stringMatching(/^Order #1001, line 3 .* would be produced twice/),
			expect.stringMatching(/^Order #1001, line 2 \(Shirt, SKU TEE-M\) has no print file/),
		]);
		expect(warnings).toEqual([]);
	});

	it('every wrong part of an address is a problem of its own', async () => {
		const order = shopifyOrder([shirtLine()], {
			shipping_address: { ...shopifyAddress(), city: '', country_code: 'Atlantis' },
		});
		const { messages } = await compose(order);
		expect(messages).toEqual([
			expect.stringMatching(/^Order #1001 → Address → Country is "Atlantis"/),
			'Order #1001 → Address → City is empty',
		]);
	});

	it.each(['financial_status', 'cancelled_at', 'test'])(
		'an order without %s is named',
		async (name) => {
			const order = shopifyOrder([shirtLine()]);
			delete order[name];
			const { messages } = await compose(order);
			expect(messages).toEqual([`Order #1001 lacks "${name}", so nothing says whether it is due`]);
		},
	);

	it('a text that is too long is a problem of its line', async () => {
		const { messages } = await compose(
			shopifyOrder([stickerLine(), shirtLine({ id: 'x'.repeat(256) })]),
			{ unknownLines: 'leaveOut' },
		);
		expect(messages).toEqual([
			expect.stringMatching(/^Order #1001, line 2 \(Shirt, SKU TEE-M\) → .* has 256 characters/),
		]);
	});

	it('an item that does not agree with its variant is a problem of its line', async () => {
		const properties = [{ name: 'Print file back', value: FILE }];
		const { messages } = await compose(shopifyOrder([stickerLine(), shirtLine({ properties })]), {
			unknownLines: 'leaveOut',
		});
		expect(messages).toEqual([
			'Order #1001, line 2 (Shirt, SKU TEE-M) → Placements lacks "front", which variant "Tee, blue, M" requires',
		]);
	});

	it.each([
		[
			'the mapping cannot be read',
			{ options: { skuMappingJson: '{}' } },
			/^SKU Mapping \(JSON\) is \{\}, but must be a list/,
		],
		[
			'a row of the mapping has no SKU',
			{ skuMapping: { row: [{ printFileUrl: FILE }] } },
			/^SKU Mapping → Row 1 → Shop SKU is empty/,
		],
		[
			'the template cannot be used',
			{ printFileFrom: 'template', printFileTemplate: '{name}' },
			/^Print File Template has "\{name\}"/,
		],
		['the template is missing', { printFileFrom: 'template' }, /^Print File Template is empty/],
		[
			'the property has no name',
			{ printFileProperty: ' - ' },
			/^Print File Property is empty\. \S/,
		],
	])('no line is looked up when %s', async (_, parameters, message) => {
		const order = shopifyOrder([shirtLine()], { financial_status: 'pending' });
		const { problems, body, paths, warnings } = await compose(order, {
			...parameters,
			options: { sendUnpaidOrders: true, ...('options' in parameters && parameters.options) },
		});
		expect(problems).toEqual([expect.stringMatching(message)]);
		expect(body).toEqual({});
		expect(paths).toEqual([]);
		expect(warnings).toEqual([expect.stringMatching(/^The order is not paid/)]);
	});

	it.each([undefined, false, '', 'false'])(
		'a test order is not sent when Send Test Orders is %j',
		async (sendTestOrders) => {
			const { messages } = await compose(shopifyOrder([shirtLine()], { test: true }), {
				options: { sendTestOrders },
			});
			expect(messages).toEqual(['Shop order 1001 is a test order']);
		},
	);

	it('a test order is sent when Send Test Orders is on', async () => {
		const { body, warnings } = await compose(shopifyOrder([shirtLine()], { test: true }), {
			options: { sendTestOrders: 'true' },
		});
		expect(body.orderItems).toHaveLength(1);
		expect(warnings).toEqual(['This is a test order']);
	});

	it('a switch that is neither on nor off is refused', async () => {
		const { messages } = await compose(shopifyOrder([shirtLine()]), {
			options: { sendTestOrders: 'maybe' },
		});
		expect(messages).toEqual(['Options → Send Test Orders is "maybe", but must be true or false']);
	});
});

describe('The print file of a line', () => {
	it('a print file is found in the property that was entered', async () => {
		const properties = [{ name: 'artwork', value: FILE }];
		const { body } = await compose(shopifyOrder([shirtLine({ properties })]), {
			printFileProperty: ' Artwork ',
		});
		expect(body.orderItems).toEqual([ITEM]);
	});

	it('a print file comes from the template when that is chosen, whatever the line says', async () => {
		const { body } = await compose(shopifyOrder([shirtLine()]), {
			printFileFrom: 'template',
			printFileTemplate: 'https://t.example/{orderNumber}/{lineId}/{variantId}/{sku}.png',
		});
		expect(body.orderItems).toMatchObject([
			{ placements: [{ layers: [{ url: 'https://t.example/1001/7/v-shirt/TEE-M.png' }] }] },
		]);
	});

	it.each([
		['as they were entered when the catalog is not read', false, ['Left_Sleeve', 'BACK']],
		['as the catalog calls them', true, ['back', 'front']],
	])('a template names the listed placements %s', async (_, fillFromCatalog, types) => {
		const { body, problems } = await compose(shopifyOrder([shirtLine()]), {
			printFileFrom: 'template',
			printFileTemplate: 'https://t.example/{placement}.png',
			options: { fillFromCatalog, printFilePlacements: ' Left_Sleeve,, BACK , left sleeve,' },
		});
		expect(problems).toEqual([]);
		expect(body.orderItems).toMatchObject([
			{
				placements: types.map((type) => ({
					type,
					layers: [{ url: `https://t.example/${type}.png` }],
				})),
			},
		]);
	});

	it('a row of the mapping gives variant and print file', async () => {
		const row = { shopSku: 'STICKER', variantId: 'v-shirt', printFileUrl: FILE };
		for (const parameters of [
			{ skuMapping: { row: [row] } },
			{ options: { skuMappingJson: JSON.stringify([row]) } },
		]) {
			const { body, problems } = await compose(shopifyOrder([stickerLine()]), parameters);
			expect(problems).toEqual([]);
			expect(body.orderItems).toMatchObject([{ variantId: 'v-shirt', externalId: '8' }]);
		}
	});
});

describe('An order of which nothing is sent', () => {
	const cancelled = (lines = [shirtLine()]) =>
		shopifyOrder(lines, {
			cancelled_at: '2026-11-20T09:41:00-05:00',
			shipping_address: null,
			billing_address: null,
		});

	it('an order that is not sent is refused with its reason, and its address and lines are not judged', async () => {
		const { problems, body, skipped, paths } = await compose(cancelled([shirtLine(), shirtLine()]));
		expect(problems).toEqual([
			expect.stringMatching(/^Shop order 1001 was cancelled in the shop\. Nothing needs to/),
		]);
		expect(body).toEqual({});
		expect(skipped).toBeUndefined();
		expect(paths).toEqual(['/api/orders/@shopify-1001-450789469']);
	});

	it('an order that is not sent is skipped with its reason when such orders are skipped', async () => {
		const { problems, body, skipped, warnings } = await compose(
			{ ...cancelled(), financial_status: 'pending' },
			{ orderWithoutLines: 'skip' },
		);
		expect(problems).toEqual([]);
		expect(body).toEqual({});
		expect(warnings).toEqual([]);
		expect(skipped).toEqual({
			externalId: 'shopify-1001-450789469',
			skipped: true,
			reason: 'Shop order 1001 was cancelled in the shop',
		});
	});

	it('an order is not skipped when something is wrong with the parameters', async () => {
		const { messages, skipped } = await compose(cancelled(), {
			externalId: 'a b',
			orderWithoutLines: 'skip',
		});
		expect(skipped).toBeUndefined();
		expect(messages).toEqual([
			expect.stringMatching(/^External ID "a b"/),
			'Shop order 1001 was cancelled in the shop',
		]);
	});

	it('an order without a number is called the shop order', async () => {
		const { skipped } = await compose(
			{ ...cancelled(), order_number: null, name: null },
			{ orderWithoutLines: 'skip' },
		);
		expect(skipped).toEqual({
			skipped: true,
			reason: 'The shop order was cancelled in the shop',
		});
	});

	it('an order without a line for the service says why each line was left out', async () => {
		const lines = [stickerLine(), shirtLine({ gift_card: true, name: 'Card' })];
		const { problems, warnings } = await compose(shopifyOrder(lines));
		expect(problems).toEqual([
			[
				'Shop order 1001 is not sent: no line is for this service.',
				'Line 1 (Sticker, SKU STICKER) was left out: no variant has the SKU "STICKER".',
				'Line 2 (Card, SKU TEE-M) was left out: it is a gift card.',
				'A line is for this service when its SKU is that of a variant in the catalog, or is listed in SKU Mapping.',
				"If such orders are not for this service, set 'Orders Not Due' to 'Skip'.",
			].join(' '),
		]);
		expect(warnings).toEqual([
			expect.stringContaining('no variant has the SKU'),
			expect.stringContaining('it is a gift card'),
		]);
	});

	it('the reasons are one line each for the user', async () => {
		const { source } = await sourceOf(shopifyOrder([stickerLine()]));
		const [problem] = byLevel(await source.compose(false)).problems;
		const { description } = problem as { description: string };
		expect(description.split('\n')).toHaveLength(3);
	});

	it('catalog and mapping are not mentioned when every line was left out in the shop', async () => {
		const { problems } = await compose(shopifyOrder([shirtLine({ gift_card: true })]));
		expect(problems).toEqual([
			"Shop order 1001 is not sent: no line is for this service. Line 1 (Shirt, SKU TEE-M) was left out: it is a gift card. If such orders are not for this service, set 'Orders Not Due' to 'Skip'.",
		]);
	});

	it.each([
		[10, undefined],
		[11, 'and 1 more'],
		[13, 'and 3 more'],
	])('of %i lines that were left out ten are named', async (count, others) => {
		const lines = Array.from({ length: count }, (_, index) => stickerLine({ id: index + 1 }));
		const [problem = ''] = (await compose(shopifyOrder(lines))).problems;
		expect(problem.match(/was left out/g)).toHaveLength(10);
		if (others === undefined) expect(problem).not.toMatch(/and \d+ more/);
		else expect(problem).toContain(` ${others}`);
	});

	it('an order without lines for the service is skipped with a warning for each line', async () => {
		const { skipped, warnings, problems } = await compose(
			shopifyOrder([stickerLine()], { financial_status: 'pending' }),
			{ orderWithoutLines: 'skip', options: { sendUnpaidOrders: true } },
		);
		expect(skipped).toEqual({
			externalId: 'shopify-1001-450789469',
			skipped: true,
			reason: 'Shop order 1001 is not sent: no line is for this service',
		});
		expect(problems).toEqual([]);
		expect(warnings).toEqual([
			expect.stringMatching(/^The order is not paid/),
			expect.stringMatching(/^Line 1 .* was left out/),
		]);
	});

	it.each(FULFILLED_SHIRTS)(
		'an order whose lines for the service are fulfilled is not sent, with a line %s',
		async (_, changes) => {
			const lines = [shirtLine({ ...FULFILLED, ...changes }), stickerLine()];
			const { messages } = await compose(shopifyOrder(lines));
			expect(messages).toEqual(['Shop order 1001 is fulfilled in the shop already']);
		},
	);

	it('an order that the shop completed by itself is refused for that, whatever its lines are', async () => {
		const completed = {
			...{ status: 'completed', date_paid: '2026-11-20T09:00:00' },
			date_completed: '2026-11-20T09:00:00',
		};
		for (const meta_data of [[printFileMeta(FILE)], []]) {
			const order = wooCommerceOrder([wooCommerceLine({ sku: 'TEE-M', meta_data })], completed);
			const { messages } = await compose(order, { shop: 'wooCommerce' });
			expect(messages).toEqual([
				expect.stringMatching(/^Shop order 727 was completed in the shop as soon as it was paid/),
			]);
		}
	});

	it('an order whose only line for the service is wrong is not skipped', async () => {
		const { skipped, messages } = await compose(shopifyOrder([shirtLine({ properties: [] })]), {
			orderWithoutLines: 'skip',
		});
		expect(skipped).toBeUndefined();
		expect(messages).toEqual([expect.stringMatching(/^Order #1001, line 1 .* has no print file/)]);
	});

	it.each([
		['an address that cannot be used', [{}], { shipping_address: { address1: 'x' } }],
		['no address', [{}], { shipping_address: null, billing_address: null }],
		['1.5 pieces', [{ quantity: 1.5 }], {}],
		['two lines of one ID', [{}, {}], {}],
	])('an order without lines for the service is skipped with %s', async (_, lines, changes) => {
		const order = shopifyOrder(lines.map(stickerLine), changes);
		const { skipped, problems } = await compose(order, { orderWithoutLines: 'skip' });
		expect(problems).toEqual([]);
		expect(skipped).toMatchObject({ skipped: true });
		const stopped = await compose(order);
		expect(stopped.messages).toEqual(['Shop order 1001 is not sent: no line is for this service']);
	});
});

describe('An existing order beside one of which a part is fulfilled', () => {
	it.each(FULFILLED_SHIRTS)('is the same, with a line %s', async (_, changes) => {
		const lines = [shirtLine({ ...FULFILLED, ...changes }), shirtLine({ id: 9 })];
		const { source } = await sourceOf(shopifyOrder(lines));
		const { body, compare } = byLevel(await source.compose(false));
		expect(body.orderItems).toEqual([{ ...ITEM, externalId: '9' }]);
		const existing = { ...body, orderItems: [ITEM, { ...ITEM, externalId: '9' }] };
		expect(compare?.(existing)).toMatchObject({ differences: [] });
	});
});

describe('An existing order that was found before its lines were composed', () => {
	const existing = {
		externalId: 'shopify-1001-450789469',
		status: 'pending',
		shipping: 'STANDARD',
		recipient: RECIPIENT,
		orderItems: [ITEM],
	};

	/** What is composed of an order with these lines beside an existing one, and the requests to the catalog. */
	async function composeBeside(
		found: IDataObject,
		{ lines = [{}], changes = {} }: { lines?: IDataObject[]; changes?: IDataObject } = {},
		isEnoughWithoutCatalog = true,
	) {
		const order = shopifyOrder(lines.map(shirtLine), changes);
		const { source, paths } = await sourceOf(order, { unknownLines: 'leaveOut' });
		const composed = byLevel(await source.compose(false, { found, isEnoughWithoutCatalog }));
		return { ...composed, messages: problemTexts(composed.problems), paths };
	}

	it.each<[string, IDataObject, IDataObject[]?]>([
		['as it was ordered', existing],
		['of which the print file is gone in the shop', existing, [{ properties: [] }]],
		['of which the SKU was changed in the shop', existing, [{ sku: 'TEE-M-2026' }]],
		[
			'of two items in another order',
			{ ...existing, orderItems: [{ ...ITEM, externalId: '9' }, ITEM] },
			[{}, { id: 9 }],
		],
	])('is the same without a request to the catalog, %s', async (_, found, lines) => {
		const { body, compare, messages, paths } = await composeBeside(found, lines && { lines });
		expect(paths).toEqual([]);
		expect(messages).toEqual([]);
		expect(body).toMatchObject({ externalId: existing.externalId, recipient: RECIPIENT });
		expect(compare?.(found)).toMatchObject({ differences: [] });
	});

	it('is compared with what the catalog completes where that was asked for', async () => {
		const { body, compare, paths } = await composeBeside(existing, {}, false);
		expect(paths).toContain('/api/catalog-products');
		expect(body.orderItems).toEqual([ITEM]);
		expect(compare?.(existing)).toMatchObject({ differences: [] });
	});

	it.each<[string, IDataObject, string[]]>([
		[
			'another number of pieces',
			{ orderItems: [{ ...ITEM, quantity: 3 }] },
			['orderItems[0].quantity'],
		],
		['another shipping', { shipping: 'EXPRESS' }, ['shipping']],
		[
			'another line beside it',
			{ orderItems: [ITEM, { ...ITEM, externalId: '9' }] },
			['orderItems'],
		],
		[
			'an item without the ID of its line',
			{ orderItems: [{ ...ITEM, externalId: null }] },
			['orderItems[0].externalId'],
		],
		[
			'no variant of its item',
			{ orderItems: [{ ...ITEM, variantId: '' }] },
			['orderItems[0].variantId'],
		],
		['two items of one line', { orderItems: [ITEM, ITEM] }, ['orderItems']],
	])(
		'is compared with what the catalog completes where it has %s',
		async (_, changes, expected) => {
			const found = { ...existing, ...changes };
			const { compare, paths } = await composeBeside(found);
			expect(paths).not.toEqual([]);
			const compared = await compare?.(found);
			expect(compared).toMatchObject({ differences: expected.map((path) => ({ path })) });
		},
	);

	it.each<[string, IDataObject, RegExp]>([
		['lacks its city', { ...shopifyAddress(), city: '' }, /^Order #1001 → Address → City is empty/],
		[
			'is hidden from the app',
			{ country_code: 'US', province_code: 'KY', city: 'Louisville' },
			/^Order #1001 → Address has neither a name nor a street/,
		],
		[
			'has no country that is known',
			{ ...shopifyAddress(), country_code: 'Atlantis' },
			/^Order #1001 → Address → Country /,
		],
	])(
		'is not taken for the same while the address in the shop %s: what is wrong with the lines is told too',
		async (_, shipping_address, problem) => {
			const { messages } = await composeBeside(existing, {
				lines: [{ properties: [] }],
				changes: { shipping_address, billing_address: null },
			});
			expect(messages).toEqual([
				expect.stringMatching(problem),
				expect.stringMatching(/^Order #1001, line 1 .* has no print file/),
			]);
		},
	);
});

describe('An existing order beside one that was called off in the shop', () => {
	const CANCELLED = { cancelled_at: '2026-11-20T09:41:00-05:00' };
	const existing = { status: 'pending', recipient: RECIPIENT, orderItems: [ITEM] };

	/** What is composed of an order that was called off, where this one exists under its External ID. */
	async function calledOff(order: IDataObject, found: IDataObject = existing) {
		const service = shirtAndMug();
		const source = await orderFromShop(callOf(service.client(), { shopOrder: order }));
		return {
			service,
			composed: await source.compose(false, { found, isEnoughWithoutCatalog: false }),
		};
	}

	it('the variant may be written as an IRI', async () => {
		const item = { ...ITEM, variantId: '/api/catalog-product-variants/V-SHIRT' };
		const order = shopifyOrder([shirtLine()], CANCELLED);
		const { composed } = await calledOff(order, { ...existing, orderItems: [item] });
		expect(composed.existing).toMatchObject({ existedBefore: true });
		expect(composed.existing?.isUncompared).toBeUndefined();
	});

	it.each<[string, IDataObject]>([
		['shows no items', { orderItems: undefined }],
		['shows an item without a variant', { orderItems: [{ externalId: '7', quantity: 1 }] }],
		['shows an item without the ID of its line', { orderItems: [{ ...ITEM, externalId: null }] }],
	])('an order that %s was not compared', async (_, changes) => {
		const order = shopifyOrder([shirtLine()], CANCELLED);
		const { composed } = await calledOff(order, { ...existing, ...changes });
		expect(composed.existing?.isUncompared).toBe(true);
	});

	it('a catalog that cannot be read is why an order was not compared', async () => {
		const service = shirtAndMug();
		service.refused.set('/api/catalog-products', 503);
		const shopOrder = shopifyOrder([shirtLine()], CANCELLED);
		const source = await orderFromShop(callOf(service.client(), { shopOrder }));
		const composed = await source.compose(false, {
			found: existing,
			isEnoughWithoutCatalog: false,
		});
		expect(composed.existing).toMatchObject({
			isUncompared: true,
			warnings: [expect.stringContaining('Rejected with 503')],
		});
	});

	it('an order that left and shows no items was not compared', async () => {
		const line = shirtLine({ fulfillment_status: 'fulfilled', fulfillable_quantity: 0 });
		const order = shopifyOrder([line], { fulfillment_status: 'fulfilled' });
		const found = { ...existing, shipping: 'STANDARD', externalId: 'shopify-1001-450789469' };
		expect((await calledOff(order, found)).composed.existing?.isUncompared).toBeUndefined();
		const { composed } = await calledOff(order, { ...found, orderItems: [] });
		expect(composed.existing?.isUncompared).toBe(true);
	});

	it('an order that is refused in any case is cancelled only if it is the same', async () => {
		const service = shirtAndMug();
		const parameters = {
			shopOrder: shopifyOrder([shirtLine()], CANCELLED),
			options: { ifExists: 'error' },
		};
		const source = await orderFromShop(callOf(service.client(), parameters));
		const { problems } = byLevel(
			await source.compose(false, { found: existing, isEnoughWithoutCatalog: false }),
		);
		expect(problemTexts(problems)).toEqual([
			expect.stringContaining('is pending here: if it is the same order, cancel it with'),
		]);
	});
});

describe('The label of a property that the service refuses', () => {
	it('a property of an item is named by the line of the shop, whose lines before it were left out', async () => {
		const { labelOf, itemLabel } = await (
			await sourceOf(shopifyOrder([stickerLine(), shirtLine()]))
		).source.compose(false);
		const label = 'Line 2 (Shirt, SKU TEE-M)';
		expect(labelOf('orderItems[0]')).toBe(label);
		expect(labelOf('orderItems[0].quantity')).toBe(`${label} → Quantity`);
		expect(labelOf('orderItems[1].quantity')).toBe('Items → Item 2 → Quantity');
		expect(itemLabel?.(0)).toBe('line 2 (Shirt, SKU TEE-M)');
		expect(itemLabel?.(1)).toBeUndefined();
	});

	it('the name of a line is no pattern of a replacement', async () => {
		const { labelOf } = await (
			await sourceOf(shopifyOrder([shirtLine({ name: "$& $1 $'" })]))
		).source.compose(false);
		expect(labelOf('orderItems[0].quantity')).toBe("Line 1 ($& $1 $', SKU TEE-M) → Quantity");
	});

	it('a twelfth line is told from the first', async () => {
		const lines = Array.from({ length: 12 }, (_, index) => shirtLine({ id: index + 1 }));
		const { labelOf } = await (await sourceOf(shopifyOrder(lines))).source.compose(false);
		expect(labelOf('orderItems[11].quantity')).toBe('Line 12 (Shirt, SKU TEE-M) → Quantity');
	});

	it.each([
		['recipient', 'Shop Order → Address'],
		['recipient.city', 'Shop Order → Address → City'],
		['shipping', 'Shipping'],
		['orderItems', 'Items'],
		['orderItems[0].quantity', 'Items → Item 1 → Quantity'],
		['x.orderItems[0].quantity', 'x.orderItems[0].quantity'],
		['originalRecipient', 'originalRecipient'],
	])('without its lines, the label of %s is %s', async (path, label) => {
		const { labelOf } = await (
			await sourceOf(shopifyOrder([shirtLine()], { cancelled_at: '2026-11-20T09:41:00-05:00' }))
		).source.compose(false);
		expect(labelOf(path)).toBe(label);
	});

	it('a path that only contains that of an item is no item', async () => {
		const { labelOf } = await (await sourceOf(shopifyOrder([shirtLine()]))).source.compose(false);
		for (const path of ['x.orderItems[0]', 'x.orderItems[0].quantity', 'orderItems']) {
			expect(labelOf(path)).not.toContain(SHIRT_LABEL);
		}
	});
});
