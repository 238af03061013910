import { describe, expect, it } from 'vitest';

import { signedDelivery } from '../fuzz/delivery.ts';
import { useWebhooks } from './webhooks.ts';

const webhooks = useWebhooks();

describe('A recording of a genuine delivery', () => {
	it.each([
		['an event', { occurred_at: new Date().toISOString() }],
		['an event without a time', {}],
		['an event whose time is none', { occurred_at: 'yesterday' }],
	])('a recording of %s starts nothing, however often it is sent again', async (name, time) => {
		const body = { type: 'order.updated', ...time, data: { order: { id: name } } };
		const delivery = signedDelivery(name, Buffer.from(JSON.stringify(body)), Date.now());
		const before = await webhooks.expectHealthy();
		expect((await webhooks.answerTo(delivery)).headers['x-executions']).toBe('1');
		for (let replay = 0; replay < 100; replay += 1) {
			const { status, headers } = await webhooks.answerTo(delivery);
			expect({ status, executions: headers['x-executions'] }).toEqual({
				status: 200,
				executions: '0',
			});
		}
		// The recorded one, and that of this request itself.
		expect((await webhooks.expectHealthy()) - before).toBe(2);
	});
});
