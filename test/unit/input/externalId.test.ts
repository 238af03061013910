import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { externalIdField } from '../../../nodes/PodFulfilment/order/fields.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const valid = fc
	.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 63 })
	.map((characters) => characters.join(''));

describe('externalIdOf (section 8)', () => {
	it('an external ID of 1 to 63 letters, digits, hyphens and underscores is accepted', () => {
		fc.assert(fc.property(valid, (externalId) => externalIdField.read(externalId) === externalId));
	});

	it.each(['A', '0', '-', '_', 'A-1001', 'shop_1001-b', 'x'.repeat(63), LETTERS.slice(0, 63)])(
		'the external ID %s is accepted',
		(externalId) => {
			expect(externalIdField.read(externalId)).toBe(externalId);
		},
	);

	it('any other text is rejected with the label of the field', () => {
		const invalid = fc
			.oneof(
				fc.string({ unit: 'grapheme', maxLength: 80 }),
				fc.string({ unit: 'binary-ascii', maxLength: 80 }),
				fc
					.tuple(valid, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), valid)
					.map((parts) => parts.join('')),
			)
			.filter((text) => !/^[A-Za-z0-9_-]{1,63}$/.test(text));
		fc.assert(
			fc.property(invalid, (text) => {
				expect(refusedWith(() => externalIdField.read(text)).message).toMatch(/^External ID /);
			}),
		);
	});

	it.each([576461413038785752, 2 ** 53, 1e21])(
		'the number %s, which has lost digits, is rejected',
		(externalId) => {
			const error = refusedWith(() => externalIdField.read(externalId));
			expect(error.message).toMatch(/^External ID is \S+, a number that has lost digits$/);
			expect(error.description).toContain('as text');
			expectPlainWords(error);
		},
	);

	it('a number that has lost nothing is accepted', () => {
		expect(externalIdField.read(2 ** 53 - 1)).toBe('9007199254740991');
	});

	it('an external ID of 64 characters is rejected with its length and the maximum', () => {
		const error = refusedWith(() => externalIdField.read('x'.repeat(64)));
		expect(error.message).toContain('64');
		expect(error.message).toContain('63');
		expectPlainWords(error);
	});

	it.each([
		['A 1001', /a space/],
		[' A-1001', /a space/],
		['A-1001 ', /a space/],
		['A#1001', /"#"/],
		['@A-1001', /"@"/],
		['A/1001', /"\/"/],
		['A.1001', /"\."/],
		['Größe', /"ö"/],
		['A👕', /"👕"/],
		['А-1001', /"А"/],
	])('the external ID %j is rejected with its invalid character', (externalId, what) => {
		const error = refusedWith(() => externalIdField.read(externalId));
		expect(error.message).toMatch(what);
		expectPlainWords(error);
		expect(error.description).toContain('letters, digits, hyphens and underscores');
	});

	it.each([
		['#1001 / A', 'the characters "#" and "/" and a space', '1001-A'],
		['Größe & Farbe: 5', 'the characters "ö", "ß", "&" and ":" and a space', 'Grosse-Farbe-5'],
		['A 1', 'a space', 'A-1'],
		['A#1', 'the character "#"', 'A-1'],
		['##A##', 'the character "#"', 'A'],
		['A.1\nB C', 'the character "." and a space and a line break', 'A-1-B-C'],
	])('all that %j must not have is named at once, and %s proposes %s', (text, what, proposed) => {
		const error = refusedWith(() => externalIdField.read(text));
		expect(error.message).toBe(`External ID ${JSON.stringify(text)} must not contain ${what}`);
		expect(error.description).toBe(
			`Use letters, digits, hyphens and underscores only, for example "${proposed}".`,
		);
		expect(externalIdField.read(proposed)).toBe(proposed);
	});

	it('nothing is proposed where nothing is left', () => {
		const error = refusedWith(() => externalIdField.read('#/#'));
		expect(error.description).toBe('Use letters, digits, hyphens and underscores only.');
	});

	it('what is too long and has other characters is told both at once', () => {
		const error = refusedWith(() => externalIdField.read(`#${'x'.repeat(70)}`));
		expect(error.message).toBe('External ID has 71 characters, but the service accepts at most 63');
		expect(error.description).toContain('the character "#"');
	});

	it('what is proposed can be an external ID, whatever it is made of', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
				if (/^[A-Za-z0-9_-]{1,63}$/.test(text)) return;
				const [, proposed] =
					/"([^"]*)"\.$/.exec(refusedWith(() => externalIdField.read(text)).description) ?? [];
				if (proposed !== undefined) expect(externalIdField.read(proposed)).toBe(proposed);
			}),
		);
	});

	it.each(['A-1001\n', '\nA-1001', 'A\t1001', 'A\u00a01001'])(
		'an external ID with invisible white space is rejected: %j',
		(externalId) => {
			expect(refusedWith(() => externalIdField.read(externalId)).message).toMatch(/^External ID /);
		},
	);

	it.each(['', undefined, null, true, {}, ['A-1001']])('the external ID %j is empty', (value) => {
		const error = refusedWith(() => externalIdField.read(value));
		expect(error.message).toBe('External ID is empty');
		expectPlainWords(error);
	});

	it('a number is accepted as its digits', () => {
		expect(externalIdField.read(1001)).toBe('1001');
	});

	it('the message names the field by the given label', () => {
		const { message } = refusedWith(() => externalIdField.read('A 1', 'Update Fields'));
		expect(message).toMatch(/^Update Fields → External ID /);
	});
});
