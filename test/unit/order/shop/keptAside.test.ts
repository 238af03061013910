import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readWooCommerceOrder } from '../../../support/byLevel.ts';
import {
	wooCommerceAddress,
	wooCommerceLine,
	wooCommerceOrder,
} from '../../../support/shopOrders/wooCommerce.ts';

const options = { sendTestOrders: false };

const metadataOf = (fields: IDataObject): IDataObject[] =>
	Object.entries(fields).map(([key, value], index) => ({ id: index, key, value }) as IDataObject);

/** Reads an order of WooCommerce that goes to an address of this street, with fields of a checkout in its metadata. */
const readWoo = (shipping: IDataObject, metadata: IDataObject = {}, billing: IDataObject = {}) =>
	readWooCommerceOrder(
		wooCommerceOrder([], {
			shipping: { ...wooCommerceAddress(), ...shipping },
			billing: { ...wooCommerceAddress(), ...billing },
			meta_data: metadataOf(metadata),
		}),
		options,
	);

const germany = { country: 'DE', state: '', city: 'Bonn', postcode: '53113' };
const netherlands = { country: 'NL', state: '', city: 'Amsterdam', postcode: '1072 AB' };
const chile = { country: 'CL', state: '', city: 'METROPOLITANA', postcode: '' };
const brazil = { country: 'BR', state: 'SP', city: 'São Paulo', postcode: '01310-100' };

const lacks = (parts: string): string =>
	`The shop keeps "${parts}" beside the address, which lacks it: check the address, and add it with Order → Update`;

describe('A part of an address that a plug-in keeps aside', () => {
	it.each<[string, IDataObject, IDataObject, string]>([
		[
			'the customer number of a parcel locker',
			{ ...germany, address_1: 'Packstation 145' },
			{ _pickup_location_code: '145', _pickup_location_customer_number: '12345678' },
			'12345678',
		],
		[
			'that number, as another plug-in has it',
			{ ...germany, address_1: 'Packstation 145' },
			{ _shipping_dhl_postnum: '12345678' },
			'12345678',
		],
		[
			'that number in the address',
			{ ...germany, address_1: 'Packstation 145', parcelshop_post_number: '12345678' },
			{},
			'12345678',
		],
		[
			'a house number beside a street with another number',
			{ ...netherlands, address_1: '2e Jan van der Heijdenstraat' },
			{ _shipping_house_number: '47' },
			'47',
		],
		[
			'a house number that is the ordinal of the street',
			{ ...netherlands, address_1: '2e Jan van der Heijdenstraat' },
			{ _shipping_house_number: '2' },
			'2',
		],
		[
			'a house number and its suffix',
			{ ...netherlands, address_1: 'Keizersgracht' },
			{ _shipping_house_number: '47', _shipping_house_number_suffix: 'bis' },
			'47, bis',
		],
		[
			'a suffix alone',
			{ ...netherlands, address_1: 'Keizersgracht 47' },
			{ _shipping_house_number: '47', _shipping_house_number_suffix: 'III' },
			'III',
		],
		[
			'a house number in the metadata alone, as in Chile',
			{ ...chile, address_1: 'matias cousio' },
			{ _shipping_Numero_Direccion: '119', _shipping_comuna: 'SANTIAGO CENTRO' },
			'119, SANTIAGO CENTRO',
		],
		[
			'a house number without the name of an address',
			{ ...chile, address_1: 'matias cousio' },
			{ numero_direccion: 119 },
			'119',
		],
		[
			'a house number in a field of a checkout block',
			{ ...germany, address_1: 'Hauptstrasse' },
			{ '_wc_shipping/some-plug-in/house-number': '12b' },
			'12b',
		],
		[
			'a house number that the address has',
			{ address_1: 'Main Street', number: '123', neighborhood: 'Old Town' },
			{},
			'123, Old Town',
		],
		[
			'a house number that is part of a name',
			{ country: 'MX', city: 'Oaxaca', address_1: 'Calle 20deNoviembre' },
			{ _shipping_house_number: '20' },
			'20',
		],
		[
			'a house number that begins the line with other letters',
			{ country: 'FR', city: 'Paris', address_1: '12e Avenue' },
			{ _shipping_house_number: '12', _shipping_house_number_suffix: 'bis' },
			'12, bis',
		],
		[
			'a house number that begins the street with its suffix, as an ordinal does',
			{ country: 'FR', city: 'Paris', address_1: '12bis Rue de la Paix' },
			{ _shipping_house_number: '12', _shipping_house_number_suffix: 'bis' },
			'12',
		],
		[
			'a flat',
			{ ...germany, address_1: 'Hauptstrasse 12' },
			{ _shipping_apartment: '7', _shipping_floor: '3' },
			'7, 3',
		],
	])('%s is to be looked at where the address lacks it', (_, shipping, metadata, parts) => {
		const { toReview, warnings } = readWoo(shipping, metadata);
		expect(toReview).toEqual([lacks(parts)]);
		expect(warnings).toContain(lacks(parts));
	});

	const street = { ...germany, address_1: 'Hauptstrasse' };

	it.each(['house_number', 'houseNo', 'street_number', 'Número dirección'])(
		'may be the house number in any field that is called %s',
		(name) => {
			for (const key of [name, `_${name}`, `_shipping_${name}`, `shipping_${name}`]) {
				expect(readWoo(street, { [key]: '47' }).toReview).toEqual([lacks('47')]);
			}
			const known = { ...germany, address_1: 'Hauptstrasse 47' };
			expect(readWoo(known, { [name]: '47' }).toReview).toEqual([]);
			// What the letters behind a number are is no part of a suffix.
			expect(
				readWoo({ ...germany, address_1: 'Hauptstrasse 47b' }, { [name]: 47 }).toReview,
			).toEqual([]);
			for (const none of ['', 'S/N', 's/n', 'SN', 's.n.', '-', '.', '/', '0', null, 'none']) {
				expect(readWoo(street, { [name]: none }).toReview).toEqual([]);
			}
		},
	);

	it.each(['house_number_suffix'])(
		'may be what is behind the house number, in any field that is called %s',
		(name) => {
			const withNumber = (address_1: string) =>
				readWoo({ ...germany, address_1 }, { house_number: '47', [name]: 'bis' }).toReview;
			expect(withNumber('Hauptstrasse 47')).toEqual([lacks('bis')]);
			expect(withNumber('Hauptstrasse 47bis')).toEqual([]);
			expect(withNumber('Hauptstrasse 47 bis')).toEqual([]);
		},
	);

	it.each(['neighborhood', 'Barrio', 'colonia', 'comuna'])(
		'may be the neighborhood, in any field that is called %s',
		(name) => {
			const shipping = { ...chile, address_1: 'Camino Real 7' };
			for (const value of ['Ñuñoa', 'Luz']) {
				expect(readWoo(shipping, { [name]: value }).toReview).toEqual([lacks(value)]);
			}
			for (const city of ['Ñuñoa', 'NUNOA', 'Nunoa, Santiago']) {
				expect(readWoo({ ...shipping, city }, { [name]: 'Ñuñoa' }).toReview).toEqual([]);
			}
			expect(readWoo(shipping, { [name]: '13101' }).toReview).toEqual([]);
		},
	);

	it.each([
		...['dhl_postnum', 'DHL-Postnumber', 'parcelshop_post_number'],
		'pickup_location_customer_number',
	])('may be another part, in any field that is called %s', (name) => {
		expect(readWoo(street, { [name]: '12345678' }).toReview).toEqual([lacks('12345678')]);
		for (const held of [
			{ company: '12345678' },
			{ address_2: '12345678' },
			{ last_name: '12345678' },
		]) {
			expect(readWoo({ ...street, ...held }, { [name]: '12345678' }).toReview).toEqual([]);
		}
	});

	it.each<[string, string]>([
		['number', '9'],
		['numero', '9 B'],
		['apartment', '9'],
		['floor', '9'],
		['district', 'Ñuñoa'],
	])('may be a field of an address alone: %s', (name, value) => {
		expect(readWoo(street, { [`_shipping_${name}`]: value }).toReview).toEqual([lacks(value)]);
		expect(readWoo({ ...street, [name]: value }).toReview).toEqual([lacks(value)]);
		// Of the order it is something else.
		expect(readWoo(street, { [name]: value }).toReview).toEqual([]);
	});

	it('a number that the checkout kept for the billing address counts where both are one', () => {
		const street = { ...chile, address_1: 'matias cousio' };
		const metadata = { _billing_Numero_Direccion: '119' };
		expect(readWoo(street, metadata, street).toReview).toEqual([lacks('119')]);
		const elsewhere = { ...chile, address_1: 'huerfanos' };
		expect(readWoo(street, metadata, elsewhere).toReview).toEqual([]);
	});

	it('a number that is kept aside counts for the billing address where there is no other', () => {
		const empty = Object.fromEntries(Object.keys(wooCommerceAddress()).map((name) => [name, '']));
		const { toReview } = readWoo(
			empty,
			{ _billing_house_number: '47', _shipping_house_number: '' },
			{ ...netherlands, address_1: 'Keizersgracht' },
		);
		expect(toReview).toEqual([expect.stringContaining('billing address'), lacks('47')]);
	});

	it.each(['house_nr', 'Hausnummer', 'num_int', 'torre', 'bairro', 'Complemento'])(
		'is not known by another name, as docs/guesses.md says: %s',
		(name) => {
			expect(readWoo(street, { [`_shipping_${name}`]: '9 B' }).toReview).toEqual([]);
		},
	);
});

describe('Nothing is to be looked at', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['the street has the number', { address_1: 'Rua Augusta 123', number: '123' }, {}],
		['the second line has it', { address_1: 'Rua Augusta', address_2: '123', number: '123' }, {}],
		['nothing is kept aside', { address_1: 'Rua Augusta', number: '' }, {}],
		['there is no such field', { address_1: 'Rua Augusta' }, {}],
		[
			'the street was put together of the parts, as in the Netherlands',
			{ ...netherlands, address_1: 'Reimersbeek 25' },
			{
				_shipping_street_name: 'Reimersbeek',
				_shipping_house_number: '25',
				_shipping_house_number_suffix: '',
			},
		],
		...['47a', '47 a', '47-A', '47 A'].map((number): [string, IDataObject, IDataObject] => [
			`the number has its suffix: ${number}`,
			{ ...netherlands, address_1: `2e Jan van der Heijdenstraat ${number}` },
			{ _shipping_house_number: '47', _shipping_house_number_suffix: 'a' },
		]),
		[
			'the suffix is no field of its own',
			{ ...netherlands, address_1: 'Keizersgracht 47a' },
			{ _shipping_house_number: '47' },
		],
		[
			'the suffix of three letters is no field of its own',
			{ country: 'BE', city: 'Gent', postcode: '9000', address_1: 'Veldstraat 47bis' },
			{ _shipping_house_number: '47' },
		],
		[
			'the suffix is another number',
			{ ...netherlands, address_1: 'Siriusdreef 66-68' },
			{ _shipping_house_number: '66', _shipping_house_number_suffix: '-68' },
		],
		[
			'the company holds the customer number of a parcel locker',
			{ ...germany, address_1: 'Packstation 145', company: '12345678' },
			{ _pickup_location_customer_number: '12345678' },
		],
		[
			'the city is the quarter',
			{ ...chile, address_1: 'matias cousio 119', city: 'Santiago Centro' },
			{ _shipping_comuna: 'SANTIAGO CENTRO', _shipping_Numero_Direccion: '119' },
		],
		[
			'the flat has letters behind its number, and the floor is an ordinal',
			{ ...germany, address_1: 'Hauptstrasse 12 / 4b', address_2: '3e' },
			{ _shipping_apartment: '4', _shipping_floor: '3' },
		],
		[
			'the neighborhood is a code',
			{ ...chile, address_1: 'Camino Real 7' },
			{ _shipping_comuna: '13101', _shipping_district: 'CL-131' },
		],
		[
			'the postal code is kept twice, under its Norwegian name',
			{ country: 'NO', state: '', city: 'Oslo', address_1: 'Storgata 7', postcode: '0150' },
			{ _shipping_postnummer: '0150' },
		],
		[
			'a house has no number',
			{ ...chile, address_1: 'Camino Real' },
			{
				_shipping_numero: 'S/N',
				_shipping_floor: '-',
				_shipping_block: '0',
				_shipping_unit: 'null',
			},
		],
		[
			'plug-ins keep what is no part of an address',
			{ address_1: 'Market' },
			{
				is_vat_exempt: 'no',
				number: '1007',
				numero: '1007',
				_shipping_calculator: '1',
				_shipping_phone: '+1 555 5555',
				_billing_phone: '5555',
				_shipping_address_index: 'John Doe 969 Market',
				_shipping_street_name: 'Market',
				_shipping_email: 'john@example.com',
				_wc_order_attribution_session_count: '1',
				_wc_order_attribution_session_pages: '25',
				'_wc_other/some-plug-in/floor-plan': '3',
				_order_number: '1007',
				_shipping_tax: '0',
				_shipping_hash: '47',
				_wcpay_mode: 'prod',
				_multiple_shipping: 'no',
			},
		],
	])('where %s', (_, shipping, metadata) => {
		expect(readWoo(shipping, metadata).toReview).toEqual([]);
	});
});

describe('An address in Brazil', () => {
	const read = (shipping: IDataObject, metadata: IDataObject = {}) =>
		readWoo({ ...brazil, ...shipping }, metadata);

	it.each<[string, IDataObject, IDataObject, IDataObject]>([
		[
			'fields of the address',
			{ address_1: 'Rua Augusta', number: '1500', neighborhood: 'Consolação' },
			{},
			{ address1: 'Rua Augusta, 1500', address2: 'Consolação' },
		],
		[
			'metadata, beside a second line',
			{ address_1: 'Rua Augusta', address_2: 'Apto 4' },
			{ _shipping_number: '1500', _shipping_neighborhood: 'Consolação' },
			{ address1: 'Rua Augusta, 1500', address2: 'Apto 4, Consolação' },
		],
		[
			'fields of a checkout block',
			{ address_1: 'Rua Augusta', address_2: 'Apto 4' },
			{ '_wc_shipping/csbmw/number': '1500', '_wc_shipping/csbmw/neighborhood': 'Consolação' },
			{ address1: 'Rua Augusta, 1500', address2: 'Apto 4, Consolação' },
		],
		[
			'a street that is named after the same number',
			{ address_1: 'Rua 15 de Novembro', number: '15' },
			{},
			{ address1: 'Rua 15 de Novembro, 15' },
		],
		[
			'a street that is written with its name alone, which begins with the same number',
			{ address_1: '15 de Novembro', number: '15' },
			{},
			{ address1: '15 de Novembro, 15' },
		],
		[
			'a street that begins with the same number, and with a longer word behind it',
			{ address_1: '9 Julho', number: '9' },
			{},
			{ address1: '9 Julho, 9' },
		],
		[
			'a house without a number',
			{ address_1: 'Estrada Velha', number: 'S/N' },
			{},
			{ address1: 'Estrada Velha, S/N' },
		],
	])('is put together from %s, with a warning', (_, shipping, metadata, expected) => {
		const { recipient, toReview, warnings } = read(shipping, metadata);
		expect(recipient).toMatchObject(expected);
		expect(toReview).toEqual([]);
		expect(warnings).toEqual([
			expect.stringMatching(/^The shop keeps ".+" beside the address: it was added there$/),
		]);
	});

	it.each<[string, IDataObject, IDataObject, string]>([
		[
			'its street alone, where a number is kept aside',
			{ address_1: 'Rua Augusta', number: '1500' },
			{ address1: 'Rua Augusta, 1500' },
			'1500',
		],
		[
			'its second line alone, where the street has the number',
			{ address_1: 'Rua Augusta, 1500', number: '1500', neighborhood: 'Consolação' },
			{ address1: 'Rua Augusta, 1500', address2: 'Consolação' },
			'Consolação',
		],
		[
			'its second line alone, where that has the number',
			{
				...{ address_1: 'Rua Augusta', address_2: '1500, Apto 4' },
				...{ number: '1500', neighborhood: 'Consolação' },
			},
			{ address1: 'Rua Augusta', address2: '1500, Apto 4, Consolação' },
			'Consolação',
		],
		[
			'both',
			{ address_1: 'Rua Augusta', number: '1500', neighborhood: 'Consolação' },
			{ address1: 'Rua Augusta, 1500', address2: 'Consolação' },
			'1500, Consolação',
		],
	])('gets only what it lacks: %s', (_, shipping, expected, added) => {
		const { recipient, toReview, warnings } = read(shipping);
		const { address1, address2 } = recipient;
		expect({ address1, address2 }).toEqual({ address2: undefined, ...expected });
		expect(toReview).toEqual([]);
		expect(warnings).toEqual([`The shop keeps "${added}" beside the address: it was added there`]);
	});

	it.each([
		[{ address_1: 'Rua Augusta, 1500', address_2: 'Consolação' }],
		[{ address_1: 'Rua Augusta 1500', address_2: 'Apto 4 - CONSOLACAO' }],
		[{ address_1: 'Rua Augusta, 1500 - apto 4', address_2: 'Consolação' }],
		[{ address_1: 'Rua Augusta, 1500 apto 4', address_2: 'Consolação' }],
		[{ address_1: 'Rua Augusta - 1500 fundos', address_2: 'Consolação' }],
		[{ address_1: 'Rua Augusta; 1500 fundos', address_2: 'Consolação' }],
		[{ address_1: 'Rua Augusta (1500 fundos)', address_2: 'Consolação' }],
		[{ address_1: 'Rua Augusta', address_2: '1500 - Consolação' }],
		[{ address_1: 'Rua Augusta', address_2: 'Consolação, nº 1500' }],
	])('stays as it is where it has both: %j', (lines) => {
		const { recipient, warnings } = read({ ...lines, number: '1500', neighborhood: 'Consolação' });
		expect(recipient).toMatchObject({ address1: lines.address_1, address2: lines.address_2 });
		expect(warnings).toEqual([]);
	});

	it('without a street gets none of its number', () => {
		const { recipient, toReview } = read({ address_1: '', address_2: '', number: '1500' });
		expect(recipient).not.toHaveProperty('address1');
		expect(toReview).toEqual([lacks('1500')]);
	});

	it('is to be looked at where another part is kept aside', () => {
		const { toReview } = read({ address_1: 'Rua Augusta, 1500' }, { _shipping_floor: 'B7' });
		expect(toReview).toEqual([lacks('B7')]);
	});
});

describe('An order that goes to several addresses', () => {
	const several = 'The order goes to several addresses, and the shop sends one of them';

	it.each<[string, IDataObject]>([
		['its metadata', { meta_data: metadataOf({ _multiple_shipping: 'yes' }) }],
		['its packages', { meta_data: metadataOf({ _wcms_packages: [{ id: 1 }, { id: 2 }] }) }],
		['packages by their numbers', { meta_data: metadataOf({ _wcms_packages: { 0: {}, 1: {} } }) }],
		['a field of it', { multiple_shipping: true }],
		[
			'a line',
			{
				line_items: [
					wooCommerceLine({ meta_data: metadataOf({ thwma_order_shipping_address: '{}' }) }),
				],
			},
		],
	])('is to be looked at, by %s', (_, changes) => {
		const { toReview } = readWooCommerceOrder(wooCommerceOrder([], changes), options);
		expect(toReview).toEqual([expect.stringContaining(several)]);
	});

	it.each<[string, IDataObject]>([
		['no', { meta_data: metadataOf({ _multiple_shipping: 'no' }) }],
		['one package', { meta_data: metadataOf({ _wcms_packages: [{ id: 1 }] }) }],
		['false', { multiple_shipping: false }],
	])('is none with %s', (_, changes) => {
		const { toReview } = readWooCommerceOrder(wooCommerceOrder([], changes), options);
		expect(toReview).toEqual([]);
	});
});
