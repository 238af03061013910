import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { IDataObject } from 'n8n-workflow';

/** n8n as a shop reaches it: it answers a webhook at once, and then runs the workflow. */
export interface Receiver {
	readonly url: string;
	/** Resolves when no execution runs. */
	idle(): Promise<void>;
	close(): Promise<void>;
}

/** @param execute one execution for the body of a webhook */
export async function startReceiver(
	execute: (body: IDataObject) => Promise<void>,
): Promise<Receiver> {
	const running = new Set<Promise<void>>();
	const failures: unknown[] = [];
	const take = (body: IDataObject): void => {
		const execution = execute(body)
			.catch((error: unknown) => void failures.push(error))
			.finally(() => running.delete(execution));
		running.add(execution);
	};
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			// The first call of WooCommerce is a test, and no JSON.
			if (body.startsWith('{')) take(JSON.parse(body) as IDataObject);
			response.end('{}');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		idle: async () => {
			while (running.size > 0) await Promise.all(running);
			if (failures.length > 0) throw failures[0];
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
