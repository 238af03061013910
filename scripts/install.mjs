/**
 * Installs what `npm start` and the tests need: the development packages of this project; with the argument `n8n` also the
 * n8n in local-n8n/, with `older-n8n` those in test/compat/n8n/, too, and with `release-tools` those of
 * scripts/release/tools/. Skips what is installed already. With `--run` it
 * then runs the rest of the command line with Node 24; .npmrc disables the pre-scripts that could install before a script.
 *
 * Installs only what a package-lock.json names, with the hash given there, and runs no script of a package.
 *
 * Plain JavaScript with Node's own modules only, since it runs before anything is installed, on the machine's Node.
 * Everything else runs on the Node 24 of scripts/node/package.json.
 */
import { spawn } from 'node:child_process';
import { relative } from 'node:path';
import { installPackages } from './install/packages.mjs';
import { isInstalled } from './install/lockfile.mjs';
import { nodeOf, requireNode } from './install/node.mjs';
import { n8nFolder, olderN8nFolders, releaseToolsFolder, root } from './install/paths.mjs';
import { buildSqlite, copySqlite } from './install/sqlite.mjs';
import { StepFailed } from './install/step.mjs';

async function installProject() {
	if (!isInstalled(root)) {
		await installPackages(root, {
			title: 'Installing the development packages',
			expected: 'one to three minutes, 450 MB',
		});
	}
	requireNode(root, 24);
}

async function installN8n(folder) {
	if (isInstalled(folder)) return;
	await installPackages(folder, {
		title: `Installing n8n into ${relative(root, folder)}`,
		expected: 'one to three minutes, 2 GB',
		options: ['--legacy-peer-deps'],
	});
}

async function installReleaseTools() {
	if (isInstalled(releaseToolsFolder)) return;
	await installPackages(releaseToolsFolder, {
		title: `Installing the tools for releases into ${relative(root, releaseToolsFolder)}`,
		expected: 'about a minute, 400 MB',
		options: ['--legacy-peer-deps'],
	});
}

async function install(wanted) {
	await installProject();
	if (wanted.includes('release-tools')) await installReleaseTools();
	if (!wanted.some((name) => name.endsWith('n8n'))) return;
	await installN8n(n8nFolder);
	await buildSqlite();
	if (!wanted.includes('older-n8n')) return;
	for (const folder of olderN8nFolders) {
		await installN8n(folder);
		requireNode(folder, 22);
		copySqlite(folder);
	}
}

/** Runs a command line with Node 24. Resolves to its exit code. */
async function run(args) {
	const child = spawn(nodeOf(root), args, {
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	// Ctrl-C reaches the child by itself; what only this process gets is passed on.
	process.on('SIGINT', () => {});
	for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
	return await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

const [wanted, command] = splitAt(process.argv.slice(2), '--run');
try {
	await install(wanted);
	if (command.length > 0) process.exitCode = await run(command);
} catch (error) {
	if (!(error instanceof StepFailed)) throw error;
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}

function splitAt(list, separator) {
	const index = list.indexOf(separator);
	return index < 0 ? [list, []] : [list.slice(0, index), list.slice(index + 1)];
}
