import { Pool } from 'undici';

import type { Bench } from '../support/bench.ts';
import type { ActivePollingTrigger } from '../support/engine.ts';
import { measure, median, type Measured } from '../support/measure.ts';
import {
	atMost,
	count,
	kilobytes,
	megabytes,
	milliseconds,
	seconds,
	stated,
	type Row,
} from '../support/row.ts';

const ORDERS = 20_000;
const FEW_ORDERS = 1_000;
const CHANGED = 500;
const PAGE_SIZE = 100;
const ROUNDS = 5;

/** Bound in milliseconds of the longest block; n8n's webhooks wait for as long as a block lasts. */
const LONGEST_BLOCK = 50;

/** Bound of the state in bytes for each order. */
const BYTES_PER_ORDER = 120;

/** A status of the sandbox from which and to which each order may be set. */
const STATUSES = ['inprocess', 'onhold'];

/** How many changes a poll emitted. */
type Poll = Measured<number>;

/**
 * The polling trigger on an account with 20,000 orders, nine in ten of which are not finished: the most that it may have to
 * read. Without shipments, whose requests depend on how many parcels are about to leave.
 */
export async function pollRows(bench: Bench): Promise<Row[]> {
	const trigger = await activate(bench, ORDERS);
	const ids = (await bench.service.orders()).map(({ id }) => id);
	// Orders that had this status are not changed by the first round: afterwards all of them have it.
	await change(bench, ids, 1);
	await trigger.poll();
	const polls: Poll[] = [];
	const unchanged: Poll[] = [];
	const references: Array<Measured<number>> = [];
	const helpers: Array<Measured<void>> = [];
	let requests = 0;
	for (let round = 0; round < ROUNDS; round += 1) {
		await change(bench, ids, round);
		await bench.service.clearRecords();
		polls.push(await measurePoll(trigger));
		const paths = (await bench.service.requests()).map(pathOf);
		requests = paths.length;
		references.push(await measure(async () => await readWithUndici(bench, paths)));
		helpers.push(await measure(async () => await readWithHelper(trigger, paths)));
		unchanged.push(await measurePoll(trigger));
	}
	const emitted = polls.map(({ result }) => result);
	const isComplete =
		emitted.every((changes) => changes === CHANGED) &&
		unchanged.every(({ result }) => result === 0);
	const stateSize = Buffer.byteLength(JSON.stringify(trigger.staticData));
	const job = `a poll of ${count(ORDERS)} orders`;
	const changed = `${job}, ${CHANGED} changed`;
	return [
		atMost(
			1,
			{ name: `${changed}: requests / pages`, ours: requests, reference: ORDERS / PAGE_SIZE },
			isComplete,
		),
		atMost(1.3, {
			name: `${changed}: time / undici reading the same pages`,
			ours: median(polls.map(({ wall }) => wall)),
			reference: median(references.map(({ wall }) => wall)),
			ratio: median(polls.map(({ wall }, round) => wall / (references[round]?.wall ?? 0))),
			format: seconds,
		}),
		stated({
			name: `${changed}: time / n8n's request helper reading the same pages`,
			ours: median(polls.map(({ wall }) => wall)),
			reference: median(helpers.map(({ wall }) => wall)),
			ratio: median(polls.map(({ wall }, round) => wall / (helpers[round]?.wall ?? 0))),
			format: seconds,
		}),
		...[
			{ name: changed, measured: polls },
			{ name: `${job}, none changed`, measured: unchanged },
		].map(({ name, measured }) =>
			atMost(1, {
				name: `${name}: longest event-loop block / bound`,
				ours: median(measured.map(({ longestBlock }) => longestBlock)),
				reference: LONGEST_BLOCK,
				format: milliseconds,
				note: `${ROUNDS} polls: ${measured.map(({ longestBlock }) => milliseconds(longestBlock)).join(', ')}`,
			}),
		),
		stated({
			name: `${changed}: peak heap growth / size of the JSON`,
			ours: median(polls.map(({ peakHeapGrowth }) => peakHeapGrowth)),
			reference: references[0]?.result ?? 0,
			format: megabytes,
		}),
		atMost(1, {
			name: `state of ${count(ORDERS)} orders / bound`,
			ours: stateSize,
			reference: ORDERS * BYTES_PER_ORDER,
			format: kilobytes,
		}),
		stated({
			name: `${job}, none changed: time / ${CHANGED} changed`,
			ours: median(unchanged.map(({ wall }) => wall)),
			reference: median(polls.map(({ wall }) => wall)),
			format: seconds,
		}),
		await growthRow(bench, unchanged),
	];
}

/** Processor time for each order must not grow with their number. */
async function growthRow(bench: Bench, many: Poll[]): Promise<Row> {
	const trigger = await activate(bench, FEW_ORDERS);
	const few: Poll[] = [];
	for (let round = 0; round < (ROUNDS * ORDERS) / FEW_ORDERS; round += 1) {
		few.push(await measurePoll(trigger));
	}
	const cpuPerOrder = (polls: Poll[], orders: number): number =>
		median(polls.map(({ cpu }) => cpu)) / orders;
	return atMost(1.2, {
		name: `a poll, none changed: CPU per order with ${count(ORDERS)} orders / with ${count(FEW_ORDERS)}`,
		ours: cpuPerOrder(many, ORDERS),
		reference: cpuPerOrder(few, FEW_ORDERS),
		format: milliseconds,
	});
}

/** A polling trigger that has taken its baseline, and polls incrementally. */
async function activate({ engine, service }: Bench, orders: number): Promise<ActivePollingTrigger> {
	await service.reset({ seed: { orders }, pageSize: PAGE_SIZE });
	const trigger = engine.activatePollingTrigger({
		events: ['order.created', 'order.updated'],
		outputs: 'single',
		filters: {},
		options: {},
	});
	// The baseline, its verification, and one more poll for whatever runs for the first time.
	for (let poll = 0; poll < 3; poll += 1) await trigger.poll();
	return trigger;
}

const measurePoll = async (trigger: ActivePollingTrigger): Promise<Poll> =>
	await measure(async () => ((await trigger.poll()) ?? []).flat().length);

/** Gives so many orders, spread over the whole list, another status. */
async function change({ service }: Bench, ids: string[], round: number): Promise<void> {
	const status = STATUSES[round % STATUSES.length] ?? '';
	const step = Math.floor(ids.length / CHANGED);
	const chosen = ids.filter((_, index) => index % step === 0).slice(0, CHANGED);
	await inParallel(chosen, async (id) => await service.stepOrder(id, status));
}

async function inParallel<Item>(
	items: Item[],
	work: (item: Item) => Promise<unknown>,
): Promise<void> {
	const left = [...items];
	const worker = async (): Promise<void> => {
		for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
	};
	await Promise.all(Array.from({ length: 10 }, worker));
}

const pathOf = ({ path, query }: { path: string; query: Record<string, string> }): string => {
	const parameters = new URLSearchParams(query).toString();
	return parameters === '' ? path : `${path}?${parameters}`;
};

async function readWithHelper(trigger: ActivePollingTrigger, paths: string[]): Promise<void> {
	for (const path of paths) await trigger.request(path);
}

/** Reads pages one after the other, as their links force the trigger to. Resolves to the bytes of their JSON. */
async function readWithUndici({ service }: Bench, paths: string[]): Promise<number> {
	const pool = new Pool(service.url, { connections: 1 });
	let bytes = 0;
	for (const path of paths) {
		const { body } = await pool.request({
			method: 'GET',
			path,
			headers: { authorization: `Bearer ${service.apiKey}`, accept: 'application/ld+json' },
		});
		const text = await body.text();
		bytes += text.length;
		JSON.parse(text);
	}
	await pool.close();
	return bytes;
}
