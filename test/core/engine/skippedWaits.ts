import FakeTimers, { type Clock } from '@sinonjs/fake-timers';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';

import { RequestsUnderWay } from './requestsUnderWay.ts';

const realSetTimeout = setTimeout;
const realSetImmediate = setImmediate;
const { nodeTiming } = performance;

/**
 * So many turns of the event loop, a millisecond apart, have to bring nothing before the clock goes on while a packet may be
 * under way. Beside other load the kernel takes some milliseconds to hand it over: of two turns that was too much in 7 of
 * 12 runs, of four in none.
 */
const QUIET_TURNS = 6;

/** Where nothing is under way, one turn for what the last event began, such as a stream that ends in the next, and one more. */
const QUIET_TURNS_WITHOUT_REQUESTS = 2;

/**
 * What Node.js does in other threads: its end is an event that is still to come. Not zlib and crypto, which it does not tell:
 * nothing that these tests run compresses or encrypts.
 */
const WORK_ELSEWHERE = /^(FS|GetAddrInfo)/;

const isWorkingElsewhere = (): boolean =>
	process.getActiveResourcesInfo().some((resource) => WORK_ELSEWHERE.test(resource));

/** Waits so long, and then for what the event loop has at hand. */
const turn = async (milliseconds: number): Promise<void> =>
	await new Promise((resolve) => {
		if (milliseconds === 0) realSetImmediate(resolve);
		else realSetTimeout(() => realSetImmediate(resolve), milliseconds);
	});

/** Takes the clock from timer to timer, each time once there is nothing else to do. */
class SkippedWaits {
	private readonly clock: Clock;

	private readonly requests = new RequestsUnderWay();

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
		this.requests.end();
	}

	private async run(): Promise<void> {
		let quietTurns = 0;
		while (!this.isOver) {
			const { events } = nodeTiming.uvMetricsInfo;
			const wasAwaited = this.isEventAwaited;
			await turn(wasAwaited ? 1 : 0);
			if (this.isOver) return;
			if (this.runDueTimers()) continue;
			const isQuiet = nodeTiming.uvMetricsInfo.events === events && !isWorkingElsewhere();
			quietTurns = isQuiet && wasAwaited === this.isEventAwaited ? quietTurns + 1 : 0;
			if (quietTurns < (wasAwaited ? QUIET_TURNS : QUIET_TURNS_WITHOUT_REQUESTS)) continue;
			quietTurns = 0;
			this.clock.next();
		}
	}

	private get isEventAwaited(): boolean {
		return this.requests.count > 0 || isWorkingElsewhere();
	}

	/** Runs the timers for which no time has to pass, such as those that only let something else have its turn. */
	private runDueTimers(): boolean {
		const count = this.clock.countTimers();
		this.clock.tick(0);
		return this.clock.countTimers() !== count;
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
