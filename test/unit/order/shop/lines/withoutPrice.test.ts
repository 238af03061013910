import { describe, expect, it } from 'vitest';

import { withoutPrice } from '../../../../../nodes/PodFulfilment/order/shop/lines/withoutPrice.ts';

describe('A choice that costs more', () => {
	it.each([
		['Large (+$5.00)', 'Large'],
		['Dial (+3,00 €)', 'Dial'],
		['Print file ($5.00)', 'Print file'],
		['XL [+US$2]', 'XL'],
		['XL (+ 2.50 zł)', 'XL'],
		['XL (+kr 20)', 'XL'],
		['XL (EUR 5)', 'XL'],
		['XL (+2 AUD)', 'XL'],
		['XL (-$1)', 'XL'],
	])('%j is %j without its price', (value, expected) => {
		expect(withoutPrice(value)).toBe(expected);
	});

	it.each([
		...['M (40)', 'M (US)', 'M (40 cm)', 'A4 (2 pages)', '(5 €)', 'Blue ()', 'S)', ')', '', '5 €'],
		...['Costs $5', 'M ($5', `M (${'1'.repeat(60)} €)`],
	])('%j stays as it is', (value) => {
		expect(withoutPrice(value)).toBe(value);
	});
});
