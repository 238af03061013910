import { relative } from 'node:path';
import { npmCommand, npmEnvironment } from './npm.mjs';
import { logFile, root } from './paths.mjs';
import { runStep } from './step.mjs';

/**
 * Installs exactly what the package-lock.json of a folder names, each package with its hash. No package runs a script:
 * some would fetch and run what no lockfile holds.
 *
 * @param {string} folder
 * @param {{ title: string, expected: string, options?: string[] }} step
 */
export async function installPackages(folder, { title, expected, options = [] }) {
	const name = relative(root, folder) || 'packages';
	await runStep({
		title,
		expected,
		...npmCommand([
			'ci',
			'--ignore-scripts',
			'--include=dev',
			'--include=optional',
			'--no-audit',
			'--no-fund',
			...options,
		]),
		cwd: folder,
		env: npmEnvironment(),
		logFile: logFile(`install-${name.replaceAll(/[\\/]/g, '-')}`),
	});
}
