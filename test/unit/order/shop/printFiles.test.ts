import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { CatalogVariant } from '../../../../nodes/PodFulfilment/api/catalog/catalogVariant.ts';
import {
	fileByTemplate,
	isSurelyFile,
	namedFilesOf,
	placementsFromNames,
	printFileTemplateOf,
} from '../../../../nodes/PodFulfilment/order/shop/printFiles.ts';

const URL_A = 'https://files.example.com/a.png';
const line = { label: 'Line 1' };

const property = (name: string, value: unknown = URL_A) => ({ names: [name], value });

const variantWith = (...types: string[]) =>
	({ placements: types.map((type) => ({ type })) }) as unknown as CatalogVariant;

const placementsOf = (properties: Array<{ names: string[]; value: unknown }>, ...types: string[]) =>
	placementsFromNames(
		namedFilesOf(properties, 'Print file'),
		line,
		types.length > 0 ? variantWith(...types) : undefined,
	).map(({ type, layers }) => [type, layers[0]?.url]);

describe('A property that names a print file', () => {
	it.each([
		['Print file', ''],
		['print_file', ''],
		['PRINT-FILE', ''],
		['_printFile', ''],
		['Prínt File:', ''],
		['Print file front', 'front'],
		['print-file_Sleeve LEFT', 'sleeveleft'],
		['Print file (back)', 'back'],
	])('the property %j names a print file', (name, placement) => {
		expect(namedFilesOf([property(name)], 'Print file')).toEqual([
			{ placement, name, value: URL_A },
		]);
	});

	it.each(['Gift wrap', 'Print', 'file print', ''])('the property %j names no file', (name) => {
		expect(namedFilesOf([property(name)], 'Print file')).toEqual([]);
	});

	it.each([null, undefined, '', '  '])('an empty property names no print file: %j', (value) => {
		expect(namedFilesOf([{ names: ['Print file'], value }], 'Print file')).toEqual([]);
	});

	it('a print file is found by any of its names, and counts once', () => {
		const both = [{ names: ['_pf', 'Print File'], value: URL_A }, property('print_file')];
		expect(namedFilesOf(both, 'print file')).toHaveLength(1);
	});

	it('a property with more words and no web address may be about something else', () => {
		const [note] = namedFilesOf([property('Print file note', 'with love')], 'Print file');
		const [file] = namedFilesOf([property('Print file left')], 'Print file');
		expect(note).toBeDefined();
		expect(note).not.toSatisfy(isSurelyFile);
		expect(file).toSatisfy(isSurelyFile);
	});
});

describe('The placements of a line', () => {
	it('placements get the names of the catalog', () => {
		const properties = [property('Print file Sleeve-Left'), property('print file FRONT')];
		expect(placementsOf(properties, 'front', 'sleeve_left')).toEqual([
			['sleeve_left', URL_A],
			['front', URL_A],
		]);
	});

	it.each([[['front', 'front_large']], [['front_large', 'front']]])(
		'are told apart where the name of one begins like another: %j',
		(types) => {
			const front = property('Print file front', `${URL_A}?front`);
			const large = property('Print file front large', `${URL_A}?large`);
			const expected = { front: `${URL_A}?front`, front_large: `${URL_A}?large` };
			for (const properties of [
				[front, large],
				[large, front],
			]) {
				expect(Object.fromEntries(placementsOf(properties, ...types))).toEqual(expected);
			}
			expect(placementsOf([large], ...types)).toEqual([['front_large', `${URL_A}?large`]]);
			expect(placementsOf([front], ...types)).toEqual([['front', `${URL_A}?front`]]);
		},
	);

	it('placements keep the name that the shop gives them when the catalog is not read', () => {
		expect(placementsOf([property('Print file front')])).toEqual([['front', URL_A]]);
	});

	it('properties about something else make no placement', () => {
		const properties = [property('Print file'), property('Print file note', 'with love')];
		expect(placementsOf(properties, 'front')).toEqual([[undefined, URL_A]]);
	});

	it.each([
		[
			'no web address',
			[property('Print file', 'motif.png')],
			'Line 1 → Property "Print file" is "motif.png"',
		],
		['no text', [property('Print file', { url: URL_A })], 'must be text'],
		[
			'no address for a placement',
			[property('Print file front', 'x')],
			'Property "Print file front" is "x"',
		],
		[
			'two files',
			[property('Print file'), property('PRINT FILE', `${URL_A}?b`)],
			'names two print files',
		],
	])('a line is refused when there is %s', (_, properties, message) => {
		expect(() => placementsOf(properties, 'front')).toThrow(message);
	});
});

describe('A template of print files', () => {
	const values = { sku: 'A B', variantId: 'v', lineId: '7', orderNumber: '1001' };

	it('a template is filled with encoded values', () => {
		expect(fileByTemplate('https://x.example/{orderNumber}/{sku}.png', values, line)).toBe(
			'https://x.example/1001/A%20B.png',
		);
	});

	it.each([undefined, '.', '..'])('a template is refused for a line whose SKU is %j', (sku) => {
		expect(() => fileByTemplate('https://x.example/{sku}', { ...values, sku }, line)).toThrow(
			'Line 1 has no SKU to insert into Print File Template',
		);
	});

	it.each([
		'',
		null,
		'{sku}',
		'ftp://x.example/{sku}',
		'https://x.example/{}',
		'https://x.example/{SKU}',
		'https://{sku}.example/a.png',
		'https://x.example{sku}/a.png',
		'https://x.example{sku}?a',
		'HTTPS://x:{lineId}@x.example/a.png',
	])('the template %j is refused', (template) => {
		expect(() => printFileTemplateOf(template)).toThrow(/^Print File Template /);
	});

	it('a template never leads to another folder or host, whatever a SKU is', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', minLength: 1 }), (sku) => {
				fc.pre(sku.trim() !== '' && sku !== '.' && sku !== '..');
				const url = new URL(
					fileByTemplate('https://x.example/files/{sku}', { ...values, sku }, line),
				);
				expect(url.host).toBe('x.example');
				expect(url.pathname.split('/')).toHaveLength(3);
				expect(url.pathname).toMatch(/^\/files\//);
				expect(url.search + url.hash).toBe('');
			}),
		);
	});
});
