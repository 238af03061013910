import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../sandbox/support/receiver.ts';
import { type SandboxProcess, startSandboxProcess } from './support/sandboxProcess.ts';
import { DEMO_KEY, JSON_TYPE, send } from './support/send.ts';

let receiver: Receiver;
let sandbox: SandboxProcess;
beforeAll(async () => {
	receiver = await startReceiver();
	sandbox = await startSandboxProcess('--orders', '9', '--webhook-url', receiver.url);
});
afterAll(async () => {
	await sandbox.stop();
	await receiver.close();
});

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return await send(`${sandbox.url}${path}`, 'POST', { ...JSON_TYPE, ...headers }, text);
};

/** Proves that the sandbox still does its work: it moves an order and delivers the signed event. */
async function expectItWorks(): Promise<void> {
	expect(sandbox.isRunning()).toBe(true);
	await send(`${sandbox.url}/_sandbox/faults`, 'DELETE');
	await send(`${sandbox.url}/_sandbox/rate-limit`, 'DELETE');
	const webhook = { url: receiver.url, signingSecret: 'a secret' };
	const options = { seed: { orders: 9 }, webhook, responseLimitMilliseconds: 60_000 };
	expect((await post('/_sandbox/reset', options)).status).toBe(200);
	receiver.received.length = 0;
	const stepped = await post('/_sandbox/orders/@demo-00001/step', { status: 'pending' });
	expect(stepped.status).toBe(200);
	await post('/_sandbox/wait-for', { kind: 'delivery', match: { status: 200 } });
	expect(receiver.received.map(({ json }) => json.type)).toContain('order.updated');
	expect(sandbox.isRunning()).toBe(true);
}

/** Each verb with a body: what it needs, and every member that it takes. */
const VERBS: Array<[string, Record<string, unknown>, string]> = [
	[
		'/reset',
		{},
		'timeScale autoAdvance autoConfirm pageSize seed headerBrand creditHeaderBrand creditsIncluded webhook rateLimit responseLimitMilliseconds checkFileDimensions port allowRemoteWebhooks',
	],
	['/webhook', { url: 'http://127.0.0.1:9/' }, 'url signingSecret account'],
	['/orders/@demo-00001/step', {}, 'status account'],
	['/mockup-tasks', {}, 'variantIds account'],
	['/faults', {}, 'match rate times delayMilliseconds status headers body reset statusAfterCommit'],
	['/rate-limit', { requests: 5, perMilliseconds: 5 }, 'requests perMilliseconds'],
	['/api-keys', {}, 'apiKey account'],
	[
		'/events',
		{ type: 'any', data: {} },
		'type data envelope account signingSecret timestamp headers body attempts',
	],
	['/wait-for', { kind: 'request', timeoutMilliseconds: 1 }, 'kind match timeoutMilliseconds'],
];

const VALUES: unknown[] = [
	...[7, -1, 1e300, true, null, '', 'text', 'line\nbreak: x', [], [7], {}],
	...[{ a: 7 }, { url: 7 }, { signingSecret: 7, url: 'http://127.0.0.1:9/' }],
	...[{ 'bad header': 'x' }, { 'content-length': '1' }, { products: 1e300 }, { orders: -1 }],
];

describe('A body of the control verbs', () => {
	it.each(VERBS)('no body of %s ends the sandbox', async (path, base, members) => {
		for (const member of members.split(' ')) {
			for (const value of VALUES) {
				const { status } = await post(`/_sandbox${path}`, { ...base, [member]: value });
				expect([200, 400], `${member}: ${JSON.stringify(value)}`).toContain(status);
				await send(`${sandbox.url}/api/orders`, 'GET', DEMO_KEY).catch(() => undefined);
			}
			await send(`${sandbox.url}/_sandbox/faults`, 'DELETE');
			await send(`${sandbox.url}/_sandbox/rate-limit`, 'DELETE');
		}
		for (const body of ['null', '7', '"text"', '[]', '{', 'text', '']) {
			expect([200, 400]).toContain((await post(`/_sandbox${path}`, body)).status);
		}
		await expectItWorks();
	});

	it.each([
		['/webhook', { url: 'http://127.0.0.1:9/', signingSecret: 7 }, 'body/signingSecret'],
		['/events', { type: 'any', data: {}, signingSecret: 7 }, 'body/signingSecret'],
		['/reset', { webhook: { url: 'http://127.0.0.1:9/', signingSecret: 7 } }, 'signingSecret'],
	])('a body may not name a number as the signing secret of %s', async (path, body, message) => {
		const { status, text } = await post(`/_sandbox${path}`, body);
		expect(status).toBe(400);
		expect(text).toContain(`${message} must be string`);
		await expectItWorks();
	});
});

const nested = (open: string, close: string, depth: number) =>
	open.repeat(depth) + '1' + close.repeat(depth);

const DEEP: Array<[string, (depth: number) => string]> = [
	['arrays', (depth) => nested('[', ']', depth)],
	['objects', (depth) => nested('{"a":', '}', depth)],
];

describe('A deeply nested body', () => {
	it.each(DEEP)('deep nesting of %s is refused, and the log is readable', async (_name, deep) => {
		const value = deep(100_000);
		const bodies: Array<[string, string, string, number]> = [
			['POST', '/api/orders', `{"externalId":${value}}`, 400],
			['POST', '/api/orders', value, 400],
			['PATCH', '/api/orders/@demo-00001', `{"recipient":${value}}`, 400],
			['POST', '/_sandbox/events', `{"type":"any","data":{"a":${value}}}`, 400],
			['POST', '/_sandbox/events', `{"type":"any","data":{},"envelope":{"a":${value}}}`, 400],
			['POST', '/_sandbox/faults', `{"status":500,"body":${value}}`, 400],
			['POST', '/_sandbox/wait-for', `{"kind":"request","match":{"body":${value}}}`, 400],
		];
		for (const [method, path, body, expected] of bodies) {
			const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
			const headers = { ...DEMO_KEY, 'content-type': type };
			const { status } = await send(`${sandbox.url}${path}`, method, headers, body);
			expect(status, path).toBe(expected);
		}
		const log = await send(`${sandbox.url}/_sandbox/requests`, 'GET');
		expect(log.status).toBe(200);
		expect(JSON.parse(log.text)).toMatchObject([{ path: '/api/orders' }, {}, {}]);
		await expectItWorks();
	});

	it('a body may have as many levels as any order needs', async () => {
		const body = `{"externalId":"deep","x":${nested('[', ']', 100)}}`;
		expect((await post('/api/orders', body, DEMO_KEY)).status).toBe(422);
		const log = await send(`${sandbox.url}/_sandbox/requests`, 'GET');
		expect(JSON.parse(log.text)).toMatchObject([{ body: { externalId: 'deep' } }]);
	});
});

describe('Webhook URLs', () => {
	const REFUSED: Array<[string, string]> = [
		['file:///etc/passwd', 'must begin with http'],
		['ftp://127.0.0.1/', 'must begin with http'],
		['javascript:alert(1)', 'must begin with http'],
		['data:text/plain,x', 'must begin with http'],
		['ws://127.0.0.1:9/', 'must begin with http'],
		['http://shop.example/hook', 'leads to shop.example'],
		['https://127.0.0.1.shop.example/', 'leads to 127.0.0.1.shop.example'],
		['http://localhost.shop.example/', 'leads to localhost.shop.example'],
		['http://127.0.0.1@shop.example/', 'leads to shop.example'],
		['http://192.168.0.1/', 'leads to 192.168.0.1'],
		['http://10.0.0.1/', 'leads to 10.0.0.1'],
		['http://169.254.169.254/latest/meta-data', 'leads to 169.254.169.254'],
		['http://[fd00::1]/', 'leads to [fd00::1]'],
		['http://[::ffff:192.168.0.1]/', 'leads to [::ffff:c0a8:1]'],
		['nowhere', 'is not a URL'],
	];

	it.each(REFUSED)('the webhook URL %s is refused, however it is set', async (url, message) => {
		for (const [path, body] of [
			['/_sandbox/webhook', { url }],
			['/_sandbox/webhook', { url, account: 'other' }],
			['/_sandbox/reset', { webhook: { url } }],
		] as const) {
			const { status, text } = await post(path, body);
			expect(status).toBe(400);
			expect(text).toContain(message);
		}
		const accounts = await send(`${sandbox.url}/_sandbox/accounts`, 'GET');
		expect(accounts.text).not.toContain(JSON.stringify(url));
	});

	it.each(['http://127.0.0.1:9/a', 'http://localhost:9/', 'https://[::1]:9/', 'http://0x7f.1:9/'])(
		'the webhook URL %s is accepted: it is this machine',
		async (url) => {
			expect((await post('/_sandbox/webhook', { url })).status).toBe(200);
		},
	);

	it('a webhook URL may lead to other machines if the command allows it, and no verb does', async () => {
		const allowing = await startSandboxProcess('--allow-remote-webhooks');
		const set = async (url: string) =>
			await send(`${allowing.url}/_sandbox/webhook`, 'POST', JSON_TYPE, JSON.stringify({ url }));
		// Nothing is sent there: without orders that move there are no events.
		expect((await set('https://shop.example/hook')).status).toBe(200);
		expect((await set('file:///etc/passwd')).status).toBe(400);
		await allowing.stop();

		const { status } = await post('/_sandbox/reset', { allowRemoteWebhooks: true });
		expect(status).toBe(400);
		expect((await post('/_sandbox/webhook', { url: 'http://shop.example/' })).status).toBe(400);
	});
});

describe('The request log', () => {
	it('the request log shows no cookie, key or token, with whatever header it was sent', async () => {
		const secrets = Object.fromEntries(
			[
				'cookie',
				'authorization',
				'proxy-authorization',
				'x-api-key',
				'api-key',
				'x-auth-token',
				'x-csrf-token',
				'x-client-secret',
				'x-n8n-api-key',
				'browser-session-id',
			].map((name, index) => [name, `n8n-auth=private${index}`]),
		);
		await post('/_sandbox/reset', {});
		await send(`${sandbox.url}/api/orders?page=1`, 'GET', secrets);
		await send(`${sandbox.url}/api/orders`, 'GET', { ...secrets, ...DEMO_KEY });
		const { text } = await send(`${sandbox.url}/_sandbox/requests`, 'GET');
		expect(JSON.parse(text)).toMatchObject([
			{ status: 401, headers: { cookie: '[redacted]', authorization: '[redacted]' } },
			{ status: 200, headers: { cookie: '[redacted]', authorization: 'Bearer [redacted]' } },
		]);
		expect(text).not.toContain('private');
		expect(text).not.toContain('sandbox-demo-key');
	});
});
