import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const elapsed = (since) => `${Math.round((Date.now() - since) / 1000)} s`;

/** Patterns in the output of npm and compilers, each with an explanation and what to do. */
const advice = [
	[
		/npm (error|ERR!) code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ERR_SOCKET_TIMEOUT)/,
		'The package registry could not be reached. Check the network and the proxy settings, then start again.',
	],
	[
		/npm (error|ERR!) code ENOSPC|No space left on device/,
		'The disk is full. n8n and its packages need about 3 GB.',
	],
	[
		/npm (error|ERR!) code (EACCES|EPERM)/,
		'A file could not be written. Check who owns this folder and the npm cache.',
	],
];

/** A step failed. The message says what happened and what to do. */
export class StepFailed extends Error {}

/**
 * Runs a long command, writes its output to a log file and shows the elapsed time: updated in place on a terminal,
 * otherwise as a line every 20 seconds.
 *
 * @param {{ title: string, expected: string, command: string, args: string[], cwd: string,
 *   env: NodeJS.ProcessEnv, logFile: string, hints?: () => string[] }} step
 * @returns {Promise<void>} rejects with StepFailed
 */
export async function runStep({ title, expected, command, args, cwd, env, logFile, hints }) {
	mkdirSync(dirname(logFile), { recursive: true });
	const log = createWriteStream(logFile);
	const startedAt = Date.now();
	const inPlace = Boolean(process.stdout.isTTY);
	const show = (text) => process.stdout.write(inPlace ? `\r\x1b[2K${text}` : `${text}\n`);
	show(`${title} (${expected}) …`);
	const ticker = setInterval(
		() => show(`${title} (${expected}) … ${elapsed(startedAt)}`),
		inPlace ? 1000 : 20_000,
	);

	let interrupted = false;
	const code = await new Promise((resolve) => {
		// A separate process group, so that an interruption also stops the compilers that npm starts.
		const child = spawn(command, args, {
			cwd,
			env,
			stdio: ['ignore', 'pipe', 'pipe'],
			detached: process.platform !== 'win32',
		});
		const stopChild = (signal) => {
			interrupted = true;
			if (process.platform === 'win32' || child.pid === undefined) child.kill(signal);
			else process.kill(-child.pid, signal);
		};
		process.once('SIGINT', stopChild).once('SIGTERM', stopChild);
		child.stdout.on('data', (chunk) => log.write(chunk));
		child.stderr.on('data', (chunk) => log.write(chunk));
		child.once('error', (error) => {
			log.write(`${command}: ${error.message}\n`);
			resolve(127);
		});
		child.once('close', (exitCode, signal) => {
			process.off('SIGINT', stopChild).off('SIGTERM', stopChild);
			resolve(signal ? 130 : exitCode);
		});
	});

	clearInterval(ticker);
	await new Promise((resolve) => log.end(resolve));
	if (code === 0) {
		show(`${title}: done in ${elapsed(startedAt)}`);
		if (inPlace) process.stdout.write('\n');
		return;
	}
	if (inPlace) process.stdout.write('\n');
	if (interrupted) {
		throw new StepFailed(`${title} was interrupted. The next start goes on from here.`);
	}
	const output = readFileSync(logFile, 'utf8');
	const matchingAdvice = advice.filter(([pattern]) => pattern.test(output)).map(([, text]) => text);
	throw new StepFailed(
		[
			`${title} did not work (exit code ${code} after ${elapsed(startedAt)}). Its last lines:`,
			...output
				.trimEnd()
				.split('\n')
				.slice(-15)
				.map((line) => `    ${line}`),
			...(hints?.() ?? []),
			...matchingAdvice,
			`Everything it printed is in ${logFile}`,
		].join('\n'),
	);
}
