import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/n8n/paths.ts';

interface Run {
	code: number | null;
	output: string;
}

const start = async (...args: string[]): Promise<Run> => {
	const child = spawn(process.execPath, [join(root, 'scripts', 'start.ts'), ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
	child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)));
	const [code] = (await once(child, 'close')) as [number | null];
	return { code, output };
};

describe('npm start -- --once', () => {
	let folder: string;
	let first: Run;
	let second: Run;
	let takenPort: number;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-start-'));
		const occupied = createServer().listen(0, '127.0.0.1');
		await once(occupied, 'listening');
		takenPort = (occupied.address() as AddressInfo).port;
		first = await start('--once', '--folder', folder, '--n8n-port', String(takenPort));
		second = await start('--once', '--folder', folder, '--n8n-port', '0', '--sandbox-port', '0');
		occupied.close();
	});
	afterAll(async () => await rm(folder, { recursive: true, force: true }));

	it('takes an order from being placed to its tracking link and exits 0', () => {
		expect(first.output).toMatch(/external ID demo-\d{8}-\d{6}-\d{3}, id \S+, status \w+/);
		expect(first.output).toMatch(
			/webhook {2}order\.updated shipped, attempt 1: signature verified, answered 200/,
		);
		expect(first.output).toMatch(/item {5}order\.updated shipped/);
		expect(first.output).toMatch(/item {5}shipment\.created shipped/);
		expect(first.output).toMatch(/Tracking link: https?:\/\/\S+/);
		expect(first.code).toBe(0);
	});

	it('names a port that is taken and chooses another', () => {
		expect(first.output).toMatch(new RegExp(`port ${takenPort} is taken, so on \\d+`));
	});

	it('shows no key and no secret', async () => {
		const { encryptionKey } = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as {
			encryptionKey: string;
		};
		for (const { output } of [first, second]) {
			expect(output).not.toContain(encryptionKey);
			expect(output).not.toMatch(/sandbox-demo-(key|signing-secret)/);
		}
		expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
	});

	it('keeps the data of the first start and places a new order at the second', () => {
		expect(second.output).toContain('"Place an Order", kept from an earlier start');
		expect(second.output).toContain('"Follow the Parcel", kept from an earlier start');
		const placed = (run: Run) => /external ID (demo-[\d-]+)/.exec(run.output)?.[1];
		expect(placed(second)).toMatch(/^demo-/);
		expect(placed(second)).not.toBe(placed(first));
		expect(second.code).toBe(0);
	});

	it('exits 1 and says what is wrong with an option it does not know', async () => {
		const { code, output } = await start('--twice');
		expect(code).toBe(1);
		expect(output).toContain('--twice');
	});
});
