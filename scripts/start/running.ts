import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
};

/** Process IDs are reused, so the process must also be this script; assumed where there is no /proc. */
const isThisScript = async (pid: number): Promise<boolean> => {
	const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
	return commandLine === undefined || commandLine.includes('start.ts');
};

/**
 * Locks the user folder for this process, since two n8n processes would damage its database.
 *
 * @returns function that releases the lock
 * @throws Error that names the process which uses the folder
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
	const file = join(folder, 'running.pid');
	const pid = Number(await readFile(file, 'utf8').catch(() => '0'));
	if (pid > 0 && isAlive(pid) && (await isThisScript(pid))) {
		throw new Error(
			`It runs already, as process ${pid}, with the data in ${folder}. Stop that one with Ctrl-C first, or give this one a folder of its own with --folder.`,
		);
	}
	await writeFile(file, String(process.pid));
	return async () => await rm(file, { force: true });
}
