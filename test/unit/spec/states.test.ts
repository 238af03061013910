import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { COUNTRIES } from '../../../nodes/PodFulfilment/spec/countries.ts';
import { NUMBERED_STATES, STATES } from '../../../nodes/PodFulfilment/spec/states.ts';
import { statesFile, statesSource } from '../../../scripts/generate/states.ts';

describe('NUMBERED_STATES (section 2: stateName)', () => {
	it('the list matches the output of the generator', () => {
		expect(readFileSync(statesFile, 'utf8')).toBe(statesSource());
	});

	it('it has names by number, of countries whose states have no code in addresses', () => {
		for (const [country, states] of Object.entries(NUMBERED_STATES)) {
			expect(COUNTRIES.map(({ code }) => code)).toContain(country);
			expect(STATES).not.toHaveProperty(country);
			expect(Object.keys(states).length, country).toBeGreaterThan(9);
			for (const [number, name] of Object.entries(states)) {
				expect(number).toMatch(/^\d{1,3}$/);
				expect(name).toMatch(/^\p{L}/u);
			}
		}
	});
});
