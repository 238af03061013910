import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { MAX_LISTED } from '../../../../../nodes/PodFulfilment/input/wording.ts';
import { type LineSettings } from '../../../../../nodes/PodFulfilment/order/shop/lines/composeLines.ts';
import type { ShopLine } from '../../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import { allPropertiesIn } from '../../../../../nodes/PodFulfilment/order/shop/reading.ts';
import { CatalogService, product, variant } from '../../../api/catalog/catalogService.ts';
import { composeWith } from './composeWith.ts';

const FRONT = 'https://files.example.com/front.png';
const BACK = 'https://files.example.com/back.png';

const tee = (id: string, sku: string, name = `Product p1, ${sku}`): IDataObject => ({
	...variant(id, sku, name),
	placements: [
		{ type: 'front', required: true },
		{ type: 'back', required: false },
	],
	options: [
		{ id: 'gift_box', label: 'Gift box', required: false, values: [{ value: 'premium wood' }] },
		{ id: 'lettering', label: 'Lettering', required: false, values: [{ value: 'back' }] },
	],
});

const service = () =>
	new CatalogService([
		product(
			'p1',
			tee('v-m', 'TEE-M'),
			tee('v-2xl', 'TEE-2XL'),
			tee('v-xl', 'TEE-XL'),
			tee('v-plain', 'TEE'),
			tee('v-men', 'M-TEE-L', "Men's tee / L"),
			tee('v-name', 'G-5000-0042', 'Classic tee - Navy / M'),
			tee('v-shirt', 'SH-7', 'L-Shirt'),
			tee('v-kids', 'KIDS-M'),
			tee('v-kids-name', 'KT-5000-M', 'Youth tee / M'),
			tee('v-kids-sku', 'YOUTH-L', 'Cotton tee / L'),
			tee('v-mug', 'MUG-11-WHT', 'Ceramic Mug 11 oz White'),
			tee('v-a3', 'POSTER-A3', 'Poster'),
			tee('v-30x40', 'POSTER-3040', 'Poster / 12x16" (30x40 cm)'),
			tee('v-7', 'KT-78', 'Kids tee 7-8 years'),
			tee('v-56', 'KID-RED-5-6', 'Kids tee red'),
			tee('v-years', 'KT-56-Y', 'Kids tee (5-6 years)'),
			tee('v-months', 'BODY-1', 'Baby body / 12-24 months'),
			tee('v-socks', 'SOCKS-BLK', 'Socks 35-38 / Black'),
			tee('v-code', 'PRT-12-34-5', 'Cap 2-pack'),
			tee('v-46', 'CREW-M-46-48', 'Crew neck'),
			tee('v-baby', 'BABY-M', 'Baby body / M'),
			tee('v-ym', 'TEE-YM', 'Tee YM / M'),
			tee('v-body', 'BODY-7-8Y-M', 'Body'),
			tee('v-tote', 'TOTE', 'Tote bag 38 x 42 cm'),
			tee('v-two', 'S-CREW-XL', 'Crew neck'),
			tee('v-differ', 'CREW-M', 'Crew neck / L'),
			tee('v-agree', 'S-CREW-2XL', 'Crew neck / 2XL'),
			{
				...variant('v-clock', 'CLOCK'),
				options: [
					{ id: 'dial_color', label: 'Dial colour', required: true, values: [{ value: 'black' }] },
				],
			},
		),
	]);

/** A property with two names, of which the shop shows the second; so too its value. */
const namedTwice = (
	names: [string, string],
	[value, displayValue]: [string, string?],
	sku = 'TEE-M',
): ShopLine =>
	lineOf(
		{},
		{
			skus: [sku],
			properties: [
				{ names: ['Print file'], value: FRONT },
				{ names, value, ...(displayValue !== undefined && { displayValue }) },
			],
		},
	);

/** A line with a print file and these properties. */
const lineOf = (
	properties: Record<string, unknown>,
	changes: Partial<ShopLine> = {},
): ShopLine => ({
	label: 'Line 1',
	skus: ['TEE-M'],
	quantity: 1,
	properties: allPropertiesIn({ 'Print file': FRONT, ...properties }, []),
	...changes,
});

const compose = async (
	lines: ShopLine[],
	rows: object[] = [],
	settings: Partial<LineSettings> = {},
) => await composeWith(service(), lines, settings, rows);

describe('A size that is not that of the variant', () => {
	it.each([
		['a property', lineOf({ Size: '2XL' }), '"Size" is "2XL"'],
		['the title of the variant', lineOf({}, { variantTitle: '2XL / Navy' }), '"variant_title"'],
		[
			'a property of a plug-in with a price',
			lineOf({ 'T-Shirt Size': 'Large (+$2.00)' }),
			'"Large"',
		],
		['an attribute', lineOf({ pa_size: 'xx-large' }), '"pa_size" is "xx-large"'],
		['another language', lineOf({ Größe: 'L' }), '"Größe" is "L"'],
		['one of two that agree otherwise', lineOf({ Size: 'M', Taille: 'S' }), '"Taille" is "S"'],
		['a variant named by its size', lineOf({ Size: 'S' }, { skus: ['G-5000-0042'] }), 'is M:'],
		['a SKU that begins with a letter', lineOf({ Size: 'M' }, { skus: ['M-TEE-L'] }), 'is L:'],
		['a SKU that shares one', lineOf({ Size: 'S' }, { skus: ['S-CREW-2XL'] }), 'is 2XL:'],
		['a doubled size', lineOf({ Size: 'Double XL' }, { skus: ['TEE-XL'] }), 'is XL:'],
		['a tripled size', lineOf({ Size: 'Triple XL' }, { skus: ['TEE-2XL'] }), 'is 2XL:'],
		['one in words', lineOf({ Size: 'Double Extra Large' }, { skus: ['TEE-XL'] }), 'is XL:'],
		['one with a word', lineOf({ Size: 'Adult Triple X-Large' }, { skus: ['TEE-XL'] }), 'is XL:'],
		[
			'one in a title',
			lineOf({}, { variantTitle: 'Navy / Double XL', skus: ['TEE-XL'] }),
			'is XL:',
		],
		...['Lg', 'XLG', 'Sml / Navy', 'Navy / Sm', 'Lrg', 'Navy, X-Lg', '2XLG', 'Adult Lg / Navy'].map(
			(variantTitle): [string, ShopLine, string] => [
				`an abbreviation in a title, ${variantTitle}`,
				lineOf({}, { variantTitle }),
				'is M:',
			],
		),
		['another', lineOf({}, { variantTitle: 'Med / Navy', skus: ['TEE-XL'] }), 'is XL:'],
		['a value with a word', lineOf({ Size: 'Adult XL' }), '"Adult XL", but'],
		['a value with a word behind it', lineOf({ Size: 'XL - Unisex' }), 'is M:'],
		['a value with a possessive', lineOf({ Size: "Men's XL" }), 'is M:'],
		['a value with numbers', lineOf({ Size: 'XL (56/58)' }), 'is M:'],
		['a value with a number', lineOf({ Size: 'XL / 56' }), 'is M:'],
		['a value with a word in brackets', lineOf({ Size: 'XL (Men)' }), 'is M:'],
		['a value with a color', lineOf({ Size: 'Navy, XL' }), 'is M:'],
		['a slug', lineOf({ pa_size: 'unisex-xl' }), 'is M:'],
		['two systems', lineOf({ Size: 'M (40)' }, { skus: ['M-TEE-L'] }), 'is L:'],
		['a range without it', lineOf({ Size: 'L/XL' }), 'is M:'],
		[
			'one of all choices in one',
			lineOf({ 'Variation Details': '[Size:XL,Colour:Black]' }),
			'"Size" is "XL"',
		],
		['one of choices without brackets', lineOf({ Variations: 'Size:XL, Color:Navy' }), 'is M:'],
		[
			'one in a list of choices',
			lineOf({ variantOptions: [{ optionName: 'Size', value: 'XL' }] }),
			'is M:',
		],
		['a size for tall people', lineOf({ Size: '2XLT' }, { skus: ['TEE-2XL'] }), 'is 2XL:'],
		['a title with words', lineOf({}, { variantTitle: 'Adult XL / Navy' }), 'is M:'],
		['a title with a print', lineOf({}, { variantTitle: 'XL / Logo M' }), 'is M:'],
		['an attribute that only one name tells', namedTwice(['pa_fit', 'Size'], ['xl']), 'is M:'],
		['one that the other name tells', namedTwice(['pa_size', 'Variante'], ['xl']), 'is M:'],
		['the size that the shop shows', namedTwice(['pa_size', 'Size'], ['12', 'XL']), 'is M:'],
		['a size for children', lineOf({ Size: 'Youth M' }), 'has a word for children:'],
		['a name for children', lineOf({ Kindergröße: 'M' }), 'has a word for children:'],
		['one in a title', lineOf({}, { variantTitle: 'Kids / M / Navy' }), 'a word for children:'],
		['one of no size', lineOf({ Size: 'Toddler S' }, { skus: ['TEE'] }), 'a word for children:'],
		...[
			...['Toddler 4T', 'Infant', 'Baby 6-12 months', 'YM', '7-8 years', '4T', '6-12M', 'Y-XL'],
			...['Kids 7-8', 'Baby', '5T'],
		].flatMap((size): Array<[string, ShopLine, string]> => [
			[`one for children, ${size}`, lineOf({ Size: size }), 'has a word for children:'],
			[
				`one for children in a title, ${size}`,
				lineOf({}, { variantTitle: `${size} / Navy` }),
				'has a word for children:',
			],
		]),
		['an age', lineOf({ Size: '6 years' }), 'has a word for children:'],
		['one with an age', lineOf({ Size: 'M (10-12 years)' }), 'has a word for children:'],
		[
			'one with an age in a title',
			lineOf({}, { variantTitle: 'Navy / M (10-12 years)' }),
			'has a word for children:',
		],
		['another age', lineOf({ Größe: 'Alter 6 Jahre' }), 'has a word for children:'],
		['one in ounces', lineOf({ Size: '15 oz' }, { skus: ['MUG-11-WHT'] }), 'is 11 oz:'],
		[
			'one of a mug',
			lineOf({ 'Mug size': '15oz (+$2.00)' }, { skus: ['MUG-11-WHT'] }),
			'is 11 oz:',
		],
		[
			'one in ounces that only one name tells',
			namedTwice(['pa_mug', 'Mug size'], ['15oz'], 'MUG-11-WHT'),
			'is 11 oz:',
		],
		[
			'a capacity that only one name tells',
			namedTwice(['pa_becher', 'Capacity'], ['15oz'], 'MUG-11-WHT'),
			'is 11 oz:',
		],
		[
			'an age that only one name and text tell',
			namedTwice(['pa_alter-kind', 'Alter'], ['10', '10-12 Jahre'], 'KT-78'),
			'is 7-8 years:',
		],
		[
			'a format that only one name tells',
			namedTwice(['pa_din', 'Bildformat'], ['a2'], 'POSTER-A3'),
			'is A3:',
		],
		['a capacity', lineOf({ Capacity: '15-oz' }, { skus: ['MUG-11-WHT'] }), 'is 11 oz:'],
		['a format', lineOf({ Size: 'A2' }, { skus: ['POSTER-A3'] }), 'is A3:'],
		['a format of a print', lineOf({ 'Print size': 'A2' }, { skus: ['POSTER-A3'] }), 'is A3:'],
		['two sides', lineOf({}, { variantTitle: '50x70 cm', skus: ['POSTER-A3'] }), 'is A3:'],
		[
			'two sides, without a unit',
			lineOf({}, { variantTitle: '60x90', skus: ['POSTER-A3'] }),
			'is A3:',
		],
		['two sides in a slug', lineOf({ pa_size: '50-x-90-cm' }, { skus: ['POSTER-A3'] }), 'is A3:'],
		[
			'two sides in cm in Arabic',
			lineOf({ Size: '50 × 90 سم' }, { skus: ['POSTER-A3'] }),
			'is A3:',
		],
		[
			'two sides of a title',
			lineOf({}, { variantTitle: '24x36 / Black Frame', skus: ['POSTER-3040'] }),
			'is 12x16":',
		],
		[
			'two sides in inches',
			lineOf({}, { variantTitle: '16x20" / Black', skus: ['POSTER-3040'] }),
			'is 12x16":',
		],
		['an age', lineOf({ Age: '10-12 years' }, { skus: ['KT-78'] }), 'is 7-8 years:'],
		...[
			...[
				{ Size: '7-8' },
				{ Age: '7-8' },
				{ Size: '7 to 8' },
				{ Age: '7 to 8' },
				{ Alter: '7 bis 8' },
			],
			...[
				{ pa_size: 'Age 7–8' },
				{ Größe: '7 - 8' },
				{ Size: '7-8 years' },
				{ Age: '7 to 8 years' },
			],
		].map((properties): [string, ShopLine, string] => [
			`two numbers, ${JSON.stringify(properties)}`,
			lineOf(properties, { skus: ['KID-RED-5-6'] }),
			'is 5-6:',
		]),
		[
			'two numbers of a title',
			lineOf({}, { variantTitle: 'Red / 7-8', skus: ['KID-RED-5-6'] }),
			'is 5-6:',
		],
		...['Age 7-8', 'Ages 7 to 8', 'Kids 7-8', 'Size 7-8'].map((age): [string, ShopLine, string] => [
			`two numbers behind a word in a title, ${age}`,
			lineOf({}, { variantTitle: `${age} / Red`, skus: ['KID-RED-5-6'] }),
			'is 5-6:',
		]),
		['two numbers, for years', lineOf({ Size: '7-8' }, { skus: ['KT-56-Y'] }), 'is 5-6 years:'],
		['two numbers of shoes', lineOf({ Size: '39-42' }, { skus: ['SOCKS-BLK'] }), 'is 35-38:'],
	])('is to be reviewed: %s', async (_, line, shown) => {
		const { toReview, problems, items } = await compose([line]);
		expect(problems).toEqual([]);
		expect(items).toHaveLength(1);
		expect(toReview).toEqual([expect.stringContaining(shown)]);
		expect(toReview[0]).toMatch(/^Line 1: ".* name the variant by it under 'When'$/);
	});

	it.each([
		...['Capacity', 'Volume', 'Dimension', 'Dimensions', 'Volumen', 'Fassungsvermögen', 'Masse'],
		...['Maße', 'Abmessung', 'Abmessungen', 'Capacité', 'Contenance', 'Capacidad', 'Capacità'],
		...['Dimensioni', 'Dimensiones', 'Formaat', 'Inhoud'],
	])('is to be reviewed with a unit in a property that is called %s', async (name) => {
		const mug = (value: string) => lineOf({ [name]: value }, { skus: ['MUG-11-WHT'] });
		expect((await compose([mug('15 oz')])).toReview).toEqual([
			expect.stringContaining(
				`"${name}" is "15 oz", but variant "Ceramic Mug 11 oz White" is 11 oz`,
			),
		]);
		expect((await compose([mug('11 oz')])).toReview).toEqual([]);
	});

	it.each(['Age', 'Alter', 'Edad', 'Età', 'Idade', 'Leeftijd', 'Wiek'])(
		'is to be reviewed as a range of ages in a property that is called %s',
		async (name) => {
			const tees = (value: string) => lineOf({ [name]: value }, { skus: ['KT-78'] });
			for (const range of ['10-12 years', '10 – 12 years', '10/12 years']) {
				expect((await compose([tees(range)])).toReview).toEqual([
					expect.stringContaining(
						`"${name}" is "${range}", but variant "Kids tee 7-8 years" is 7-8`,
					),
				]);
			}
			for (const same of ['7-8 years', '7 – 8 years', '12 years']) {
				expect((await compose([tees(same)])).toReview).toEqual([]);
			}
		},
	);

	it.each([
		...['Format', 'Bildformat', 'Print size', 'Poster size', 'Paper size', 'Papiergröße'],
		...['Druckgröße', 'Druckgroesse', 'Postergröße'],
	])('is to be reviewed as a format in a property that is called %s', async (name) => {
		const poster = (value: string) => lineOf({ [name]: value }, { skus: ['POSTER-A3'] });
		expect((await compose([poster('A2')])).toReview).toEqual([
			expect.stringContaining(`"${name}" is "A2", but variant "Poster" is A3`),
		]);
		expect((await compose([poster('A3')])).toReview).toEqual([]);
	});

	it.each([
		['the same size', lineOf({ Size: 'M' }, { variantTitle: 'M / Navy' })],
		['the same size in words', lineOf({ Size: 'Medium' })],
		['the same size among all choices', lineOf({ Variations: '[Size:M,Colour:Black]' })],
		['what is no list of choices', lineOf({ Text: 'Size:XL', Option: 'Size' })],
		['the same size in another spelling', lineOf({ size: 'XXL' }, { skus: ['TEE-2XL'] })],
		['the same size doubled', lineOf({ Size: 'Double XL' }, { skus: ['TEE-2XL'] })],
		['one in words', lineOf({ Size: 'Double Extra Large' }, { skus: ['TEE-2XL'] })],
		['one in a title', lineOf({}, { variantTitle: 'Double X Large / Red', skus: ['TEE-2XL'] })],
		['what is doubled otherwise', lineOf({ Size: 'M, double stitched', Bed: 'Double' })],
		['the same size abbreviated', lineOf({}, { variantTitle: 'Navy / Med' })],
		['the same beside words', lineOf({}, { variantTitle: 'Sm logo / MED' })],
		['a color', lineOf({}, { variantTitle: 'Med Blue', skus: ['TEE-2XL'] })],
		['a shade', lineOf({}, { variantTitle: 'Denim Med / Lg print', skus: ['TEE-2XL'] })],
		['words that begin alike', lineOf({}, { variantTitle: 'Medal / Lagoon / Smile / Slg' })],
		['the same two numbers', lineOf({ Size: '5-6', Age: '5 to 6' }, { skus: ['KID-RED-5-6'] })],
		['the same in years', lineOf({ Size: '5-6 years' }, { skus: ['KID-RED-5-6'] })],
		['the same for years', lineOf({ Size: '5-6' }, { skus: ['KT-56-Y'] })],
		['one of the two', lineOf({ Age: '5' }, { skus: ['KID-RED-5-6'] })],
		['two numbers of a set', lineOf({ Set: '7-8', Date: '7-8' }, { skus: ['KID-RED-5-6'] })],
		[
			'two numbers among words of a title',
			lineOf({}, { variantTitle: 'Pack of 2-3 / Red', skus: ['KID-RED-5-6'] }),
		],
		['the same in a title', lineOf({}, { variantTitle: 'Age 5-6', skus: ['KID-RED-5-6'] })],
		['two numbers of another system', lineOf({ Size: '5-6' }, { skus: ['SOCKS-BLK'] })],
		['two numbers for months', lineOf({ Size: '1-2' }, { skus: ['BODY-1'] })],
		['two numbers of a code', lineOf({ Size: '7-8' }, { skus: ['PRT-12-34-5'] })],
		['two numbers without such a variant', lineOf({ Size: '7-8' }, { skus: ['TEE'] })],
		['two numbers beside letters', lineOf({ Size: 'M (38-40)' }, { skus: ['CREW-M-46-48'] })],
		['one size', lineOf({ Size: 'One Size' }, { variantTitle: 'Default Title' })],
		['a number', lineOf({ Size: '42', Shoes: '9' })],
		['a size of children', lineOf({ Size: '98/104' }, { variantTitle: 'Default Title' })],
		['shoes', lineOf({ Size: '7-8' })],
		['shoes in a title', lineOf({}, { variantTitle: 'Navy / 7-8' })],
		['years of something else', lineOf({ Size: 'M' }, { variantTitle: '10 years / Navy' })],
		['many years', lineOf({ Size: '30-40 years' }, { variantTitle: '40-50 years / Navy' })],
		['what is for girls', lineOf({ Age: '7-8 years' }, { variantTitle: 'Girls Trip / Navy' })],
		['a code of a color', lineOf({}, { variantTitle: 'YL / M' })],
		['numbers and a letter', lineOf({ Size: '6-8 M' }, { variantTitle: '38-40 M' })],
		['a warranty', lineOf({ Size: 'M' }, { variantTitle: '48-60 months / Navy' })],
		['another color', lineOf({}, { variantTitle: 'Baby Blue' })],
		['a design', lineOf({}, { variantTitle: 'Kindness / Navy' })],
		['a baby of its variant', lineOf({ Size: 'Baby 6-12 months' }, { skus: ['BABY-M'] })],
		['a length', lineOf({ Size: '5 m' }, { variantTitle: 'YMCA / Navy' })],
		...['Toddler 4T', 'Infant', 'YM', '7-8 years'].flatMap((size): Array<[string, ShopLine]> => [
			[`${size} of a variant without letters`, lineOf({ Size: size }, { skus: ['TEE'] })],
			[`${size} of one for children`, lineOf({ Size: size }, { skus: ['KIDS-M'] })],
			[`${size} of one with a code`, lineOf({ Size: size }, { skus: ['TEE-YM'] })],
			[`${size} of one with an age`, lineOf({ Size: size }, { skus: ['BODY-7-8Y-M'] })],
		]),
		['two systems', lineOf({ Size: 'M (40)' })],
		['a size with a word', lineOf({ Size: 'Adult M' }, { variantTitle: "Men's M / Navy" })],
		['a size in a title of several', lineOf({}, { variantTitle: 'Large print / M' })],
		['a size for children of their variant', lineOf({ Size: 'Youth M' }, { skus: ['KIDS-M'] })],
		[
			'a size for children, by the name of their variant',
			lineOf({ Size: 'Youth M' }, { skus: ['KT-5000-M'] }),
		],
		[
			'a size for children, by the SKU of their variant',
			lineOf({ Size: 'Kids L' }, { skus: ['YOUTH-L'] }),
		],
		['a title with a print', lineOf({}, { variantTitle: 'M / Logo XL' })],
		['the size of a pet', lineOf({ 'Pet size': 'XL', 'Dog Size': 'L' })],
		['a range', lineOf({ Size: 'S/M' }, { variantTitle: 'M/L / Black' })],
		['a color', lineOf({ Color: 'Navy', Model: 'S' }, { variantTitle: 'Navy' })],
		['the size of a print', lineOf({ 'Print size': 'L', Druckgröße: 'XL' })],
		['a SKU without a size', lineOf({ Size: '2XL' }, { skus: ['TEE'] })],
		['a SKU with two words that may be one', lineOf({ Size: 'XL' }, { skus: ['S-CREW-XL'] })],
		['a SKU and a name that differ', lineOf({ Size: 'L' }, { skus: ['CREW-M'] })],
		['the size that SKU and name share', lineOf({ Size: '2XL' }, { skus: ['S-CREW-2XL'] })],
		['a letter that is part of a word', lineOf({ Size: 'M' }, { skus: ['SH-7'] })],
		['a line that left already', lineOf({ Size: '2XL' }, { fulfilled: 1 })],
		['the same in ounces', lineOf({ Size: '11oz (325 ml)' }, { skus: ['MUG-11-WHT'] })],
		['the same in another unit', lineOf({ Size: '325 ml' }, { skus: ['MUG-11-WHT'] })],
		['inches for centimetres', lineOf({ Size: '12x16"' }, { skus: ['POSTER-A3'] })],
		['the same without a unit', lineOf({ Size: '40 x 30' }, { skus: ['POSTER-3040'] })],
		['one of its units', lineOf({ Size: '30 x 40 cm' }, { skus: ['POSTER-3040'] })],
		['a unit that it does not have', lineOf({ Size: '15 oz', Age: '7-8 years' })],
		['the size of a print on it', lineOf({ 'Print size': '20 x 30 cm' }, { skus: ['TOTE'] })],
		['a format of a print on it', lineOf({ 'Print size': 'A4' }, { skus: ['TOTE'] })],
		['an age to print', lineOf({ Age: '5 years' }, { skus: ['KT-78'] })],
		['what is no size', lineOf({ Note: '15 oz, please' }, { skus: ['MUG-11-WHT'] })],
		['a discount', lineOf({ 'Volume discount': '15 oz' }, { skus: ['MUG-11-WHT'] })],
		['the age of somebody', lineOf({ 'Age of dog': '10-12 years' }, { skus: ['KT-78'] })],
	])('needs no review: %s', async (_, line) => {
		expect((await compose([line])).toReview).toEqual([]);
	});

	it.each([
		[
			'in a property of that name',
			lineOf({ Sizes: 'S x 2, M x 3' }, { quantity: 5 }),
			'"Sizes" is',
		],
		[
			'in any other',
			lineOf({ 'Order details': '2x S + 3x M' }),
			'"Order details" is "2x S + 3x M"',
		],
		[
			'for a variant without a size',
			lineOf({ Size: 'S: 2, 2XL: 1' }, { skus: ['TEE'] }),
			'"Size" is',
		],
		[
			'in what the shop shows',
			namedTwice(['sizes', 'Sizes'], ['s2m3', 'S x 2, M x 3']),
			'"Sizes" is',
		],
	])('is to be reviewed where a line counts the pieces of several: %s', async (_, line, shown) => {
		const { toReview, problems } = await compose([line]);
		expect(problems).toEqual([]);
		expect(toReview).toEqual([
			expect.stringMatching(/^Line 1: .*, and all pieces would be of one size: /),
		]);
		expect(toReview[0]).toContain(shown);
	});

	it('needs no review where a row of SKU Mapping asks for such a text', async () => {
		const rows = [{ shopSku: 'TEE-M', sku: 'TEE-M', when: { Sizes: 'S x 2, M x 3' } }];
		expect((await compose([lineOf({ Sizes: 'S x 2, M x 3' })], rows)).toReview).toEqual([]);
	});

	it('without the catalog, the SKU that names the variant is compared', async () => {
		const { toReview } = await compose([lineOf({ Size: 'L' })], [], { fillFromCatalog: false });
		expect(toReview).toEqual([expect.stringContaining('variant "TEE-M" is M')]);
	});

	it('without the catalog, nothing says that a variant is not for children', async () => {
		const line = lineOf({ Size: 'Youth M' });
		expect((await compose([line], [], { fillFromCatalog: false })).toReview).toEqual([]);
	});

	it('needs no review where a row of SKU Mapping asks for it', async () => {
		const rows = [
			{ shopSku: 'TEE-M', sku: 'TEE-M', when: { Size: 'S' } },
			{ shopSku: 'TEE-M', sku: 'TEE-2XL', when: { Size: '2XL' } },
		];
		const lines = [
			lineOf({ Size: 'S' }),
			lineOf({ Size: '2XL' }, { label: 'Line 2', id: '2' }),
			lineOf({ Size: '2XL', Taille: 'M' }, { label: 'Line 3', id: '3' }),
		];
		const { items, toReview } = await compose(lines, rows);
		expect(items.map(({ variantId }) => variantId)).toEqual(['v-m', 'v-2xl', 'v-2xl']);
		expect(toReview).toEqual([expect.stringMatching(/^Line 3: "Taille" is "M"/)]);
	});

	it('of a variant without one is to be reviewed where another line of it says another', async () => {
		const of = (label: string, Size: string) => lineOf({ Size }, { label, skus: ['TEE'] });
		expect((await compose([of('Line 1', 'S'), of('Line 2', '2XL')])).toReview).toEqual([
			expect.stringMatching(
				/^Line 2: "Size" is "2XL", but it is the variant of Line 1, where "Size" is "S": /,
			),
		]);
		expect((await compose([of('Line 1', 'S'), of('Line 2', 's')])).toReview).toEqual([]);
		expect((await compose([of('Line 1', 'S/M'), of('Line 2', 'XL')])).toReview).toEqual([
			expect.stringMatching(/^Line 2 and Line 1 differ by "Size", which is "XL" in one of them/),
		]);
	});
});

describe('A side that gets no print file', () => {
	it.each([
		['a value', { 'Print on the': 'Back' }],
		['both sides', { 'Print location': 'Front & back' }],
		['another language', { Druck: 'Rückseite (+5,00 €)' }],
		['a ticked box', { 'Back print': 'Yes' }],
		['the place of a text', { 'Text position': 'Back' }],
		['a text for it', { Back: 'Happy Birthday' }],
		['an engraving on it', { 'Custom Engraving Back': 'Merry Christmas' }],
		['a text of one line', { 'Back Text 1': 'Team 2026' }],
		['a name on it', { 'Name on back': 'SMITH' }],
		['a number on it', { 'Back number': '23' }],
		['a text in another language', { 'Texte dos': 'Bon anniversaire' }],
	])('is to be reviewed: %s', async (_, properties) => {
		const { toReview, items } = await compose([lineOf(properties)]);
		expect(items).toHaveLength(1);
		expect(toReview).toEqual([
			expect.stringMatching(
				/^Line 1: "[\w ]+" is "[^"]+", but there is no print file for "back" of variant "Product p1, TEE-M": .* under 'When'$/,
			),
		]);
	});

	it.each([
		['the side that is printed', lineOf({ 'Print on the': 'Front' })],
		['a color', lineOf({ Color: 'Black' })],
		['a text', lineOf({ Text: 'Back to the Future', Name: 'Front Row' })],
		['a text that is called so', lineOf({ Text: 'Back', 'Neck label': 'Back', Wunschtext: 'Dos' })],
		['no text', lineOf({ 'Back Text': 'none', 'Name on back': 'No thanks', Back: '-' })],
		['a side that stays blank', lineOf({ Back: 'Blank', Rückseite: 'Ohne Druck' })],
		['a color or size', lineOf({ Back: 'Dark blue', 'Back print': 'XL', 'Back text': '+$5.00' })],
		['the look of a text', lineOf({ 'Back text color': 'Red', 'Back font': 'Arial' })],
		['a text for the side that is printed', lineOf({ 'Front text': 'Hello', Front: 'Hello' })],
		['a place that it does not have', lineOf({ 'Sleeve text': 'Hello', Sleeve: 'Short' })],
		['a name that only begins so', lineOf({ Background: 'Sea', 'Back to school': 'Hello' })],
		['the place of a text on a side', lineOf({ 'Back text position': 'Center' })],
		['an option of the variant', lineOf({ Lettering: 'Back' })],
	])('needs no review: %s', async (_, line) => {
		const { toReview } = await compose([line], [], { options: ['lettering'] });
		expect(toReview).toEqual([]);
	});

	it('is to be reviewed for a text on a sleeve; the length of a sleeve and a label are none', async () => {
		const long = {
			...tee('v-long', 'TEE-LONG'),
			placements: [
				{ type: 'front', required: true },
				{ type: 'sleeve_left', required: false },
				{ type: 'neck_label', required: false },
			],
		};
		const properties = { Sleeve: 'Long', 'Neck label': 'Woven', 'Sleeve text': 'Love' };
		const line = lineOf(properties, { skus: ['TEE-LONG'] });
		const { toReview } = await composeWith(new CatalogService([product('p1', long)]), [line], {});
		expect(toReview).toEqual([expect.stringMatching(/^Line 1: "Sleeve text" is "Love", but /)]);
	});

	it('needs no review where it gets one, by a property or by a row', async () => {
		const named = lineOf({ Side: 'Both', 'Print file back': BACK });
		const printFile = { property: 'Print file', placements: ['back'], hosts: [] };
		expect((await compose([named], [], { printFile })).toReview).toEqual([]);
		const rows = [
			{ shopSku: 'TEE-M', files: { front: FRONT, back: BACK }, when: { Side: 'Both' } },
		];
		const { items, toReview } = await compose([lineOf({ Side: 'Both' })], rows);
		expect(items[0]?.placements).toHaveLength(2);
		expect(toReview).toEqual([]);
	});

	it('needs no review where a row of SKU Mapping asks for it', async () => {
		const rows = [{ shopSku: 'TEE-M', sku: 'TEE-M', when: { Side: 'Back' } }];
		expect((await compose([lineOf({ Side: 'Back' })], rows)).toReview).toEqual([]);
		expect((await compose([lineOf({ Side: 'Back', Place: 'Back' })], rows)).toReview).toEqual([
			expect.stringContaining('"Place" is "Back"'),
		]);
	});

	it('is not known without the catalog', async () => {
		const { toReview } = await compose([lineOf({ Side: 'Back' })], [], { fillFromCatalog: false });
		expect(toReview).toEqual([]);
	});
});

describe('A file in a property like the one in the setting', () => {
	const composeBy = async (property: string, others: Record<string, unknown>) =>
		await compose([lineOf({ 'Print file': '', [property]: FRONT, ...others })], [], {
			printFile: { property, placements: [], hosts: [] },
		});

	const reviewOf = (other: string, advice = '') =>
		`Line 1: the property "${other}" names a file as well, which is not used: check whether it is another side, and ${advice}enter the files of such products in SKU Mapping`;

	it.each([
		['_tib_design_link_1', '_tib_design_link_2'],
		['Photo 1', 'Photo 2'],
		['image_09', 'image_10'],
		['Druckdatei 1', 'Druck-Datei 2'],
		['Upload #1', 'Upload #2'],
		['Design', 'Second Design'],
		['First design', 'Second design'],
		['Erstes Bild', 'Drittes Bild'],
		['Première image', 'Deuxième image'],
		['1st photo', '2nd photo'],
		['photo_1st', 'photo_12th'],
		['Photo', '2nd_photo'],
		['image1', 'image2'],
		['Photo1 URL', 'Photo12 URL'],
		['design1Link', 'design2Link'],
		['Upload', 'Additional upload'],
	])('is to be reviewed: beside %s, %s', async (property, other) => {
		const { items, toReview, problems } = await composeBy(property, { [other]: BACK });
		expect(problems).toEqual([]);
		expect(items).toHaveLength(1);
		expect(toReview).toEqual([reviewOf(other)]);
	});

	it.each([
		['Bild Vorderseite', 'Bild Rückseite', 'Bild Vorderseite back'],
		['Vorne', 'Hinten', 'Vorne back'],
		['Design avant', 'Design dos', 'Design avant back'],
		['Print file', 'Back', 'Print file back'],
		['Print file', 'Rückseite', 'Print file back'],
		['Print file', 'Back image (+$5.00)', 'Print file back'],
		['Print file', 'Rear design', 'Print file back'],
		['Print file', 'backImage', 'Print file back'],
		['Diseño frontal', 'Diseño espalda', 'Diseño frontal back'],
		['_customimagefront', '_customimageback', '_customimagefront back'],
		['uploadedfront', 'uploadedrear', 'uploadedfront back'],
		['frontcanvas', 'backcanvas', 'frontcanvas back'],
		['vornedatei', 'hintendatei', 'vornedatei back'],
		['Visuel', 'Rückenmotiv', 'Visuel back'],
	])('that names the back is to be reviewed: beside %s, %s', async (property, other, advised) => {
		const { items, toReview, problems } = await composeBy(property, { [other]: BACK });
		expect(problems).toEqual([]);
		expect(items[0]?.placements).toHaveLength(1);
		expect(toReview).toEqual([reviewOf(other, `name it "${advised}" in the shop, or `)]);
	});

	it.each([
		['Print file', 'Sleeve'],
		['Print file', 'Left Sleeve Print File'],
		['front_print', 'sleeve_print'],
		['Design', 'Neck Label Design'],
		['Upload', 'Ärmel links'],
		['Print file', 'Side 2'],
		['artwork_front_url', 'artwork_right_url'],
		['Artwork Front', 'Artwork Right'],
		['Print file', 'Motiv rechts'],
		['Design avant', 'Design gauche'],
		['customimagefront', 'customimageright'],
		['Print file', 'Left chest'],
		['Diseño', 'Manga'],
		['Arte', 'Imagem mangas'],
	])(
		'that names a place which the variant does not have is to be reviewed: beside %s, %s',
		async (property, other) => {
			expect((await composeBy(property, { [other]: BACK })).toReview).toEqual([reviewOf(other)]);
		},
	);

	describe('beside one of a variant with other placements', () => {
		/** What is to be reviewed for a file in this property, beside the print file of a variant with these placements. */
		const reviewsOf = async (other: string, ...types: string[]) => {
			const placements = types.map((type, index) => ({ type, required: index === 0 }));
			const bottle = { ...variant('v-bottle', 'BOTTLE'), placements };
			const line = lineOf({ [other]: BACK }, { skus: ['BOTTLE'] });
			const { problems, toReview } = await composeWith(
				new CatalogService([product('p1', bottle)]),
				[line],
			);
			expect(problems).toEqual([]);
			return toReview;
		};

		it.each([
			['Lid image', 'lid'],
			['Lid design (+$3.00)', 'lid_large'],
			['bottomArtwork', 'bottom'],
			['Cuff logo', 'embroidery_cuff'],
		])('is to be reviewed where it names one of them: %s of %s', async (other, type) => {
			expect(await reviewsOf(other, 'wrap', type)).toEqual([
				reviewOf(other, `name it "Print file ${type}" in the shop, or `),
			]);
			expect(await reviewsOf(other, 'wrap')).toEqual([]);
		});

		it.each([
			['Left sleeve image', 'sleeve_right', 'sleeve_left'],
			['Bild Ärmel rechts', 'sleeve_left', 'sleeve_right'],
			['Rear left artwork', 'front_left', 'back_left'],
			['Seite', 'main', 'side'],
			['Imagen lado 2', 'main', 'side_left'],
		])('is the one with all words of its name: %s beside %s of %s', async (other, first, type) => {
			expect(await reviewsOf(other, first, 'hood', type)).toEqual([
				reviewOf(other, `name it "Print file ${type}" in the shop, or `),
			]);
		});

		it('the front is one where another is printed', async () => {
			expect(await reviewsOf('Front image', 'back', 'front')).toEqual([
				reviewOf('Front image', 'name it "Print file front" in the shop, or '),
			]);
			expect(await reviewsOf('Front image', 'wrap', 'back')).toEqual([]);
		});

		it.each([
			...['default', 'main', 'large', 'small', 'medium', 'big', 'full', 'print', 'dtg'],
			...['embroidery', 'center', 'standard', 'oversize', 'oversized', '2', '12'],
		])('needs no review where it says only how the print is: %s', async (word) => {
			expect(await reviewsOf(`Chart ${word}`, 'wrap', `lid_${word}`)).toEqual([]);
		});
	});

	it('is to be reviewed where a row of SKU Mapping has the print file', async () => {
		const rows = [{ shopSku: 'TEE-M', files: { front: FRONT } }];
		const { toReview } = await compose([lineOf({ 'Back image': BACK })], rows);
		expect(toReview).toEqual([
			reviewOf('Back image', 'name it "Print file back" in the shop, or '),
		]);
	});

	it('is to be reviewed without the catalog, too, and each by its name', async () => {
		const line = lineOf({
			Back: BACK,
			Sleeve: 'sleeve.PNG',
			Rückseite: ['bigger, please', 'b2.png'],
		});
		const { toReview } = await compose([line], [], { fillFromCatalog: false });
		expect(toReview).toEqual(['Back', 'Sleeve', 'Rückseite'].map((name) => reviewOf(name)));
	});

	it('is to be reviewed once for each name, and of many the first', async () => {
		const twice = ['b1.png', 'b2.png'].map((value) => ({ names: ['Back'], value }));
		const line = lineOf({});
		const found = await compose([{ ...line, properties: [...line.properties, ...twice] }]);
		expect(found.toReview).toEqual([
			reviewOf('Back', 'name it "Print file back" in the shop, or '),
		]);
		const many = Array.from({ length: 50 }, (_, index) => [`Sleeve ${index}`, `s${index}.png`]);
		const { toReview } = await compose([lineOf(Object.fromEntries(many) as IDataObject)]);
		expect(toReview.slice(0, 2)).toEqual([reviewOf('Sleeve 0'), reviewOf('Sleeve 1')]);
		expect(toReview).toHaveLength(MAX_LISTED);
	});

	it.each<[string, unknown]>([
		['Photo 2', 'none'],
		['Photo 2', FRONT],
		['Photo note', BACK],
		['A4 photo', BACK],
		['3D photo', BACK],
		['Preview', BACK],
		['Front', BACK],
		['Front image', BACK],
		['Back', 'none'],
		['Back preview', BACK],
		['_back_thumbnail', BACK],
		['backMockup', BACK],
		['Original back photo', BACK],
		['_pplr_preview', BACK],
		['Background', BACK],
		['Necklace chart', BACK],
		['Website', BACK],
		['Copyright', BACK],
		['copyright_image', BACK],
		['Right size chart', BACK],
		['Right to use', BACK],
		['File links', BACK],
	])('needs no review where %s is %j', async (other, value) => {
		expect((await composeBy('Photo 1', { [other]: value })).toReview).toEqual([]);
	});

	it.each([
		...['preview', 'Vorschau', 'aperçu', 'anteprima', 'podgląd', 'thumb', 'Miniatur', 'mockup'],
		...['original', 'screenshot', 'snapshot'],
	])('needs no review where it is a picture of it: %s', async (word) => {
		for (const name of [`Back ${word}`, `${word}_back`, `_back_${word}_url`]) {
			expect((await composeBy('Photo 1', { [name]: BACK })).toReview).toEqual([]);
		}
	});

	it('needs no review where a word only ends like the setting', async () => {
		expect((await composeBy('Gift pack', { 'Backpack photo': BACK })).toReview).toEqual([]);
	});

	it('the right is a side unless it is what is right, or may be done', async () => {
		for (const name of ['Right image', 'right_design', 'Image right']) {
			expect((await composeBy('Photo 1', { [name]: BACK })).toReview).toEqual([reviewOf(name)]);
		}
		for (const word of ['size', 'fit', 'to print', 'of use']) {
			for (const name of [`Right ${word} image`, `right_${word}`, `RIGHT-${word}`]) {
				expect((await composeBy('Photo 1', { [name]: BACK })).toReview).toEqual([]);
			}
		}
	});

	it('needs no review where it is the file of the placement that it names', async () => {
		const printFile = { property: 'Print file', placements: ['back'], hosts: [] };
		const line = lineOf({ 'Print file back': BACK, 'Back photo': `${BACK}?raw` });
		expect((await compose([line], [], { printFile })).toReview).toEqual([]);
	});
});

describe('An option that the variant does not require', () => {
	const gift = lineOf({ 'ｇift BOX': 'Premium_Wood' });

	it('is set and to be reviewed where a property names it', async () => {
		const { items, toReview } = await compose([gift]);
		expect(items[0]?.options).toEqual([{ id: 'gift_box', value: 'premium wood' }]);
		expect(toReview).toEqual([
			'Line 1: its property "ｇift BOX" sets the option "gift_box" (Gift box), which variant "Product p1, TEE-M" does not require: check that it is wanted and paid for, or list it in the option "Line Options"',
		]);
	});

	it.each(['gift_box', 'Gift Box', 'GIFT-BOX'])(
		'needs no review where %s is listed',
		async (name) => {
			expect((await compose([gift], [], { options: ['strap', name] })).toReview).toEqual([]);
		},
	);

	it.each([
		['alone', lineOf({})],
		['beside the property', gift],
	])('needs no review where a row of SKU Mapping names it, %s', async (_, line) => {
		const rows = [{ shopSku: 'TEE-M', options: { gift_box: 'premium wood' } }];
		const { items, toReview } = await compose([line], rows);
		expect(items[0]?.options).toHaveLength(1);
		expect(toReview).toEqual([]);
	});

	it('that it does require needs no review', async () => {
		const line = lineOf({ 'Dial colour': 'Black' }, { skus: ['CLOCK'] });
		const { items, toReview } = await compose([line]);
		expect(items[0]?.options).toEqual([{ id: 'dial_color', value: 'black' }]);
		expect(toReview).toEqual([]);
	});

	it('of several each is named', async () => {
		const line = lineOf({ 'Gift box': 'premium wood', Lettering: 'back' });
		expect((await compose([line], [], { options: ['Lettering'] })).toReview).toEqual([
			expect.stringContaining('"gift_box"'),
		]);
		expect((await compose([line])).toReview).toHaveLength(2);
	});
});

describe('Lines of one SKU that meet rows of SKU Mapping', () => {
	const rows = [
		{ shopSku: 'SHIRT', sku: 'TEE-M', when: { Size: 'M' } },
		{ shopSku: 'SHIRT', sku: 'TEE-2XL', when: { Size: '2XL' } },
		{ shopSku: 'SHIRT', files: { front: FRONT } },
		{ shopSku: 'SHIRT', files: { back: BACK }, when: { Side: 'Front & back' } },
	];
	const shirt = (id: string, properties: Record<string, unknown>): ShopLine => ({
		...{ id, label: `Line ${id}`, skus: ['SHIRT'], quantity: 1 },
		properties: allPropertiesIn(properties, []),
	});

	it('get the variant, the files and the options of theirs', async () => {
		const lines = [
			shirt('1', { Size: 'M', Side: 'Front' }),
			shirt('2', { Size: '2XL', Side: 'Front & back' }),
		];
		const { items, toReview, problems } = await compose(lines, rows);
		expect({ toReview, problems }).toEqual({ toReview: [], problems: [] });
		expect(
			items.map(({ variantId, placements }) => [variantId, placements.map(({ type }) => type)]),
		).toEqual([
			['v-m', ['front']],
			['v-2xl', ['front', 'back']],
		]);
	});

	it('need no SKU of their own where the shop has several variations of it', async () => {
		const titled = ['M / Navy', '2XL / Navy'].map((variantTitle, index) => ({
			...shirt(String(index), { 'Print file': FRONT }),
			...{ variantTitle, variationId: `${index}` },
		}));
		const byTitle = [
			{ shopSku: 'SHIRT', sku: 'TEE-M', when: { variant_title: 'M' } },
			{ shopSku: 'SHIRT', sku: 'TEE-2XL', when: { variant_title: '2XL / Navy' } },
		];
		expect((await compose(titled, byTitle)).toReview).toEqual([]);
		const withoutConditions = [{ shopSku: 'SHIRT', sku: 'TEE' }];
		expect((await compose(titled, withoutConditions)).toReview).toEqual([
			expect.stringContaining('is another variation'),
			expect.stringContaining('"variant_title" is "2XL / Navy"'),
		]);
	});

	it('stop the order where they meet none, whatever Unknown Lines says', async () => {
		const lines = [shirt('1', { Size: 'M' }), shirt('2', { Size: 'S' })];
		const { problems } = await compose(lines, rows);
		expect(problems).toEqual([
			expect.stringMatching(/^Line 2 meets the conditions of no row .* "Size" is "S"\. /),
		]);
	});

	it('are left out for the reason of the shop, whatever the conditions say', async () => {
		const line = { ...shirt('1', {}), quantity: 0, leftOutBecause: 'it was refunded' };
		expect((await compose([line], rows)).problems).toEqual([]);
	});

	it('a row for the product gives its files to a variation with a variant, where the line meets it', async () => {
		const productRows = rows.slice(2);
		const line = { ...shirt('1', { Side: 'Front & back' }), skus: ['TEE-M', 'SHIRT'] };
		const { items } = await compose([line], productRows);
		expect(items).toMatchObject([{ variantId: 'v-m', placements: [{}, { type: 'back' }] }]);
	});

	it('a row of the product that names a variant gives nothing to a variation with another', async () => {
		const productRows = [
			{ shopSku: 'SHIRT', files: { back: BACK }, when: { Side: 'Front & back' } },
			{ shopSku: 'SHIRT', sku: 'TEE-2XL', files: { front: BACK }, when: { Cut: 'Wide' } },
		];
		const line = lineOf({ Side: 'Front', Cut: 'Wide' }, { skus: ['TEE-M', 'SHIRT'] });
		const { items, problems } = await compose([line], productRows);
		expect(problems).toEqual([]);
		expect(items).toMatchObject([{ variantId: 'v-m', placements: [{ layers: [{ url: FRONT }] }] }]);
	});

	it('stop the order where the product has files for all of them, and a variation meets none', async () => {
		const line = lineOf({ Size: 'M' }, { skus: ['TEE-M', 'SHIRT'] });
		const { problems } = await compose([line], rows.slice(1, 3));
		expect(problems).toEqual([
			expect.stringMatching(/^Line 1 meets the conditions of no row .* SKU "SHIRT": "Size" is "M"/),
		]);
	});

	it('rows of the product that name variants do not matter to a variation with a variant', async () => {
		const line = lineOf({ Size: 'M' }, { skus: ['TEE-M', 'SHIRT'] });
		const { items, problems } = await compose([line], [{ ...rows[1], shopSku: 'SHIRT' }]);
		expect(problems).toEqual([]);
		expect(items).toMatchObject([{ variantId: 'v-m' }]);
	});
});
