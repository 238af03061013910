import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { skipWaits } from '../core/engine/skippedWaits.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';

skipWaits();

let sandbox: Sandbox;
let receiver: Receiver;
beforeAll(async () => {
	receiver = await startReceiver();
	sandbox = await startSandbox({ timeScale: 100_000 });
});
beforeEach(async () => {
	await sandbox.control.reset({ seed: { orders: 40 } });
	receiver.received.length = 0;
});
afterAll(async () => {
	await sandbox.close();
	await receiver.close();
});

/** Changes every order once. */
async function changeAll(): Promise<void> {
	for (const { id } of sandbox.control.orders()) await sandbox.control.stepOrder(id, 'onhold');
	await sandbox.control.settled();
}

describe('A webhook', () => {
	it.each([
		[0, 40, 40],
		[0.5, 10, 30],
		[1, 0, 0],
	])('a webhook loses the share %d of its events', async (lost, least, most) => {
		await sandbox.control.setWebhook({ url: receiver.url, lost });
		await changeAll();
		expect(receiver.received.length).toBeGreaterThanOrEqual(least);
		expect(receiver.received.length).toBeLessThanOrEqual(most);
		expect(sandbox.control.deliveries()).toHaveLength(receiver.received.length);
	});

	it('a webhook that loses everything still sends what it is told to', async () => {
		await sandbox.control.setWebhook({ url: receiver.url, lost: 1 });
		await sandbox.control.sendEvent({ type: 'any', data: {} });
		expect(receiver.received).toHaveLength(1);
	});

	it('a webhook that cannot be reached is tried as often as any other', async () => {
		await sandbox.control.setWebhook({ url: receiver.url, unreachable: true });
		await sandbox.control.stepOrder('@demo-00001', 'onhold');
		const last = await sandbox.control.waitFor('delivery', ({ attempt }) => attempt === 6);
		expect(last).toMatchObject({
			nextAttemptAt: null,
			failure: expect.stringMatching(/^ECONNREFUSED/),
		});
		expect(last.status).toBeUndefined();
		expect(receiver.received).toEqual([]);
	});

	it('a webhook cannot lose more than all', async () => {
		await expect(sandbox.control.setWebhook({ url: receiver.url, lost: 2 })).rejects.toThrow(
			RangeError,
		);
	});

	it('a webhook that wants its events in order gets each only once the one before it was answered', async () => {
		const answers: Array<() => void> = [];
		let open = 0;
		let most = 0;
		receiver.answer = (response) => {
			open += 1;
			most = Math.max(most, open);
			answers.push(() => {
				open -= 1;
				response.writeHead(200).end();
			});
			// So that events which are sent at once have all come.
			setImmediate(() => setImmediate(() => answers.shift()?.()));
		};
		await sandbox.control.setWebhook({ url: receiver.url, inOrder: true });
		await changeAll();
		expect(receiver.received).toHaveLength(40);
		expect(most).toBe(1);
		most = 0;
		await sandbox.control.setWebhook({ url: receiver.url });
		for (const { id } of sandbox.control.orders()) await sandbox.control.stepOrder(id, 'canceled');
		await sandbox.control.settled();
		expect(most).toBeGreaterThan(1);
	});
});
