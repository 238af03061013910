import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/n8n/paths.ts';
import { N8nRest } from '../../scripts/n8n/rest.ts';
import type { LocalSecrets } from '../../scripts/n8n/secrets.ts';

interface Run {
	code: number | null;
	output: string;
}

/** Starts the script; `printed` resolves when its output holds the text, or when it has ended. */
const launch = (...args: string[]) => {
	const child = spawn(process.execPath, [join(root, 'scripts', 'start.ts'), ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	const collect = (chunk: Buffer) => (output += String(chunk));
	child.stdout.on('data', collect);
	child.stderr.on('data', collect);
	const ended = once(child, 'close').then(([code]): Run => ({
		code: code as number | null,
		output,
	}));
	const printed = async (text: string): Promise<string> => {
		const isThere = new Promise<void>((resolve) => {
			const look = () => output.includes(text) && resolve();
			child.stdout.on('data', look);
			look();
		});
		await Promise.race([isThere, ended]);
		return output;
	};
	return { ended, printed, interrupt: () => child.kill('SIGINT') };
};

const run = async (...args: string[]): Promise<Run> => await launch(...args).ended;

const placedOrder = (output: string) => /external ID (demo-[\d-]+)/.exec(output)?.[1];

const anyPorts = ['--n8n-port', '0', '--sandbox-port', '0'];
let folder: string;
let first: Run;
let takenPort: number;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-start-'));
	const occupied = createServer().listen(0, '127.0.0.1');
	await once(occupied, 'listening');
	takenPort = (occupied.address() as AddressInfo).port;
	first = await run('--once', '--folder', folder, '--n8n-port', String(takenPort));
	occupied.close();
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

describe('npm start -- --once', () => {
	it('npm start takes an order from being placed to its tracking link and exits 0', () => {
		expect(first.output).toMatch(/external ID demo-\d{8}-\d{6}-\d{3}, id \S+, status \w+/);
		expect(first.output).toMatch(
			/webhook {2}order\.updated shipped, attempt 1: signature verified, answered 200/,
		);
		expect(first.output).toMatch(/item {5}order\.updated shipped/);
		expect(first.output).toMatch(/item {5}shipment\.created shipped/);
		expect(first.output).toMatch(/Tracking link: https?:\/\/\S+/);
		expect(first.code).toBe(0);
	});

	it('npm start names a port that is taken and chooses another', () => {
		expect(first.output).toMatch(new RegExp(`port ${takenPort} is taken, so on port \\d+`));
	});

	it('npm start shows no key and no secret, and keeps its own in a file for this user alone', async () => {
		const file = join(folder, 'secrets.json');
		const { encryptionKey, owner } = JSON.parse(await readFile(file, 'utf8')) as LocalSecrets;
		for (const secret of [encryptionKey, owner.password, 'sandbox-demo-key', 'signing-secret']) {
			expect(first.output).not.toContain(secret);
		}
		expect((await stat(file)).mode & 0o777).toBe(0o600);
	});

	it('npm start exits 1 and says what is wrong with an option it does not know', async () => {
		const { code, output } = await run('--twice');
		expect(code).toBe(1);
		expect(output).toContain('--twice');
	});
});

describe('npm start, the second time', () => {
	it('the second npm start keeps the data, places another order, names its login, and ends with Ctrl-C', async () => {
		const second = launch('--folder', folder, ...anyPorts);
		const output = await second.printed('until you press Ctrl-C');
		expect(output).toContain('"Place an Order", kept from an earlier start');
		expect(output).toContain('"Follow the Parcel", kept from an earlier start');
		expect(placedOrder(output)).toMatch(/^demo-/);
		expect(placedOrder(output)).not.toBe(placedOrder(first.output));

		const { owner } = JSON.parse(
			await readFile(join(folder, 'secrets.json'), 'utf8'),
		) as LocalSecrets;
		const editor = /The editor: (\S+)/.exec(output)?.[1] ?? '';
		expect(output).toContain(owner.password);
		const rest = new N8nRest(editor);
		await rest.signIn(owner);
		expect(await rest.call<unknown[]>('GET', '/rest/credentials')).toHaveLength(1);
		expect(await rest.call<unknown[]>('GET', '/rest/workflows')).toHaveLength(2);

		const third = await run('--once', '--folder', folder, ...anyPorts);
		expect(third.code).toBe(1);
		expect(third.output).toContain('It runs already');

		second.interrupt();
		expect((await second.ended).code).toBe(0);
		await expect(fetch(`${editor}/healthz`)).rejects.toThrow();
	});

	it('npm start exits 1 and names the step that did not work', async () => {
		const file = join(folder, 'secrets.json');
		const secrets = JSON.parse(await readFile(file, 'utf8')) as LocalSecrets;
		const owner = { ...secrets.owner, password: 'Another-password-1' };
		await writeFile(file, JSON.stringify({ ...secrets, owner }));
		const { code, output } = await run('--once', '--folder', folder, ...anyPorts);
		expect(code).toBe(1);
		expect(output).toContain('The step "Sign in" did not work');
		expect(output).toContain(join(folder, 'n8n.log'));
	});
});
