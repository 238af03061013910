// What the video is played on: a new n8n, the sandbox, a registry that has the package, and a browser that records.

import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { npmCommand } from '../../install/npm.mjs';
import { buildPackage, packPackage } from '../../n8n/package.ts';
import { releaseToolsFolder, root } from '../../n8n/paths.ts';
import { choosePort } from '../../n8n/ports.ts';
import { startN8n } from '../../n8n/process.ts';
import { N8nRest } from '../../n8n/rest.ts';
import { localSecrets } from '../../n8n/secrets.ts';
import { onStop } from '../../start/clean-up.ts';
import { startRegistry, type Registry } from '../registry.ts';

const SIZE = { width: 1280, height: 800 };

/** As `npm run sandbox` starts it, on another port. */
const startService = async (): Promise<Sandbox> =>
	await startSandbox({ autoAdvance: true, timeScale: 60, seed: { orders: 45, products: 26 } });

/** Publishes the package as it is to a registry on this machine. */
async function publish(folder: string): Promise<Registry> {
	await buildPackage();
	const { file } = await packPackage(join(folder, 'package'));
	const registry = await startRegistry(folder);
	onStop(async () => await registry.stop());
	await registry.npm(['publish', file, '--ignore-scripts', '--access', 'public'], folder);
	return registry;
}

/**
 * An npm that takes packages from a registry on this machine: n8n names npm's own, and takes another one with a license alone.
 *
 * @returns the folder that it is in
 */
async function npmFor(registry: Registry, folder: string): Promise<string> {
	const bin = join(folder, 'bin');
	await mkdir(bin);
	const { command, args } = npmCommand([]);
	const { PATH, npm_config_userconfig, npm_config_registry } = registry.environment;
	const set = { PATH, npm_config_userconfig, npm_config_registry, HTTPS_PROXY: '' };
	await writeFile(
		join(bin, 'npm'),
		`#!${process.execPath}
const given = process.argv.slice(2).filter((arg) => !arg.startsWith('--registry'));
const env = { ...process.env, ...${JSON.stringify(set)} };
const args = [...${JSON.stringify(args)}, ...given];
const { status } = require('node:child_process').spawnSync(${JSON.stringify(command)}, args, { stdio: 'inherit', env });
process.exit(status ?? 1);
`,
	);
	await chmod(join(bin, 'npm'), 0o755);
	return bin;
}

/** Starts an n8n with nothing installed, and signs its owner in. */
async function startNewN8n(folder: string, bin: string) {
	const { encryptionKey, owner } = await localSecrets(folder);
	const n8n = await startN8n({
		userFolder: folder,
		port: (await choosePort(5678)).port,
		brokerPort: (await choosePort(0)).port,
		encryptionKey,
		logFile: join(folder, 'n8n.log'),
		settings: {
			PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
			// Nothing listens there: n8n asks other servers about a package, and goes on without an answer.
			HTTPS_PROXY: 'http://127.0.0.1:9',
		},
	});
	onStop(async () => await n8n.stop());
	const rest = new N8nRest(n8n.url);
	await rest.signIn(owner);
	return { url: n8n.url, session: rest.session };
}

/**
 * Puts the encoder of the release tools where playwright looks for its own, which is not in a package of npm. Before
 * playwright is loaded.
 */
async function provideEncoder(folder: string): Promise<void> {
	const tools = createRequire(join(releaseToolsFolder, 'package.json'));
	const { path } = tools('@ffmpeg-installer/ffmpeg') as { path: string };
	const browsers = JSON.parse(
		await readFile(join(root, 'node_modules', 'playwright-core', 'browsers.json'), 'utf8'),
	) as { browsers: Array<{ name: string; revision: string }> };
	const revision = browsers.browsers.find(({ name }) => name === 'ffmpeg')?.revision ?? '';
	const place = join(folder, 'browsers', `ffmpeg-${revision}`);
	await mkdir(place, { recursive: true });
	for (const name of ['ffmpeg-linux', 'ffmpeg-mac', 'ffmpeg-win64.exe']) {
		await symlink(path, join(place, name));
	}
	process.env.PLAYWRIGHT_BROWSERS_PATH = join(folder, 'browsers');
}

/** A stage that is ready: the recording has begun. */
export interface Stage {
	page: Page;
	n8nUrl: string;
	sandbox: Sandbox;
	/** Ends the recording. */
	finish(file: string): Promise<void>;
}

/** @param folder for all that is left when everything was stopped */
export async function setStage(folder: string): Promise<Stage> {
	await provideEncoder(folder);
	const { selectors } = await import('playwright-core');
	const { launchChromium } = await import('../../../test/e2e/browser/support/chromium.ts');
	const registry = await publish(folder);
	const sandbox = await startService();
	onStop(async () => await sandbox.close());
	const { url, session } = await startNewN8n(folder, await npmFor(registry, folder));
	selectors.setTestIdAttribute('data-test-id');
	const browser = await launchChromium();
	onStop(async () => await browser.close());
	const context = await browser.newContext({
		viewport: SIZE,
		recordVideo: { dir: join(folder, 'video'), size: SIZE },
	});
	await context.addCookies(
		session.cookie.split('; ').map((cookie) => {
			const [name = '', value = ''] = cookie.split(/=(.*)/s);
			return { name, value, url };
		}),
	);
	await context.addInitScript(() => localStorage.setItem('sidebar.collapsed', 'false'));
	await context.addInitScript(
		(browserId) => localStorage.setItem('n8n-browserId', browserId),
		session.browserId,
	);
	const page = await context.newPage();
	page.setDefaultTimeout(30_000);
	return {
		...{ page, sandbox, n8nUrl: url },
		finish: async (file) => {
			await context.close();
			await page.video()?.saveAs(file);
		},
	};
}
