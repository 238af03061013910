import { createFromJson, type ExampleOrder } from '../../support/createFromJson.ts';
import type { Bench } from '../support/bench.ts';
import type { EngineRun, NodeSettings } from '../support/engine.ts';
import { createOrder } from '../support/httpRequest.ts';
import { measure } from '../support/measure.ts';
import { countOrders, numberedItems } from '../support/orders.ts';
import { atMost, count, seconds, type Row } from '../support/row.ts';

const COUNT = 2_000;

/** Requests a second that the service allows. */
const LIMIT = 200;

/**
 * The HTTP Request node as n8n's documentation sets it up for a limit that is known
 * (https://docs.n8n.io/integrations/builtin/handle-rate-limits): as many items in a batch as the limit allows in a
 * second, a second between batches.
 */
const BATCHING = { batchSize: LIMIT, batchInterval: 1_000 };

/** As the same page advises: a wait longer than the limit's period; and as many tries as n8n allows. */
const RETRY_ON_FAIL: NodeSettings = { retryOnFail: true, maxTries: 5, waitBetweenTries: 2_000 };

/** How 2,000 orders were created. */
interface Outcome {
	milliseconds: number;
	/** Orders at the service. */
	orders: number;
	distinct: number;
	/** Requests answered 429. */
	overLimit: number;
	/** Creates answered 422, since the order had been created before. */
	duplicates: number;
	/** Items that left the node with their order. */
	items: number;
}

/** The same job with this package and with the HTTP Request node: 2,000 orders at 200 requests a second. */
export async function createAtLimitRows(bench: Bench): Promise<Row[]> {
	const ours = await create(bench, 'OURS', withOurs);
	const http = await create(bench, 'HTTP', withHttpRequest(RETRY_ON_FAIL));
	const oursFailing = await create(bench, 'OURS-F', withOurs, failNowAndThen);
	const httpFailing = await create(bench, 'HTTP-F', withHttpRequest(RETRY_ON_FAIL), failNowAndThen);
	const httpContinued = await create(
		bench,
		'HTTP-C',
		withHttpRequest({ ...RETRY_ON_FAIL, onError: 'continueErrorOutput' }),
		failNowAndThen,
	);
	const job = 'order.create x 2,000, limit 200/s';
	const failing = `${job}, 3 in 1,000 fail`;
	return [
		atMost(
			1.1,
			{
				name: `${job}: time / time that the limit allows`,
				ours: ours.milliseconds,
				reference: (COUNT / LIMIT) * 1000,
				format: seconds,
			},
			isComplete(ours),
		),
		sideBySide(`${job}: time / HTTP Request node, batches, Retry On Fail`, ours, http),
		sideBySide(
			`${failing}: time / HTTP Request node, batches, Retry On Fail`,
			oursFailing,
			httpFailing,
		),
		sideBySide(
			`${failing}: time / the same, On Error: Continue (using error output)`,
			oursFailing,
			httpContinued,
		),
	];
}

const isComplete = ({ orders, distinct, items }: Outcome): boolean =>
	orders === COUNT && distinct === COUNT && items === COUNT;

/** The ratio is that of the times; what is asked for is that ours is complete, whatever the HTTP Request node did. */
function sideBySide(name: string, ours: Outcome, http: Outcome): Row {
	return {
		name,
		ours: describe(ours),
		reference: describe(http),
		ratio: ours.milliseconds / http.milliseconds,
		target: 'every order once, an output for every item',
		verdict: isComplete(ours) ? 'reached' : 'not reached',
	};
}

const describe = ({ milliseconds, orders, distinct, items, ...refused }: Outcome): string =>
	[
		seconds(milliseconds),
		`${count(orders)} orders${orders === distinct ? '' : ` (${count(distinct)} different)`}`,
		`${count(refused.overLimit)} requests over the limit (429)`,
		`${count(refused.duplicates)} sent again and refused as duplicates (422)`,
		`${count(COUNT - items)} items without output`,
	].join(', ');

type Create = (
	bench: Bench,
	order: ExampleOrder,
	items: ReturnType<typeof numberedItems>,
) => Promise<EngineRun>;

const withOurs: Create = async ({ engine }, order, items) =>
	await engine.run('podFulfilment', createFromJson('={{ $json.number }}', order), items);

const withHttpRequest =
	(settings: NodeSettings): Create =>
	async ({ engine, service }, order, items) =>
		await engine.run(
			'httpRequest',
			createOrder(service.url, { ...order }, BATCHING),
			items,
			settings,
		);

/** Of 1,000 creates 2 are answered 503, and 1 loses its response after the order was placed. */
async function failNowAndThen({ service }: Bench): Promise<void> {
	const match = { method: 'POST' };
	await service.injectFault({ match, every: 500, status: 503 });
	await service.injectFault({ match, every: 750, times: 2, reset: 'afterCommit' });
}

async function create(
	bench: Bench,
	prefix: string,
	run: Create,
	injectFaults?: (bench: Bench) => Promise<void>,
): Promise<Outcome> {
	const { service } = bench;
	await service.reset({ seed: { orders: 0 } });
	const order = await service.exampleOrder();
	await service.setRateLimit({ requests: LIMIT, perMilliseconds: 1_000 });
	await injectFaults?.(bench);
	const { result, wall } = await measure(
		async () => await run(bench, order, numberedItems(prefix, COUNT)),
	);
	await service.requireFaultsHit();
	const requests = await service.requests();
	const answered = (status: number): number =>
		requests.filter((request) => request.method === 'POST' && request.status === status).length;
	return {
		milliseconds: wall,
		...(await countOrders(bench, prefix)),
		overLimit: requests.filter(({ status }) => status === 429).length,
		duplicates: answered(422),
		items: result.items.filter(({ json }) => json.id !== undefined).length,
	};
}
