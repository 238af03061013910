import type { IDataObject } from 'n8n-workflow';

import type { Bench } from '../support/bench.ts';
import { createFromJson } from '../../support/createFromJson.ts';
import { countOrders, numberedItems } from '../support/orders.ts';
import { atMost, exactly, type Row } from '../support/row.ts';

const COUNT = 2_000;

/** Over a bad network: every order once. */
export async function faultsRow(bench: Bench): Promise<Row> {
	const { engine, service } = bench;
	await service.reset({ seed: { orders: 0 } });
	const parameters = createFromJson('={{ $json.number }}', await service.exampleOrder());
	await service.setRateLimit({ requests: 300, perMilliseconds: 1000 });
	await service.injectFault({ match: { method: 'POST' }, rate: 0.05, statusAfterCommit: 502 });
	await service.injectFault({ match: { method: 'POST' }, rate: 0.015, reset: 'beforeCommit' });
	await service.injectFault({ match: { method: 'POST' }, rate: 0.015, reset: 'afterCommit' });
	await service.injectFault({ match: { method: 'POST' }, rate: 0.02, status: 503 });
	const { items, error } = await engine.run(
		'podFulfilment',
		{ ...parameters, options: { maxAttempts: 20 } },
		numberedItems('FAULT', COUNT),
	);
	await service.requireFaultsHit();
	const { orders, distinct } = await countOrders(bench, 'FAULT');
	return exactly(
		1,
		{
			name: 'order.create x 2,000, 1 in 10 fails (5% 502 after commit, 3% resets, half after commit, 2% 503; limit 300/s): orders / items',
			ours: orders,
			reference: COUNT,
			...(error && { note: error.message }),
		},
		distinct === COUNT && items.length === COUNT,
	);
}

/** One read of the catalog for each variant, however many orders use it. */
export async function catalogRow(bench: Bench): Promise<Row> {
	const { engine, service } = bench;
	await service.reset({ seed: { orders: 0 } });
	const variants = (await service.products())
		.flatMap(({ variants: all }) => all)
		.filter(({ inStock }) => inStock)
		.slice(0, 20);
	const bodies = await Promise.all(variants.map(async ({ id }) => await service.exampleOrder(id)));
	const input = Array.from({ length: 1_000 }, (_, index) => ({
		number: `CATALOG-${index}`,
		lines: bodies[index % bodies.length]?.orderItems,
	})) as IDataObject[];
	const parameters = createFromJson('={{ $json.number }}', await service.exampleOrder());
	const { items, error } = await engine.run(
		'podFulfilment',
		{ ...parameters, itemsJson: '={{ $json.lines }}' },
		input,
	);
	const reads = (await service.requests()).filter(({ path }) =>
		path.startsWith('/api/catalog-product-variants/'),
	).length;
	return atMost(
		1,
		{
			name: '1,000 orders over 20 variants, Fill From Catalog on: catalog reads / variants',
			ours: reads,
			reference: variants.length,
			...(error && { note: error.message }),
		},
		items.length === input.length,
	);
}
