import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { SIGNATURE, TIMESTAMP } from '../fuzz/delivery.ts';
import { ANSWER_LIMIT_MILLISECONDS } from '../fuzz/send.ts';
import { orderWith, useWebhooks } from './webhooks.ts';

const webhooks = useWebhooks();
const { expectHealthy } = webhooks;

describe('Requests that are no proper HTTP', () => {
	const head = (...lines: string[]) =>
		`POST ${webhooks.server.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines.map((line) => `${line}\r\n`).join('')}`;
	const signed = () => {
		const { headers, body } = orderWith('1');
		return { lines: headers.map(([name, value]) => `${name}: ${value}`), body: body.toString() };
	};

	/** Writes the bytes and waits for the end of the connection. */
	async function exchange(bytes: string, then: 'wait' | 'leave' = 'wait'): Promise<string> {
		const { hostname, port } = new URL(webhooks.server.url);
		const socket = connect(Number(port), hostname);
		const received: Buffer[] = [];
		socket.on('data', (chunk: Buffer) => received.push(chunk));
		// A connection that is reset has ended, too.
		socket.on('error', () => {});
		let isForgotten = false;
		socket.setTimeout(ANSWER_LIMIT_MILLISECONDS, () => {
			isForgotten = true;
			socket.destroy();
		});
		const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
		socket.write(Buffer.from(bytes, 'latin1'), () => {
			if (then === 'leave') socket.destroy();
		});
		await closed;
		expect(isForgotten).toBe(false);
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
		['no host', () => `POST ${webhooks.server.path} HTTP/1.1\r\nConnection: close\r\n\r\n`],
		['no HTTP at all', () => `${signed().body}\r\n\r\n`],
		[
			'a broken address',
			() =>
				head().replace(webhooks.server.path, `${webhooks.server.path}/%ff%00/../__proto__`) +
				'\r\n',
		],
	];

	it.each(cases)('%s is answered with no success, and starts nothing', async (_title, bytes) => {
		const before = await expectHealthy();
		expect(await exchange(bytes())).not.toMatch(/^HTTP\/1\.1 2/);
		expect(await expectHealthy()).toBe(before + 1);
	});

	it.each(['identity', 'gzip', 'deflate'])(
		'a caller who leaves amid its body (%s) starts nothing',
		async (encoding) => {
			const before = await expectHealthy();
			const { lines, body } = signed();
			const request = head(...lines, `Content-Encoding: ${encoding}`, 'Content-Length: 5000');
			for (let call = 0; call < 50; call++) await exchange(`${request}\r\n${body}`, 'leave');
			expect(await expectHealthy()).toBe(before + 1);
		},
	);
});
