import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { npmCommand, npmEnvironment } from '../../scripts/install/npm.mjs';
import { packPackage } from '../../scripts/n8n/package.ts';
import { root } from '../../scripts/n8n/paths.ts';

const run = promisify(execFile);

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-install-'))));
afterEach(async () => await rm(folder, { recursive: true, force: true }));

/** Stands for npm: notes how it was called, and leaves what the scripts look for. */
const NPM = `
	const { appendFileSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } = require('node:fs');
	appendFileSync(process.env.CALLS, JSON.stringify(['npm', ...process.argv.slice(2)]) + '\\n');
	mkdirSync('node_modules/.bin', { recursive: true });
	copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
	symlinkSync(process.execPath, 'node_modules/.bin/node');
	mkdirSync('node_modules/node-of-platform/include/node', { recursive: true });
	writeFileSync('node_modules/node-of-platform/include/node/node.h', '');
	mkdirSync('node_modules/sqlite3');
	const built = '__dirname + "/build/Release/node_sqlite3.node"';
	writeFileSync('node_modules/sqlite3/index.js', 'require("fs").readFileSync(' + built + ')');
	mkdirSync('node_modules/node-gyp/bin', { recursive: true });
	copyFileSync(process.env.NODE_GYP, 'node_modules/node-gyp/bin/node-gyp.js');
`;

/** Stands for node-gyp. */
const NODE_GYP = `
	const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
	appendFileSync(process.env.CALLS, JSON.stringify(['node-gyp', ...process.argv.slice(2)]) + '\\n');
	mkdirSync('build/Release', { recursive: true });
	writeFileSync('build/Release/node_sqlite3.node', '');
`;

describe('scripts/install.mjs', () => {
	it('the script installs all by npm ci without scripts, and builds sqlite3 with local headers', async () => {
		await cp(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
		const older = ['1.85', '1.123', '2.0'].map((version) => `test/compat/n8n/${version}`);
		for (const part of ['.', 'local-n8n', ...older]) {
			await mkdir(join(folder, part), { recursive: true });
			for (const name of ['package.json', 'package-lock.json']) {
				await copyFile(join(root, part, name), join(folder, part, name));
			}
		}
		await writeFile(join(folder, 'npm.js'), NPM);
		await writeFile(join(folder, 'node-gyp.js'), NODE_GYP);
		const calls = join(folder, 'calls');
		await run(process.execPath, [join(folder, 'scripts', 'install.mjs'), 'older-n8n'], {
			cwd: folder,
			env: {
				PATH: process.env.PATH,
				CALLS: calls,
				NODE_GYP: join(folder, 'node-gyp.js'),
				npm_execpath: join(folder, 'npm.js'),
				npm_node_execpath: process.execPath,
			},
		});
		const called = (await readFile(calls, 'utf8'))
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as string[]);
		expect(called.map(([program, command]) => `${program} ${command}`)).toEqual([
			'npm ci',
			'npm ci',
			'node-gyp rebuild',
			...older.map(() => 'npm ci'),
		]);
		for (const call of called.filter(([program]) => program === 'npm')) {
			expect(call).toContain('--ignore-scripts');
		}
		expect(called[2]).toContain(`--nodedir=${join(folder, 'node_modules', 'node-of-platform')}`);
	});
});

/** npm as a user has it: no setting of this machine or of the calling npm counts, and no registry can be reached. */
const npmOfUser = async (cwd: string, ...args: string[]) => {
	const call = npmCommand(args);
	const env = npmEnvironment();
	for (const name of Object.keys(env)) if (/^npm_config_/i.test(name)) delete env[name];
	const settings = {
		npm_config_userconfig: join(folder, 'no-npmrc'),
		npm_config_globalconfig: join(folder, 'no-global-npmrc'),
		npm_config_cache: join(folder, 'npm-cache'),
		npm_config_registry: 'http://127.0.0.1:9/',
		npm_config_offline: 'true',
	};
	return await run(call.command, call.args, { cwd, env: { ...env, ...settings } });
};

/** The packages below a folder, as npm itself lists them. */
async function installedIn(cwd: string): Promise<string[]> {
	const file = join(cwd, 'node_modules', '.package-lock.json');
	if (!existsSync(file)) return [];
	const { packages } = JSON.parse(await readFile(file, 'utf8')) as { packages: object };
	return Object.keys(packages);
}

describe('The packed package', () => {
	it("a plain npm install, as in n8n's manual, installs this package and nothing else", async () => {
		const { file } = await packPackage(join(folder, 'packed'));
		const nodes = join(folder, '.n8n', 'nodes');
		await mkdir(nodes, { recursive: true });
		await npmOfUser(nodes, 'install', file);
		expect(await installedIn(nodes)).toEqual(['node_modules/n8n-nodes-pod-fulfilment']);
	});

	it("an installation by n8n's editor adds nothing to the package either", async () => {
		const { file } = await packPackage(join(folder, 'packed'));
		const installed = join(folder, 'node_modules', 'n8n-nodes-pod-fulfilment');
		await mkdir(installed, { recursive: true });
		await run('tar', ['-xzf', file, '-C', installed, '--strip-components=1']);
		// As n8n 2.41 does it in community-packages.service.js.
		const manifestFile = join(installed, 'package.json');
		const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<string, unknown>;
		for (const name of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
			delete manifest[name];
		}
		await writeFile(manifestFile, JSON.stringify(manifest));
		const flags = ['--audit=false', '--fund=false', '--bin-links=false', '--package-lock=false'];
		await npmOfUser(
			installed,
			...['install', ...flags, '--install-strategy=shallow', '--ignore-scripts=true'],
		);
		expect(await installedIn(installed)).toEqual([]);
		expect(existsSync(join(installed, 'dist', 'nodes'))).toBe(true);
	});
});

describe('npm in this folder', () => {
	it('npm runs no script of a package, and asks nothing that it then answers by itself', async () => {
		const dependency = join(folder, 'dependency');
		await mkdir(dependency);
		const marker = join(folder, 'marker');
		const program = join(folder, 'write-marker.js');
		await writeFile(program, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`);
		const scripts = Object.fromEntries(
			['preinstall', 'install', 'postinstall', 'prepare'].map((name) => [name, `node ${program}`]),
		);
		const project = { name: 'project', version: '1.0.0', scripts };
		const manifest = { name: 'dependency', version: '1.0.0', scripts };
		await writeFile(join(folder, 'package.json'), JSON.stringify(project));
		await writeFile(join(dependency, 'package.json'), JSON.stringify(manifest));
		const npm = async (...args: string[]) => {
			const call = npmCommand(args);
			const env = npmEnvironment();
			for (const name of Object.keys(env)) if (/^npm_config_/i.test(name)) delete env[name];
			return await run(call.command, call.args, { cwd: folder, env });
		};

		await npm('install', '--offline', '--install-links', './dependency');
		expect(existsSync(marker)).toBe(true);

		await rm(marker);
		await rm(join(folder, 'node_modules'), { recursive: true });
		await copyFile(join(root, '.npmrc'), join(folder, '.npmrc'));
		await npm('install', '--offline', '--install-links', './dependency');
		expect(existsSync(join(folder, 'node_modules', 'dependency'))).toBe(true);
		expect(existsSync(marker)).toBe(false);
		expect((await npm('config', 'get', 'yes')).stdout.trim()).not.toBe('true');
	});
});
