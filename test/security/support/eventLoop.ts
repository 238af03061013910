import { Worker } from 'node:worker_threads';

/** What a service answers, whatever it is asked for. */
export interface Answer {
	status?: number;
	headers?: Record<string, string>;
	body: string | Buffer;
	/** Answers of other paths, by what they begin with; the longest beginning counts. */
	others?: Record<string, string | Buffer>;
}

const SERVER = `
const { createServer } = require('node:http');
const { parentPort } = require('node:worker_threads');
let answer = { body: '' };
const server = createServer((request, response) => {
	const begins = Object.keys(answer.others ?? {}).filter((path) => request.url.startsWith(path));
	const [other] = begins.sort((one, two) => two.length - one.length);
	request.resume();
	response.writeHead(other === undefined ? (answer.status ?? 200) : 200, {
		'content-type': 'application/ld+json',
		...(other === undefined && answer.headers),
	});
	response.end(other === undefined ? answer.body : answer.others[other]);
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
parentPort.on('message', (next) => {
	answer = next;
	parentPort.postMessage('set');
});
`;

/** A service in a thread of its own: what it does takes no time of the thread that is measured. */
export class AnsweringService {
	private worker: Worker | undefined;

	private port = 0;

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	async start(): Promise<void> {
		this.worker = new Worker(SERVER, { eval: true });
		this.port = (await this.said()) as number;
	}

	async answerWith(answer: Answer): Promise<void> {
		const set = this.said();
		this.worker?.postMessage(answer);
		await set;
	}

	async stop(): Promise<void> {
		await this.worker?.terminate();
	}

	private async said(): Promise<unknown> {
		return await new Promise((resolve) => this.worker?.once('message', resolve));
	}
}

/** Processor time of this thread, in ms: other programs and threads do not count. */
const threadMs = (): number => {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};

/** Processor time of the longest turn of the event loop while some work is done, in ms. */
export async function longestTurnMs(work: () => unknown): Promise<number> {
	let longest = 0;
	let isOver = false;
	let before = threadMs();
	const tick = (): void => {
		const now = threadMs();
		longest = Math.max(longest, now - before);
		before = now;
		if (!isOver) setImmediate(tick);
	};
	await new Promise<void>((resolve) => {
		setImmediate(() => {
			before = threadMs();
			tick();
			resolve();
		});
	});
	try {
		await work();
	} finally {
		isOver = true;
		tick();
	}
	return longest;
}
