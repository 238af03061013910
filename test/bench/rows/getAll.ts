import { atMost, type Bench, type Row } from '../support/row.ts';

const COUNT = 20_000;

/** Reading everything: the memory that it takes beyond what is handed back. */
export async function getAllRow({ engine, service }: Bench): Promise<Row> {
	await service.reset({ seed: { orders: COUNT }, pageSize: 100 });
	if (!globalThis.gc) throw new Error('Run with --expose-gc');
	globalThis.gc();
	const before = process.memoryUsage().heapUsed;
	let peak = before;
	const sampler = setInterval(() => {
		peak = Math.max(peak, process.memoryUsage().heapUsed);
	}, 2);
	const { items, error } = await engine.run(
		'podFulfilment',
		{ resource: 'order', operation: 'getAll', returnAll: true, simplify: false },
		[{}],
	);
	clearInterval(sampler);
	peak = Math.max(peak, process.memoryUsage().heapUsed);
	const size = JSON.stringify(items.map(({ json }) => json)).length;
	const ratio = (peak - before) / size;
	return {
		work: `order.getAll of ${COUNT.toLocaleString('en')} in pages`,
		figure: 'peak heap growth / size of the JSON',
		toReach: 'at most 3',
		measured: `${ratio.toFixed(2)} (${(size / 1e6).toFixed(0)} MB)`,
		reached: atMost(ratio, 3) && items.length === COUNT,
		...(error && { note: error.message }),
	};
}
