import { createHmac, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** A stream of deliveries; see the fields of {@link Stream}. */
export interface Stream {
	url: string;
	count: number;
	/** Signs them; a wrong one makes forged deliveries. */
	secret: string;
	/** The event's order is called `<prefix>-<number>`. */
	prefix: string;
	/** All deliveries are of one event, as the service's retries are. */
	sameEvent?: boolean;
	/** As many at a time, each sent when one is answered. */
	connections: number;
	/** In place of that: as many a second, however long each takes to be answered. */
	perSecond?: number;
}

export interface Sent {
	/** Milliseconds from the first delivery to the last answer. */
	wall: number;
	/** Milliseconds of each delivery, from when it was due to its answer. */
	latencies: number[];
	/** How many were answered with each status. */
	statuses: Record<string, number>;
}

function compose({ secret, prefix, sameEvent }: Stream, number: number, occurredAt: string) {
	const order = { id: randomUUID(), status: 'inprocess', external_id: `${prefix}-${number}` };
	const same = { id: prefix, status: 'inprocess', external_id: prefix };
	const body = JSON.stringify({
		data: { order: sameEvent ? same : order },
		type: 'order.updated',
		retries: sameEvent ? number : 0,
		occurred_at: sameEvent ? occurredAt : new Date().toISOString(),
	});
	const timestamp = String(Math.floor(Date.now() / 1000));
	return {
		body,
		headers: {
			'content-type': 'application/json',
			'x-account-id': 'account',
			'x-webhook-id': 'webhook',
			'x-service-request-timestamp': timestamp,
			'x-service-request-signature': createHmac('sha256', secret)
				.update(`${timestamp}.${body}`)
				.digest('hex'),
		},
	};
}

async function send(stream: Stream): Promise<Sent> {
	const { url, count, connections, perSecond } = stream;
	const dispatcher = new Agent({ connections: perSecond ? 256 : connections });
	const occurredAt = new Date().toISOString();
	const latencies: number[] = [];
	const statuses: Record<string, number> = {};
	const begin = performance.now();
	const deliver = async (number: number, due: number) => {
		const { body, headers } = compose(stream, number, occurredAt);
		let status = 'none';
		try {
			const answer = await request(url, { method: 'POST', headers, body, dispatcher });
			await answer.body.dump();
			status = String(answer.statusCode);
		} catch {
			// Counted as a delivery without an answer.
		}
		statuses[status] = (statuses[status] ?? 0) + 1;
		latencies.push(performance.now() - due);
	};

	if (perSecond) {
		const underWay: Array<Promise<void>> = [];
		for (let number = 0; number < count; number += 1) {
			const due = begin + (number * 1000) / perSecond;
			const wait = due - performance.now();
			if (wait > 0) await delay(wait);
			underWay.push(deliver(number, due));
		}
		await Promise.all(underWay);
	} else {
		let next = 0;
		const takeUp = async () => {
			while (next < count) {
				next += 1;
				await deliver(next - 1, performance.now());
			}
		};
		await Promise.all(Array.from({ length: connections }, takeUp));
	}
	const wall = performance.now() - begin;
	await dispatcher.close();
	return { wall, latencies, statuses };
}

/** Runs as a process of its own, so that its work is not n8n's: one stream for each message. */
process.on('message', (stream: Stream) => {
	void send(stream).then((sent) => process.send?.(sent));
});
