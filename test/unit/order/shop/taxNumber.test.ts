import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readShopifyOrder, readWooCommerceOrder } from '../../../support/byLevel.ts';
import { shopifyAddress, shopifyLine, shopifyOrder } from '../../../support/shopOrders/shopify.ts';
import { asGraphql } from '../../../support/shopOrders/shopifyGraphql.ts';
import { wooCommerceAddress, wooCommerceOrder } from '../../../support/shopOrders/wooCommerce.ts';

const CPF = '123.456.789-09';
const CNPJ = '12.345.678/0001-95';

const metadataOf = (fields: IDataObject): IDataObject[] =>
	Object.entries(fields).map(([key, value], index) => ({ id: index, key, value }) as IDataObject);

interface WooOrder {
	billing?: IDataObject;
	shipping?: IDataObject;
	metadata?: IDataObject;
	taxNumberFrom?: string;
}

const inBrazil = {
	...wooCommerceAddress(),
	...{ address_1: 'Rua Augusta, 1500', country: 'BR', state: 'SP', postcode: '01310-100' },
};

const readWoo = ({ billing, shipping, metadata = {}, taxNumberFrom }: WooOrder) =>
	readWooCommerceOrder(
		wooCommerceOrder([], {
			billing: { ...inBrazil, ...billing },
			shipping: { ...inBrazil, ...shipping },
			meta_data: metadataOf(metadata),
		}),
		{ sendTestOrders: false, taxNumberFrom },
	);

/** An order of Shopify's GraphQL API that goes to a country, with localized fields. */
const readShopify = (
	country: string,
	fields: IDataObject,
	changes: IDataObject = {},
	taxNumberFrom?: string,
) => {
	const address = {
		...shopifyAddress(),
		...{ country_code: country, province: null, province_code: null },
	};
	const order = shopifyOrder([shopifyLine()], {
		shipping_address: address,
		billing_address: address,
		...changes,
	});
	return readShopifyOrder(
		asGraphql(order, {
			localizedFields: {
				nodes: Object.entries(fields).map(([key, value]) => ({ key, value })) as IDataObject[],
			},
		}),
		{ sendTestOrders: false, taxNumberFrom },
	);
};

const expectReview = (
	{
		recipient,
		toReview,
		warnings,
	}: Pick<ReturnType<typeof readShopifyOrder>, 'recipient' | 'toReview' | 'warnings'>,
	reason: string,
): void => {
	expect(recipient).not.toHaveProperty('taxNumber');
	expect(toReview).toEqual([expect.stringMatching(new RegExp(`^${reason}.*: it is not sent`))]);
	expect(toReview[0]).toContain('Tax Number From');
	expect(warnings.join()).not.toMatch(/\d{3}/);
};

describe('A tax number of an order of WooCommerce', () => {
	it.each<[string, WooOrder, string]>([
		['of a person', { billing: { persontype: 'F', cpf: CPF, cnpj: '' } }, CPF],
		['of a company', { billing: { persontype: 'J', cpf: '', cnpj: CNPJ } }, CNPJ],
		['of a person that has both', { billing: { persontype: 'F', cpf: CPF, cnpj: CNPJ } }, CPF],
		['of a company that has both', { billing: { persontype: 'J', cpf: CPF, cnpj: CNPJ } }, CNPJ],
		[
			'of a person, in metadata',
			{ metadata: { _billing_persontype: '1', _billing_cpf: CPF, _billing_cnpj: CNPJ } },
			CPF,
		],
		[
			'of a company, in metadata',
			{ metadata: { _billing_persontype: 2, _billing_cpf: CPF, _billing_cnpj: CNPJ } },
			CNPJ,
		],
		['of a shop that asks for one of them', { metadata: { _billing_cpf: CPF } }, CPF],
		['of a checkout block', { metadata: { '_wc_other/csbmw/cpf': CPF } }, CPF],
	])('%s in Brazil is that of the recipient', (_, order, expected) => {
		const { recipient, toReview } = readWoo(order);
		expect(recipient.taxNumber).toBe(expected);
		expect(toReview).toEqual([]);
	});

	it.each([
		...['1', 'F', 'f', 'PF', 'Física', 'Pessoa Física', 'pessoa_fisica'].map((type) => [type, CPF]),
		...['2', 'J', 'j', 'PJ', 'Jurídica', 'Pessoa Jurídica', 'pessoa-juridica'].map((type) => [
			type,
			CNPJ,
		]),
	])('of a buyer of the type %s in Brazil, who has both, is %s', (persontype, expected) => {
		const { recipient, toReview } = readWoo({ billing: { persontype, cpf: CPF, cnpj: CNPJ } });
		expect(recipient.taxNumber).toBe(expected);
		expect(toReview).toEqual([]);
	});

	it.each<[string, WooOrder, string]>([
		[
			'another country',
			{ billing: { cpf: CPF }, shipping: { country: 'DE', state: '', postcode: '53113' } },
			'The order has a tax number of Brazil, and goes to Germany',
		],
		[
			'another name',
			{ billing: { cpf: CPF, first_name: 'Jane' } },
			'The order has a tax number, and its billing address has another name or country',
		],
		[
			'a billing address abroad',
			{ billing: { cpf: CPF, country: 'PT', state: '' } },
			'The order has a tax number, and its billing address has another name or country',
		],
		['two numbers', { billing: { cpf: CPF, cnpj: CNPJ } }, 'The order has a CPF and a CNPJ'],
		[
			'the number of a person for a company',
			{ billing: { persontype: 'J', cpf: CPF, cnpj: '' } },
			'The order has a tax number of another kind',
		],
		[
			'a masked number',
			{ billing: { cpf: '***.***.789-**' } },
			'The tax number .* is masked, or cannot be read',
		],
		[
			'no text',
			{ metadata: { _billing_cpf: [CPF] } },
			'The tax number .* is masked, or cannot be read',
		],
	])('is to be looked at with %s', (_, order, reason) => {
		expectReview(readWoo(order), reason);
	});

	it('is that of the recipient where the shipping address has one of its own', () => {
		const { recipient, toReview } = readWoo({
			billing: { first_name: 'Jane', cpf: '987.654.321-00' },
			shipping: { cpf: CPF },
		});
		expect(recipient.taxNumber).toBe(CPF);
		expect(toReview).toEqual([]);
	});

	it.each([
		['_billing_vat_number', { _billing_vat_number: 'ESB12345678' }],
		['billing vat number', { _billing_vat_number: 'ESB12345678' }],
		['vat', { vat: 'ESB12345678' }],
	])('is in the metadata that the option %j names', (taxNumberFrom, metadata) => {
		expect(readWoo({ metadata, taxNumberFrom }).recipient.taxNumber).toBe('ESB12345678');
	});

	it('is in the field that the option names, before any other', () => {
		const billing = { tax: { id: 7_700_123 }, cpf: CPF };
		const { recipient } = readWoo({ billing, taxNumberFrom: 'billing.tax.id' });
		expect(recipient.taxNumber).toBe('7700123');
	});

	it('of the option is to be looked at where somebody else is billed, unless it is that of shipping', () => {
		const billing = { first_name: 'Jane' };
		const metadata = { _billing_vat: 'ESB12345678', _shipping_vat: 'ESB12345678' };
		expectReview(
			readWoo({ billing, metadata, taxNumberFrom: '_billing_vat' }),
			'The order has a tax number, and its billing address has another name or country',
		);
		const { recipient } = readWoo({ billing, metadata, taxNumberFrom: '_shipping_vat' });
		expect(recipient.taxNumber).toBe('ESB12345678');
	});

	it.each<[string, WooOrder]>([
		['the field of the option is empty', { metadata: { vat: '' }, taxNumberFrom: 'vat' }],
		['the order does not have the field of the option', { taxNumberFrom: 'vat' }],
		['numbers are empty', { billing: { persontype: 'F', cpf: '', cnpj: '' } }],
		[
			'there are others that no option names',
			{ metadata: { _billing_rut: '77328906-9', vat_number: 'DE1', is_vat_exempt: 'no' } },
		],
	])('there is none where %s', (_, order) => {
		const { recipient, toReview, warnings } = readWoo(order);
		expect(recipient).not.toHaveProperty('taxNumber');
		expect([...toReview, ...warnings]).toEqual([]);
	});
});

describe('A tax number of an order of Shopify', () => {
	it.each<[string, string, IDataObject, string]>([
		['for customs', 'KR', { SHIPPING_CREDENTIAL_KR: 'P123456789012' }, 'P123456789012'],
		['for taxes', 'IT', { TAX_CREDENTIAL_IT: 'RSSMRA80', TAX_EMAIL_IT: 'a@b.it' }, 'RSSMRA80'],
		[
			'for customs before that for taxes',
			'BR',
			{ TAX_CREDENTIAL_BR: CNPJ, SHIPPING_CREDENTIAL_BR: CPF },
			CPF,
		],
		[
			'beside its type',
			'CO',
			{ SHIPPING_CREDENTIAL_TYPE_CO: 'CC', SHIPPING_CREDENTIAL_CO: '1020304050' },
			'1020304050',
		],
		['of that country', 'MX', { TAX_CREDENTIAL_US: '1', TAX_CREDENTIAL_MX: '22' }, '22'],
	])('%s is that of the recipient', (_, country, fields, expected) => {
		const { recipient, toReview } = readShopify(country, fields);
		expect(recipient.taxNumber).toBe(expected);
		expect(toReview).toEqual([]);
	});

	it.each<[string, string, IDataObject]>([
		[
			'keys that hold no number',
			'MX',
			{ TAX_CREDENTIAL_USE_MX: 'G03', TAX_CREDENTIAL_TYPE_MX: '1' },
		],
		['an empty one', 'BR', { TAX_CREDENTIAL_BR: '', SHIPPING_CREDENTIAL_BR: null }],
	])('there is none with %s', (_, country, fields) => {
		const { recipient, toReview } = readShopify(country, fields);
		expect(recipient).not.toHaveProperty('taxNumber');
		expect(toReview).toEqual([]);
	});

	it('is to be looked at where it is that of another country or somebody else is billed', () => {
		expectReview(
			readShopify('DE', { TAX_CREDENTIAL_IT: 'RSSMRA80A01H501U' }),
			'The order has a tax number of Italy, and goes to Germany',
		);
		const billing = { ...shopifyAddress(), name: 'Ann Other', country_code: 'BR' };
		expectReview(
			readShopify('BR', { SHIPPING_CREDENTIAL_BR: CPF }, { billing_address: billing }),
			'The order has a tax number, and its billing address has another name or country',
		);
	});

	it.each([
		[
			'as edges',
			{ localizedFields: { edges: [{ node: { key: 'TAX_CREDENTIAL_BR', value: CPF } }] } },
		],
	])('is read %s', (_, fields) => {
		const address = {
			...shopifyAddress(),
			country_code: 'BR',
			province: null,
			province_code: null,
		};
		const order = shopifyOrder([], { shipping_address: address, billing_address: address });
		const { recipient } = readShopifyOrder(asGraphql(order, fields), { sendTestOrders: false });
		expect(recipient.taxNumber).toBe(CPF);
	});

	it('is read without a billing address', () => {
		const { recipient } = readShopify(
			'BR',
			{ SHIPPING_CREDENTIAL_BR: CPF },
			{ billing_address: null },
		);
		expect(recipient.taxNumber).toBe(CPF);
	});

	it('is in the field of the cart that the option names', () => {
		const read = (order: IDataObject, taxNumberFrom: string) =>
			readShopifyOrder(order, { sendTestOrders: false, taxNumberFrom }).recipient.taxNumber;
		const note_attributes = [{ name: 'PCCC', value: 'P123456789012' }];
		const order = shopifyOrder([], { note_attributes });
		expect(read(order, 'pccc')).toBe('P123456789012');
		const graphql = asGraphql(shopifyOrder(), {
			customAttributes: [{ key: 'Customs code', value: 'P1' }],
		});
		expect(read(graphql, 'customs_code')).toBe('P1');
	});
});
