/** What customers chose, and of which nothing shows that it is produced. */
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { LineSettings } from '../../../../../nodes/PodFulfilment/order/shop/lines/composeLines.ts';
import type {
	LineProperty,
	ShopLine,
} from '../../../../../nodes/PodFulfilment/order/shop/shopOrder.ts';
import { CatalogService, product, variant } from '../../../api/catalog/catalogService.ts';
import { composeWith } from './composeWith.ts';

const FILE = 'https://files.example.com/a.png';

const clock: IDataObject = {
	...variant('v-clock', 'CLOCK', 'Wall Clock / Black'),
	placements: [
		{ type: 'main', required: true },
		{ type: 'back', required: false },
	],
	options: [{ id: 'dial', label: 'Dial', required: false, values: [{ value: 'White' }] }],
};

const line = (properties: Record<string, unknown>, changes: Partial<ShopLine> = {}): ShopLine => ({
	...{ label: 'Line 1', id: '1', skus: ['CLOCK'], name: 'Round clock', quantity: 1 },
	properties: Object.entries(properties).map(([name, value]) => ({ names: [name], value })),
	...changes,
});

const second = (properties: Record<string, unknown>, changes: Partial<ShopLine> = {}) =>
	line(properties, { label: 'Line 2', id: '2', ...changes });

const template = (address: string): LineSettings['printFile'] => ({
	...{ template: address, ignoredProperty: 'Print file', placements: [] },
});

const SAME = template('https://files.example.com/{sku}.png');

async function toReview(
	lines: ShopLine[],
	settings: Partial<LineSettings> = {},
	rows: object[] = [],
): Promise<string[]> {
	const service = new CatalogService([product('p1', clock)]);
	const { toReview: found, problems } = await composeWith(service, lines, settings, rows);
	expect(problems).toEqual([]);
	return found;
}

describe('A choice that costs extra, with a print file that is the same for all orders', () => {
	it.each<[Record<string, unknown>, string]>([
		[{ 'Inscription ($24.50)': 'In loving memory' }, '"Inscription" is "In loving memory"'],
		[{ Inscription: 'In memory&nbsp;&nbsp;+&pound;24.50' }, '"Inscription" is "In memory"'],
		[{ Extras: 'Logo +$1.00, Main +$2.00' }, '"Extras" is "Logo +$1.00, Main"'],
		[{ Handling: 'Rush + $4.95' }, '"Handling" is "Rush"'],
		[{ 'Geschenkverpackung (+3,00 €)': 'Ja' }, '"Geschenkverpackung" is "Ja"'],
	])('is to be reviewed: %j', async (properties, shown) => {
		expect(await toReview([line(properties)], { printFile: SAME })).toEqual([
			`Line 1: ${shown} and costs extra, but is not in the print file, which is the same for all orders: check how it is produced, or list the property in the option "Line Options" if it needs no review`,
		]);
		const rows = [{ shopSku: 'CLOCK', sku: 'CLOCK', printFileUrl: FILE }];
		expect(await toReview([line(properties)], {}, rows)).toHaveLength(1);
	});

	it.each<[string, Record<string, unknown>]>([
		['is free', { Inscription: 'In loving memory', Engraving: 'A +£0.00' }],
		['is nothing', { 'Inscription ($24.50)': 'None', 'Name ($4)': '' }],
		['is hidden', { '_fee ($24.50)': 'x' }],
		['is in the name of the variant', { Frame: 'Black (+$20.00)' }],
		['is in the name of the product', { Shape: 'Round (+$20.00)' }],
		['is a size', { Size: 'M (+$2.00)' }],
		['is a file', { 'Photo (+$2.00)': 'https://files.example.com/b.png' }],
		['is listed', { 'Gift wrap (+$3.00)': 'Yes' }],
		['is a number in brackets', { Inscription: 'Room (40)' }],
	])('needs no review where it %s: %j', async (_, properties) => {
		const settings = { printFile: SAME, options: ['Gift wrap'] };
		expect(await toReview([line(properties)], settings)).toEqual([]);
	});

	it.each([
		'Gift wrap',
		'gift_wrap',
		'Gift wrap (+$3.00)',
		'pa_wrapping',
		'PA_WRAPPING',
		'wrapping',
	])(
		'needs no review where it is listed by any of its names, as the shop has it: %s',
		async (name) => {
			const properties = [{ names: ['pa_wrapping', 'Gift wrap'], value: 'Yes (+$3.00)' }];
			const settings = { printFile: SAME, options: [name] };
			expect(await toReview([line({}, { properties })], settings)).toEqual([]);
		},
	);

	it('needs no review where a row of SKU Mapping asks for it', async () => {
		const properties = { 'Gift wrap (+$3.00)': 'Yes' };
		const rows = [{ shopSku: 'CLOCK', sku: 'CLOCK', when: { 'Gift wrap': 'Yes' } }];
		expect(await toReview([line(properties)], { printFile: SAME }, rows)).toEqual([]);
	});

	it('is in a name by three letters, but not by two, which are parts of other words', async () => {
		const settings = { printFile: SAME };
		const oak = { name: 'Oak clock' };
		expect(await toReview([line({ Frame: 'Oak (+$20.00)' }, oak)], settings)).toEqual([]);
		expect(await toReview([line({ Initials: 'AK (+$4.00)' }, oak)], settings)).toHaveLength(1);
	});

	it('is a size by any of its names', async () => {
		const properties = [{ names: ['pa_dimension-x', 'Size'], value: 'M (+$2.00)' }];
		expect(await toReview([line({}, { properties })], { printFile: SAME })).toEqual([]);
	});

	it('is to be reviewed without the catalog, too', async () => {
		const rows = [{ shopSku: 'CLOCK', variantId: 'v-clock' }];
		const settings = { printFile: SAME, fillFromCatalog: false };
		const found = await toReview([line({ 'Inscription ($24.50)': 'Ada' })], settings, rows);
		expect(found).toHaveLength(1);
	});

	it('needs none of its own where it sets an option of the variant', async () => {
		const found = await toReview([line({ 'Dial (+$3.00)': 'White' })], { printFile: SAME });
		expect(found).toEqual([expect.stringMatching(/sets the option "dial"/)]);
	});

	it.each<[string, Record<string, unknown>, number]>([
		['names a placement of the variant', { Position: 'Main (+$3.00)' }, 0],
		['names placements alone', { Position: 'Main +$1.00, Main +$2.00' }, 0],
		['names something beside one', { Position: 'Main +$1.00, Logo +$2.00' }, 1],
	])('where it %s, the print file for that decides: %j', async (_, properties, count) => {
		expect(await toReview([line(properties)], { printFile: SAME })).toHaveLength(count);
	});

	it.each<[string, LineSettings['printFile']]>([
		['line', { property: 'Print file', placements: [], hosts: [] }],
		['order', template('https://files.example.com/{orderNumber}.png')],
		['line by its ID', template('https://files.example.com/{lineId}.png')],
	])('needs no review where each %s has a file of its own', async (_, printFile) => {
		const properties = { 'Inscription ($24.50)': 'In loving memory', 'Print file': FILE };
		const number = '7';
		const service = new CatalogService([product('p1', clock)]);
		const found = await composeWith(service, [line(properties)], { printFile }, [], number);
		expect(found.toReview).toEqual([]);
	});
});

describe('Lines that become the same item', () => {
	it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
		['another text', { Name: 'Max' }, { Name: 'Ada' }],
		['a text that the first lacks', {}, { Name: 'Ada' }],
		['a text that the second lacks', { Name: 'Ada' }, { Color: null }],
	])('are to be reviewed where one has %s', async (_, one, other) => {
		const found = await toReview([line(one), second(other)], { printFile: SAME });
		expect(found).toEqual([
			'Line 2 and Line 1 differ by "Name", which is "Ada" in one of them, but would be produced alike: check their print files, or list the property in the option "Line Options" if it needs no review',
		]);
	});

	it('are to be reviewed where their texts are exchanged', async () => {
		const lines = [
			line({ 'Top line': 'Ada', 'Bottom line': 'Max' }),
			second({ 'Top line': 'Max', 'Bottom line': 'Ada' }),
		];
		expect(await toReview(lines, { printFile: SAME })).toEqual([
			expect.stringMatching(/^Line 2 and Line 1 differ by "Top line"/),
		]);
	});

	it.each([
		['Ada', 0],
		['Max', 1],
	])('are compared by any name of a property: Ada and %s', async (value, count) => {
		const lines = [
			line({}, { properties: [{ names: ['engraving', 'Gravur'], value: 'Ada' }] }),
			second({}, { properties: [{ names: ['Gravur'], value }] }),
		];
		expect(await toReview(lines, { printFile: SAME })).toHaveLength(count);
	});

	it('are to be reviewed where they name the same file', async () => {
		const of = (Name: string) => ({ Name, 'Print file': FILE });
		expect(await toReview([line(of('Max')), second(of('Ada'))])).toHaveLength(1);
		const other = { Name: 'Ada', 'Print file': `${FILE}?b` };
		expect(await toReview([line(of('Max')), second(other)])).toEqual([]);
	});

	it('are to be reviewed beside a warning about something else, and not beside another review', async () => {
		const of = (changes: Partial<ShopLine>) => [
			line({ Name: 'Max' }, changes),
			second({ Name: 'Ada' }, changes),
		];
		const alike = expect.stringMatching(/^Line 2 and Line 1 differ by "Name"/) as string;
		const settings = { printFile: SAME };
		// The price is not sent, with a warning.
		expect(await toReview(of({ unreadPrice: '1,234' }), settings)).toEqual([alike]);
		const doubt = 'its field "qty_shipped" is 1';
		expect(await toReview(of({ doubt }), settings)).toEqual([
			`Line 1: ${doubt}`,
			`Line 2: ${doubt}`,
		]);
	});

	it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
		['nothing', {}, {}],
		['what the cart does not show', { _key: 'a1' }, { _key: 'b2' }],
		['capitals', { Name: 'Ada' }, { Name: 'ADA' }],
		['an empty text', { Name: '' }, {}],
		['what is listed', { 'Gift note': 'a' }, { 'Gift note': 'b' }],
	])('need no review where they differ by %s', async (_, one, other) => {
		const settings = { printFile: SAME, options: ['Gift note'] };
		expect(await toReview([line(one), second(other)], settings)).toEqual([]);
	});

	it('need no review where their options differ', async () => {
		const settings = { printFile: SAME, options: ['Dial'] };
		const lines = [line({ Name: 'Max', Dial: 'White' }), second({ Name: 'Ada' })];
		expect(await toReview(lines, settings)).toEqual([]);
	});

	it('need no review for the fields of the lines themselves', async () => {
		const field = (value: string): LineProperty[] => [{ names: ['note'], value, isField: true }];
		const lines = [line({}, { properties: field('a') }), second({}, { properties: field('b') })];
		expect(await toReview(lines, { printFile: SAME })).toEqual([]);
	});

	it('need no review where some pieces of one left already', async () => {
		const sent = second({ Name: 'Ada' }, { fulfilled: 1 });
		expect(await toReview([line({ Name: 'Max' }), sent], { printFile: SAME })).toEqual([]);
	});
});

describe('A line that is left out', () => {
	const fee = (properties: Record<string, unknown>, changes: Partial<ShopLine> = {}) =>
		second(properties, { skus: [], name: 'Item Personalization', ...changes });

	it.each<[string, Record<string, unknown>, Record<string, unknown>, Partial<ShopLine>?]>([
		['names it', {}, { '_Customization For': 'Round clock (Line Item Number-1)' }],
		['names its product', {}, { For: 'Round' }],
		['has its SKU', {}, { _parent_sku: 'CLOCK' }],
		['has its ID', {}, { _parent_id: '1000001' }],
		['has an ID in common', { _builderId: '191280808' }, { _builderId: '191280808' }],
		['is a fee of the app', {}, { _pplr_customization_id: '7' }],
		['is not shipped', {}, { For: 'Round clock' }, { skus: ['FEE'], leftOutBecause: 'it is x' }],
	])('is to be reviewed with texts for another line where it %s', async (_, own, link, changes) => {
		const lines = [
			line(own, { variationId: '1000001', name: 'Round clock' }),
			fee({ ...link, Front: 'RONALDO' }, changes),
		];
		expect(await toReview(lines, { printFile: SAME })).toEqual([
			'Line 2 is not ordered, but says what the customer chose for another line: "Front" is "RONALDO". Check that it is in the print file there, or list the property in the option "Line Options" if it needs no review',
		]);
	});

	it.each<[string, Record<string, unknown>, Partial<ShopLine>?]>([
		['no texts', { For: 'Round clock', _pplr_preview: 'x' }],
		['listed ones', { For: 'Round clock', 'Gift note': 'Hi' }],
		['texts of its own', { Size: 'M', Name: 'Ada' }, { skus: ['CAP'] }],
		['texts of its own, without a SKU', { Name: 'Ada' }],
		['texts of its own by the app', { Name: 'Ada', _pplr_preview: 'x' }, { skus: ['CAP'] }],
		['initials with which the name begins', { Initials: 'Ro', Front: 'RONALDO' }],
		['no text', { For: null, Front: 'RONALDO' }],
		['no piece left', { For: 'Round clock', Front: 'A' }, { isEmptied: true, leftOutBecause: 'x' }],
	])('needs no review with %s', async (_, properties, changes) => {
		const settings = { printFile: SAME, options: ['Gift note'] };
		expect(await toReview([line({}), fee(properties, changes)], settings)).toEqual([]);
	});

	it('needs no review for a short name that is part of a word', async () => {
		const lines = [line({}, { name: 'Art' }), fee({ Front: 'Article', Back: 'RONALDO' })];
		expect(await toReview(lines, { printFile: SAME })).toEqual([]);
	});

	it.each<[string, Partial<LineProperty>]>([
		['a text of the customer', { names: ['Custom name'] }],
		['what is about the order', { names: ['_session'] }],
		['what is no ID', { names: ['_custom'], value: 'yes' }],
		['a short number', { names: ['_group'], value: '1' }],
		['a field of the lines', { names: ['group_id'], isField: true }],
	])('needs no review where it has %s in common', async (_, changes) => {
		const shared = { names: [], value: 'RONALDO-2026', ...changes };
		const lines = [
			line({}, { properties: [shared] }),
			fee({}, { properties: [shared, { names: ['Front'], value: 'RONALDO' }] }),
		];
		expect(await toReview(lines, { printFile: SAME })).toEqual([]);
	});

	it('needs no review for a field with the beginning of a name', async () => {
		const properties = [
			{ names: ['vendor'], value: 'Round', isField: true as const },
			{ names: ['Front'], value: 'RONALDO' },
		];
		expect(await toReview([line({}), fee({}, { properties })], { printFile: SAME })).toEqual([]);
	});

	it('is to be reviewed with its own text, and not with the name of one of several lines', async () => {
		const lines = [
			line({}),
			line({}, { id: '3', name: 'Square clock' }),
			fee({ For: 'Round clock', Front: 'RONALDO' }),
		];
		expect(await toReview(lines, { printFile: SAME })).toEqual([
			expect.stringContaining('"Front" is "RONALDO"'),
		]);
	});

	it('needs no review for a line that left already', async () => {
		const texts = { For: 'Round clock', Front: 'RONALDO' };
		const sent = line({}, { fulfilled: 1 });
		expect(await toReview([sent, fee(texts)], { printFile: SAME })).toEqual([]);
		const partly = line({}, { quantity: 2, fulfilled: 1 });
		expect(await toReview([partly, fee(texts)], { printFile: SAME })).toHaveLength(1);
	});

	it('needs no review where no line is ordered', async () => {
		expect(await toReview([fee({ For: 'Round clock', Front: 'A' })])).toEqual([]);
	});
});
