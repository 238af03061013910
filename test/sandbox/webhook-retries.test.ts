import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RETRY_INTERVAL_SECONDS } from '../../sandbox/facts.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index.ts';
import { skipWaits } from '../core/engine/skippedWaits.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';

/** 17 minutes pass in a quarter of a second. */
const TIME_SCALE = 4000;

skipWaits();

let sandbox: Sandbox;
let receiver: Receiver;
beforeEach(async () => {
	receiver = await startReceiver();
});
afterEach(async () => {
	await sandbox.close();
	await receiver.close();
});

const start = async (options: SandboxOptions = {}): Promise<void> => {
	sandbox = await startSandbox({
		timeScale: TIME_SCALE,
		webhook: { url: receiver.url },
		...options,
	});
};

const send = async () =>
	await sandbox.control.sendEvent({ type: 'any', data: { n: 1 }, attempts: 6 });

const attempt = async (number: number) =>
	await sandbox.control.waitFor('delivery', (delivery) => delivery.attempt === number);

describe('Section 6: the schedule of retries', () => {
	it('a delivery has 6 attempts in total, counts them in retries, and then is given up', async () => {
		receiver.answer = (response) => response.writeHead(500).end();
		await start();
		await send();
		const last = await attempt(6);
		expect(last.nextAttemptAt).toBeNull();
		expect(receiver.received.map(({ json }) => json.retries)).toEqual([0, 1, 2, 3, 4, 5]);
		expect(sandbox.control.deliveries()).toHaveLength(6);
		const sentAt = sandbox.control.deliveries().map((delivery) => Date.parse(delivery.sentAt));
		const seconds = sentAt
			.slice(1)
			.map((time, index) => ((time - (sentAt[index] ?? 0)) * TIME_SCALE) / 1000);
		// A millisecond is four service seconds here.
		seconds.forEach((interval, index) => {
			expect(Math.abs(interval - (RETRY_INTERVAL_SECONDS[index] ?? 0))).toBeLessThanOrEqual(8);
		});
	});

	it('each record tells when the next attempt is due', async () => {
		receiver.answer = (response) => response.writeHead(503).end();
		await start({ timeScale: 1 });
		const before = Date.now();
		const delivery = await send();
		expect(delivery).toMatchObject({ attempt: 1, retries: 0, status: 503 });
		const dueAt = Date.parse(delivery.nextAttemptAt ?? '');
		expect(dueAt).toBe(before + 15_000);
	});

	it('the retries end with the first 200', async () => {
		receiver.answer = (response) =>
			response.writeHead(receiver.received.length < 3 ? 500 : 200).end();
		await start();
		await send();
		expect(await attempt(3)).toMatchObject({ status: 200, nextAttemptAt: null });
		await sandbox.control.settled();
		expect(sandbox.control.deliveries().map(({ status }) => status)).toEqual([500, 500, 200]);
	});

	it.each([201, 202, 204, 301, 302, 307, 400, 401, 404, 410, 500, 503])(
		'a %i counts as failed, since only 200 confirms',
		async (status) => {
			receiver.answer = (response) =>
				response
					.writeHead(receiver.received.length === 1 ? status : 200, { location: receiver.url })
					.end();
			await start();
			await send();
			expect((await attempt(2)).status).toBe(200);
			expect(receiver.received).toHaveLength(2);
		},
	);

	it('each attempt is signed anew, over its own timestamp and its own count of retries', async () => {
		receiver.answer = (response) => response.writeHead(500).end();
		await start({ timeScale: 14 });
		await send();
		await attempt(2);
		const [first, second] = receiver.received;
		if (!first || !second) throw new Error('Two attempts were expected');
		for (const { headers, rawBody } of [first, second]) {
			expect(headers['x-service-request-signature']).toBe(
				createHmac('sha256', 'sandbox-demo-signing-secret')
					.update(`${String(headers['x-service-request-timestamp'])}.${rawBody.toString('utf8')}`)
					.digest('hex'),
			);
		}
		expect(second.headers['x-service-request-timestamp']).not.toBe(
			first.headers['x-service-request-timestamp'],
		);
		expect(second.json).toEqual({ ...first.json, retries: 1 });
	});
});

describe('Section 6: the failures of a delivery', () => {
	it('a response slower than the limit is a failure, and the limit can be lowered from 60 seconds', async () => {
		receiver.answer = () => undefined;
		await start({ responseLimitMilliseconds: 40 });
		const delivery = await send();
		expect(delivery.status).toBeUndefined();
		expect(delivery.failure).toBe('no answer within 40 ms');
		receiver.answer = (response) => response.writeHead(200).end();
		const answered = await sandbox.control.waitFor('delivery', ({ status }) => status === 200);
		expect(answered.retries).toBeGreaterThanOrEqual(1);
	});

	it('a response whose body does not end within the limit is a failure', async () => {
		receiver.answer = (response) => {
			response.writeHead(200).write('still talking');
		};
		await start({ responseLimitMilliseconds: 40 });
		expect(await send()).toMatchObject({ failure: 'no answer within 40 ms' });
	});

	it('a receiver that cuts the connection or is not there is a failure', async () => {
		receiver.answer = (response) => response.destroy();
		await start();
		expect((await send()).failure).toMatch(/\w/);
		await sandbox.control.setWebhook({ url: 'http://127.0.0.1:1/' });
		expect((await send()).failure).toMatch(/ECONNREFUSED/);
	});
});

describe('Section 6: deliveries at the same time', () => {
	it('a hanging receiver delays no delivery to the same URL or to another account', async () => {
		const other = await startReceiver();
		try {
			let hanging = 0;
			receiver.answer = (response, { json }) => {
				if ((json.data as { hang?: boolean }).hang) hanging += 1;
				else response.writeHead(200).end();
			};
			await start();
			await sandbox.control.setWebhook({ url: other.url, account: 'other' });
			const hung = sandbox.control.sendEvent({ type: 'any', data: { hang: true } });
			const mine = await sandbox.control.sendEvent({ type: 'any', data: {} });
			const theirs = await sandbox.control.sendEvent({ type: 'any', data: {}, account: 'other' });
			expect([mine.status, theirs.status, hanging]).toEqual([200, 200, 1]);
			await sandbox.control.reset();
			expect(await hung).toMatchObject({ failure: 'the sandbox was reset or closed' });
		} finally {
			await other.close();
		}
	});
});

describe('Ending', () => {
	it('close ends deliveries under way and those planned, at once', async () => {
		receiver.answer = (response) => {
			if (receiver.received.length === 1) response.writeHead(500).end();
		};
		await start({ timeScale: 1 });
		await send();
		const hanging = send();
		const before = performance.now();
		await sandbox.close();
		// The first retry would be after 15 seconds.
		expect(performance.now() - before).toBe(0);
		expect((await hanging).nextAttemptAt).toBeNull();
	});
});
