import { PROTOTYPE_KEYS } from '../values';

/** An answer that is larger, unpacked, is not read to its end: it would fill the memory of the whole n8n. */
export const LARGEST_ANSWER = 64 * 1024 * 1024;

/** The answer went beyond {@link LARGEST_ANSWER}. */
export class AnswerTooLarge extends Error {}

/**
 * The text of an answer that n8n hands over as a stream, read no further than allowed.
 *
 * @param body n8n's stream, or the text itself where something stands in for the network
 * @throws AnswerTooLarge once it is known; the connection is closed then. Whatever the connection throws.
 */
export async function textOf(body: unknown, largest: number = LARGEST_ANSWER): Promise<string> {
	if (typeof body === 'string') return body;
	const chunks: Uint8Array[] = [];
	let size = 0;
	// Leaving the loop early destroys the stream.
	for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
		size += chunk.byteLength;
		if (size > largest) throw new AnswerTooLarge();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, size).toString('utf8');
}

/** Where a text can name a key of an object's prototype, in letters or in their escaped form. */
const MAY_REACH_PROTOTYPE = /__proto__|constructor|prototype|\\u00[2-7]/i;

const withoutPrototypeKeys = (_key: string, value: unknown): unknown => {
	if (typeof value === 'object' && value !== null) {
		for (const key of PROTOTYPE_KEYS) {
			if (Object.hasOwn(value, key)) Reflect.deleteProperty(value, key);
		}
	}
	return value;
};

/**
 * The JSON of an answer, without keys that reach an object's prototype when someone assigns them carelessly later.
 *
 * @returns undefined for an empty answer
 * @throws SyntaxError when it is something else than JSON
 */
export function jsonOf(text: string): unknown {
	// Byte order marks are allowed before JSON, and JSON.parse does not know them.
	const json = text.replace(/^\uFEFF/, '');
	if (json.trim() === '') return undefined;
	return JSON.parse(json, MAY_REACH_PROTOTYPE.test(json) ? withoutPrototypeKeys : undefined);
}
