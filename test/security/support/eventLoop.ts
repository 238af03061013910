import { Worker } from 'node:worker_threads';

import { threadMs } from '../../support/threadTime.ts';

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

/**
 * As much JSON as an answer is read of, in the shape that JSON.parse takes longest for: 100,000 names that all differ. No
 * node of n8n comes by the time that parsing it takes, so that is what a turn is measured by.
 */
const LARGEST_JSON = JSON.stringify(
	Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index.toString(36)}`, 1])),
);

/** Processor time of JSON.parse for the largest answer, in ms. */
function parsingTime(): number {
	const before = threadMs();
	JSON.parse(LARGEST_JSON);
	return threadMs() - before;
}

/**
 * Processor time of the longest turn of the event loop while some work is done, in ms: all timers and all input that were
 * due, with the promises that they settled. Whatever else n8n has to do waits for its end. A timer of a millisecond sees each
 * turn that is longer. Immediates would see the shorter ones, too, and keep the processor busy while the work waits for an
 * answer.
 */
async function longestTurn(work: () => unknown): Promise<number> {
	let longest = 0;
	let isOver = false;
	let before = threadMs();
	const tick = (): void => {
		const now = threadMs();
		longest = Math.max(longest, now - before);
		before = now;
		if (!isOver) setTimeout(tick, 1);
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

const ROUNDS = 3;

/** What the longest turn may take: so many times the parsing of the largest answer. */
const MAX_PARSINGS = 4;

/** Set by `npm run bench`, which looks for the least time and not for a bound. */
const PLAYS_ALL_ROUNDS = process.env.TURNS_OF_ALL_ROUNDS === 'true';

export interface Turn {
	/** Processor time of the longest turn, in ms. */
	turnMs: number;
	/** What it may be: a slower machine takes longer for both. */
	boundMs: number;
}

/** The least that parsing has taken until now, in ms. */
let leastParsing = Math.min(parsingTime(), parsingTime(), parsingTime());

/**
 * The longest turn while some work is done, beside its bound. What is not within the bound that was measured earlier is
 * measured in three rounds, each just after the parsing, since the machine may be slower by now. The least of each counts:
 * whatever else happens on the machine, or in the heap, makes either longer, and none shorter. A round within the bound is
 * enough.
 */
export async function turnOf(work: () => unknown): Promise<Turn> {
	const turn = { turnMs: await longestTurn(work), boundMs: MAX_PARSINGS * leastParsing };
	if (turn.turnMs <= turn.boundMs && !PLAYS_ALL_ROUNDS) return turn;
	turn.boundMs = Infinity;
	for (let round = 0; round < ROUNDS; round += 1) {
		const parsing = parsingTime();
		leastParsing = Math.min(leastParsing, parsing);
		turn.boundMs = Math.min(turn.boundMs, MAX_PARSINGS * parsing);
		turn.turnMs = Math.min(turn.turnMs, await longestTurn(work));
		if (turn.turnMs <= turn.boundMs && !PLAYS_ALL_ROUNDS) break;
	}
	return turn;
}
