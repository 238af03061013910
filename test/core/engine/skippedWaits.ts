import FakeTimers, { type Clock } from '@sinonjs/fake-timers';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';

const realSetTimeout = setTimeout;
const realSetImmediate = setImmediate;
const { nodeTiming } = performance;

/**
 * So many turns of the event loop, a millisecond apart, have to bring nothing before the clock goes on. Beside other load the
 * kernel takes some milliseconds to hand a packet over: of two turns that was too much in 7 of 12 runs, of four in none.
 */
const QUIET_TURNS = 6;

/**
 * What Node.js does in other threads: its end is an event that is still to come. Not zlib and crypto, which it does not tell:
 * nothing that these tests run compresses or encrypts.
 */
const WORK_ELSEWHERE = /^(FS|GetAddrInfo)/;

const isWorkingElsewhere = (): boolean =>
	process.getActiveResourcesInfo().some((resource) => WORK_ELSEWHERE.test(resource));

/** Waits a millisecond, and then for what arrived meanwhile. */
const turn = async (): Promise<void> =>
	await new Promise((resolve) => {
		realSetTimeout(() => realSetImmediate(resolve), 1);
	});

/** Takes the clock from timer to timer, each time once there is nothing else to do. */
class SkippedWaits {
	private readonly clock: Clock;

	private isOver = false;

	constructor() {
		this.clock = FakeTimers.install({
			now: Date.now(),
			toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
		});
		void this.run();
	}

	end(): void {
		this.isOver = true;
		this.clock.uninstall();
	}

	private async run(): Promise<void> {
		let quietTurns = 0;
		while (!this.isOver) {
			const { events } = nodeTiming.uvMetricsInfo;
			await turn();
			const isQuiet = nodeTiming.uvMetricsInfo.events === events && !isWorkingElsewhere();
			quietTurns = isQuiet ? quietTurns + 1 : 0;
			if (quietTurns < QUIET_TURNS || this.isOver) continue;
			quietTurns = 0;
			this.clock.next();
		}
	}
}

/** Node's `fetch` has one timer for all requests, which it makes with its first: it has to be a real one. */
async function fetchOnce(): Promise<void> {
	const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	await (await fetch(`http://127.0.0.1:${port}`)).text();
	server.closeAllConnections();
	server.close();
}

/**
 * Lets no test of a file, or of a `describe`, wait for time to pass: as soon as nothing else happens in this process, its
 * clock is put forward to the next timer. Nodes, n8n and the sandbox share that clock, and it stands still while they work,
 * so how fast the machine is decides nothing.
 */
export function skipWaits(): void {
	beforeAll(async () => {
		// Vitest's own clock takes the Date that is there when it is first asked for the real one, for all files of a process.
		vi.isFakeTimers();
		await fetchOnce();
	});
	let waits: SkippedWaits | undefined;
	const end = (): void => {
		waits?.end();
		waits = undefined;
	};
	beforeEach(() => {
		// An `afterEach` that failed ends what follows.
		end();
		waits = new SkippedWaits();
		// After all of `afterEach`, in which the harness runs the nodes once more.
		return end;
	});
	afterAll(end);
}
