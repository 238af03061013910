import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SandboxProcess, startSandboxProcess } from './support/sandboxProcess.ts';
import { DEMO_KEY, JSON_TYPE, send } from './support/send.ts';

/** What a log of 64 MiB, a few print files and the garbage of both may take. Without limits it is several times this. */
const GROWTH_LIMIT_MB = 250;

const FILES = 12;

let sandbox: SandboxProcess;
let memoryAtStart: number;
beforeEach(async () => {
	sandbox = await startSandboxProcess('--orders', '0');
	await send(`${sandbox.url}/_sandbox/files/warm-up.png`, 'GET');
	memoryAtStart = sandbox.memory();
});
afterEach(async () => await sandbox.stop());

/** Sends `count` requests, ten at a time. */
async function repeat(count: number, request: (index: number) => Promise<unknown>): Promise<void> {
	const indexes = Array.from({ length: count }, (_, index) => index).values();
	await Promise.all(
		Array.from({ length: 10 }, async () => {
			for (const index of indexes) await request(index);
		}),
	);
}

const recorded = async (path: string) =>
	JSON.parse((await send(`${sandbox.url}/_sandbox${path}`, 'GET')).text) as object[];

describe('The memory of the sandbox', () => {
	it('memory does not grow with the sizes of the images that are asked for', async () => {
		const statuses = new Set<number>();
		await repeat(40, async (index) => {
			const name = `front-${9_000 + index}x${9_900 + (index % 7)}.png`;
			statuses.add((await send(`${sandbox.url}/_sandbox/files/${name}`, 'GET')).status);
		});
		expect([...statuses]).toEqual([200]);
		expect(sandbox.memory() - memoryAtStart).toBeLessThan(GROWTH_LIMIT_MB);
	});

	it('memory is not taken by images that are larger than any placement', async () => {
		const sizes = ['20001x1', '1x20001', '20000x20000', '0x5', '999999999x999999999'];
		for (let number = 0; number < 40; number++) sizes.push(`${99_960 + number}x99999`);
		for (const size of sizes) {
			const { status } = await send(`${sandbox.url}/_sandbox/files/front-${size}.png`, 'GET');
			expect(status, size).toBe(404);
		}
		expect(sandbox.memory() - memoryAtStart).toBeLessThan(40);
	});

	it('memory does not grow with the requests of strangers, whose log forgets the oldest', async () => {
		const filling = 'x'.repeat(7_000);
		await repeat(5_500, async (index) => {
			const headers = { 'x-filling': filling, 'x-number': String(index) };
			await send(`${sandbox.url}/api/orders?x=${filling}`, 'GET', headers);
		});
		expect(sandbox.memory() - memoryAtStart).toBeLessThan(GROWTH_LIMIT_MB);
		const log = await recorded('/requests');
		expect(log.length).toBeGreaterThan(1_000);
		expect(log.length).toBeLessThan((64 * 1024 * 1024) / 14_000);
		expect(JSON.stringify(log.at(-1))).toContain('"x-number":"54');
	});

	it('memory does not grow with bodies that are small as text and large as objects', async () => {
		const body = `{"externalId":[${'{},'.repeat(1_000_000)}{}]}`;
		for (let count = 0; count < 12; count++) {
			await send(`${sandbox.url}/api/orders`, 'POST', { ...DEMO_KEY, ...JSON_TYPE }, body);
		}
		expect(sandbox.memory() - memoryAtStart).toBeLessThan(3 * GROWTH_LIMIT_MB);
	});

	it('memory does not grow with events, whose records forget the oldest', async () => {
		const receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
		await once(receiver, 'listening');
		const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
		const post = async (path: string, body: object) =>
			await send(`${sandbox.url}/_sandbox${path}`, 'POST', JSON_TYPE, JSON.stringify(body));
		await post('/webhook', { url });
		const event = { type: 'any', data: { filling: 'x'.repeat(8_000_000) } };
		// One after another: what ten of them take at once is no growth.
		for (let count = 0; count < 12; count++) await post('/events', event);
		expect((await recorded('/deliveries')).length).toBeLessThan(9);
		expect(sandbox.memory() - memoryAtStart).toBeLessThan(3 * GROWTH_LIMIT_MB);
		receiver.closeAllConnections();
		receiver.close();
	});

	it('memory is not taken by a print file without end', async () => {
		let bytes = 0;
		const endless = createServer((request, response) => {
			response.writeHead(200, { 'content-type': 'image/png' });
			const chunk = Buffer.alloc(1024 * 1024);
			const write = () => {
				while (!response.destroyed) {
					bytes += chunk.length;
					if (!response.write(chunk)) return response.once('drain', write);
				}
			};
			write();
			request.on('close', () => response.destroy());
		}).listen(0, '127.0.0.1');
		await once(endless, 'listening');
		const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`;
		const example = await send(`${sandbox.url}/_sandbox/example-order?externalId=endless`, 'GET');
		const order = JSON.parse(example.text) as { orderItems: object[] };
		const item = JSON.stringify(order.orderItems[0]);
		order.orderItems = Array.from(
			{ length: FILES },
			(_, index) =>
				JSON.parse(
					item
						.replace(/"url":"[^"]*"/, `"url":"${url}${index}"`)
						.replace('endless-1', `file-${index}`),
				) as object,
		);
		const headers = { ...DEMO_KEY, ...JSON_TYPE };
		const { status } = await send(
			`${sandbox.url}/api/orders`,
			'POST',
			headers,
			JSON.stringify(order),
		);
		expect(status).toBe(201);
		await send(`${sandbox.url}/_sandbox/settled`, 'POST');
		const read = await send(`${sandbox.url}/api/orders/@endless`, 'GET', DEMO_KEY);
		expect(JSON.parse(read.text)).toMatchObject({
			status: 'failed',
			orderItems: Array.from({ length: FILES }, () => ({ errors: [{ code: '1001' }] })),
		});
		expect(bytes / 1024 / 1024).toBeLessThan(FILES * 40);
		expect(sandbox.memory() - memoryAtStart).toBeLessThan(GROWTH_LIMIT_MB);
		endless.closeAllConnections();
		endless.close();
	});
});
