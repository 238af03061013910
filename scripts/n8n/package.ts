import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { npmCommand, npmEnvironment } from '../install/npm.mjs';
import { root } from './paths.ts';
import { runCommand } from './run-command.ts';

/** The npm package of the nodes, packed as it would be published. */
export interface PackedPackage {
	name: string;
	version: string;
	/** Absolute path of the .tgz file. */
	file: string;
	/** SHA-256 of the file. Packing the same files twice gives the same bytes. */
	hash: string;
}

const npm = async (args: string[], cwd: string) => {
	const call = npmCommand(args);
	return await runCommand(call.command, call.args, { cwd, env: npmEnvironment() });
};

/** Compiles the nodes into dist/, as `npm run build` does. */
export async function buildPackage(): Promise<void> {
	const gulp = join(root, 'node_modules', 'gulp', 'bin', 'gulp.js');
	await runCommand(process.execPath, [gulp, 'build'], { cwd: root });
}

/** Packs a package, this project's (its dist/) unless another is named, into a .tgz file in `folder`. */
export async function packPackage(folder: string, source = root): Promise<PackedPackage> {
	await mkdir(folder, { recursive: true });
	const answer = await npm(
		['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
		source,
	);
	// npm up to 11 answers with a list, later ones with an object that has the package's name as its key.
	const parsed = JSON.parse(answer) as Record<
		string,
		{ name: string; version: string; filename: string }
	>;
	const packed = Object.values(parsed)[0];
	if (!packed) throw new Error(`npm pack named no file: ${answer}`);
	const file = join(folder, basename(packed.filename));
	const hash = createHash('sha256')
		.update(await readFile(file))
		.digest('hex');
	return { name: packed.name, version: packed.version, file, hash };
}

/**
 * Installs the packed package into the n8n of a user folder the way n8n's documentation installs a community package
 * by hand: npm install in `<user folder>/.n8n/nodes`, while n8n is not running. Does nothing when the same bytes are
 * installed already.
 *
 * @returns whether it was installed now
 */
export async function installPackage(userFolder: string, packed: PackedPackage): Promise<boolean> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const hashFile = join(nodesFolder, `${packed.name}.sha256`);
	const installed = join(nodesFolder, 'node_modules', packed.name, 'package.json');
	const installedHash = await readFile(hashFile, 'utf8').catch(() => '');
	if (installedHash === packed.hash && existsSync(installed)) return false;

	await mkdir(nodesFolder, { recursive: true });
	const tarball = join(nodesFolder, basename(packed.file));
	await copyFile(packed.file, tarball);
	const ledger = join(nodesFolder, 'package.json');
	if (!existsSync(ledger)) {
		const empty = { name: 'installed-nodes', private: true, dependencies: {} };
		await writeFile(ledger, JSON.stringify(empty, null, 2));
	}
	await rm(hashFile, { force: true });
	await rm(join(nodesFolder, 'node_modules', packed.name), { recursive: true, force: true });
	// n8n leaves peer dependencies out too: n8n-workflow comes from n8n itself.
	await npm(
		[
			'install',
			tarball,
			'--legacy-peer-deps',
			'--ignore-scripts',
			'--no-package-lock',
			'--no-audit',
			'--no-fund',
		],
		nodesFolder,
	);
	await writeFile(hashFile, packed.hash);
	return true;
}
