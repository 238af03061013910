import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { completeRecipientOf } from '../../../../nodes/PodFulfilment/order/compose/recipient.ts';
import { COUNTRIES } from '../../../../nodes/PodFulfilment/spec/countries.ts';
import { shopifyAddress, shopifyOrder } from '../../../support/shopOrders/shopify.ts';
import { wooCommerceAddress, wooCommerceOrder } from '../../../support/shopOrders/wooCommerce.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';
import { readShopifyOrder, readWooCommerceOrder } from '../../../support/byLevel.ts';

const options = { sendTestOrders: false };

const readWoo = (shipping: IDataObject, changes: IDataObject = {}) =>
	readWooCommerceOrder(
		wooCommerceOrder([], { shipping: { ...wooCommerceAddress(), ...shipping }, ...changes }),
		options,
	);

/** Countries whose checkouts in WooCommerce do not ask for a postal code, or leave it open (get_country_locale). */
const NOT_ASKED_BY_WOOCOMMERCE = 'CL CO IE VN BD BH NP GT MZ NG'.split(' ');

/** Countries for which neither Google's libaddressinput nor Shopify requires one. */
const NOT_REQUIRED =
	'AF AL DZ AM AZ BB BY BT KH CV KY CR CU DO EC EG SV SZ ET GN GW HT HM HN IQ IR IL JO KZ KE XK KW KG LA LB LS LR MV MU MD MN MA MM NA NI NE KP OM PK PG PY PE VC SA SN SO LK SD TJ TN TM TZ UY UZ VE EH ZM'.split(
		' ',
	);

const WITHOUT_POSTAL_CODE = [...NOT_ASKED_BY_WOOCOMMERCE, ...NOT_REQUIRED];

describe('The address of a shop order', () => {
	it.each(WITHOUT_POSTAL_CODE)(
		'an address in %s needs no postal code, but a warning',
		(country) => {
			const { recipient, warnings, toReview } = readWoo({ country, state: '', postcode: '' });
			expect(completeRecipientOf(recipient)).toEqual(recipient);
			expect(warnings).toEqual([expect.stringMatching(/^The address has no postal code, which/)]);
			expect(toReview).toEqual([]);
		},
	);

	it('what was text of nothing is empty, and a street that is nothing else is none', () => {
		const { recipient } = readShopifyOrder(
			shopifyOrder([], {
				shipping_address: {
					...shopifyAddress(),
					...{ country_code: 'US', province_code: 'undefined', province: 'Texas' },
					...{ company: 'null', address1: '', address2: 'null' },
				},
			}),
			options,
		);
		expect(recipient).toMatchObject({ stateCode: 'TX', stateName: 'Texas' });
		expect(refusedWith(() => completeRecipientOf(recipient)).message).toBe(
			'Recipient → Address Line 1 is empty',
		);
	});

	it.each(['IL', 'SA', 'EC', 'XK'])('Shopify sends null for an unknown one in %s', (code) => {
		const { recipient, toReview } = readShopifyOrder(
			shopifyOrder([], {
				shipping_address: {
					...shopifyAddress(),
					...{ country_code: code, zip: null, province: null, province_code: null },
				},
			}),
			options,
		);
		expect(completeRecipientOf(recipient)).toEqual(recipient);
		expect(toReview).toEqual([]);
	});

	it.each(['RO', 'TR', 'TW', 'DE', 'US'])('an address in %s needs a postal code', (country) => {
		const { recipient } = readWoo({ country, state: '', postcode: '' });
		const { message } = refusedWith(() => completeRecipientOf(recipient));
		expect(message).toContain('ZIP or Postal Code');
	});

	it.each(['US', 'CA', 'AU'])('an address in %s without a state has a warning', (country) => {
		const { recipient, warnings, toReview } = readWoo({
			...{ country, state: '' },
			postcode: country === 'AU' ? '2000' : '10001',
		});
		expect(completeRecipientOf(recipient)).toEqual(recipient);
		expect(warnings).toEqual([expect.stringMatching(/^The address has no state, and /)]);
		expect(toReview).toEqual([]);
	});

	it('an address in Singapore needs no city, but a warning', () => {
		const { recipient, warnings } = readWoo({
			country: 'SG',
			city: '',
			state: '',
			postcode: '018956',
		});
		expect(completeRecipientOf(recipient)).toEqual(recipient);
		expect(warnings).toEqual([
			'The address has no city, which the checkout may not ask for in Singapore',
		]);
	});

	it('an address with all that the checkout of its country asks for is never refused, of whichever shop', () => {
		const text = fc.stringMatching(/^[\p{L}\p{N}][\p{L}\p{N} .,'-]{0,250}$/u);
		fc.assert(
			fc.property(fc.constantFrom(...COUNTRIES), text, ({ code, hasPostalCodes }, street) => {
				const zip = hasPostalCodes && !WITHOUT_POSTAL_CODE.includes(code) ? '1000000000' : '';
				const city = code === 'SG' ? '' : 'City';
				const woo = readWoo({ country: code, address_1: street, city, postcode: zip, state: '' });
				const shopify = readShopifyOrder(
					shopifyOrder([], {
						shipping_address: {
							...shopifyAddress(),
							country_code: code,
							address1: street,
							city,
							zip,
							province: null,
							province_code: null,
						},
					}),
					options,
				);
				for (const { recipient } of [woo, shopify]) {
					expect(completeRecipientOf(recipient).address1).toBe(street.trim());
				}
			}),
		);
	});

	it('a part that is too long is refused by its name, never dropped', () => {
		for (const length of [256, 1_001, 5_000]) {
			const { recipient } = readWoo({ address_1: 'a'.repeat(length) });
			const refused = refusedWith(() =>
				completeRecipientOf(recipient, { field: 'Shop Order → Address' }),
			);
			expect(refused.message).toContain(
				`Shop Order → Address → Address Line 1 has ${length} characters`,
			);
			expectPlainWords(refused);
		}
		expect(completeRecipientOf(readWoo({ address_1: 'a'.repeat(255) }).recipient)).toBeDefined();
	});

	it.each([
		'123 Green St.\nSuite 321',
		'123 Green St. \r\n Suite 321\n',
		'123 Green St.\rSuite 321',
	])('a street of several lines becomes one: %j', (street) => {
		const { recipient } = readWoo({ address_1: street, address_2: 'Door\n5' });
		expect(recipient).toMatchObject({
			address1: '123 Green St., Suite 321',
			address2: 'Door, 5',
		});
	});

	it('the entities of HTML are decoded', () => {
		expect(readWoo({ company: 'M&uuml;ller &amp; Co', city: 'K&#246;ln' }).recipient).toMatchObject(
			{
				company: 'Müller & Co',
				city: 'Köln',
			},
		);
	});

	it.each([
		['Müller &amp; Söhne <b>x</b>', 'Müller & Söhne x'],
		['<script>x</script>', 'x'],
		['A&amp;amp;B', 'A&amp;B'],
		['I <3 you', 'I <3 you'],
		['a < b > c', 'a < b > c'],
	])(
		'the name and the company %j are %j, without tags, each entity decoded once',
		(text, plain) => {
			const name = { first_name: text, last_name: '' };
			expect(readWoo({ ...name, company: text }).recipient).toMatchObject({
				name: plain,
				company: plain,
			});
		},
	);

	it('what is nothing but tags is empty', () => {
		expect(readWoo({ company: '<b></b>' }).recipient).not.toHaveProperty('company');
	});

	it('a company is name enough', () => {
		const { recipient, toReview } = readWoo({ first_name: '', last_name: '', company: 'Studio' });
		expect(recipient).not.toHaveProperty('name');
		expect(toReview).toEqual([]);
	});
});
