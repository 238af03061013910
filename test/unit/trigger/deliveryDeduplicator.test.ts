import { EventEmitter } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
	DeliveryDeduplicator,
	type DeliveryResponse,
} from '../../../nodes/PodFulfilment/trigger/deliveryDeduplicator.ts';

/** The answer to a delivery, given when the test says so. */
class Answer extends EventEmitter implements DeliveryResponse {
	statusCode = 200;
	writableEnded = false;
	destroyed = false;

	/** n8n answers and the exchange ends. */
	give(statusCode: number): void {
		this.statusCode = statusCode;
		this.writableEnded = true;
		this.leave();
	}

	/** The caller goes away. */
	leave(): void {
		this.destroyed = true;
		this.emit('close');
	}
}

const given = (statusCode: number): Answer => {
	const answer = new Answer();
	queueMicrotask(() => answer.give(statusCode));
	return answer;
};

/** A second of the test's clock, in which a claim looks again many times. */
const aSecond = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(1000));

/** Whether a claim is still waiting after it has had time to look again. */
const isWaiting = async (claim: Promise<boolean>): Promise<boolean> =>
	(await Promise.race([claim, aSecond().then(() => 'later')])) === 'later';

describe('The memory of accepted events', () => {
	afterEach(() => {
		vi.useRealTimers();
	});

	it('lets an event go ahead once, after it was answered 200', async () => {
		const memory = new DeliveryDeduplicator(10);
		const answer = new Answer();
		expect(await memory.claim('a', answer, 60)).toBe(true);
		answer.give(200);
		for (let retry = 1; retry < 6; retry++) {
			expect(await memory.claim('a', new Answer(), 60)).toBe(false);
		}
		expect(await memory.claim('b', new Answer(), 60)).toBe(true);
	});

	it('lets one of six deliveries at once go ahead', async () => {
		const memory = new DeliveryDeduplicator(10);
		const claims = Array.from({ length: 6 }, () => memory.claim('a', given(200), 60));
		const wentAhead = await Promise.all(claims);
		expect(wentAhead.filter((isNew) => isNew)).toHaveLength(1);
	});

	it('keeps a delivery waiting while an earlier one is unanswered', async () => {
		vi.useFakeTimers();
		const memory = new DeliveryDeduplicator(10);
		const first = new Answer();
		await memory.claim('a', first, 60);
		const second = memory.claim('a', new Answer(), 60);
		expect(await isWaiting(second)).toBe(true);
		first.give(200);
		await aSecond();
		expect(await second).toBe(false);
	});

	it('lets the waiting delivery go ahead when the earlier one was answered 500', async () => {
		const memory = new DeliveryDeduplicator(10);
		const first = new Answer();
		await memory.claim('a', first, 60);
		const second = memory.claim('a', new Answer(), 60);
		first.give(500);
		expect(await second).toBe(true);
	});

	it('lets the retry go ahead after a run that failed, however often', async () => {
		const memory = new DeliveryDeduplicator(10);
		for (let attempt = 0; attempt < 6; attempt++) {
			const answer = new Answer();
			expect(await memory.claim('a', answer, 60)).toBe(true);
			answer.give(500);
			expect(memory.size).toBe(0);
		}
	});

	it('learns how a run ended whose caller did not wait for it', async () => {
		vi.useFakeTimers();
		const memory = new DeliveryDeduplicator(10);
		for (const [status, isNew] of [
			[200, false],
			[500, true],
		] as const) {
			const first = new Answer();
			await memory.claim(`a${status}`, first, 60);
			first.leave();
			const second = memory.claim(`a${status}`, new Answer(), 60);
			expect(await isWaiting(second)).toBe(true);
			first.give(status);
			await aSecond();
			expect(await second).toBe(isNew);
		}
	});

	it('stops waiting when its own caller has gone', async () => {
		const memory = new DeliveryDeduplicator(10);
		await memory.claim('a', new Answer(), 60);
		const second = new Answer();
		const claim = memory.claim('a', second, 60);
		second.leave();
		expect(await claim).toBe(false);
	});

	it('forgets after its time', async () => {
		let now = 1_000_000;
		const memory = new DeliveryDeduplicator(10, () => now);
		const answer = new Answer();
		await memory.claim('a', answer, 60);
		answer.give(200);
		now += 59_999;
		expect(await memory.claim('a', new Answer(), 60)).toBe(false);
		now += 1;
		expect(await memory.claim('a', new Answer(), 60)).toBe(true);
	});

	it('lets go of what has expired when another event comes', async () => {
		let now = 1_000_000;
		const memory = new DeliveryDeduplicator(10, () => now);
		for (const key of ['a', 'b', 'c']) await memory.claim(key, new Answer(), 60);
		expect(memory.size).toBe(3);
		now += 60_000;
		await memory.claim('d', new Answer(), 60);
		expect(memory.size).toBe(1);
	});

	it('never holds more than its number, and gives up the oldest first', async () => {
		const memory = new DeliveryDeduplicator(100);
		for (let event = 0; event < 1000; event++) {
			const answer = new Answer();
			expect(await memory.claim(`event ${event}`, answer, 60)).toBe(true);
			answer.give(200);
			expect(memory.size).toBeLessThanOrEqual(100);
		}
		expect(await memory.claim('event 900', new Answer(), 60)).toBe(false);
		expect(await memory.claim('event 899', new Answer(), 60)).toBe(true);
	});
});

describe("The memory with Node's own answers", () => {
	const servers: Array<ReturnType<typeof createServer>> = [];
	afterEach(() => servers.splice(0).forEach((server) => server.close()));

	/** One exchange with a real server: both ends of it. */
	const exchange = async () => {
		const server = createServer().listen(0, '127.0.0.1');
		servers.push(server);
		await once(server, 'listening');
		const call = request({ port: (server.address() as AddressInfo).port, method: 'POST' });
		call.on('error', () => undefined);
		call.end();
		const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
		return { call, response };
	};

	it('remembers after 200', async () => {
		const memory = new DeliveryDeduplicator(10);
		const { response } = await exchange();
		await memory.claim('a', response, 60);
		response.writeHead(200).end();
		await once(response, 'close');
		expect(await memory.claim('a', new Answer(), 60)).toBe(false);
		expect(memory.size).toBe(1);
	});

	it('forgets after 500', async () => {
		const memory = new DeliveryDeduplicator(10);
		const { response } = await exchange();
		await memory.claim('a', response, 60);
		response.writeHead(500).end();
		await once(response, 'close');
		expect(memory.size).toBe(0);
	});

	it('learns of an answer that was given after the caller had gone', async () => {
		const memory = new DeliveryDeduplicator(10);
		for (const status of [200, 500]) {
			const { call, response } = await exchange();
			await memory.claim(`a${status}`, response, 60);
			call.destroy();
			await once(response, 'close');
			expect(response.writableEnded).toBe(false);
			response.statusCode = status;
			response.end();
			expect(await memory.claim(`a${status}`, new Answer(), 60)).toBe(status !== 200);
		}
	});
});
