import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { startAction, ENGINES } from '../core/engine/execution.ts';
import { openList } from '../core/engine/list.ts';
import { credentialFor } from '../core/engine/run.ts';
import { skipWaits } from '../core/engine/skippedWaits.ts';
import { createParametersWithoutCatalog } from '../core/orderRuns.ts';
import { locate, useSandbox } from '../core/support.ts';
import { sendJson, useServers, type Listening } from './support/servers.ts';

const node = useSandbox();
const listen = useServers();

const API_KEY = `key-${randomBytes(12).toString('hex')}`;
const SIGNING_SECRET = `whsec-${randomBytes(12).toString('hex')}`;

const getOrder: INodeParameters = {
	resource: 'order',
	operation: 'get',
	orderId: locate('id', '1'),
	options: { maxAttempts: 1 },
};

const credentialOf = (baseUrl: string): ICredentialDataDecryptedObject =>
	credentialFor(node.sandbox, { baseUrl, apiKey: ` ${API_KEY}\n`, signingSecret: SIGNING_SECRET });

/** Everything that could be read of a value, whether n8n stores it, shows it or prints it. */
const everythingOf = (value: unknown): string =>
	`${JSON.stringify(value)}\n${inspect(value, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null })}`;

const sayings = (request: { headers: { authorization?: string } }): string[] => {
	const { authorization = '' } = request.headers;
	return [authorization, authorization.replace('Bearer ', '')];
};

/** How a request can end other than well; the service repeats the key wherever it can. */
const ENDS: Array<[end: string, server: () => Promise<Listening>]> = [
	...[400, 401, 403, 404, 409, 422, 429, 500, 503].map(
		(status): [string, () => Promise<Listening>] => [
			`status ${status} that repeats the key`,
			async () =>
				await listen((request, response) => {
					const [header, key] = sayings(request);
					const violations = [{ propertyPath: 'shipping', message: `Not with ${key}` }];
					sendJson(
						response,
						{
							message: `No access with ${header}`,
							detail: `No access with ${key}`,
							...(status === 422 && { violations }),
						},
						status,
					);
				}),
		],
	),
	[
		'a web page that repeats the key',
		async () =>
			await listen((request, response) => response.end(`<p>${sayings(request).join(' ')}</p>`)),
	],
	[
		'a redirect that repeats the key',
		async () =>
			await listen((request, response) => {
				const [, key] = sayings(request);
				response.writeHead(302, { location: `/login?key=${key}`, 'x-key': key }).end();
			}),
	],
	[
		'a connection that breaks',
		async () => await listen((_request, response) => response.destroy()),
	],
	[
		'an answer that breaks off',
		async () =>
			await listen((_request, response) => {
				response.writeHead(200, { 'content-length': '1000' });
				response.write('{"id":');
				setImmediate(() => response.destroy());
			}),
	],
];

/** Ends each execution after its first request. */
const NO_WAIT = { maxAttempts: 1, maxWaitSeconds: 0 };

afterEach(() => {
	vi.restoreAllMocks();
});

describe.each(ENGINES)('The API key and the signing secret, on the engine of %s', (engine) => {
	it.each(ENDS)('no error, item or log holds the key or the secret after %s', async (_, server) => {
		const printed: string[] = [];
		for (const stream of [process.stdout, process.stderr]) {
			vi.spyOn(stream, 'write').mockImplementation((chunk) => {
				printed.push(String(chunk));
				return true;
			});
		}
		for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
			vi.spyOn(console, method).mockImplementation((...values) => {
				printed.push(values.map(everythingOf).join(' '));
			});
		}
		const { url, requests } = await server();
		const credential = credentialOf(url);
		const ended: unknown[] = [];
		for (const parameters of [
			{ ...getOrder, options: NO_WAIT },
			createParametersWithoutCatalog(node.sandbox, 'A-1', NO_WAIT),
		]) {
			const stopped = await startAction({ parameters, credential, engine }).finished;
			expect(stopped.error).toBeDefined();
			const settings = { onError: 'continueRegularOutput' } as const;
			const continued = await startAction({ parameters, credential, engine, settings }).finished;
			expect(continued.error).toBeUndefined();
			expect(continued.json[0]?.error).toMatch(/\S/);
			ended.push(stopped, continued);
		}
		vi.restoreAllMocks();
		// They were sent, so they could have been repeated.
		for (const { authorization } of requests) expect(authorization).toBe(`Bearer ${API_KEY}`);
		expect(requests.length).toBeGreaterThanOrEqual(4);
		for (const all of [everythingOf(ended), printed.join('\n')]) {
			expect(all).not.toContain(API_KEY);
			expect(all).not.toContain(SIGNING_SECRET);
		}
	});

	it('no item of a run that went well holds the key or the secret', async () => {
		const { error, outputs } = await startAction({
			parameters: { resource: 'order', operation: 'getAll', returnAll: true, simplify: false },
			credential: credentialFor(node.sandbox, { signingSecret: SIGNING_SECRET }),
			engine,
		}).finished;
		expect(error).toBeUndefined();
		expect(everythingOf(outputs)).not.toContain(node.sandbox.accounts.demo.apiKey);
		expect(everythingOf(outputs)).not.toContain(SIGNING_SECRET);
	});
});

describe('A long API key, such as a token with claims', () => {
	it.each([1_500, 2_000, 4_000])(
		'a key of %i characters is in no error, and an order that may have been placed is said to be',
		async (length) => {
			const apiKey = randomBytes(length).toString('base64url').slice(0, length);
			const { url, requests } = await listen((request, response) =>
				sendJson(response, { message: `Failed with ${sayings(request).join(' ')}` }, 500),
			);
			const credential = { ...credentialOf(url), apiKey };
			const parameters = createParametersWithoutCatalog(node.sandbox, 'A-1', NO_WAIT);
			const { error } = await startAction({ parameters, credential }).finished;
			expect(requests.length).toBeGreaterThan(0);
			expect(error?.message).toContain('Order "A-1": The service is not available at the moment');
			expect(error?.description).toContain('may have been placed');
			for (const all of [everythingOf(error), `${error?.message} ${error?.description}`]) {
				expect(all).not.toContain(apiKey.slice(0, 20));
				expect(all.length).toBeLessThan(100_000);
			}
		},
	);

	it('nothing is sent with a key that is too long to be one, which the error does not repeat', async () => {
		const { url, requests } = await listen((_request, response) => sendJson(response, {}));
		const apiKey = randomBytes(6_000).toString('base64url');
		const credential = { ...credentialOf(url), apiKey };
		const { error } = await startAction({ parameters: getOrder, credential }).finished;
		expect(error?.message).toBe('The API Key in the credential is too long');
		expect(everythingOf(error)).not.toContain(apiKey.slice(0, 20));
		expect(requests).toHaveLength(0);
	});
});

describe('The error of a list of the editor', () => {
	skipWaits();

	it.each(ENDS)('no error of a list holds the key or the secret: %s', async (_, server) => {
		const { url } = await server();
		const failure: unknown = await openList('searchProducts', {
			credential: credentialOf(url),
		}).then(
			() => expect.unreachable('nothing was refused'),
			(error: unknown) => error,
		);
		expect(everythingOf(failure)).not.toContain(API_KEY);
		expect(everythingOf(failure)).not.toContain(SIGNING_SECRET);
	});
});
