import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateFor } from './certificate.ts';

/** A proxy that leads https://<shop>.myshopify.com to a double, and nothing anywhere else. */
export interface ShopifyProxy {
	/** Environment of an n8n that goes through it. n8n reads it when it starts. */
	settings: NodeJS.ProcessEnv;
	/** The hosts that were asked for, each time, with their ports. */
	hosts: string[];
	close(): Promise<void>;
}

/** @param doubleUrl of the Shopify double */
export async function startShopifyProxy(doubleUrl: string): Promise<ShopifyProxy> {
	const folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-proxy-'));
	const { key, cert } = certificateFor('*.myshopify.com');
	const certificateFile = join(folder, 'certificate.pem');
	await writeFile(certificateFile, cert);

	const hosts: string[] = [];
	const inside = createTlsServer({ key, cert }, (incoming, response) =>
		forward(doubleUrl, incoming, response),
	);
	const proxy = createServer((_request, response) => response.writeHead(403).end());
	proxy.on('connect', ({ url = '' }, socket) => {
		hosts.push(url);
		socket.on('error', () => socket.destroy());
		if (!/^[\w-]+\.myshopify\.com:443$/.test(url)) {
			socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
		inside.emit('connection', socket);
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	const { port } = proxy.address() as AddressInfo;
	return {
		hosts,
		settings: {
			HTTPS_PROXY: `http://127.0.0.1:${port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificateFile,
		},
		close: async () => {
			proxy.closeAllConnections();
			inside.closeAllConnections();
			await new Promise((resolve) => proxy.close(resolve));
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Passes a request on to the double, which answers only to its own name. */
function forward(doubleUrl: string, incoming: IncomingMessage, response: ServerResponse): void {
	const { host } = new URL(doubleUrl);
	const outgoing = request(
		`${doubleUrl}${incoming.url ?? '/'}`,
		{ method: incoming.method, headers: { ...incoming.headers, host } },
		(answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		},
	);
	outgoing.on('error', () => response.destroy());
	incoming.pipe(outgoing);
}
