import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A message to the guard. Process groups are identified by the ID of their first process. */
export type GuardNote =
	| { started: number; endWith: NodeJS.Signals }
	| { ended: number }
	| { made: string }
	| { removed: string };

const program = fileURLToPath(new URL('guard-program.ts', import.meta.url));
let guard: ChildProcess | undefined;

/**
 * Notifies the guard, a small process that outlives this one: it ends the processes that were started here and removes
 * the folders that were made, even if this process is killed, when its own exit handlers do not run.
 */
export function notifyGuard(note: GuardNote): void {
	if (!guard) {
		guard = spawn(process.execPath, [program], {
			stdio: ['pipe', 'ignore', 'ignore'],
			detached: true,
		});
		// So that it does not keep this process alive.
		guard.unref();
		(guard.stdin as unknown as { unref(): void }).unref();
		guard.stdin?.on('error', () => {});
	}
	guard.stdin?.write(`${JSON.stringify(note)}\n`);
}
