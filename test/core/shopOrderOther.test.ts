import { describe, expect, it } from 'vitest';

import { useShopSandbox } from './shopOrders.ts';
import { printFile } from './support.ts';

const { node, shirtSku, place } = useShopSandbox();

describe('An order of another shop', () => {
	it('an order is read at the names that its fields usually have', async () => {
		const { error } = await place('other', {
			number: 'A-7',
			name: 'Ada Example',
			address1: 'Musterstrasse 12',
			city: 'Berlin',
			zip: 10_115,
			countryCode: 'Germany',
			items: [{ sku: shirtSku(), quantity: '2', 'Print File': printFile }],
		});
		expect(error).toBeUndefined();
		const stored = node.sandbox.control.order('@order-A-7');
		expect(stored.recipient).toMatchObject({ zip: '10115', countryCode: 'DE' });
		expect(stored.items).toMatchObject([{ quantity: 2 }]);
	});

	it('an order is read at the given paths', async () => {
		const order = {
			data: {
				order: { no: 7 },
				'ship to': { fullName: 'Ada Example', street: '12 Main St', town: 'Austin', code: '73301' },
				country: 'usa',
				region: 'texas',
				lines: [
					{
						product: { code: shirtSku() },
						qty: 2,
						files: { front: printFile, back: `${printFile}?b` },
					},
				],
			},
		};
		const { error } = await place('other', order, {
			orderNumberField: 'data.order.no',
			linesField: 'data.lines',
			lineFields: { sku: 'product.code', quantity: 'qty' },
			printFileProperty: 'files',
			addressFields: {
				name: "data['ship to'].fullName",
				address1: 'data["ship to"].street',
				city: 'data[ship to].town',
				zip: "data['ship to'].code",
				countryCode: 'data.country',
				stateCode: 'data.region',
			},
		});
		expect(error).toBeUndefined();
		const stored = node.sandbox.control.order('@order-7');
		expect(stored.recipient).toMatchObject({ stateCode: 'TX', countryCode: 'US', city: 'Austin' });
		expect(stored.items).toMatchObject([
			{ quantity: 2, placements: [{ type: 'front' }, { type: 'back' }] },
		]);
	});

	it('an order is refused when its lines are elsewhere', async () => {
		const { error } = await place('other', { number: 1, lines: [] });
		expect(error?.message).toBe('Lines Field is "items", but the shop order has no list there');
	});
});
