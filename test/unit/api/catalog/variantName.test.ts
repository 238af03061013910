import { describe, expect, it } from 'vitest';

import {
	nameWithinProduct,
	variantFullName,
} from '../../../../nodes/PodFulfilment/api/catalog/catalogVariant.ts';

describe('The name of a variant with its product', () => {
	it.each([
		['Wooden Wall Clock - Birch / 30 cm', 'Wooden Wall Clock', 'Wooden Wall Clock – Birch / 30 cm'],
		['Wooden Wall Clock - Birch / 30 cm', '', 'Wooden Wall Clock – Birch / 30 cm'],
		['Birch / 30 cm', 'Wooden Wall Clock', 'Wooden Wall Clock – Birch / 30 cm'],
		['Birch / 30 cm', '', 'Birch / 30 cm'],
		['Large Wooden Wall Clock', 'Wooden Wall Clock', 'Large Wooden Wall Clock'],
		['Wooden Wall Clock', 'Wooden Wall Clock', 'Wooden Wall Clock'],
		['', 'Wooden Wall Clock', ''],
		['', '', ''],
	])('the variant %j of the product %j is called %j', (name, product, whole) => {
		expect(variantFullName(name, product)).toBe(whole);
	});

	it('a name that is far too long is cut', () => {
		expect(variantFullName('x'.repeat(300))).toHaveLength(255);
	});

	it.each([
		['Tee - Black / M', 'Tee', 'Black / M'],
		['Tee', 'Tee', 'Tee'],
		['Black / M', 'Tee', 'Black / M'],
		['Black / M', '', 'Black / M'],
	])('within its product %j, %j is %j', (name, product, detail) => {
		expect(nameWithinProduct(name, product)).toBe(detail);
	});
});
