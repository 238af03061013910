import { once } from 'node:events';
import {
	createServer,
	request as forwardedRequest,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/**
 * What a proxy does with one request.
 * - `cutOff`: half of the answer comes, then the connection breaks
 * - `cutShort`: half of the answer comes, and its length says that this is all
 */
export interface Treatment {
	/** Waits for it before the request goes on to the service. */
	before?: Promise<unknown>;
	/** Waits for it before the answer goes back. */
	after?: Promise<unknown>;
	answer?: 'cutOff' | 'cutShort';
}

export type Treat = (request: { method: string; path: string }) => Treatment | undefined;

const closers: Array<() => void> = [];
afterEach(() => {
	for (const close of closers.splice(0)) close();
});

async function answerOf(
	target: string,
	incoming: IncomingMessage,
	sent: Buffer,
): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
	const outgoing = forwardedRequest(`${target}${incoming.url}`, {
		method: incoming.method,
		headers: { ...incoming.headers, connection: 'close' },
	});
	// What breaks once the answer began is told by the answer itself.
	outgoing.on('error', () => {});
	outgoing.end(sent);
	const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
	return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
}

async function pass(
	target: string,
	incoming: IncomingMessage,
	response: ServerResponse,
	{ before, after, answer: form }: Treatment,
): Promise<void> {
	// Read at once: a client that has given up takes its request back otherwise.
	const sent = await buffer(incoming);
	await before;
	const { status, headers, body } = await answerOf(target, incoming, sent);
	await after;
	const half = body.subarray(0, Math.floor(body.length / 2));
	const passedOn = form === 'cutShort' ? half : body;
	response.writeHead(status, {
		'content-type': headers['content-type'] ?? 'application/ld+json',
		...(headers.date !== undefined && { date: headers.date }),
		'content-length': passedOn.length,
	});
	if (form !== 'cutOff') {
		response.end(passedOn);
		return;
	}
	response.write(half, () => response.destroy());
}

/**
 * A server between the node and the service, for what only the way between them can do. Closed after the test.
 *
 * @param target base address of the service
 * @param treat how each request is treated, in the order of their coming; undefined passes it on
 * @returns its own base address
 */
export async function startProxy(target: string, treat: Treat): Promise<string> {
	const server = createServer((incoming, response) => {
		const treatment = treat({ method: incoming.method ?? '', path: incoming.url ?? '' }) ?? {};
		pass(target, incoming, response, treatment).catch(() => response.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	closers.push(() => {
		server.close();
		server.closeAllConnections();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
