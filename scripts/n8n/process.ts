import { n8nEnvironment } from './environment.ts';
import { n8nCommand } from './paths.ts';
import { startServer, type RunningServer } from './server.ts';

export interface RunningN8n extends RunningServer {
	/** Without a slash at its end, e.g. http://127.0.0.1:5678 */
	url: string;
}

export interface N8nOptions {
	userFolder: string;
	port: number;
	brokerPort: number;
	encryptionKey: string;
	logFile: string;
	/** What to start and its flags; `start`, the one that serves the editor, when left out. */
	command?: string[];
	/** Further settings of n8n, or others in place of the usual ones. */
	settings?: NodeJS.ProcessEnv;
	/** What answers with JSON once it serves. */
	readyPaths?: string[];
}

/** How long a first start may take, migrations included, on a slow machine. */
const startTimeout = 240_000;

const answers = async (url: string) => {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
		// n8n answers some paths with 200 and a waiting page before it is there.
		return response.ok && (await response.text()).startsWith('{');
	} catch {
		return false;
	}
};

/**
 * Starts n8n in its own process group and waits until its REST interface answers.
 *
 * @throws Error with the end of its log when it does not come up
 */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const { command = ['start'], readyPaths = ['/healthz/readiness', '/rest/settings'] } = options;
	const url = `http://127.0.0.1:${options.port}`;
	const server = await startServer({
		name: command[0] === 'start' ? 'n8n' : `n8n ${command[0]}`,
		command: process.execPath,
		args: [n8nCommand, ...command],
		cwd: options.userFolder,
		env: n8nEnvironment(options),
		logFile: options.logFile,
		startTimeout,
		async isReady() {
			for (const path of readyPaths) if (!(await answers(`${url}${path}`))) return undefined;
			return true;
		},
	});
	return { ...server, url };
}
