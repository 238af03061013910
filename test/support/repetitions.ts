/**
 * How often tests repeat what is random in them, or one of many like cases: the only place that says so.
 *
 * `npm test` plays the first number of each, so that it is over in minutes. `npm run test:nightly` plays the second: its
 * step `repetitions` runs, with TEST_REPETITIONS=all, the files that import this one, and no others. The seeds are the same in
 * both, so the few are some of the many. `npm run soak` plays the second numbers with ever new seeds.
 */
const { TEST_REPETITIONS, TEST_SEQUENCES, TEST_DAYS, TEST_DAY_ORDERS } = process.env;

// A misspelt value would silently become few.
if (TEST_REPETITIONS !== undefined && TEST_REPETITIONS !== 'all') {
	throw new Error('TEST_REPETITIONS must be "all", or not set');
}

/** Whether all are played. */
export const PLAYS_ALL = TEST_REPETITIONS === 'all';

const times = (few: number, all: number): number => (PLAYS_ALL ? all : few);

/** Of a list, the entries that are played: `all` of them, or every `step`th, from the first on. */
export const someOf = <Entry>(list: readonly Entry[], step = 10): Entry[] =>
	list.filter((_, index) => PLAYS_ALL || index % step === 0);

/** Random sequences of steps of the polling trigger, from the seed on that TEST_SEED names. */
export const POLLING_SEQUENCES = Number(TEST_SEQUENCES ?? times(20, 300));

export const REPETITIONS = {
	/** Histories of the simulation, from seed 1 on. */
	simulatedHistories: times(120, 1_200),
	/** Of those, played twice to see that nothing but the seed decides them. */
	replayedHistories: times(2, 8),
	/** Histories of the polling trigger on n8n's engine, for each service that is described. */
	pollingHistories: Math.ceil(POLLING_SEQUENCES / 1_000),
	/** Likewise, each with a service that its seed draws. */
	drawnPollingHistories: Math.ceil(POLLING_SEQUENCES / 40),
	/** Orders of a shop of which the customer controls whatever customers can. */
	hostileOrders: 10 * POLLING_SEQUENCES,
	/** Random orders of each shop, all of whose lines are accounted for. */
	shopOrders: Number(process.env.TEST_CASES ?? times(20, 60)),
	/** Services that decide otherwise whatever the specification leaves open. */
	contraryServices: times(4, 40),
	/** Of those, services at which an order by SKU is placed. */
	contraryServicesBySku: times(2, 12),
	/** Orders of one execution whose variants are found by their SKUs. */
	ordersBySku: times(100, 1_000),
	/** Runs of Create with random faults, on each engine. */
	faultyRuns: times(6, 60),
	/** Runs of Create and Reprint under the External ID of somebody else's order. */
	othersOrders: times(25, 250),
	/** Pieces of random signing secrets. */
	secretFragments: times(500, 5_000),
	/** Random answers of the service with texts as its enemies would write them, on each engine. */
	hostileTexts: times(6, 60),
	/** Random bodies of answers: as an object, through the node, and in a list of the editor. */
	hostileBodies: times(200, 2_000),
	hostileBodiesOfNode: times(15, 150),
	hostileBodiesOfLists: times(20, 200),
	/** Random pages of lists. */
	hostilePages: times(6, 60),
	/** Pages that are too large, at random places of a list. */
	largePages: times(20, 200),
	/** Random limits of a service that the rate limiter has to find. */
	rateLimits: times(10, 100),
	/** Days of each shop, from the seed on that TEST_SEED names. */
	shopDays: Number(TEST_DAYS ?? times(1, 2)),
	/** Orders of such a day; all are more than a page of WooCommerce holds. `npm run soak -- day` plays days of 1,000. */
	ordersOfShopDay: Number(TEST_DAY_ORDERS ?? times(12, 100)),
};
