import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { n8nEnvironment } from './environment.ts';
import { n8nCommand } from './paths.ts';
import { poll, WaitedTooLong } from './poll.ts';

export interface RunningN8n {
	/** Without a slash at its end, e.g. http://127.0.0.1:5678 */
	url: string;
	/** The id of its process. */
	pid: number;
	logFile: string;
	/** Resolves when the process has ended, for whatever reason. */
	exited: Promise<void>;
	/** Ends n8n and everything it started. Resolves when they are gone. */
	stop(): Promise<void>;
	/** Ends it without any notice, as a crash does. */
	kill(): Promise<void>;
}

/** How long a first start may take, migrations included, on a slow machine. */
const startTimeout = 240_000;
const stopTimeout = 15_000;

const answers = async (url: string) => {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
		// n8n answers some paths with 200 and a waiting page before it is there.
		return response.ok && (await response.text()).startsWith('{') ? true : undefined;
	} catch {
		return undefined;
	}
};

/**
 * Starts n8n in its own process group and waits until its REST interface answers.
 *
 * @throws Error with the end of its log when it does not come up
 */
export async function startN8n(options: {
	userFolder: string;
	port: number;
	brokerPort: number;
	encryptionKey: string;
	logFile: string;
	/** Environment variables of n8n that its user sets. */
	settings?: Record<string, string>;
}): Promise<RunningN8n> {
	mkdirSync(dirname(options.logFile), { recursive: true });
	const log = openSync(options.logFile, 'w');
	const child = spawn(process.execPath, [n8nCommand, 'start'], {
		cwd: options.userFolder,
		env: n8nEnvironment(options),
		stdio: ['ignore', log, log],
		// A group of its own: Ctrl-C in the terminal then reaches only the script, which ends n8n in good order, and
		// the task runner can be ended together with n8n.
		detached: true,
	});
	closeSync(log);
	const { pid } = child;
	if (pid === undefined) {
		const [reason] = (await once(child, 'error')) as [Error];
		throw new Error(`n8n could not be started: ${reason.message}`);
	}

	const exited = once(child, 'exit').then(() => {});
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	const signalGroup = (signal: NodeJS.Signals) => {
		try {
			process.kill(-pid, signal);
		} catch {
			// The group is gone already.
		}
	};
	const endWithThisProcess = () => signalGroup('SIGKILL');
	process.once('exit', endWithThisProcess);

	const kill = async () => {
		signalGroup('SIGKILL');
		await exited;
		process.off('exit', endWithThisProcess);
	};
	const stop = async () => {
		if (isRunning()) {
			child.kill('SIGTERM');
			await Promise.race([exited, delay(stopTimeout, undefined, { ref: false })]);
		}
		await kill();
	};

	const url = `http://127.0.0.1:${options.port}`;
	const logEnd = async () =>
		(await readFile(options.logFile, 'utf8')).trimEnd().split('\n').slice(-15).join('\n');
	try {
		await poll(
			'n8n to start',
			async () => {
				if (!isRunning()) throw new Error(`n8n ended while it started:\n${await logEnd()}`);
				if (!(await answers(`${url}/healthz/readiness`))) return undefined;
				return await answers(`${url}/rest/settings`);
			},
			{ timeoutMilliseconds: startTimeout, intervalMilliseconds: 200 },
		);
	} catch (error) {
		await stop();
		if (!(error instanceof WaitedTooLong)) throw error;
		throw new Error(`${error.message} The end of its log:\n${await logEnd()}`);
	}
	return { url, pid, logFile: options.logFile, exited, stop, kill };
}
