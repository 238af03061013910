import { spawn } from 'node:child_process';

/** A command exited with a code other than 0. The message contains its last lines of output. */
class CommandError extends Error {}

/**
 * Runs a command and resolves to its standard output.
 *
 * @throws CommandError if the exit code is not 0
 */
export function runCommand(
	command: string,
	args: string[],
	options: { cwd: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number },
): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		let output = '';
		let everything = '';
		child.stdout.on('data', (chunk: Buffer) => {
			output += String(chunk);
			everything += String(chunk);
		});
		child.stderr.on('data', (chunk: Buffer) => {
			everything += String(chunk);
		});
		child.once('error', reject);
		child.once('close', (code) => {
			if (code === 0) return resolve(output);
			const lastLines = everything.trimEnd().split('\n').slice(-20).join('\n');
			reject(
				new CommandError(`"${[command, ...args].join(' ')}" ended with ${code}:\n${lastLines}`),
			);
		});
	});
}
