import type { Bench } from '../support/bench.ts';
import { measure, median } from '../support/measure.ts';
import { atMost, milliseconds, type Row } from '../support/row.ts';

const ROUNDS = 3;

/** Processor time per item must not grow with the number of items. */
export async function growthRow({ engine, service }: Bench): Promise<Row> {
	await service.reset({ seed: { orders: 500 } });
	const orders = await service.orders();
	const perItem = async (count: number): Promise<number> => {
		const items = Array.from({ length: count }, (_, index) => ({
			id: orders[index % orders.length]?.id ?? '',
		}));
		const { result, cpu } = await measure(
			async () =>
				await engine.run(
					'podFulfilment',
					{
						resource: 'order',
						operation: 'get',
						orderId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
						simplify: false,
					},
					items,
				),
		);
		if (result.items.length !== count) throw result.error ?? new Error('items are missing');
		return cpu / count;
	};
	await perItem(1_000);
	const rounds: Array<{ many: number; few: number }> = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		// A hundred items are over in a moment, so several such runs stand against the long one.
		const short: number[] = [];
		for (let run = 0; run < 10; run += 1) short.push(await perItem(100));
		rounds.push({ many: await perItem(10_000), few: median(short) });
	}
	return atMost(1.2, {
		name: 'order.get: CPU per item with 10,000 items / with 100',
		ours: median(rounds.map(({ many }) => many)),
		reference: median(rounds.map(({ few }) => few)),
		ratio: median(rounds.map(({ many, few }) => many / few)),
		format: milliseconds,
	});
}
