import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmCommand, npmEnvironment } from '../install/npm.mjs';
import { releaseToolsFolder } from '../n8n/paths.ts';
import { choosePort } from '../n8n/ports.ts';
import { runCommand } from '../n8n/run-command.ts';
import { startServer, type RunningServer } from '../n8n/server.ts';

/** A registry for npm on this machine, which knows no package but those published to it. */
export interface Registry extends RunningServer {
	url: string;
	/** The environment in which npm uses it, signed in. */
	environment: NodeJS.ProcessEnv;
	/** Runs npm against it, signed in. Resolves to what npm prints. */
	npm(args: string[], cwd: string): Promise<string>;
}

/** Enough on a slow machine that is busy. */
const START_TIMEOUT_MS = 120_000;

/** Starts Verdaccio with its data in `folder`, and signs a user in. */
export async function startRegistry(folder: string): Promise<Registry> {
	const { port } = await choosePort(0);
	const url = `http://127.0.0.1:${port}`;
	const configFile = join(folder, 'verdaccio.yaml');
	const config = {
		storage: join(folder, 'storage'),
		auth: { htpasswd: { file: join(folder, 'htpasswd') } },
		packages: { '**': { access: '$all', publish: '$authenticated' } },
		log: { type: 'stdout', format: 'pretty', level: 'warn' },
		web: { enable: false },
	};
	// JSON is YAML.
	await writeFile(configFile, JSON.stringify(config));
	const server = await startServer({
		name: 'Verdaccio',
		command: process.execPath,
		args: [
			join(releaseToolsFolder, 'node_modules', 'verdaccio', 'bin', 'verdaccio'),
			...['--config', configFile, '--listen', `127.0.0.1:${port}`],
		],
		cwd: folder,
		env: process.env,
		logFile: join(folder, 'verdaccio.log'),
		isReady: async () => {
			const response = await fetch(`${url}/-/ping`).catch(() => undefined);
			return response?.ok || undefined;
		},
		startTimeoutMs: START_TIMEOUT_MS,
	});
	const response = await fetch(`${url}/-/user/org.couchdb.user:rehearsal`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ name: 'rehearsal', password: 'only on this machine' }),
	});
	const { token } = (await response.json()) as { token?: string };
	if (!token) throw new Error(`Verdaccio made no user: ${response.status}`);
	const userConfig = join(folder, 'npmrc');
	await writeFile(
		userConfig,
		`registry=${url}/\n//127.0.0.1:${port}/:_authToken=${token}\nfund=false\naudit=false\n`,
	);
	// Also against what the calling npm sets in the environment.
	const environment = npmEnvironment({
		set: { npm_config_userconfig: userConfig, npm_config_registry: `${url}/` },
	});
	return {
		...server,
		url,
		environment,
		npm: async (args, cwd) => {
			const call = npmCommand(args);
			return await runCommand(call.command, call.args, { cwd, env: environment });
		},
	};
}
