// The service's own message in the body of an error, and whether it says that the account is suspended.

import { isObject, trimmed, without } from '../../input/guards';
import { serviceText } from '../../input/wording';
import { violationsOf } from './serviceError';

/** Length of the beginning of JSON that was cut: it says a little of what is wrong. */
const MAX_CUT_LENGTH = 300;

/** The service's own message, from any of the body shapes of spec section 7; of JSON that was cut, its beginning. */
export function messageOf(body: unknown): string {
	if (typeof body === 'string' && /^\s*[[{]/.test(body)) return serviceText(body, MAX_CUT_LENGTH);
	if (!isObject(body)) return '';
	const messages = [
		body['hydra:description'],
		body.detail,
		body.message,
		body.description,
		body.error,
		body.title,
	];
	return serviceText(messages.map(trimmed).find((message) => message !== ''));
}

/** Depth to which a body is searched; no body of spec section 7 is nested deeper. */
const MAX_BODY_DEPTH = 5;

/** Texts that are searched in a body: an error has far fewer. */
const MAX_BODY_TEXTS = 1_000;

/** The first texts in a response body, however they are nested and whatever the fields are called. */
function textsIn(body: unknown, depth = 0, found: string[] = []): string[] {
	if (typeof body === 'string') found.push(body.trim());
	if (typeof body !== 'object' || body === null || depth > MAX_BODY_DEPTH) return found;
	for (const value of Object.values(body)) {
		if (found.length >= MAX_BODY_TEXTS) break;
		textsIn(value, depth + 1, found);
	}
	return found;
}

/** As sentence or as code, such as `ACCOUNT_SUSPENDED`; not a word that begins alike, such as the name of an item. */
const SUSPENSION = /suspen(d|ded|sion)(?![a-z])/i;

/** Longer texts, and texts with tags, are pages and not messages. */
const MAX_MESSAGE_LENGTH = 300;

/**
 * What a 422 says about a suspended account (spec section 7), wherever in its body.
 *
 * @returns undefined if it says nothing about it, and an empty text if it has no words that can be shown
 */
export function suspensionMessage(body: unknown): string | undefined {
	const isAboutValues = violationsOf(body).some(({ propertyPath }) => propertyPath !== '');
	const texts = textsIn(isAboutValues ? withoutViolations(body) : body);
	const found = texts.filter((message) => SUSPENSION.test(message));
	if (found.length === 0) return undefined;
	const readable = found.filter(
		(message) => message.length <= MAX_MESSAGE_LENGTH && !message.includes('<'),
	);
	// A sentence says more than a code.
	return readable.find((message) => message.includes(' ')) ?? readable[0] ?? '';
}

/** A body without its violations, which `detail` and `hydra:description` repeat. */
function withoutViolations(body: unknown): unknown {
	return isObject(body) ? without(body, ['violations', 'detail', 'hydra:description']) : body;
}
