import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { n8nEnvironment } from './environment.ts';
import { n8nFolder } from './paths.ts';
import { startServer, type RunningServer } from './server.ts';

export interface RunningN8n extends RunningServer {
	/** Without a trailing slash, e.g. http://127.0.0.1:5678 */
	url: string;
}

export interface N8nOptions {
	/** Where n8n is installed; local-n8n/ by default. */
	installedIn?: string;
	/** The Node that runs it; by default that of this process. */
	node?: string;
	userFolder: string;
	port: number;
	brokerPort: number;
	encryptionKey: string;
	logFile: string;
	/** n8n's command with its flags; by default `start`, which serves the editor. */
	command?: string[];
	/** Additional environment variables, or other values for those of `n8nEnvironment`. */
	settings?: NodeJS.ProcessEnv;
	/** Paths that respond with JSON once n8n is ready. */
	readyPaths?: string[];
}

/** Enough for a first start with all migrations on a slow machine. */
const START_TIMEOUT_MS = 240_000;

const respondsWithJson = async (url: string) => {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
		// While it starts, n8n responds to some paths with 200 and a waiting page.
		return response.ok && (await response.text()).startsWith('{');
	} catch {
		return false;
	}
};

/** Keeps other users of the machine away from n8n's data, in whatever folder they are. */
async function makePrivate(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await chmod(folder, 0o700);
}

/**
 * Starts n8n in its own process group and waits until its REST API responds.
 *
 * @throws Error with the end of its log if it does not start
 */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const {
		installedIn = n8nFolder,
		node = process.execPath,
		command = ['start'],
		readyPaths = ['/healthz/readiness', '/rest/settings'],
	} = options;
	const url = `http://127.0.0.1:${options.port}`;
	await makePrivate(join(options.userFolder, '.n8n'));
	const server = await startServer({
		name: command[0] === 'start' ? 'n8n' : `n8n ${command[0]}`,
		command: node,
		args: [join(installedIn, 'node_modules', 'n8n', 'bin', 'n8n'), ...command],
		cwd: options.userFolder,
		env: n8nEnvironment({ ...options, node }),
		logFile: options.logFile,
		startTimeoutMs: START_TIMEOUT_MS,
		async isReady() {
			for (const path of readyPaths) {
				if (!(await respondsWithJson(`${url}${path}`))) return undefined;
			}
			return true;
		},
	});
	return { ...server, url };
}
