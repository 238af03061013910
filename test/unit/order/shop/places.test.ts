import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { recipientFrom } from '../../../../nodes/PodFulfilment/order/shop/address.ts';
import { countryCodeOf, stateOf } from '../../../../nodes/PodFulfilment/order/shop/places.ts';
import { COUNTRIES } from '../../../../nodes/PodFulfilment/spec/countries.ts';
import { STATES } from '../../../../nodes/PodFulfilment/spec/states.ts';

describe('The code of a country', () => {
	it.each([
		['DE', 'DE'],
		['de', 'DE'],
		['Germany', 'DE'],
		['Deutschland', 'DE'],
		['USA', 'US'],
		['U.S.A.', 'US'],
		['united states', 'US'],
		['UK', 'GB'],
		['Côte d’Ivoire', 'CI'],
		['osterreich', 'AT'],
		['Atlantis', undefined],
		['', undefined],
	])('the code of the country %j is %j', (text, code) => {
		expect(countryCodeOf(text)).toBe(code);
	});

	it('the code is found by the name of each country', () => {
		for (const { code, name } of COUNTRIES) expect(countryCodeOf(name)).toBe(code);
	});
});

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
		['JP-13', 'JP', { stateCode: 'JP-13' }],
		['JP13', 'JP', { stateCode: 'JP13' }],
		['TR34', 'TR', { stateCode: 'TR34' }],
		['CN2', 'CN', { stateCode: 'CN2' }],
		['California', undefined, { stateName: 'California' }],
		['constructor', 'US', { stateName: 'constructor' }],
		['CA', 'constructor', { stateCode: 'CA' }],
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

	it('the second line of a street becomes the first when that is empty', () => {
		expect(recipientFrom({ address1: '', address2: '12 Harbour Street' })).toEqual({
			address1: '12 Harbour Street',
		});
	});

	it('a recipient keeps an unknown country, which is refused later', () => {
		expect(recipientFrom({ country: 'Atlantis' })).toEqual({ countryCode: 'Atlantis' });
	});
});
