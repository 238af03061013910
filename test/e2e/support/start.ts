import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../../scripts/n8n/paths.ts';

/** How a run of `npm start` ended. */
export interface EndedStart {
	code: number | null;
	output: string;
}

/** Options for any free ports. */
export const ANY_PORTS = ['--n8n-port', '0', '--sandbox-port', '0', '--shop-port', '0'];

/** Starts the script of `npm start`. */
export function launchStart(...args: string[]) {
	const child = spawn(process.execPath, [join(root, 'scripts', 'start.ts'), ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	const collect = (chunk: Buffer) => (output += String(chunk));
	child.stdout.on('data', collect);
	child.stderr.on('data', collect);
	const ended = once(child, 'close').then(([code]): EndedStart => ({
		code: code as number | null,
		output,
	}));
	/** Resolves to the whole output once it matches, or once the script has ended. */
	const printed = async (pattern: RegExp): Promise<string> => {
		const isThere = new Promise<void>((resolve) => {
			const look = () => pattern.test(output) && resolve();
			child.stdout.on('data', look);
			look();
		});
		await Promise.race([isThere, ended]);
		return output;
	};
	return { ended, printed, interrupt: () => child.kill('SIGINT') };
}

/** The line with the link that `npm start` names at its end. */
export const LINK_PATTERN = /Open this link[^\n]*\n\n {2}(http:\S+)\n/;
