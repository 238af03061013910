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

/** Removes the API key from a text. */
export type Redact = (textWithKey: string) => string;

/**
 * Returns a function that removes the API key from a text, in whatever way it is escaped. The service may repeat the key,
 * and messages are shown to others.
 */
export function apiKeyRedactor(apiKey: unknown): Redact {
	const key = trimmed(apiKey);
	if (key === '') return (textWithKey) => textWithKey;
	const escaped = new RegExp([...key].map(patternOf).join(''), 'gi');
	return (textWithKey) => textWithKey.replaceAll(escaped, '***');
}

/** Removes the API key from everything that an error says. */
export const redactDetails = (details: ErrorDetails, redact: Redact): ErrorDetails => ({
	...details,
	message: redact(details.message),
	description: redact(details.description),
	violations: details.violations?.map(({ propertyPath, message, code }) => ({
		propertyPath: redact(propertyPath),
		message: redact(message),
		...(code !== undefined && { code: redact(code) }),
	})),
});
