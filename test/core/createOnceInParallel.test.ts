import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES } from './engine/execution.ts';
import { createWithoutCatalog, finish, numbered, standing } from './sending.ts';
import { createParameters, plainVariant, recipient, useSandbox, variantWith } from './support.ts';

const bench = useSandbox();

const ids = (json: IDataObject[]): unknown[] => json.map(({ id }) => id);

const placed = (): string[] =>
	bench.sandbox.control
		.orders()
		.map(({ externalId }) => externalId)
		.sort();

describe.each(ENGINES)(
	'the same external IDs, on the engine of %s (spec section 2: unique)',
	(engine) => {
		const items = numbered('B', 20);
		const names = items.map(({ number }) => String(number)).sort();
		const parameters = () => createWithoutCatalog(bench.sandbox, '={{ $json.number }}');

		it('in two runs at once end in one order each, which both hand back', async () => {
			bench.sandbox.control.injectFault({ delayMilliseconds: 20 });
			const [one, other] = await Promise.all([
				finish(bench, parameters(), { items, engine }),
				finish(bench, parameters(), { items, engine }),
			]);
			expect(one.error).toBeUndefined();
			expect(other.error).toBeUndefined();
			expect(placed()).toEqual(names);
			expect(one.json.map(({ externalId }) => externalId)).toEqual(
				items.map(({ number }) => number),
			);
			expect(ids(one.json)).toEqual(ids(other.json));
		});

		it('in one run end in one order, which each of its items hands back', async () => {
			bench.sandbox.control.injectFault({ delayMilliseconds: 20 });
			const { json, error } = await finish(bench, createWithoutCatalog(bench.sandbox, 'SAME-1'), {
				items: [{}, {}, {}],
				engine,
			});
			expect(error).toBeUndefined();
			expect(standing(bench, 'SAME-1')).toBe(1);
			expect(new Set(ids(json)).size).toBe(1);
			expect(json).toHaveLength(3);
		});

		it('in a run that is started again after it broke off end in one order each', async () => {
			const { control } = bench.sandbox;
			for (let sent = 0; sent < 7; sent += 1) {
				control.injectFault({ match: { method: 'POST' }, delayMilliseconds: 1, times: 1 });
			}
			control.injectFault({ match: { path: '/api/orders' }, status: 500, rate: 0.2 });
			const first = await finish(bench, parameters(), { items, engine });
			expect(first.error).toBeDefined();
			control.clearFaults();
			const again = await finish(bench, parameters(), { items, engine });
			expect(again.error).toBeUndefined();
			expect(placed()).toEqual(names);
			expect(again.json).toHaveLength(20);
		});

		it("with n8n's 'Retry On Fail' end in one order each, and the retry does them all", async () => {
			bench.sandbox.control.injectFault({ match: { method: 'POST' }, status: 500, times: 1 });
			const { json, error } = await finish(bench, parameters(), {
				items,
				engine,
				settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
			});
			expect(error).toBeUndefined();
			expect(json.map(({ externalId }) => externalId)).toEqual(items.map(({ number }) => number));
			expect(placed()).toEqual(names);
		});

		it("with n8n's 'Retry On Fail' are not said to exist already because an earlier try placed them", async () => {
			bench.sandbox.control.injectFault({ match: { method: 'POST' }, status: 500, times: 1 });
			const options = { ifExists: 'error', concurrency: 1 };
			const { json, error } = await finish(
				bench,
				{ ...parameters(), options },
				{ items, engine, settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } },
			);
			expect(error).toBeUndefined();
			expect(json).toHaveLength(20);
			expect(placed()).toEqual(names);
		});

		it("with n8n's 'Retry On Fail' look again for what the catalog did not answer", async () => {
			bench.sandbox.control.injectFault({
				match: { path: '/api/catalog-product-variants/*' },
				status: 500,
				times: 1,
			});
			const { json, error } = await finish(
				bench,
				createParameters(bench.sandbox, '={{ $json.number }}'),
				{ items, engine, settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
			);
			expect(error).toBeUndefined();
			expect(json).toHaveLength(20);
			expect(placed()).toEqual(names);
		});
	},
);

describe('an order that stands with other content', () => {
	it('is told field by field, by the names of the form and those of the service', async () => {
		await finish(bench, createParameters(bench.sandbox, 'DIFF-1'));
		const changed = createParameters(bench.sandbox, 'DIFF-1');
		changed.shipping = 'DHL_EXPRESS';
		changed.recipient = { ...recipient, city: 'Hamburg', company: 'Example Ltd' };
		const [item] = (changed.items as { item: IDataObject[] }).item;
		changed.items = { item: [{ ...item, quantity: 3, retailPrice: '19.90' }] } as never;
		const { error } = await finish(bench, changed);
		for (const path of [
			'shipping',
			'recipient.city',
			'recipient.company',
			'orderItems[0].quantity',
			'orderItems[0].retailPrice',
		]) {
			expect(error?.description).toContain(path);
		}
		for (const name of ['Shipping', 'City', 'Company', 'Quantity', 'Retail Price']) {
			expect(error?.message).toContain(name);
		}
		expect(error?.message).not.toContain('Zip');
		expect(bench.sandbox.control.order('@DIFF-1')).toMatchObject({
			shipping: 'STANDARD',
			recipient: { city: 'Berlin' },
		});
	});

	it('is told as well when it is found after the answer was lost', async () => {
		await finish(bench, createWithoutCatalog(bench.sandbox, 'DIFF-2'));
		bench.sandbox.control.injectFault({ match: { method: 'POST' }, status: 502, times: 1 });
		const changed = { ...createWithoutCatalog(bench.sandbox, 'DIFF-2'), shipping: 'DHL_EXPRESS' };
		const { error } = await finish(bench, changed);
		expect(error?.message).toContain('exists already with other content: Shipping');
		expect(standing(bench, 'DIFF-2')).toBe(1);
	});
});

describe('two items of one run with one external ID', () => {
	it('are worked on in their order, however long the catalog takes for the first', async () => {
		const { sandbox } = bench;
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
		const { error } = await finish(
			bench,
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
