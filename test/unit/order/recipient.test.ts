import { describe, expect, it } from 'vitest';
import {
	recipientFields,
	recipientFromJson,
	recipientOf,
} from '../../../nodes/PodFulfilment/order/recipient.ts';
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

	it.each(['Germany', 'DEU', 'D', 'D1', '49', 49, 'Ä1'])(
		'refuses %j as a country code',
		(countryCode) => {
			const refused = refusedWith(() => recipientOf({ countryCode }));
			expect(refused.message).toMatch(/^Recipient → Country Code /);
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
		expect(recipientFromJson(JSON.stringify(RECIPIENT))).toEqual(RECIPIENT);
		expect(recipientFromJson(RECIPIENT)).toEqual(RECIPIENT);
	});

	it.each(['[]', '"Nathan Doe"', '7', 'null', 'true'])('is refused when it is %s', (json) => {
		const refused = refusedWith(() => recipientFromJson(json));
		expect(refused.message).toMatch(/^Recipient \(JSON\) /);
		expectPlainWords(refused);
	});

	it('is refused at its place when it is no JSON', () => {
		const { message } = refusedWith(() => recipientFromJson('{\n"name": "Nathan",\n}'));
		expect(message).toMatch(/^Recipient \(JSON\) .*line 3, column 1$/);
	});
});
