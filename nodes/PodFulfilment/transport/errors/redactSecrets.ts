import { trimmed } from '../../input/guards';
import type { ErrorDetails } from './serviceError';

const hex = (code: number): string => code.toString(16);

/** Names that HTML has for characters which a key may hold. */
const ENTITIES: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
	'/': 'sol',
	'+': 'plus',
	'=': 'equals',
};

const BACKSLASHES = '\\\\';

/** Every way in which a text may hold a character: as it is, or escaped for JSON, a URL or HTML, once or several times. */
function patternOf(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const named = Object.hasOwn(ENTITIES, character) ? `|${ENTITIES[character]}` : '';
	return `(?:${[
		`${BACKSLASHES}{1,4}u0{0,4}${hex(code)}`,
		`${BACKSLASHES}{1,4}u\\{0{0,4}${hex(code)}\\}`,
		`${BACKSLASHES}{1,4}x${hex(code)}`,
		`%(?:25){0,3}${hex(code).padStart(2, '0')}`,
		`&(?:amp;){0,3}(?:#x0{0,4}${hex(code)}|#0{0,4}${code}${named});`,
		// The last one, since the x of \x78 is not all that has to go where a key ends with an x.
		`${BACKSLASHES}{0,4}${character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}`,
	].join('|')})`;
}

/** Base64 of fewer characters may be in any text by chance. */
const MIN_BASE64_LENGTH = 8;

const PADDING = `(?:${patternOf('=')}){0,2}`;

/** A character of base64, or of its form for URLs. */
function base64PatternOf(character: string): string {
	if (character === '+') return `(?:${patternOf('+')}|-)`;
	return character === '/' ? `(?:${patternOf('/')}|_)` : patternOf(character);
}

/**
 * The key in base64, alone or as part of a longer text such as `user:key`: three forms, by the number of bytes before it.
 * Characters that also hold bits of what is beside the key are left out, and removed with it.
 */
function base64Patterns(key: string): string[] {
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(key)]);
		const begin = Math.ceil((before * 8) / 6);
		const own = bytes.toString('base64').slice(begin, Math.floor((bytes.length * 8) / 6));
		if (own.length < MIN_BASE64_LENGTH) return [];
		return [`[\\w+/-]{0,1}${[...own].map(base64PatternOf).join('')}[\\w+/-]{0,1}${PADDING}`];
	});
}

/** A shorter key, such as one that somebody made up for a trial, may be part of any word by chance. */
const MIN_LENGTH_WITHIN_WORDS = 8;

/** A secret as it is, with each of its characters escaped in any way. */
function plainPattern(secret: string): string {
	const pattern = [...secret].map(patternOf).join('');
	return secret.length < MIN_LENGTH_WITHIN_WORDS ? `(?<!\\w)${pattern}(?!\\w)` : pattern;
}

/** Removes the secrets of a credential from a text. */
export type Redact = (textWithSecrets: string) => string;

/** A shorter part of the signing secret may be in any text by chance. */
const MIN_SIGNING_SECRET_LENGTH = 8;

/** Every secret of a credential: the API key, and the signing secrets, of which there are two during a rotation. */
function secretsOf({ apiKey, signingSecret }: Readonly<Record<string, unknown>>): string[] {
	const signing = trimmed(signingSecret);
	const parts = [signing, ...signing.split(/[\r\n]/), ...signing.split(/[,\r\n]/)].map(trimmed);
	const secrets = parts.filter((part) => part.length >= MIN_SIGNING_SECRET_LENGTH);
	return [...new Set([trimmed(apiKey), ...secrets])].filter((secret) => secret !== '');
}

/** How to find the secrets of a credential in a text. */
interface Secrets {
	patterns: RegExp[];
	/** Characters that a text has at least which holds one: no escape or base64 is shorter than what it is of. */
	minLength: number;
}

function searchedSecrets(credential: Readonly<Record<string, unknown>>): Secrets {
	const secrets = secretsOf(credential);
	return {
		patterns: secrets.flatMap((secret) =>
			[plainPattern(secret), ...base64Patterns(secret)].map((pattern) => new RegExp(pattern, 'gi')),
		),
		minLength: secrets.reduce(
			(least, { length }) => Math.min(least, length),
			Number.POSITIVE_INFINITY,
		),
	};
}

/**
 * Returns a function that removes the API key and the signing secrets of a credential from a text, in whatever way they are
 * escaped, and in base64. The service knows them and may repeat them, and messages are shown to others.
 */
export function secretsRedactor(credential: Readonly<Record<string, unknown>>): Redact {
	// Made when they are needed first, which is rarely.
	let secrets: Secrets | undefined;
	return (textWithSecrets) => {
		secrets ??= searchedSecrets(credential);
		if (textWithSecrets.length < secrets.minLength) return textWithSecrets;
		return secrets.patterns.reduce(
			(text, pattern) => text.replaceAll(pattern, '***'),
			textWithSecrets,
		);
	};
}

/** Removes the secrets from all texts in a value, and from the names of its fields, at any depth. */
export function redactDeep<Value>(value: Value, redact: Redact): Value {
	if (typeof value === 'string') return redact(value) as Value;
	if (Array.isArray(value)) {
		return (value as unknown[]).map((entry) => redactDeep(entry, redact)) as Value;
	}
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			redact(name),
			redactDeep(entry as unknown, redact),
		]),
	) as Value;
}

/** Removes the secrets from everything that an error says. */
export const redactDetails = (details: ErrorDetails, redact: Redact): ErrorDetails => ({
	...details,
	message: redact(details.message),
	description: redact(details.description),
	serviceMessage: details.serviceMessage && redact(details.serviceMessage),
	violations: details.violations?.map(({ propertyPath, message, code }) => ({
		propertyPath: redact(propertyPath),
		message: redact(message),
		...(code !== undefined && { code: redact(code) }),
	})),
});
