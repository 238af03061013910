import { EventEmitter, once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
	DeliveryDeduplicator,
	type DeliveryResponse,
} from '../../../../nodes/PodFulfilment/trigger/webhook/deliveryDeduplicator.ts';

const TRIGGER = 'workflow/node';

/** A response to a delivery, which the test sends. */
class FakeResponse extends EventEmitter implements DeliveryResponse {
	statusCode = 200;
	writableEnded = false;
	destroyed = false;

	/** n8n sends the response. */
	send(statusCode: number): void {
		this.statusCode = statusCode;
		this.writableEnded = true;
		this.disconnect();
	}

	/** The client disconnects. */
	disconnect(): void {
		this.destroyed = true;
		this.emit('close');
	}
}

const sentSoon = (statusCode: number): FakeResponse => {
	const response = new FakeResponse();
	queueMicrotask(() => response.send(statusCode));
	return response;
};

/** A second of the test's clock, in which a claim polls many times. */
const aSecond = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(1000));

/** Whether a claim still waits after it has had time to poll again. */
const isWaiting = async (claim: Promise<boolean>): Promise<boolean> =>
	(await Promise.race([claim, aSecond().then(() => 'later')])) === 'later';

describe('DeliveryDeduplicator', () => {
	afterEach(() => {
		vi.useRealTimers();
	});

	it('every repeated delivery after a 200 response is rejected, and no other event', async () => {
		const deduplicator = new DeliveryDeduplicator(10);
		const response = new FakeResponse();
		expect(await deduplicator.claim(TRIGGER, 'a', response, 60)).toBe(true);
		response.send(200);
		for (let retry = 1; retry < 6; retry++) {
			expect(await deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 60)).toBe(false);
		}
		expect(await deduplicator.claim(TRIGGER, 'b', new FakeResponse(), 60)).toBe(true);
	});

	it('one of six simultaneous deliveries is accepted', async () => {
		const deduplicator = new DeliveryDeduplicator(10);
		const claims = Array.from({ length: 6 }, () =>
			deduplicator.claim(TRIGGER, 'a', sentSoon(200), 60),
		);
		const accepted = await Promise.all(claims);
		expect(accepted.filter((isNew) => isNew)).toHaveLength(1);
	});

	it('a delivery waits while an earlier one is unanswered', async () => {
		vi.useFakeTimers();
		const deduplicator = new DeliveryDeduplicator(10);
		const first = new FakeResponse();
		await deduplicator.claim(TRIGGER, 'a', first, 60);
		const second = deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 60);
		expect(await isWaiting(second)).toBe(true);
		first.send(200);
		await aSecond();
		expect(await second).toBe(false);
	});

	it('the waiting delivery is accepted when the earlier one gets a 500 response', async () => {
		const deduplicator = new DeliveryDeduplicator(10);
		const first = new FakeResponse();
		await deduplicator.claim(TRIGGER, 'a', first, 60);
		const second = deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 60);
		first.send(500);
		expect(await second).toBe(true);
	});

	it('a retry is accepted after every failed execution', async () => {
		const deduplicator = new DeliveryDeduplicator(10);
		for (let attempt = 0; attempt < 6; attempt++) {
			const response = new FakeResponse();
			expect(await deduplicator.claim(TRIGGER, 'a', response, 60)).toBe(true);
			response.send(500);
			expect(deduplicator.size).toBe(0);
		}
	});

	it('the final status counts even if the client disconnected before the response', async () => {
		vi.useFakeTimers();
		const deduplicator = new DeliveryDeduplicator(10);
		for (const [status, isNew] of [
			[200, false],
			[500, true],
		] as const) {
			const first = new FakeResponse();
			await deduplicator.claim(TRIGGER, `a${status}`, first, 60);
			first.disconnect();
			const second = deduplicator.claim(TRIGGER, `a${status}`, new FakeResponse(), 60);
			expect(await isWaiting(second)).toBe(true);
			first.send(status);
			await aSecond();
			expect(await second).toBe(isNew);
		}
	});

	it('one delivery is accepted once an earlier one was not answered within 60 seconds', async () => {
		vi.useFakeTimers();
		const deduplicator = new DeliveryDeduplicator(10);
		await deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 3600);
		const waiting = [1, 2, 3].map(() => deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 3600));
		await vi.advanceTimersByTimeAsync(59_900);
		expect(await isWaiting(Promise.race(waiting))).toBe(false);
		expect(await Promise.race(waiting)).toBe(true);
		// The others wait for that one, and are duplicates once it was accepted.
		expect(await isWaiting(Promise.all(waiting).then(() => true))).toBe(true);
	});

	it('the next delivery is accepted at once if the earlier one is overdue already', async () => {
		let now = 1_000_000;
		const deduplicator = new DeliveryDeduplicator(10, () => now);
		await deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 3600);
		now += 60_000;
		const response = new FakeResponse();
		expect(await deduplicator.claim(TRIGGER, 'a', response, 3600)).toBe(true);
		response.send(200);
		expect(await deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 3600)).toBe(false);
	});

	it('an event that was answered with 200 after the 60 seconds is still remembered', async () => {
		let now = 1_000_000;
		const deduplicator = new DeliveryDeduplicator(10, () => now);
		const slow = new FakeResponse();
		await deduplicator.claim(TRIGGER, 'a', slow, 3600);
		now += 90_000;
		slow.send(200);
		expect(await deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 3600)).toBe(false);
	});

	it('a late failure of a delivery is ignored when another one has claimed its event since', async () => {
		let now = 1_000_000;
		const deduplicator = new DeliveryDeduplicator(10, () => now);
		const [slow, next] = [new FakeResponse(), new FakeResponse()];
		await deduplicator.claim(TRIGGER, 'a', slow, 3600);
		now += 60_000;
		await deduplicator.claim(TRIGGER, 'a', next, 3600);
		next.send(200);
		slow.send(500);
		expect(await deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 3600)).toBe(false);
	});

	it('an event is evicted by the time of its last claim', async () => {
		let now = 1_000_000;
		const deduplicator = new DeliveryDeduplicator(2, () => now);
		await deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 3600);
		const other = new FakeResponse();
		await deduplicator.claim(TRIGGER, 'b', other, 3600);
		other.send(200);
		now += 60_000;
		const response = new FakeResponse();
		await deduplicator.claim(TRIGGER, 'a', response, 3600);
		response.send(200);
		await deduplicator.claim(TRIGGER, 'c', new FakeResponse(), 3600);
		expect(await deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 3600)).toBe(false);
		expect(await deduplicator.claim(TRIGGER, 'b', new FakeResponse(), 3600)).toBe(true);
	});

	it('a waiting delivery whose client disconnects is rejected', async () => {
		const deduplicator = new DeliveryDeduplicator(10);
		await deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 60);
		const second = new FakeResponse();
		const claim = deduplicator.claim(TRIGGER, 'a', second, 60);
		second.disconnect();
		expect(await claim).toBe(false);
	});

	it('an event is accepted again after its time to live', async () => {
		let now = 1_000_000;
		const deduplicator = new DeliveryDeduplicator(10, () => now);
		const response = new FakeResponse();
		await deduplicator.claim(TRIGGER, 'a', response, 60);
		response.send(200);
		now += 59_999;
		expect(await deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 60)).toBe(false);
		now += 1;
		expect(await deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 60)).toBe(true);
	});

	it('expired entries are removed when another event arrives', async () => {
		let now = 1_000_000;
		const deduplicator = new DeliveryDeduplicator(10, () => now);
		for (const key of ['a', 'b', 'c'])
			await deduplicator.claim(TRIGGER, key, new FakeResponse(), 60);
		expect(deduplicator.size).toBe(3);
		now += 60_000;
		await deduplicator.claim(TRIGGER, 'd', new FakeResponse(), 60);
		expect(deduplicator.size).toBe(1);
	});

	it('the memory never exceeds its limit, and evicts the oldest entries first', async () => {
		const deduplicator = new DeliveryDeduplicator(100);
		for (let event = 0; event < 1000; event++) {
			const response = new FakeResponse();
			expect(await deduplicator.claim(TRIGGER, `event ${event}`, response, 60)).toBe(true);
			response.send(200);
			expect(deduplicator.size).toBeLessThanOrEqual(100);
		}
		expect(await deduplicator.claim(TRIGGER, 'event 900', new FakeResponse(), 60)).toBe(false);
		expect(await deduplicator.claim(TRIGGER, 'event 899', new FakeResponse(), 60)).toBe(true);
	});

	it('the events of a trigger are remembered whatever another one receives', async () => {
		const deduplicator = new DeliveryDeduplicator(100);
		const response = new FakeResponse();
		await deduplicator.claim('workflow/quiet', 'a', response, 60);
		response.send(200);
		for (let event = 0; event < 1000; event++) {
			await deduplicator.claim('workflow/busy', `event ${event}`, sentSoon(200), 60);
		}
		expect(await deduplicator.claim('workflow/quiet', 'a', new FakeResponse(), 60)).toBe(false);
		expect(deduplicator.size).toBe(101);
	});

	it('a response that is not sent within 60 seconds is released when another event arrives', async () => {
		let now = 1_000_000;
		const deduplicator = new DeliveryDeduplicator(10, () => now);
		for (const event of ['a', 'b', 'c']) {
			await deduplicator.claim(TRIGGER, event, new FakeResponse(), 3600);
		}
		expect(deduplicator.unansweredCount).toBe(3);
		now += 60_000;
		await deduplicator.claim('another trigger', 'd', new FakeResponse(), 3600);
		expect(deduplicator.unansweredCount).toBe(1);
	});
});

describe("DeliveryDeduplicator with Node's ServerResponse", () => {
	const servers: Array<ReturnType<typeof createServer>> = [];
	afterEach(() => servers.splice(0).forEach((server) => server.close()));

	/** One request to a real server: the client's and the server's end. */
	const receiveRequest = async () => {
		const server = createServer().listen(0, '127.0.0.1');
		servers.push(server);
		await once(server, 'listening');
		const clientRequest = request({ port: (server.address() as AddressInfo).port, method: 'POST' });
		clientRequest.on('error', () => undefined);
		clientRequest.end();
		const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
		return { clientRequest, response };
	};

	it('the event is remembered after a 200 response of Node', async () => {
		const deduplicator = new DeliveryDeduplicator(10);
		const { response } = await receiveRequest();
		await deduplicator.claim(TRIGGER, 'a', response, 60);
		response.writeHead(200).end();
		await once(response, 'close');
		expect(await deduplicator.claim(TRIGGER, 'a', new FakeResponse(), 60)).toBe(false);
		expect(deduplicator.size).toBe(1);
	});

	it('the event is forgotten after a 500 response of Node', async () => {
		const deduplicator = new DeliveryDeduplicator(10);
		const { response } = await receiveRequest();
		await deduplicator.claim(TRIGGER, 'a', response, 60);
		response.writeHead(500).end();
		await once(response, 'close');
		expect(deduplicator.size).toBe(0);
	});

	it('the status of a response that ended after the client disconnected counts', async () => {
		const deduplicator = new DeliveryDeduplicator(10);
		for (const status of [200, 500]) {
			const { clientRequest, response } = await receiveRequest();
			await deduplicator.claim(TRIGGER, `a${status}`, response, 60);
			clientRequest.destroy();
			await once(response, 'close');
			expect(response.writableEnded).toBe(false);
			response.statusCode = status;
			response.end();
			expect(await deduplicator.claim(TRIGGER, `a${status}`, new FakeResponse(), 60)).toBe(
				status !== 200,
			);
		}
	});

	it('a request whose client disconnected is released as soon as n8n has answered it', async () => {
		const deduplicator = new DeliveryDeduplicator(10);
		const { clientRequest, response } = await receiveRequest();
		await deduplicator.claim(TRIGGER, 'a', response, 60);
		clientRequest.destroy();
		await once(response, 'close');
		expect(deduplicator.unansweredCount).toBe(1);
		response.end();
		expect(deduplicator.unansweredCount).toBe(0);
	});
});
