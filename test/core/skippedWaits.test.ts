import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sleep } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import { skipWaits } from './engine/skippedWaits.ts';

describe('A clock that skips waits', () => {
	skipWaits();

	it("vitest's own functions that wait can be used", async () => {
		await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(0));
	});

	it('waits end in the order of their times, each after exactly that time', async () => {
		const startedAt = Date.now();
		const ended: Array<[milliseconds: number, passed: number]> = [];
		await Promise.all(
			[3_600_000, 250, 60_000, 0].map(async (milliseconds) => {
				await sleep(milliseconds);
				ended.push([milliseconds, Date.now() - startedAt]);
			}),
		);
		expect(ended).toEqual([0, 250, 60_000, 3_600_000].map((time) => [time, time]));
	});

	it('no time passes while a request is on its way, and while a file is read for it', async () => {
		const server = createServer((_request, response) => {
			const read = async (): Promise<void> => {
				for (let count = 0; count < 20; count += 1)
					response.write(await readFile(import.meta.filename));
				response.end();
			};
			void read();
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const startedAt = Date.now();
		const late = sleep(1).then(() => 'late');
		const { port } = server.address() as AddressInfo;
		const answer = fetch(`http://127.0.0.1:${port}`).then(
			async (response) => (await response.arrayBuffer()).byteLength > 0,
		);
		expect(await Promise.race([answer, late])).toBe(true);
		expect(Date.now()).toBe(startedAt);
		await late;
		expect(Date.now()).toBe(startedAt + 1);
		server.closeAllConnections();
		server.close();
	});
});

describe('After a clock that skips waits', () => {
	it('time passes as it does', async () => {
		const startedAt = performance.now();
		await sleep(20);
		expect(performance.now() - startedAt).toBeGreaterThan(15);
	});

	it("vitest's own clock can be used", () => {
		vi.useFakeTimers({ now: 0, toFake: ['Date'] });
		expect(new Date().toISOString()).toBe('1970-01-01T00:00:00.000Z');
		vi.useRealTimers();
		expect(Date.now()).toBeGreaterThan(1e12);
	});
});
