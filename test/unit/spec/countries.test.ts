import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { COUNTRIES } from '../../../nodes/PodFulfilment/spec/countries.ts';
import { countriesFile, countriesSource } from '../../../scripts/generate/countries.ts';

const country = (code: string) => COUNTRIES.find((candidate) => candidate.code === code);

describe('COUNTRIES (section 2: ISO 3166-1 alpha-2)', () => {
	it('the list of countries matches the output of the generator', () => {
		expect(readFileSync(countriesFile, 'utf8')).toBe(countriesSource());
	});

	it('the list has 250 unique codes of two capital letters', () => {
		for (const { code, name } of COUNTRIES) {
			expect(code).toMatch(/^[A-Z]{2}$/);
			expect(name).not.toBe('');
		}
		expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(COUNTRIES.length);
		// 249 codes are officially assigned; Kosovo's is a temporary one.
		expect(COUNTRIES).toHaveLength(250);
	});

	it.each(['DE', 'US', 'GB', 'FR', 'JP', 'BR', 'CA', 'AU', 'CH', 'IN'])(
		'the country %s has postal codes',
		(code) => expect(country(code)?.hasPostalCodes).toBe(true),
	);

	it.each(['AE', 'HK', 'QA', 'AO', 'JM', 'BS'])('the country %s has no postal codes', (code) =>
		expect(country(code)?.hasPostalCodes).toBe(false),
	);
});
