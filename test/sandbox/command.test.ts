import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));
const running: ChildProcess[] = [];
afterEach(() => {
	for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Runs the command and gathers what it prints. */
function run(...options: string[]) {
	const child = spawn(process.execPath, [MAIN, ...options], { stdio: 'pipe' });
	running.push(child);
	let output = '';
	const collect = (chunk: Buffer) => (output += chunk.toString());
	child.stdout.on('data', collect);
	child.stderr.on('data', collect);
	return {
		child,
		output: () => output,
		ended: once(child, 'close').then(([code]) => code as number | null),
		printed: async (text: string) => {
			while (!output.includes(text)) await once(child.stdout, 'data');
			return output;
		},
	};
}

describe('node sandbox/main.ts', () => {
	it('the command prints address, key and secret, answers, and ends with Ctrl-C', async () => {
		const command = run('--port', '0', '--orders', '3', '--webhook-url', 'http://127.0.0.1:9/hook');
		const output = await command.printed('All verbs');
		expect(output).toContain('sandbox-demo-key');
		expect(output).toContain('sandbox-demo-signing-secret');
		expect(output).toContain('http://127.0.0.1:9/hook');
		const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
		const response = await fetch(`${url}/api/orders`, {
			headers: { authorization: 'Bearer sandbox-demo-key' },
		});
		expect(await response.json()).toMatchObject({ 'hydra:totalItems': 3 });
		command.child.kill('SIGINT');
		expect(await command.ended).toBe(0);
	});

	it('the command starts the doubles of the shops beside the sandbox, and ends them with it', async () => {
		const command = run('--port', '0', '--woocommerce-port', '0', '--shopify-port', '0');
		const output = await command.printed('App secret key');
		for (const shop of ['WooCommerce', 'Shopify']) {
			const [, url] = new RegExp(`${shop} +(http://127\\.0\\.0\\.1:\\d+)`).exec(output) ?? [];
			const response = await fetch(`${url}/_shop/orders`, { method: 'POST' });
			expect(await response.json()).toMatchObject({ lines: [{ sku: 'T-S001-WHITE-M' }] });
		}
		command.child.kill('SIGINT');
		expect(await command.ended).toBe(0);
	});

	it('the command names a port that is taken and what to do', async () => {
		const blocker = createServer().listen(0, '127.0.0.1');
		await once(blocker, 'listening');
		const { port } = blocker.address() as AddressInfo;
		const command = run('--port', String(port));
		expect(await command.ended).toBe(1);
		expect(command.output()).toBe(
			`Port ${port} is taken. Choose another with --port, or --port 0 for a free one.\n`,
		);
		blocker.close();
	});

	it.each([
		[['--port', 'abc'], "--port must be a number, not 'abc'"],
		[['--woocommerce-port', 'abc'], "--woocommerce-port must be a number, not 'abc'"],
		[['--time-scale', '0'], 'timeScale must be a number above 0, not 0'],
		[['--webhook-url', 'nowhere'], 'webhook.url is not a URL: nowhere'],
		[['--signing-secret', 'x'], '--signing-secret needs --webhook-url'],
		[['--unknown'], "Unknown option '--unknown'"],
	])('the command refuses %j with a message and ends with 1', async (options, message) => {
		const command = run(...options);
		expect(await command.ended).toBe(1);
		expect(command.output()).toContain(message);
		expect(command.output()).not.toContain('    at ');
	});

	it('the command explains its options', async () => {
		const command = run('--help');
		expect(await command.ended).toBe(0);
		expect(command.output()).toContain('--time-scale');
	});
});
