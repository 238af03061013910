import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';

import { FileRefusal } from '../../../nodes/PodFulfilment/transport/foreignFile.ts';
import { downloadImage } from '../../../nodes/PodFulfilment/transport/imageDownload.ts';
import type { Caller } from '../../../nodes/PodFulfilment/transport/types.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
const SERVICE = 'https://api.example.com';
const ADDRESS = 'https://images.example.com/tee.png';

/** This machine and private networks, in every way in which an address may be written. */
const INTERNAL_ADDRESSES = [
	'127.0.0.1',
	'127.1',
	'127.255.255.254',
	'127.0.0.1.',
	'2130706433',
	'0x7f000001',
	'0x7f.1',
	'0177.0.0.1',
	'017700000001',
	'①②⑦.⓪.⓪.①',
	'0.0.0.0',
	'0',
	'10.0.0.1',
	'10.255.255.255',
	'167772161',
	'100.64.0.1',
	'100.100.100.200',
	'100.127.255.255',
	'169.254.169.254',
	'2852039166',
	'172.16.0.1',
	'172.31.255.255',
	'192.168.1.10',
	'192.0.0.8',
	'192.0.2.1',
	'192.88.99.1',
	'198.18.0.1',
	'198.51.100.1',
	'203.0.113.1',
	'224.0.0.1',
	'255.255.255.255',
	'[::]',
	'[::1]',
	'[0:0:0:0:0:0:0:1]',
	'[::ffff:127.0.0.1]',
	'[::ffff:a9fe:a9fe]',
	'[::127.0.0.1]',
	'[64:ff9b::10.0.0.1]',
	'[64:ff9b:1::1]',
	'[2001:0:7f00:1::]',
	'[2002:7f00:1::]',
	'[1fff::1]',
	'[2001:1ff::1]',
	'[2001:db8::1]',
	'[3fff::1]',
	'[fc00::1]',
	'[fd00:ec2::254]',
	'[fe80::1]',
	'[febf::1]',
	'[fec0::1]',
	'[ff02::1]',
	'localhost',
	'LOCALHOST',
	'localhost.',
	'localhost..',
	'%6cocalhost',
	'n8n.localhost',
	'localhost.localdomain',
	'router.lan',
	'nas.home',
	'fritz.box',
	'kubernetes.default.svc',
	'intranet.corp',
	'168.63.129.16',
	'n8n.localhost.',
	'redis',
	'redis.',
	'nas.local',
	'nas.home.arpa',
	'metadata.google.internal',
].map((host) => `https://${host}/a.png`);

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
	const result = await downloadImage(contextWith(...responses).caller, SERVICE, address, {});
	return result instanceof FileRefusal ? result.reason : undefined;
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
			expect(await downloadImage(caller, SERVICE, ADDRESS, {})).toEqual({
				content,
				mimeType,
				extension,
			});
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
		await downloadImage(caller, SERVICE, ADDRESS, {
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

	it.each([true, false])(
		'certificates are checked unless the credential says that they need not be: %s',
		async (skipSslCertificateValidation) => {
			const { caller, requests } = contextWith(imageOf(PNG));
			await downloadImage(caller, SERVICE, ADDRESS, { skipSslCertificateValidation });
			expect(requests.map((request) => request.skipSslCertificateValidation ?? false)).toEqual([
				skipSslCertificateValidation,
			]);
		},
	);

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

	it.each(INTERNAL_ADDRESSES)(
		'no request is sent to %s, nor by a redirect there',
		async (internal) => {
			for (const responses of [[], [redirectTo('/2'), redirectTo(internal)]]) {
				const { caller, requests } = contextWith(...responses);
				const address = responses.length === 0 ? internal : ADDRESS;
				const result = await downloadImage(caller, SERVICE, address, {});
				expect(result).toEqual(
					new FileRefusal(
						'its address is on this machine or in a private network, and the Base URL in the credential is not',
					),
				);
				expect(requests).toHaveLength(responses.length);
			}
		},
	);

	it.each(INTERNAL_ADDRESSES)(
		'%s is asked where the Base URL is internal too',
		async (internal) => {
			for (const service of [
				'http://127.0.0.1:4600',
				'http://localhost:4600',
				'http://[::1]:4600',
				'https://192.168.1.10/shop',
				'https://pod-service',
				'https://pod.home.arpa',
			]) {
				const { caller, requests } = contextWith(imageOf(PNG));
				expect(await downloadImage(caller, service, internal, {})).toHaveProperty('content', PNG);
				expect(requests).toHaveLength(1);
			}
		},
	);

	it.each([
		'https://user:password@images.example.com/a.png',
		'https://user@images.example.com/a.png',
		'https://:password@images.example.com/a.png',
		'https://images.example.com%2f@127.0.0.1/a.png',
	])(
		'no request is sent to %s, nor by a redirect there, whatever the Base URL is',
		async (address) => {
			for (const service of [SERVICE, 'http://127.0.0.1:4600']) {
				for (const responses of [[], [redirectTo(address)]]) {
					const { caller, requests } = contextWith(...responses);
					const first = responses.length === 0 ? address : ADDRESS;
					expect(await downloadImage(caller, service, first, {})).toEqual(
						new FileRefusal('its address contains a user name or password'),
					);
					expect(requests).toHaveLength(responses.length);
				}
			}
		},
	);

	it.each([
		'https://8.8.8.8/a.png',
		'https://172.15.255.255/a.png',
		'https://172.32.0.1/a.png',
		'https://100.128.0.1/a.png',
		'https://[2606:4700::1111]/a.png',
		'https://[2001:4860:4860::8888]/a.png',
		'https://[2000::1]/a.png',
		'https://[2001:200::1]/a.png',
		'https://[2400:1ff::1]/a.png',
		'https://[3ffe:db8::1]/a.png',
		'https://10.0.0.1.example.com/a.png',
		'https://localhost.example.com/a.png',
		'https://internal.example.com./a.png',
	])('%s is on the internet, and asked', async (address) => {
		expect(await reasonFrom(address, imageOf(PNG))).toBeUndefined();
	});

	it('three redirects are followed, and no fourth', async () => {
		const three = [redirectTo('/1', 301), redirectTo('/2', 307), redirectTo('/3', 308)];
		expect(await reasonFrom(ADDRESS, ...three, imageOf(PNG))).toBeUndefined();
		const four = ['/1', '/2', '/3', '/4'].map((location) => redirectTo(location));
		expect(await reasonFrom(ADDRESS, ...four)).toBe('its server redirects more than 3 times');
	});

	it.each([300, 304, 401, 404, 500])('the status %i is named', async (statusCode) => {
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
				const downloading = downloadImage(caller, SERVICE, ADDRESS, settings);
				await vi.advanceTimersByTimeAsync(allowedMs + 1_000);
				expect(await downloading).toEqual(new FileRefusal('no answer came in time'));
				expect(Date.now() - startedAtMs).toBeLessThanOrEqual(allowedMs + 1_000);
				expect(requests[0]?.timeout).toBe(allowedMs);
			}
		} finally {
			await vi.runAllTimersAsync();
			vi.useRealTimers();
		}
	});

	it('redirects that take the whole time are not followed: a request without time would have no end', async () => {
		vi.useFakeTimers();
		try {
			const { caller, requests } = contextWith(redirectTo('/2'), redirectTo('/3'));
			const { httpRequest } = caller.helpers;
			caller.helpers.httpRequest = async (options) => {
				vi.setSystemTime(Date.now() + 30_000);
				return (await httpRequest(options)) as unknown;
			};
			expect(await downloadImage(caller, SERVICE, ADDRESS, {})).toEqual(
				new FileRefusal('it took too long'),
			);
			expect(requests.map(({ timeout }) => timeout)).toEqual([60_000, 30_000]);
		} finally {
			vi.useRealTimers();
		}
	});

	it.each([
		[Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'nothing answers at that address'],
		[Object.assign(new Error('x'), { code: 'ENOTFOUND' }), 'there is no server of that name'],
		[
			new Error('The request was blocked because it resolves to a restricted IP address'),
			'the settings of n8n do not allow requests to that address (N8N_SSRF_ALLOWED_IP_RANGES)',
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
