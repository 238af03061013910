import { spawn } from 'node:child_process';

/** A command ended with another exit code than 0. The message holds the last lines that it printed. */
export class CommandFailed extends Error {}

/**
 * Runs a command to its end and returns what it printed on its standard output.
 *
 * @throws CommandFailed
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
				new CommandFailed(`"${[command, ...args].join(' ')}" ended with ${code}:\n${lastLines}`),
			);
		});
	});
}
