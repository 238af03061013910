/**
 * Installs what `npm start` and `npm test` need: the development packages of this project and, with the argument `n8n`,
 * the n8n in local-n8n/. Skips what is installed already.
 *
 * Plain JavaScript with Node's own modules only, since it runs before anything is installed, on the machine's Node.
 * Everything else runs on Node 24, which the npm package `node` installs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './install/lockfile.mjs';
import { bundledNodeGyp, npmCommand, npmEnvironment } from './install/npm.mjs';
import { runStep, StepFailed } from './install/step.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const binFolder = join(root, 'node_modules', '.bin');
const nodePackage = join(root, 'node_modules', 'node');
const node24 = join(binFolder, process.platform === 'win32' ? 'node.cmd' : 'node');
const n8nFolder = join(root, 'local-n8n');
const logFile = (name) => join(root, '.local', 'logs', `${name}.log`);

const succeedsInNode24 = (code, cwd) =>
	existsSync(node24) && spawnSync(node24, ['-e', code], { cwd, stdio: 'ignore' }).status === 0;

const hasNode24 = () =>
	succeedsInNode24('process.exit(parseInt(process.versions.node, 10) < 24 ? 1 : 0)', root);
const sqliteLoads = () => succeedsInNode24('require("sqlite3")', n8nFolder);

/** Folder of Node 24's headers. A native module built with the machine's headers would not load in Node 24. */
function headersFolder() {
	const candidates = [join(nodePackage, 'node_modules'), join(root, 'node_modules')].flatMap(
		(parent) => (existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : []),
	);
	return candidates.find((folder) => existsSync(join(folder, 'include', 'node', 'node.h')));
}

const missingBuildTools = () => {
	const missing = [['python3'], ['make'], ['g++', 'c++', 'clang++']]
		.filter((names) => !names.some((name) => spawnSync(name, ['--version']).status === 0))
		.map(([name]) => name);
	if (missing.length === 0) return [];
	return [
		`Missing on this machine: ${missing.join(', ')}. Install with "apt-get install python3 make g++" on Debian and Ubuntu, "xcode-select --install" on macOS.`,
	];
};

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
	if (!hasNode24()) {
		// The package downloads its binary in a preinstall script, which settings such as ignore-scripts disable.
		await runStep({
			title: 'Fetching Node 24',
			expected: 'a few seconds',
			command: process.execPath,
			args: ['installArchSpecificPackage.js'],
			cwd: nodePackage,
			env: npmEnvironment(),
			logFile: logFile('install-node'),
		});
		if (!hasNode24()) {
			throw new StepFailed(
				`Node 24 does not start on this machine (${process.platform} ${process.arch}): ${relative(root, node24)}`,
			);
		}
	}
}

async function installN8n() {
	if (!isInstalled(n8nFolder)) {
		await runStep({
			title: 'Installing n8n into local-n8n',
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
			cwd: n8nFolder,
			env: npmEnvironment(),
			logFile: logFile('install-n8n'),
		});
	}
	if (sqliteLoads()) return;
	const step = {
		expected: 'about a minute',
		// Set explicitly, since a nodedir in the user's npmrc belongs to another Node.
		env: npmEnvironment({ first: binFolder, set: { npm_config_nodedir: headersFolder() ?? '' } }),
		logFile: logFile('install-sqlite3'),
		hints: missingBuildTools,
	};
	try {
		await runStep({
			...step,
			...npmCommand(['rebuild', 'sqlite3', '--foreground-scripts', '--ignore-scripts=false']),
			title: 'Building sqlite3 for Node 24',
			cwd: n8nFolder,
		});
	} catch (error) {
		// sqlite3's version of node-gyp needs a module that Python 3.12 removed; npm's own version does not.
		const nodeGyp = bundledNodeGyp();
		const isOldNodeGyp = readFileSync(step.logFile, 'utf8').includes('distutils');
		if (!(error instanceof StepFailed) || !nodeGyp || !isOldNodeGyp) throw error;
		await runStep({
			...step,
			title: "Building sqlite3 with npm's own node-gyp",
			command: node24,
			args: [nodeGyp, 'rebuild'],
			cwd: join(n8nFolder, 'node_modules', 'sqlite3'),
		});
	}
	if (!sqliteLoads()) {
		throw new StepFailed(
			`sqlite3 was built but does not load in Node 24. Delete local-n8n/node_modules/sqlite3 and start again. Log: ${logFile('install-sqlite3')}`,
		);
	}
}

try {
	await installProject();
	if (process.argv.includes('n8n')) await installN8n();
} catch (error) {
	if (!(error instanceof StepFailed)) throw error;
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}
