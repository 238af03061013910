import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fchmodSync, mkdirSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { notifyGuard } from './guard.ts';
import { poll, PollTimeoutError } from './poll.ts';

export interface RunningServer {
	pid: number;
	logFile: string;
	/** Resolves when the process has ended for any reason. */
	exited: Promise<void>;
	/** Shuts it down, together with all processes it started. Resolves when they have ended. */
	stop(): Promise<void>;
	/** Kills it with SIGKILL, together with all processes it started. */
	kill(): Promise<void>;
}

export interface ServerOptions {
	/** For messages, e.g. `n8n`. */
	name: string;
	command: string;
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	logFile: string;
	/** The system user to run it as; by default that of this process. */
	user?: { uid: number; gid: number };
	/** The signal for a graceful shutdown; SIGTERM by default. */
	stopSignal?: NodeJS.Signals;
	/** Called repeatedly until it resolves to true. */
	isReady: () => Promise<true | undefined>;
	startTimeoutMs: number;
}

const STOP_TIMEOUT_MS = 15_000;

/**
 * Starts a server in its own process group and waits until it is ready. It ends with this process at the latest.
 *
 * @throws Error with the end of its log if it does not start
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
	const { name, logFile, stopSignal = 'SIGTERM' } = options;
	mkdirSync(dirname(logFile), { recursive: true });
	// n8n logs what workflows handle.
	const log = openSync(logFile, 'w', 0o600);
	fchmodSync(log, 0o600);
	const child = spawn(options.command, options.args, {
		cwd: options.cwd,
		env: options.env,
		stdio: ['ignore', log, log],
		...options.user,
		// A separate process group: Ctrl-C in the terminal reaches only the script, which then shuts the server down, and
		// the server can be killed together with its child processes.
		detached: true,
	});
	closeSync(log);
	const { pid } = child;
	if (pid === undefined) {
		const [reason] = (await once(child, 'error')) as [Error];
		throw new Error(`${name} could not be started: ${reason.message}`);
	}
	notifyGuard({ started: pid, endWith: stopSignal });

	const exited = once(child, 'exit').then(() => {});
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	const kill = async () => {
		try {
			process.kill(-pid, 'SIGKILL');
		} catch {
			// The group has ended already.
		}
		await exited;
		notifyGuard({ ended: pid });
	};
	const stop = async () => {
		if (isRunning()) {
			child.kill(stopSignal);
			await Promise.race([exited, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
		}
		await kill();
	};

	const logEnd = async () =>
		(await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-15).join('\n');
	try {
		await poll(
			`${name} to start`,
			async () => {
				if (!isRunning()) throw new Error(`${name} ended while it started:\n${await logEnd()}`);
				return await options.isReady();
			},
			{ timeoutMilliseconds: options.startTimeoutMs, intervalMilliseconds: 200 },
		);
	} catch (error) {
		await stop();
		if (!(error instanceof PollTimeoutError)) throw error;
		throw new Error(`${error.message} The end of its log:\n${await logEnd()}`);
	}
	return { pid, logFile, exited, stop, kill };
}
