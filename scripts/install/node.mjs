import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { binFolderOf, root } from './paths.mjs';
import { StepFailed } from './step.mjs';

/** The Node that a folder's optional dependencies bring: an npm package for each platform, whose binary has a locked hash. */
export const nodeOf = (folder) =>
	join(binFolderOf(folder), process.platform === 'win32' ? 'node.cmd' : 'node');

const runs = (node, code, cwd) =>
	existsSync(node) && spawnSync(node, ['-e', code], { cwd, stdio: 'ignore' }).status === 0;

/** Whether a module that is installed in a folder loads in a Node. */
export const loads = (node, module, folder) => runs(node, `require("${module}")`, folder);

/** @throws StepFailed if the Node of a folder is missing or does not start */
export function requireNode(folder, major) {
	const node = nodeOf(folder);
	const isNewer = `process.exit(parseInt(process.versions.node, 10) < ${major} ? 1 : 0)`;
	if (runs(node, isNewer, folder)) return;
	throw new StepFailed(
		`Node ${major} does not start on this machine (${process.platform} ${process.arch}): ${relative(root, node)}. There is one for Linux (x64 and arm64, with glibc), macOS and Windows (x64).`,
	);
}

/** Folder of the headers of a folder's Node. A native module built with the machine's headers would not load in it. */
export function headersFolder(folder) {
	const packages = join(folder, 'node_modules');
	const path = readdirSync(packages)
		.filter((name) => name.startsWith('node-'))
		.map((name) => join(packages, name))
		.find((candidate) => existsSync(join(candidate, 'include', 'node', 'node.h')));
	if (path) return path;
	throw new StepFailed(
		`The headers of Node are missing in ${relative(root, packages) || packages}.`,
	);
}
