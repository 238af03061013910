import { cpus } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { drain, type Throughput } from './support/drain.ts';
import { formatSeconds } from './support/figures.ts';
import { listen } from './support/queueMode.ts';
import { CONFIRM_ORDER } from './support/service.ts';
import { useQueueMode } from './support/useQueueMode.ts';

const CORES_FOR_ALL = 8;

/** How far two measurements of the same may lie apart on a machine that others use too. */
const NOISE = 0.8;

const { figures, queueMode } = useQueueMode('throughput');

describe('A queue of events, worked off by one worker and by two', () => {
	/** How long the service takes for each confirm where the work is to consist of waiting, in milliseconds. */
	const SLOW = 500;

	const busy: Throughput[] = [];
	const waiting: Throughput[] = [];

	/** Of two workers to one. */
	const ratio = ([one, two]: Throughput[]): number =>
		(two?.perSecond ?? 0) / (one?.perSecond ?? Number.NaN);

	const tell = (work: string, measured: Throughput[]) => {
		for (const { workers, perSecond, processor, load } of measured) {
			figures.add(
				work,
				workers === 1 ? '1 worker' : `${workers} workers`,
				`${perSecond.toFixed(1)} events/s, the cores ${(load * 100).toFixed(0)}% busy (seconds: ${formatSeconds(processor)})`,
			);
		}
		figures.add(work, '2 workers / 1 worker', ratio(measured).toFixed(2));
		figures.keep(work, measured);
	};

	/** Of two rounds: what else the machine does at that moment can only slow them down. */
	const better = async (url: string, workers: number): Promise<Throughput> => {
		const rounds: Throughput[] = [];
		for (const round of ['a', 'b']) {
			const prefix = `busy-${workers}${round}`;
			rounds.push(await drain(queueMode(), url, { prefix, workers, events: 1_000 }));
		}
		return rounds.reduce((one, other) => (other.perSecond > one.perSecond ? other : one));
	};

	beforeAll(async () => {
		const { control } = queueMode().sandbox;
		const { url } = await listen(queueMode(), 'immediately');
		for (const workers of [1, 2]) busy.push(await better(url, workers));
		control.injectFault({ match: CONFIRM_ORDER, delayMilliseconds: SLOW });
		for (const workers of [1, 2]) {
			const prefix = `waiting-${workers}`;
			waiting.push(await drain(queueMode(), url, { prefix, workers, events: 400 }));
		}
		control.clearFaults();
		tell('confirm, answered at once', busy);
		tell(`confirm, answered after ${SLOW} ms`, waiting);
	});

	it('two workers are nearly twice as fast when the work is waiting for the service', () => {
		expect(ratio(waiting)).toBeGreaterThanOrEqual(1.6);
	});

	it('two workers are 1.6 times as fast when each process has a core, else no slower', () => {
		// Two workers, Postgres with its connections, Redis, main, the webhook process and the service. On fewer cores
		// they take the time from each other, and the figure tells how far that goes.
		const toReach = cpus().length >= CORES_FOR_ALL ? 1.6 : NOISE;
		expect(ratio(busy)).toBeGreaterThanOrEqual(toReach);
	});
});
