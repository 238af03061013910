import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externalIdOf } from '../../../nodes/PodFulfilment/input/checks.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const valid = fc
	.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 63 })
	.map((characters) => characters.join(''));

describe("An order's external ID (section 8)", () => {
	it('is taken as it is when it has 1 to 63 letters, digits, hyphens and underscores', () => {
		fc.assert(fc.property(valid, (externalId) => externalIdOf(externalId) === externalId));
	});

	it.each(['A', '0', '-', '_', 'A-1001', 'shop_1001-b', 'x'.repeat(63), LETTERS.slice(0, 63)])(
		'%s is taken',
		(externalId) => {
			expect(externalIdOf(externalId)).toBe(externalId);
		},
	);

	it('is refused for any other text, with the name of the field', () => {
		const others = fc
			.oneof(
				fc.string({ unit: 'grapheme', maxLength: 80 }),
				fc.string({ unit: 'binary-ascii', maxLength: 80 }),
				fc
					.tuple(valid, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), valid)
					.map((parts) => parts.join('')),
			)
			.filter((text) => !/^[A-Za-z0-9_-]{1,63}$/.test(text));
		fc.assert(
			fc.property(others, (text) => {
				expect(refusedWith(() => externalIdOf(text)).message).toMatch(/^External ID /);
			}),
		);
	});

	it('of 64 characters is refused with both numbers', () => {
		const refused = refusedWith(() => externalIdOf('x'.repeat(64)));
		expect(refused.message).toContain('64');
		expect(refused.message).toContain('63');
		expectPlainWords(refused);
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
	])('%j is refused and says what it contains', (externalId, what) => {
		const refused = refusedWith(() => externalIdOf(externalId));
		expect(refused.message).toMatch(what);
		expectPlainWords(refused);
		expect(refused.description).toContain('letters, digits, hyphens and underscores');
	});

	it.each(['A-1001\n', '\nA-1001', 'A\t1001', 'A\u00a01001'])(
		'with white space that is hard to see is refused: %j',
		(externalId) => {
			expect(refusedWith(() => externalIdOf(externalId)).message).toMatch(/^External ID /);
		},
	);

	it.each(['', undefined, null, true, {}, ['A-1001']])('%j is refused as empty', (value) => {
		const refused = refusedWith(() => externalIdOf(value));
		expect(refused.message).toBe('External ID is empty');
		expectPlainWords(refused);
	});

	it('that is a number is taken as its digits', () => {
		expect(externalIdOf(1001)).toBe('1001');
	});

	it('is named as the field that the user sees', () => {
		const { message } = refusedWith(() => externalIdOf('A 1', 'Update Fields → External ID'));
		expect(message).toMatch(/^Update Fields → External ID /);
	});
});
