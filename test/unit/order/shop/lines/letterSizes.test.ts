import { describe, expect, it } from 'vitest';

import {
	countedSizes,
	isForChildren,
	isSizeName,
	letterSize,
	sizesInName,
	sizesInWords,
} from '../../../../../nodes/PodFulfilment/order/shop/lines/letterSizes.ts';

describe('A size by letters', () => {
	it.each([
		['S', 'S'],
		[' m ', 'M'],
		['xl', 'XL'],
		['XXL', '2XL'],
		['2XL', '2XL'],
		['2x', '2XL'],
		['xx-large', '2XL'],
		['2X-Large', '2XL'],
		['Extra Large', 'XL'],
		['extra small', 'XS'],
		['XXS', '2XS'],
		['XXXXXXL', '6XL'],
		['6XL', '6XL'],
		['1XL', 'XL'],
		['Medium', 'M'],
		['ＸＬ', 'XL'],
		['XLT', 'XLT'],
		['2xl tall', '2XLT'],
		['Extra-Large Tall', 'XLT'],
		['3XT', '3XLT'],
		['Medium Tall', 'MT'],
		['Extra Extra Extra Large', '3XL'],
		['Extra-Extra-Large Tall', '2XLT'],
		['Double XL', '2XL'],
		['Double X Large', '2XL'],
		['double-extra-large', '2XL'],
		['Triple Extra Large', '3XL'],
		['TripleXL', '3XL'],
		['Double X-Small', '2XS'],
		['Triple XL Tall', '3XLT'],
	])('%j is one: %s', (value, size) => {
		expect(letterSize(value)).toBe(size);
	});

	it.each([
		...[
			'One Size',
			'42',
			'M (40)',
			'M/L',
			'S-M',
			'7-8 years',
			'98/104',
			'Youth M',
			'Kids L',
			'2T',
			'T',
			'XT',
		],
		...['Tall XL', 'XL tall fit', 'Large print', 'Large XL', 'A2X', 'DTG 3X', 'Double', 'Double L'],
		...['7XL', 'XXXS', '3XS', '', '2', 'ml', 'Black', 'A4', '11 oz', 'L.', 'x'.repeat(9_000)],
	])('%j is none', (value) => {
		expect(letterSize(value)).toBeUndefined();
	});

	it.each([
		['TEE-M', ['M']],
		['tee_xxl', ['2XL']],
		['L-SHIRT-M', ['L', 'M']],
		['TEE-X-LARGE', ['XL']],
		['GLD-5000-BLK-SM', ['S']],
		['TEE-2X', ['2XL']],
		['TEE-SML', ['S']],
		['TEE-LRG', ['L']],
		['TEE-X-LG', ['XL']],
		['TEE-2XLG', ['2XL']],
		['Double XLG', ['2XL']],
		['TEE-SLG-XMD', []],
		['TSNAVYM', []],
		['MUG-11', []],
		['TEE-XLT', ['XLT']],
		['TEE_2XL_TALL', ['2XLT']],
		['TEE-LT-BLUE-M', ['M']],
		['Adult XL', ['XL']],
		["Men's XL", ['XL']],
		['Kids’ M', ['M']],
		['XL (56/58)', ['XL']],
		['XL / 56', ['XL']],
		['unisex-xl', ['XL']],
		['Navy, X-Large', ['XL']],
		['Large Adult', ['L']],
		['L/XL', ['L', 'XL']],
		['Adult 2 XL', ['2XL']],
		['Mens 3 X-Large', ['3XL']],
		['DESIGN-2-XL', ['XL']],
		['TEE-DOUBLE-XL', ['2XL']],
		['Adult Double Extra Large', ['2XL']],
		['Mens Triple X-Large', ['3XL']],
		['Adult Extra Extra Large', ['2XL']],
		['Double stitched M', ['M']],
		['2 x 3 m', ['M']],
		['One Size', []],
		['42', []],
		['7-8 years', []],
		['30 x 40 cm', []],
	])('a SKU or value %s has the sizes %j', (sku, sizes) => {
		expect(sizesInWords(sku)).toEqual(sizes);
	});

	it.each([
		['Unisex Organic T-Shirt - White / M', ['M']],
		['L-Shirt, M', ['M']],
		['L-Shirt', []],
		["Men's Tee / Black / XL", ['XL']],
		['Kids’ S-Line tee', []],
		['Classic tee black large', ['L']],
		['Tee X-Large', ['XL']],
		['Tee Extra Large', ['XL']],
		['Large print tee', []],
		['Medium weight tee (2XL)', ['2XL']],
		['Socks, set of 2x', []],
		['Cap S/M', ['S', 'M']],
		['J. S. Bach tee M', ['M']],
		["Men's Tee / XLT", ['XLT']],
		['Tee - Extra Large Tall', ['XLT']],
		['Tall tee / XL', ['XL']],
		['Classic tee Large (unisex)', ['L']],
		['Hoodie X-Large | Navy', ['XL']],
		['Sweatshirt small , red', ['S']],
		['Tee  -  M  - Black', ['M']],
		['Tee XM / 3XS / 6XXL', []],
		['Classic tee Double XL', ['2XL']],
		['Tee - Triple Extra Large', ['3XL']],
		['Tee Double X-Large', ['2XL']],
		['Tee Extra Extra Large', ['2XL']],
		['Double layer tee / XL', ['XL']],
		['Classic tee black Lg', ['L']],
		['Tee - Med Blue', []],
	])('a name %j has the sizes %j', (name, sizes) => {
		expect(sizesInName(name)).toEqual(sizes);
	});

	it.each([
		...['Size', 'pa_size', 'attribute_pa_size', 'T-Shirt Size', 'Your size?', 'shirtSize', 'Größe'],
		...[
			'Konfektionsgröße',
			'Shirt-Groesse',
			'Taille',
			'Talla',
			'Taglia',
			'Maat',
			'Размер',
			'サイズ',
		],
		...['المقاس', 'مقاس القميص', 'Kích thước', 'Kích cỡ áo', 'ขนาดเสื้อ', 'ไซส์', 'מידה', 'מידות'],
		...['Μέγεθος', 'ΜΕΓΕΘΟΣ', 'Розмір', 'Mărime', 'Marime tricou', 'Méret', 'Pólóméret', 'MÉRET'],
		...['Velikost', 'Veľkosť trička', 'Veličina', 'Koko', 'Paidankoko', 'Størrelse', 'STØRRELSE'],
		...[
			'Tøjstørrelse',
			'Storlek',
			'Tröjstorlek',
			'Beden',
			'BEDEN SEÇİMİ',
			'Tシャツサイズ',
			'サイズ選択',
		],
		...[
			'사이즈',
			'티셔츠 사이즈',
			'尺码',
			'衣服尺码',
			'尺碼',
			'尺寸',
			'साइज़',
			'टी-शर्ट साइज',
			'Ukuran',
			'Ukuran kaos',
		],
		...[
			'Rozmiar',
			'Tamanho',
			'Tamaño',
			'Taglie',
			'Kledingmaat',
			'سایز',
			'Suurus',
			'Dydis',
			'Izmērs',
		],
	])('%j is the name of a size', (name) => {
		expect(isSizeName(name)).toBe(true);
	});

	it.each([
		...[
			'Print size',
			'Druckgröße',
			'Logo Size',
			'Size chart',
			'Oversize',
			'Gift box size',
			'Color',
		],
		...['Frame Size', 'sized', ''],
		...[
			'Formaat',
			'Example & Co',
			'Co-op',
			'プリントサイズ',
			'印刷尺寸',
			'인쇄 사이즈',
			'مقاس الطباعة',
			'Rozmiar nadruku',
			'Ukuran cetak',
		],
		...[
			'Розмір друку',
			'Baskı ölçüsü',
			'Kokoelma',
			'Maattimo',
			'Color',
			'צבע',
			'اللون',
			'สี',
			'颜色',
		],
	])('%j is the name of something else', (name) => {
		expect(isSizeName(name)).toBe(false);
	});

	it.each([
		...[
			'Youth M',
			'Kids’ L',
			'KID-TEE',
			"Children's XL",
			'Toddler S',
			'Junior M',
			'Boys L',
			'YTH-M',
		],
		...['Kindershirt M', 'Enfant M', 'Niños L', 'Bambino M', 'Barn M', 'Dziecięcy L'],
	])('%j is for children', (text) => {
		expect(isForChildren(text)).toBe(true);
	});

	it.each(['Adult M', 'Baby blue M', 'Girlie M', 'Unisex XL', "Men's M", 'JRX-M', ''])(
		'%j is not said to be for children',
		(text) => {
			expect(isForChildren(text)).toBe(false);
		},
	);

	it.each([
		['S x 2, M x 3', ['S', 'M']],
		['2x S + 3x M', ['S', 'M']],
		['2 × XL; 1 × L', ['XL', 'L']],
		['Small: 2 / Large: 4', ['S', 'L']],
		['2XL x 3, L x 1', ['2XL', 'L']],
		['S=1 M=1', ['S', 'M']],
		['2xS,3xM', ['S', 'M']],
		['S*2\nXXL*1', ['S', '2XL']],
	])('%j counts the pieces of %j', (written, sizes) => {
		expect([...countedSizes(written)]).toEqual(sizes);
	});

	it.each([
		...[
			'XM x 2, M x 3',
			'S/M',
			'L, XL',
			'2XL',
			'2xL',
			'M (40)',
			'S (36), M (38)',
			'2 x 3 m',
			'L x W x H: 10 x 20',
		],
		...[
			'One Size x 2',
			'2XL / 3XL',
			'2xL/3xL',
			'S 36, M 38',
			'10 x 15 cm',
			'Mx3L',
			'v.S x 2, v.M x 3',
		],
	])('%j counts no two', (written) => {
		expect(countedSizes(written).size).toBeLessThan(2);
	});
});
