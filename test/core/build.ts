import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

import { buildPackage, packPackage } from '../../scripts/n8n/package.ts';
import { runCommand } from '../../scripts/n8n/run-command.ts';

declare module 'vitest' {
	interface ProvidedContext {
		packageFolder: string;
	}
}

/**
 * Builds the package and unpacks what npm would publish: the core tests load the nodes from there, so a file that is
 * missing in the tarball is missing in the tests. The folder lies in the project, where n8n-workflow is found; each suite
 * has its own, so that two may run at once.
 */
export default async function setup(project: TestProject): Promise<void> {
	const folder = path.join(project.config.root, '.local', `${project.name}-package`);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await buildPackage();
	const { file } = await packPackage(folder);
	await runCommand('tar', ['-xzf', file], { cwd: folder });
	project.provide('packageFolder', path.join(folder, 'package'));
}
