import { describe, expect, it } from 'vitest';

import { NodeSources } from './engine/nodeProcess.ts';
import type { History, RunPlan, RunSettings } from './history/history.ts';
import { Player } from './history/player.ts';
import { inputOf } from './history/purchases.ts';
import { World } from './history/world.ts';
import { statusOf } from './service/orders.ts';
import type { Personality } from './service/personality.ts';

const SETTINGS: RunSettings = {
	onError: 'stop',
	tries: 1,
	isDeclarative: false,
	maxAttempts: 5,
	maxWaitSeconds: 0,
	concurrency: 10,
	ifExists: 'returnExisting',
	simplify: true,
	limit: 0,
	followUp: { confirm: true, waitForValidation: 30, onFailedValidation: 'stop' },
};

/** A service that does what anybody expects. */
const PLAIN: Personality = {
	create: { status: 201, body: 'whole' },
	update: { status: 200, body: 'whole' },
	action: { status: 200, body: 'whole' },
	duplicate: { kind: 'refused', status: 422, shape: 'violations', propertyPath: 'externalId' },
	looksBeforeItWrites: false,
	normalisation: {
		phone: false,
		price: false,
		countryName: false,
		nullForEmpty: false,
		placements: 'asSent',
		reverseItems: false,
	},
	readLags: [0],
	showsRefunds: true,
	refundsTwice: false,
	initialStatus: 'draft',
	confirmableFrom: 'draft',
	confirmed: 'pending',
	statusDelay: 0,
	refusal: { status: 409, shape: 'violations' },
	repeatedChange: 'refused',
	validation: 'passes',
	list: {
		pageSize: 30,
		next: 'absolute',
		ending: 'clean',
		members: 'hydra:member',
		showsTotal: true,
		nullMembers: false,
		empty: 'list',
		otherOrders: 0,
	},
	catalog: { placements: 'none', placementType: 'front', inStock: true, credits: 'none' },
	prefix: '',
};

const historyOf = (personality: Personality): History => ({
	personality,
	before: [],
	weather: [],
	fillsFromCatalog: false,
	steps: [],
	randomSeed: 1,
});

const PLAN: RunPlan = { operation: 'create', items: [], settings: SETTINGS };

/** Places and confirms orders in one run, on a clock that passes from timer to timer. */
async function confirmOrders(count: number, settings: Partial<RunSettings> = {}) {
	const world = new World(historyOf(PLAIN), new NodeSources(), false);
	try {
		world.network.mostRequestsOfARun = 20 * count;
		const player = new Player(world, false);
		const inputs = Array.from({ length: count }, (_, index) => ({
			...inputOf({ order: 0, content: 0 }, 'create'),
			externalId: `A-${index}`,
		}));
		const plan = { ...PLAN, settings: { ...SETTINGS, ...settings } };
		const { result, startedAt, endedAt } = await player.run(plan, inputs);
		const { requests } = world.network;
		const starts = requests.map(({ sentAt }) => sentAt);
		return {
			error: result?.error,
			items: result?.items ?? [],
			statuses: new Set(world.service.book.orders.map(statusOf)),
			confirmations: world.service.book.effects.filter(({ kind }) => kind === 'confirm').length,
			requests: requests.length,
			seconds: (endedAt - startedAt) / 1000,
			mostAtOnce: Math.max(
				...starts.map(
					(at) =>
						requests.filter(({ sentAt, endedAt: end = at }) => sentAt <= at && at < end).length,
				),
			),
		};
	} finally {
		world.end();
	}
}

describe('Orders whose validation is waited for', () => {
	it('a hundred orders that wait 30 seconds for their validation take about 30 seconds, since none is in flight meanwhile', async () => {
		const result = await confirmOrders(100);
		expect(result.error).toBeUndefined();
		expect(result.items).toHaveLength(100);
		expect(result.statuses).toEqual(new Set(['pending']));
		expect(result.confirmations).toBe(100);
		// Placed ten at a time; read after 1, 3, 6, 11, 16, 21, 26 and 30 seconds.
		expect(result.requests).toBe(100 * (1 + 8 + 1));
		expect(result.seconds).toBeGreaterThanOrEqual(30);
		expect(result.seconds).toBeLessThan(36);
		expect(result.mostAtOnce).toBeLessThanOrEqual(10);
	});

	it('orders wait for their validation also when they are placed one by one and Max Waiting Time is 0', async () => {
		const result = await confirmOrders(20, { concurrency: 1, maxWaitSeconds: 0 });
		expect(result.error).toBeUndefined();
		expect(result.confirmations).toBe(20);
		expect(result.mostAtOnce).toBe(1);
		expect(result.seconds).toBeLessThan(60);
	});
});
