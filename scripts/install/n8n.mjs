import { relative } from 'node:path';
import { npmCommand, npmEnvironment } from './npm.mjs';
import { logFile, root } from './paths.mjs';
import { runStep } from './step.mjs';

/** Installs the packages of a folder that holds an n8n, apart from what their install scripts would do. */
export async function installPackagesOfN8n(folder) {
	const name = relative(root, folder);
	await runStep({
		title: `Installing n8n into ${name}`,
		expected: 'one to three minutes, 2 GB',
		// Without install scripts: one of them builds a Kafka client that is not needed here and fails on many machines.
		// `npm ci` would require the packages of all other platforms.
		...npmCommand([
			'install',
			'--legacy-peer-deps',
			'--ignore-scripts',
			'--no-save',
			'--no-audit',
			'--no-fund',
		]),
		cwd: folder,
		env: npmEnvironment(),
		logFile: logFile(`install-${name.replaceAll(/[\\/]/g, '-')}`),
	});
}
