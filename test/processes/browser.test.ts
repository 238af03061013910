import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { launchChromium } from '../e2e/browser/support/chromium.ts';
import { stateOf } from '../security/support/sandboxState.ts';

let sandbox: Sandbox;
let otherServer: Server;
let browser: Browser;
/** One for all tests: this build of Chromium ends when its first page is closed. */
let page: Page;
beforeAll(async () => {
	sandbox = await startSandbox({
		seed: { orders: 9 },
		webhook: { url: 'http://127.0.0.1:9/hook', signingSecret: 'the real one' },
	});
	otherServer = createServer((_request, response) => {
		response.setHeader('content-type', 'text/html').end('<!doctype html><title>A shop</title>');
	}).listen(0, '127.0.0.1');
	await once(otherServer, 'listening');
	browser = await launchChromium({ webSecurity: true });
	page = await browser.newPage();
});
afterAll(async () => {
	await browser.close();
	otherServer.closeAllConnections();
	otherServer.close();
	await sandbox.close();
});

/** Paths whose POST needs nothing else to change the sandbox. */
const targets = (): string[] => {
	const [task] = sandbox.control.mockupTasks();
	return [
		'/_sandbox/reset',
		'/_sandbox/webhook',
		'/_sandbox/mockup-tasks',
		'/_sandbox/api-keys',
		'/_sandbox/faults',
		'/_sandbox/events',
		'/_sandbox/orders/@demo-00001/step',
		`/_sandbox/mockup-tasks/${task?.id}/expire`,
		'/api/orders/@demo-00001/cancel',
	];
};

/** What a script may start without the consent of the server: no preflight, or one that fails. */
async function sendFromScript(address: string): Promise<string> {
	const json = { 'content-type': 'application/json' };
	const text = { 'content-type': 'text/plain' };
	const body = '{"url":"","type":"any","data":{}}';
	const attempts: RequestInit[] = [
		{ mode: 'no-cors' },
		{ mode: 'no-cors', headers: text, body },
		{ mode: 'no-cors', body: new URLSearchParams({ url: '' }) },
		{ mode: 'no-cors', credentials: 'include', keepalive: true },
		{ mode: 'cors' },
		{ mode: 'cors', headers: json, body },
		{ mode: 'cors', headers: { ...json, authorization: 'Bearer sandbox-demo-key' }, body },
		{ mode: 'cors', method: 'DELETE' },
		{ mode: 'cors', method: 'PATCH' },
	];
	for (const attempt of attempts) {
		await fetch(address, { method: 'POST', ...attempt }).catch(() => undefined);
	}
	(navigator as unknown as { sendBeacon(url: string, data: string): boolean }).sendBeacon(
		address,
		body,
	);
	return await fetch(address, { mode: 'cors' }).then(
		async (response) => await response.text(),
		() => 'cannot be read',
	);
}

/** Submits a form, as a page can even without a script. */
async function submitForm(address: string, enctype: string): Promise<void> {
	await page.setContent(`<iframe name="hidden"></iframe>
		<form method="post" target="hidden" enctype="${enctype}" action="${address}">
		<input type="hidden" name='{"url":"","x":"' value='"}'><button>Win a prize</button></form>`);
	const submitted = page.waitForEvent('requestfinished', (request) => request.url() === address);
	await page.click('button');
	await submitted;
}

describe('A page in a real browser', () => {
	it.each(['127.0.0.1', 'localhost'])(
		'a page from another port of %s changes nothing by script or form',
		async (host) => {
			const refused: string[] = [];
			const passed: string[] = [];
			const sort = (response: Response) => {
				const method = response.request().method();
				if (!response.url().startsWith(sandbox.url) || method === 'GET') return;
				(response.status() === 403 ? refused : passed).push(`${method} ${response.url()}`);
			};
			page.on('response', sort);
			await page.goto(`http://${host}:${(otherServer.address() as AddressInfo).port}/`);
			const before = await stateOf(sandbox);
			for (const target of targets()) {
				const address = `${sandbox.url}${target}`;
				expect(await page.evaluate(sendFromScript, address)).toBe('cannot be read');
				await submitForm(address, 'application/x-www-form-urlencoded');
				await submitForm(address, 'text/plain');
				expect(refused.filter((call) => call === `POST ${address}`).length).toBeGreaterThan(5);
			}
			expect(passed).toEqual([]);
			expect(await stateOf(sandbox)).toBe(before);
			page.off('response', sort);
		},
	);

	it('a page of the sandbox itself may use the control verbs', async () => {
		await page.goto(sandbox.url);
		const status = await page.evaluate(
			async () => (await fetch('/_sandbox/mockup-tasks', { method: 'POST' })).status,
		);
		expect(status).toBe(200);
	});
});
