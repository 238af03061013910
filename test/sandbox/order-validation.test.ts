import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OrderBody, type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { readPrintFile } from '../../sandbox/validation/print-file-content.ts';
import { skipWaits } from '../core/engine/skippedWaits.ts';
import { call } from './support/client.ts';
import { jpeg, tiff } from './support/images.ts';

skipWaits();

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ timeScale: 1000 });
});
afterAll(async () => await sandbox.close());
afterEach(async () => await sandbox.control.reset());

/** Places an order, waits for its validation and reads it. */
async function validated(change: (body: OrderBody) => void): Promise<Record<string, unknown>> {
	const body = sandbox.control.exampleOrder();
	change(body);
	const placed = await call(sandbox, 'POST', '/api/orders', { body });
	expect(placed.status).toBe(201);
	expect(placed.json.status).toBe('draft');
	await sandbox.control.settled();
	return (await call(sandbox, 'GET', `/api/orders/@${body.externalId}`)).json;
}

const withFile = (url: string) => (body: OrderBody) => {
	for (const item of body.orderItems) {
		for (const placement of item.placements) {
			for (const layer of placement.layers) layer.url = url;
		}
	}
};

describe('Section 7, code 2001: the shipping address', () => {
	it('a complete address leaves the order a draft without errors', async () => {
		const order = await validated(() => undefined);
		expect(order.status).toBe('draft');
		expect(order).not.toHaveProperty('errors');
	});

	it.each(['name', 'address1', 'city', 'countryCode', 'zip'])(
		'an order whose recipient has no %s fails, with the code on the order',
		async (field) => {
			for (const value of [undefined, ' ']) {
				const order = await validated(({ recipient }) => {
					if (value === undefined) delete recipient[field];
					else recipient[field] = value;
				});
				expect(order.status).toBe('failed');
				expect(order.errors).toEqual([
					{ code: '2001', message: expect.any(String), propertyPath: `recipient.${field}` },
				]);
			}
		},
	);

	it('no zip is needed where a country has none, but a state where carriers need one', async () => {
		const hongKong = await validated(({ recipient }) => {
			delete recipient.zip;
			recipient.countryCode = 'HK';
		});
		expect(hongKong.status).toBe('draft');
		const usa = await validated(({ recipient }) => {
			recipient.countryCode = 'US';
		});
		expect(usa.errors).toEqual([
			expect.objectContaining({ code: '2001', propertyPath: 'recipient.stateCode' }),
		]);
	});

	it('an order to a country that does not exist fails', async () => {
		const order = await validated(({ recipient }) => {
			recipient.countryCode = 'QQ';
		});
		expect(order.status).toBe('failed');
	});
});

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const GIF = Buffer.from('47494638396101000100000000ff2c', 'hex');
/** Print files on loopback: path, status and content. */
const FILES: Record<string, [number, Buffer]> = {
	'/photo.jpg': [200, jpeg(3000, 4000)],
	'/small.jpg': [200, jpeg(300, 400)],
	'/scan.tif': [200, tiff(3000, 4000)],
	'/small.tif': [200, tiff(300, 400)],
	'/print.pdf': [200, Buffer.from('%PDF-1.7\n')],
	'/drawing': [200, Buffer.from('<?xml version="1.0"?>\n<svg xmlns="x"></svg>')],
	'/drawing.svg': [200, Buffer.from('<svg xmlns="x" width="10" height="10"></svg>')],
	'/page.png': [200, Buffer.from('<!doctype html><html></html>')],
	'/icon.html': [200, Buffer.from('<html><svg width="10" height="10"></svg></html>')],
	'/animation.gif': [200, GIF],
	'/empty.png': [200, Buffer.alloc(0)],
	'/cut.png': [200, PNG_START],
	'/cut.jpg': [200, jpeg(3000, 4000).subarray(0, 22)],
	'/cut.tif': [200, tiff(3000, 4000).subarray(0, 12)],
	'/gone.png': [410, PNG_START],
	'/moved.png': [302, PNG_START],
};
let files: Server;
let base: string;
const fetched: string[] = [];
beforeAll(async () => {
	files = createServer((request, response) => {
		fetched.push(request.url ?? '');
		const [status, content] = FILES[request.url ?? ''] ?? [404, Buffer.from('')];
		response.writeHead(status).end(content);
	});
	await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
	base = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
});
afterAll(() => files.close());

describe('Section 7, code 1001: print files on loopback, which are fetched', () => {
	it.each(['/photo.jpg', '/print.pdf', '/scan.tif', '/drawing', '/drawing.svg'])(
		'the print file %s is accepted',
		async (path) => {
			expect((await validated(withFile(base + path))).status).toBe('draft');
			expect(fetched).toContain(path);
		},
	);

	it.each([
		'/page.png',
		'/icon.html',
		'/animation.gif',
		'/empty.png',
		'/cut.png',
		'/cut.jpg',
		'/cut.tif',
		'/gone.png',
		'/moved.png',
		'/none.png',
	])('an order with %s fails, with the code on the item', async (path) => {
		const order = await validated(withFile(base + path));
		expect(order.status).toBe('failed');
		expect(order).not.toHaveProperty('errors');
		const [item] = order.orderItems as Array<Record<string, unknown>>;
		expect(item?.errors).toEqual([
			{
				code: '1001',
				message: expect.any(String),
				propertyPath: 'placements[0].layers[0].url',
			},
		]);
	});

	it.each([
		['jpg', jpeg(3000, 4000), 22],
		['tif', tiff(3000, 4000), 12],
	])('nothing is read beyond the end of a %s, whatever is in memory there', (_, whole, length) => {
		expect(readPrintFile(whole.subarray(0, length))).toBeUndefined();
	});

	it('a file on a port where nobody listens fails', async () => {
		expect((await validated(withFile('http://127.0.0.1:1/a.png'))).status).toBe('failed');
	});

	it.each([
		['front.png', 'draft'],
		['front-1200x525.png', 'draft'],
		['art.svg', 'draft'],
		['art.pdf', 'draft'],
		['damaged.png', 'failed'],
		['missing.png', 'failed'],
	])('the sandbox’s own sample file %s makes the order %s', async (name, status) => {
		const order = await validated(withFile(`${sandbox.url}/_sandbox/files/${name}`));
		expect(order.status).toBe(status);
	});
});

describe('Section 7, code 1001: other print files, which are judged by their address', () => {
	it.each([
		['https://cdn.customer.example/art/front.PNG', 'draft'],
		['http://cdn.customer.example/a.jpeg?size=large', 'draft'],
		['https://cdn.customer.example/files/123', 'draft'],
		['https://cdn.customer.example/missing/front.png', 'failed'],
		['https://cdn.customer.example/damaged.png', 'failed'],
		['https://cdn.customer.example/front.docx', 'failed'],
		['https://192.168.1.5/front.png', 'failed'],
		['https://printer.local/front.png', 'failed'],
		['https://intranet/front.png', 'failed'],
	])('the print file %s makes the order %s', async (url, status) => {
		expect((await validated(withFile(url))).status).toBe(status);
	});
});

describe('Section 8: file dimensions', () => {
	beforeEach(async () => await sandbox.control.reset({ checkFileDimensions: true }));
	afterEach(async () => await sandbox.control.reset({ checkFileDimensions: false }));

	it('the dimensions are checked on demand: a PNG must have the size of its placement', async () => {
		expect((await validated(() => undefined)).status).toBe('draft');
		const order = await validated(withFile(`${sandbox.url}/_sandbox/files/small-64x64.png`));
		expect(order).toMatchObject({
			status: 'failed',
			orderItems: [
				{
					errors: [
						{
							code: '1001',
							message: 'The print file has 64 x 64 pixels, the placement 3000 x 4000.',
						},
					],
				},
			],
		});
	});

	it.each([
		['/photo.jpg', 'draft'],
		['/small.jpg', 'failed'],
		['/scan.tif', 'draft'],
		['/small.tif', 'failed'],
		['/print.pdf', 'draft'],
		['/drawing.svg', 'draft'],
	])('the size of %s makes the order %s: PDF and SVG fit any placement', async (path, status) => {
		expect((await validated(withFile(base + path))).status).toBe(status);
	});
});

describe('Section 7: an order that has failed', () => {
	it('a failed order shows the errors in the collection too, and in all places at once', async () => {
		const order = await validated((body) => {
			delete body.recipient.address1;
			withFile(`${sandbox.url}/_sandbox/files/damaged.png`)(body);
		});
		const { json } = await call(sandbox, 'GET', '/api/orders');
		expect(json['hydra:member']).toEqual([
			expect.objectContaining({
				id: order.id,
				errors: [expect.objectContaining({ code: '2001' })],
				orderItems: [
					expect.objectContaining({ errors: [expect.objectContaining({ code: '1001' })] }),
				],
			}),
		]);
	});

	it('a failed order is a draft without errors once it was corrected', async () => {
		const order = await validated(({ recipient }) => delete recipient.address1);
		const path = `/api/orders/${order.id as string}`;
		const still = await call(sandbox, 'PATCH', path, { body: { recipient: { company: 'ACME' } } });
		expect(still.json.status).toBe('draft');
		await sandbox.control.settled();
		expect((await call(sandbox, 'GET', path)).json.status).toBe('failed');
		await call(sandbox, 'PATCH', path, { body: { recipient: { address1: 'Street 1' } } });
		await sandbox.control.settled();
		const corrected = await call(sandbox, 'GET', path);
		expect(corrected.json.status).toBe('draft');
		expect(corrected.json).not.toHaveProperty('errors');
	});

	it('an order keeps the verdict of the last change when an earlier one is judged later', async () => {
		let release: () => void = () => undefined;
		const slow = createServer((_request, response) => {
			release = () => response.writeHead(404).end();
			slow.emit('asked');
		});
		await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
		const asked = once(slow, 'asked');
		const body = sandbox.control.exampleOrder();
		const good = body.orderItems[0]?.placements[0]?.layers[0]?.url;
		withFile(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/slow.png`)(body);
		const placed = await call(sandbox, 'POST', '/api/orders', { body });
		await asked;
		withFile(good ?? '')(body);
		const path = `/api/orders/${placed.json.id as string}`;
		await call(sandbox, 'PATCH', path, { body: { orderItems: body.orderItems } });
		release();
		await sandbox.control.settled();
		slow.close();
		expect((await call(sandbox, 'GET', path)).json.status).toBe('draft');
	});

	it('an order stays canceled that was canceled before its validation had ended', async () => {
		const body = sandbox.control.exampleOrder();
		delete body.recipient.city;
		await call(sandbox, 'POST', '/api/orders', { body });
		await call(sandbox, 'POST', `/api/orders/@${body.externalId}/cancel`);
		await sandbox.control.settled();
		expect(sandbox.control.order(`@${body.externalId}`).status).toBe('canceled');
	});

	it('an order fails that was confirmed before its validation had ended', async () => {
		await sandbox.control.reset({ timeScale: 20 });
		const body = sandbox.control.exampleOrder();
		delete body.recipient.city;
		await call(sandbox, 'POST', '/api/orders', { body });
		const confirmed = await call(sandbox, 'POST', `/api/orders/@${body.externalId}/confirm`);
		expect(confirmed.json.status).toBe('pending');
		await sandbox.control.settled();
		expect(sandbox.control.order(`@${body.externalId}`).status).toBe('failed');
		await sandbox.control.reset({ timeScale: 1000 });
	});
});
