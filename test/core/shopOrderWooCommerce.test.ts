import { describe, expect, it } from 'vitest';

import {
	printFileMeta,
	wooCommerceAddress,
	wooCommerceLine,
	wooCommerceOrder,
} from '../support/shopOrders/wooCommerce.ts';
import { shirt, wooCommerceLineOf, useShopSandbox } from './shopOrders.ts';
import { printFile, variantWith } from './support.ts';

const { node, shirtSku, mugSku, place, orderCount } = useShopSandbox();

describe('An order of WooCommerce', () => {
	it('an order is placed as it is, with nothing typed', async () => {
		const order = wooCommerceOrder([
			wooCommerceLineOf(shirtSku(), { quantity: 2, price: 8.299_999 }),
			wooCommerceLineOf(mugSku(), { id: 317, name: 'Mug' }),
		]);
		const { json, error } = await place('wooCommerce', order);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ externalId: 'woo-727', status: 'draft' });
		const stored = node.sandbox.control.order('@woo-727');
		expect(stored.recipient).toEqual({
			name: 'John Doe',
			address1: '969 Market',
			city: 'San Francisco',
			zip: '94103',
			stateCode: 'CA',
			stateName: 'California',
			countryCode: 'US',
			phone: '(555) 555-5555',
			email: 'john.doe@example.com',
		});
		expect(stored.items).toMatchObject([
			{ externalId: '316', quantity: 2, retailPrice: '8.30' },
			{ externalId: '317', quantity: 1, name: 'Mug' },
		]);
	});

	it('an order that is part of another stays a draft to be reviewed', async () => {
		const order = wooCommerceOrder([wooCommerceLineOf(shirtSku())], { parent_id: 5 });
		const { json } = await place('wooCommerce', order, { then: 'confirm' });
		expect(json[0]).toMatchObject({
			status: 'draft',
			toReview: [expect.stringContaining('part of order 5 in the shop')],
		});
		expect(node.sandbox.control.order('@woo-727').status).toBe('draft');
	});

	it('an order to a parcel locker stays a draft where the address lacks the customer number', async () => {
		const locker = {
			...wooCommerceAddress(),
			address_1: 'Packstation 145',
			country: 'DE',
			state: '',
		};
		const order = wooCommerceOrder([wooCommerceLineOf(shirtSku())], {
			shipping: { ...locker, city: 'Bonn', postcode: '53113' },
			meta_data: [{ id: 1, key: '_pickup_location_customer_number', value: '12345678' }],
		});
		const review = [expect.stringContaining('keeps "12345678" beside the address')];
		const checked = await place('wooCommerce', order, { then: 'check' });
		expect(checked.json[0]).toMatchObject({ toReview: review, problems: [] });
		const { json } = await place('wooCommerce', order, { then: 'confirm' });
		expect(json[0]).toMatchObject({ status: 'draft', toReview: review });
	});

	it('an order to Brazil is confirmed with the whole address and the tax number', async () => {
		const address = {
			...wooCommerceAddress(),
			...{ address_1: 'Rua Augusta', city: 'São Paulo', postcode: '01310-100' },
			...{ country: 'BR', state: 'SP', number: '1500', neighborhood: 'Consolação' },
		};
		const order = wooCommerceOrder([wooCommerceLineOf(shirtSku())], {
			shipping: address,
			billing: { ...address, persontype: 'F', cpf: '123.456.789-09', email: '', phone: '' },
		});
		const { json } = await place('wooCommerce', order, { then: 'confirm' });
		expect(json[0]?.status).not.toBe('draft');
		expect(node.sandbox.control.order('@woo-727').recipient).toMatchObject({
			address1: 'Rua Augusta, 1500',
			address2: 'Consolação',
			taxNumber: '123.456.789-09',
		});
		expect(JSON.stringify(json[0]?.warnings)).not.toContain('456');
	});

	it('the tax number is in the field that the option names', async () => {
		const order = wooCommerceOrder([wooCommerceLineOf(shirtSku())], {
			meta_data: [{ id: 1, key: '_billing_vat_number', value: 'US-123' }],
		});
		await place('wooCommerce', order, { options: { taxNumberFrom: '_billing_vat_number' } });
		expect(node.sandbox.control.order('@woo-727').recipient.taxNumber).toBe('US-123');
	});

	it('a bundle is left out for the sake of its parts', async () => {
		const order = wooCommerceOrder([
			wooCommerceLine({ id: 1, name: 'Set', sku: '', bundled_items: [2, 3] }),
			wooCommerceLineOf(shirtSku(), { id: 2, bundled_by: 1 }),
			wooCommerceLineOf(mugSku(), { id: 3, bundled_by: 1 }),
		]);
		const { json, error } = await place('wooCommerce', order);
		expect(error).toBeUndefined();
		expect(json[0]?.warnings).toEqual([
			'Line 1 (Set) was left out: it is a bundle whose parts are separate lines',
		]);
		expect(node.sandbox.control.order('@woo-727').items).toHaveLength(2);
	});

	it('a bundle of WPC Product Bundles is left out for the sake of its parts, and Check Only says so', async () => {
		const part = { id: 1, key: '_woosb_parent_id', value: '900' };
		const order = wooCommerceOrder([
			wooCommerceLine({
				id: 1,
				name: 'Set',
				product_id: 900,
				variation_id: 0,
				sku: 'SET-1',
				meta_data: [{ id: 2, key: '_woosb_ids', value: '12/1,15/2' }],
			}),
			wooCommerceLineOf(shirtSku(), { id: 2, meta_data: [part, printFileMeta(printFile)] }),
			wooCommerceLineOf(mugSku(), { id: 3, meta_data: [part, printFileMeta(printFile)] }),
		]);
		const warnings = [
			'Line 1 (Set, SKU SET-1) was left out: it is a bundle whose parts are separate lines',
		];
		const { json } = await place('wooCommerce', order, { then: 'check' });
		expect(json[0]).toMatchObject({ problems: [], warnings });
		const { json: placed, error } = await place('wooCommerce', order);
		expect(error).toBeUndefined();
		expect(placed[0]?.warnings).toEqual(warnings);
		expect(node.sandbox.control.order('@woo-727').items).toHaveLength(2);
	});

	it('an order is stopped when a bundle has the print file and no part is sent', async () => {
		const order = wooCommerceOrder([
			wooCommerceLineOf('SET-1', { id: 1, name: 'Set', bundled_items: [2] }),
			wooCommerceLine({ id: 2, sku: 'PART-1' }),
			wooCommerceLineOf(mugSku(), { id: 3 }),
		]);
		const { error } = await place('wooCommerce', order, { unknownLines: 'leaveOut' });
		expect(error?.message).toMatch(/^Order #727, line 1 \(Set, SKU SET-1\) is a bundle/);
		expect(orderCount()).toBe(0);
	});

	it('a price in the name of a print file and the slug of an attribute are read as the shop shows them', async () => {
		const clock = variantWith(node.sandbox, ({ options }) =>
			options.some(({ required, values }) => required && values.length > 0),
		);
		const option = clock.options.find(({ required }) => required);
		const [{ value = '' } = {}] = option?.values ?? [];
		const meta_data = [
			printFileMeta(printFile, 'Print file (+&#36;5.00)'),
			{
				id: 1,
				key: `pa_${String(option?.id)}`,
				value: 'slug-2',
				display_key: option?.label,
				display_value: `${value} (+5,00 €)`,
			},
		];
		const order = wooCommerceOrder([wooCommerceLineOf(clock.sku, { meta_data })]);
		const { json } = await place('wooCommerce', order, { then: 'check' });
		expect(json[0]).toMatchObject({
			problems: [],
			wouldSend: { orderItems: [{ options: [{ id: option?.id, value }] }] },
		});
		const { error } = await place('wooCommerce', order);
		expect(error).toBeUndefined();
	});

	it('the second side is printed although the setting names the first, and Check Only says so', async () => {
		const meta_data = ['front', 'back'].map((side) =>
			printFileMeta(`${printFile}?${side}`, `${side}_print_file_url`),
		);
		const order = wooCommerceOrder([wooCommerceLineOf(shirtSku(), { meta_data })]);
		const property = { printFileProperty: 'front_print_file_url' };
		const sides = [
			{ type: 'front', layers: [{ url: `${printFile}?front` }] },
			{ type: 'back', layers: [{ url: `${printFile}?back` }] },
		];
		const { json } = await place('wooCommerce', order, {
			...property,
			then: 'check',
		});
		expect(json[0]).toMatchObject({
			problems: [],
			toReview: [expect.stringContaining('name print files for "back"')],
			wouldSend: { orderItems: [{ placements: sides }] },
		});
		const { error } = await place('wooCommerce', order, {
			...property,
			options: { printFilePlacements: 'back' },
		});
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@woo-727').items).toMatchObject([{ placements: sides }]);
	});

	it("the variation's SKU is preferred to its product's", async () => {
		const line = wooCommerceLineOf(mugSku(), { variation_sku: shirtSku() });
		await place('wooCommerce', wooCommerceOrder([line]));
		expect(node.sandbox.control.order('@woo-727').items[0]?.variantId).toBe(shirt(node.sandbox).id);
	});

	it('a print file is read by the name that its users see', async () => {
		const meta_data = [printFileMeta(printFile, '_pf_7')].map((entry) => ({
			...entry,
			display_key: 'Print File',
		}));
		const line = wooCommerceLineOf(shirtSku(), { meta_data });
		const { error } = await place('wooCommerce', wooCommerceOrder([line]));
		expect(error).toBeUndefined();
	});

	it.each(['processing', 'cancelled', 'completed'])(
		"an order with the ID of another shop's, now %s, is refused without the other customer's data",
		async (status) => {
			await place('wooCommerce', wooCommerceOrder([wooCommerceLineOf(shirtSku())]));
			const address = {
				...wooCommerceAddress(),
				first_name: 'Ann',
				last_name: 'Other',
				address_1: 'Elsewhere 1',
			};
			const order = wooCommerceOrder([wooCommerceLineOf(mugSku(), { id: 9 })], {
				status,
				date_paid: null,
				billing: { ...address, email: 'ann@example.com', phone: '1' },
				shipping: address,
			});
			const { error } = await place('wooCommerce', order);
			const text = `${error?.message ?? ''} ${error?.description ?? ''}`;
			expect(text).toContain('exists already with other content');
			expect(text).toContain('Address → Name');
			expect(text).not.toMatch(/John|969 Market|94103|john\.doe|555|Ann |Elsewhere/);
			expect(text).toMatch(/order of another shop that has the same ID.*shopName/);
			expect(text.indexOf('shopName')).toBeLessThan(text.indexOf('Order → Update'));
			expect(text).not.toMatch(/here: cancel it|Order Item → Update|Update operation/);
			const { json } = await place('wooCommerce', order, { then: 'check' });
			expect(JSON.stringify(json[0]?.problems)).toContain('shopName');
			expect(JSON.stringify(json)).not.toMatch(/John|969 Market|john\.doe/);
			expect(orderCount()).toBe(1);
		},
	);

	it('an order goes to the billing address when it has no other, with a warning', async () => {
		const empty = Object.fromEntries(Object.keys(wooCommerceAddress()).map((name) => [name, '']));
		const order = wooCommerceOrder([wooCommerceLineOf(shirtSku())], { shipping: empty });
		const { json } = await place('wooCommerce', order);
		expect(json[0]?.warnings).toEqual([
			'The order has no shipping address, so it goes to the billing address',
		]);
		expect(node.sandbox.control.order('@woo-727').recipient.name).toBe('John Doe');
	});
});
