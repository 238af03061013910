/**
 * `node scripts/install.mjs older-n8n --run scripts/generate/versions.ts`: starts every version of n8n that the tests know, with the package installed, finds out what
 * each has, and writes it into docs/n8n-versions.json and the table in README.md. The tests of test/compat find the same.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox/index.ts';
import { featuresOf } from '../../test/compat/support/features.ts';
import type { Found } from '../../test/compat/support/found.ts';
import {
	newestVersion,
	olderVersions,
	startVersion,
} from '../../test/compat/support/installedN8n.ts';
import { buildPackage, packPackage } from '../n8n/package.ts';
import { root } from '../n8n/paths.ts';
import { formatted } from './formatted.ts';
import { versionsTable, withTable } from './versions/table.ts';

const folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-packed-'));
const sandbox = await startSandbox();
const found: Found[] = [];
try {
	await buildPackage();
	const packed = await packPackage(folder);
	for (const installed of [...olderVersions, newestVersion]) {
		await sandbox.control.reset();
		const n8n = await startVersion(installed, packed);
		try {
			const { name, version } = installed;
			found.push({ name, version, features: await featuresOf(n8n.rest, installed, sandbox) });
			console.log(JSON.stringify(found.at(-1)));
		} finally {
			await n8n.stop();
		}
	}
} finally {
	await sandbox.close();
	await rm(folder, { recursive: true, force: true });
}
const json = 'docs/n8n-versions.json';
await writeFile(join(root, json), await formatted(json, JSON.stringify(found)));
const readme = join(root, 'README.md');
await writeFile(readme, withTable(await readFile(readme, 'utf8'), await versionsTable(found)));
