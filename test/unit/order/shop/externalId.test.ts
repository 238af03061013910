import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { externalIdOfShopOrder } from '../../../../nodes/PodFulfilment/order/shop/externalId.ts';
import { externalIdOf } from '../../../../nodes/PodFulfilment/input/checks.ts';

describe('The external ID of a shop order', () => {
	it.each([
		['shopify', { number: '1001', id: '450789469' }, 'shopify-1001'],
		['wooCommerce', { number: '727', id: '727' }, 'woo-727'],
		['other', { number: 'A-7' }, 'order-A-7'],
		['other', { number: '#7' }, 'order-7'],
		['wooCommerce', { number: 'ORD/2026 7', id: '727' }, 'woo-ORD-2026-7-727'],
		['wooCommerce', { number: 'Ø', id: '727' }, 'woo---727'],
		['shopify', { id: '450789469' }, 'shopify-450789469'],
		['wooCommerce', { number: '9'.repeat(60), id: '727' }, 'woo-727'],
		['other', { number: '# 7' }, 'order-7'],
		['shopify', { number: 'A#7', id: '45' }, 'shopify-A-7-45'],
		['shopify', { number: 'A/7', id: '4/5' }, 'shopify-A-7-4-5'],
		['shopify', { number: '', id: '45' }, 'shopify-45'],
		['shopify', { number: '-', id: '45' }, 'shopify---45'],
		['other', { number: '9'.repeat(57) }, `order-${'9'.repeat(57)}`],
		['other', { number: '9'.repeat(58) }, undefined],
		['other', { number: '-_-' }, undefined],
		['other', { id: '4/5' }, undefined],
		['other', { number: 'A/7' }, undefined],
		['other', {}, undefined],
	] as const)('the external ID of an order of %s with %j is %s', (shop, order, expected) => {
		expect(externalIdOfShopOrder(shop, order)).toBe(expected);
	});

	const number = fc.oneof(
		fc.string({ maxLength: 70 }),
		fc.stringMatching(/^[A-Z/ #-]{1,4}\d{1,3}$/),
	);

	it('the external ID is one that the service accepts (section 8)', () => {
		fc.assert(
			fc.property(number, fc.nat(), (text, id) => {
				const externalId = externalIdOfShopOrder('wooCommerce', { number: text, id: String(id) });
				expect(externalIdOf(externalId)).toBe(externalId);
			}),
		);
	});

	it('two orders have different external IDs, even if their numbers differ in unsafe characters only', () => {
		fc.assert(
			fc.property(number, number, fc.nat(), fc.nat(), (a, b, idA, idB) => {
				fc.pre(idA !== idB && a.replace(/^#\s*/, '') !== b.replace(/^#\s*/, ''));
				expect(externalIdOfShopOrder('shopify', { number: a, id: `x${idA}` })).not.toBe(
					externalIdOfShopOrder('shopify', { number: b, id: `x${idB}` }),
				);
			}),
		);
	});
});
