/**
 * `npm run scan`: runs the scan of community packages that n8n runs on a published package, here on the sources and on
 * the packed files. Unlike `npm run lint` it ignores comments that switch a rule off. Needs a built dist/.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackage } from './n8n/package.ts';
import { root } from './n8n/paths.ts';
import { runCommand } from './n8n/run-command.ts';

/** What n8n scans of a published package: its command can only download one, so this names the files once more. */
const PACKED_FILES = ['**/*.js', 'package.json'];

const folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-scan-'));
try {
	// The scanner makes a folder there when it is imported, and leaves it behind.
	process.env.TMPDIR = folder;
	const { analyzePackage, SOURCE_FILE_PATTERNS } =
		await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const unpacked = join(folder, 'unpacked');
	await mkdir(unpacked);
	const { file } = await packPackage(folder);
	await runCommand('tar', ['-xzf', file, '-C', unpacked, '--strip-components=1'], { cwd: folder });
	if (!existsSync(join(unpacked, 'dist'))) throw new Error('Nothing is built: npm run build');

	for (const [name, scanned, patterns] of [
		['The sources', root, SOURCE_FILE_PATTERNS],
		['The packed files', unpacked, PACKED_FILES],
	] as const) {
		const { passed, message, details } = await analyzePackage(scanned, [...patterns]);
		// Without files to scan, the scanner reports success, too, but with a message.
		if (passed && message === undefined) {
			console.log(`${name} pass n8n's scan.`);
			continue;
		}
		console.error(`${name} do not pass n8n's scan: ${message}\n${details ?? ''}`);
		process.exitCode = 1;
	}
} finally {
	await rm(folder, { recursive: true, force: true });
}
