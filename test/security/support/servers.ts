import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

export interface Listening {
	url: string;
	/** What came in, in its order: method and target, as on the request line. */
	readonly requests: Array<{ target: string; authorization: string | undefined }>;
}

/** Servers of one test; they end with it. */
export function useServers(): (
	answer: (request: IncomingMessage, response: ServerResponse) => void,
) => Promise<Listening> {
	const servers: Server[] = [];
	afterEach(() => {
		for (const server of servers.splice(0)) {
			server.closeAllConnections();
			server.close();
		}
	});
	return async (answer) => {
		const requests: Listening['requests'] = [];
		const server = createServer((request, response) => {
			const { method, url, headers } = request;
			requests.push({ target: `${method} ${url}`, authorization: headers.authorization });
			answer(request, response);
		});
		servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
	};
}

/** An answer in JSON. */
export const sendJson = (response: ServerResponse, body: unknown, status = 200): void => {
	response.writeHead(status, { 'content-type': 'application/ld+json' });
	response.end(JSON.stringify(body));
};
