import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import {
	downloadImage,
	ImageRefusal,
} from '../../../nodes/PodFulfilment/transport/imageDownload.ts';
import type { Caller } from '../../../nodes/PodFulfilment/transport/types.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
const ADDRESS = 'https://images.example.com/tee.png';

interface Response {
	statusCode: number;
	headers?: Record<string, string>;
	body?: unknown;
}

/** A stream of these bytes. */
function streamOf(...chunks: Buffer[]): PassThrough {
	const stream = new PassThrough();
	for (const chunk of chunks) stream.write(chunk);
	stream.end();
	return stream;
}

const imageOf = (content: Buffer): Response => ({ statusCode: 200, body: streamOf(content) });

const redirectTo = (location: string, statusCode = 302): Response => ({
	statusCode,
	headers: { location },
	body: streamOf(Buffer.from('moved')),
});

/** A context whose helper answers with these responses, one after the other; an error is thrown. */
function contextWith(...responses: Array<Response | Error>) {
	const requests: IHttpRequestOptions[] = [];
	const httpRequest = async (options: IHttpRequestOptions): Promise<unknown> => {
		const response = responses[requests.length];
		requests.push(options);
		if (response === undefined) throw new Error('One request too many');
		if (response instanceof Error) throw response;
		return await Promise.resolve({ headers: {}, ...response });
	};
	return { caller: { helpers: { httpRequest } } as unknown as Caller, requests };
}

const reasonFrom = async (
	address: unknown,
	...responses: Array<Response | Error>
): Promise<string | undefined> => {
	const result = await downloadImage(contextWith(...responses).caller, address, {});
	return result instanceof ImageRefusal ? result.reason : undefined;
};

describe('The download of an image', () => {
	it.each([
		['image/png', 'png', PNG],
		['image/jpeg', 'jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2])],
		['image/gif', 'gif', Buffer.from('GIF89a, and more')],
		['image/webp', 'webp', Buffer.from('RIFF1234WEBPVP8 ')],
		['image/bmp', 'bmp', Buffer.from('BM12345678901234')],
	])(
		'%s is told by its first bytes, whatever the server calls it',
		async (mimeType, extension, content) => {
			const { caller } = contextWith({
				...imageOf(content),
				headers: { 'content-type': 'text/html' },
			});
			expect(await downloadImage(caller, ADDRESS, {})).toEqual({ content, mimeType, extension });
		},
	);

	it.each([
		['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
		['a web page', '<!doctype html><title>Not found</title>'],
		['a text that begins as the name of a format', 'BMW'],
		['nothing', ''],
	])('%s is no image, even if its server says so', async (_, content) => {
		expect(
			await reasonFrom(ADDRESS, {
				...imageOf(Buffer.from(content)),
				headers: { 'content-type': 'image/png' },
			}),
		).toBe('it is no PNG, JPEG, GIF, WebP or BMP image');
	});

	it('no request carries a credential or a cookie, and none is followed by n8n itself', async () => {
		const { caller, requests } = contextWith(redirectTo('/b.png'), imageOf(PNG));
		await downloadImage(caller, ADDRESS, {
			proxy: { host: 'proxy.example.com', port: 3128 },
			allowedDomains: 'api.example.com',
		});
		expect(requests.map(({ url }) => url)).toEqual([ADDRESS, 'https://images.example.com/b.png']);
		for (const request of requests) {
			expect(Object.keys(request.headers ?? {})).toEqual(['accept']);
			expect(request).not.toHaveProperty('auth');
			expect(request).not.toHaveProperty('allowedDomains');
			expect(request).toMatchObject({
				disableFollowRedirect: true,
				encoding: 'stream',
				proxy: { host: 'proxy.example.com', port: 3128 },
			});
		}
	});

	it.each([undefined, null, '', 7, {}, 'tee.png', '/tee.png', 'file:///etc/passwd', 'data:,x'])(
		'no request is sent for the address %j',
		async (address) => {
			expect(await reasonFrom(address)).toBe('it has no web address');
		},
	);

	it.each(['file:///etc/passwd', 'http://images.example.com/tee.png', '', 'https://'])(
		'a redirect to %j is not followed',
		async (location) => {
			expect(await reasonFrom(ADDRESS, redirectTo(location))).toBe(
				'its server leads elsewhere than to a web address',
			);
		},
	);

	it('three redirects are followed, and no fourth', async () => {
		const three = [redirectTo('/1', 301), redirectTo('/2', 307), redirectTo('/3', 308)];
		expect(await reasonFrom(ADDRESS, ...three, imageOf(PNG))).toBeUndefined();
		const four = ['/1', '/2', '/3', '/4'].map((location) => redirectTo(location));
		expect(await reasonFrom(ADDRESS, ...four)).toBe('its server redirects more than 3 times');
	});

	it.each([304, 401, 404, 500])('the status %i is named', async (statusCode) => {
		expect(await reasonFrom(ADDRESS, { statusCode, body: streamOf(PNG) })).toBe(
			`its server answered with status ${statusCode}`,
		);
	});

	it('an image over 20 MB is not read to its end', async () => {
		const stream = Object.assign(new EventEmitter(), { destroy: vi.fn() });
		const reason = reasonFrom(ADDRESS, { statusCode: 200, body: stream });
		await vi.waitFor(() => {
			expect(stream.listenerCount('data')).toBe(1);
		});
		const megabyte = Buffer.alloc(1024 * 1024);
		for (let sent = 0; sent < 20; sent += 1) stream.emit('data', megabyte);
		expect(stream.destroy).not.toHaveBeenCalled();
		stream.emit('data', Buffer.of(1));
		expect(await reason).toBe('it is larger than 20 MB');
		expect(stream.destroy).toHaveBeenCalled();
	});

	it('the time for the whole of an image is bounded, and a shorter Timeout of the node holds', async () => {
		vi.useFakeTimers();
		try {
			for (const [settings, allowedMs] of [
				[{}, 60_000],
				[{ timeout: 300_000 }, 60_000],
				[{ timeout: 5_000 }, 5_000],
			] as const) {
				const { caller, requests } = contextWith({ statusCode: 200, body: new PassThrough() });
				const startedAtMs = Date.now();
				const downloading = downloadImage(caller, ADDRESS, settings);
				await vi.advanceTimersByTimeAsync(allowedMs + 1_000);
				expect(await downloading).toEqual(new ImageRefusal('no answer came in time'));
				expect(Date.now() - startedAtMs).toBeLessThanOrEqual(allowedMs + 1_000);
				expect(requests[0]?.timeout).toBe(allowedMs);
			}
		} finally {
			await vi.runAllTimersAsync();
			vi.useRealTimers();
		}
	});

	it.each([
		[Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'nothing answers at that address'],
		[Object.assign(new Error('x'), { code: 'ENOTFOUND' }), 'there is no server of that name'],
		[
			new Error('The request was blocked because it resolves to a restricted IP address'),
			'The request was blocked because it resolves to a restricted IP address',
		],
		[new Error(`Authorization: Bearer key-6f1d`), 'no answer came'],
	])('the failure %s is named', async (error, reason) => {
		expect(await reasonFrom(ADDRESS, error)).toBe(reason);
	});

	it('a body that is not read fails without ending n8n', async () => {
		const body = new PassThrough();
		expect(await reasonFrom(ADDRESS, { statusCode: 404, body })).toContain('404');
		expect(body.destroyed).toBe(true);
		body.emit('error', new Error('aborted'));
	});
});
