// Reads the body of a response within a size and a time, as bytes, text or JSON, or discards it. Also whether its status is
// a success, whether it is a web page, and the one timer for the timeouts of all responses.

import { sleep } from 'n8n-workflow';

import { hasTooManyMarks, parseJsonInSteps } from '../input/parseJsonSafely';

/** How often the timeouts are checked, and so how late one may fire. */
const CHECK_INTERVAL_MS = 250;

interface Timeout {
	/** Milliseconds since 1970. */
	at: number;
	onExpired: () => void;
}

/**
 * Timeouts that hardly ever fire. One timer checks all of them, and runs only while there are any: a timer for each would
 * cost more than all the rest of the work for a response.
 */
class Timeouts {
	private readonly timeouts = new Set<Timeout>();

	private isChecking = false;

	/** @param onExpired called once after that many milliseconds, unless the timeout is removed first */
	add(milliseconds: number, onExpired: () => void): Timeout {
		const timeout = { at: Date.now() + milliseconds, onExpired };
		this.timeouts.add(timeout);
		if (!this.isChecking) void this.checkUntilEmpty();
		return timeout;
	}

	/** Returns whether the timeout had neither fired nor been removed. */
	remove(timeout: Timeout): boolean {
		return this.timeouts.delete(timeout);
	}

	private async checkUntilEmpty(): Promise<void> {
		this.isChecking = true;
		while (this.timeouts.size > 0) {
			await sleep(CHECK_INTERVAL_MS);
			const now = Date.now();
			for (const timeout of this.timeouts) {
				if (timeout.at > now) continue;
				this.timeouts.delete(timeout);
				timeout.onExpired();
			}
		}
		this.isChecking = false;
	}
}

export const timeouts = new Timeouts();

/**
 * Larger responses (after decompression) are not read to their end. An order item takes up to 1 KB as JSON, so 30 orders of
 * 100 items each are 3 MB. How much JSON there may be in it, {@link hasTooManyMarks} says.
 */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** Of the body of an error, no more is read: the texts of spec section 7 are far shorter. */
const MAX_ERROR_BYTES = 64 * 1024;

/** The part of Node.js' readable stream that is used here. */
interface ResponseStream {
	on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
	on(event: 'error', listener: (error: Error) => void): unknown;
	on(event: 'end' | 'close', listener: () => void): unknown;
	/** Closes the connection. */
	destroy(): unknown;
}

const errorWithCode = (code: string): Error => Object.assign(new Error(code), { code });

/** Closes the connection. */
export function discardBody(body: unknown): void {
	if (typeof body !== 'object' || body === null || !('destroy' in body)) return;
	const stream = body as ResponseStream;
	// Nobody waits for it, and an error without a listener would end n8n.
	stream.on('error', () => undefined);
	stream.destroy();
}

/**
 * Reads a response body from n8n's stream. Uses listeners: an async iterator would take a tenth of the time spent on a
 * request.
 *
 * @param body n8n's stream, or the text itself where the network is replaced by a mock
 * @param timeoutMs time for reading the body; n8n's own 'timeout' ends where the stream begins
 * @param isBeginningEnough whether of a body that exceeds `maxBytes` its beginning is wanted
 * @returns undefined when the body exceeds `maxBytes` otherwise
 * @throws Error with the `code` of the connection failure; ETIMEDOUT after the timeout
 */
export async function readBytes(
	body: unknown,
	timeoutMs: number,
	maxBytes: number,
	isBeginningEnough = false,
): Promise<Buffer | undefined> {
	if (body === undefined || body === null || typeof body === 'string') {
		const bytes = Buffer.from(body ?? '');
		return isBeginningEnough ? bytes.subarray(0, maxBytes) : bytes;
	}
	const stream = body as ResponseStream;
	return await new Promise((resolve, reject) => {
		const chunks: Uint8Array[] = [];
		let size = 0;
		const timeout = timeouts.add(timeoutMs, () => {
			reject(errorWithCode('ETIMEDOUT'));
			stream.destroy();
		});
		stream.on('data', (chunk) => {
			size += chunk.byteLength;
			if (size <= maxBytes) {
				chunks.push(chunk);
				return;
			}
			resolve(
				isBeginningEnough ? Buffer.concat([...chunks, chunk]).subarray(0, maxBytes) : undefined,
			);
			chunks.length = 0;
			stream.destroy();
		});
		stream.on('end', () => {
			timeouts.remove(timeout);
			resolve(Buffer.concat(chunks));
		});
		stream.on('error', (error) => {
			timeouts.remove(timeout);
			reject(error);
		});
		// Every stream ends with this event. An error is only made where nothing came before it: its stack takes time.
		stream.on('close', () => {
			if (timeouts.remove(timeout)) reject(errorWithCode('ERR_STREAM_PREMATURE_CLOSE'));
		});
	});
}

/**
 * As {@link readBytes}, for a text.
 *
 * @returns undefined when the body exceeds {@link MAX_RESPONSE_BYTES}, or is more JSON than can be parsed in a moment
 */
export async function readText(body: unknown, timeoutMs: number): Promise<string | undefined> {
	const bytes = await readBytes(body, timeoutMs, MAX_RESPONSE_BYTES);
	return bytes && !hasTooManyMarks(bytes) ? bytes.toString('utf8') : undefined;
}

/** As {@link readText}, for the body of an error: its first {@link MAX_ERROR_BYTES}. */
export async function readErrorText(body: unknown, timeoutMs: number): Promise<string> {
	return (await readBytes(body, timeoutMs, MAX_ERROR_BYTES, true))?.toString('utf8') ?? '';
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether a body that is no JSON is a web page, as gateways send it. */
export const isWebPage = (headers: Record<string, string>, content: string): boolean =>
	/html/i.test(headers['content-type'] ?? '') || content.trimStart().startsWith('<');

/**
 * Parses a response body as JSON; undefined when it is empty.
 *
 * @throws SyntaxError when it is not JSON
 * @throws NestedTooDeeply
 */
export async function parseBody(text: string): Promise<unknown> {
	// JSON.parse does not accept a byte order mark.
	const json = text.replace(/^\uFEFF/, '');
	return json.trim() === '' ? undefined : await parseJsonInSteps(json);
}
