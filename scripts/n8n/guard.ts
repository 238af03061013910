import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What the guard is told. Process groups are named by the id of their first process. */
export type GuardNote =
	| { started: number; endWith: NodeJS.Signals }
	| { ended: number }
	| { made: string }
	| { removed: string };

const program = fileURLToPath(new URL('guard-program.ts', import.meta.url));
let guard: ChildProcess | undefined;

/**
 * Tells the guard, a small process that outlives this one for a moment: it ends what was started here and removes the
 * folders that were made, however this process ends. Handlers of this process would not be asked when it is killed.
 */
export function tellGuard(note: GuardNote): void {
	if (!guard) {
		guard = spawn(process.execPath, [program], {
			stdio: ['pipe', 'ignore', 'ignore'],
			detached: true,
		});
		// It keeps nobody from ending.
		guard.unref();
		(guard.stdin as unknown as { unref(): void }).unref();
		guard.stdin?.on('error', () => {});
	}
	guard.stdin?.write(`${JSON.stringify(note)}\n`);
}
