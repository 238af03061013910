import { describe, expect, it } from 'vitest';

import { comparableName } from '../../../../../nodes/PodFulfilment/input/equalText.ts';
import {
	joinedPlace,
	placeOfFile,
} from '../../../../../nodes/PodFulfilment/order/shop/lines/placeWords.ts';

describe('A word in the name of a file', () => {
	it.each([
		[
			'front',
			'Front Vorderseite vorne devant recto frontal delantera fronte davanti voorkant Framsida 正面',
		],
		[
			'back',
			'Back REAR Rückseite Rücken hinten dos verso Espalda trasera retro schiena achterkant plecy 背面',
		],
		['sleeve', 'Sleeve Ärmel manche Manga mangas manica mouw rękaw ärm 袖'],
		['neck', 'Neck Nacken nuque cuello collo nek'],
		['left', 'left gauche izquierda sinistra'],
		['right', 'right rechts droite derecha destra'],
	])('means the %s in many languages', (place, words) => {
		for (const word of words.split(' ')) {
			expect(placeOfFile(comparableName(word)), word).toBe(place);
		}
	});

	it.each(['Backpack', 'Background', 'Frontier', 'Necklace', 'Armband', 'Mangaka', 'Links'])(
		'means no place where it only begins like one, or is an address: %s',
		(word) => {
			expect(placeOfFile(comparableName(word))).toBeUndefined();
		},
	);
});

describe('A place that is joined to a word for a file', () => {
	it.each([
		['customimageback', 'back'],
		['backimage', 'back'],
		['backsdesign', 'back'],
		['uploadrueckseite', 'back'],
		['Rückendruckdatei', 'back'],
		['Sleeveprintfile', 'sleeve'],
		['frontlogobild', 'front'],
		['backphotoback', 'back'],
	])('is found: %s', (word, place) => {
		expect(joinedPlace(comparableName(word), new Set())).toBe(place);
	});

	it.each(['back', 'background', 'imagebackground', 'printprint', 'feedback', 'designfile', ''])(
		'is none in %j',
		(word) => {
			expect(joinedPlace(word, new Set())).toBeUndefined();
		},
	);

	it('may be joined to what is beside the place in the setting', () => {
		expect(joinedPlace('meinwerkback', new Set(['meinwerk']))).toBe('back');
		expect(joinedPlace('sleevewerk', new Set(['werk']))).toBe('sleeve');
		expect(joinedPlace('sleevewerk', new Set(['meinwerk']))).toBeUndefined();
	});
});
