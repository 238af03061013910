/** Inputs of which somebody else decides how large they are, and the work that the nodes do on them. */
import type { IDataObject } from 'n8n-workflow';

import { create } from '../../nodes/PodFulfilment/resources/order/create.ts';
import { update } from '../../nodes/PodFulfilment/resources/order/update.ts';
import { runOperation } from '../unit/resources/runOperation.ts';
import { fileNamesOf } from '../../nodes/PodFulfilment/order/shop/lines/printFileProperty.ts';
import { differencesOf } from '../../nodes/PodFulfilment/api/difference.ts';
import { atOnce, inTurns } from '../../nodes/PodFulfilment/input/nextTurn.ts';
import { Findings } from '../../nodes/PodFulfilment/order/findings.ts';
import { labelsIn } from '../../nodes/PodFulfilment/order/compose/fieldLabel.ts';
import { completeItem } from '../../nodes/PodFulfilment/order/compose/completion.ts';
import { contentRefusal } from '../../nodes/PodFulfilment/order/place/existingOrder.ts';
import { failedValidation, validationLines } from '../../nodes/PodFulfilment/order/failedOrder.ts';
import { lineOptions } from '../../nodes/PodFulfilment/order/shop/lines/options.ts';
import {
	linePlacements,
	namedFilesOf,
} from '../../nodes/PodFulfilment/order/shop/lines/placements.ts';
import {
	type KeptPart,
	withKeptParts,
} from '../../nodes/PodFulfilment/order/shop/besideAddress.ts';
import { readOtherOrder, readShopifyOrder, readWooCommerceOrder } from './byLevel.ts';
import { rowsForLine } from '../../nodes/PodFulfilment/order/shop/lines/rowForLine.ts';
import { skuMappingOf } from '../../nodes/PodFulfilment/order/shop/lines/skuMapping.ts';
import { comparedItems, concealed } from '../../nodes/PodFulfilment/order/shop/compareShopOrder.ts';
import {
	composedBy,
	composedFromJson,
	composedFromShop,
	WAYS,
	type CustomerOrder,
} from './shopOrders/everyWay.ts';
import { readItems } from './rows.ts';
import { threadMs } from './threadTime.ts';
import { shopifyLine, shopifyOrder } from './shopOrders/shopify.ts';
import { asGraphql } from './shopOrders/shopifyGraphql.ts';
import { SAMPLES } from './shopOrders/sources.ts';
import { wooCommerceAddress, wooCommerceLine, wooCommerceOrder } from './shopOrders/wooCommerce.ts';
import { ourLine } from '../unit/order/shop/lines/composeWith.ts';

/** Work on an input that has grown to a size. It may pause: what counts is how long n8n does nothing else. */
export interface LargestInput {
	name: string;
	/** The smaller of the two sizes that are compared; the other one is four times as large. */
	size: number;
	/** Makes the input, and returns the work on it. */
	prepare(size: number): () => unknown;
}

const numbered = <Value>(count: number, valueOf: (index: number) => Value): Value[] =>
	Array.from({ length: count }, (_, index) => valueOf(index));

const READING = { sendTestOrders: true };

const PATHS = {
	orderNumber: 'number',
	lines: 'items',
	line: { sku: 'sku', quantity: 'quantity', id: 'id', name: 'name', price: 'price' },
	address: { name: 'name' },
};

const FILE = 'https://files.example.com/a.png';

const FDFA = '\uFDFA'.repeat(250);

/** Letters in no order, all different, of which the encoding of a host takes longest. */
const HANGUL = numbered(1_900, (index) =>
	String.fromCharCode(0xac00 + ((7_919 * index) % 11_172)),
).join('');

/** Marks on one letter that have to be put in order. */
const MARKS = `a${'\u0315'.repeat(50)}${'\u0334'.repeat(50)}`;

const itemsOf = (count: number, file: string): IDataObject[] =>
	numbered(count, (index) => ({
		variantId: 'v-1',
		quantity: 1,
		placements: [{ type: 'front', layers: [{ url: `https://files.example.com/${file}${index}` }] }],
	}));

/** Signs of which a text takes long to read: blanks, brackets, amounts, sizes, addresses, markup, U+FDFA, which becomes 18, and
 * marks that have to be put in order. */
const SIGNS = [
	...[
		'a',
		' a',
		' +1',
		' +€1',
		' | +€1',
		'[',
		'{"',
		'(1',
		'1',
		'.1',
		',a',
		'/',
		' / a',
		'"',
		'\\',
		'-',
	],
	...[
		'\uFDFA',
		'a\u0301',
		'\u0315\u0334',
		'👕',
		'&amp;',
		'&',
		'<',
		'<p>',
		'<a href=',
		'&nbsp;',
		'%41',
		'*',
		'_a',
		'aB',
	],
	...['XL ', '10x', '15 oz ', '1 to ', 'Size:S,', 'a\n', '.png', 'https://a.example/b.png '],
];

/** A text that a customer decides, and where it is in an order. */
const TEXTS: Readonly<Record<string, (text: string) => CustomerOrder>> = {
	'the value of a property': (text) => ({ properties: [['Text', text]] }),
	'the name of a property': (text) => ({ properties: [[text, 'x']] }),
	'the name and value of a print file': (text) => ({ properties: [[`Print file ${text}`, text]] }),
	'a size': (text) => ({ properties: [['Size', text]] }),
	'an option': (text) => ({ properties: [['dial', text]] }),
	'the name of an attribute': (text) => ({ attributes: [[text, 'x']] }),
	'a house number': (text) => ({ attributes: [['house_number', text]] }),
	'a parcel locker': (text) => ({ attributes: [['parcel_locker', `[${text}`]] }),
	'the address of a file': (file) => ({ file }),
	'a title': (title) => ({ title, variantTitle: title }),
	'a SKU': (sku) => ({ sku }),
	'a note and a shipping method': (text) => ({ note: text, shippingTitle: text }),
	'a status': (status) => ({ status }),
	'the lines of an address': (text) => ({
		address: { name: text, address1: text, address2: text, city: text },
		attributes: [['house_number', '1']],
	}),
	'the codes of an address': (text) => ({
		address: { zip: text, stateCode: text, countryCode: text, phone: text },
	}),
};

/** Lists whose length a customer decides. */
const LISTS: Readonly<Record<string, { size: number; order(size: number): CustomerOrder }>> = {
	'lines of 200 choices': {
		size: 25,
		order: (lines) => ({
			lines,
			properties: numbered(200, (index) => [`Choice ${index}`, 'A'] as const),
		}),
	},
	'plain lines': { size: 250, order: (lines) => ({ lines }) },
	'lines of 10 letters': {
		size: 125,
		order: (lines) => ({
			lines,
			properties: numbered(10, (index) => [`Letter ${index}`, 'A'] as const),
		}),
	},
	'lines of 12 choices, with rows that ask for them': {
		size: 30,
		order: (lines) => ({
			...{ lines, sku: 'S-1' },
			properties: numbered(12, (index) => [index === 0 ? 'Size' : `C ${index}`, 'M'] as const),
		}),
	},
	'lines whose row names a product, and which say its words': {
		size: 30,
		order: (lines) => ({
			...{ lines, sku: 'P-1' },
			properties: numbered(60, (index) => [`C ${index}`, `${index} / M, `.repeat(30)] as const),
		}),
	},
	'lines that are sets': {
		size: 80,
		order: (lines) => ({ lines, sku: 'SET-1', properties: [['Size', 'M']] }),
	},
	'lines that no variant has': {
		size: 100,
		order: (lines) => ({
			...{ lines, sku: 'OTHER' },
			properties: numbered(12, (index) => [`_custom_id${index}`, `abc-${index}-123`] as const),
		}),
	},
	'properties of a line': {
		size: 4_000,
		order: (size) => ({
			properties: numbered(size, (index) => [`Property ${index}`, `${index}`] as const),
		}),
	},
	'properties of a line, of 990 characters': {
		size: 60,
		order: (size) => ({
			properties: numbered(size, (index) => [`${index}${' +1'.repeat(327)}`, ' | +€1'.repeat(165)]),
		}),
	},
	'attributes of an order': {
		size: 5_000,
		order: (size) => ({ attributes: numbered(size, (index) => [`meta_${index}`, `${index}`]) }),
	},
	'attributes of an order that name a parcel locker': {
		size: 2_500,
		order: (size) => ({
			attributes: numbered(size, (index) => [`_locker_point_terminal_shop_parcel_${index}`, '']),
		}),
	},
	'properties of a line, whose names are U+FDFA': {
		size: 1_000,
		order: (size) => ({
			properties: numbered(size, (index) => [`${'\uFDFA'.repeat(40)}${index}`, 'x'] as const),
		}),
	},
	'properties of a line, whose names are marks': {
		size: 1_000,
		order: (size) => ({
			properties: numbered(size, (index) => [`${MARKS}${index}`, MARKS] as const),
		}),
	},
	'attributes of an order, whose names are marks': {
		size: 1_000,
		order: (size) => ({
			attributes: numbered(size, (index) => [`${MARKS}${index}`, MARKS] as const),
		}),
	},
	'print files of a line': {
		size: 2_000,
		order: (size) => ({ files: numbered(size, (index) => [`p${index}`, `${index}`] as const) }),
	},
	'print files of a line, whose hosts are 1,900 letters of Hangul': {
		size: 150,
		order: (size) => ({
			files: numbered(size, (index) => [`p${index}`, `https://${HANGUL}.example/${index}.png`]),
		}),
	},
	'attributes of an order, of 250 times U+FDFA': {
		size: 250,
		order: (size) => ({
			attributes: numbered(size, (index) => [`${index}${FDFA}`, FDFA] as const),
			address: { address1: FDFA, address2: FDFA, city: FDFA },
		}),
	},
};

/** All that a customer decides, in every way into an order: as many of each way, in the same order. */
export const CUSTOMER_INPUTS: readonly LargestInput[] = Object.keys(WAYS).flatMap((way) => [
	...Object.entries(TEXTS).map(([text, orderWith]): LargestInput => ({
		name: `${text}, in an order of ${way}`,
		size: 16_000,
		prepare: (size) => {
			const orders = SIGNS.map((sign) => orderWith(sign.repeat(Math.ceil(size / sign.length))));
			return async () => {
				for (const order of orders) await composedBy(way, order);
			};
		},
	})),
	...Object.entries(LISTS).map(([list, { size, order }]): LargestInput => ({
		name: `${list}, in an order of ${way}`,
		size,
		prepare: (count) => {
			const given = order(count);
			return async () => await composedBy(way, given);
		},
	})),
]);

const SHIPPED_BY = 'Abholung beim Händler / Größe XL – '.repeat(3);

const fieldsNamed = (size: number, nameOf: (index: number) => string): IDataObject =>
	Object.fromEntries(numbered(size, (index) => [nameOf(index), 'v']));

/** The same of the first line of a sample. */
const withLine = (shop: string, list: string, changed: IDataObject): IDataObject => {
	const { order } = SAMPLES[shop]!;
	const [line, ...others] = order[list] as IDataObject[];
	return { ...order, [list]: [{ ...line, ...changed }, ...others] };
};

/** All orders get the same file. */
const SAME_FILE = {
	printFileFrom: 'template',
	printFileTemplate: 'https://files.example.com/{sku}',
};

const shippingRows = (count: number) => ({
	row: numbered(count, (index) => ({ shopMethod: `Method ${index}`, shipping: 'STANDARD' })),
});

/** What a source has that no other one has, with as much of it as the JSON of an order may hold. */
const SOURCE_INPUTS: ReadonlyArray<
	readonly [name: string, size: number, order: (size: number) => IDataObject, given?: IDataObject]
> = [
	[
		'fields of an address of WooCommerce, whose names are U+FDFA',
		36_000,
		(size) =>
			wooCommerceOrder([wooCommerceLine({ id: 1 })], {
				shipping: {
					...wooCommerceAddress(),
					...fieldsNamed(size, (index) => `${'\uFDFA'.repeat(40)}${index}`),
				},
			}),
	],
	[
		'metadata of a line of WooCommerce, whose names are words',
		20_000,
		(size) =>
			wooCommerceOrder([
				wooCommerceLine({
					...{ id: 1, sku: 'TEE-M' },
					meta_data: numbered(size, (index) => ({ key: `${SHIPPED_BY}${index}`, value: 'x' })),
				}),
			]),
	],
	[
		'bundles of WooCommerce that share their parts',
		2_400,
		(size) =>
			wooCommerceOrder([
				...numbered(size, (id) => ({
					...{ id, product_id: 7, sku: 'A', quantity: 1 },
					meta_data: [{ key: 'woosb_ids', value: '1' }],
				})),
				...numbered(size, (index) => ({
					...{ id: size + index, product_id: 8, sku: 'TEE-M', quantity: 1 },
					meta_data: [{ key: 'woosb_parent_id', value: '7' }],
				})),
			]),
	],
	[
		'shipping lines of Shopify',
		20_000,
		(size) =>
			shopifyOrder([shopifyLine({ id: 1 })], {
				shipping_lines: numbered(size, (index) => ({ title: `${SHIPPED_BY}${index}`, code: 'x' })),
			}),
	],
	[
		'shipping lines of Squarespace',
		20_000,
		(size) => ({
			...SAMPLES.squarespace!.order,
			shippingLines: numbered(size, (index) => ({ method: `${SHIPPED_BY}${index}` })),
		}),
	],
	[
		'fields of an order of Shopify (GraphQL), whose names are capitals',
		50_000,
		(size) => ({
			...asGraphql(shopifyOrder([shopifyLine({ id: 1 })])),
			...fieldsNamed(size, (index) => `K${'AbC'.repeat(6)}${index}`),
		}),
	],
	[
		'texts of a line of Wix, with as many that it shows',
		10_000,
		(size) =>
			withLine('wix', 'lineItems', {
				descriptionLines: numbered(size, (index) => ({
					name: { original: `${SHIPPED_BY}${index}` },
				})),
				catalogReference: {
					options: { customTextFields: fieldsNamed(size, (index) => `z${SHIPPED_BY}${index}`) },
				},
			}),
	],
	[
		'variations of Etsy, of entities',
		20_000,
		(size) =>
			withLine('etsy', 'transactions', {
				variations: numbered(size, (index) => ({
					formatted_name: `${'&amp;'.repeat(14)}${index}`,
					formatted_value: '&amp;'.repeat(14),
				})),
			}),
	],
	[
		'lines of a street of Ecwid',
		1_000_000,
		(size) => ({
			...SAMPLES.ecwid!.order,
			shippingPerson: {
				...(SAMPLES.ecwid!.order.shippingPerson as IDataObject),
				street: 'a\n'.repeat(size),
			},
		}),
	],
	[
		'print files in one line of Shop Other',
		27_000,
		(size) => ({
			number: '1',
			items: [
				{
					...{ sku: 'TEE-M', quantity: 1 },
					'Print file': numbered(size, (index) => ({ type: `é${index}`, url: `${FILE}?${index}` })),
				},
			],
		}),
		{ shop: 'other', whichOrders: 'all' },
	],
	[
		'values of a line of Shopify, in brackets, with as many parts, of a product of 500 variants',
		250,
		(size) =>
			shopifyOrder([
				shopifyLine({
					...{ id: 1, sku: 'CAP-0' },
					properties: numbered(size, (index) => ({ name: `C ${index}`, value: 'M('.repeat(150) })),
				}),
			]),
		SAME_FILE,
	],
	[
		'fields of the checkout of Ecwid, where all orders get one file',
		5_000,
		(size) => ({
			...SAMPLES.ecwid!.order,
			orderExtraFields: numbered(size, (index) => ({
				title: `${index}${'&nbsp;'.repeat(45)}+€1`,
				value: `${index}${'&nbsp;'.repeat(45)}+€1`,
			})),
		}),
		SAME_FILE,
	],
	[
		'shipping lines of Shopify, with rows of Shipping Mapping',
		1_000,
		() =>
			shopifyOrder([shopifyLine({ id: 1 })], {
				shipping_lines: numbered(50, (index) => ({
					title: `${'a '.repeat(120)}${index}`,
					code: `${'b '.repeat(120)}${index}`,
				})),
			}),
		{ options: { shippingMapping: shippingRows(1_000) } },
	],
	[
		'names in Also Print On, with as many print files as are read',
		5_000,
		() =>
			shopifyOrder([
				shopifyLine({
					...{ id: 1, sku: 'TEE-M' },
					properties: numbered(200, (index) => ({
						...{ name: `Print file p${index}`, value: `${FILE}?${index}` },
					})),
				}),
			]),
		{
			options: {
				printFilePlacements: numbered(5_000, (index) => `plé ${index}`).join(','),
			},
		},
	],
	[
		'cells in lines of Shop Other, by which the order is known',
		4_000,
		(size) => ({
			data: numbered(size, (id) => ({
				...{ id, sku: 'TEE-M', quantity: 1, Street: 'e\u0301 '.repeat(310) },
			})),
		}),
		{
			...{ shop: 'other', whichOrders: 'all', linesField: 'data' },
			orderNumberField: 'data[0].Street',
			addressFields: Object.fromEntries(
				['name', 'address1', 'city', 'zip'].map((part) => [part, 'data[0].Street']),
			),
		},
	],
	[
		'lists in a field with a long name, of an order that no shop knows',
		500,
		(size) => ({
			['n'.repeat(100_000)]: Object.fromEntries(numbered(size, (index) => [`a${index}`, [{}]])),
		}),
	],
	[
		'properties of a line of Shopify, beside attributes of its cart',
		12_000,
		(size) =>
			shopifyOrder(
				[
					shopifyLine({
						id: 1,
						properties: numbered(size, (index) => ({ name: `é${index}`, value: 'x' })),
					}),
				],
				{ note_attributes: numbered(size, (index) => ({ name: `é${index}`, value: 'x' })) },
			),
	],
];

/** What is only in the orders of one source, or decided by somebody else. */
export const OTHER_INPUTS: readonly LargestInput[] = [
	...SOURCE_INPUTS.map(([name, size, orderOf, given]): LargestInput => ({
		...{ name, size },
		prepare: (count) => {
			const order = orderOf(count);
			return async () => await composedFromShop(order, given);
		},
	})),
	{
		name: 'commas of a street in Brazil, beside a house number that is kept aside',
		size: 400_000,
		prepare(size) {
			const recipient = { countryCode: 'BR', address1: `Rua ${'a,'.repeat(size)}` };
			const parts: KeptPart[] = [{ kind: 'number', text: '15' }];
			return () => withKeptParts(recipient, parts, new Findings('address'));
		},
	},
	{
		name: 'properties of a line of Shop Other, nested',
		size: 20_000,
		prepare(size) {
			const line: IDataObject = { sku: 'A', quantity: 1 };
			for (let group = 0; group < size / 200; group += 1) {
				line[`Print file ${group}`] = Object.fromEntries(
					numbered(200, (index) => [`o${index}`, `${FILE}?${index}`]),
				);
			}
			return () => {
				const { lines } = readOtherOrder({ number: '1', items: [line] }, PATHS);
				return namedFilesOf(lines[0]?.properties ?? [], fileNamesOf('Print file'));
			};
		},
	},
	{
		name: 'names and values in the lists of a line of Shop Other',
		size: 20_000,
		prepare(size) {
			const options = numbered(size, (index) => ({ name: `o${index}`, value: `${index}` }));
			const items = [{ sku: 'A', quantity: 1, options, files: { list: options } }];
			return () => readOtherOrder({ number: '1', items }, PATHS);
		},
	},
	{
		name: 'lines of Shop Other that belong to one another',
		size: 1_000,
		prepare(size) {
			const items = numbered(size, (id) => ({ id, sku: 'A', quantity: 1, parent_id: id - 1 }));
			return () => readOtherOrder({ number: '1', items }, PATHS);
		},
	},
	{
		name: 'letters of the name of a property',
		size: 20_000,
		prepare(size) {
			const items = [{ sku: 'A', quantity: 1, [`Print file ${'png'.repeat(size)}x`]: FILE }];
			return () => {
				const { lines } = readOtherOrder({ number: '1', items }, PATHS);
				return namedFilesOf(lines[0]?.properties ?? [], fileNamesOf('Print file'));
			};
		},
	},
	{
		name: 'lines of WooCommerce with as many lines of refunds',
		size: 1_000,
		prepare(size) {
			const order = {
				id: 1,
				billing: {},
				status: 'processing',
				line_items: numbered(size, (id) => ({ id, product_id: id, quantity: 2 })),
				refunds: [{ line_items: numbered(size, (id) => ({ refunded_item_id: id, quantity: -1 })) }],
			};
			return () => readWooCommerceOrder(order, READING);
		},
	},
	{
		name: 'lines of Shopify with as many lines of refunds',
		size: 1_000,
		prepare(size) {
			const order = {
				...shopifyOrder(numbered(size, (id) => ({ id, quantity: 2 }))),
				refunds: [
					{ refund_line_items: numbered(size, (id) => ({ line_item_id: id, quantity: 1 })) },
				],
			};
			return () => readShopifyOrder(order, READING);
		},
	},
	{
		name: 'rows of SKU Mapping',
		size: 5_000,
		prepare(size) {
			const rows = numbered(size, (index) => ({
				shopSku: `S-${index}`,
				sku: 'TEE-M',
				printFileUrl: FILE,
			}));
			return () => skuMappingOf({}, rows);
		},
	},
	{
		name: 'rows of SKU Mapping for one SKU, and the properties of a line that they ask for',
		size: 1_000,
		prepare(size) {
			const rows = numbered(size, (index) => ({
				...{ shopSku: 'S', sku: `TEE-${index}` },
				when: { [`Property ${index % 250}`]: `value ${index}` },
			}));
			const mapping = skuMappingOf({}, rows);
			const properties = numbered(250, (index) => ({
				names: [`Property ${index}`],
				value: `value ${index === 0 ? size - 250 : 0}`,
			}));
			const line = { label: 'Line 1', inProblems: 'Line 1', sku: 'S', quantity: 1, properties };
			return () => rowsForLine('S', line, mapping);
		},
	},
	{
		name: 'files and options of a row of SKU Mapping',
		// V8 keeps the names of an object with 2,000 at hand, and makes the list of 8,000 anew: 15 times the time by itself.
		size: 8_000,
		prepare(size) {
			const entries = Object.fromEntries(numbered(size, (index) => [`p${index}`, FILE]));
			return () => skuMappingOf({}, [{ shopSku: 'S', files: entries, options: entries }]);
		},
	},
	{
		name: 'options of a variant, in rows of properties',
		size: 2_000,
		prepare(size) {
			const values = numbered(size, (index) => `o${index}`);
			const variant = {
				name: 'V',
				itemName: 'V',
				inStock: true,
				placements: [],
				options: values.map((id) => ({ id, label: id, required: false, values: [] })),
			};
			const properties = values
				.slice(-250)
				.map((name) => ({ names: [name, `pa_${name}`], value: '1' }));
			return () =>
				numbered(size / 100, () =>
					lineOptions(
						ourLine({
							line: { label: 'Line 1', inProblems: 'Line 1', sku: 'S', quantity: 1, properties },
							variant,
						}),
					),
				);
		},
	},
	{
		name: 'items of an order that match none of an existing one',
		size: 1_500,
		prepare(size) {
			const [sent, existing] = [itemsOf(size, 'a'), itemsOf(size, 'b')];
			return () => differencesOf({ orderItems: sent }, { orderItems: existing });
		},
	},
	{
		name: 'items of an order that match those of an existing one in another order',
		size: 1_500,
		prepare(size) {
			const [sent, existing] = [itemsOf(size, 'a'), itemsOf(size, 'a').reverse()];
			return () => differencesOf({ orderItems: sent }, { orderItems: existing });
		},
	},
	{
		name: 'lines that are compared with those of an existing order',
		size: 5_000,
		prepare(size) {
			const items = itemsOf(size, 'a').map((item, index) => ({ ...item, externalId: `${index}` }));
			const lines = items.map((item) => ({ label: 'L', item, kept: 1, due: 1 })) as never;
			const uncomposedIds = numbered(size, (index) => `u${index}`);
			return () => comparedItems({ orderItems: items }, { lines, uncomposedIds });
		},
	},
	{
		name: 'findings of the validation, one for each item',
		size: 5_000,
		prepare(size) {
			const orderItems = numbered(size, (index) => ({
				id: `i${index}`,
				errors: [{ code: 1001, message: `File ${index}` }],
			}));
			return () => validationLines({ id: '1', orderItems }, (path) => path);
		},
	},
	{
		name: 'columns of a row, each one letter off a known one',
		size: 1_200,
		prepare(size) {
			const columns = numbered(size, (index) => [`Quantit${index}`, SIGNS.join(' ')] as const);
			const row = { 'Order Number': '1', SKU: 'A', Quantity: 1, ...Object.fromEntries(columns) };
			return () => atOnce(readItems([row]));
		},
	},
	...['recipientJson', 'itemsJson'].flatMap((parameter): LargestInput[] => [
		{
			name: `fields of an object in ${parameter}`,
			size: 12_000,
			prepare(size) {
				const fields = Object.fromEntries(numbered(size, (index) => [`k${index}`, 'v']));
				const given = { [parameter]: parameter === 'itemsJson' ? [fields] : fields };
				return async () => await composedFromJson(given);
			},
		},
		{
			name: `brackets that are closed, before what is no JSON, in ${parameter}`,
			size: 99_000,
			prepare(size) {
				const given = { [parameter]: `${'['.repeat(size)}${']'.repeat(size)}x` };
				return async () => await composedFromJson(given);
			},
		},
		{
			name: `entries in ${parameter}`,
			size: 1_250,
			prepare(size) {
				const given = { [parameter]: numbered(size, () => ({})) };
				return async () => await composedFromJson(given);
			},
		},
	]),
	{
		name: 'options of the placements of an item in itemsJson',
		size: 150,
		prepare(size) {
			const placements = numbered(200, () => ({
				...{ layers: [{ url: FILE }], placementOptions: numbered(size, () => ({})) },
			}));
			const given = { itemsJson: [{ variantId: 'v', quantity: 1, placements }] };
			return async () => await composedFromJson(given);
		},
	},
	{
		name: 'texts in itemsJson, below 90 names of 250 characters',
		size: 90_000,
		prepare(size) {
			let nested: unknown = numbered(size, () => 'a');
			for (let depth = 0; depth < 90; depth += 1) nested = { ['n'.repeat(250)]: nested };
			const item = { variantId: 'v', quantity: 1, files: FILE, nested };
			return async () => await composedFromJson({ itemsJson: [item as IDataObject] });
		},
	},
	{
		name: 'letters of the column Shipping, with rows of Shipping Mapping',
		size: 1_900_000,
		prepare(size) {
			const row = { 'Order Number': '1', SKU: 'TEE-M', Shipping: 'é '.repeat(size / 2) };
			const given = { orderFrom: 'rows', row, options: { shippingMapping: shippingRows(100) } };
			return async () => await composedFromShop(undefined, given);
		},
	},
	{
		name: 'columns Tracking, each a list',
		size: 38,
		prepare(size) {
			const columns = numbered(size, (index) => [
				`T${'.'.repeat(index)}racking`,
				numbered(100, (entry) => `${'-'.repeat(980)}${index} ${entry}`),
			]);
			const row = { 'Order Number': '1', SKU: 'A', ...Object.fromEntries(columns) };
			return async () => await inTurns(readItems([row])).catch(() => undefined);
		},
	},
	{
		name: 'rows that have a tracking number',
		size: 4_900,
		prepare(size) {
			const rows = numbered(size, (index) => ({
				...{ row_number: index, 'Order Number': '1', SKU: `A-${index}`, Name: 'Mara' },
				Tracking: `${'-'.repeat(985)}12345678`,
			}));
			return async () => await inTurns(readItems(rows)).catch(() => undefined);
		},
	},
	{
		name: 'products of an answer, with one long SKU',
		size: 1_000,
		prepare(size) {
			const list = { products: numbered(size, () => ({ quantity: 1 })) };
			const answers = { 'Order Number': '1', 'Print file': FILE, SKU: 'S'.repeat(200_000), list };
			const row = { formID: '1', submissionID: '2', rawRequest: answers };
			return async () => await composedFromShop(undefined, { orderFrom: 'rows', row });
		},
	},
	{
		name: 'headings of 64 kB, which hints name',
		size: 50,
		prepare(size) {
			const headings = numbered(size, (index) => [`${index}${'%252541'.repeat(9_000)}`, 'x']);
			const row = { 'Order Number': '1', SKU: 'A', Name: 'Mara', ...Object.fromEntries(headings) };
			const given = { orderFrom: 'rows', row, then: 'check', options: { fillFromCatalog: false } };
			return async () => await runOperation(create, given, []).catch(() => undefined);
		},
	},
	{
		name: 'fields of a recipient that is changed, in JSON',
		size: 300_000,
		prepare(size) {
			const recipientJson = `{${numbered(size, (index) => `"k${index}":1`).join(',')}}`;
			const given = { orderId: { mode: 'id', value: '1' }, updateFields: { recipientJson } };
			return async () => await runOperation(update, given, []).catch(() => undefined);
		},
	},
	{
		name: 'columns of a row, with as many lines of Column Names as are read',
		size: 4_900,
		prepare(size) {
			const columns = numbered(size, (index) => [`Column ${index}`, 'x'] as const);
			const row = { 'Order Number': '1', SKU: 'A', ...Object.fromEntries(columns) };
			const lines = numbered(200, (index) => `Print file p${index} = C ${index}`);
			const columnNames = lines.join('\n');
			return async () => await inTurns(readItems([row], { columnNames })).catch(() => undefined);
		},
	},
	{
		name: 'fields of a record, whose names are Hangul',
		size: 4_900,
		prepare(size) {
			const letters = HANGUL.slice(0, 245);
			const columns = numbered(size, (index) => [`${letters}${index}`, 'x'] as const);
			const row = { 'Order Number': '1', SKU: 'A', ...Object.fromEntries(columns) };
			return async () => await inTurns(readItems([row])).catch(() => undefined);
		},
	},
	{
		name: 'products of an answer, with as many other columns',
		size: 1_000,
		prepare(size) {
			const columns = Object.fromEntries(numbered(size, (index) => [`Note ${index}`, 'x']));
			const list = { products: numbered(size, (index) => ({ productName: `Cup ${index}` })) };
			const answer = { formID: '1', submissionID: '2', rawRequest: { ...columns, list } };
			return async () => await inTurns(readItems([answer])).catch(() => undefined);
		},
	},
	{
		name: 'rows whose cells are JSON that says nothing',
		size: 60,
		prepare(size) {
			const nothing = `[${'null,'.repeat(1_900)}null]`;
			const columns = 'Name, Company, Address 1, City, Zip, State, Country, Phone, Email, Tracking';
			const cells = Object.fromEntries(columns.split(', ').map((column) => [column, nothing]));
			const rows = numbered(size, () => ({ 'Order Number': '1', SKU: 'A', ...cells }));
			return async () => await inTurns(readItems(rows));
		},
	},
	{
		name: 'a list in the column Tracking, which has no number',
		size: 20_000,
		prepare(size) {
			const row = {
				'Order Number': '1',
				SKU: 'A',
				Name: 'Mara',
				Tracking: numbered(size, () => 'x 1'),
			};
			return async () => await inTurns(readItems([row]));
		},
	},
	{
		name: 'lines of another shop with a price, beside as many fields of their order',
		size: 1_200,
		prepare(size) {
			const fields = Object.fromEntries(numbered(10 * size, (index) => [`field${index}`, 'text']));
			const items = numbered(size, (index) => ({
				id: index,
				sku: 'A',
				quantity: 1,
				price: '2.50',
			}));
			return () => readOtherOrder({ number: 7, items, ...fields }, PATHS);
		},
	},
	{
		name: 'paths of another shop in one field',
		size: 20_000,
		prepare(size) {
			const path = ',a'.repeat(size);
			const paths = { ...PATHS, address: { name: path }, line: { ...PATHS.line, price: path } };
			return () => readOtherOrder({ number: 7, items: [{ sku: 'A', quantity: 1 }] }, paths);
		},
	},
	{
		name: 'fields of an order of another shop, of its line and of a file, whose names are Hangul',
		size: 2_500,
		prepare(size) {
			const letters = HANGUL.slice(0, 245);
			const fields = Object.fromEntries(numbered(size, (index) => [`${letters}${index}`, 'x']));
			const line = { sku: 'A', quantity: 1, ...fields, files: [{ url: FILE, ...fields }] };
			const order = { number: 7, street: 'Weg 1', items: [line], ...fields };
			const paths = { ...PATHS, address: { address1: 'street' } };
			const asked = { conditions: () => ['a.b'], printFile: 'files[0].url' };
			return () => readOtherOrder(order, paths, asked);
		},
	},
	{
		name: 'rows with columns of their own',
		size: 1_200,
		prepare(size) {
			const own = Object.fromEntries(numbered(20, (index) => [`Column ${index}`, 'x']));
			const rows = numbered(size, (index) => ({
				...{ row_number: index, 'Order Number': '1', SKU: `A-${index}`, Name: 'Mara' },
				...own,
			}));
			return async () => await inTurns(readItems(rows));
		},
	},
	{
		name: 'rows of one SKU, compared with as many in another order',
		size: 1_000,
		prepare(size) {
			const lines = itemsOf(size, 'a').map((item, index) => ({
				...{ label: `Row ${index}`, inProblems: '', piecesKept: 1, piecesToSend: 1, exists: false },
				item: { ...item, externalId: `A (${index + 1})` },
			}));
			const orderItems = lines.map(({ item }) => item).reverse();
			return () => comparedItems({ orderItems }, { lines, uncomposedIds: [] } as never, true);
		},
	},
	{
		name: 'findings of the validation, in the error of an order that failed',
		size: 5_000,
		prepare(size) {
			const orderItems = numbered(size, (index) => ({
				id: `i${index}`,
				name: `Cup ${index}`,
				errors: [{ code: 9000, message: `File ${index}` }],
			}));
			const order = { id: '1', status: 'failed', orderItems };
			return () => failedValidation(order, 'A-1', { labelOf: (path) => path });
		},
	},
	{
		name: 'placements and options of an item, with as many of its variant',
		size: 2_000,
		prepare(size) {
			const variant = {
				...{ name: 'V', itemName: 'V', inStock: true },
				placements: numbered(size, (index) => ({
					...{ type: `place_${index}`, required: true, techniques: ['print'] },
				})),
				options: numbered(size, (index) => ({
					...{ id: `o${index}`, label: `O ${index}`, required: true, values: ['1'] },
				})),
			};
			const placements = numbered(size, (index) => ({
				...(index % 2 === 0 && { type: `Place ${size - index}` }),
				layers: [{ url: FILE, type: 'file' }],
			}));
			const options = numbered(size, (index) => ({ id: `o${size - index}`, value: '2' }));
			return () => {
				const { check } = new Findings();
				return completeItem(
					{ variantId: 'v', quantity: 1, placements, options },
					{ ...variant },
					labelsIn('Item 1'),
					check,
				);
			};
		},
	},
	{
		name: 'files and options of a row of SKU Mapping, with as many of its variant',
		size: 1_000,
		prepare(size) {
			const names = numbered(size, (index) => `p${index}`);
			const variant = {
				...{ name: 'V', itemName: 'V', inStock: true },
				placements: names.map((type) => ({ type, required: true, techniques: [] })),
				options: names.map((id) => ({ id, label: id, required: true, values: [] })),
			};
			const row = {
				field: 'Row 1',
				files: names.map((name) => ({ placement: name.toUpperCase(), url: FILE, field: name })),
				options: names.map((name) => ({ name: name.toUpperCase(), value: '1', field: name })),
			};
			const line = {
				label: 'Line 1',
				inProblems: 'Line 1',
				sku: 'S',
				properties: [],
				quantity: 1,
				row,
			} as never;
			return () => {
				const ours = ourLine({ line, variant: { ...variant } });
				return [linePlacements(ours), lineOptions(ours)];
			};
		},
	},
	{
		name: 'differences of a shop order from an existing one',
		size: 2_000,
		prepare(size) {
			const differences = numbered(size, (index) => ({
				path: `orderItems[${index}].quantity`,
				sent: 1,
				existing: 2,
			}));
			const composed = { labelOf: (path: string) => path };
			return () =>
				contentRefusal('A-1', {}, composed, { differences: concealed('wooCommerce', differences) });
		},
	},
];

export const LARGEST_INPUTS: readonly LargestInput[] = [...CUSTOMER_INPUTS, ...OTHER_INPUTS];

const ROUNDS = 7;

/** A round lasts at least so long, in ms: shorter ones are measured too coarsely. */
const ROUND_MS = 5;

const MAX_TIMES = 1_000;

/** Processor time of doing all works so many times, in ms for one time. */
async function measured(works: ReadonlyArray<() => unknown>, times: number): Promise<number> {
	globalThis.gc?.();
	const startMs = threadMs();
	// The results are kept, as those of one larger work are.
	for (let time = 0; time < times; time += 1) {
		await Promise.all(works.map(async (work) => await Promise.resolve(work())));
	}
	return (threadMs() - startMs) / times;
}

/** How often works have to be done for a round. */
async function timesOf(works: ReadonlyArray<() => unknown>): Promise<number> {
	// Twice, so that the second one finds the code compiled.
	await measured(works, 1);
	const ms = await measured(works, 1);
	return Math.max(1, Math.min(MAX_TIMES, Math.ceil(ROUND_MS / Math.max(ms, 0.001))));
}

/**
 * Processor times of the work on an input, and on one that is four times as large, in ms: the least of several rounds, which
 * take turns. What else happens on the machine or in the heap makes a round longer, and none shorter. The time of the
 * smaller one is that of four such inputs by four: both sides then read and leave equally much memory.
 */
export async function growthOf({
	size,
	prepare,
}: LargestInput): Promise<{ fewMs: number; manyMs: number }> {
	const few = numbered(4, () => prepare(size));
	const many = [prepare(4 * size)];
	const [timesFew, timesMany] = [await timesOf(few), await timesOf(many)];
	const rounds: Array<{ fewMs: number; manyMs: number }> = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		rounds.push({
			fewMs: (await measured(few, timesFew)) / few.length,
			manyMs: await measured(many, timesMany),
		});
	}
	return {
		fewMs: Math.min(...rounds.map(({ fewMs }) => fewMs)),
		manyMs: Math.min(...rounds.map(({ manyMs }) => manyMs)),
	};
}
