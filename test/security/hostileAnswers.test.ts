import { createGzip, gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { afterEach, describe, expect, it } from 'vitest';

import { startAction, ENGINES } from '../core/engine/execution.ts';
import { credentialFor } from '../core/engine/run.ts';
import { createParametersWithoutCatalog } from '../core/orderRuns.ts';
import { locate, useSandbox } from '../core/support.ts';
import { sendJson, useServers } from './support/servers.ts';

const node = useSandbox();
const listen = useServers();

const getOrder = {
	resource: 'order',
	operation: 'get',
	orderId: locate('id', '1'),
	simplify: false,
	options: { maxAttempts: 1 },
};

const MEGABYTE = 1024 * 1024;

const credentialAt = (baseUrl: string) => credentialFor(node.sandbox, { baseUrl });

/** So many megabytes of blanks, which JSON allows anywhere. */
function* blanks(megabytes: number, sent?: (megabytes: number) => void): Generator<Buffer> {
	const megabyte = Buffer.alloc(MEGABYTE, ' ');
	for (let count = 1; count <= megabytes; count += 1) {
		sent?.(count);
		yield megabyte;
	}
}

describe.each(ENGINES)('An oversized response, on the engine of %s', (engine) => {
	const ask = async (url: string, parameters: INodeParameters = getOrder) =>
		await startAction({ parameters, credential: credentialAt(url), engine }).finished;

	it('an oversized response is not read beyond 4 MB, and the connection is closed', async () => {
		let sent = 0;
		let closed: Promise<unknown> | undefined;
		const { url } = await listen((_request, response) => {
			closed = new Promise((resolve) => response.on('close', resolve));
			Readable.from(blanks(1024, (megabytes) => (sent = megabytes))).pipe(response);
		});
		const { error } = await ask(url);
		expect(error?.message).toBe('The answer of the service is too large');
		expect(error?.description).toContain('4 MB');
		await closed;
		expect(sent).toBeGreaterThan(4);
		// What was on its way in the buffers of the connection comes on top.
		expect(sent).toBeLessThan(52);
	});

	it('an oversized response is not unpacked beyond 4 MB either', async () => {
		const { url } = await listen((_request, response) => {
			response.writeHead(200, { 'content-encoding': 'gzip' });
			Readable.from(blanks(1024))
				.pipe(createGzip({ level: 9 }))
				.pipe(response);
		});
		const { error } = await ask(url);
		expect(error?.message).toBe('The answer of the service is too large');
	});

	it('the error after an oversized response to a change says that the change may have been made', async () => {
		const { url } = await listen((request, response) => {
			if (request.method === 'POST') Readable.from(blanks(80)).pipe(response);
			else sendJson(response, {}, 500);
		});
		const { error } = await ask(
			url,
			createParametersWithoutCatalog(node.sandbox, 'BIG-1', { maxAttempts: 1 }),
		);
		expect(error?.description).toContain('may have been placed');
	});

	it('the error of an oversized response with a status that is no success is that of its status', async () => {
		const { url } = await listen((_request, response) => {
			response.writeHead(404);
			Readable.from(blanks(80)).pipe(response);
		});
		const { error } = await ask(url);
		expect(error?.message).toBe('Order "1" was not found');
	});

	it.each([
		['that never comes', ''],
		['that stops in its middle', '{"id":'],
		['that comes drop by drop', ' '],
	])('a response %s is given up after the time that is set', async (_, beginning) => {
		const drops: NodeJS.Timeout[] = [];
		const { url } = await listen((_request, response) => {
			if (beginning === '') return;
			response.writeHead(200);
			response.write(beginning);
			if (beginning === ' ') drops.push(setInterval(() => response.write(' '), 20));
		});
		const { error } = await ask(url, { ...getOrder, requestOptions: { timeout: 300 } });
		for (const drop of drops) clearInterval(drop);
		expect(error?.message).toBe('The service could not be reached');
		expect(error?.description).toMatch(/^No answer came in time: /);
	});
});

describe('A compressed response', () => {
	it.each(['gzip', 'deflate', 'br'])('a response in %s is read as any other', async (encoding) => {
		const { brotliCompressSync, deflateSync } = await import('node:zlib');
		const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding];
		const { url } = await listen((_request, response) => {
			response.writeHead(200, { 'content-encoding': encoding });
			response.end(pack?.(JSON.stringify({ id: '1', name: 'Größe 👕' })));
		});
		const { json: items } = await node.run(getOrder, { credential: credentialAt(url) });
		expect(items).toEqual([{ id: '1', name: 'Größe 👕' }]);
	});

	it('a compressed response that breaks off is no item', async () => {
		const whole = gzipSync(JSON.stringify({ id: '1', name: 'x'.repeat(5_000) }));
		const { url } = await listen((_request, response) => {
			response.writeHead(200, { 'content-encoding': 'gzip' });
			response.end(whole.subarray(0, whole.length - 12));
		});
		const { error, outputs } = await node.run(getOrder, { credential: credentialAt(url) });
		expect(error?.message).toMatch(/could not be (read|reached)/);
		expect(outputs.flat()).toEqual([]);
	});
});

describe('Keys that reach the prototype of an object', () => {
	const polluting =
		'{"id":"1","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"\\u005f_proto__":{"polluted":true},"orderItems":[{"id":"2","__proto__":{"polluted":true}}]}';

	afterEach(() => {
		Reflect.deleteProperty(Object.prototype, 'polluted');
	});

	it.each([true, false])(
		'keys in a response reach no prototype, and no item, with simplify %s',
		async (simplify) => {
			const { url } = await listen((_request, response) => response.end(polluting));
			const { json: items, error } = await node.run(
				{ ...getOrder, simplify },
				{ credential: credentialAt(url) },
			);
			expect(error).toBeUndefined();
			expect(({} as IDataObject).polluted).toBeUndefined();
			expect(items).toHaveLength(1);
			expect(items[0]).toMatchObject({ id: '1', orderItems: [{ id: '2' }] });
			expect(JSON.stringify(items)).not.toMatch(/polluted/);
			expect((items[0] as IDataObject).polluted).toBeUndefined();
		},
	);

	it('keys in JSON that is entered or passed on reach no prototype, and are refused by name', async () => {
		const { recipient, orderItems } = node.sandbox.control.exampleOrder({ externalId: 'P-0' });
		const withKeys = (value: unknown) =>
			JSON.stringify(value).replace(/^(\[?\{)/, '$1"__proto__":{"polluted":true},');
		const recipientJson = withKeys(recipient);
		const itemsJson = withKeys(orderItems);
		const { error } = await node.run({
			resource: 'order',
			operation: 'create',
			externalId: 'P-1',
			specifyRecipient: 'json',
			recipientJson,
			specifyItems: 'json',
			itemsJson,
		});
		expect(error?.description).toContain('Recipient (JSON) has "__proto__", which is no field');
		expect(error?.description).toContain('Items (JSON) has "__proto__", which is no field');
		expect(({} as IDataObject).polluted).toBeUndefined();
		expect(node.sandbox.control.requests().some(({ method }) => method === 'POST')).toBe(false);
	});
});
