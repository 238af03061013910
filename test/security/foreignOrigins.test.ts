import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { stateOf } from './support/sandboxState.ts';
import { DEMO_KEY, JSON_TYPE, send } from './support/send.ts';

let sandbox: Sandbox;
let verbs: string[];
let changing: Array<{ method: string; path: string }>;
beforeAll(async () => {
	sandbox = await startSandbox({
		seed: { orders: 9 },
		webhook: { url: 'http://127.0.0.1:9/hook', signingSecret: 'the real one' },
	});
	const list = await send(`${sandbox.url}/_sandbox`, 'GET');
	({ verbs } = JSON.parse(list.text) as { verbs: string[] });
	changing = [...verbs.map(callOf).filter(({ method }) => method !== 'GET'), ...endpoints()];
});
beforeEach(() => sandbox.control.clearRecords());
afterAll(async () => await sandbox.close());

/** A verb as a call that would succeed, on a seeded order, shipment or mockup task. */
function callOf(verb: string): { method: string; path: string } {
	const [method = '', path = ''] = verb.split(' ');
	const order = sandbox.control.orders().find(({ shipments }) => shipments.length > 0);
	const ids: Record<string, string | undefined> = {
		orders: order?.id,
		shipments: order?.shipments[0]?.id,
		'mockup-tasks': sandbox.control.mockupTasks()[0]?.id,
		'api-keys': 'sandbox-demo-key',
		deliveries: 'none',
	};
	const id = ids[path.split('/')[1] ?? ''] ?? '';
	return { method, path: `/_sandbox${path.replace(':id', id)}` };
}

/** Section 4: the endpoints that change something. */
const endpoints = () => [
	{ method: 'POST', path: '/api/orders' },
	{ method: 'PATCH', path: '/api/orders/@demo-00001' },
	{ method: 'PATCH', path: '/api/orders/@demo-00001/order_item/x' },
	{ method: 'POST', path: '/api/orders/@demo-00001/confirm' },
	{ method: 'POST', path: '/api/orders/@demo-00001/cancel' },
	{ method: 'POST', path: '/api/orders/@demo-00003/refund' },
];

const port = () => new URL(sandbox.url).port;

/** What browsers send along with the requests of a page that is not the sandbox's own. */
const FOREIGN: Array<[string, () => Record<string, string>]> = [
	['the origin of another site', () => ({ origin: 'http://shop.example' })],
	['the origin of another port', () => ({ origin: 'http://127.0.0.1:5678' })],
	['the origin of another name', () => ({ origin: `http://localhost:${port()}` })],
	['the origin of another scheme', () => ({ origin: `https://127.0.0.1:${port()}` })],
	['its own origin with a suffix', () => ({ origin: `${sandbox.url}.shop.example` })],
	['an opaque origin', () => ({ origin: 'null' })],
	['an empty origin', () => ({ origin: '' })],
	['Sec-Fetch-Site: cross-site', () => ({ 'sec-fetch-site': 'cross-site' })],
	['Sec-Fetch-Site: same-site', () => ({ 'sec-fetch-site': 'same-site' })],
];

/** With a body and without: the published key and a JSON body change nothing about the refusal. */
const BODIES: Array<[Record<string, string>, string | undefined]> = [
	[{}, undefined],
	[{ ...JSON_TYPE, ...DEMO_KEY }, '{"url":"http://127.0.0.1:9/other"}'],
	[{ 'content-type': 'text/plain' }, '{"url":""}'],
	[{ 'content-type': 'application/x-www-form-urlencoded' }, 'url='],
];

describe('A web page of another origin', () => {
	it.each(FOREIGN)(
		'a page of another origin changes nothing by any method on any path, with %s',
		async (_name, foreign) => {
			const before = await stateOf(sandbox);
			expect(changing.length).toBeGreaterThan(20);
			for (const { method, path } of changing) {
				for (const [headers, body] of BODIES) {
					const all = { ...headers, ...foreign() };
					const { status, text } = await send(`${sandbox.url}${path}`, method, all, body);
					expect(status, `${method} ${path}`).toBe(403);
					expect(JSON.parse(text)).toEqual({
						code: 403,
						message: 'A web page of another origin cannot change anything here.',
					});
				}
			}
			expect(await stateOf(sandbox)).toBe(before);
			expect(sandbox.control.requests()).toEqual([]);
		},
	);

	it('a page of another origin changes nothing by a GET, the one method that it may use', async () => {
		const before = await stateOf(sandbox);
		const paths = verbs.map(callOf).filter(({ method }) => method === 'GET');
		expect(paths.length).toBeGreaterThan(5);
		for (const path of [...paths.map(({ path }) => path), '/', '/_sandbox/files/a.png']) {
			const { status } = await send(`${sandbox.url}${path}`, 'GET', {
				origin: 'http://shop.example',
				'sec-fetch-site': 'cross-site',
			});
			expect(status, path).toBe(200);
		}
		for (const { path } of changing) {
			await send(`${sandbox.url}${path}`, 'GET', { origin: 'http://shop.example', ...DEMO_KEY });
		}
		expect(await stateOf(sandbox)).toBe(before);
	});

	it.each(['/', '/_sandbox', '/_sandbox/accounts', '/_sandbox/files/a.png', '/api/orders', '/x'])(
		'a page reads nothing from %s under a name that its DNS server resolves to this machine',
		async (path) => {
			const names = [
				'shop.example',
				'127.0.0.1.shop.example',
				'localhost.shop.example',
				'1270001',
				'0.0.0.0',
				'[::2]',
				'192.168.0.1',
			];
			for (const method of ['GET', 'POST']) {
				for (const host of names) {
					const headers = {
						...DEMO_KEY,
						host: `${host}:${port()}`,
						'x-forwarded-host': `127.0.0.1:${port()}`,
						origin: `http://${host}:${port()}`,
						'sec-fetch-site': 'same-origin',
					};
					const { status, text } = await send(`${sandbox.url}${path}`, method, headers);
					expect(status, host).toBe(403);
					expect(text).toContain('answers only on this machine');
				}
			}
			expect(sandbox.control.requests()).toEqual([]);
		},
	);
});

describe('The clients that may change the sandbox', () => {
	it.each([
		['a client that is no browser', () => ({})],
		['its own page', () => ({ origin: sandbox.url, 'sec-fetch-site': 'same-origin' })],
		['a user, from the address bar', () => ({ 'sec-fetch-site': 'none' })],
		['localhost', () => ({ host: `localhost:${port()}`, origin: `http://localhost:${port()}` })],
	])('%s may change the sandbox', async (_name, headers) => {
		const { status } = await send(`${sandbox.url}/_sandbox/mockup-tasks`, 'POST', headers());
		expect(status).toBe(200);
	});
});
