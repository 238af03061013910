import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tellGuard } from './guard.ts';
import { poll, WaitedTooLong } from './poll.ts';

export interface RunningServer {
	pid: number;
	logFile: string;
	/** Resolves when the process has ended, for whatever reason. */
	exited: Promise<void>;
	/** Ends it and everything it started. Resolves when they are gone. */
	stop(): Promise<void>;
	/** Ends it without any notice, as a crash does. */
	kill(): Promise<void>;
}

export interface ServerOptions {
	/** Named in messages, e.g. `n8n`. */
	name: string;
	command: string;
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	logFile: string;
	/** The system's user that it runs as, where it must not be this process's own. */
	user?: { uid: number; gid: number };
	/** What asks it to end in good order. */
	stopSignal?: NodeJS.Signals;
	/** Something once it serves; asked again and again until then. */
	isReady: () => Promise<true | undefined>;
	startTimeout: number;
}

const stopTimeout = 15_000;

/**
 * Starts a server in its own process group and waits until it is ready. It ends with this process at the latest.
 *
 * @throws Error with the end of its log when it does not come up
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
	const { name, logFile, stopSignal = 'SIGTERM' } = options;
	mkdirSync(dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'w');
	const child = spawn(options.command, options.args, {
		cwd: options.cwd,
		env: options.env,
		stdio: ['ignore', log, log],
		...options.user,
		// A group of its own: Ctrl-C in the terminal then reaches only the script, which ends the server in good order,
		// and what the server started can be ended together with it.
		detached: true,
	});
	closeSync(log);
	const { pid } = child;
	if (pid === undefined) {
		const [reason] = (await once(child, 'error')) as [Error];
		throw new Error(`${name} could not be started: ${reason.message}`);
	}
	tellGuard({ started: pid, endWith: stopSignal });

	const exited = once(child, 'exit').then(() => {});
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	const kill = async () => {
		try {
			process.kill(-pid, 'SIGKILL');
		} catch {
			// The group is gone already.
		}
		await exited;
		tellGuard({ ended: pid });
	};
	const stop = async () => {
		if (isRunning()) {
			child.kill(stopSignal);
			await Promise.race([exited, delay(stopTimeout, undefined, { ref: false })]);
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
			{ timeoutMilliseconds: options.startTimeout, intervalMilliseconds: 200 },
		);
	} catch (error) {
		await stop();
		if (!(error instanceof WaitedTooLong)) throw error;
		throw new Error(`${error.message} The end of its log:\n${await logEnd()}`);
	}
	return { pid, logFile, exited, stop, kill };
}
