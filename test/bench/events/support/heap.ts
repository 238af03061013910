import { readFile } from 'node:fs/promises';
import { poll } from '../../../../scripts/n8n/poll.ts';
import type { RunningN8n } from '../../../../scripts/n8n/process.ts';

/** The memory of n8n's own process in bytes, after garbage was collected. */
export interface Memory {
	heapUsed: number;
	rss: number;
}

/** Has Node's inspector take a free port, once it is asked for. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

/** Collects the garbage of an n8n that was started with {@link INSPECTABLE}, and reads its memory. */
export async function memoryOf({ pid, logFile }: RunningN8n): Promise<Memory> {
	// Node opens its inspector on this signal, and says in the log where.
	process.kill(pid, 'SIGUSR1');
	const url = await poll('the inspector of n8n', async () => {
		const log = await readFile(logFile, 'utf8');
		return /Debugger listening on (ws:\S+)/.exec(log)?.[1];
	});
	const socket = new WebSocket(url);
	const waiting = new Map<number, (result: unknown) => void>();
	socket.addEventListener('message', ({ data }) => {
		const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
		waiting.get(id)?.(result);
	});
	await new Promise((resolve, reject) => {
		socket.addEventListener('open', resolve);
		socket.addEventListener('error', reject);
	});
	const call = async <Result>(method: string, params = {}): Promise<Result> => {
		const id = waiting.size + 1;
		return await new Promise((resolve) => {
			waiting.set(id, resolve as (result: unknown) => void);
			socket.send(JSON.stringify({ id, method, params }));
		});
	};
	try {
		await call('HeapProfiler.collectGarbage');
		await call('HeapProfiler.collectGarbage');
		const { result } = await call<{ result: { value: Memory } }>('Runtime.evaluate', {
			expression: 'process.memoryUsage()',
			returnByValue: true,
		});
		return result.value;
	} finally {
		socket.close();
	}
}
