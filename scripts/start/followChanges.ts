import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildPackage, installedFolder } from '../n8n/package.ts';
import { root } from '../n8n/paths.ts';
import { onStop } from './clean-up.ts';
import { printLine } from './screen.ts';

/** The part of gulp, which brings no types, that is used here. Its task runs once for several changes, and again for those that come meanwhile. */
interface Gulp {
	watch(
		globs: string[],
		options: { cwd: string },
		task: () => Promise<void>,
	): { close(): Promise<void> };
}
const gulp = createRequire(import.meta.url)('gulp') as Gulp;

/**
 * Builds the package whenever a source changes, and copies it to where n8n loads it from. n8n then loads it anew: it was
 * started with N8N_DEV_RELOAD. A build that fails is told, and the next change tries again.
 *
 * @param name of the package
 */
export function followChanges(userFolder: string, name: string): void {
	const installed = join(installedFolder(userFolder, name), 'dist');
	const watcher = gulp.watch(['nodes/**/*', 'credentials/**/*'], { cwd: root }, async () => {
		try {
			await buildPackage();
			await cp(join(root, 'dist'), installed, { recursive: true });
			printLine('Built. Reload the page of the editor to see new fields.');
		} catch (error) {
			printLine(error instanceof Error ? error.message : String(error));
		}
	});
	onStop(async () => await watcher.close());
}
