import { Pool } from 'undici';

import { measure, median, type Measured } from '../support/measure.ts';
import { atMost, type Bench, type Row } from '../support/row.ts';
import type { EngineRun, NodeName } from '../support/engine.ts';

const CONCURRENCY = 10;

/** Milliseconds that the service takes for each answer. */
const LATENCY = 20;

const ROUNDS = 5;

const ours = {
	resource: 'order',
	operation: 'get',
	orderId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	simplify: false,
	options: { concurrency: CONCURRENCY },
};

const httpRequest = (url: string) => ({
	method: 'GET',
	url: `=${url}/api/orders/{{ $json.id }}`,
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'podFulfilmentApi',
	sendHeaders: true,
	headerParameters: { parameters: [{ name: 'accept', value: 'application/ld+json' }] },
	options: {},
});

const idsFor = async ({ service }: Bench, count: number): Promise<Array<{ id: string }>> => {
	const orders = await service.orders();
	return Array.from({ length: count }, (_, index) => ({
		id: orders[index % orders.length]?.id ?? '',
	}));
};

async function withUndici({ service }: Bench, items: Array<{ id: string }>): Promise<void> {
	const pool = new Pool(service.url, { connections: CONCURRENCY });
	let next = 0;
	const takeUp = async (): Promise<void> => {
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
	await Promise.all(Array.from({ length: CONCURRENCY }, takeUp));
	await pool.close();
}

function complete(run: Measured<EngineRun>, count: number): Measured<EngineRun> {
	if (run.result.error) throw run.result.error;
	if (run.result.items.length !== count) throw new Error(`${run.result.items.length} items`);
	return run;
}

/** Reading orders one by one: processor time, wall time, event loop and requests in flight. */
export async function getRows(bench: Bench): Promise<Row[]> {
	const { engine, service } = bench;
	await service.reset({ seed: { orders: 500 } });
	await service.injectFault({ delayMilliseconds: LATENCY });
	const parameters = {
		podFulfilment: ours,
		httpRequest: httpRequest(service.url),
		requestHelper: { url: `=${service.url}/api/orders/{{ $json.id }}` },
	};
	const run = async (type: NodeName, items: Array<{ id: string }>) =>
		complete(
			await measure(async () => await engine.run(type, parameters[type], items)),
			items.length,
		);

	const few = await idsFor(bench, 200);
	await run('podFulfilment', few);
	await run('httpRequest', few);
	await run('requestHelper', few);

	const items = await idsFor(bench, 2_000);
	const cpuRatios: number[] = [];
	const helperRatios: number[] = [];
	const wallRatios: number[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const own = await run('podFulfilment', items);
		const http = await run('httpRequest', items);
		const helper = await run('requestHelper', items);
		const bare = await measure(async () => await withUndici(bench, items));
		cpuRatios.push(own.cpu / http.cpu);
		helperRatios.push(helper.cpu / http.cpu);
		wallRatios.push(own.wall / bare.wall);
	}

	const many = await idsFor(bench, 5_000);
	await service.reset({ seed: { orders: 500 } });
	await service.injectFault({ delayMilliseconds: LATENCY });
	const own = await run('podFulfilment', many);
	const peak = await service.peakInFlight();
	await service.reset({ seed: { orders: 500 } });
	await service.injectFault({ delayMilliseconds: LATENCY });
	const http = await run('httpRequest', many);
	const httpPeak = await service.peakInFlight();

	const cpu = median(cpuRatios);
	const wall = median(wallRatios);
	return [
		{
			work: 'order.get x 2,000',
			figure: 'CPU per item, ours / HTTP Request node',
			toReach: 'at most 1.0',
			measured: cpu.toFixed(2),
			httpRequest: '1.00',
			reached: atMost(cpu, 1),
			note: `(n8n's request helper alone, as many at once: ${median(helperRatios).toFixed(2)})`,
		},
		{
			work: 'order.get x 2,000',
			figure: 'wall, ours / undici at the same concurrency',
			toReach: 'at most 1.3',
			measured: wall.toFixed(2),
			reached: atMost(wall, 1.3),
		},
		{
			work: 'order.get x 5,000',
			figure: 'longest event-loop block',
			toReach: 'at most 100 ms',
			measured: `${own.longestBlock.toFixed(0)} ms`,
			httpRequest: `${http.longestBlock.toFixed(0)} ms`,
			reached: atMost(own.longestBlock, 100),
		},
		{
			work: 'order.get x 5,000',
			figure: 'peak in flight',
			toReach: `at most ${CONCURRENCY}`,
			measured: String(peak),
			httpRequest: String(httpPeak),
			reached: atMost(peak, CONCURRENCY),
		},
	];
}
