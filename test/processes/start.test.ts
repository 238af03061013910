import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { N8nRest } from '../../scripts/n8n/rest.ts';
import type { LocalSecrets } from '../../scripts/n8n/secrets.ts';
import type { Workflow } from '../../scripts/n8n/workflows.ts';
import { ANY_PORTS, launchStart, LINK_PATTERN, type EndedStart } from '../e2e/support/start.ts';

const run = async (...args: string[]): Promise<EndedStart> => await launchStart(...args).ended;

let folder: string;
let first: EndedStart;
let takenPort: number;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-start-'));
	const occupied = createServer().listen(0, '127.0.0.1');
	await once(occupied, 'listening');
	takenPort = (occupied.address() as AddressInfo).port;
	first = await run('--once', '--folder', folder, ...ANY_PORTS, '--n8n-port', String(takenPort));
	occupied.close();
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

describe('npm start -- --once', () => {
	it('npm start -- --once orders on the page, gets the tracking link by mail, follows it and exits 0', () => {
		expect(first.output).toMatch(/Order on the shop's page: order \d+, 1 × Ceramic Mug \(/);
		expect(first.output).toMatch(
			/Get the tracking link by mail: http:\/\/127\.0\.0\.1:\d+\/_sandbox\/parcels\/\w{8,} \(/,
		);
		expect(first.output).toMatch(/✓ Follow the parcel/);
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
	let second: ReturnType<typeof launchStart>;
	let output: string;
	let owner: LocalSecrets['owner'];
	let editor: URL;
	let rest: N8nRest;
	let workflows: Workflow[];

	beforeAll(async () => {
		second = launchStart('--folder', folder, ...ANY_PORTS);
		output = await second.printed(LINK_PATTERN);
		const secrets = await readFile(join(folder, 'secrets.json'), 'utf8');
		({ owner } = JSON.parse(secrets) as LocalSecrets);
		editor = new URL(/Workflows: (\S+)/.exec(output)?.[1] ?? '');
		rest = new N8nRest(editor.origin);
		await rest.signIn(owner);
		workflows = await rest.call<Workflow[]>('GET', '/rest/workflows');
	});

	it('the second npm start keeps the data and names its login', async () => {
		// Its shop listens on another port than before, which only the credential says.
		expect(output).toContain('"WooCommerce", kept from an earlier start');
		expect(editor.pathname).toBe('/home/workflows');
		expect(output).toContain(owner.password);
		expect(await rest.call<unknown[]>('GET', '/rest/credentials')).toHaveLength(2);
		expect(workflows.map(({ name }) => name)).toEqual(['WooCommerce']);
	});

	it('it tells in the terminal of an order on the page, and of the mail with its tracking number', async () => {
		const shop = /The shop: (\S+)/.exec(output)?.[1] ?? '';
		const sku = /name="sku" value="([^"]+)"/.exec(await (await fetch(shop)).text())?.[1] ?? '';
		await fetch(`${shop}/checkout`, { method: 'POST', body: new URLSearchParams({ sku }) });
		const told = await second.printed(/mail to the customer: .*\/_sandbox\/parcels\/\w{8,}/);
		expect(told).toMatch(/order \d+: 1 × Ceramic Mug → Ada Lovelace in Berlin/);
	});

	it('the one link at the end signs any browser in and leads to the page of the shop, and no other path does', async () => {
		const link = LINK_PATTERN.exec(output)?.[1] ?? '';
		const opened = await fetch(link, { redirect: 'manual' });
		expect(opened.status).toBe(302);
		const shop = opened.headers.get('location') ?? '';
		const page = await (await fetch(shop)).text();
		expect(page).toContain('Order a Mug');
		expect(page).toContain(`href="${editor.origin}/workflow/${workflows[0]?.id}"`);
		const cookie = opened.headers.getSetCookie().map((text) => text.split(';')[0]);
		const anyBrowser = new N8nRest(editor.origin, { cookie: cookie.join('; '), browserId: 'any' });
		expect(await anyBrowser.call('GET', '/rest/login')).toMatchObject({ email: owner.email });
		const guessed = await fetch(new URL('/other', link), { redirect: 'manual' });
		expect(guessed.status).toBe(404);
		expect(guessed.headers.getSetCookie()).toEqual([]);
	});

	it('npm start ends at once where another one runs, and that one ends with Ctrl-C', async () => {
		const third = await run('--once', '--folder', folder, ...ANY_PORTS);
		expect(third.code).toBe(1);
		expect(third.output).toContain('It runs already');

		second.interrupt();
		expect((await second.ended).code).toBe(0);
		await expect(fetch(`${editor.origin}/healthz`)).rejects.toThrow();
		await expect(fetch(LINK_PATTERN.exec(output)?.[1] ?? '')).rejects.toThrow();
	});

	it('npm start exits 1 and names the step that did not work', async () => {
		const file = join(folder, 'secrets.json');
		const secrets = JSON.parse(await readFile(file, 'utf8')) as LocalSecrets;
		const owner = { ...secrets.owner, password: 'Another-password-1' };
		await writeFile(file, JSON.stringify({ ...secrets, owner }));
		const { code, output } = await run('--once', '--folder', folder, ...ANY_PORTS);
		expect(code).toBe(1);
		expect(output).toContain('The step "Sign in" did not work');
		expect(output).toContain(join(folder, 'n8n.log'));
	});
});
