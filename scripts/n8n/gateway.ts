import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Agent, request } from 'undici';

/** How often n8n is asked whether it is ready. */
const INTERVAL_MILLISECONDS = 100;

export interface Gateway {
	/** Without a slash at its end. */
	url: string;
	close(): Promise<void>;
}

/**
 * Stands before an n8n as a load balancer or a reverse proxy with a health check does: it passes requests on while
 * `/healthz/readiness` answers 200, and answers 503 itself while it does not.
 *
 * Without one, deliveries are lost: for a moment of its start, until its migrations are done, n8n 2.41 answers every
 * request with 200 and the text 'n8n is starting up', which tells the service not to send the event again.
 *
 * @param n8nUrl where n8n listens whenever it is running
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
	const checking = setInterval(() => void check(), INTERVAL_MILLISECONDS);

	const pass = async ({ method, url, headers }: IncomingMessage, content: Buffer) => {
		const { host: _host, connection: _connection, ...others } = headers;
		const answer = await request(`${n8nUrl}${url}`, {
			method: method ?? 'GET',
			headers: others,
			body: content,
			dispatcher: agent,
		});
		return { status: answer.statusCode, text: await answer.body.text() };
	};
	const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
		const content = await buffer(incoming);
		if (!ready) return response.writeHead(503).end();
		try {
			const { status, text } = await pass(incoming, content);
			response.writeHead(status).end(text);
		} catch {
			// n8n has gone: nothing is passed on until the next check finds it ready again.
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
			clearInterval(checking);
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await agent.destroy();
		},
	};
}
