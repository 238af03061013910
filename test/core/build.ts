import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const run = promisify(execFile);

declare module 'vitest' {
	interface ProvidedContext {
		packageFolder: string;
	}
}

/**
 * Builds the package and unpacks what npm would publish: the core tests load the nodes from there, so a file that is
 * missing in the tarball is missing in the tests. The folder lies in the project, where n8n-workflow is found.
 */
export default async function setup(project: TestProject): Promise<void> {
	const root = project.config.root;
	const folder = path.join(root, '.local', 'core-package');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await run('npx', ['gulp', 'build'], { cwd: root });
	const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: root,
	});
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
	await run('tar', ['-xzf', filename], { cwd: folder });
	project.provide('packageFolder', path.join(folder, 'package'));
}
