import type { INodeParameters } from 'n8n-workflow';
import { Pool } from 'undici';

import type { Bench } from '../support/bench.ts';
import type { EngineRun, NodeName } from '../support/engine.ts';
import { readOrder } from '../support/httpRequest.ts';
import { measure, median, type Measured } from '../support/measure.ts';
import { atMost, count, milliseconds, seconds, stated, type Row } from '../support/row.ts';

const CONCURRENCY = 10;

/** Milliseconds that the service takes for each response. */
const LATENCY = 20;

/**
 * Milliseconds between two batches of the HTTP Request node. It does not wait for a batch to be answered, so this is
 * what bounds its requests in flight: the service's latency, and a quarter of it for the connection.
 */
const BATCH_INTERVAL = 25;

const ROUNDS = 5;

/** Bound in milliseconds that the longest block is set beside; n8n's webhooks wait for as long as a block lasts. */
const LONGEST_BLOCK = 100;

const ours = {
	resource: 'order',
	operation: 'get',
	orderId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	simplify: false,
	options: { concurrency: CONCURRENCY },
};

interface Item {
	id: string;
	[key: string]: string;
}

type Run = Measured<EngineRun>;

/** Reading orders one by one: processor time, time, event loop and requests in flight. */
export async function readOrdersRows(bench: Bench): Promise<Row[]> {
	return [...(await inRounds(bench)), ...(await allAtOnce(bench))];
}

/** Reads 2,000 orders with each of them in turn, so that each ratio is of two runs a few seconds apart. */
async function inRounds(bench: Bench): Promise<Row[]> {
	const { service } = bench;
	const batching = { batchSize: CONCURRENCY, batchInterval: BATCH_INTERVAL };
	const readWith = {
		ours: async (items: Item[]) => await readOrders(bench, 'podFulfilment', ours, items),
		helper: async (items: Item[]) =>
			await readOrders(
				bench,
				'requestHelper',
				{ url: `=${service.url}/api/orders/{{ $json.id }}` },
				items,
			),
		batched: async (items: Item[]) =>
			await readOrders(bench, 'httpRequest', readOrder(service.url, batching), items),
		undici: async (items: Item[]) => await measure(async () => await withUndici(bench, items)),
	};
	type Reader = keyof typeof readWith;
	const readers = Object.keys(readWith) as Reader[];
	await resetService(bench);
	const few = await itemsOf(bench, 200);
	for (const reader of readers) await readWith[reader](few);

	const items = await itemsOf(bench, 2_000);
	const peaks: Partial<Record<Reader, number>> = {};
	const rounds: Array<Record<Reader, Measured<unknown>>> = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const runs: Partial<Record<Reader, Measured<unknown>>> = {};
		// Each starts a round in its turn: none always runs right after the same other one.
		for (let place = 0; place < readers.length; place += 1) {
			const reader = readers[(round + place) % readers.length] as Reader;
			await resetService(bench);
			runs[reader] = await readWith[reader](items);
			peaks[reader] = Math.max(peaks[reader] ?? 0, await service.peakInFlight());
		}
		rounds.push(runs as Record<Reader, Measured<unknown>>);
	}

	const medianOf = (value: (round: Record<Reader, Measured<unknown>>) => number): number =>
		median(rounds.map(value));
	const cpuPerItem = (reader: Reader) => ({
		ours: medianOf((round) => round.ours.cpu) / items.length,
		reference: medianOf((round) => round[reader].cpu) / items.length,
		ratio: medianOf((round) => round.ours.cpu / round[reader].cpu),
		format: milliseconds,
	});
	return [
		atMost(1.1, {
			name: "order.get x 2,000, 10 at a time: CPU per item / n8n's request helper alone",
			...cpuPerItem('helper'),
		}),
		stated({
			name: 'order.get x 2,000, 10 at a time: CPU per item / HTTP Request node in batches of 10',
			...cpuPerItem('batched'),
			note: `requests in flight at most: ${peaks.ours} and ${peaks.batched}`,
		}),
		atMost(1.3, {
			name: 'order.get x 2,000, 10 at a time: time / undici',
			ours: medianOf((round) => round.ours.wall),
			reference: medianOf((round) => round.undici.wall),
			ratio: medianOf((round) => round.ours.wall / round.undici.wall),
			format: seconds,
		}),
	];
}

/** Reads 5,000 orders with the settings that either node has by itself. */
async function allAtOnce(bench: Bench): Promise<Row[]> {
	const { service } = bench;
	const items = await itemsOf(bench, 5_000);
	await resetService(bench);
	const own = await readOrders(bench, 'podFulfilment', ours, items);
	const ownPeak = await service.peakInFlight();
	await resetService(bench);
	const http = await readOrders(bench, 'httpRequest', readOrder(service.url), items);
	const httpPeak = await service.peakInFlight();
	return [
		stated({
			name: 'order.get x 5,000: longest event-loop block / HTTP Request node',
			ours: own.longestBlock,
			reference: http.longestBlock,
			format: milliseconds,
			note: `ours ${own.longestBlock <= LONGEST_BLOCK ? 'under' : 'over'} ${LONGEST_BLOCK} ms`,
		}),
		stated({
			name: 'order.get x 5,000: CPU per item / HTTP Request node',
			ours: own.cpu / items.length,
			reference: http.cpu / items.length,
			format: milliseconds,
		}),
		atMost(1, {
			name: 'order.get x 5,000: requests in flight at most / Concurrency',
			ours: ownPeak,
			reference: CONCURRENCY,
			note: `HTTP Request node: ${count(httpPeak)}`,
		}),
	];
}

async function resetService({ service }: Bench): Promise<void> {
	await service.reset({ seed: { orders: 500 } });
	await service.injectFault({ delayMilliseconds: LATENCY });
}

async function itemsOf({ service }: Bench, count: number): Promise<Item[]> {
	const orders = await service.orders();
	return Array.from({ length: count }, (_, index) => ({
		id: orders[index % orders.length]?.id ?? '',
	}));
}

async function readOrders(
	{ engine }: Bench,
	type: NodeName,
	parameters: INodeParameters,
	items: Item[],
): Promise<Run> {
	const run = await measure(async () => await engine.run(type, parameters, items));
	if (run.result.error) throw run.result.error;
	if (run.result.items.length !== items.length) {
		throw new Error(`${type}: ${run.result.items.length} of ${items.length} items`);
	}
	return run;
}

async function withUndici({ service }: Bench, items: Item[]): Promise<void> {
	const pool = new Pool(service.url, { connections: CONCURRENCY });
	let next = 0;
	const readNext = async (): Promise<void> => {
		while (next < items.length) {
			const item = items[next];
			next += 1;
			const { body } = await pool.request({
				method: 'GET',
				path: `/api/orders/${item?.id}`,
				headers: { authorization: `Bearer ${service.apiKey}`, accept: 'application/ld+json' },
			});
			await body.json();
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, readNext));
	await pool.close();
}
