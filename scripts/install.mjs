/**
 * Installs what `npm start` and the tests need: the development packages of this project; with the argument `n8n` also the
 * n8n in local-n8n/, and with `older-n8n` those in test/compat/n8n/, too. Skips what is installed already.
 *
 * Plain JavaScript with Node's own modules only, since it runs before anything is installed, on the machine's Node.
 * Everything else runs on Node 24, which the npm package `node` installs.
 */
import { hasWantedVersions, isInstalled } from './install/lockfile.mjs';
import { installPackagesOfN8n } from './install/n8n.mjs';
import { installNode } from './install/node.mjs';
import { npmCommand, npmEnvironment } from './install/npm.mjs';
import { logFile, n8nFolder, olderN8nFolders, root } from './install/paths.mjs';
import { buildSqlite, copySqlite } from './install/sqlite.mjs';
import { runStep, StepFailed } from './install/step.mjs';

async function installProject() {
	if (!isInstalled(root)) {
		const step = { expected: 'about a minute, 450 MB', cwd: root, env: npmEnvironment() };
		const common = ['--include=dev', '--no-audit', '--no-fund'];
		try {
			await runStep({
				...step,
				...npmCommand(['ci', ...common]),
				title: 'Installing the development packages',
				logFile: logFile('install-packages'),
			});
		} catch (error) {
			// `npm ci` rejects a lockfile that this npm version would write differently.
			if (!(error instanceof StepFailed) || !/EUSAGE|in sync/.test(error.message)) throw error;
			await runStep({
				...step,
				...npmCommand(['install', '--no-save', ...common]),
				title: 'Installing the development packages with npm install',
				logFile: logFile('install-packages'),
			});
		}
	}
	await installNode(root, 24);
}

async function installN8n() {
	if (!isInstalled(n8nFolder)) await installPackagesOfN8n(n8nFolder);
	await buildSqlite();
}

async function installOlderN8n() {
	for (const folder of olderN8nFolders) {
		if (!hasWantedVersions(folder)) await installPackagesOfN8n(folder);
		await installNode(folder, 22);
		copySqlite(folder);
	}
}

const wanted = process.argv.slice(2);
try {
	await installProject();
	if (wanted.includes('n8n') || wanted.includes('older-n8n')) await installN8n();
	if (wanted.includes('older-n8n')) await installOlderN8n();
} catch (error) {
	if (!(error instanceof StepFailed)) throw error;
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
