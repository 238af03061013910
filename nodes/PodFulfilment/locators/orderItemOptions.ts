import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { searchOrderItems } from './index';

/** The items of the order that is chosen above, for a field in which several can be chosen. */
export async function loadOrderItems(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { results } = await searchOrderItems.call(this);
	return results.map(({ name, value }) => ({ name, value }));
}
