import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

import { ENGINES, startAction } from './engine/execution.ts';
import { openList } from './engine/list.ts';
import { PollingN8n } from './engine/polling.ts';
import { credentialFor } from './engine/run.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import { createParameters, locate, useSandbox } from './support.ts';

const node = useSandbox();
skipWaits();

const getOrder = {
	resource: 'order',
	operation: 'get',
	orderId: locate('externalId', 'SHOP-1001'),
};

/** What was pasted for a key, and what is said of it. */
const PASTED: ReadonlyArray<[pasted: (key: string) => string, problem: string]> = [
	[() => '', 'is empty'],
	[() => ' \n', 'is empty'],
	[(key) => `Bearer ${key}`, 'contains the word "Bearer"'],
	[(key) => `authorization: bearer ${key}`, 'contains the word "Authorization"'],
	[(key) => `"${key}"`, 'is in quotation marks'],
	[(key) => `${key.slice(0, 6)}\n${key.slice(6)}`, 'contains a line break'],
	[(key) => `Token ${key}`, 'contains a space'],
];

/** What a user could see of an error: everything but the stack, which names files of the test. */
const visible = (error: unknown): string =>
	JSON.stringify(error, (key, value: unknown) => (key === 'stack' ? undefined : value)) ?? '';

describe('Refusals of the service (spec section 7)', () => {
	it('the error for 403 names the credential to check', async () => {
		const { error } = await node.run(getOrder, {
			credential: credentialFor(node.sandbox, { apiKey: 'sandbox-wrong-key' }),
		});
		expect(error?.message).toBe('The service refused the API key');
		expect(error?.description).toContain('Check the API Key in the credential "Demo Shop"');
		expect(visible(error)).not.toContain('sandbox-wrong-key');
	});

	it.each(ENGINES)(
		'nothing is sent with a key that was pasted with more, on the engine of %s',
		async (engine) => {
			const { apiKey } = node.sandbox.accounts.demo;
			for (const [pasted, problem] of PASTED) {
				const credential = credentialFor(node.sandbox, { apiKey: pasted(apiKey) });
				for (const parameters of [getOrder, createParameters(node.sandbox)]) {
					const { error } = await startAction({ parameters, credential, engine }).finished;
					expect(error?.message).toBe(`The API Key in the credential ${problem}`);
					expect(error?.description).toMatch(/^Enter /);
					expect(visible(error)).not.toContain(apiKey);
				}
			}
			expect(node.sandbox.control.requests()).toEqual([]);
		},
	);

	it('the lists and the polling trigger refuse such a key in the same words', async () => {
		const { apiKey } = node.sandbox.accounts.demo;
		for (const [pasted, problem] of PASTED) {
			const credential = credentialFor(node.sandbox, { apiKey: pasted(apiKey) });
			const message = `The API Key in the credential ${problem}`;
			await expect(openList('searchOrders', { credential })).rejects.toThrow(message);
			const polling = new PollingN8n({ credential });
			await expect(polling.activate()).rejects.toThrow(message);
			await expect(polling.fetchTestEvent()).rejects.toThrow(message);
		}
		expect(node.sandbox.control.requests()).toEqual([]);
	});

	it('the error for 404 names what was not found', async () => {
		const { error } = await node.run(getOrder);
		expect(error?.message).toBe('Order "SHOP-1001" was not found');
	});

	it.each([
		{ operation: 'get' },
		{ operation: 'confirm' },
		{ operation: 'refund' },
		{ operation: 'update', updateFields: { shipping: 'STANDARD' } },
		{ resource: 'shipment', operation: 'getAll', returnAll: true },
		{
			resource: 'orderItem',
			operation: 'update',
			orderItemId: locate('id', 'i1'),
			updateFields: { quantity: 2 },
		},
	])('the error for 404 says how to find an order by its number in a shop: %o', async (fields) => {
		const orderId = locate('externalId', '1001');
		const { error } = await node.run({ resource: 'order', orderId, ...fields });
		expect(error?.message).toContain('rder "1001" was not found');
		expect(error?.description).toMatch(
			/^If 1001 is its number in your shop, choose "From List" and search for 1001\. .* Check that it exists in the account that the credential "Demo Shop" belongs to\./,
		);
	});

	it("the error for another account's order is 404", async () => {
		await node.run(createParameters(node.sandbox));
		const { error } = await node.run(getOrder, {
			credential: credentialFor(node.sandbox, { apiKey: node.sandbox.accounts.other.apiKey }),
		});
		expect(error?.message).toBe('Order "SHOP-1001" was not found');
	});

	it('the error for 422 lists every violation by its field', async () => {
		const body = node.sandbox.control.exampleOrder({ externalId: 'V-1' });
		const [item] = body.orderItems;
		const { error } = await node.run({
			resource: 'order',
			operation: 'create',
			externalId: 'V-1',
			shipping: 'STANDARD',
			specifyRecipient: 'json',
			recipientJson: body.recipient,
			specifyItems: 'json',
			itemsJson: JSON.stringify([
				{ ...item, variantId: 'none' },
				{ ...item, variantId: 'gone', externalId: 'LINE-2' },
			]),
			options: { fillFromCatalog: false },
		});
		expect(error?.message).toMatch(
			/^The service does not accept 2 values: Items \(JSON\) at \[0\]\.variantId: \S.*; Items \(JSON\) at \[1\]\.variantId: \S/,
		);
		// The editor shows a description as HTML.
		expect(error?.description).toMatch(
			/^Items \(JSON\) at \[0\]\.variantId: \S[^<]*<br>\nItems \(JSON\) at \[1\]\.variantId: \S[^<]*<br>\nCorrect /,
		);
		expect(node.sandbox.control.orders()).toEqual([]);
	});

	it('the error for 409 of a new order says that no order is known to be placed when none is found', async () => {
		const { control } = node.sandbox;
		const body = { detail: 'The customer is locked' };
		control.injectFault({ match: { method: 'POST', path: '/api/orders' }, status: 409, body });
		const { error } = await node.run(createParameters(node.sandbox));
		expect(error?.message).toBe(
			'The service refused order "SHOP-1001" because of a conflict: The customer is locked',
		);
		expect(error?.description).toMatch(
			/^No order with this External ID was found, so none is known to be placed\. Run the node again later/,
		);
		expect(control.orders()).toEqual([]);
	});

	it('the error for 422 of a suspended account says so', async () => {
		const { error } = await node.run(getOrder, {
			credential: credentialFor(node.sandbox, {
				apiKey: node.sandbox.accounts.suspended.apiKey,
			}),
		});
		expect(error?.message).toBe('The account is suspended');
	});

	it('the error for 410 says that it is gone', async () => {
		const task = await node.sandbox.control.createMockupTask();
		await node.sandbox.control.expireMockupTask(task.id);
		const { error } = await node.run({
			resource: 'mockupTask',
			operation: 'get',
			mockupTaskId: locate('id', task.id),
		});
		expect(error?.message).toBe(`Mockup task "${task.id}" is no longer available`);
	});

	it.each([
		[400, 'The service could not read the request'],
		[401, 'The service refused the API key'],
		[405, 'The service does not offer this operation for order "SHOP-1001"'],
		[415, 'The service does not take the request in this form'],
		[429, 'The service asks for fewer requests'],
		[500, 'The service is not available at the moment'],
		[502, 'The service is not available at the moment'],
		[503, 'The service is not available at the moment'],
		[504, 'The service is not available at the moment'],
	])('the error for %i says what happened and what to do', async (status, message) => {
		node.sandbox.control.injectFault({ status, headers: { 'retry-after': '7' } });
		const { error } = await node.run({
			...getOrder,
			options: { maxAttempts: 1, maxWaitSeconds: 0 },
		});
		// For 400 with the words of the service.
		expect(error?.message.replace(/(read the request): .*/, '$1')).toBe(message);
		expect(error?.description).toMatch(/\.$/);
		if (status === 429) expect(error?.description).toContain('Try again in 7 seconds');
	});

	it('the error says that a change may have been made when neither its response nor the order can be read', async () => {
		node.sandbox.control.injectFault({ match: { method: 'POST' }, reset: 'afterCommit' });
		node.sandbox.control.injectFault({ match: { path: '/api/orders/*' }, status: 500 });
		const { error } = await node.run(createParameters(node.sandbox));
		expect(error?.message).toBe(
			'Order "SHOP-1001": The service could not be reached; a retry does not place it twice',
		);
		expect(error?.description).toContain('Order "SHOP-1001" may have been placed');
		expect(visible(error)).not.toContain(node.sandbox.accounts.demo.apiKey);
		expect(node.sandbox.control.orders()).toHaveLength(1);

		node.sandbox.control.clearFaults();
		const again = await node.run(createParameters(node.sandbox));
		expect(again.error).toBeUndefined();
		expect(node.sandbox.control.orders()).toHaveLength(1);
	});
});

describe('Responses of something that is not the service', () => {
	const servers: Server[] = [];
	afterEach(() => {
		for (const server of servers.splice(0)) server.close();
	});

	const answering = async (
		status: number,
		body: string,
		headers: Record<string, string> = {},
	): Promise<string> => {
		const server = createServer((_, response) => response.writeHead(status, headers).end(body));
		servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	};

	it.each([
		['a web page', '<html></html>', 'The answer of the service could not be read'],
		['JSON that is cut off', '{ "id": "1", "sta', 'The answer of the service could not be read'],
		['a list in place of an order', '[]', 'The answer of the service is not what was expected'],
		['nothing', '', 'The answer of the service is not what was expected'],
	])('a response that is %s never becomes a half-filled item', async (_, body, message) => {
		const { error, outputs } = await node.run(getOrder, {
			credential: credentialFor(node.sandbox, { baseUrl: await answering(200, body) }),
		});
		expect(error?.message).toBe(message);
		expect(outputs.flat()).toEqual([]);
	});

	it('a redirect does not lead the key to another address', async () => {
		const { error } = await node.run(getOrder, {
			credential: credentialFor(node.sandbox, {
				baseUrl: await answering(302, '', { location: `${node.sandbox.url}/api/orders` }),
			}),
		});
		expect(error?.message).toBe('The address of the service leads elsewhere');
		expect(node.sandbox.control.requests()).toEqual([]);
	});

	it('a link does not lead a list to another host', async () => {
		const baseUrl = await answering(
			200,
			JSON.stringify({
				'hydra:member': [{ id: '1' }],
				'hydra:view': { 'hydra:next': `${node.sandbox.url}/api/orders?page=2` },
			}),
		);
		const { error } = await node.run(
			{ resource: 'order', operation: 'getAll', returnAll: true },
			{ credential: credentialFor(node.sandbox, { baseUrl }) },
		);
		expect(error).toBeUndefined();
		expect(node.sandbox.control.requests()).toEqual([]);
	});

	it('a list ends when its pages link to themselves', async () => {
		const baseUrl = await answering(
			200,
			JSON.stringify({
				'hydra:member': [{ id: '1' }],
				'hydra:view': { 'hydra:next': '/api/orders?page=2' },
			}),
		);
		const { json, error } = await node.run(
			{ resource: 'order', operation: 'getAll', returnAll: true },
			{ credential: credentialFor(node.sandbox, { baseUrl }) },
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
	});

	it('the error says when nothing answers at the address', async () => {
		const baseUrl = await answering(200, '');
		await new Promise((resolve) => servers.pop()?.close(resolve));
		const { error } = await node.run(getOrder, {
			credential: credentialFor(node.sandbox, { baseUrl }),
		});
		expect(error?.message).toBe('The service could not be reached');
		expect(error?.description).toContain(baseUrl);
	});
});
