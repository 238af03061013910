import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';
import {
	orderPath,
	orderReference,
	productPath,
	variantPath,
	mockupTaskPath,
} from '../../../nodes/PodFulfilment/api/paths.ts';
import { locatorChoice } from '../../../nodes/PodFulfilment/input/locatorValue.ts';

const ID = '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88';
const chosen = (mode: string, value: string | number) => ({ __rl: true as const, mode, value });

describe('The reference to an order (section 4: the id, or the external ID preceded by @)', () => {
	it.each([
		[chosen('list', ID), ID],
		[chosen('id', ID), ID],
		[chosen('id', ` ${ID} `), ID],
		[chosen('externalId', 'A-1001'), '@A-1001'],
		[chosen('externalId', ' A-1001 '), '@A-1001'],
		[chosen('externalId', '@A-1001'), '@A-1001'],
		[chosen('externalId', 1001), '@1001'],
		[ID, ID],
		['@A-1001', '@A-1001'],
	])('for %j is %s', (value, reference) => {
		expect(orderReference(value)).toBe(reference);
		expect(orderPath(value).path).toBe(`/api/orders/${reference}`);
	});

	it('for any external ID of section 8 is that ID behind an @', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,63}$/), (externalId) => {
				const { path, about } = orderPath(chosen('externalId', externalId));
				expect(path).toBe(`/api/orders/@${externalId}`);
				expect(about).toBe(`order "${externalId}"`);
			}),
		);
	});

	it.each([
		chosen('list', ''),
		chosen('id', '  '),
		chosen('externalId', ''),
		chosen('externalId', '@'),
		'',
		null,
		undefined,
	])('is refused when it is empty: %j', (value) => {
		const refused = refusedWith(() => orderPath(value));
		expect(refused.message).toBe('Order is empty');
		expectPlainWords(refused);
	});
});

describe('The paths of section 4', () => {
	it('hold the id of a product, a variant and a mockup task, encoded', () => {
		expect(productPath('p/1').path).toBe('/api/catalog-products/p%2F1');
		expect(variantPath('v/1').path).toBe('/api/catalog-product-variants/v%2F1');
		expect(mockupTaskPath(chosen('list', 'm/1')).path).toBe('/api/mockup-tasks/m%2F1');
	});

	it.each([
		['Product', () => productPath('')],
		['Variant', () => variantPath(' ')],
		['Mockup Task', () => mockupTaskPath(chosen('id', ''))],
	])('are refused for an empty %s', (name, path) => {
		const refused = refusedWith(path);
		expect(refused.message).toBe(`${name} is empty`);
		expectPlainWords(refused);
	});
});

describe('What a locator holds', () => {
	it.each([
		[chosen('externalId', 'A-1'), { mode: 'externalId', value: 'A-1' }],
		['v1', { mode: 'id', value: 'v1' }],
		[7, { mode: 'id', value: '7' }],
		[null, { mode: 'id', value: '' }],
		[undefined, { mode: 'id', value: '' }],
	])('for %j is %j', (value, choice) => {
		expect(locatorChoice(value)).toEqual(choice);
	});
});
