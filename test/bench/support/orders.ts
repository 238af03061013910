import type { IDataObject } from 'n8n-workflow';

import type { Bench } from './bench.ts';

/** Input items, each with a `number` of its own: prefix-0, prefix-1, … */
export const numberedItems = (prefix: string, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ number: `${prefix}-${index}` }));

/** How many orders stand at the service under that prefix, and how many different external IDs they have. */
export async function countOrders(
	{ service }: Bench,
	prefix: string,
): Promise<{ orders: number; distinct: number }> {
	const orders = (await service.orders()).filter(({ externalId }) =>
		externalId.startsWith(`${prefix}-`),
	);
	return {
		orders: orders.length,
		distinct: new Set(orders.map(({ externalId }) => externalId)).size,
	};
}
