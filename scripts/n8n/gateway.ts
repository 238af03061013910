import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Agent, request } from 'undici';

const HEALTH_CHECK_INTERVAL_MS = 100;

export interface Gateway {
	/** Without a trailing slash. */
	url: string;
	close(): Promise<void>;
}

/**
 * Starts a reverse proxy with a health check in front of n8n. It forwards requests while `/healthz/readiness` responds
 * with 200, and responds with 503 otherwise.
 *
 * Without it, deliveries would be lost: while n8n 2.41 starts and runs its migrations, it responds to every request with
 * 200 and the text 'n8n is starting up', which tells the service not to send the event again.
 *
 * @param n8nUrl URL of n8n, which may not be running
 */
export async function startGateway(n8nUrl: string): Promise<Gateway> {
	const agent = new Agent({ connections: 256 });
	let ready = false;
	const check = async () => {
		try {
			const { statusCode, body } = await request(`${n8nUrl}/healthz/readiness`, {
				dispatcher: agent,
			});
			await body.dump();
			ready = statusCode === 200;
		} catch {
			ready = false;
		}
	};
	const healthCheck = setInterval(() => void check(), HEALTH_CHECK_INTERVAL_MS);

	const forward = async ({ method, url, headers }: IncomingMessage, content: Buffer) => {
		const { host: _host, connection: _connection, ...others } = headers;
		const forwarded = await request(`${n8nUrl}${url}`, {
			method: method ?? 'GET',
			headers: others,
			body: content,
			dispatcher: agent,
		});
		return { status: forwarded.statusCode, text: await forwarded.body.text() };
	};
	const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
		const content = await buffer(incoming);
		if (!ready) return response.writeHead(503).end();
		try {
			const { status, text } = await forward(incoming, content);
			response.writeHead(status).end(text);
		} catch {
			// n8n is down: nothing is forwarded until a health check succeeds again.
			ready = false;
			response.writeHead(502).end();
		}
	};

	const server = createServer((incoming, response) => {
		handle(incoming, response).catch(() => response.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	await check();
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close: async () => {
			clearInterval(healthCheck);
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await agent.destroy();
		},
	};
}
