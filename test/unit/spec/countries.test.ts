import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../../nodes/PodFulfilment/spec/countries.ts';
import { countriesFile, countriesSource } from '../../../scripts/generate/countries.ts';

const country = (code: string) => COUNTRIES.find((one) => one.code === code);

describe('The countries of a recipient (section 2: ISO 3166-1 alpha-2)', () => {
	it('are those that the generator makes', () => {
		expect(readFileSync(countriesFile, 'utf8')).toBe(countriesSource());
	});

	it('have two capital letters, each pair once', () => {
		for (const { code, name } of COUNTRIES) {
			expect(code).toMatch(/^[A-Z]{2}$/);
			expect(name).not.toBe('');
		}
		expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(COUNTRIES.length);
		// 249 codes are officially assigned; Kosovo has one for the time being.
		expect(COUNTRIES).toHaveLength(250);
	});

	it.each(['DE', 'US', 'GB', 'FR', 'JP', 'BR', 'CA', 'AU', 'CH', 'IN'])(
		'%s has postal codes',
		(code) => expect(country(code)?.hasPostalCodes).toBe(true),
	);

	it.each(['AE', 'HK', 'QA', 'AO', 'JM', 'BS'])('%s has none', (code) =>
		expect(country(code)?.hasPostalCodes).toBe(false),
	);
});
