import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { SIGNATURE, withHeader, type Delivery } from '../fuzz/delivery.ts';
import { statusesOf } from '../fuzz/oracle.ts';
import { orderWith, useWebhooks } from './webhooks.ts';

const MEGABYTE = 1024 * 1024;

const webhooks = useWebhooks();
const { answerTo, expectHealthy } = webhooks;

const forged = (delivery: Delivery): Delivery => ({
	...delivery,
	headers: withHeader(delivery, SIGNATURE, '0'.repeat(64)),
});

const gzipped = (delivery: Delivery): Delivery => ({
	...delivery,
	body: gzipSync(delivery.body, { level: 1 }),
	headers: withHeader(delivery, 'Content-Encoding', 'gzip'),
});

/** JSON of about this many bytes, made of so many pieces. */
const shapes: Record<string, (bytes: number) => string> = {
	letters: (bytes) => `"${'x'.repeat(bytes)}"`,
	numbers: (bytes) => `[${'0,'.repeat(bytes / 2)}0]`,
	objects: (bytes) => `[${'{},'.repeat(bytes / 3)}{}]`,
	keys: (bytes) => `{${Array.from({ length: bytes / 12 }, (_, key) => `"k_${key}":1`).join(',')}}`,
	snakes: (bytes) => `{"${'a_'.repeat(bytes / 2)}":1}`,
	escapes: (bytes) => `"${'\\u00e4'.repeat(bytes / 6)}"`,
};

/**
 * The status of the answer, or `cutOff`: n8n may refuse a body before it has read all of it, and the end of the
 * connection then overtakes its answer.
 */
const statusOf = async (delivery: Delivery): Promise<number | 'cutOff'> => {
	try {
		return (await answerTo(delivery)).status;
	} catch (error) {
		const { code = '' } = error as NodeJS.ErrnoException;
		if (['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(code)) return 'cutOff';
		throw error;
	}
};

describe('A delivery of many bytes', () => {
	afterEach(async () => void (await expectHealthy()));

	it.each(Object.keys(shapes))('1.9 MB of %s are accepted when signed', async (shape) => {
		const delivery = orderWith(shapes[shape]?.(1.9 * MEGABYTE) ?? '');
		expect((await answerTo(delivery)).status).toBe(200);
		expect((await answerTo(forged(delivery))).status).toBe(401);
	});

	it.each([
		['[', ']'],
		['{"a":', '}'],
	])('a delivery that holds 500,000 times %s is no event, signed or not', async (open, close) => {
		const delivery = orderWith(`${open.repeat(500_000)}1${close.repeat(500_000)}`);
		expect((await answerTo(delivery)).status).toBe(400);
		expect((await answerTo(forged(delivery))).status).toBe(401);
	});

	it.each([
		['plain', (delivery: Delivery) => delivery],
		['in gzip', gzipped],
		['in chunks', (delivery: Delivery) => ({ ...delivery, chunked: true })],
	])(
		"a delivery sent %s is accepted up to 2 MB, and refused one byte above or at n8n's own limit",
		async (_title, way) => {
			const withoutText = orderWith('""').body.length;
			for (const size of [2 * MEGABYTE, 2 * MEGABYTE + 1, 16 * MEGABYTE, 16 * MEGABYTE + 1]) {
				const delivery = way(orderWith(`"${'x'.repeat(size - withoutText)}"`));
				const executions = await expectHealthy();
				const status = await statusOf(delivery);
				expect([...statusesOf(delivery, Date.now()), 'cutOff']).toContain(status);
				const isTaken = size === 2 * MEGABYTE;
				expect(status === 200).toBe(isTaken);
				// The delivery that asks for them is one itself.
				expect((await expectHealthy()) - executions).toBe(isTaken ? 2 : 1);
			}
		},
	);

	it('thirty forged deliveries of 16 MB leave memory as it was', async () => {
		const delivery = forged(orderWith(`"${'x'.repeat(15.9 * MEGABYTE)}"`));
		const asBytes = {
			...delivery,
			headers: withHeader(delivery, 'Content-Type', 'application/octet-stream'),
		};
		const inGzip = gzipped(asBytes);
		const attempt = async (times: number) => {
			for (let sent = 0; sent < times; sent++) {
				expect((await answerTo(sent % 3 ? asBytes : inGzip)).status).toBe(401);
			}
			return (await webhooks.server.measure()).bytes;
		};
		const before = await attempt(6);
		// One body that is kept would be seen.
		expect((await attempt(24)) - before).toBeLessThan(12 * MEGABYTE);
	});
});
