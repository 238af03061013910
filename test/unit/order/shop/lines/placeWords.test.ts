import { describe, expect, it } from 'vitest';

import { comparableName } from '../../../../../nodes/PodFulfilment/input/equalText.ts';
import { placeOfFile } from '../../../../../nodes/PodFulfilment/order/shop/lines/placeWords.ts';

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
