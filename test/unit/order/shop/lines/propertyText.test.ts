import { describe, expect, it } from 'vitest';

import {
	namesSeen,
	withoutPrice,
} from '../../../../../nodes/PodFulfilment/order/shop/lines/lineValues.ts';

describe('A price at the end of a name or a value', () => {
	it.each([
		['Print file ($5.00)', 'Print file'],
		['Dial (+3,00 €)', 'Dial'],
		['Engraving (+ 3,00&nbsp;&#8364;)', 'Engraving'],
		['Gold [+ $2.00]', 'Gold'],
		['Gold (-$2.00)', 'Gold'],
		['Gold (US$ 1,200.50)', 'Gold'],
		['Gold (+5.00 EUR)', 'Gold'],
		["Gold (CHF 1'200.–)", 'Gold'],
		['Gold (&#36;5.00)', 'Gold'],
		['Gold (+<span class="amount"><bdi><span>&pound;</span>5.00</bdi></span>)', 'Gold'],
		['Gold (49,00 kr)', 'Gold'],
		['Gold (+500 Ft)', 'Gold'],
		['Gold (R50.00)', 'Gold'],
		['Gold (120&nbsp;&#75;&#269;)', 'Gold'],
		['Gold (usd 5.00)', 'Gold'],
		['Gold （+500円）', 'Gold'],
		['Gold (+5.00 د.إ)', 'Gold'],
		['Gold (€ 3,-) ', 'Gold'],
		['Print file (front) (£2)', 'Print file (front)'],
		['Black&nbsp;&nbsp;+&pound;0.00', 'Black'],
		['Black\u00a0\u00a0+£0.00', 'Black'],
		[
			'Black&nbsp;&nbsp;+<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">&pound;</span>0.00</bdi></span>',
			'Black',
		],
		['Black <span class="tc-price - x">+5,00 €</span>', 'Black'],
		['Navy Blue +$2.00', 'Navy Blue'],
		['Gold −2,00 EUR', 'Gold'],
		['Gold - 49 kr', 'Gold'],
		['Print file +$5.00', 'Print file'],
	])('%j is %j', (text, name) => {
		expect(withoutPrice(text)).toBe(name);
	});

	it.each([
		'M (40)',
		'M (+40)',
		'Banner (6 ft)',
		'Wheel (R16)',
		'Mug (11 oz)',
		'Frame (30 x 40 cm)',
		'Set (2 pcs)',
		'Set (2 all)',
		'Gold (+10%)',
		'Gold ($)',
		'Gold (EUR)',
		'($5.00)',
		'Gold $5.00',
		'Gold+$5.00',
		'+$5.00',
		' +$5.00',
		'&nbsp;+&pound;5.00',
		'<b>+$5.00</b>',
		'<span class="price"> −2,00 EUR</span>',
		'Rope + 6 ft',
		'Shoes - 42',
		'Mug - 11 oz',
		'Poster - 10 all',
		'Gold +$5.00 matt',
		'Gold +10%',
		'Gold ($5.00) matt',
		'Gold (from $5 to $6)',
		'Print file (PNG)',
		'Gold)',
		'',
	])('%j has none', (text) => {
		expect(withoutPrice(text)).toBe(text);
	});

	it('a long text in brackets is not searched for one', () => {
		const text = `Gold (${' '.repeat(100_000)}$5)`;
		expect(withoutPrice(text)).toBe(text);
	});

	it('a long text with many dashes is searched at its end alone', () => {
		const text = 'Gold - <b>'.repeat(20_000);
		expect(withoutPrice(text)).toBe(text);
		expect(withoutPrice(`${text}</b> +$5.00`)).toBe(`${text}</b>`);
	});
});

describe('The properties that a message names', () => {
	it('each is named once, as its users see it', () => {
		const properties = [
			{ names: ['pa_color', 'Color'], value: 'black' },
			{ names: ['Color'], value: 'black' },
			{ names: ['_x'], value: 1 },
			{ names: [], value: 1 },
		];
		expect(namesSeen(properties)).toBe(' The properties that it has are "Color", "_x".');
		expect(namesSeen([])).toBe('');
	});
});
