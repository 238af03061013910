import { describe, expect, it } from 'vitest';

import { countryCodeOf, countryOf } from '../../../nodes/PodFulfilment/input/country.ts';
import { countryField } from '../../../nodes/PodFulfilment/order/compose/recipientFields.ts';
import { COUNTRIES } from '../../../nodes/PodFulfilment/spec/countries.ts';

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
		['america', 'US'],
		['Bolivia', 'BO'],
		['Brasil', 'BR'],
		['Britain', 'GB'],
		['China', 'CN'],
		['Czechia', 'CZ'],
		['Espana', 'ES'],
		['Great Britain', 'GB'],
		['Iran', 'IR'],
		['Italia', 'IT'],
		['Ivory Coast', 'CI'],
		['Korea', 'KR'],
		['Macau', 'MO'],
		['Moldova', 'MD'],
		['Nederland', 'NL'],
		['North Macedonia', 'MK'],
		['Palestine', 'PS'],
		['Polska', 'PL'],
		['Russia', 'RU'],
		['Schweiz', 'CH'],
		['Suisse', 'CH'],
		['Taiwan', 'TW'],
		['Tanzania', 'TZ'],
		['The Netherlands', 'NL'],
		['Turkey', 'TR'],
		['U.A.E.', 'AE'],
		['Vatican', 'VA'],
		['Viet Nam', 'VN'],
		['Vietnam', 'VN'],
		['UK', 'GB'],
		['Holland', 'NL'],
		['England', 'GB'],
		['Österreich', 'AT'],
		['oesterreich', undefined],
		['Belgique', 'BE'],
		['Sverige', 'SE'],
		['Atlantis', undefined],
		['...', undefined],
		['', undefined],
	])('the code of the country %j is %j', (text, code) => {
		expect(countryCodeOf(text)).toBe(code);
	});

	it('the code is found by the name of each country', () => {
		for (const { code, name } of COUNTRIES) expect(countryCodeOf(name)).toBe(code);
	});
});

describe('The field Country', () => {
	/** The entries that the editor shows for a search: it compares with the names of the entries. */
	const found = (search: string): unknown[] =>
		(countryField.options as Array<{ name: string; value: string }>)
			.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
			.map(({ value }) => value);

	it.each([
		['UK', 'GB'],
		['USA', 'US'],
		['Holland', 'NL'],
		['Deutschland', 'DE'],
		['Great Britain', 'GB'],
		['Schweiz', 'CH'],
		['España', 'ES'],
		['Germany', 'DE'],
		['United States', 'US'],
	])('finds %s', (search, code) => {
		expect(found(search)).toContain(code);
	});

	it('shows no name twice', () => {
		for (const { name } of countryField.options as Array<{ name: string }>) {
			const names = name.replace(/ \([A-Z]{2}\)$/, '').split(', ');
			expect(new Set(names).size).toBe(names.length);
		}
		expect((countryField.options as Array<{ name: string }>).map(({ name }) => name)).toContain(
			'Germany, Deutschland (DE)',
		);
	});

	it.each([
		['uk', 'GB'],
		['Deutschland', 'DE'],
		[' nl ', 'NL'],
	])('takes %j from an expression', (entered, code) => {
		expect(countryOf(entered, 'Recipient → Country').code).toBe(code);
	});

	it('refuses what is no country', () => {
		expect(() => countryOf('Atlantis', 'Recipient → Country')).toThrow(
			'Recipient → Country is "Atlantis", but no country has that code or name',
		);
	});
});
