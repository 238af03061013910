import { Pool } from 'undici';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { SECRET, signedDelivery, type Delivery } from '../fuzz/delivery.ts';
import { startWebhookServer, type WebhookServer } from '../fuzz/n8n/start.ts';
import { send, type Answer } from '../fuzz/send.ts';

export interface Webhooks {
	readonly server: WebhookServer;
	answerTo(delivery: Delivery): Promise<Answer>;
	/**
	 * Proves with a genuine delivery that n8n still takes them.
	 *
	 * @returns how many executions have started so far, this one included
	 */
	expectHealthy(): Promise<number>;
}

/** n8n's handling of webhooks with the trigger of this package, for a file of tests. */
export function useWebhooks(): Webhooks {
	let server: WebhookServer | undefined;
	let pool: Pool | undefined;
	beforeAll(async () => {
		server = await startWebhookServer(inject('packageFolder'), {
			baseUrl: 'http://127.0.0.1',
			apiKey: 'sandbox-fuzz-key',
			signingSecret: SECRET,
			headerBrand: 'Service',
		});
		pool = new Pool(server.url);
	});
	afterAll(async () => {
		await pool?.destroy();
		await server?.stop();
	});

	const running = (): { server: WebhookServer; pool: Pool } => {
		if (!server || !pool) throw new Error('It runs inside of tests only');
		return { server, pool };
	};
	const answerTo = async (delivery: Delivery): Promise<Answer> =>
		await send(running().pool, running().server.path, delivery, true);
	return {
		get server() {
			return running().server;
		},
		answerTo,
		expectHealthy: async () => {
			expect(running().server.exit()).toBeUndefined();
			const { status, headers } = await answerTo(orderWith('1'));
			expect({ status, executions: headers['x-executions'] }).toEqual({
				status: 200,
				executions: '1',
			});
			return Number(headers['x-executions-so-far']);
		},
	};
}

let count = 0;

/** A signed order event with this piece of JSON in its order. All of them differ in their id and in nothing else. */
export const orderWith = (wide: string): Delivery => {
	const id = `order-${String(count++).padStart(5, '0')}`;
	const time = new Date().toISOString();
	const body = `{"type":"order.updated","occurred_at":"${time}","retries":0,"data":{"order":{"id":"${id}","wide":${wide}}}}`;
	return signedDelivery(id, Buffer.from(body), Date.now());
};
