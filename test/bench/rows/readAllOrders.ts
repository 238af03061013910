import type { Bench } from '../support/bench.ts';
import { atMost, megabytes, type Row } from '../support/row.ts';

const COUNT = 20_000;

/** Reading everything: the memory that it takes beside what is handed on. */
export async function readAllOrdersRow({ engine, service }: Bench): Promise<Row> {
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
	return atMost(
		3,
		{
			name: `order.getAll of ${COUNT.toLocaleString('en')}, all pages: peak heap growth / size of the JSON`,
			ours: peak - before,
			reference: JSON.stringify(items.map(({ json }) => json)).length,
			format: megabytes,
			...(error && { note: error.message }),
		},
		items.length === COUNT,
	);
}
