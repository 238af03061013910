import { describe, expect, it } from 'vitest';

import type { CatalogVariant } from '../../../../../nodes/PodFulfilment/api/catalog/catalogVariant.ts';
import { statedPlacements } from '../../../../../nodes/PodFulfilment/order/shop/lines/statedPlacements.ts';
import { lineValuesOf } from '../../../../../nodes/PodFulfilment/order/shop/lines/lineValues.ts';

const variantWith = (...types: string[]): CatalogVariant => ({
	name: 'Tee',
	itemName: 'Tee',
	inStock: true,
	placements: types.map((type) => ({ type, required: false, techniques: [] })),
	options: [],
});

const TEE = variantWith('front', 'back', 'sleeve_left', 'sleeve_right');

const stated = (name: string, value: unknown, variant = TEE): string[] =>
	lineValuesOf({ properties: [{ names: [name], value }] })
		.flatMap((entry) => statedPlacements(entry, variant).flat())
		.sort();

describe('A side in the name or the text of what is printed there', () => {
	it.each([
		['Embroidery back', 'Logo'],
		['Embroidery on back', 'Logo'],
		['Stick Rücken', 'Logo'],
		['Bestickung Rücken', 'Logo'],
		['Druck Rücken', 'Logo'],
		['Nom au dos', 'Smith'],
		['Broderie dos', 'Logo'],
		['Stampa retro', 'Sì'],
		['Nome sul retro', 'Smith'],
		['Bordado espalda', 'Sí'],
		['Estampado espalda', 'Sí'],
		['Zusatzoptionen', 'Stick Audi (+5,34 €), Stick Logo Weber Rücken (+17,08 €)'],
		['Back text 12', 'Smith'],
		['Text1 back', 'Smith'],
		['back_line2', 'Smith'],
		['backText', 'Smith'],
		['2nd name on back', 'Smith'],
		['Back side', 'Happy Birthday'],
		['Seite hinten', 'Alles Gute'],
		['Lato posteriore', 'Auguri'],
		['Name on back', 'Love without end'],
		['Back number', '10'],
	])('is that placement: %s: %s', (name, value) => {
		expect(stated(name, value)).toEqual(['back']);
	});

	it.each([
		['Embroidery back', 'None'],
		['Druck Rücken', 'Nein'],
		['Print', 'Retro'],
		['Stil', 'retro'],
		['Embroidery', 'Back to the Future'],
		['Print color back', 'White'],
		['Back text', 'Black/White'],
		['Name on back', '—'],
		['Name on back', 'none'],
		['Back side', 'None'],
		['Back pocket', 'Zipper'],
		['Embroidery', 'Stick'],
		['Extras', 'Print Back to the Future'],
		['Extras', 'Stick Audi (+5,34 €), Stick Weber (+17,08 €)'],
	])('is none in %s: %s', (name, value) => {
		expect(stated(name, value)).toEqual([]);
	});

	it.each([
		['#000080', 'Navy'],
		['https://files.example.com/smith.png', 'Smith'],
		['0', 'Please choose'],
	])('is none in a value that the shop shows in other words: %s, %s', (value, displayValue) => {
		const [entry] = lineValuesOf({ properties: [{ names: ['Back text'], value, displayValue }] });
		expect(entry?.texts).toHaveLength(2);
		expect(entry && statedPlacements(entry, TEE)).toEqual([]);
	});
});

describe('The side that a customer chose', () => {
	it.each([
		['Back', ['back']],
		['BACK', ['back']],
		['back-print', ['back']],
		['On the back', ['back']],
		['Back side only', ['back']],
		['Back (+$5.00)', ['back']],
		['Back (30 x 40 cm)', ['back']],
		['Front & Back', ['back', 'front']],
		['Front, Back', ['back', 'front']],
		[
			['Front', 'Back'],
			['back', 'front'],
		],
		['Both', ['back', 'front']],
		['Double-sided', ['back', 'front']],
		['2 sides', ['back', 'front']],
		['Left sleeve', ['sleeve_left']],
		['Back and left sleeve', ['back', 'sleeve_left']],
		['Rückseite', ['back']],
		['Vorder- und Rückseite', ['back', 'front']],
		['Beidseitig bedruckt', ['back', 'front']],
		['Front (+5,00 €), Back (+7,50 €)', ['back', 'front']],
		['Rückendruck', ['back']],
		['Left chest & full back', ['back']],
		['Left chest', []],
		['Rear', ['back']],
		['Left & right sleeve', ['sleeve_left', 'sleeve_right']],
		['Sleeve', ['sleeve_left', 'sleeve_right']],
		['Front & Sleeve', ['front', 'sleeve_left', 'sleeve_right']],
		['Ärmel', ['sleeve_left', 'sleeve_right']],
		['Both sleeves', ['sleeve_left', 'sleeve_right']],
		['Dos', ['back']],
		['Recto verso', ['back', 'front']],
		['Espalda', ['back']],
		['Achterkant', ['back']],
		['leftSleeve', ['sleeve_left']],
		['Ärmel links', ['sleeve_left']],
		['Rechter Ärmel', ['sleeve_right']],
		['Manche gauche', ['sleeve_left']],
		['Manica destra', ['sleeve_right']],
		['Linker und rechter Ärmel', ['sleeve_left', 'sleeve_right']],
		['frontAndBack', ['back', 'front']],
		['Front(A4)Back(A4)', ['back', 'front']],
		['Print on the front and on the back of the shirt', ['back', 'front']],
		['Druck auf der Vorderseite und Druck auf der Rückseite', ['back', 'front']],
		[
			'Impression sur le devant et impression sur la manche',
			['front', 'sleeve_left', 'sleeve_right'],
		],
	])('%j is %j', (value, expected) => {
		expect(stated('Print on the', value)).toEqual(expected);
	});

	it.each([
		...[
			'Back to the Future',
			'No back print',
			'Black',
			'Backpack',
			'Left',
			'Large',
			'Double',
			'Links',
			'Print',
		],
		...['Short sleeve', 'Long sleeves', 'Manga', 'Retro', 'V-neck', 'Hat'],
		...['See you :) back', 'Back (to the Future', '[back]', 'Stick'],
		...['My back hurts', 'https://files.example.com/back.png', '', null, {}, 'back '.repeat(2_000)],
	])('%j is none', (value) => {
		expect(stated('Print on the', value)).toEqual([]);
	});

	it.each([
		['Back print', 'Yes', ['back']],
		['Add back print?', 'Yes (+$5.00)', ['back']],
		['Rückseite', true, ['back']],
		['Both sides', 'Yes', ['back', 'front']],
		['Front & back', '1', ['back', 'front']],
		['Left sleeve', true, ['sleeve_left']],
		['Ärmel', 'Ja (+5,00 €)', ['sleeve_left', 'sleeve_right']],
		['Add a print on the left sleeve', 'Oui', ['sleeve_left']],
		['Left sleeve', 'No', []],
		['Back print', 'No', []],
		['Gift', 'Yes', []],
	])('a box %j that is %j is %j', (name, value, expected) => {
		expect(stated(name, value)).toEqual(expected);
	});

	it('a sleeve is any of them, both sleeves are each', () => {
		const choices = (value: string) =>
			lineValuesOf({ properties: [{ names: ['Print on the'], value }] }).flatMap((entry) =>
				statedPlacements(entry, TEE),
			);
		expect(choices('Sleeve')).toEqual([['sleeve_left', 'sleeve_right']]);
		expect(choices('Both sleeves')).toEqual([['sleeve_left'], ['sleeve_right']]);
	});

	it.each([
		['Left sleeve', '1', 'Please add', 'sleeve_left'],
		['Add back text', 'on', '+$5.00', 'back'],
	])(
		'a box %j may be ticked by %j, which the shop shows as %j',
		(name, value, displayValue, type) => {
			const [entry] = lineValuesOf({ properties: [{ names: [name], value, displayValue }] });
			expect(entry && statedPlacements(entry, TEE)).toEqual([[type]]);
		},
	);

	it('a placement is not another of which it has a word', () => {
		const sleeves = variantWith('chest_left', 'sleeve', 'sleeve_left', 'sleeveRight');
		expect(stated('Print on the', 'Left sleeve', sleeves)).toEqual(['sleeve_left']);
		expect(stated('Print on the', 'Left chest and right sleeve', sleeves)).toEqual([
			'chest_left',
			'sleeveRight',
		]);
	});

	it('only placements of the variant count', () => {
		expect(stated('Side', 'Both sides', variantWith('main'))).toEqual([]);
		expect(stated('Side', 'Front & back', variantWith('front'))).toEqual(['front']);
		expect(stated('Side', 'Front left', variantWith('front', 'front_left'))).toEqual([
			'front_left',
		]);
	});
});
