import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { npmCommand, npmEnvironment } from '../install/npm.mjs';
import { root } from './paths.ts';
import { runCommand } from './run-command.ts';

/** An npm package, packed as for publishing. */
export interface PackedPackage {
	name: string;
	version: string;
	/** Absolute path of the .tgz file. */
	file: string;
	/** SHA-256 of the file. Packing the same content again gives the same hash. */
	hash: string;
}

const npm = async (args: string[], cwd: string) => {
	const call = npmCommand(args);
	return await runCommand(call.command, call.args, { cwd, env: npmEnvironment() });
};

/**
 * Builds the nodes into dist/, like `npm run build`. Skipped with the variable PACKAGE_IS_BUILT: `npm test` builds once, and
 * its suites must not take dist/ away from each other.
 */
export async function buildPackage(): Promise<void> {
	if (process.env.PACKAGE_IS_BUILT) return;
	const gulp = join(root, 'node_modules', 'gulp', 'bin', 'gulp.js');
	await runCommand(process.execPath, [gulp, 'build'], { cwd: root });
}

/**
 * Packs a package into a .tgz file in `folder`.
 *
 * @param source Folder of the package; this project by default, whose dist/ must be built
 */
export async function packPackage(folder: string, source = root): Promise<PackedPackage> {
	await mkdir(folder, { recursive: true });
	const output = await npm(
		['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
		source,
	);
	// A list in npm up to 11, an object keyed by the package's name in later versions.
	const parsed = JSON.parse(output) as Record<
		string,
		{ name: string; version: string; filename: string }
	>;
	const packed = Object.values(parsed)[0];
	if (!packed) throw new Error(`npm pack named no file: ${output}`);
	const file = join(folder, basename(packed.filename));
	const hash = createHash('sha256')
		.update(await readFile(file))
		.digest('hex');
	return { name: packed.name, version: packed.version, file, hash };
}

const nodesFolderOf = (userFolder: string): string => join(userFolder, '.n8n', 'nodes');

/** Where a community package is installed in the n8n of a user folder. */
export const installedFolder = (userFolder: string, name: string): string =>
	join(nodesFolderOf(userFolder), 'node_modules', name);

/**
 * Installs the packed package into the n8n of a user folder as n8n documents it for manual installation of community
 * nodes: npm install in `<user folder>/.n8n/nodes`, while n8n is not running. Skipped if the same hash is installed.
 *
 * @returns whether it was installed by this call
 */
export async function installPackage(userFolder: string, packed: PackedPackage): Promise<boolean> {
	const nodesFolder = nodesFolderOf(userFolder);
	const hashFile = join(nodesFolder, `${packed.name}.sha256`);
	const installed = installedFolder(userFolder, packed.name);
	const installedHash = await readFile(hashFile, 'utf8').catch(() => '');
	if (installedHash === packed.hash && existsSync(join(installed, 'package.json'))) return false;

	await mkdir(nodesFolder, { recursive: true });
	const tarball = join(nodesFolder, basename(packed.file));
	await copyFile(packed.file, tarball);
	const manifestFile = join(nodesFolder, 'package.json');
	if (!existsSync(manifestFile)) {
		const manifest = { name: 'installed-nodes', private: true, dependencies: {} };
		await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
	}
	await rm(hashFile, { force: true });
	await rm(installed, { recursive: true, force: true });
	// n8n-workflow, an optional peer, comes from n8n itself, and there are no dependencies: nothing may be fetched.
	await npm(
		[
			'install',
			tarball,
			'--ignore-scripts',
			'--offline',
			'--no-package-lock',
			'--no-audit',
			'--no-fund',
		],
		nodesFolder,
	);
	await writeFile(hashFile, packed.hash);
	return true;
}
