import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES } from './engine/execution.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import { createParametersWithoutCatalog, runNode, numberedItems, orderCount } from './orderRuns.ts';
import { createParameters, plainVariant, useSandbox, variantWith } from './support.ts';

const node = useSandbox();
skipWaits();

const ids = (json: IDataObject[]): unknown[] => json.map(({ id }) => id);

const placed = (): string[] =>
	node.sandbox.control
		.orders()
		.map(({ externalId }) => externalId)
		.sort();

describe.each(ENGINES)(
	'The same external IDs, on the engine of %s (spec section 2: unique)',
	(engine) => {
		const items = numberedItems('B', 20);
		const names = items.map(({ number }) => String(number)).sort();
		const parameters = () => createParametersWithoutCatalog(node.sandbox, '={{ $json.number }}');

		it('the items of one run with one ID end with one order, which each of them returns', async () => {
			node.sandbox.control.injectFault({ delayMilliseconds: 20 });
			const { json, error } = await runNode(
				node,
				createParametersWithoutCatalog(node.sandbox, 'SAME-1'),
				{
					items: [{}, {}, {}],
					engine,
				},
			);
			expect(error).toBeUndefined();
			expect(orderCount(node, 'SAME-1')).toBe(1);
			expect(new Set(ids(json)).size).toBe(1);
			expect(json).toHaveLength(3);
		});

		it('Retry On Fail ends with one order for each ID, and the retry does them all', async () => {
			node.sandbox.control.injectFault({ match: { method: 'POST' }, status: 500, times: 1 });
			const { json, error } = await runNode(node, parameters(), {
				items,
				engine,
				settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
			});
			expect(error).toBeUndefined();
			expect(json.map(({ externalId }) => externalId)).toEqual(items.map(({ number }) => number));
			expect(placed()).toEqual(names);
		});

		it('Retry On Fail asks the catalog again for what it did not answer', async () => {
			node.sandbox.control.injectFault({
				match: { path: '/api/catalog-product-variants/*' },
				status: 500,
				times: 1,
			});
			const { json, error } = await runNode(
				node,
				createParameters(node.sandbox, '={{ $json.number }}'),
				{ items, engine, settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
			);
			expect(error).toBeUndefined();
			expect(json).toHaveLength(20);
			expect(placed()).toEqual(names);
		});
	},
);

describe('Two items of one run with one external ID', () => {
	it('two items are worked on in their order, however long the catalog takes for the first', async () => {
		const { sandbox } = node;
		const { id: first, productId } = plainVariant(sandbox);
		const second = variantWith(
			sandbox,
			(other) => other.productId === productId && other.id !== first,
		).id;
		sandbox.control.injectFault({
			match: { path: `/api/catalog-product-variants/${first}` },
			delayMilliseconds: 300,
		});
		const parameters = createParameters(sandbox, 'SAME-1');
		const rows = parameters.items as { item: IDataObject[] };
		const { error } = await runNode(
			node,
			{ ...parameters, items: { item: [{ ...rows.item[0], variantId: '={{ $json.variant }}' }] } },
			{
				items: [{ variant: first }, { variant: second }],
			},
		);
		expect(error?.message).toContain('[item 1]');
		const [order] = sandbox.control.orders();
		expect(order?.items).toMatchObject([{ variantId: first }]);
	});
});
