import { PassThrough } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createClient, type ApiClient } from '../../../nodes/PodFulfilment/transport/client.ts';
import { readFile } from '../../../nodes/PodFulfilment/transport/fileReader.ts';
import { DEFAULT_RETRY_POLICY } from '../../../nodes/PodFulfilment/transport/retryPolicy.ts';
import { Run, RunAborted } from '../../../nodes/PodFulfilment/transport/run.ts';
import type { Caller } from '../../../nodes/PodFulfilment/transport/types.ts';
import { MADE_FILES } from '../../support/printFiles/madeFiles.ts';
import { threadMs } from '../../support/threadTime.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const ADDRESS = 'https://files.example.com/tee.png';
const KB = 1024;

const contentOf = (name: string): Buffer =>
	MADE_FILES.find((file) => file.name === name)?.content ?? Buffer.alloc(0);
const PNG = contentOf('PNG');
const PNG_READ = { outcome: 'read', header: { kind: 'PNG', size: { width: 300, height: 200 } } };

interface Response {
	statusCode: number;
	headers?: Record<string, string>;
	body?: unknown;
}

const streamOf = (content: Buffer): PassThrough => {
	const stream = new PassThrough();
	stream.end(content);
	return stream;
};

/** The first and last byte that a request asks for. */
const rangeOf = ({ headers }: IHttpRequestOptions): [number, number] => {
	const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(String(headers?.range)) ?? [];
	return [Number(first), Number(last)];
};

/** A server of one file, with ranges. */
const withRanges =
	(content: Buffer) =>
	(request: IHttpRequestOptions): Response => {
		const [first, last] = rangeOf(request);
		if (first >= content.length) {
			return { statusCode: 416, headers: { 'content-range': `bytes */${content.length}` } };
		}
		const part = content.subarray(first, last + 1);
		const range = `bytes ${first}-${first + part.length - 1}/${content.length}`;
		return { statusCode: 206, headers: { 'content-range': range }, body: streamOf(part) };
	};

/** A server that knows no ranges. */
const withoutRanges = (content: Buffer) => (): Response => ({
	statusCode: 200,
	body: streamOf(content),
});

/** A client of a run, and what it asks other hosts for; an error is thrown. */
function clientOf(
	answer: (request: IHttpRequestOptions, index: number) => Response | Error,
	{ baseUrl = 'https://api.example.com', maxWaitSeconds = 300, run = new Run(10) } = {},
): { client: ApiClient; requests: IHttpRequestOptions[] } {
	const requests: IHttpRequestOptions[] = [];
	const httpRequest = async (request: IHttpRequestOptions): Promise<unknown> => {
		requests.push(request);
		const response = answer(request, requests.length - 1);
		if (response instanceof Error) throw response;
		return await Promise.resolve({ headers: {}, ...response });
	};
	const caller = { helpers: { httpRequest } } as unknown as Caller;
	const policy = { ...DEFAULT_RETRY_POLICY, maxWaitSeconds };
	const client = createClient(caller, { baseUrl, apiKey: 'key-1234567890' }, {}, policy, run);
	return { client, requests };
}

/** Reads while the clock goes on. */
async function reading(client: ApiClient, address = ADDRESS) {
	const result = readFile(client, address);
	await vi.advanceTimersByTimeAsync(400_000);
	return await result;
}

/** A JPEG with a start of frame behind so many bytes of other segments. */
function longJpeg(bytesBefore: number): Buffer {
	const frame = Buffer.from('ffc000110803e807d003012200021101031101', 'hex');
	const filler: Buffer[] = [];
	for (let left = bytesBefore; left > 0; left -= 60_000) {
		const length = Math.max(4, Math.min(left, 60_000));
		const segment = Buffer.alloc(length);
		segment.writeUInt16BE(0xffe2, 0);
		segment.writeUInt16BE(length - 2, 2);
		filler.push(segment);
	}
	return Buffer.concat([Buffer.from('ffd8', 'hex'), ...filler, frame, Buffer.alloc(300 * KB)]);
}
const LONG_READ = {
	outcome: 'read',
	header: { kind: 'JPEG', size: { width: 2000, height: 1000 } },
};

describe('The reading of a print file', () => {
	it('a picture takes one range of 256 kB, uncompressed, without the credential', async () => {
		const { client, requests } = clientOf(withRanges(PNG));
		expect(await reading(client)).toEqual(PNG_READ);
		expect(requests).toHaveLength(1);
		expect(requests[0]).toMatchObject({
			method: 'GET',
			url: ADDRESS,
			headers: { 'accept-encoding': 'identity', range: 'bytes=0-262143' },
			disableFollowRedirect: true,
		});
		expect(JSON.stringify(requests)).not.toContain('key-1234567890');
	});

	it.each([20, 200])('a size behind %i kB is found in it', async (kilobytes) => {
		const { client, requests } = clientOf(withRanges(longJpeg(kilobytes * KB)));
		expect(await reading(client)).toEqual(LONG_READ);
		expect(requests).toHaveLength(1);
	});

	it('a size behind 256 kB is not looked for: it has no size', async () => {
		const { client, requests } = clientOf(withRanges(longJpeg(300 * KB)));
		expect(await reading(client)).toEqual({ outcome: 'read', header: { kind: 'JPEG' } });
		expect(requests).toHaveLength(1);
	});

	it('of a server without ranges 256 kB are read, in one request, and its connection is closed', async () => {
		const stream = new PassThrough({ highWaterMark: 10_000 * KB });
		stream.write(longJpeg(200 * KB));
		const { client, requests } = clientOf(() => ({ statusCode: 200, body: stream }));
		expect(await reading(client)).toEqual(LONG_READ);
		expect(requests).toHaveLength(1);
		expect(stream.destroyed).toBe(true);
	});

	it('more bytes than were asked for are not taken, whatever a server sends as a range', async () => {
		const body = new PassThrough();
		body.write(PNG);
		body.write(Buffer.alloc(1_000 * KB));
		const headers = { 'content-range': 'bytes 0-262143/99999999' };
		const { client } = clientOf(() => ({ statusCode: 206, headers, body }));
		expect(await reading(client)).toEqual(PNG_READ);
		expect(body.destroyed).toBe(true);
	});

	it.each([
		['has another range', { statusCode: 206, headers: { 'content-range': 'bytes 5-99/100' } }],
		['does not say which range it is', { statusCode: 206 }],
		['refuses any range', { statusCode: 416 }],
	])('a server that %s is asked for all of it once', async (_, first) => {
		const { client, requests } = clientOf((_request, index) =>
			index === 0 ? { ...first, body: streamOf(Buffer.from('part')) } : withoutRanges(PNG)(),
		);
		expect(await reading(client)).toEqual(PNG_READ);
		expect(requests.map(({ headers }) => headers?.range)).toEqual(['bytes=0-262143', undefined]);
	});

	it('a range that was compressed in spite of the request is asked for again as a whole', async () => {
		const { client } = clientOf((_, index) => {
			if (index > 0) return withoutRanges(PNG)();
			const body = new PassThrough();
			queueMicrotask(() =>
				body.destroy(Object.assign(new Error('unexpected end of file'), { code: 'Z_BUF_ERROR' })),
			);
			return { statusCode: 206, headers: { 'content-range': 'bytes 0-99/100' }, body };
		});
		expect(await reading(client)).toEqual(PNG_READ);
	});

	it.each([
		['a range of nothing', withRanges(Buffer.alloc(0))],
		['an empty body', withoutRanges(Buffer.alloc(0))],
		['no body', (): Response => ({ statusCode: 204 })],
	])('%s is an empty file', async (_, answer) => {
		const { client } = clientOf(answer);
		expect(await reading(client)).toEqual({ outcome: 'read', header: { kind: 'empty' } });
	});

	it.each([400, 401, 403, 404, 410, 451])('the status %i is asked once', async (statusCode) => {
		const { client, requests } = clientOf(() => ({ statusCode, body: streamOf(PNG) }));
		expect(await reading(client)).toEqual({
			outcome: 'refused',
			status: statusCode,
			reason: `its server answered with status ${statusCode}`,
		});
		expect(requests).toHaveLength(1);
	});

	it.each([408, 429, 500, 502, 503, 504, Object.assign(new Error('x'), { code: 'ECONNRESET' })])(
		'%s is tried again, and the picture is read',
		async (failure) => {
			const { client, requests } = clientOf((request, index) => {
				if (index > 1) return withRanges(PNG)(request);
				return typeof failure === 'number' ? { statusCode: failure } : failure;
			});
			expect(await reading(client)).toEqual(PNG_READ);
			expect(requests).toHaveLength(3);
		},
	);

	it('Retry-After is waited for, and what is longer than Max Waiting Time is not', async () => {
		for (const [maxWaitSeconds, count] of [
			[60, 2],
			[20, 1],
		]) {
			const { client, requests } = clientOf(
				(request, index) =>
					index > 0
						? withRanges(PNG)(request)
						: { statusCode: 429, headers: { 'retry-after': '30' } },
				{ maxWaitSeconds },
			);
			const startedAtMs = Date.now();
			const result = readFile(client, ADDRESS);
			await vi.advanceTimersByTimeAsync(29_000);
			expect(requests).toHaveLength(1);
			await vi.advanceTimersByTimeAsync(60_000);
			expect((await result).outcome).toBe(count === 2 ? 'read' : 'unreachable');
			expect(requests).toHaveLength(count ?? 0);
			expect(Date.now() - startedAtMs).toBeLessThan(90_000);
		}
	});

	it('a server that stays silent is given up within Max Waiting Time', async () => {
		const { client, requests } = clientOf(() => ({ statusCode: 200, body: new PassThrough() }), {
			maxWaitSeconds: 50,
		});
		const result = readFile(client, ADDRESS);
		await vi.advanceTimersByTimeAsync(50_000 + 21_000);
		expect(await result).toEqual({ outcome: 'unreachable', reason: 'no answer came in time' });
		expect(requests.length).toBeGreaterThan(1);
	});

	it("n8n's own protection is no failure of the server, and is not asked again", async () => {
		const { client, requests } = clientOf(
			() => new Error('The request was blocked because it resolves to a restricted IP address'),
		);
		expect(await reading(client)).toEqual({
			outcome: 'blocked',
			reason: expect.stringContaining('N8N_SSRF_ALLOWED_IP_RANGES') as string,
		});
		expect(requests).toHaveLength(1);
	});

	it.each([
		'http://127.0.0.1/a.png',
		'http://2130706433/a.png',
		'http://169.254.169.254/latest/meta-data',
		'http://[::ffff:10.0.0.1]/a.png',
		'https://nas.local/a.png',
		'https://user:password@files.example.com/a.png',
	])('no request is sent to %s, nor by a redirect there', async (address) => {
		for (const isRedirect of [false, true]) {
			const { client, requests } = clientOf(() => ({
				statusCode: 302,
				headers: { location: address },
			}));
			const first = isRedirect ? 'http://files.example.com/moved.png' : address;
			expect((await reading(client, first)).outcome).toBe('notAsked');
			expect(requests).toHaveLength(isRedirect ? 1 : 0);
		}
	});

	it('an internal address is read where the Base URL is internal too', async () => {
		const { client } = clientOf(withRanges(PNG), { baseUrl: 'http://127.0.0.1:4600' });
		expect(await reading(client, 'http://127.0.0.1:9/a.png')).toEqual(PNG_READ);
	});

	it('20 files of 1,000 orders take 20 requests, at most five at once', async () => {
		let underWay = 0;
		let most = 0;
		const { client, requests } = clientOf((request) => {
			underWay += 1;
			most = Math.max(most, underWay);
			const response = withRanges(PNG)(request);
			(response.body as PassThrough).on('end', () => (underWay -= 1));
			return response;
		});
		const addresses = Array.from({ length: 20 }, (_, index) => `${ADDRESS}?${index}`);
		const orders = async () =>
			await Promise.all(
				Array.from(
					{ length: 1_000 },
					async () =>
						await Promise.all(addresses.map(async (address) => await readFile(client, address))),
				),
			);
		const all = orders();
		await vi.advanceTimersByTimeAsync(1_000);
		expect((await all).flat().every(({ outcome }) => outcome === 'read')).toBe(true);
		expect(requests).toHaveLength(20);
		expect(most).toBeLessThanOrEqual(5);
	});

	it('256 kB of a file take at most 20 ms of processor time', async () => {
		const content = longJpeg(200 * KB);
		for (const part of [0, 1, 2]) {
			const { client } = clientOf(withRanges(content));
			const before = threadMs();
			await reading(client, `${ADDRESS}?${part}`);
			// The first is compiled.
			if (part > 0) expect(threadMs() - before).toBeLessThan(20);
		}
	});

	it('nothing is sent once the run is aborted', async () => {
		const run = new Run(10);
		run.abort();
		const { client, requests } = clientOf(withRanges(PNG), { run });
		await expect(readFile(client, ADDRESS)).rejects.toThrow(RunAborted);
		expect(requests).toEqual([]);
	});
});
