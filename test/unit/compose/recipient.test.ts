import { describe, expect, it } from 'vitest';
import {
	recipientChangesFromJson,
	recipientOf,
	completeRecipientFromJson,
	completeRecipientOf,
} from '../../../nodes/PodFulfilment/compose/recipient.ts';
import { recipientFields } from '../../../nodes/PodFulfilment/compose/recipientFields.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

/** Section 2, Recipient. */
const RECIPIENT = {
	name: 'Nathan Doe',
	company: 'Example Studios',
	address1: '12 Harbour Street',
	address2: 'Apartment 4',
	city: 'Hamburg',
	stateCode: 'HH',
	stateName: 'Hamburg',
	countryCode: 'DE',
	countryName: 'Germany',
	zip: '20457',
	phone: '+49 40 1234567',
	email: 'name@email.com',
	taxNumber: 'DE123456789',
};

describe('A recipient (section 2)', () => {
	it('offers every field of the spec, and no other', () => {
		expect(recipientFields.map(({ name }) => name).sort()).toEqual(Object.keys(RECIPIENT).sort());
	});

	it('is sent as it was entered', () => {
		expect(recipientOf(RECIPIENT)).toEqual(RECIPIENT);
	});

	it('leaves out what is empty', () => {
		const entered = {
			...RECIPIENT,
			company: '',
			address2: undefined,
			taxNumber: null,
			phone: '  ',
		};
		const sent = recipientOf(entered);
		expect(sent).toEqual({
			name: 'Nathan Doe',
			address1: '12 Harbour Street',
			city: 'Hamburg',
			stateCode: 'HH',
			stateName: 'Hamburg',
			countryCode: 'DE',
			countryName: 'Germany',
			zip: '20457',
			email: 'name@email.com',
		});
		expect(Object.keys(sent)).not.toContain('address2');
	});

	it('takes a number as its digits, as a table hands over a ZIP', () => {
		expect(recipientOf({ zip: 20457 })).toEqual({ zip: '20457' });
	});

	it('keeps names that the spec does not have', () => {
		expect(recipientOf({ name: 'Nathan Doe', pickupPoint: { id: 7 } })).toEqual({
			name: 'Nathan Doe',
			pickupPoint: { id: 7 },
		});
	});

	it.each([
		['de', 'DE'],
		[' Us ', 'US'],
		['FR', 'FR'],
	])('writes the country code %j as %s (ISO 3166-1 alpha-2)', (entered, sent) => {
		expect(recipientOf({ countryCode: entered })).toEqual({ countryCode: sent });
	});

	it.each(['Germany', 'DEU', 'D', 'D1', '49', 49, 'Ä1', 'ZZ', 'UK'])(
		'refuses %j as a country code',
		(countryCode) => {
			const refused = refusedWith(() => recipientOf({ countryCode }));
			expect(refused.message).toMatch(/^Recipient → Country /);
			expect(refused.message).toContain(String(countryCode));
			expectPlainWords(refused);
		},
	);

	it.each([
		['city', { city: 'Hamburg' }, /^Recipient → City /],
		['name', ['Nathan'], /^Recipient → Name /],
		['zip', true, /^Recipient → ZIP or Postal Code /],
	])('refuses a %s that is no text, by its field', (name, value, field) => {
		const refused = refusedWith(() => recipientOf({ [name]: value }));
		expect(refused.message).toMatch(field);
		expectPlainWords(refused);
	});

	it.each([[[RECIPIENT]], ['Nathan Doe'], [7], [null], [undefined]])(
		'refuses %j in its place',
		(value) => {
			const refused = refusedWith(() => recipientOf(value));
			expect(refused.message).toMatch(/^Recipient /);
			expect(refused.message).toContain('object');
			expectPlainWords(refused);
		},
	);
});

describe('A recipient from JSON', () => {
	it('is taken from text and from a value', () => {
		expect(completeRecipientFromJson(JSON.stringify(RECIPIENT))).toEqual(RECIPIENT);
		expect(completeRecipientFromJson(RECIPIENT)).toEqual(RECIPIENT);
	});

	it.each(['[]', '"Nathan Doe"', '7', 'null', 'true'])('is refused when it is %s', (json) => {
		const refused = refusedWith(() => completeRecipientFromJson(json));
		expect(refused.message).toMatch(/^Recipient \(JSON\) /);
		expectPlainWords(refused);
	});

	it('is refused at its place when it is no JSON', () => {
		const { message } = refusedWith(() => completeRecipientFromJson('{\n"name": "Nathan",\n}'));
		expect(message).toMatch(/^Recipient \(JSON\) .*line 3, column 1$/);
	});
});

describe('A whole recipient (section 7: a missing street makes the order fail with 2001)', () => {
	const WHOLE = {
		name: 'Nathan Doe',
		address1: '12 Harbour Street',
		city: 'Hamburg',
		zip: '20457',
		countryCode: 'DE',
	};
	const without = (...names: Array<keyof typeof WHOLE | 'company'>) =>
		Object.fromEntries(
			Object.entries(WHOLE).filter(([name]) => !names.some((other) => other === name)),
		);

	it('is sent when nothing is missing', () => {
		expect(completeRecipientOf(WHOLE)).toEqual(WHOLE);
	});

	it.each([
		['name', 'Recipient → Name is empty'],
		['address1', 'Recipient → Address Line 1 is empty'],
		['city', 'Recipient → City is empty'],
		['zip', 'Recipient → ZIP or Postal Code is empty'],
		['countryCode', 'Recipient → Country is empty'],
	] as const)('is refused without its %s', (name, message) => {
		for (const entered of [without(name), { ...WHOLE, [name]: ' ' }]) {
			const refused = refusedWith(() => completeRecipientOf(entered));
			expect(refused.message).toBe(message);
			expectPlainWords(refused);
		}
	});

	it('is refused with all that is missing', () => {
		expect(refusedWith(() => completeRecipientOf(without('address1', 'city', 'zip'))).message).toBe(
			'Recipient → Address Line 1, City and ZIP or Postal Code are empty',
		);
	});

	it('needs no postal code where the country has none', () => {
		const dubai = { ...without('zip'), city: 'Dubai', countryCode: 'ae' };
		expect(completeRecipientOf(dubai)).toEqual({ ...dubai, countryCode: 'AE' });
	});

	it('may be a company', () => {
		const company = { ...without('name'), company: 'Example Studios' };
		expect(completeRecipientOf(company)).toEqual(company);
	});

	it('is refused by the names that the user wrote where it is JSON', () => {
		const refused = refusedWith(() =>
			completeRecipientFromJson(JSON.stringify(without('city', 'zip'))),
		);
		expect(refused.message).toBe('Recipient (JSON) at city and zip are empty');
		expect(
			refusedWith(() => completeRecipientFromJson({ ...WHOLE, countryCode: 'Germany' })).message,
		).toBe('Recipient (JSON) at countryCode is "Germany", and there is no country of that code');
	});
});

describe('Changes of a recipient from JSON (section 4: merge-patch)', () => {
	it('hold what is set, and null for what is to be cleared', () => {
		expect(
			recipientChangesFromJson('{ "city": " Hamburg ", "company": null, "phone": "" }'),
		).toEqual({ city: 'Hamburg', company: null });
	});
});

describe('The list of countries', () => {
	const country = recipientFields.find(({ name }) => name === 'countryCode');
	const options = (country?.options ?? []) as Array<{ name: string; value: string }>;

	it('can be searched by name and by code', () => {
		expect(options).toContainEqual({ name: 'Germany (DE)', value: 'DE' });
		expect(options.length).toBeGreaterThan(240);
		expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
		expect(country).toMatchObject({ type: 'options', default: '' });
	});
});
