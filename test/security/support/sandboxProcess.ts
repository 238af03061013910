import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../sandbox/main.ts', import.meta.url));

export interface SandboxProcess {
	url: string;
	isRunning(): boolean;
	/** Memory that the process occupies now, in MB. */
	memory(): number;
	stop(): Promise<void>;
}

/** Linux tells it without a program, which a small machine may lack. */
function memoryOf(pid: number): number {
	const status = `/proc/${pid}/status`;
	const kilobytes = existsSync(status)
		? /^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]
		: execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString();
	return Number(kilobytes) / 1024;
}

/** Starts the sandbox as its command does, in a process that what is sent to it may end. */
export async function startSandboxProcess(...options: string[]): Promise<SandboxProcess> {
	const child: ChildProcess = spawn(process.execPath, [MAIN, '--port', '0', ...options], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let output = '';
	while (!output.includes('All verbs')) {
		const [chunk] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
		output += chunk.toString();
	}
	const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	return {
		url,
		isRunning,
		memory: () => memoryOf(Number(child.pid)),
		stop: async () => {
			if (!isRunning()) return;
			child.kill('SIGKILL');
			await once(child, 'exit');
		},
	};
}
