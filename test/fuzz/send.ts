import { Readable } from 'node:stream';
import type { Pool } from 'undici';
import type { Delivery } from './delivery.ts';

export interface Answer {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	/** From the first byte sent to the last byte received. */
	milliseconds: number;
}

/** The longest that an answer may take: the service waits no longer (spec section 6). */
export const ANSWER_LIMIT_MILLISECONDS = 60_000;

/** Text beyond Latin 1 goes over the wire as UTF-8. */
const asSent = (value: string): string => Buffer.from(value, 'utf8').toString('latin1');

/** Whether HTTP can carry its header lines; no client sends a line break in one, and no server takes it. */
export const isSendable = ({ headers }: Delivery): boolean =>
	headers.every(
		([name, value]) =>
			/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(asSent(value)),
	);

function* chunks(body: Buffer): Generator<Buffer> {
	const size = Math.max(1, Math.ceil(body.length / 3));
	for (let start = 0; start < body.length; start += size) {
		yield body.subarray(start, start + size);
	}
}

/**
 * Posts a delivery, its header lines as they are.
 *
 * @param reset Whether to close the connection behind it. For what leaves its connection idle: the server may close it
 *   at the very moment at which the next delivery goes out.
 */
export async function send(
	pool: Pool,
	path: string,
	delivery: Delivery,
	reset = false,
): Promise<Answer> {
	const startedAt = performance.now();
	const response = await pool.request({
		method: 'POST',
		path,
		reset,
		headers: delivery.headers.flatMap(([name, value]) => [name, asSent(value)]),
		body: delivery.chunked ? Readable.from(chunks(delivery.body)) : delivery.body,
		headersTimeout: ANSWER_LIMIT_MILLISECONDS,
		bodyTimeout: ANSWER_LIMIT_MILLISECONDS,
	});
	const text = await response.body.text();
	return {
		status: response.statusCode,
		headers: response.headers,
		text,
		milliseconds: performance.now() - startedAt,
	};
}
