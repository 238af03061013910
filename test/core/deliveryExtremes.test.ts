import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import {
	SECRET,
	SIGNATURE,
	TIMESTAMP,
	signedDelivery,
	withHeader,
	type Delivery,
} from '../fuzz/delivery.ts';
import { startWebhookServer, type WebhookServer } from '../fuzz/n8n/start.ts';
import { statusesOf } from '../fuzz/oracle.ts';
import { ANSWER_LIMIT_MILLISECONDS, send } from '../fuzz/send.ts';

const MEGABYTE = 1024 * 1024;

let server: WebhookServer;
let pool: Pool;
beforeAll(async () => {
	server = await startWebhookServer(inject('packageFolder'), {
		baseUrl: 'http://127.0.0.1',
		apiKey: 'sandbox-fuzz-key',
		signingSecret: SECRET,
		headerBrand: 'Service',
	});
	pool = new Pool(server.url);
}, 60_000);
afterAll(async () => {
	await pool.destroy();
	await server.stop();
});

let count = 0;

/** A signed order event with this piece of JSON in its order. */
const orderWith = (wide: string): Delivery => {
	const id = `extreme-${count++}`;
	const time = new Date().toISOString();
	const body = `{"type":"order.updated","occurred_at":"${time}","retries":0,"data":{"order":{"id":"${id}","wide":${wide}}}}`;
	return signedDelivery(id, Buffer.from(body), Date.now());
};

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

const answerTo = async (delivery: Delivery) => await send(pool, server.path, delivery);

/** A genuine delivery starts an execution as on the first day. */
async function expectHealthy(): Promise<void> {
	expect(server.exit()).toBeUndefined();
	const { status, headers } = await answerTo(orderWith('1'));
	expect({ status, executions: headers['x-executions'] }).toEqual({ status: 200, executions: '1' });
}

describe('a delivery of many bytes', () => {
	afterEach(expectHealthy);

	it.each(Object.keys(shapes))('of 4 MB of %s is taken when it is signed', async (shape) => {
		const delivery = orderWith(shapes[shape]?.(4 * MEGABYTE) ?? '');
		const answer = await answerTo(delivery);
		expect(answer.status).toBe(200);
		expect(answer.milliseconds).toBeLessThan(ANSWER_LIMIT_MILLISECONDS);
		expect((await answerTo(forged(delivery))).status).toBe(401);
	});

	it.each([
		['[', ']'],
		['{"a":', '}'],
	])('that holds 500,000 times %s is no event, signed or not', async (open, close) => {
		const delivery = orderWith(`${open.repeat(500_000)}1${close.repeat(500_000)}`);
		expect((await answerTo(delivery)).status).toBe(400);
		expect((await answerTo(forged(delivery))).status).toBe(401);
	});

	it.each([0, 1, MEGABYTE])(
		"is taken at n8n's limit of 16 MB and refused %i bytes above",
		async (above) => {
			const empty = orderWith('""').body.length;
			const delivery = orderWith(`"${'x'.repeat(16 * MEGABYTE - empty + above)}"`);
			expect(delivery.body.length - 16 * MEGABYTE).toBe(above);
			for (const way of [delivery, gzipped(delivery), { ...delivery, chunked: true }]) {
				const { status } = await answerTo(way);
				expect(statusesOf(way, Date.now())).toContain(status);
				expect(status === 200).toBe(above === 0 && way === delivery);
			}
		},
	);

	it('and forged, sixty times 16 MB, leaves memory as it was', async () => {
		const delivery = forged(orderWith(`"${'x'.repeat(15.9 * MEGABYTE)}"`));
		const asBytes = {
			...delivery,
			headers: withHeader(delivery, 'Content-Type', 'application/octet-stream'),
		};
		const attempt = async (times: number) => {
			for (let sent = 0; sent < times; sent++) {
				expect((await answerTo(sent % 3 ? asBytes : gzipped(asBytes))).status).toBe(401);
			}
			return (await server.measure()).bytes;
		};
		const before = await attempt(6);
		// One body that is kept would be seen.
		expect((await attempt(54)) - before).toBeLessThan(12 * MEGABYTE);
	});
});

describe('what is no proper HTTP', () => {
	afterEach(expectHealthy);

	const head = (...lines: string[]) =>
		`POST ${server.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines.map((line) => `${line}\r\n`).join('')}`;
	const signed = () => {
		const { headers, body } = orderWith('1');
		return { lines: headers.map(([name, value]) => `${name}: ${value}`), body: body.toString() };
	};

	/** Writes the bytes and waits for the end of the connection. */
	async function exchange(bytes: string, then: 'wait' | 'leave' = 'wait'): Promise<string> {
		const { hostname, port } = new URL(server.url);
		const socket = connect(Number(port), hostname);
		const received: Buffer[] = [];
		socket.on('data', (chunk: Buffer) => received.push(chunk));
		// A connection that is reset has ended, too.
		socket.on('error', () => {});
		const closed = once(socket, 'close', {
			signal: AbortSignal.timeout(ANSWER_LIMIT_MILLISECONDS),
		});
		socket.write(Buffer.from(bytes, 'latin1'), () => {
			if (then === 'leave') socket.destroy();
		});
		await closed;
		return Buffer.concat(received).toString('latin1');
	}

	const cases: Array<[string, () => string]> = [
		[
			'a shorter length than its body',
			() => `${head(...signed().lines, 'Content-Length: 20')}\r\n${signed().body}`,
		],
		[
			'two lengths',
			() => `${head(...signed().lines, 'Content-Length: 2', 'Content-Length: 3')}\r\n{} `,
		],
		['a length below zero', () => `${head(...signed().lines, 'Content-Length: -1')}\r\n{}`],
		['a length that is no number', () => `${head(...signed().lines, 'Content-Length: 1e1')}\r\n{}`],
		[
			'a length and chunks',
			() => `${head('Content-Length: 2', 'Transfer-Encoding: chunked')}\r\n0\r\n\r\n`,
		],
		['chunks of no size', () => `${head('Transfer-Encoding: chunked')}\r\nxyz\r\n{}\r\n0\r\n\r\n`],
		[
			'a line break in its signature',
			() => `${head(`${SIGNATURE}: 00\r\n 00`, `${TIMESTAMP}: 1`)}\r\n`,
		],
		['a NUL in its timestamp', () => `${head(`${TIMESTAMP}: 17636\x0032800`)}\r\n`],
		['a header without a colon', () => `${head(SIGNATURE)}\r\n`],
		['a blank before the colon', () => `${head(`${SIGNATURE} : 00`)}\r\n`],
		[
			'100 KB of headers',
			() => `${head(...Array.from({ length: 100 }, (_, n) => `X-${n}: ${'x'.repeat(1000)}`))}\r\n`,
		],
		['3,000 headers', () => `${head(...Array.from({ length: 3000 }, () => 'a:b'))}\r\n`],
		['no host', () => `POST ${server.path} HTTP/1.1\r\nConnection: close\r\n\r\n`],
		['no HTTP at all', () => `${signed().body}\r\n\r\n`],
		[
			'a broken address',
			() => head().replace(server.path, `${server.path}/%ff%00/../__proto__`) + '\r\n',
		],
	];

	it.each(cases)('such as %s is answered or cut off, and starts nothing', async (_title, bytes) => {
		const before = (await server.measure()).executions;
		expect(await exchange(bytes())).not.toMatch(/^HTTP\/1\.1 2/);
		expect((await server.measure()).executions).toBe(before);
	});

	it.each(['identity', 'gzip', 'deflate'])(
		'such as a caller who leaves amid its body (%s) starts nothing',
		async (encoding) => {
			const before = (await server.measure()).executions;
			const { lines, body } = signed();
			const request = head(...lines, `Content-Encoding: ${encoding}`, 'Content-Length: 5000');
			for (let call = 0; call < 50; call++) await exchange(`${request}\r\n${body}`, 'leave');
			expect((await server.measure()).executions).toBe(before);
		},
	);
});
