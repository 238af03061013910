import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInstalled } from '../../scripts/install/lockfile.mjs';
import { root } from '../../scripts/n8n/paths.ts';

interface LockedPackage {
	version?: string;
	integrity?: string;
	resolved?: string;
	link?: boolean;
	optional?: boolean;
	os?: string | string[];
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

interface Manifest {
	name?: string;
	version?: string;
	scripts?: Record<string, string>;
	dependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	bundleDependencies?: string[];
}

const readJson = <T>(...path: string[]): T => JSON.parse(readFileSync(join(...path), 'utf8')) as T;
const lockOf = (folder: string) =>
	readJson<{ packages: Record<string, LockedPackage> }>(root, folder, 'package-lock.json').packages;

const find = (name: string) =>
	globSync(`**/${name}`, {
		cwd: root,
		exclude: (path) => ['node_modules', '.local', 'dist'].includes(basename(path)),
	}).map((path) => dirname(path));

const lockedFolders = find('package-lock.json');

/** The other ones may be missing, or left from an earlier lockfile: then they are installed anew before they are used. */
const installedFolders = lockedFolders.filter(
	(folder) => folder === '.' || isInstalled(join(root, folder)),
);

/** Folders whose programs run on the Node of this project. */
const WITHOUT_OWN_NODE = ['local-n8n', join('scripts', 'release', 'tools')];

/** The packages in a node_modules folder and in those within it, by their path from `folder`. */
function installedIn(folder: string, modules = join(folder, 'node_modules')): string[] {
	return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
		if (entry.name.startsWith('.')) return [];
		const path = join(modules, entry.name);
		if (entry.name.startsWith('@')) return installedIn(folder, path);
		const inner = join(path, 'node_modules');
		const isLink = entry.isSymbolicLink();
		return [
			relative(folder, path).replaceAll('\\', '/'),
			...(!isLink && existsSync(inner) ? installedIn(folder, inner) : []),
		];
	});
}

/** Whether a package is locked where Node finds it from `path`: there, or in a folder above. */
function isLocked(locked: Record<string, LockedPackage>, path: string, name: string): boolean {
	if (locked[path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`]) return true;
	if (path === '') return false;
	const above = path.lastIndexOf('/node_modules/');
	return isLocked(locked, above < 0 ? '' : path.slice(0, above), name);
}

describe('Lockfiles', () => {
	it('a lockfile is beside every package.json that names packages, or in the folder that links to it', () => {
		const linked = lockedFolders.flatMap((folder) =>
			Object.keys(lockOf(folder)).map((path) => join(folder, path)),
		);
		const needing = find('package.json').filter((folder) => {
			const manifest = readJson<Manifest>(root, folder, 'package.json');
			const { dependencies, devDependencies, optionalDependencies } = manifest;
			return dependencies ?? devDependencies ?? optionalDependencies;
		});
		expect(needing.length).toBeGreaterThan(3);
		for (const folder of needing) expect([...lockedFolders, ...linked]).toContain(folder);
	});

	it.each(lockedFolders)('each package has a hash, from the registry alone: %s', (folder) => {
		const packages = Object.entries(lockOf(folder)).filter(([path]) => path !== '');
		expect(packages.length).toBeGreaterThan(500);
		for (const [path, entry] of packages) {
			// A folder of the repository is installed as a link to it.
			if (entry.link || !path.startsWith('node_modules/')) {
				expect(existsSync(join(root, folder, entry.resolved ?? path)), path).toBe(true);
				continue;
			}
			expect(entry.integrity, path).toMatch(/^sha512-/);
			expect(entry.resolved ?? 'https://', path).toMatch(/^https:/);
		}
	});

	it.each(lockedFolders)(
		'everything that a locked package needs on any platform is locked, so that npm ci installs it: %s',
		(folder) => {
			const locked = lockOf(folder);
			const missing = Object.entries(locked).flatMap(([path, entry]) =>
				Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
					.filter((name) => !isLocked(locked, path, name))
					.map((name) => `${path} needs ${name}`),
			);
			expect(missing).toEqual([]);
		},
	);

	it.each(installedFolders)('everything installed is named, in its version: %s', (folder) => {
		const locked = lockOf(folder);
		const installed = installedIn(join(root, folder));
		expect(installed.length).toBeGreaterThan(500);
		for (const path of installed) {
			const entry = locked[path];
			expect(entry, path).toBeDefined();
			if (entry?.link) continue;
			expect(readJson<Manifest>(root, folder, path, 'package.json').version, path).toBe(
				entry?.version,
			);
		}
	});

	it.each(lockedFolders.filter((folder) => !WITHOUT_OWN_NODE.includes(folder)))(
		'a lockfile holds the binary of Node for each platform: %s',
		(folder) => {
			const locked = lockOf(folder);
			const platforms = Object.keys(locked).filter((path) =>
				/^node_modules\/node-(bin-)?(linux|darwin|win)-/.test(path),
			);
			expect(platforms).toHaveLength(5);
			for (const path of platforms) expect(locked[path]).toMatchObject({ optional: true });
			// This one fetches its binary by a script.
			expect(locked['node_modules/node']).toBeUndefined();
		},
	);
});

describe('package.json', () => {
	const manifest = readJson<Manifest>(root, 'package.json');

	it('package.json names nothing that is installed with the published package', () => {
		expect(manifest.dependencies).toBeUndefined();
		expect(manifest.optionalDependencies).toBeUndefined();
		expect(manifest.bundleDependencies).toBeUndefined();
	});

	it('package.json has no script that relies on being run before or after another', () => {
		const names = Object.keys(manifest.scripts ?? {});
		expect(names.filter((name) => /^(pre|post)/.test(name))).toEqual([]);
		expect(names.filter((name) => /^(install|prepare|dependencies)$/.test(name))).toEqual([]);
	});
});
