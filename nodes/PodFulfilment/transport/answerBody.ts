import { safeJson } from '../safeJson';

/** An answer that is larger, unpacked, is not read to its end: it would fill the memory of the whole n8n. */
export const LARGEST_ANSWER = 64 * 1024 * 1024;

/**
 * The text of an answer that n8n hands over as a stream.
 *
 * @param body n8n's stream, or the text itself where something stands in for the network
 * @returns undefined when it goes beyond {@link LARGEST_ANSWER}
 * @throws whatever the connection does
 */
export async function textOf(body: unknown): Promise<string | undefined> {
	if (typeof body === 'string') return body;
	const chunks: Uint8Array[] = [];
	let size = 0;
	// Leaving the loop early destroys the stream and closes the connection.
	for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
		size += chunk.byteLength;
		if (size > LARGEST_ANSWER) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, size).toString('utf8');
}

/**
 * The JSON of an answer; undefined when it is empty.
 *
 * @throws SyntaxError when it is something else than JSON
 */
export function jsonOf(text: string): unknown {
	// A byte order mark may stand before JSON, and JSON.parse does not know it.
	const json = text.replace(/^\uFEFF/, '');
	return json.trim() === '' ? undefined : safeJson(json);
}
