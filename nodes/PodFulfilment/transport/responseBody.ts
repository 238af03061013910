import { parseJsonSafely } from '../input/parseJsonSafely';
import { deadlines } from './deadlines';

/** An answer that is larger, unpacked, is not read to its end: it would fill the memory of the whole n8n. */
export const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** What is used of the stream that n8n hands over. */
interface ResponseStream {
	on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
	on(event: 'error', listener: (error: Error) => void): unknown;
	on(event: 'end' | 'close', listener: () => void): unknown;
	/** Closes the connection. */
	destroy(): unknown;
}

const broken = (code: string): Error => Object.assign(new Error(code), { code });

/**
 * The text of an answer that n8n hands over as a stream. Listeners read it, since a loop over the stream would cost
 * a tenth of all the work for a request.
 *
 * @param body n8n's stream, or the text itself where something stands in for the network
 * @param milliseconds after which it is given up: n8n's own 'timeout' goes no further than to where a stream begins
 * @returns undefined when it goes beyond {@link MAX_RESPONSE_BYTES}
 * @throws Error with the code of what became of the connection; ETIMEDOUT when the time is over
 */
export async function readText(body: unknown, milliseconds: number): Promise<string | undefined> {
	if (body === undefined || body === null || typeof body === 'string') return body ?? '';
	const stream = body as ResponseStream;
	return await new Promise((resolve, reject) => {
		const chunks: Uint8Array[] = [];
		let size = 0;
		const deadline = deadlines.add(milliseconds, () => {
			reject(broken('ETIMEDOUT'));
			stream.destroy();
		});
		const end = (): void => deadlines.remove(deadline);
		stream.on('data', (chunk) => {
			size += chunk.byteLength;
			if (size <= MAX_RESPONSE_BYTES) {
				chunks.push(chunk);
				return;
			}
			chunks.length = 0;
			resolve(undefined);
			stream.destroy();
		});
		stream.on('end', () => {
			end();
			resolve(Buffer.concat(chunks).toString('utf8'));
		});
		stream.on('error', (error) => {
			end();
			reject(error);
		});
		// The last event of every stream; all that matters only of one that had no other.
		stream.on('close', () => {
			end();
			reject(broken('ERR_STREAM_PREMATURE_CLOSE'));
		});
	});
}

/**
 * The JSON of an answer; undefined when it is empty.
 *
 * @throws SyntaxError when it is something else than JSON
 */
export function parseBody(text: string): unknown {
	// A byte order mark may stand before JSON, and JSON.parse does not know it.
	const json = text.replace(/^\uFEFF/, '');
	return json.trim() === '' ? undefined : parseJsonSafely(json);
}
