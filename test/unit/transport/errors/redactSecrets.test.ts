import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import {
	redactDetails,
	secretsRedactor,
} from '../../../../nodes/PodFulfilment/transport/errors/redactSecrets.ts';

const apiKeyRedactor = (apiKey: unknown) => secretsRedactor({ apiKey });

const code = (character: string): string => (character.codePointAt(0) ?? 0).toString(16);

/** Names that HTML has for characters of a key, by its specification. */
const HTML_NAMES = new Map([
	['&', 'amp'],
	['<', 'lt'],
	['>', 'gt'],
	['"', 'quot'],
	["'", 'apos'],
	['/', 'sol'],
	['+', 'plus'],
	['=', 'equals'],
]);

/** Ways in which a text may hold a character. */
const ESCAPES: Array<(character: string) => string> = [
	(character) => character,
	(character) => `\\${character}`,
	(character) => `\\\\${character}`,
	(character) => `\\u${code(character).padStart(4, '0')}`,
	(character) => `\\u${code(character).padStart(4, '0').toUpperCase()}`,
	(character) => `\\\\u${code(character).padStart(4, '0')}`,
	(character) => `\\x${code(character).padStart(2, '0')}`,
	(character) => `%${code(character).padStart(2, '0')}`,
	(character) => `%25${code(character).padStart(2, '0').toUpperCase()}`,
	(character) => `&#${character.codePointAt(0)};`,
	(character) => `&#x${code(character)};`,
	(character) => `&amp;#${character.codePointAt(0)};`,
];

/** Characters that a header can carry. */
const keys = fc.string({
	unit: fc.integer({ min: 0x21, max: 0x7e }).map((character) => String.fromCharCode(character)),
	minLength: 8,
	maxLength: 40,
});

describe('The API key in a text of the service', () => {
	it('the API key is removed however each of its characters is written', () => {
		fc.assert(
			fc.property(keys, fc.infiniteStream(fc.nat(ESCAPES.length - 1)), (key, ways) => {
				const written = [...key]
					.map((character) => ESCAPES[ways.next().value]?.(character))
					.join('');
				expect(apiKeyRedactor(key)(`Key “${written}” is wrong`)).toBe('Key “***” is wrong');
			}),
		);
	});

	it('a secret is removed from a text that holds nothing else, however short it is and whichever of the secrets it is', () => {
		// The first of them is the shortest: each character as it is.
		const ways = fc.oneof(
			fc.infiniteStream(fc.constant(0)),
			fc.infiniteStream(fc.nat(ESCAPES.length - 1)),
		);
		fc.assert(
			fc.property(keys, keys, ways, fc.boolean(), (apiKey, other, escapes, isSigning) => {
				// Commas and line breaks separate signing secrets.
				const signingSecret = other.replaceAll(',', '-');
				const redact = secretsRedactor({ apiKey, signingSecret });
				const written = [...(isSigning ? signingSecret : apiKey)]
					.map((character) => ESCAPES[escapes.next().value]?.(character))
					.join('');
				expect(redact(written)).toMatch(/^\*\*\*/);
			}),
			// Each run makes eight patterns.
			{ numRuns: 25 },
		);
	});

	it('a secret in base64 is removed from a text that holds nothing else, whatever comes before it in those bytes', () => {
		fc.assert(
			fc.property(keys, fc.nat(2), (key, before) => {
				const text = Buffer.from(`${'x'.repeat(before)}${key}`).toString('base64');
				expect(apiKeyRedactor(key)(text)).toMatch(/^.{0,2}\*\*\*$/);
			}),
			{ numRuns: 50 },
		);
	});

	it.each([
		['as a URL', encodeURIComponent],
		['as a URL within a URL', (key: string) => encodeURIComponent(encodeURIComponent(key))],
		['as JSON', JSON.stringify],
		['as JSON within JSON', (key: string) => JSON.stringify(JSON.stringify(key))],
		['as JSON of PHP', (key: string) => JSON.stringify(key).replaceAll('/', '\\/')],
	])('the API key is removed when it is written %s', (_, write) => {
		const key = 'ab/c+d="e&f-12';
		expect(apiKeyRedactor(key)(write(key))).not.toMatch(/b.{0,6}c.{0,6}d|e.{0,9}f/);
	});

	it.each([...HTML_NAMES])(
		'the API key is removed when HTML names its %s as &%s;',
		(character, name) => {
			const redact = apiKeyRedactor(`key${character}1`);
			expect(redact(`<p>Key key&${name};1 is wrong</p>`)).toBe('<p>Key *** is wrong</p>');
			expect(redact(`<p>Key key&amp;${name};1 is wrong</p>`)).toBe('<p>Key *** is wrong</p>');
		},
	);

	it.each([
		['once', 'Key key-1 is wrong', 'key-1', 'Key *** is wrong'],
		['several times', 'key-1, key-1', 'key-1', '***, ***'],
		['stored with blanks around it', 'Key key-1 is wrong', ' key-1\n', 'Key *** is wrong'],
		['not at all', 'Wrong', 'key-1', 'Wrong'],
	])('the API key is removed from a text that has it %s', (_, words, apiKey, expected) => {
		expect(apiKeyRedactor(apiKey)(words)).toBe(expected);
	});

	it('an API key of less than eight characters is removed as a word, and is left where it is part of one', () => {
		const redact = apiKeyRedactor('k7');
		expect(redact('Key k7 is wrong: "k7"')).toBe('Key *** is wrong: "***"');
		expect(redact('Mak7e, k77 and ak7')).toBe('Mak7e, k77 and ak7');
	});

	it.each([undefined, '', ' ', 7])('an API key that is %j changes nothing', (apiKey) => {
		expect(apiKeyRedactor(apiKey)('Order 7 is wrong')).toBe('Order 7 is wrong');
	});

	it('the API key is removed from everything that an error says', () => {
		const details = {
			outcome: 'refused',
			message: 'Not key-1',
			description: 'Not key-1',
			serviceMessage: 'Not key-1',
			violations: [{ propertyPath: 'key-1', message: 'Not key-1', code: 'key-1' }],
		} as const;
		expect(redactDetails(details, apiKeyRedactor('key-1'))).toEqual({
			outcome: 'refused',
			message: 'Not ***',
			description: 'Not ***',
			serviceMessage: 'Not ***',
			violations: [{ propertyPath: '***', message: 'Not ***', code: '***' }],
		});
	});
});

/** A key of any length that repeats nothing, as providers make them. */
function longKey(length: number): string {
	let key = '';
	for (let part = 0; key.length < length; part += 1) {
		key += createHash('sha256').update(String(part)).digest('base64url');
	}
	return key.slice(0, length);
}

/** Ends what is not linear: that would take minutes. */
const LINEAR = { timeout: 60_000 };

describe('A key of any length', LINEAR, () => {
	it.each([1_000, 2_000, 4_000, 20_000])(
		'a key of %i characters is removed as it is, escaped and in base64',
		(length) => {
			const key = longKey(length);
			const redact = secretsRedactor({ apiKey: key, signingSecret: `${key}1, ${key}2` });
			const escaped = [...key].map((character, index) =>
				ESCAPES[index % ESCAPES.length]?.(character),
			);
			expect(redact(`Key ${key} is wrong`)).toBe('Key *** is wrong');
			expect(redact(`Key ${escaped.join('')} is wrong`)).toBe('Key *** is wrong');
			expect(redact(`Key ${Buffer.from(key).toString('base64')} is wrong`)).toBe(
				'Key *** is wrong',
			);
		},
	);

	it('no regular expression is made of a key, whose error would spell it', () => {
		const RegExpOfNode = RegExp;
		const sources: unknown[] = [];
		vi.stubGlobal(
			'RegExp',
			class extends RegExpOfNode {
				constructor(source: string, flags?: string) {
					super(source, flags);
					sources.push(source);
				}
			},
		);
		expect(apiKeyRedactor('key-12345678')('Key key-12345678 is wrong')).toBe('Key *** is wrong');
		vi.unstubAllGlobals();
		expect(sources).toEqual([]);
	});

	it('a large answer is searched for a long key', () => {
		const key = longKey(4_000);
		const redact = secretsRedactor({ apiKey: key, signingSecret: key.toUpperCase() });
		const page = '<p>Nothing&nbsp;of interest 50% \\u0041 in this page</p>\n'.repeat(20_000);
		expect(redact(page)).toBe(page);
	});

	it('what is left of a text that takes too long is not shown, whatever was made to take long', () => {
		const begin = 'a'.repeat(3_999);
		const redact = apiKeyRedactor(`${begin}b`);
		const text = `${begin}c`.repeat(250);
		// Not as a text, which a failure would show whole.
		expect(redact(`${text}${begin}b`).endsWith('***')).toBe(true);
		const backslashes = '\\'.repeat(4_000);
		const hidden = apiKeyRedactor(`${backslashes}b`)(`Key: ${backslashes.repeat(20)}`);
		expect(hidden.startsWith('Key: ')).toBe(true);
	});

	it('a letter whose lower case is longer moves no other character', () => {
		const text = 'İ Key KEY-12345678 is wrong, İ';
		expect(apiKeyRedactor('key-12345678')(text)).toBe('İ Key *** is wrong, İ');
		expect(secretsRedactor({ signingSecret: 'GEHEIMNIS-Ä-İ' })('İ geheimnis-ä-İ İ')).toBe(
			'İ *** İ',
		);
	});
});
