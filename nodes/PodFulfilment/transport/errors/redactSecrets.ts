import { trimmed } from '../../input/guards';
import {
	endOfPadding,
	findEscaped,
	lowerCase,
	searchedCharacter,
	type SearchedCharacter,
	type Span,
} from './escapedSearch';
import type { ErrorDetails } from './serviceError';

/** Base64 of fewer characters may be in any text by chance. */
const MIN_BASE64_LENGTH = 8;

/** A secret, or one of its forms in base64, as it is searched in texts. */
interface Searched {
	characters: SearchedCharacter[];
	/** The part to remove for one that was found; undefined where it is part of something else. */
	accept(text: string, lowerCaseText: string, found: Span): Span | undefined;
}

/** A character of base64, or of its form for URLs. */
function base64Character(character: string): SearchedCharacter {
	if (character === '+') return searchedCharacter('+', '-');
	return character === '/' ? searchedCharacter('/', '_') : searchedCharacter(character);
}

const isOfBase64 = (character = ''): boolean => /^[\w+/-]$/.test(character);

/** What base64 has beside a secret: a character that also holds bits of it, and the padding. */
const withNeighbours = (text: string, lowerCaseText: string, { start, end }: Span): Span => ({
	start: isOfBase64(text[start - 1]) ? start - 1 : start,
	end: endOfPadding(lowerCaseText, isOfBase64(text[end]) ? end + 1 : end),
});

/**
 * The key in base64, alone or as part of a longer text such as `user:key`: three forms, by the number of bytes before it.
 * Characters that also hold bits of what is beside the key are left out, and removed with it.
 */
function searchedBase64(key: string): Searched[] {
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(key)]);
		const begin = Math.ceil((before * 8) / 6);
		const own = bytes.toString('base64').slice(begin, Math.floor((bytes.length * 8) / 6));
		if (own.length < MIN_BASE64_LENGTH) return [];
		return [{ characters: [...own].map(base64Character), accept: withNeighbours }];
	});
}

/** A shorter key, such as one that somebody made up for a trial, may be part of any word by chance. */
const MIN_LENGTH_WITHIN_WORDS = 8;

const isOfWord = (character = ''): boolean => /^\w$/.test(character);

const asWord = (text: string, _: string, found: Span): Span | undefined =>
	isOfWord(text[found.start - 1]) || isOfWord(text[found.end]) ? undefined : found;

/** A secret as it is, with each of its characters escaped in any way. */
const searchedPlain = (secret: string): Searched => ({
	characters: [...secret].map((character) => searchedCharacter(character)),
	accept: secret.length < MIN_LENGTH_WITHIN_WORDS ? asWord : (_text, _lower, found) => found,
});

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
	searched: Searched[];
	/** Characters that a text has at least which holds one: no escape or base64 is shorter than what it is of. */
	minLength: number;
}

function searchedSecrets(credential: Readonly<Record<string, unknown>>): Secrets {
	const secrets = secretsOf(credential);
	return {
		searched: secrets.flatMap((secret) => [searchedPlain(secret), ...searchedBase64(secret)]),
		minLength: secrets.reduce(
			(least, { length }) => Math.min(least, length),
			Number.POSITIVE_INFINITY,
		),
	};
}

/** Replaces each part of a text that holds a secret. */
function withoutSecret(text: string, { characters, accept }: Searched): string {
	const lower = lowerCase(text);
	const spans = findEscaped(lower, characters, (found) => accept(text, lower, found));
	if (spans.length === 0) return text;
	let from = 0;
	const parts = spans.map(({ start, end }) => {
		const before = text.slice(from, start);
		from = end;
		return before;
	});
	return [...parts, text.slice(from)].join('***');
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
		return secrets.searched.reduce(withoutSecret, textWithSecrets);
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
