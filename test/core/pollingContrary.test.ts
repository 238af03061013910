import { describe, expect, it } from 'vitest';

import type { ReadOptions } from '../../sandbox/index.ts';
import { REPETITIONS, someOf } from '../support/repetitions.ts';
import { SEED } from '../support/seed.ts';
import { brokenPromises, type HistoryOptions } from './pollingHistory.ts';
import { usePolling } from './pollingSupport.ts';
import { withoutBackOff } from './orderRuns.ts';

const polling = usePolling();
withoutBackOff();

const HISTORIES = REPETITIONS.pollingHistories;
const DRAWN_HISTORIES = REPETITIONS.drawnPollingHistories;

const TIMEOUT_PER_HISTORY_MS = 300_000;

const REQUESTS_FAIL = { isTroubled: true };

const reads = (options: ReadOptions): Partial<HistoryOptions> => ({ reads: options });

/** Every order's last status is told, nothing twice, and nothing of what did not change. */
describe('The changes that the polling trigger tells', () => {
	const services: Array<[string, Partial<HistoryOptions>]> = [
		['of a service as the sandbox is', {}],
		['when requests fail', REQUESTS_FAIL],
		['when pages shift while they are read', reads({ shiftedBy: 3 })],
		['when pages shift from the start', { ...reads({ shiftedBy: 3 }), shiftsFromTheStart: true }],
		['of a list without its total', reads({ totalItems: 'missing' })],
		['of a list that rises', reads({ sorting: 'oldestFirst' })],
		['of a list in no order', reads({ sorting: 'none' })],
		['of a list with ID and status only', reads({ members: 'abbreviated' })],
		[
			'of a list with ID and status only, when requests fail',
			{ ...REQUESTS_FAIL, ...reads({ members: 'abbreviated' }) },
		],
		['that has lasted for 20 minutes', { emitAfterMinutes: 20 }],
		['of orders without updatedAt', reads({ updatedAt: 'missing' })],
		['of orders whose updatedAt is frozen', reads({ updatedAt: 'frozen' })],
		['of orders whose updatedAt goes backwards', reads({ updatedAt: 'backwards' })],
		['of orders without createdAt', reads({ createdAt: 'missing' })],
		[
			'of orders without any time, on pages that shift, when requests fail',
			{
				...REQUESTS_FAIL,
				...reads({ createdAt: 'missing', updatedAt: 'missing', shiftedBy: 3 }),
			},
		],
		[
			'from the oldest order on, when a page fails at activation',
			{ failsAtActivation: true, ...reads({ sorting: 'oldestFirst' }) },
		],
		['of a service that writes times in seconds', reads({ timestamps: 'seconds' })],
		['of a service that writes times in nanoseconds', reads({ timestamps: 'nanoseconds' })],
		[
			'of orders whose shipments are not found while there are none',
			reads({ noShipments: 'notFound' }),
		],
		['when the shipments of three orders are refused', { badOrders: 403 }],
		['when the shipments of three orders are refused as invalid', { badOrders: 422 }],
		['when the shipments of three orders fail', { badOrders: 500 }],
		['when the settings change', { changesSettings: true }],
	];

	it.each(someOf(services))(
		'every change is told once, %s',
		{ timeout: HISTORIES * TIMEOUT_PER_HISTORY_MS },
		async (_, options) => {
			for (let seed = SEED; seed < SEED + HISTORIES; seed += 1) {
				expect(await brokenPromises(polling, { ...options, seed })).toEqual([]);
			}
		},
	);

	it.each(Array.from({ length: DRAWN_HISTORIES }, (_, index) => 10 * SEED + index))(
		'every change is told once of a contrary service drawn by seed %i, when requests fail',
		{ timeout: TIMEOUT_PER_HISTORY_MS },
		async (seed) => {
			// What is believed of every service, however contrary it is otherwise.
			const believed = { lagMilliseconds: 0, totalItems: 'right', aheadMilliseconds: 0 } as const;
			const options = { seed, ...REQUESTS_FAIL, ...reads({ ...believed, seed }) };
			expect(await brokenPromises(polling, options)).toEqual([]);
		},
	);
});
