import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook call as it came in. */
export interface Received {
	method: string;
	headers: IncomingHttpHeaders;
	/** The bytes of the body. */
	rawBody: Buffer;
	json: Record<string, unknown>;
}

export interface Receiver {
	url: string;
	received: Received[];
	/** How to answer; 200 until it is replaced. */
	answer: (response: ServerResponse, received: Received) => void;
	close(): Promise<void>;
}

/** A real web server that takes webhook calls. */
export async function startReceiver(): Promise<Receiver> {
	const received: Received[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const rawBody = Buffer.concat(chunks);
			const call = {
				method: request.method ?? '',
				headers: request.headers,
				rawBody,
				json: parsed(rawBody),
			};
			received.push(call);
			receiver.answer(response, call);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const receiver: Receiver = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
		received,
		answer: (response) => response.writeHead(200).end('OK'),
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return receiver;
}

function parsed(rawBody: Buffer): Record<string, unknown> {
	try {
		return JSON.parse(rawBody.toString('utf8')) as Record<string, unknown>;
	} catch {
		return {};
	}
}
