/**
 * Orders of a shop with a catalog of its own, written with the documents alone, before anybody saw what becomes of them.
 * Rules for lines are measured on them; whoever changes a rule leaves them as they are.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { shopifyLine, shopifyOrder } from './shopify.ts';
import etsyOrder from './sources/etsy.json' with { type: 'json' };
import stripeOrder from './sources/stripe.json' with { type: 'json' };
import { wooCommerceLine, wooCommerceOrder } from './wooCommerce.ts';

const placement = (type: string, required: boolean): IDataObject => ({
	...{ type, required, technique: 'direct_print', techniques: ['direct_print'] },
	area: { width: 4500, height: 5400, section: { top: 0, right: 0, bottom: 0, left: 0 } },
});

const FRONT = [placement('front', true), placement('back', false)];
const MAIN = [placement('main', true)];

const variant = (sku: string, name: string, placements: IDataObject[]) => ({
	...{ id: `id-of-${sku}`, sku, name, inStock: true, placements, options: [] },
});

const COLOURS = {
	...{ BLK: 'Black', WHT: 'White', NVY: 'Navy', HNV: 'Heather Navy' },
	...{ FOR: 'Forest Green', SPG: 'Sport Grey', RED: 'Red', MUS: 'Mustard' },
};
const SIZES = ['S', 'M', 'L', 'XL', '2XL', '3XL'];

export const UNSEEN_CATALOG = [
	{
		id: 'tee',
		name: 'Softstyle Tee',
		variants: Object.entries(COLOURS).flatMap(([code, colour]) =>
			SIZES.map((size) =>
				variant(`ST-${code}-${size}`, `Softstyle Tee - ${colour} / ${size}`, [
					...FRONT,
					placement('sleeve_left', false),
				]),
			),
		),
	},
	{
		id: 'mug',
		name: 'Ceramic Mug',
		variants: ['11', '15', '20'].map((oz) =>
			variant(`CM-${oz}OZ`, `Ceramic Mug - White / ${oz} oz`, MAIN),
		),
	},
	{
		id: 'case',
		name: 'Tough Case',
		variants: [
			['IP15', 'iPhone 15'],
			['IP15P', 'iPhone 15 Pro'],
			['IP15PM', 'iPhone 15 Pro Max'],
			['S24', 'Samsung Galaxy S24'],
			['S24U', 'Samsung Galaxy S24 Ultra'],
		].map(([code, model]) => variant(`TC-${code}`, `Tough Case - ${model}`, MAIN)),
	},
	{
		id: 'poster',
		name: 'Matte Poster',
		variants: [
			['A4', 'A4'],
			['A3', 'A3'],
			['A2', 'A2'],
			['3040', '30 x 40 cm'],
			['5070', '50 x 70 cm'],
		].map(([code, format]) => variant(`MP-${code}`, `Matte Poster - ${format}`, MAIN)),
	},
	{
		id: 'hoodie',
		name: 'Heavy Hoodie',
		variants: [
			['BLK', 'Black'],
			['GRY', 'Grey'],
		].flatMap(([code, colour]) =>
			['S', 'M', 'L', 'XL'].map((size) =>
				variant(`HH-${code}-${size}`, `Heavy Hoodie - ${colour} / ${size}`, FRONT),
			),
		),
	},
	{
		id: 'tote',
		name: 'Cotton Tote',
		variants: [
			['NAT', 'Natural'],
			['BLK', 'Black'],
		].map(([code, colour]) =>
			variant(`CT-${code}`, `Cotton Tote - ${colour}`, [placement('front', true)]),
		),
	},
];

const FILE = 'https://files.example.com/1001.png';
type Pairs = Record<string, string>;

let lineId = 0;
const shopify = (
	sku: string | null,
	title: string,
	variant_title: string | null,
	properties: Pairs = {},
	changes: IDataObject = {},
) =>
	shopifyLine({
		id: 466_157_000 + ++lineId,
		...{ sku, title, variant_title, name: variant_title ? `${title} - ${variant_title}` : title },
		properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
		...changes,
	});
const ofShopify = (lines: IDataObject[], changes: IDataObject = {}): IDataObject =>
	shopifyOrder(lines, changes);

const woo = (sku: string, name: string, meta: Pairs, changes: IDataObject = {}) =>
	wooCommerceLine({
		id: 300 + ++lineId,
		...{ sku, name, parent_name: name.split(' - ')[0] },
		meta_data: Object.entries(meta).map(([key, value], id) => ({
			id: id + 1,
			key,
			value: key.startsWith('pa_') ? value.toLowerCase().replaceAll(' ', '-') : value,
			display_key: key.startsWith('pa_') ? key[3]!.toUpperCase() + key.slice(4) : key,
			display_value: value,
		})),
		...changes,
	});
const ofWoo = (lines: IDataObject[], changes: IDataObject = {}): IDataObject =>
	wooCommerceOrder(lines, changes);

const etsy = (
	sku: string,
	title: string,
	variations: Pairs,
	changes: IDataObject = {},
): IDataObject => ({
	...etsyOrder.transactions[0],
	...{ transaction_id: 4735900001 + ++lineId, sku, title, product_data: [] },
	variations: Object.entries(variations).map(([formatted_name, formatted_value], id) => ({
		...{ property_id: 200 + id, value_id: 5200 + id, formatted_name, formatted_value },
	})),
	...changes,
});
const ofEtsy = (transactions: IDataObject[], changes: IDataObject = {}): IDataObject => ({
	...etsyOrder,
	transactions,
	...changes,
});

const stripe = (
	sku: string,
	description: string,
	nickname: string | null = null,
	quantity = 1,
): IDataObject => {
	const line = structuredClone(stripeOrder.line_items.data[0]!) as IDataObject;
	const id = ++lineId;
	return {
		...line,
		id: `li_${id}`,
		description,
		quantity,
		price: { ...(line.price as IDataObject), id: `price_${id}`, nickname, metadata: { sku } },
	};
};
const customField = (label: string, value: string): IDataObject => ({
	...{ key: label.toLowerCase().replace(/\W/g, ''), type: 'text', optional: true },
	...{
		label: { type: 'custom', custom: label },
		text: { value, default_value: null, maximum_length: null, minimum_length: null },
	},
});
const ofStripe = (data: IDataObject[], custom_fields: IDataObject[] = []): IDataObject => ({
	...stripeOrder,
	custom_fields,
	line_items: { ...stripeOrder.line_items, data },
});

const row = (changes: IDataObject): IDataObject => ({
	...{
		row_number: 2,
		'Order Number': 'R-17',
		Name: 'Mara Odell',
		Street: '12 Harbour Street',
		City: 'Boston',
	},
	...{ State: 'MA', Zip: '02110', Country: 'US', Quantity: 1, 'Print File': FILE, Tracking: '' },
	...changes,
});

type Settings = INodeParameters & { options?: INodeParameters };
/** One file for all orders. */
const T: Settings = {
	printFileFrom: 'template',
	printFileTemplate: 'https://files.example.com/{sku}.png',
};
/** The file is in the line. */
const P: Settings = {};
const PRINT = { _print_file: FILE };

export interface UnseenOrder {
	name: string;
	/** One order, or the rows of one. */
	given: IDataObject[];
	settings: Settings;
	/** What its owner wants. */
	wanted: 'sent' | 'stopped';
	/** The SKUs of its items, where it is sent. */
	skus?: string[];
	/** What is reviewed without need, until its owner lists it in Properties to Ignore. */
	ignored?: string[];
	/** Whether it is missed, as docs/guesses.md says. */
	isMissed?: true;
}

const listed = (order: IDataObject | IDataObject[]): IDataObject[] => [order].flat();

const good = (
	name: string,
	order: IDataObject | IDataObject[],
	settings: Settings,
	skus: string[],
	ignored: string[] = [],
): UnseenOrder => ({ name, given: listed(order), settings, wanted: 'sent', skus, ignored });

const bad = (
	name: string,
	order: IDataObject | IDataObject[],
	settings: Settings,
	changes: Partial<UnseenOrder> = {},
): UnseenOrder => ({ name, given: listed(order), settings, wanted: 'stopped', ...changes });

/** Twenty that an owner wants sent. */
export const GOOD_ORDERS: UnseenOrder[] = [
	good(
		'Shopify: tee Black / M, file in the line',
		ofShopify([shopify('ST-BLK-M', 'Bear Tee', 'Black / M', PRINT)]),
		P,
		['ST-BLK-M'],
	),
	good(
		'Woo: Color Heather Navy, Size XL',
		ofWoo([
			woo('ST-HNV-XL', 'Bear Tee - Heather Navy, XL', { pa_color: 'Heather Navy', pa_size: 'XL' }),
		]),
		T,
		['ST-HNV-XL'],
	),
	good(
		'Etsy: Black, XX-Large, personalization not requested',
		ofEtsy([
			etsy('ST-BLK-2XL', 'Bear Tee | Gift for Him', {
				'Primary color': 'Black',
				Size: '2XL',
				Personalization: 'Not requested on this item.',
			}),
		]),
		T,
		['ST-BLK-2XL'],
	),
	good(
		'Stripe: tee and mug',
		ofStripe([
			stripe('ST-WHT-S', 'Bear Tee', 'White / S'),
			stripe('CM-11OZ', 'Bear Mug', '11 oz', 2),
		]),
		T,
		['ST-WHT-S', 'CM-11OZ'],
	),
	good(
		'Rows: two rows of one order',
		[
			row({ SKU: 'ST-RED-L', Size: 'L', Color: 'Red' }),
			row({ row_number: 3, SKU: 'CT-NAT', Size: '', Color: 'Natural' }),
		],
		P,
		['ST-RED-L', 'CT-NAT'],
	),
	good(
		'Shopify: mug 15oz, written in one word',
		ofShopify([shopify('CM-15OZ', 'Bear Mug', '15oz / White', PRINT)]),
		P,
		['CM-15OZ'],
	),
	good(
		'Shopify: case iPhone 15 Pro Max / Glossy',
		ofShopify([shopify('TC-IP15PM', 'Bear Case', 'iPhone 15 Pro Max / Glossy', PRINT)]),
		P,
		['TC-IP15PM'],
	),
	good(
		'Woo: Device iPhone 15',
		ofWoo([
			woo('TC-IP15', 'Bear Case - iPhone 15, Matte', {
				pa_device: 'iPhone 15',
				pa_finish: 'Matte',
			}),
		]),
		T,
		['TC-IP15'],
	),
	good(
		'Etsy: poster A3 with inches',
		ofEtsy([etsy('MP-A3', 'Alps Poster', { Size: 'A3 (11.7 x 16.5 in)' })]),
		T,
		['MP-A3'],
	),
	good(
		'Shopify: hoodie, front and back, both files',
		ofShopify([
			shopify('HH-GRY-L', 'Club Hoodie', 'Grey / L', {
				'Print location': 'Front & Back',
				...PRINT,
				_print_file_back: `${FILE}?b`,
			}),
		]),
		{ options: { printFilePlacements: 'back' } },
		['HH-GRY-L'],
	),
	good(
		'Shopify: name mug, template by line',
		ofShopify([shopify('CM-11OZ', 'Name Mug', '11oz', { Name: 'Ada', Font: 'Script' })]),
		{ ...T, printFileTemplate: 'https://files.example.com/{orderNumber}/{lineId}.png' },
		['CM-11OZ'],
	),
	good(
		'Woo: gift wrap paid extra, file in the line',
		ofWoo([
			woo('ST-MUS-M', 'Bear Tee - Mustard, M', {
				pa_color: 'Mustard',
				pa_size: 'M',
				'Gift wrap ($3.00)': 'Yes',
				_print_file: FILE,
			}),
		]),
		P,
		['ST-MUS-M'],
	),
	good(
		'Shopify: gift message, one file for all',
		ofShopify([
			shopify('CT-BLK', 'Bear Tote', 'Black', { 'Gift message': 'Happy Birthday, Tom!' }),
		]),
		T,
		['CT-BLK'],
		['Gift message'],
	),
	good(
		'Rows: columns of its own',
		row({
			SKU: 'HH-BLK-XL',
			Size: 'XL',
			Color: 'Black',
			'Sales rep': 'Anna White',
			Notes: 'Ship with the next batch',
			Channel: 'Market stall',
		}),
		P,
		['HH-BLK-XL'],
	),
	good(
		'Etsy: tote, gift with a message',
		ofEtsy([etsy('CT-NAT', 'Bear Tote Bag, Canvas', { Color: 'Natural' })], {
			is_gift: true,
			gift_message: 'For my black cat lover',
			message_from_buyer: 'Could it arrive by Friday? Size is L right',
		}),
		T,
		['CT-NAT'],
	),
	good(
		'Shopify: a poster of one format',
		ofShopify([shopify('MP-5070', 'Alps Poster 50x70', null, PRINT)]),
		P,
		['MP-5070'],
	),
	good(
		'Stripe: How did you hear about us',
		ofStripe(
			[stripe('CM-20OZ', 'Bear Mug', '20 oz')],
			[customField('How did you hear about us?', 'Instagram')],
		),
		T,
		['CM-20OZ'],
		['How did you hear about us?'],
	),
	good(
		'Woo: Large, fit and material shown',
		ofWoo([
			woo('ST-SPG-L', 'Bear Tee', {
				Colour: 'Sport Grey',
				Size: 'Large',
				Fit: 'Unisex',
				Material: '100% Cotton',
			}),
		]),
		T,
		['ST-SPG-L'],
		['Fit', 'Material'],
	),
	good(
		'Shopify: three pieces, a note, an express hint',
		ofShopify([shopify('ST-WHT-S', 'Bear Tee', 'White / S', PRINT, { quantity: 3 })], {
			note: 'Leave at the back door please, white house',
		}),
		P,
		['ST-WHT-S'],
	),
	good(
		'Shopify: three lines, marketing in the cart',
		ofShopify(
			[
				shopify('TC-S24', 'Bear Case', 'Samsung Galaxy S24'),
				shopify('CM-11OZ', 'Bear Mug', '11 oz'),
				shopify('CT-BLK', 'Bear Tote', 'Black', { _bundle_id: 'x1' }),
			],
			{
				note_attributes: [
					{ name: 'gclid', value: 'Cj0KCQ' },
					{ name: 'Delivery date', value: '2026-12-01' },
				],
			},
		),
		T,
		['TC-S24', 'CM-11OZ', 'CT-BLK'],
		['gclid', 'Delivery date'],
	),
];

/** Fifteen everyday mistakes. */
export const EVERYDAY_MISTAKES: UnseenOrder[] = [
	bad(
		'Shopify: White / M over the SKU of black',
		ofShopify([shopify('ST-BLK-M', 'Bear Tee', 'White / M', PRINT)]),
		P,
	),
	bad(
		'Etsy: iPhone 15 Pro over the SKU of iPhone 15',
		ofEtsy([etsy('TC-IP15', 'Bear Phone Case', { 'Phone model': 'iPhone 15 Pro' })]),
		T,
	),
	bad(
		'Woo: XL over the SKU of L',
		ofWoo([woo('ST-NVY-L', 'Bear Tee - Navy, XL', { pa_color: 'Navy', pa_size: 'XL' })]),
		T,
	),
	bad(
		'Shopify: 20oz over the SKU of 15 oz',
		ofShopify([shopify('CM-15OZ', 'Bear Mug', '20oz', PRINT)]),
		P,
	),
	bad(
		'Etsy: a name, and one file for all',
		ofEtsy([
			etsy('CM-11OZ', 'Dog Mug', { Size: '11 oz', Personalization: 'Rex, established 2019' }),
		]),
		T,
	),
	bad(
		'Shopify: Print location Back, file of the front',
		ofShopify([
			shopify('ST-BLK-L', 'Club Tee', 'Black / L', { 'Print location': 'Back', ...PRINT }),
		]),
		P,
	),
	bad(
		'Stripe: Name on the mug, one file for all',
		ofStripe([stripe('CM-11OZ', 'Name Mug', '11 oz')], [customField('Name on the mug', 'Ada')]),
		T,
	),
	bad('Rows: column Size says S, SKU of M', row({ SKU: 'ST-RED-M', Size: 'S' }), P),
	bad(
		'Woo: 50x70 over the SKU of 30 x 40',
		ofWoo([woo('MP-3040', 'Alps Poster', { Format: '50x70 cm' })]),
		T,
	),
	bad(
		'Shopify: front and back bought, only the front',
		ofShopify([
			shopify('HH-BLK-M', 'Club Hoodie', 'Black / M', { Print: 'Front and back', ...PRINT }),
		]),
		P,
	),
	bad(
		'Shopify: a second photo that nothing uses',
		ofShopify([
			shopify('CM-11OZ', 'Photo Mug', '11 oz', {
				_print_file: FILE,
				'Second photo': 'https://cdn.example.com/uploads/2.jpg',
			}),
		]),
		P,
	),
	bad(
		'Stripe: nickname Navy / L, SKU of black',
		ofStripe([stripe('ST-BLK-L', 'Bear Tee', 'Navy / L')]),
		T,
	),
	bad(
		'Woo: Your text, file of a row',
		ofWoo([woo('TEAM-TEE', 'Team Tee', { 'Your text': 'Coach Miller' })]),
		{
			skuMapping: {
				row: [
					{
						shopSku: 'TEAM-TEE',
						variantId: { __rl: true, mode: 'sku', value: 'ST-RED-M' },
						printFileUrl: FILE,
					},
				],
			},
		},
	),
	bad(
		'Rows: product White / M, SKU of black',
		row({ SKU: 'ST-BLK-M', Product: 'Softstyle Tee - White / M' }),
		P,
		{ isMissed: true },
	),
	bad(
		'Shopify: a name on an extra line without SKU',
		ofShopify([
			shopify('CM-11OZ', 'Dog Mug', '11 oz'),
			shopify(null, 'Personalization', null, { 'Name of your dog': 'Rex' }),
		]),
		{ ...T, unknownLines: 'leaveOut' },
	),
];

/** Five of which an owner would have to think. */
export const AWKWARD_ORDERS: UnseenOrder[] = [
	bad(
		'Woo: wrong colour in the name alone',
		ofWoo([woo('ST-HNV-L', 'Bear Tee - Forest Green, L', {})]),
		T,
		{ isMissed: true },
	),
	good(
		"Etsy: Women's M (runs small) over M",
		ofEtsy([etsy('ST-WHT-M', 'Bear Tee', { Color: 'White', Size: "Women's M (runs small)" })]),
		T,
		['ST-WHT-M'],
		['Size'],
	),
	bad(
		'Shopify: Back design Yes please, one file',
		ofShopify([shopify('HH-BLK-S', 'Club Hoodie', 'Black / S', { 'Back design': 'Yes please' })]),
		T,
	),
	good(
		'Shopify: Ink White on a black tee',
		ofShopify([shopify('ST-BLK-M', 'Bear Tee', 'Black / M', { 'Ink color': 'White', ...PRINT })]),
		P,
		['ST-BLK-M'],
		['Ink color'],
	),
	bad('Rows: Youth M over M', row({ SKU: 'ST-RED-M', Size: 'Youth M' }), P, { isMissed: true }),
];
