import { execFile } from 'node:child_process';
import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Where the pinned n8n's own packages are: its engine, its HTTP Request node. */
export const n8nModules = path.join(root, 'local-n8n', 'node_modules');

export interface PackedPackage {
	folder: string;
	/** Bytes of the tarball. */
	size: number;
}

/**
 * Builds and unpacks what npm would publish, beside the modules of the pinned n8n: the nodes then share n8n-workflow
 * with its engine, as in a real installation.
 */
export async function unpackBesideN8n(): Promise<PackedPackage> {
	const folder = path.join(root, '.local', 'bench');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await symlink(n8nModules, path.join(folder, 'node_modules'));
	await run('npx', ['gulp', 'build'], { cwd: root });
	const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: root,
	});
	const [{ filename, size }] = JSON.parse(stdout) as [{ filename: string; size: number }];
	await run('tar', ['-xzf', filename], { cwd: folder });
	return { folder: path.join(folder, 'package'), size };
}
