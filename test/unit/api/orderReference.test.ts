import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	orderPath,
	orderReference,
	productPath,
	variantPath,
	mockupTaskPath,
} from '../../../nodes/PodFulfilment/api/paths.ts';
import { locatorChoice, locatorText } from '../../../nodes/PodFulfilment/input/locatorValue.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const ID = '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88';
const locator = (mode: string, value: string | number) => ({ __rl: true as const, mode, value });

describe('orderReference (section 4: the id, or the external ID preceded by @)', () => {
	it.each([
		[locator('list', ID), ID],
		[locator('id', ID), ID],
		[locator('id', ` ${ID} `), ID],
		[locator('externalId', 'A-1001'), '@A-1001'],
		[locator('externalId', ' A-1001 '), '@A-1001'],
		[locator('externalId', '@A-1001'), '@A-1001'],
		[locator('externalId', 1001), '@1001'],
		[ID, ID],
		['@A-1001', '@A-1001'],
	])('the reference for %j is %s', (value, reference) => {
		expect(orderReference(value)).toBe(reference);
		expect(orderPath(value).path).toBe(`/api/orders/${reference}`);
	});

	it('orderPath puts an @ before any external ID of section 8', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,63}$/), (externalId) => {
				const { path, subject } = orderPath(locator('externalId', externalId));
				expect(path).toBe(`/api/orders/@${externalId}`);
				expect(subject).toBe(`order "${externalId}"`);
			}),
		);
	});

	it.each([
		locator('list', ''),
		locator('id', '  '),
		locator('externalId', ''),
		locator('externalId', '@'),
		'',
		null,
		undefined,
	])('orderPath rejects an empty value: %j', (value) => {
		const error = refusedWith(() => orderPath(value));
		expect(error.message).toBe('Order is empty');
		expectPlainWords(error);
	});
});

describe('The paths of resources (section 4)', () => {
	it('the paths contain the encoded id of a product, a variant and a mockup task', () => {
		expect(productPath('p/1').path).toBe('/api/catalog-products/p%2F1');
		expect(variantPath('v/1').path).toBe('/api/catalog-product-variants/v%2F1');
		expect(mockupTaskPath(locator('list', 'm/1')).path).toBe('/api/mockup-tasks/m%2F1');
	});

	it('messages name the resource by its ID as it was entered', () => {
		expect(productPath(' p/1 ').subject).toBe('product "p/1"');
		expect(variantPath(7).subject).toBe('variant "7"');
		expect(mockupTaskPath(locator('id', 'm1')).subject).toBe('mockup task "m1"');
		expect(orderPath('a@b').subject).toBe('order "a@b"');
	});

	it.each([
		['Product', () => productPath('')],
		['Variant', () => variantPath(' ')],
		['Mockup Task', () => mockupTaskPath(locator('id', ''))],
	])('the path of an empty %s is rejected', (name, path) => {
		const error = refusedWith(path);
		expect(error.message).toBe(`${name} is empty`);
		expectPlainWords(error);
	});
});

describe('locatorChoice and locatorText', () => {
	it.each([
		[locator('externalId', 'A-1'), { mode: 'externalId', value: 'A-1' }],
		['v1', { mode: 'id', value: 'v1' }],
		[7, { mode: 'id', value: '7' }],
		[null, { mode: 'id', value: '' }],
		[undefined, { mode: 'id', value: '' }],
	])('locatorChoice and locatorText return for %j %j', (value, choice) => {
		expect({ mode: locatorChoice(value).mode, value: locatorText(value) }).toEqual(choice);
	});
});
