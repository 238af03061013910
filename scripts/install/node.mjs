import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { npmCommand, npmEnvironment } from './npm.mjs';
import { binFolderOf, logFile, root } from './paths.mjs';
import { runStep, StepFailed } from './step.mjs';

const packageOf = (folder) => join(folder, 'node_modules', 'node');

/** The Node that the package `node` in a folder brings. */
export const nodeOf = (folder) =>
	join(binFolderOf(folder), process.platform === 'win32' ? 'node.cmd' : 'node');

const runs = (node, code, cwd) =>
	existsSync(node) && spawnSync(node, ['-e', code], { cwd, stdio: 'ignore' }).status === 0;

/** Whether a module that is installed in a folder loads in a Node. */
export const loads = (node, module, folder) => runs(node, `require("${module}")`, folder);

/** Installs the Node of a folder, whose package `node` is installed already. */
export async function installNode(folder, major) {
	const node = nodeOf(folder);
	const works = () =>
		runs(node, `process.exit(parseInt(process.versions.node, 10) < ${major} ? 1 : 0)`, folder);
	if (works()) return;
	await runStep({
		title: `Fetching Node ${major}`,
		expected: 'a few seconds',
		// The package downloads its binary in a preinstall script, which settings such as ignore-scripts disable.
		...npmCommand(['rebuild', 'node', '--foreground-scripts', '--ignore-scripts=false']),
		cwd: folder,
		env: npmEnvironment(),
		logFile: logFile(`install-node-${major}`),
	});
	if (!works()) {
		throw new StepFailed(
			`Node ${major} does not start on this machine (${process.platform} ${process.arch}): ${relative(root, node)}`,
		);
	}
}

/** Folder of the headers of a folder's Node. A native module built with the machine's headers would not load in it. */
export function headersFolder(folder) {
	const candidates = [
		join(packageOf(folder), 'node_modules'),
		join(folder, 'node_modules'),
	].flatMap((parent) =>
		existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : [],
	);
	return candidates.find((path) => existsSync(join(path, 'include', 'node', 'node.h')));
}
