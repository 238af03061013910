import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Findings } from '../../../../nodes/PodFulfilment/order/findings.ts';
import {
	recipientFrom,
	warnOfMissing,
} from '../../../../nodes/PodFulfilment/order/shop/shopAddress.ts';
import { stateOf } from '../../../../nodes/PodFulfilment/input/country.ts';
import { COUNTRIES } from '../../../../nodes/PodFulfilment/spec/countries.ts';
import { STATES } from '../../../../nodes/PodFulfilment/spec/states.ts';

describe('A state', () => {
	it.each([
		['California', 'US', { stateCode: 'CA', stateName: 'California' }],
		['new york', 'US', { stateCode: 'NY', stateName: 'New York' }],
		['ca', 'US', { stateCode: 'CA', stateName: 'California' }],
		['US-CA', 'US', { stateCode: 'CA', stateName: 'California' }],
		['Québec', 'CA', { stateCode: 'QC', stateName: 'Quebec' }],
		['Sao Paulo', 'BR', { stateCode: 'SP', stateName: 'São Paulo' }],
		['Roma', 'IT', { stateCode: 'RM', stateName: 'Roma' }],
		['Middle Earth', 'US', { stateName: 'Middle Earth' }],
		['XX', 'US', { stateCode: 'XX' }],
		['Bayern', 'DE', { stateName: 'Bayern' }],
		['BY', 'DE', { stateCode: 'BY' }],
		['JP-13', 'JP', { stateName: 'Tôkyô' }],
		['JP13', 'JP', { stateName: 'Tôkyô' }],
		['TR34', 'TR', { stateName: 'İstanbul' }],
		['TH-37', 'TH', { stateName: 'Amnat Charoen' }],
		['UG314', 'UG', { stateName: 'Abim' }],
		['DE-BE', 'DE', { stateCode: 'BE' }],
		['CL-AI', 'CL', { stateCode: 'AI' }],
		['PY-ASU', 'PY', { stateCode: 'ASU' }],
		['JP13', undefined, { stateCode: 'JP13' }],
		['JP13', 'DE', { stateCode: 'JP13' }],
		['JP-13', 'DE', { stateCode: 'JP-13' }],
		['JP99', 'JP', { stateCode: 'JP99' }],
		['JP-99', 'JP', { stateCode: 'JP-99' }],
		['JP-constructor', 'JP', { stateName: 'JP-constructor' }],
		['FR-75', 'FR', { stateCode: 'FR-75' }],
		['CN2', 'CN', { stateCode: 'CN2' }],
		['California', undefined, { stateName: 'California' }],
		['constructor', 'US', { stateName: 'constructor' }],
		['CA', 'constructor', { stateCode: 'CA' }],
		['US CA', 'US', { stateCode: 'CA', stateName: 'California' }],
		['us-ca', 'US', { stateCode: 'CA', stateName: 'California' }],
		['CA-CA', 'US', { stateName: 'CA-CA' }],
		['XUS-CA', 'US', { stateName: 'XUS-CA' }],
		['xyz', 'US', { stateName: 'xyz' }],
		['ABCD', 'US', { stateName: 'ABCD' }],
		['A B', 'US', { stateName: 'A B' }],
		['7', 'US', { stateCode: '7' }],
		['13', 'JP', { stateCode: '13' }],
		['BY1', 'DE', { stateCode: 'BY1' }],
		['BYRN', 'DE', { stateName: 'BYRN' }],
		['XBYR', 'DE', { stateName: 'XBYR' }],
		['by', 'DE', { stateName: 'by' }],
		['DE-BYX', 'DE', { stateCode: 'BYX' }],
		['DE-BYXX', 'DE', { stateName: 'DE-BYXX' }],
		['DEU-BY', 'DE', { stateName: 'DEU-BY' }],
		['D-BY', 'DE', { stateName: 'D-BY' }],
		['DE-', 'DE', { stateName: 'DE-' }],
		['JP-13 x', 'JP', { stateName: 'JP-13 x' }],
		['TR345', 'TR', { stateName: 'TR345' }],
		['TRX34', 'TR', { stateName: 'TRX34' }],
		['JP1X', 'JP', { stateName: 'JP1X' }],
	])('the state %j in %s is %j', (text, country, state) => {
		expect(stateOf(text, country)).toEqual(state);
	});

	it('a state is found by its code and by its name in each country that has codes', () => {
		for (const [country, states] of Object.entries(STATES)) {
			expect(COUNTRIES.map(({ code }) => code)).toContain(country);
			for (const [stateCode, stateName] of Object.entries(states)) {
				expect(stateOf(stateCode, country)).toEqual({ stateCode, stateName });
				expect(stateOf(stateName, country)).toEqual({ stateCode, stateName });
			}
		}
	});
});

describe('A recipient', () => {
	it('a recipient has texts only, and no empty ones, whatever an address holds', () => {
		const part = fc.oneof(fc.anything(), fc.string(), fc.constantFrom('US', 'Texas', ' ', null));
		fc.assert(
			fc.property(
				fc.record(
					{
						name: part,
						firstName: part,
						lastName: part,
						company: part,
						address1: part,
						address2: part,
						city: part,
						zip: part,
						state: part,
						stateName: part,
						country: part,
						phone: part,
						email: part,
						taxNumber: part,
					},
					{ requiredKeys: [] },
				),
				(address) => {
					for (const value of Object.values(recipientFrom(address))) {
						expect(value).toEqual(expect.any(String));
						expect(String(value).trim()).toBe(value);
						expect(value).not.toBe('');
					}
				},
			),
		);
	});

	it('each part of an address becomes the field of the same meaning', () => {
		expect(
			recipientFrom({
				name: 'Nathan Doe',
				company: 'Example Studios',
				address1: '12 Harbour Street',
				address2: 'Apartment 4',
				city: 'Hamburg',
				zip: 20_457,
				state: 'HH',
				stateName: 'Hamburg',
				country: 'Germany',
				phone: '+49 40 1234567',
				email: 'name@email.com',
				taxNumber: 'DE123456789',
			}),
		).toEqual({
			name: 'Nathan Doe',
			company: 'Example Studios',
			address1: '12 Harbour Street',
			address2: 'Apartment 4',
			city: 'Hamburg',
			zip: '20457',
			stateCode: 'HH',
			stateName: 'Hamburg',
			countryCode: 'DE',
			phone: '+49 40 1234567',
			email: 'name@email.com',
			taxNumber: 'DE123456789',
		});
	});

	it.each([
		['both names', { firstName: ' Nathan ', lastName: ' Doe ' }, 'Nathan Doe'],
		['the first name alone', { firstName: 'Nathan', lastName: '' }, 'Nathan'],
		['the last name alone', { lastName: 'Doe' }, 'Doe'],
		['the whole name before its parts', { name: 'N. Doe', firstName: 'Nathan' }, 'N. Doe'],
	])('the name of a recipient is made of %s', (_, address, name) => {
		expect(recipientFrom(address)).toEqual({ name });
	});

	it('the state of a country is found by its code before its name', () => {
		expect(recipientFrom({ country: 'US', state: 'KY', stateName: 'Texas' })).toMatchObject({
			stateCode: 'KY',
			stateName: 'Kentucky',
		});
	});

	it('an address in a country with states may have none', () => {
		expect(recipientFrom({ country: 'US', city: 'Boston' })).toEqual({
			city: 'Boston',
			countryCode: 'US',
		});
	});

	it('the second line of a street never takes the place of the first', () => {
		expect(recipientFrom({ address1: '', address2: 'Apt 4' })).toEqual({ address2: 'Apt 4' });
	});

	it('a recipient keeps an unknown country, which is refused later', () => {
		expect(recipientFrom({ country: 'Atlantis' })).toEqual({ countryCode: 'Atlantis' });
	});
});

describe('An address without a state', () => {
	const warned = (recipient: IDataObject) => {
		const found = new Findings();
		warnOfMissing(recipient, found);
		return found.list.filter((one) => one.level === 'warning' && one.text.includes('no state'));
	};

	it.each([
		['US', 'United States of America'],
		['CA', 'Canada'],
		['AU', 'Australia'],
	])('is sent with a warning in %s', (countryCode, name) => {
		expect(warned({ countryCode, city: 'x' })).toEqual([
			{
				level: 'warning',
				about: 'address',
				text: `The address has no state, and addresses in ${name} have one: add it with Order → Update, or the parcel may not arrive`,
			},
		]);
	});

	it.each<IDataObject>([
		{ countryCode: 'US', stateCode: 'CA' },
		{ countryCode: 'AU', stateName: 'Northern Territory' },
		{ countryCode: 'DE' },
		{ countryCode: 'XX' },
		{},
	])('is as usual elsewhere, and none where there is one: %j', (recipient) => {
		expect(warned(recipient)).toEqual([]);
	});
});
