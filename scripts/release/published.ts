import { mkdir, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs npm in a folder. Resolves to what it prints. */
export type Npm = (args: string[], cwd: string) => Promise<string>;

const NAME = 'n8n-nodes-pod-fulfilment';

/**
 * Installs a published version into the n8n of a user folder, or updates to it, while n8n is not running: with npm, as
 * n8n's documentation says.
 *
 * @param spec version or channel, such as `0.2.0` or `latest`
 * @returns the version that is installed now
 */
export async function installPublished(
	npm: Npm,
	userFolder: string,
	spec: string,
): Promise<string> {
	const folder = join(userFolder, '.n8n', 'nodes');
	await mkdir(folder, { recursive: true });
	if (!existsSync(join(folder, 'package.json'))) {
		await writeFile(join(folder, 'package.json'), '{ "name": "installed-nodes", "private": true }');
	}
	// n8n-workflow, an optional peer, comes from n8n itself.
	await npm(['install', `${NAME}@${spec}`, '--ignore-scripts'], folder);
	const installed = join(folder, 'node_modules', NAME, 'package.json');
	return (JSON.parse(readFileSync(installed, 'utf8')) as { version: string }).version;
}
