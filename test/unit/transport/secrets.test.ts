import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import {
	LEFT_OUT,
	redactDeep,
	redactWords,
	secretsRedactor,
} from '../../../nodes/PodFulfilment/transport/secrets.ts';

const apiKeyRedactor = (apiKey: unknown) => secretsRedactor({ apiKey });

const code = (character: string): string => (character.codePointAt(0) ?? 0).toString(16);

/** Names that HTML has for characters of a key, by its specification; some have two, or one for a sign that looks alike. */
const HTML_NAMES: Array<[character: string, name: string]> = [
	['!', 'excl'],
	['"', 'quot'],
	['#', 'num'],
	['$', 'dollar'],
	['%', 'percnt'],
	['&', 'amp'],
	["'", 'apos'],
	['(', 'lpar'],
	[')', 'rpar'],
	['*', 'ast'],
	['*', 'midast'],
	['+', 'plus'],
	[',', 'comma'],
	['-', 'hyphen'],
	['-', 'dash'],
	['.', 'period'],
	['/', 'sol'],
	[':', 'colon'],
	[';', 'semi'],
	['<', 'lt'],
	['=', 'equals'],
	['>', 'gt'],
	['?', 'quest'],
	['@', 'commat'],
	['[', 'lsqb'],
	['[', 'lbrack'],
	['\\', 'bsol'],
	[']', 'rsqb'],
	[']', 'rbrack'],
	['^', 'hat'],
	['_', 'lowbar'],
	['`', 'grave'],
	['{', 'lcub'],
	['{', 'lbrace'],
	['|', 'verbar'],
	['|', 'vert'],
	['}', 'rcub'],
	['}', 'rbrace'],
];

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
	(character) => `\\u{${code(character)}}`,
	(character) => `\\\\\\\\u${code(character).padStart(4, '0')}`,
	(character) => `%2525${code(character)}`,
];

/** Characters that a header can carry. */
const keys = fc.string({
	unit: fc.integer({ min: 0x21, max: 0x7e }).map((character) => String.fromCharCode(character)),
	minLength: 8,
	maxLength: 40,
});

describe('A text of the service that repeats the API key', () => {
	it('is left out whole, however each of its characters is written', () => {
		fc.assert(
			fc.property(keys, fc.infiniteStream(fc.nat(ESCAPES.length - 1)), (key, ways) => {
				const written = [...key]
					.map((character) => ESCAPES[ways.next().value]?.(character))
					.join('');
				expect(apiKeyRedactor(key)(`Key “${written}” is wrong`)).toBe(LEFT_OUT);
			}),
			{ seed: 39, numRuns: 300 },
		);
	});

	it('is left out where it holds nothing else, whichever of the secrets it is', () => {
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
				expect(redact(written)).toBe(LEFT_OUT);
			}),
			{ seed: 39, numRuns: 100 },
		);
	});

	/** How one layer after the other writes a text. */
	const LAYERS: Array<(text: string) => string> = [
		(text) => JSON.stringify(text).slice(1, -1),
		(text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
		encodeURIComponent,
		(text) => encodeURIComponent(text).toLowerCase(),
		(text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
		(text) => text.replaceAll(/[^a-z]/gi, (character) => `&#x${code(character).toUpperCase()};`),
	];

	it('is left out below up to three layers of JSON, URLs and HTML, with any text around it', () => {
		const layers = fc.array(fc.constantFrom(...LAYERS), { minLength: 0, maxLength: 3 });
		fc.assert(
			fc.property(keys, layers, fc.string(), fc.string(), (key, ways, before, after) => {
				// A percent sign or a backslash alone belongs to what follows it.
				const text = `${before.replaceAll(/[%\\&]/g, '')} ${key} ${after}`;
				const written = ways.reduce((inner, way) => way(inner), text);
				expect(apiKeyRedactor(key)(written)).toBe(LEFT_OUT);
			}),
			{ seed: 39, numRuns: 1_000 },
		);
	});

	it('is left out in base64, also for URLs and in lines, whatever is before and behind it', () => {
		fc.assert(
			fc.property(keys, fc.string(), fc.string(), fc.nat(3), (key, before, after, form) => {
				const bytes = Buffer.from(`${before}${key}${after}`);
				const text = [
					bytes.toString('base64'),
					bytes.toString('base64url'),
					encodeURIComponent(bytes.toString('base64')),
					bytes.toString('base64').replaceAll(/(.{9})/g, '$1\r\n'),
				][form];
				expect(apiKeyRedactor(key)(`Token ${text}`)).toBe(LEFT_OUT);
			}),
			{ seed: 39, numRuns: 300 },
		);
	});

	it.each(HTML_NAMES)('is left out where HTML names its %s as &%s;', (character, name) => {
		const redact = apiKeyRedactor(`key${character}12345`);
		expect(redact(`<p>Key key&${name};12345 is wrong</p>`)).toBe(LEFT_OUT);
		expect(redact(`<p>Key key&amp;${name};12345 is wrong</p>`)).toBe(LEFT_OUT);
	});

	it.each([
		['once', 'Key key-1 is wrong', 'key-1'],
		['several times', 'key-1, key-1', 'key-1'],
		['stored with blanks around it', 'Key key-1 is wrong', ' key-1\n'],
		['in other capitals', 'Key KEY-12345678 is wrong', 'key-12345678'],
		['over two lines', 'Key key-12\n345678 is wrong', 'key-12345678'],
		['with what looks like an escape', 'Key a%41b\\/c-123 is wrong', 'a%41b/c-123'],
		['with a backslash', 'Key a\\\\b\\u0022c-123 is wrong', 'a\\b"c-123'],
	])('is left out where it has it %s', (_, words, apiKey) => {
		expect(apiKeyRedactor(apiKey)(words)).toBe(LEFT_OUT);
	});

	it.each(['', '...', ' (truncated)', '"', ',', '.'])(
		'is left out where it holds the first half of the key, and then %j',
		(end) => {
			const key = 'sk_live_0123456789abcdefghijklmnopqrstuv';
			const redact = apiKeyRedactor(key);
			for (const length of [20, 30, 39]) {
				expect(redact(`Key ${key.slice(0, length)}${end}`)).toBe(LEFT_OUT);
				expect(redact(`Key ${encodeURIComponent(key).slice(0, length)}${end}`)).toBe(LEFT_OUT);
			}
			expect(redact(`Key ${key.slice(0, 12)}${end}`)).toContain('Key');
		},
	);

	it('is left out where it was cut within the key, before somebody called this', () => {
		const key = 'sk_live_0123456789abcdef';
		expect(apiKeyRedactor(key)('Key sk_live_012345678…')).toBe(LEFT_OUT);
		expect(apiKeyRedactor(key)(`Key ${Buffer.from(key).toString('base64').slice(0, 20)}…`)).toBe(
			LEFT_OUT,
		);
		expect(apiKeyRedactor(key)('A key begins with sk_live_ …')).toContain('begins');
	});

	it.each(['Wrong', '', '50 % of \\u0041 &amp; &nope; \\', 'sk_live_ is how a key begins'])(
		'stays as it is where it has none: %j',
		(text) => {
			expect(apiKeyRedactor('sk_live_12345678')(text)).toBe(text);
		},
	);

	it('of less than eight characters is left out as a word, and stays where it is part of one', () => {
		const redact = apiKeyRedactor('k7');
		expect(redact('Key k7 is wrong: "k7"')).toBe(LEFT_OUT);
		expect(redact('Key%20k7%20is wrong')).toBe(LEFT_OUT);
		expect(redact('Key\\nk7\\nis wrong')).toBe(LEFT_OUT);
		expect(redact('Mak7e, k77 and ak7')).toBe('Mak7e, k77 and ak7');
	});

	it.each([undefined, '', ' ', 7])('stays as it is where the API key is %j', (apiKey) => {
		expect(apiKeyRedactor(apiKey)('Order 7 is wrong')).toBe('Order 7 is wrong');
	});

	it('is found in letters beyond ASCII, in bytes of a URL too', () => {
		const redact = secretsRedactor({ signingSecret: 'GEHEIMNIS-Ä-İ-ΣΑΣ' });
		expect(redact('İ geheimnis-ä-İ-σας İ')).toBe(LEFT_OUT);
		expect(redact(encodeURIComponent('GEHEIMNIS-Ä-İ-ΣΑΣ'))).toBe(LEFT_OUT);
	});
});

describe('A long text', () => {
	const key = 'sk_live_0123456789abcdef';
	const redact = apiKeyRedactor(key);

	it('is cut to 10,000 characters where it is too long to be searched whole', () => {
		expect(redact('x'.repeat(64 * 1024))).toHaveLength(64 * 1024);
		expect(redact('x'.repeat(64 * 1024 + 1))).toHaveLength(10_000);
	});

	it('shows no part of a key wherever it lies across a cut', () => {
		const long = createHash('sha512').update('1').digest('base64url').repeat(46).slice(0, 4_000);
		for (const written of [key, long, [...long].map((one) => `\\u00${code(one)}`).join('')]) {
			const redactOwn = apiKeyRedactor(written.length < 100 ? key : long);
			for (const border of [10_000, 64 * 1024]) {
				for (const before of [0, 1, 9, 4_000]) {
					const begin = 'x'.repeat(Math.max(0, border - Math.max(before, 1) - 1));
					const text = redactOwn(`${begin} ${written} ${'x'.repeat(70_000)}`);
					expect(text === LEFT_OUT || !text.includes(written.slice(0, 12))).toBe(true);
				}
			}
		}
	});
});

describe('A value of the service', () => {
	const redact = apiKeyRedactor('key-12345678');

	it('has each text and each name left out that holds the key, and all else as it was', async () => {
		const value = { a: ['x', 'Not key-12345678', 7, null], 'key-12345678': { b: 'KEY-12345678' } };
		expect(await redactDeep(value, redact)).toEqual({
			a: ['x', LEFT_OUT, 7, null],
			[LEFT_OUT]: { b: LEFT_OUT },
		});
		const same = { a: ['x'], b: { c: 'y' } };
		expect(await redactDeep(same, redact)).toBe(same);
	});

	it('is searched in parts, so that n8n does other work meanwhile', async () => {
		let isOtherDone = false;
		setTimeout(() => {
			isOtherDone = true;
		});
		await redactDeep(
			Array.from({ length: 20 }, (_, index) => 'x'.repeat(10_000 + index)),
			redact,
		);
		expect(isOtherDone).toBe(true);
	});

	it('loses what its words repeat, and no data: a key may be a word', async () => {
		const order = {
			...{ externalId: 'key-12345678', recipient: { name: 'key-12345678' } },
			validationErrors: ['Not key-12345678'],
			orderItems: [{ name: 'key-12345678', notes: [{ code: 2001, text: 'key-12345678' }] }],
			failureReasons: [{ text: 'key-12345678' }],
		};
		await redactWords(order, JSON.stringify(order), redact);
		expect(order).toEqual({
			...{ externalId: 'key-12345678', recipient: { name: 'key-12345678' } },
			validationErrors: [LEFT_OUT],
			orderItems: [{ name: 'key-12345678', notes: [{ code: 2001, text: LEFT_OUT }] }],
			failureReasons: [{ text: LEFT_OUT }],
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

describe('A key of any length', () => {
	it.each([1_000, 2_000, 4_000])(
		'is found with %i characters as it is, escaped and in base64',
		(length) => {
			const key = longKey(length);
			const redact = secretsRedactor({ apiKey: key, signingSecret: `${key}1, ${key}2` });
			const escaped = [...key].map((character, index) =>
				ESCAPES[index % ESCAPES.length]?.(character),
			);
			expect(redact(`Key ${key} is wrong`)).toBe(LEFT_OUT);
			expect(redact(`Key ${escaped.join('')} is wrong`)).toBe(LEFT_OUT);
			expect(redact(`Key ${Buffer.from(key).toString('base64')} is wrong`)).toBe(LEFT_OUT);
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
		expect(apiKeyRedactor('key-12345678')('Key key-12345678 is wrong')).toBe(LEFT_OUT);
		vi.unstubAllGlobals();
		expect(sources).toEqual([]);
	});
});
