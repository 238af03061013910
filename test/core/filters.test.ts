import {
	getGlobalState,
	setGlobalState,
	type IDataObject,
	type INodeParameters,
} from 'n8n-workflow';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { ENGINES, startAction, type ExecutionOptions } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { withTool } from './engine/tool.ts';
import { locate, useSandbox } from './support.ts';

const node = useSandbox();

const HOUR = 3_600_000;

const STATUSES = ['draft', 'inprocess', 'onhold', 'shipped', 'failed'] as const;

/** Runs the node, and also returns the texts of the hints beside its output. */
async function run(parameters: INodeParameters, options: Partial<ExecutionOptions> = {}) {
	const credential = credentialFor(node.sandbox);
	const result = await startAction({ parameters, credential, ...options }).finished;
	return {
		...result,
		ids: result.json.map(({ id }) => id),
		hintTexts: result.hints.map(({ type, message }) => `${type}: ${message}`),
	};
}

const orders = (filters: INodeParameters, others: INodeParameters = {}): INodeParameters => ({
	resource: 'order',
	operation: 'getAll',
	returnAll: true,
	filters,
	...others,
});

/** The orders of the service in the order of its list, the newest first. */
const listed = () => [...node.sandbox.control.orders()].reverse();

const idsOf = (members: Array<{ id: string }>) => members.map(({ id }) => id);

describe.each(ENGINES)('Get Many orders with filters, on the engine of %s', (engine) => {
	beforeEach(async () => {
		await node.sandbox.control.reset({ pageSize: 7, seed: { orders: 0 } });
		await node.sandbox.control.addOrders({ count: 40, statuses: [...STATUSES], spreadDays: 2 });
		node.sandbox.control.clearRecords();
	});

	it('Get Many returns the orders with one of the statuses, of all pages, in their order', async () => {
		const { ids, error } = await run(orders({ status: ['onhold', 'failed'] }), { engine });
		expect(error).toBeUndefined();
		const expected = listed().filter(({ status }) => ['onhold', 'failed'].includes(status));
		expect(expected).toHaveLength(16);
		expect(ids).toEqual(idsOf(expected));
		expect(node.sandbox.control.requests()).toHaveLength(6);
	});

	it('Limit counts what passes, and no page more than that takes is read', async () => {
		const { ids } = await run(orders({ status: ['onhold'] }, { returnAll: false, limit: 3 }), {
			engine,
		});
		const held = listed().filter(({ status }) => status === 'onhold');
		expect(ids).toEqual(idsOf(held.slice(0, 3)));
		const last = listed().findIndex(({ id }) => id === held[2]?.id);
		expect(node.sandbox.control.requests()).toHaveLength(Math.floor(last / 7) + 1);
	});

	it.each(['createdAfter', 'updatedAfter'])(
		'Get Many returns what is not before a time: %s',
		async (name) => {
			const [, , , , , , , , , order] = listed();
			const time = String(name === 'createdAfter' ? order?.createdAt : order?.updatedAt);
			const { ids } = await run(orders({ [name]: time }), { engine });
			expect(ids).toEqual(idsOf(listed().slice(0, 10)));
		},
	);

	it.each([
		['of the workflow', 'America/New_York', 'Asia/Tokyo'],
		["of n8n where the workflow's is 'DEFAULT'", 'Asia/Tokyo', 'DEFAULT'],
		["of n8n where the workflow's is ''", 'Asia/Tokyo', ''],
		['of n8n where the workflow has none', 'Asia/Tokyo', undefined],
	])('a date without an offset counts in the time zone %s', async (_which, ofN8n, ofWorkflow) => {
		const before = getGlobalState();
		setGlobalState({ defaultTimezone: ofN8n });
		onTestFinished(() => setGlobalState(before));
		const [, , , , , , , , , order] = listed();
		const inTokyo = new Date(Date.parse(String(order?.createdAt)) + 9 * HOUR);
		const createdAfter = inTokyo.toISOString().slice(0, 19);
		const { ids, error } = await run(orders({ createdAfter }), {
			engine,
			...(ofWorkflow !== undefined && { timezone: ofWorkflow }),
		});
		expect(error).toBeUndefined();
		expect(ids).toEqual(idsOf(listed().slice(0, 10)));
	});

	it('a filter accepts a DateTime of an expression', async () => {
		const expected = listed().filter(
			({ createdAt }) => Date.parse(createdAt) >= Date.now() - 24 * HOUR,
		);
		expect(expected.length).toBeGreaterThan(5);
		expect(expected.length).toBeLessThan(35);
		for (const createdAfter of [
			'={{ $now.minus({ days: 1 }) }}',
			'={{ $now.minus({ days: 1 }).toMillis() }}',
			'={{ $now.minus({ days: 1 }).setZone("America/New_York").toISO() }}',
		]) {
			expect((await run(orders({ createdAfter }), { engine })).ids).toEqual(idsOf(expected));
		}
	});

	it('Get Many returns the orders to a country, and those whose external ID begins with a text', async () => {
		const [first] = listed();
		const code = String(first?.recipient.countryCode);
		const there = listed().filter(({ recipient }) => recipient.countryCode === code);
		expect((await run(orders({ countryCode: code.toLowerCase() }), { engine })).ids).toEqual(
			idsOf(there),
		);
		const prefix = String(first?.externalId).slice(0, -1);
		const expected = listed().filter(({ externalId }) => externalId?.startsWith(prefix));
		expect((await run(orders({ externalIdPrefix: prefix }), { engine })).ids).toEqual(
			idsOf(expected),
		);
	});

	it('every filter applies together with the others, and none that was left empty', async () => {
		const filters = { status: ['onhold'], createdAfter: '2020-01-01', countryCode: '' };
		const expected = listed().filter(({ status }) => status === 'onhold');
		expect((await run(orders(filters), { engine })).ids).toEqual(idsOf(expected));
	});

	it('each item has filters of its own', async () => {
		const { items } = await run(orders({ status: '={{ [$json.status] }}' }), {
			engine,
			items: [{ status: 'onhold' }, { status: 'failed' }],
		});
		for (const [item, status] of ['onhold', 'failed'].entries()) {
			const own = items.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item);
			expect(own).toHaveLength(8);
			for (const { json } of own) expect(json.status).toBe(status);
		}
	});

	it('an invalid filter value is refused before anything is sent, with the field and the item', async () => {
		const parameters = orders({ updatedAfter: '={{ $json.since }}' });
		const items = [{ since: '2020-01-01' }, { since: 'last week' }];
		const stopped = await run(parameters, { engine, items: items.slice(1) });
		expect(stopped.error?.message).toBe(
			'Filters → Updated After is "last week", which is not a date',
		);
		expect(node.sandbox.control.requests()).toEqual([]);

		const { json } = await run(parameters, {
			engine,
			items,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(json).toHaveLength(41);
		expect(json.at(-1)).toEqual({
			error: 'Filters → Updated After is "last week", which is not a date [item 1]',
			message: expect.stringContaining('Choose a date, enter one such as 2026-11-20') as string,
		});
	});
});

describe('The hints beside the output', () => {
	beforeEach(async () => {
		await node.sandbox.control.reset({ pageSize: 7, seed: { orders: 0 } });
		await node.sandbox.control.addOrders({ count: 20, statuses: [...STATUSES] });
	});

	it('a hint says how many were read for how many that passed', async () => {
		const { hintTexts } = await run(orders({ status: ['onhold'] }));
		expect(hintTexts).toEqual(['info: 20 orders were read, and 4 passed the filters.']);
	});

	it('a hint is also given when nothing passed: no items, as in any Get Many', async () => {
		const { json, error, hintTexts } = await run(orders({ externalIdPrefix: 'nobody-has-it' }));
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
		expect(hintTexts).toEqual(['info: 20 orders were read, and 0 passed the filters.']);
	});

	it('a hint says when Limit ended the reading', async () => {
		const { hintTexts } = await run(orders({ status: ['onhold'] }, { returnAll: false, limit: 1 }));
		expect(hintTexts).toEqual([
			expect.stringMatching(
				/^info: \d orders? (was|were) read, and 1 passed the filters\. Limit was reached, so the rest of the list was not read\.$/,
			),
		]);
	});

	it('no hint on filters is given without filters', async () => {
		const { hintTexts } = await run(orders({}));
		expect(hintTexts).toEqual([expect.stringMatching(/^warning: 4 of 20 orders failed:/)]);
	});

	it('a hint does not count items that failed', async () => {
		const { hintTexts } = await run(orders({ updatedAfter: '={{ $json.since }}' }), {
			items: [{ since: 'last week' }, { since: '2020-01-01' }],
			settings: { onError: 'continueRegularOutput' },
		});
		expect(hintTexts).toEqual([
			expect.stringMatching(/^warning: 1 of 2 items was refused: Filters → Updated After is /),
			expect.stringMatching(/^warning: 4 of 20 orders failed:/),
			'info: 20 orders were read, and 20 passed the filters.',
		]);
	});
});

describe('A service that does not tell what a filter needs', () => {
	beforeEach(async () => {
		await node.sandbox.control.reset({ pageSize: 7, seed: { orders: 0 } });
		await node.sandbox.control.addOrders({ count: 8, statuses: [...STATUSES] });
	});

	it('no order is lost by its time: all pass, and a warning names them', async () => {
		node.sandbox.control.setReads({ updatedAt: 'missing' });
		const { ids, hintTexts } = await run(orders({ updatedAfter: '2020-01-01' }));
		expect(ids).toEqual(idsOf(listed()));
		const [first] = listed();
		expect(hintTexts).toEqual([
			expect.stringMatching(/^warning: 1 of 8 orders failed:/),
			'info: 8 orders were read, and 8 passed the filters.',
			expect.stringMatching(
				new RegExp(
					`^warning: 8 orders passed although 'Updated After' could not be checked: ${first?.externalId} \\(empty\\), .* and 3 more\\.$`,
				),
			),
		]);
	});

	it('no order without a country passes the filter by country, and a warning names them', async () => {
		node.sandbox.control.setReads({ members: 'abbreviated' });
		const { ids, hintTexts } = await run(orders({ countryCode: 'DE' }));
		expect(ids).toEqual([]);
		expect(hintTexts).toEqual([
			'info: 8 orders were read, and 0 passed the filters.',
			expect.stringMatching(
				/^warning: 8 orders were left out, because 'Country' could not be checked: /,
			),
		]);
	});

	it('a warning names an invalid status and time, and brings no markup into the editor', async () => {
		const member = (id: string, changes: object) => ({
			id,
			externalId: id,
			status: 'onhold',
			updatedAt: '2026-11-20T12:00:00+00:00',
			...changes,
		});
		node.sandbox.control.injectFault({
			match: { path: '/api/orders' },
			status: 200,
			body: JSON.stringify({
				'hydra:member': [
					member('A-1', {}),
					member('A-2', { status: 'archived' }),
					member('A-3', { updatedAt: '<b>soon</b>' }),
					member('A-4', { status: 'On Hold', updatedAt: 1795176000 }),
					member('A-5', { status: 'shipped', updatedAt: 'soon' }),
					member('A-6', { updatedAt: '2026-11-20T11:59:59+00:00' }),
				],
			}),
		});
		const { ids, hintTexts } = await run(
			orders({ status: ['onhold'], updatedAfter: '2026-11-20T12:00:00Z' }),
		);
		expect(ids).toEqual(['A-1', 'A-3', 'A-4']);
		expect(hintTexts).toEqual([
			'info: 6 orders were read, and 3 passed the filters.',
			`warning: 1 order was left out, because 'Status' could not be checked: A-2 ("archived").`,
			`warning: 1 order passed although 'Updated After' could not be checked: A-3 ("‹b›soon‹/b›").`,
		]);
	});
});

describe('The filters of the other resources', () => {
	it('Get Many returns the shipments with one of the statuses', async () => {
		await node.sandbox.control.reset({ seed: { orders: 12 } });
		const order = listed().find(({ status }) => status === 'shipped');
		const [shipment] = node.sandbox.control.shipments(String(order?.id));
		const shipments = (statuses: string[]): INodeParameters => ({
			resource: 'shipment',
			operation: 'getAll',
			orderId: locate('id', String(order?.id)),
			returnAll: true,
			filters: { shipmentStatus: statuses },
		});
		const { ids } = await run(shipments([String(shipment?.shipmentStatus), 'returned']));
		expect(ids).toContain(shipment?.id);
		const { json, hintTexts } = await run(shipments(['returned']));
		expect(json).toEqual([]);
		expect(hintTexts[0]).toMatch(
			/^info: \d shipments? (was|were) read, and 0 passed the filters\.$/,
		);
	});

	it('Get Many returns the variants that are in stock, or those that are not', async () => {
		const product = node.sandbox.control
			.products()
			.find(({ variants }) => variants.some(({ inStock }) => !inStock));
		const variants = (inStock: boolean): INodeParameters => ({
			resource: 'catalogVariant',
			operation: 'getAll',
			productId: locate('id', String(product?.id)),
			returnAll: true,
			filters: { inStock },
		});
		for (const wanted of [true, false]) {
			const { ids, hintTexts } = await run(variants(wanted));
			const expected = product?.variants.filter(({ inStock }) => inStock === wanted) ?? [];
			expect(expected).not.toHaveLength(0);
			expect(ids).toEqual(idsOf(expected));
			expect(hintTexts).toEqual([
				`info: ${product?.variants.length} variants were read, and ${expected.length} passed the filters.`,
			]);
		}
	});

	it('Get Many returns the products whose name has a part', async () => {
		const products = node.sandbox.control.products();
		const part = String(products[3]?.name).split(' ').at(-1)?.toUpperCase() ?? '';
		const { ids, hintTexts } = await run({
			resource: 'catalogProduct',
			operation: 'getAll',
			returnAll: true,
			filters: { nameContains: part },
		});
		const expected = products.filter(({ name }) => name.toUpperCase().includes(part));
		expect(expected.length).toBeLessThan(products.length);
		expect(ids).toEqual(idsOf(expected));
		expect(hintTexts).toEqual([
			`info: ${products.length} products were read, and ${expected.length} passed the filters.`,
		]);
	});
});

describe('The tool of an AI agent', () => {
	it('the tool accepts filters that the model fills in as texts', async () => {
		await node.sandbox.control.reset({ pageSize: 7, seed: { orders: 0 } });
		await node.sandbox.control.addOrders({ count: 20, statuses: [...STATUSES] });
		const fromModel = (key: string): string =>
			`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
		const answer = await withTool(
			orders({ status: fromModel('Status'), createdAfter: fromModel('Created_After') }),
			credentialFor(node.sandbox),
			async (tool) => await tool.invoke({ Status: 'On Hold, failed', Created_After: '2020-01-01' }),
		);
		const found = JSON.parse(answer) as IDataObject[];
		const expected = listed().filter(({ status }) => ['onhold', 'failed'].includes(status));
		expect(found.map(({ id }) => id)).toEqual(idsOf(expected));
	});
});
