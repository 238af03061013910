import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES } from './engine/execution.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import { createParametersWithoutCatalog, runNode, numberedItems, orderCount } from './orderRuns.ts';
import { createParameters, plainVariant, recipient, useSandbox, variantWith } from './support.ts';

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

		it('two runs at once end with one order for each ID, which both return', async () => {
			node.sandbox.control.injectFault({ delayMilliseconds: 20 });
			const [one, other] = await Promise.all([
				runNode(node, parameters(), { items, engine }),
				runNode(node, parameters(), { items, engine }),
			]);
			expect(one.error).toBeUndefined();
			expect(other.error).toBeUndefined();
			expect(placed()).toEqual(names);
			expect(one.json.map(({ externalId }) => externalId)).toEqual(
				items.map(({ number }) => number),
			);
			expect(ids(one.json)).toEqual(ids(other.json));
		});

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

		it('a run that is started again after it broke off ends with one order for each ID', async () => {
			const { control } = node.sandbox;
			for (let sent = 0; sent < 7; sent += 1) {
				control.injectFault({ match: { method: 'POST' }, delayMilliseconds: 1, times: 1 });
			}
			control.injectFault({ match: { path: '/api/orders' }, status: 500, rate: 0.2 });
			const first = await runNode(node, parameters(), { items, engine });
			expect(first.error).toBeDefined();
			control.clearFaults();
			const again = await runNode(node, parameters(), { items, engine });
			expect(again.error).toBeUndefined();
			expect(placed()).toEqual(names);
			expect(again.json).toHaveLength(20);
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

		it('Retry On Fail does not say that an order exists because an earlier try placed it', async () => {
			node.sandbox.control.injectFault({ match: { method: 'POST' }, status: 500, times: 1 });
			const options = { ifExists: 'error', concurrency: 1 };
			const { json, error } = await runNode(
				node,
				{ ...parameters(), options },
				{ items, engine, settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } },
			);
			expect(error).toBeUndefined();
			expect(json).toHaveLength(20);
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

describe('An existing order with other content', () => {
	it('the error names the differences field by field, by the names of the form', async () => {
		await runNode(node, createParameters(node.sandbox, 'DIFF-1'));
		const changed = createParameters(node.sandbox, 'DIFF-1');
		changed.shipping = 'DHL_EXPRESS';
		changed.recipient = { ...recipient, city: 'Hamburg', company: 'Example Ltd' };
		const [item] = (changed.items as { item: IDataObject[] }).item;
		changed.items = { item: [{ ...item, quantity: 3, retailPrice: '19.90' }] } as never;
		const { error } = await runNode(node, changed);
		for (const name of ['Shipping', 'City', 'Company', 'Quantity', 'Retail Price']) {
			expect(error?.description).toContain(name);
		}
		// The paths of the service are for what the form has no field for.
		expect(error?.description).not.toContain('orderItems');
		expect(error?.message).toMatch(/Shipping, Recipient → Company, and 3 more$/);
		expect(error?.description).not.toContain('Zip');
		expect(node.sandbox.control.order('@DIFF-1')).toMatchObject({
			shipping: 'STANDARD',
			recipient: { city: 'Berlin' },
		});
	});

	it('the error names the differences as well when the order is found after the response was lost', async () => {
		await runNode(node, createParametersWithoutCatalog(node.sandbox, 'DIFF-2'));
		node.sandbox.control.injectFault({ match: { method: 'POST' }, status: 502, times: 1 });
		const changed = {
			...createParametersWithoutCatalog(node.sandbox, 'DIFF-2'),
			shipping: 'DHL_EXPRESS',
		};
		const { error } = await runNode(node, changed);
		expect(error?.message).toContain('exists already with other content: Shipping');
		expect(orderCount(node, 'DIFF-2')).toBe(1);
	});
});

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
