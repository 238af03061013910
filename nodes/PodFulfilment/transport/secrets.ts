// Finds the API key and the signing secrets in a text, also escaped (JSON, URLs, HTML), in base64 or cut, and leaves
// out the whole text: where exactly a secret is in an escaped text need not be known then. For one text, for those at
// any depth of a value, or for the words of the service alone, which knows the secrets and may repeat them.

import { sleep } from 'n8n-workflow';

import { entityNamed } from '../input/html';
import { isContainer } from '../input/objects';
import { trimmed } from '../input/text';
import { truncate } from '../input/wording';
import { partsOfSigningSecret } from './credential';

/** What stands in place of a text that holds a secret. */
export const LEFT_OUT = '(left out, because it repeats the API key or a signing secret)';

/** Of a longer text, no more is searched, and only its beginning is shown: an escaped secret that begins there ends in what was searched. */
const MAX_SEARCHED = 64 * 1024;
const MAX_SHOWN = 10_000;

/** How often an escaped text may be escaped again. */
const MAX_UNESCAPED = 3;

const ESCAPE =
	/%([\da-f]{2})|\\u([\da-f]{4})|\\u\{([\da-f]{1,6})\}|\\x([\da-f]{2})|&#x([\da-f]{1,8});?|&#(\d{1,8});?|&([a-z]{2,6});|\\(?=[%&])|\\([\s\S])/gi;

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Takes one layer of escapes from a text: those of JSON, URLs (as bytes) and HTML. */
const unescapedOnce = (text: string): string =>
	text.replace(ESCAPE, (whole, ...groups: Array<string | undefined>) => {
		const [percent, unicode, braced, byte, hex, decimal, entity, escaped] = groups;
		const digits = percent ?? unicode ?? braced ?? byte ?? hex;
		if (digits !== undefined) return characterOf(Number.parseInt(digits, 16));
		if (decimal !== undefined) return characterOf(Number(decimal));
		if (entity !== undefined) return entityNamed(entity.toLowerCase()) ?? whole;
		return escaped ?? '';
	});

/** A text, and what it is without its escapes, layer by layer. */
function layersOf(text: string): string[] {
	const layers = [text];
	for (let times = 0, last = text; times < MAX_UNESCAPED; times += 1) {
		const next = unescapedOnce(last);
		if (next === last) break;
		layers.push(next);
		last = next;
	}
	return layers;
}

/**
 * In which form texts are compared: without line breaks, and without backslashes that are left. In upper case, since the lower
 * case of a letter may depend on those beside it.
 */
const comparable = (text: string): string => text.toUpperCase().replace(/[\s\\]+/g, '');

const comparableBase64 = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/');

/** Shorter ones may be part of any word or base64 by chance. */
const MIN_LENGTH = 8;

const isLong = ({ length }: string): boolean => length >= MIN_LENGTH;

/** Without its backslashes, and without what looks like an escape. */
const MIN_FORM_LENGTH = 6;

/** A secret may be cut: its first half is found, from so many characters on; where the text says that it is cut, no more of it. */
const MIN_CUT_LENGTH = 12;

/**
 * The characters of base64 that a secret alone decides, alone or as part of a longer text such as `user:key`: three forms, by
 * the number of bytes before it.
 */
const base64Of = (secret: string): string[] =>
	[0, 1, 2].map((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
		const begin = Math.ceil((before * 8) / 6);
		return bytes.toString('base64').slice(begin, Math.floor((bytes.length * 8) / 6));
	});

/** Every secret of a credential: the API key, and the signing secrets, of which there are two during a rotation. */
function secretsOf({ apiKey, signingSecret }: Readonly<Record<string, unknown>>): string[] {
	// More than sign a delivery: also what is invisible, and any number of them.
	const long = partsOfSigningSecret(signingSecret).filter(isLong);
	return [...new Set([trimmed(apiKey), ...long])].filter((secret) => secret !== '');
}

/** Whether a text holds another one, and not as a part of a longer word. */
function holdsWord(text: string, word: string): boolean {
	for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
		// An escaped line break ends a word, too.
		const isPart = (index: number): boolean =>
			/^\w$/.test(text.charAt(index)) && text.charAt(index - 1) !== '\\';
		if (!isPart(at - 1) && !isPart(at + word.length)) return true;
	}
	return false;
}

/** Returns the function that says whether a text holds a secret of a credential, however it is escaped. */
function secretFinder(credential: Readonly<Record<string, unknown>>): (text: string) => boolean {
	const secrets = secretsOf(credential);
	const words = secrets.filter((secret) => !isLong(secret)).map((word) => word.toUpperCase());
	// A key may hold what looks like an escape, and a URL may hold it in bytes.
	const plain = secrets
		.filter(isLong)
		.flatMap((secret) => [secret, Buffer.from(secret).toString('latin1')].flatMap(layersOf))
		.map(comparable)
		.filter(({ length }) => length >= MIN_FORM_LENGTH);
	const base64 = secrets.flatMap(base64Of).map(comparable).filter(isLong);
	const least = secrets.reduce((length, secret) => Math.min(length, secret.length), MIN_CUT_LENGTH);
	return (text) => {
		if (secrets.length === 0 || text.length < least) return false;
		const isCut = text.includes('…');
		const partOf = (form: string): string =>
			form.slice(0, isCut ? MIN_CUT_LENGTH : Math.max(MIN_CUT_LENGTH, Math.ceil(form.length / 2)));
		return layersOf(text).some((layer) => {
			const searched = comparable(layer);
			if (plain.some((form) => searched.includes(partOf(form)))) return true;
			const searchedBase64 = comparableBase64(searched);
			return (
				base64.some((form) => searchedBase64.includes(partOf(comparableBase64(form)))) ||
				words.some((word) => holdsWord(layer.toUpperCase(), word))
			);
		});
	};
}

/** Leaves out a text that holds a secret, and what is too long to be searched. */
export type Redact = (textWithSecrets: string) => string;

/**
 * Returns a function that leaves out each text which holds the API key or a signing secret of a credential, in whatever way it
 * is escaped, or in base64. To be called before a text is cut.
 */
export function secretsRedactor(credential: Readonly<Record<string, unknown>>): Redact {
	// Made when it is needed first, which is rarely.
	let holdsSecret: ReturnType<typeof secretFinder> | undefined;
	return (text) => {
		holdsSecret ??= secretFinder(credential);
		if (holdsSecret(text.slice(0, MAX_SEARCHED))) return LEFT_OUT;
		return text.length > MAX_SEARCHED ? truncate(text, MAX_SHOWN) : text;
	};
}

/** Characters that are searched before n8n gets its turn, in some 20 ms at most; a short text takes as long as one of 20. */
const SEARCHED_AT_ONCE = 128 * 1024;
const SHORT_TEXT = 20;

/** Collects the texts in a value, and the names of its fields, at any depth. */
function collectTexts(value: unknown, texts: Map<string, string>): void {
	if (typeof value === 'string') texts.set(value, value);
	if (!isContainer(value)) return;
	if (Array.isArray(value)) {
		for (const entry of value as unknown[]) collectTexts(entry, texts);
		return;
	}
	for (const [name, entry] of Object.entries(value)) {
		texts.set(name, name);
		collectTexts(entry, texts);
	}
}

function withTexts(value: unknown, texts: ReadonlyMap<string, string>): unknown {
	if (typeof value === 'string') return texts.get(value);
	if (Array.isArray(value)) return (value as unknown[]).map((entry) => withTexts(entry, texts));
	if (!isContainer(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			texts.get(name) ?? name,
			withTexts(entry, texts),
		]),
	);
}

/** Leaves out the texts with a secret in a value, and the names of its fields, at any depth. n8n does other work meanwhile. */
export async function redactDeep<Value>(value: Value, redact: Redact): Promise<Value> {
	const texts = new Map<string, string>();
	collectTexts(value, texts);
	let isChanged = false;
	let searched = 0;
	for (const text of texts.keys()) {
		const redacted = redact(text);
		if (redacted !== text) {
			texts.set(text, redacted);
			isChanged = true;
		}
		searched += text.length + SHORT_TEXT;
		if (searched < SEARCHED_AT_ONCE) continue;
		await sleep(0);
		searched = 0;
	}
	return isChanged ? (withTexts(value, texts) as Value) : value;
}

/** Parts of the names of fields that hold words of the service, such as `validationErrors` or `failureReasons`. */
const WORDS = ['rror', 'iolation', 'ailure', 'RROR', 'IOLATION', 'AILURE'];

/** Finds the words of the service: what a field holds that is named after errors, and each object with a code. */
function collectWords(value: unknown, found: Array<{ holder: object; name: string }>): void {
	if (!isContainer(value)) return;
	for (const [name, entry] of Object.entries(value)) {
		const isWords =
			WORDS.some((part) => name.includes(part)) ||
			(isContainer(entry) && Object.hasOwn(entry, 'code'));
		if (isWords) found.push({ holder: value, name });
		else collectWords(entry, found);
	}
}

/**
 * Leaves out the words of the service that hold a secret, and no data: what an order says stays as it is, also where the API
 * key is a word such as `demo`.
 *
 * @param json what the value was parsed from
 */
export async function redactWords(value: unknown, json: string, redact: Redact): Promise<void> {
	if (![...WORDS, '"code"'].some((part) => json.includes(part))) return;
	const words: Array<{ holder: object; name: string }> = [];
	collectWords(value, words);
	const said = words.map(({ holder, name }): unknown => Reflect.get(holder, name));
	const redacted = await redactDeep(said, redact);
	for (const [index, { holder, name }] of words.entries()) {
		Reflect.set(holder, name, redacted[index]);
	}
}
