import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { headersFolder, loads, nodeOf } from './node.mjs';
import { npmEnvironment } from './npm.mjs';
import { binFolderOf, logFile, n8nFolder, root } from './paths.mjs';
import { runStep, StepFailed } from './step.mjs';

const node24 = nodeOf(root);

const packageOf = (folder) => join(folder, 'node_modules', 'sqlite3');

const missingBuildTools = () => {
	const missing = [['python3'], ['make'], ['g++', 'c++', 'clang++']]
		.filter((names) => !names.some((name) => spawnSync(name, ['--version']).status === 0))
		.map(([name]) => name);
	if (missing.length === 0) return [];
	return [
		`Missing on this machine: ${missing.join(', ')}. Install with "apt-get install python3 make g++" on Debian and Ubuntu, "xcode-select --install" on macOS.`,
	];
};

/**
 * Builds n8n's database module in local-n8n/ for Node 24, from the source in its package. Its own install script would
 * rather download a binary, of which no lockfile holds the hash.
 */
export async function buildSqlite() {
	if (loads(node24, 'sqlite3', n8nFolder)) return;
	await runStep({
		title: 'Building sqlite3 for Node 24',
		expected: 'about a minute',
		command: node24,
		args: [
			join(n8nFolder, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js'),
			'rebuild',
			// Else node-gyp downloads the headers.
			`--nodedir=${headersFolder(root)}`,
		],
		cwd: packageOf(n8nFolder),
		env: npmEnvironment({ first: binFolderOf(root) }),
		logFile: logFile('install-sqlite3'),
		hints: missingBuildTools,
	});
	if (!loads(node24, 'sqlite3', n8nFolder)) {
		throw new StepFailed(
			`sqlite3 was built but does not load in Node 24. Delete local-n8n/node_modules/sqlite3 and start again. Log: ${logFile('install-sqlite3')}`,
		);
	}
}

/** Copies the module built in local-n8n/ to another n8n: one build serves every version of n8n and of Node. */
export function copySqlite(folder) {
	if (loads(nodeOf(folder), 'sqlite3', folder)) return;
	const path = join('build', 'Release', 'node_sqlite3.node');
	const copy = join(packageOf(folder), path);
	mkdirSync(dirname(copy), { recursive: true });
	copyFileSync(join(packageOf(n8nFolder), path), copy);
	if (!loads(nodeOf(folder), 'sqlite3', folder)) {
		throw new StepFailed(
			`The sqlite3 of local-n8n does not load in ${relative(root, folder)}. Both should have the same version of it.`,
		);
	}
}
