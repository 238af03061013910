import { describe, expect, it } from 'vitest';

import {
	contradicted,
	measuredSizesIn,
} from '../../../../../nodes/PodFulfilment/order/shop/lines/measuredSizes.ts';

describe('A size by numbers', () => {
	it.each([
		['11 oz', 'oz', [11, 11]],
		['11-oz', 'oz', [11, 11]],
		['MUG11OZ-WHT', 'oz', [11, 11]],
		['12 fl. oz', 'oz', [12, 12]],
		['325 ml', 'ml', [325, 325]],
		['33cl', 'ml', [330, 330]],
		['50x70 cm', 'cm', [50, 70]],
		['700 × 500 mm', 'cm', [50, 70]],
		['50cm x 70cm', 'cm', [50, 70]],
		['50x70-cm', 'cm', [50, 70]],
		['30 x 40 x 2 cm', 'cm', [30, 40]],
		['16x20"', 'in', [16, 20]],
		['50-x-90-cm', 'cm', [50, 90]],
		['POSTER-50X70', 'sides', [50, 70]],
		['POSTER50X70', 'sides', [50, 70]],
		['50 × 90 سم', 'sides', [50, 90]],
		['50 х 90 см', 'sides', [50, 90]],
		['24x36 / Black Frame', 'sides', [24, 36]],
		['40 x 30 x 2', 'sides', [30, 40]],
		['12" × 16"', 'in', [12, 16]],
		['8.5 x 11 inches', 'in', [8.5, 11]],
		['8,5 x 11"', 'in', [8.5, 11]],
		['42 x 29,7 cm', 'cm', [29.7, 42]],
		['10,5x14,8', 'sides', [10.5, 14.8]],
		['8,5 oz', 'oz', [8.5, 8.5]],
		['DIN A3', 'cm', [29.7, 42]],
		['POSTER-A4', 'cm', [21, 29.7]],
		['10-12 years', 'years', [10, 12]],
		['12-10 years', 'years', [10, 12]],
		['7/8 Jahre', 'years', [7, 8]],
		['6 ans', 'years', [6, 6]],
		['6-12M', 'months', [6, 12]],
		['12 months', 'months', [12, 12]],
	])('%j is read', (text, unit, numbers) => {
		expect(measuredSizesIn(text)).toEqual([expect.objectContaining({ unit, numbers })]);
	});

	it.each([
		...[
			'11',
			'10 - 12',
			'XL',
			'98/104',
			'M (40)',
			'2 x pack',
			'A3+',
			'A10',
			'Pool',
			'5 m',
			'12 in',
		],
		...['1/2 oz', 'frozen', 'SA3', 'A30', `11 oz ${'x'.repeat(300)}`],
	])('%j is none', (text) => {
		expect(measuredSizesIn(text)).toEqual([]);
	});

	it.each([
		['7-8', 'years', [7, 8]],
		['7 to 8', 'years', [7, 8]],
		['Ages 7 – 8', 'years', [7, 8]],
		['KID-RED-5-6', 'years', [5, 6]],
		['KID-5-6-RED', 'years', [5, 6]],
		['0-3', 'years', [0, 3]],
		['7-8 years', 'years', [7, 8]],
		['6-12 months', 'months', [6, 12]],
		['39-42', 'range', [39, 42]],
		['110-116 cm', 'range', [110, 116]],
	])('%j is read where two numbers are one', (text, unit, numbers) => {
		expect(measuredSizesIn(text, 'ranges')).toEqual([expect.objectContaining({ unit, numbers })]);
	});

	it.each([
		...['7', '8-7', '5-5', '05-06', '1-2-3', '5-6-7', '2026-11-26', '1.5-2', 'G5-6', '5-6x', '7/8'],
	])('%j is none where two numbers are one', (text) => {
		expect(measuredSizesIn(text, 'ranges')).toEqual([]);
	});

	it.each([
		['15 oz', '11 oz', '11 oz'],
		['A2', 'Poster A3', 'A3'],
		['50x70 cm', 'POSTER-A3', 'A3'],
		['16x20"', '12x16"', '12x16"'],
		['30 x 40 cm', 'A3', 'A3'],
		['50 × 90 سم', 'Poster 50 x 70 cm', '50 x 70 cm'],
		['50 × 90 см', 'POSTER-50X70', '50x70'],
		['50 x 90', 'Poster 50 x 70 cm', '50 x 70 cm'],
		['60x90', 'POSTER-50X70', '50x70'],
		['24x36 / Black Frame', 'Poster 50 x 70 cm POSTER-50X70', '50 x 70 cm'],
		['24x36 inches', 'Poster 50 x 70 cm POSTER-50X70', '50x70'],
		['50x70', 'Poster 12x16"', '12x16"'],
		['50x70', 'POSTER-A3', 'A3'],
		['500 ml', '350 ml', '350 ml'],
		['10-12 years', 'Kids tee 7-8 years', '7-8 years'],
		['12-18M', 'Baby body 6-12 months', '6-12 months'],
		['0-3M', 'Baby body 6-12 months', '6-12 months'],
		['6-12 months', 'Baby body 9-18 months', '9-18 months'],
		['5-6 years', 'Kids tee 7-8 years', '7-8 years'],
		['7-8 years', 'Kids tee 5 years', '5 years'],
		['40x60', 'Poster 50 x 60 cm', '50 x 60 cm'],
		['12x18"', 'Canvas 12x12"', '12x12"'],
		['18x24"', 'Poster 12x24"', '12x24"'],
		['A3', 'Poster 42 x 42 cm', '42 x 42 cm'],
		['30x40', 'Magnet 3 x 4 cm', '3 x 4 cm'],
		['70x100', 'Card 7 x 10 cm', '7 x 10 cm'],
		['100x150', 'Poster 20 x 30 cm', '20 x 30 cm'],
		['12x16 cm', 'Poster 30 x 40 cm', '30 x 40 cm'],
		['5x7"', 'Card 13x18"', '13x18"'],
		['300x400 cm', 'Poster 30 x 40 cm', '30 x 40 cm'],
	])('%j contradicts %j', (stated, own, text) => {
		expect(contradicted(measuredSizesIn(stated), measuredSizesIn(own))?.text).toBe(text);
	});

	it.each([
		['11-oz', '11 oz'],
		['11 oz (330 ml)', '11 oz (325 ml)'],
		['11oz', '325 ml'],
		['700 x 500 mm', '50x70 cm'],
		['70x50 cm', '50x70 cm'],
		['30 x 42 cm', 'A3'],
		['70 × 50 سم', 'Poster 50 x 70 cm'],
		['50-x-70', 'POSTER-50X70'],
		['500x700', 'Poster 50 x 70 cm'],
		['100x150', 'Photo print 10 x 15 cm'],
		['10x15', 'PRINT-100X150'],
		['5x7', 'Photo print 13 x 18 cm'],
		['13x18', 'PRINT-5X7'],
		['5x7', 'Photo print 5 x 7"'],
		['13x18', 'Photo print 5 x 7"'],
		['11x14', 'Poster 28 x 35 cm'],
		['18 x 24', 'Poster 45 x 60 cm'],
		['24x36', 'Poster 60 x 90 cm'],
		['24x36 inches', 'Poster 60 x 90 cm POSTER-60X90'],
		['12x16', 'POSTER-30X40'],
		['50x70', '11 oz'],
		['12x16 in', '30x40 cm'],
		['12x16"', 'A3'],
		['A4', 'Poster A3, frame of A4'],
		['10 years', '9-11 years'],
		['11-12 years', '10-12 years'],
		['9-11 years', '10 years'],
		['2 years', '2-3 years'],
		['2-3 years', '2 years'],
		['9 months', '6-12 months'],
		['6-9 months', '6-12 months'],
		['6-12 months', '6-9 months'],
		['6-12M', '12 months'],
		['2 years', '24 months'],
		['A3', 'Unisex tee M'],
		['XL', '11 oz'],
	])('%j does not contradict %j', (stated, own) => {
		expect(contradicted(measuredSizesIn(stated), measuredSizesIn(own))).toBeUndefined();
	});
});
