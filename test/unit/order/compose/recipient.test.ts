import { describe, expect, it } from 'vitest';
import {
	recipientOf,
	completeRecipientOf,
} from '../../../../nodes/PodFulfilment/order/compose/recipient.ts';
import { recipientFields } from '../../../../nodes/PodFulfilment/order/compose/recipientFields.ts';
import {
	problemTexts,
	Findings,
	problemsIn,
} from '../../../../nodes/PodFulfilment/order/findings.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';
import { recipientChangesFromJson, recipientFromJson } from './jsonReaders.ts';

/** Spec section 2, Recipient. */
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
	it('the fields of a recipient are those of the spec, and no other', () => {
		expect(recipientFields.map(({ name }) => name).sort()).toEqual(Object.keys(RECIPIENT).sort());
	});

	it('a recipient is sent as entered', () => {
		expect(recipientOf(RECIPIENT)).toEqual(RECIPIENT);
	});

	it('a recipient omits empty fields', () => {
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

	it('a number is converted to a string, such as a ZIP from a spreadsheet', () => {
		expect(recipientOf({ zip: 20457 })).toEqual({ zip: '20457' });
	});

	it('a recipient keeps fields that the spec does not name', () => {
		expect(recipientOf({ name: 'Nathan Doe', pickupPoint: { id: 7 } })).toEqual({
			name: 'Nathan Doe',
			pickupPoint: { id: 7 },
		});
	});

	it.each([undefined, null, ''])(
		'a recipient omits fields that the spec does not name when they are %j',
		(value) => {
			expect(recipientOf({ name: 'Nathan Doe', pickupPoint: value })).toEqual({
				name: 'Nathan Doe',
			});
			expect(recipientOf({ pickupPoint: value })).not.toHaveProperty('pickupPoint');
		},
	);

	it('a recipient has no field under the name of what every object inherits', () => {
		const sent = recipientOf(
			JSON.parse('{ "constructor": "x", "__proto__": "y", "toString": "z" }'),
		);
		expect(Object.keys(sent)).toEqual([]);
	});

	it('what is wrong with a recipient is collected, and a wrong value is not reported as missing too', () => {
		const { check, list: found } = new Findings();
		const entered = { name: ['x'], address1: true, city: 'Hamburg', zip: '1', countryCode: 'ZZ' };
		expect(completeRecipientOf(entered, { check })).toEqual(entered);
		expect(problemTexts(problemsIn(found))).toEqual([
			expect.stringMatching(/^Recipient → Name is \["x"\], but must be text/),
			expect.stringMatching(/^Recipient → Address Line 1 is true, but must be text/),
			expect.stringMatching(/^Recipient → Country is "ZZ", but no country has that code or name/),
		]);
	});

	it.each(['null', 'undefined'])(
		'%j is empty where a part may be missing, and stays in a name, a street and a city',
		(value) => {
			const names = Object.keys(RECIPIENT).filter((name) => !['countryCode', 'zip'].includes(name));
			const kept = ['name', 'address1', 'city'];
			expect(recipientOf(Object.fromEntries(names.map((name) => [name, value])))).toEqual(
				Object.fromEntries(kept.map((name) => [name, value])),
			);
		},
	);

	it('a company that an expression did not find takes the place of no name', () => {
		expect(() => completeRecipientOf({ ...RECIPIENT, name: '', company: 'undefined' })).toThrow(
			'Recipient → Name is empty',
		);
	});

	it.each(['Null', 'NULL', '{{Name}}', 'Undefined'])('the company %j is sent', (company) => {
		expect(recipientOf({ company })).toEqual({ company });
	});

	it.each([
		['name', '{{ $json.name }}', 'Name holds an expression that was not evaluated'],
		['countryCode', '{{ $json.country }}', 'Country holds an expression that was not evaluated'],
		['city', '[object Object]', 'City is "[object Object]", which an object becomes as text'],
		['name', 'undefined undefined', 'Name is "undefined undefined": a part of it was missing'],
		['address1', '12 undefined', 'Address Line 1 is "12 undefined": a part of it was missing'],
		['zip', 'NaN', 'ZIP or Postal Code is not a number'],
		['zip', '2.0457E+04', 'ZIP or Postal Code is "2.0457E+04", a number that has lost digits'],
		['zip', 'undefined', 'ZIP or Postal Code is "undefined": a part of it was missing'],
		['phone', Number.NaN, 'Phone is not a number'],
	])('the %s %j is refused once, in both forms', (name, value, message) => {
		const { check, list: found } = new Findings();
		completeRecipientOf({ ...RECIPIENT, [name]: value }, { check });
		expect(problemTexts(problemsIn(found))).toEqual([
			expect.stringContaining(`Recipient → ${message}`),
		]);
		if (typeof value === 'number') return;
		const [, ...words] = message.split(/(?= holds| is)/);
		expect(() => recipientChangesFromJson(JSON.stringify({ [name]: value }))).toThrow(
			`Recipient (JSON) at ${name}${words.join('')}`,
		);
	});

	it.each([
		['de', 'DE'],
		[' Us ', 'US'],
		['FR', 'FR'],
	])('the country code %j is normalized to %s (ISO 3166-1 alpha-2)', (entered, sent) => {
		expect(recipientOf({ countryCode: entered })).toEqual({ countryCode: sent });
	});

	it.each(['Atlantis', 'DEU', 'D', 'D1', '49', 49, 'Ä1', 'ZZ', 'UKR'])(
		'the country code %j is refused',
		(countryCode) => {
			const error = refusedWith(() => recipientOf({ countryCode }));
			expect(error.message).toMatch(/^Recipient → Country /);
			expect(error.message).toContain(String(countryCode));
			expectPlainWords(error);
		},
	);

	it.each([
		['city', { city: 'Hamburg' }, /^Recipient → City /],
		['name', ['Nathan'], /^Recipient → Name /],
		['zip', true, /^Recipient → ZIP or Postal Code /],
	])('a %s that is not a string is refused, with the label of the field', (name, value, field) => {
		const error = refusedWith(() => recipientOf({ [name]: value }));
		expect(error.message).toMatch(field);
		expectPlainWords(error);
	});

	it.each([[[RECIPIENT]], ['Nathan Doe'], [7], [null], [undefined]])(
		'the recipient %j is refused, because it is not an object',
		(value) => {
			const error = refusedWith(() => recipientOf(value));
			expect(error.message).toMatch(/^Recipient /);
			expect(error.message).toContain('object');
			expectPlainWords(error);
		},
	);
});

describe('A recipient from JSON', () => {
	it('a recipient is parsed from a JSON string and from a value', () => {
		expect(recipientFromJson(JSON.stringify(RECIPIENT))).toEqual(RECIPIENT);
		expect(recipientFromJson(RECIPIENT)).toEqual(RECIPIENT);
	});

	it.each(['[]', '"Nathan Doe"', '7', 'null', 'true'])('the JSON %s is no recipient', (json) => {
		const error = refusedWith(() => recipientFromJson(json));
		expect(error.message).toMatch(/^Recipient \(JSON\) /);
		expectPlainWords(error);
	});

	it('a JSON syntax error is refused with its position', () => {
		const { message } = refusedWith(() => recipientFromJson('{\n"name": "Nathan",\n}'));
		expect(message).toMatch(/^Recipient \(JSON\) .*line 3, column 1$/);
	});
});

describe('A complete recipient (section 7: without a street, the order fails with 2001)', () => {
	const COMPLETE = {
		name: 'Nathan Doe',
		address1: '12 Harbour Street',
		city: 'Hamburg',
		zip: '20457',
		countryCode: 'DE',
	};
	const without = (...names: Array<keyof typeof COMPLETE | 'company'>) =>
		Object.fromEntries(
			Object.entries(COMPLETE).filter(([name]) => !names.some((other) => other === name)),
		);

	it('a recipient is sent if nothing is missing', () => {
		expect(completeRecipientOf(COMPLETE)).toEqual(COMPLETE);
	});

	it.each([
		['name', 'Recipient → Name is empty'],
		['address1', 'Recipient → Address Line 1 is empty'],
		['city', 'Recipient → City is empty'],
		['zip', 'Recipient → ZIP or Postal Code is empty'],
		['countryCode', 'Recipient → Country is empty'],
	] as const)('a recipient is refused without its %s', (name, message) => {
		for (const entered of [without(name), { ...COMPLETE, [name]: ' ' }]) {
			const error = refusedWith(() => completeRecipientOf(entered));
			expect(error.message).toBe(message);
			expectPlainWords(error);
		}
	});

	it.each(['[deleted]', 'N/A'])(
		'a recipient whose street is only the placeholder %s is refused, with where to enter the real one',
		(address1) => {
			const error = refusedWith(() => completeRecipientOf({ ...RECIPIENT, address1 }));
			expectPlainWords(error);
			expect(error.description).toMatch(/Enter the real one in the shop/);
		},
	);

	it('a recipient is refused with the labels of all missing fields', () => {
		expect(refusedWith(() => completeRecipientOf(without('address1', 'city', 'zip'))).message).toBe(
			'Recipient → Address Line 1, City and ZIP or Postal Code are empty',
		);
	});

	it('the refusal of a recipient without a postal code says that its country has them', () => {
		const { description } = refusedWith(() => completeRecipientOf(without('zip')));
		expect(description).toMatch(
			/^Complete the address\. .* Addresses in Germany have a postal code\.$/,
		);
		const { description: other } = refusedWith(() => completeRecipientOf(without('city')));
		expect(other).toMatch(/cannot ship it\.$/);
	});

	it('the refusal of a recipient without a country says that most have postal codes, unless it has one', () => {
		const adviceOf = (...names: Parameters<typeof without>) =>
			refusedWith(() => completeRecipientOf(without(...names))).description;
		expect(adviceOf('countryCode', 'zip')).toMatch(
			/ Most countries need a ZIP or Postal Code as well\.$/,
		);
		expect(adviceOf('countryCode')).toMatch(/cannot ship it\.$/);
	});

	it.each([
		['DE', '1', 5],
		['DE', '1011', 5],
		['US', '2138', 5],
		['BR', '01310-10', 8],
		['JP', '100', 7],
		['NO', 'x', 4],
		['SG', '-', 6],
	])('a postal code that is shorter than all of its country is refused: %s, %s', (code, zip, n) => {
		const { message } = refusedWith(() =>
			completeRecipientOf({ ...RECIPIENT, countryCode: code, zip }),
		);
		expect(message).toMatch(/^Recipient → ZIP or Postal Code is ".*", but postal codes in /);
		expect(message).toMatch(new RegExp(` have ${n} digits$`));
		// Also where an order that exists is changed.
		expect(refusedWith(() => recipientOf({ countryCode: code, zip })).message).toBe(message);
	});

	it.each([
		['LV', 'LV-1010'],
		['SE', '114 55'],
		['US', '02138-1001'],
		['JP', '１００－８１１１'],
		['GB', 'W1'],
		['NL', '1'],
		// People there do not know theirs, and write something because a form asks.
		['CL', '1'],
		['AE', '0'],
		['IE', 'none yet'],
	])('any other is sent as it is written: %s, %s', (countryCode, zip) => {
		expect(completeRecipientOf({ ...RECIPIENT, countryCode, zip })).toMatchObject({ zip });
	});

	it('a postal code without a country is sent as it is, since nothing says how long it is', () => {
		expect(recipientOf({ zip: '1' })).toEqual({ zip: '1' });
	});

	it('a recipient needs no postal code if the country has none', () => {
		const dubai = { ...without('zip'), city: 'Dubai', countryCode: 'ae' };
		expect(completeRecipientOf(dubai)).toEqual({ ...dubai, countryCode: 'AE' });
	});

	it('a recipient without a country is not asked for a postal code, which not every country has', () => {
		const { message } = refusedWith(() => completeRecipientOf(without('zip', 'countryCode')));
		expect(message).toBe('Recipient → Country is empty');
	});

	it('a recipient may have a company instead of a name', () => {
		const company = { ...without('name'), company: 'Example Studios' };
		expect(completeRecipientOf(company)).toEqual(company);
	});

	it('a recipient entered as JSON is refused with property names instead of labels', () => {
		const error = refusedWith(() => recipientFromJson(JSON.stringify(without('city', 'zip'))));
		expect(error.message).toBe('Recipient (JSON) at city and zip are empty');
		expect(
			refusedWith(() => recipientFromJson({ ...COMPLETE, countryCode: 'Atlantis' })).message,
		).toBe('Recipient (JSON) at countryCode is "Atlantis", but no country has that code or name');
	});

	it('the fields of a recipient that is JSON below another field are named by their properties', () => {
		const refused = refusedWith(() =>
			completeRecipientOf(without('city', 'zip'), {
				field: 'Update Fields → Recipient (JSON)',
				names: 'keys',
			}),
		);
		expect(refused.message).toBe('Update Fields → Recipient (JSON) at city and zip are empty');
	});
});

describe('Changes of a recipient from JSON (section 4: merge-patch)', () => {
	it('the changes contain the set fields, and null for cleared ones', () => {
		expect(
			recipientChangesFromJson('{ "city": " Hamburg ", "company": null, "phone": "" }'),
		).toEqual({ city: 'Hamburg', company: null });
	});

	it.each(['[]', '"Hamburg"', 'null'])(
		'the changes %s are refused, because they are no object',
		(json) => {
			const error = refusedWith(() => recipientChangesFromJson(json));
			expect(error.message).toMatch(/^Recipient \(JSON\) is /);
			expectPlainWords(error);
		},
	);
});

describe('The list of countries', () => {
	const country = recipientFields.find(({ name }) => name === 'countryCode');
	const options = (country?.options ?? []) as Array<{ name: string; value: string }>;

	it('the list of countries can be searched by name and by code', () => {
		expect(options).toContainEqual({ name: 'Germany, Deutschland (DE)', value: 'DE' });
		expect(options.length).toBeGreaterThan(240);
		expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
		expect(country).toMatchObject({ type: 'options', default: '' });
	});
});
