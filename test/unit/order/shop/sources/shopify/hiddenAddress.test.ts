import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	problemTexts,
	Findings,
	problemsIn,
} from '../../../../../../nodes/PodFulfilment/order/findings.ts';
import { completeRecipientOf } from '../../../../../../nodes/PodFulfilment/order/compose/recipient.ts';
import { orderFromShop } from '../../../../../../nodes/PodFulfilment/order/shop/orderFromShop.ts';
import {
	shopifyAddress,
	shopifyLine,
	shopifyOrder,
} from '../../../../../support/shopOrders/shopify.ts';
import {
	wooCommerceAddress,
	wooCommerceLine,
	wooCommerceOrder,
} from '../../../../../support/shopOrders/wooCommerce.ts';
import { callOf, shirtAndMug } from '../../../compose/operationCall.ts';
import { byLevel } from '../../../../../support/byLevel.ts';

const compose = async (shopOrder: IDataObject, parameters: IDataObject = {}) => {
	const call = callOf(shirtAndMug().client(), { shopOrder, ...parameters });
	const { problems, body } = byLevel(await (await orderFromShop(call)).compose(false));
	return { problems: problemTexts(problems), body };
};

const fileProperty = { name: 'Print file', value: 'https://files.example.com/front.png' };

const fromShopify = async (address: IDataObject) =>
	await compose(
		shopifyOrder([shopifyLine({ sku: 'TEE-M', properties: [fileProperty] })], {
			shipping_address: { ...shopifyAddress(), ...address },
			billing_address: null,
			...('phone' in address && { phone: null, email: null, contact_email: null, customer: null }),
		}),
	);

describe('An address that a marketplace masks', () => {
	it.each([
		[{ address1: '********' }, ['Address Line 1']],
		[{ address1: 'Ch****** Str*** 92' }, ['Address Line 1']],
		[{ name: 'J*** D**', first_name: null, last_name: null }, ['Name']],
		[{ city: 'Lou*******' }, ['City']],
		[{ zip: '4****' }, ['ZIP or Postal Code']],
		[{ zip: '4*2*', city: '**' }, ['City', 'ZIP or Postal Code']],
		[{ address1: '••••' }, ['Address Line 1']],
		[{ name: 'J•• D••' }, ['Name']],
		[{ city: '●●●●●' }, ['City']],
	])('is refused: %j', async (address, parts) => {
		const { problems } = await fromShopify(address);
		expect(problems).toEqual(
			parts.map((part) =>
				expect.stringMatching(
					new RegExp(`^Order #1001 → Address → ${part} is masked .*account there until`),
				),
			),
		);
	});

	it.each([
		['Fields', {}],
		['JSON', { field: 'Recipient (JSON)' }],
	])('is refused as a Recipient, too: %s', (_mode, { field }: { field?: string }) => {
		const recipient = {
			name: 'A**** L***',
			address1: '12 H*** S***',
			city: 'Hamburg',
			zip: '20457',
		};
		const found = new Findings();
		completeRecipientOf({ ...recipient, countryCode: 'DE' }, { field, check: found.check });
		expect(problemTexts(problemsIn(found.list))).toEqual([
			expect.stringMatching(/(Name|name) is masked/),
			expect.stringMatching(/(Address Line 1|address1) is masked/),
		]);
	});

	it('of WooCommerce, is refused likewise', async () => {
		const line = wooCommerceLine({
			sku: 'TEE-M',
			meta_data: [{ key: 'print_file', value: fileProperty.value }],
		});
		const shipping = { ...wooCommerceAddress(), address_1: '96* M*****' };
		const { problems } = await compose(wooCommerceOrder([line], { shipping }), {
			shop: 'wooCommerce',
		});
		expect(problems).toEqual([
			expect.stringMatching(/^Order #727 → Address → Address Line 1 is masked/),
		]);
	});

	it.each(['Chestnut Street 92*', 'Apt. *5', 'Flat 3 • Block B • Green Park'])(
		'%s is an address: it has one asterisk, or dots between its parts',
		async (text) => {
			const { problems, body } = await fromShopify({ address1: text });
			expect(problems).toEqual([]);
			expect(body).toMatchObject({ recipient: { address1: text } });
		},
	);

	it('a masked phone number and email address are left out', async () => {
		const { problems, body } = await fromShopify({ phone: '+1*******81', email: 'b**@m***.com' });
		expect(problems).toEqual([]);
		const { recipient } = body as { recipient: IDataObject };
		expect(recipient.phone).toBeUndefined();
		expect(recipient.email).toBeUndefined();
		expect(recipient.name).toBe('Bob Norman');
	});
});

describe('An address of which Shopify shows the country alone', () => {
	const HIDDEN = {
		...{ first_name: null, last_name: null, name: null, company: null, address1: null },
		...{ address2: null, city: null, zip: null, phone: null, latitude: null, longitude: null },
	};

	it.each([
		['with the state', HIDDEN],
		['without a state', { ...HIDDEN, province: null, province_code: null }],
		['with empty texts', { ...HIDDEN, name: '', address1: ' ', city: '' }],
	])('%s: the message says what to ask for in Shopify', async (_case, address) => {
		const { problems } = await fromShopify(address);
		expect(problems).toEqual([
			expect.stringMatching(/Shopify hides names.*access to protected customer data/),
		]);
	});

	it('and the email address of the order: the message is the same', async () => {
		const { problems } = await compose(
			shopifyOrder([shopifyLine({ sku: 'TEE-M', properties: [fileProperty] })], {
				shipping_address: { ...shopifyAddress(), ...HIDDEN },
				billing_address: null,
				email: 'jane@example.com',
			}),
		);
		expect(problems).toEqual([expect.stringMatching(/Shopify hides names/)]);
	});

	it.each([
		['the city', { city: 'Louisville' }],
		['city and postal code', { city: 'Louisville', zip: '40202' }],
	])('and %s: the message is the same', async (_case, shown) => {
		const { problems } = await fromShopify({ ...HIDDEN, ...shown });
		expect(problems).toEqual([
			expect.stringMatching(/Shopify hides names.*access to protected customer data/),
		]);
	});

	it.each([
		['a street', { address1: '1 Main Street' }],
		['a second line', { address2: 'Apt. 5' }],
		['a name', { name: 'Jane Example' }],
		['a company', { company: 'Example Inc.' }],
	])('but has %s, parts are missing that somebody has to complete', async (_case, shown) => {
		const { problems } = await fromShopify({ ...HIDDEN, ...shown });
		expect(problems).toEqual([expect.stringMatching(/(is|are) empty\. Complete the address/)]);
	});
});

describe('A text in place of a name or a street', () => {
	it.each([
		[{ address1: '[deleted]' }, 'Address Line 1 is "[deleted]", which is only a placeholder'],
		[{ address1: '[gelöscht]' }, 'Address Line 1 is "[gelöscht]", which is only a placeholder'],
		[{ address1: 'N/A' }, 'Address Line 1 is "N/A", which is only a placeholder'],
		[{ name: '[deleted] [deleted]' }, 'Name is "[deleted] [deleted]", which is only a placeholder'],
		[{ name: 'n/a' }, 'Name is "n/a", which is only a placeholder'],
		[{ name: 'undefined Norman' }, 'Name is "undefined Norman": a part of it was missing'],
	])('is refused: %j', async (address, problem) => {
		const { problems } = await fromShopify(address);
		expect(problems).toEqual([expect.stringContaining(`Order #1001 → Address → ${problem}`)]);
	});

	it.each([
		{ name: 'Jane N/A' },
		{ company: 'N/A' },
		{ address2: 'N/A' },
		{ address1: '[2] Main Street 5' },
		{ name: 'Na' },
	])('is none, so it is sent: %j', async (address) => {
		const { problems, body } = await fromShopify(address);
		expect(problems).toEqual([]);
		expect(body).toMatchObject({ recipient: address });
	});

	it('of WooCommerce, which erased the customer, is refused', async () => {
		const line = wooCommerceLine({
			sku: 'TEE-M',
			meta_data: [{ key: 'print_file', value: fileProperty.value }],
		});
		const erased = { first_name: '[deleted]', last_name: '[deleted]', address_1: '[deleted]' };
		const shipping = { ...wooCommerceAddress(), ...erased };
		const { problems } = await compose(wooCommerceOrder([line], { shipping }), {
			shop: 'wooCommerce',
		});
		expect(problems).toEqual([
			expect.stringMatching(/^Order #727 → Address → Name is .* only a placeholder/),
			expect.stringMatching(/^Order #727 → Address → Address Line 1 is .* only a placeholder/),
		]);
	});
});
