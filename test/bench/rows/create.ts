import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { measure } from '../support/measure.ts';
import { atMost, type Bench, type Row } from '../support/row.ts';

const COUNT = 2_000;

async function parameters({ service }: Bench): Promise<INodeParameters> {
	const { recipient, orderItems } = await service.exampleOrder();
	return {
		resource: 'order',
		operation: 'create',
		externalId: '={{ $json.number }}',
		specifyRecipient: 'json',
		recipientJson: JSON.stringify(recipient),
		specifyItems: 'json',
		itemsJson: JSON.stringify(orderItems),
		options: { maxAttempts: 20 },
	};
}

const numbered = (prefix: string): IDataObject[] =>
	Array.from({ length: COUNT }, (_, index) => ({ number: `${prefix}-${index}` }));

async function countOnce({ service }: Bench, prefix: string): Promise<string> {
	const standing = (await service.orders()).filter(({ externalId }) =>
		externalId.startsWith(`${prefix}-`),
	);
	const distinct = new Set(standing.map(({ externalId }) => externalId)).size;
	return distinct === standing.length ? String(distinct) : `${standing.length} (${distinct} once)`;
}

/** At the service's rate limit: as fast as it allows, and none refused. */
export async function limitedRow(bench: Bench): Promise<Row> {
	const { engine, service } = bench;
	const perSecond = 200;
	await service.reset({ seed: { orders: 0 } });
	const values = await parameters(bench);
	await service.setRateLimit({ requests: perSecond, perMilliseconds: 1000 });
	const { result, wall } = await measure(
		async () => await engine.run('podFulfilment', values, numbered('LIMIT')),
	);
	const refused = (await service.requests()).filter(({ status }) => status === 429).length;
	const created = await countOnce(bench, 'LIMIT');
	const ratio = wall / ((COUNT / perSecond) * 1000);
	return {
		work: 'order.create x 2,000, sandbox limited to 200/s',
		figure: 'wall / (2,000 / 200 s), and orders created',
		toReach: 'at most 1.10, none failed',
		measured: `${ratio.toFixed(2)}, ${created} orders, ${refused} times 429`,
		reached: atMost(ratio, 1.1) && created === String(COUNT) && !result.error,
		...(result.error && { note: result.error.message }),
	};
}

/** Over a bad network: every order once. */
export async function faultsRow(bench: Bench): Promise<Row> {
	const { engine, service } = bench;
	await service.reset({ seed: { orders: 0 } });
	const values = await parameters(bench);
	await service.setRateLimit({ requests: 300, perMilliseconds: 1000 });
	await service.injectFault({ match: { method: 'POST' }, rate: 0.05, statusAfterCommit: 502 });
	await service.injectFault({ match: { method: 'POST' }, rate: 0.015, reset: 'beforeCommit' });
	await service.injectFault({ match: { method: 'POST' }, rate: 0.015, reset: 'afterCommit' });
	await service.injectFault({ match: { method: 'POST' }, rate: 0.02, status: 503 });
	const { result, wall } = await measure(
		async () => await engine.run('podFulfilment', values, numbered('FAULT')),
	);
	const created = await countOnce(bench, 'FAULT');
	return {
		work: 'order.create x 2,000 with faults (5% 502 after commit, 3% resets, half after commit, 2% 503, limit 300/s)',
		figure: 'orders at the sandbox, each external ID once',
		toReach: 'exactly 2,000',
		measured: `${created} in ${(wall / 1000).toFixed(1)} s, ${result.items.length} items`,
		reached: created === String(COUNT) && result.items.length === COUNT,
		...(result.error && { note: result.error.message }),
	};
}

/** One look into the catalog for each variant, however many orders use it. */
export async function catalogRow(bench: Bench): Promise<Row> {
	const { engine, service } = bench;
	await service.reset({ seed: { orders: 0 } });
	const variants = (await service.products())
		.flatMap(({ variants: all }) => all)
		.filter(({ inStock }) => inStock)
		.slice(0, 20);
	const bodies = await Promise.all(variants.map(async ({ id }) => await service.exampleOrder(id)));
	const items = Array.from({ length: 1_000 }, (_, index) => ({
		number: `CATALOG-${index}`,
		lines: bodies[index % bodies.length]?.orderItems,
	})) as IDataObject[];
	const { result } = await measure(
		async () =>
			await engine.run(
				'podFulfilment',
				{ ...(await parameters(bench)), itemsJson: '={{ $json.lines }}' },
				items,
			),
	);
	const reads = (await service.requests()).filter(({ path }) =>
		path.startsWith('/api/catalog-product-variants/'),
	).length;
	return {
		work: '1,000 orders over 20 variants, Fill From Catalog on',
		figure: 'catalog reads',
		toReach: 'at most 20',
		measured: `${reads}, ${result.items.length} orders`,
		reached: atMost(reads, 20) && result.items.length === 1_000,
		...(result.error && { note: result.error.message }),
	};
}
