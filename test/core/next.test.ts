/** What comes next with an order of a shop or of rows, as Create says it over the order's life. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { OrderStatus } from '../../sandbox/facts.ts';
import { shopifyOrder } from '../support/shopOrders/shopify.ts';
import { wooCommerceLine, wooCommerceOrder } from '../support/shopOrders/wooCommerce.ts';
import { fromShop, shopifyLineOf, useShopSandbox, wooCommerceLineOf } from './shopOrders.ts';
import { createParameters } from './support.ts';

const { node, shirtSku, mugSku, place, orderCount } = useShopSandbox();

const EXTERNAL_ID = 'woo-727';

const order = (changes: IDataObject = {}): IDataObject =>
	wooCommerceOrder([wooCommerceLineOf(shirtSku())], changes);

/** What Create says of an order of WooCommerce, as it is in the shop now. */
async function nextOf(
	shown: IDataObject,
	others: INodeParameters = {},
	options: INodeParameters = {},
): Promise<IDataObject> {
	const { json, error } = await place('wooCommerce', shown, {
		...{ then: 'confirm', orderWithoutLines: 'skip', options, ...others },
	});
	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
	return json[0] ?? {};
}

const step = async (...statuses: OrderStatus[]): Promise<void> => {
	for (const status of statuses) await node.sandbox.control.stepOrder(`@${EXTERNAL_ID}`, status);
};

async function sendParcels(): Promise<void> {
	const { control } = node.sandbox;
	for (const { id } of control.shipments(`@${EXTERNAL_ID}`)) {
		await control.stepShipment(id, 'shipped');
	}
}

const parcelReads = (): number =>
	node.sandbox.control.requests().filter(({ path }) => path.endsWith('/shipments')).length;

const hoursAgo = (hours: number): string =>
	new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19);

describe('What comes next with an order of a shop', () => {
	it('is wait until all its parcels left, and then complete, with the note for the customer', async () => {
		const shown = order({ customer_note: 'Please ring twice.' });
		expect(await nextOf(shown)).toMatchObject({
			...{ outcome: 'placed', next: 'wait', shopOrderId: '727' },
			nextWhy: expect.stringMatching(/^Here it is (a draft|pending)\.$/) as string,
		});
		await step('inprocess');
		expect(await nextOf(shown)).toMatchObject({ next: 'wait', nextWhy: 'Here it is in process.' });
		// None has left of an order in process, whatever its parcels are.
		expect(parcelReads()).toBe(0);
		await step('fulfilled');
		expect(await nextOf(shown)).toMatchObject({ next: 'wait', nextWhy: 'Here it is fulfilled.' });
		await sendParcels();
		const item = await nextOf(shown);
		expect(item).toMatchObject({ next: 'complete', parcels: { allLeft: true } });
		expect(item).not.toHaveProperty('nextWhy');
		const { trackingText, customerNote } = item.parcels as IDataObject;
		expect(customerNote).toBe(`Please ring twice.\n${String(trackingText)}`);
		// The shop took the note, and somebody opened the order again.
		const opened = await nextOf(order({ customer_note: customerNote }));
		expect(opened).toMatchObject({ next: 'look', parcels: { customerNote } });
		expect(
			await nextOf(order({ status: 'completed', date_completed: '2026-11-20T09:41:00' })),
		).toMatchObject({ next: 'nothing', outcome: 'existing' });
	});

	it('asks for the parcels once, with Add Parcels as without', async () => {
		await nextOf(order());
		await step('inprocess', 'fulfilled', 'shipped');
		await sendParcels();
		node.sandbox.control.clearRecords();
		expect(await nextOf(order(), {}, { addParcels: true, expectExisting: true })).toMatchObject({
			next: 'complete',
		});
		expect(node.sandbox.control.requests()).toHaveLength(2);
	});

	it('is look where the parcels cannot be read', async () => {
		await nextOf(order());
		await step('inprocess', 'fulfilled', 'shipped');
		await sendParcels();
		node.sandbox.control.injectFault({ match: { path: '/api/orders/*/shipments' }, status: 500 });
		expect(await nextOf(order(), {}, { maxAttempts: 1 })).toMatchObject({
			...{ next: 'look', outcome: 'existing', parcels: null },
			nextWhy: expect.stringContaining('could not be read') as string,
		});
	});

	it('is cancel of a draft that was called off, and look once it is in production', async () => {
		await nextOf(order(), { then: 'draft' });
		const calledOff = order({ status: 'cancelled' });
		expect(await nextOf(calledOff)).toMatchObject({ next: 'cancel', calledOff: true });
		await step('pending');
		expect(await nextOf(calledOff)).toMatchObject({ next: 'cancel' });
		await step('inprocess');
		expect(await nextOf(calledOff)).toMatchObject({
			next: 'look',
			nextWhy: 'Called off in the shop. Here it is in process: ask the provider.',
		});
	});

	it.each<[string, IDataObject, IDataObject]>([
		['WooCommerce', { status: 'refunded' }, { date_completed_gmt: '2026-11-20T09:41:00' }],
		['Shopify', { cancelled_at: '2026-11-20T09:41:00-05:00' }, { fulfillment_status: 'fulfilled' }],
	])(
		'is nothing of an order of %s that comes back after it was sent, and look of one still in production',
		async (name, calledOff, sent) => {
			const isWooCommerce = name === 'WooCommerce';
			const shop = isWooCommerce ? 'wooCommerce' : 'shopify';
			const of = (changes: IDataObject): IDataObject =>
				isWooCommerce ? order(changes) : shopifyOrder([shopifyLineOf(shirtSku())], changes);
			const settings = { then: 'confirm', orderWithoutLines: 'skip' };
			const run = async (changes: IDataObject): Promise<unknown> =>
				(await place(shop, of(changes), settings)).json[0]?.next;
			expect(await run({})).toBe('wait');
			const [placed] = node.sandbox.control.orders();
			const to = async (status: OrderStatus): Promise<void> =>
				void (await node.sandbox.control.stepOrder(String(placed?.id), status));
			await to('inprocess');
			expect(await run({ ...calledOff, ...sent })).toBe('look');
			await to('fulfilled');
			await to('shipped');
			expect(await run({ ...calledOff, ...sent })).toBe('nothing');
			expect(await run(calledOff)).toBe('look');
		},
	);

	it('is nothing of an order that is not due, and was never placed', async () => {
		for (const status of ['cancelled', 'pending', 'completed']) {
			expect(await nextOf(order({ status, date_completed: '2026-11-20T09:41:00' }))).toMatchObject({
				...{ next: 'nothing', outcome: 'skipped' },
			});
		}
		expect(orderCount()).toBe(0);
	});

	it('is look of an order that is skipped since no variant has its SKUs, where Unknown Lines stops it', async () => {
		const lines = ['A', 'B', 'B', 'C', 'D'].map((sku) =>
			wooCommerceLine({ sku: `TS-${sku}`, meta_data: [] }),
		);
		const skipped = await nextOf(wooCommerceOrder(lines));
		expect(skipped).toMatchObject({ outcome: 'skipped', next: 'look' });
		expect(skipped.nextWhy).toBe(
			'Not ordered: no variant is known for "TS-A", "TS-B", "TS-C", and 1 more. Add a row to SKU Mapping, or correct the SKU in your shop. If another supplier makes it, set \'Unknown Lines\' to \'Leave Out With a Warning\'.',
		);
		const [line = {}] = lines;
		const withoutSku = await nextOf(wooCommerceOrder([{ ...line, sku: '' }]));
		expect(withoutSku.next).toBe('look');
		expect(withoutSku.nextWhy).toMatch(/^Not ordered: no variant is known for Line 1 \(/);
	});

	it.each<[string, IDataObject, INodeParameters]>([
		['with Unknown Lines set to Leave Out', {}, { unknownLines: 'leaveOut' }],
		['of an order that is not paid', { status: 'pending', date_paid_gmt: null }, {}],
		['of one that was cancelled', { status: 'cancelled' }, {}],
	])('is nothing of an unknown SKU %s', async (_, changes, others) => {
		const line = wooCommerceLine({ sku: 'TS-A', meta_data: [] });
		expect(await nextOf(wooCommerceOrder([line], changes), others)).toMatchObject({
			...{ outcome: 'skipped', next: 'nothing' },
		});
	});

	it('is nothing of an order of which all lines are left out for what they are', async () => {
		const line = shopifyLineOf('TS-A', { gift_card: true, properties: [] });
		const { json } = await place('shopify', shopifyOrder([line]), { orderWithoutLines: 'skip' });
		expect(json).toMatchObject([{ outcome: 'skipped', next: 'nothing' }]);
	});

	it('is look of a draft that waits for somebody, with the reasons', async () => {
		expect(await nextOf(order(), { then: 'draft' })).toMatchObject({
			next: 'look',
			nextWhy: expect.stringContaining('waits for your confirmation') as string,
		});
		const reduced = order({ id: 728, refunds: [{ id: 1, total: '-5.00' }] });
		const item = await nextOf(reduced);
		expect(item).toMatchObject({ status: 'draft', next: 'look' });
		expect(item.nextWhy).toContain((item.toReview as string[])[0]);
	});

	it('is look where all parcels left and a line is not for the service', async () => {
		const mixed = wooCommerceOrder([
			wooCommerceLineOf(shirtSku()),
			wooCommerceLineOf('CARD', { id: 99, meta_data: [] }),
		]);
		await nextOf(mixed, { unknownLines: 'leaveOut' });
		await step('inprocess', 'fulfilled', 'shipped');
		await sendParcels();
		expect(await nextOf(mixed, { unknownLines: 'leaveOut' })).toMatchObject({
			next: 'look',
			nextWhy: expect.stringContaining('complete it by hand') as string,
		});
	});

	it('is look of an order that cannot be compared', async () => {
		await nextOf(order());
		const other = wooCommerceOrder([wooCommerceLineOf(mugSku())], { status: 'cancelled' });
		expect(await nextOf(other)).toMatchObject({
			...{ next: 'look', compared: false },
			nextWhy: expect.stringContaining('that of another shop') as string,
		});
	});

	it.each<['continueRegularOutput' | 'continueErrorOutput', string[]]>([
		['continueRegularOutput', ['error', 'message', 'externalId', 'next', 'nextWhy']],
		['continueErrorOutput', ['error', 'message']],
	])('is look of a refused order, under %s', async (onError, fields) => {
		const refused = wooCommerceOrder([wooCommerceLineOf('NONE')]);
		const { outputs } = await node.run(fromShop('wooCommerce', { then: 'confirm' }), {
			...{ items: [refused], settings: { onError } },
		});
		const item = outputs.flat()[0]?.json ?? {};
		expect(Object.keys(item)).toEqual(fields);
		if (fields.includes('next')) {
			expect(item).toMatchObject({ externalId: EXTERNAL_ID, next: 'look', nextWhy: item.message });
		}
	});

	it('is look of an order that was edited, with its numbers once all parcels left', async () => {
		await nextOf(order());
		await step('inprocess');
		const twice = wooCommerceOrder([wooCommerceLineOf(shirtSku(), { quantity: 2 })]);
		const look = async (shown: IDataObject): Promise<IDataObject> => {
			const { items } = await node.run(fromShop('wooCommerce', { then: 'confirm' }), {
				...{ items: [shown], settings: { onError: 'continueRegularOutput' } },
			});
			return items[0]?.json ?? {};
		};
		const early = await look(twice);
		expect(early).toMatchObject({ error: expect.any(String) as string, next: 'look' });
		expect(early.nextWhy).toMatch(/^Here it is in process\. Order "woo-727" exists already with/);
		expect(early.nextWhy).toContain('2 pieces in the shop, 1 here');
		expect(parcelReads()).toBe(0);
		await step('fulfilled', 'shipped');
		await sendParcels();
		const { nextWhy } = await look(twice);
		for (const { trackingId } of node.sandbox.control.shipments(`@${EXTERNAL_ID}`)) {
			expect(nextWhy).toContain(trackingId);
		}
		// It may be that of another customer.
		const moved = order({ shipping: { ...(order().shipping as IDataObject), city: 'Graz' } });
		const concealed = await look(moved);
		expect(concealed).toMatchObject({ next: 'look', nextWhy: concealed.message });
		expect(concealed.nextWhy).not.toContain('tracking');
	});

	it('is not said of an order from fields', async () => {
		const { items } = await node.run(createParameters(node.sandbox, 'A-1'), {});
		expect(items[0]?.json).not.toHaveProperty('next');
		const { items: refused } = await node.run(createParameters(node.sandbox, '.'), {
			settings: { onError: 'continueRegularOutput' },
		});
		expect(Object.keys(refused[0]?.json ?? {})).toEqual(['error', 'message']);
	});
});

describe('With Check Only', () => {
	const check = { then: 'check' };

	it('nothing is sent, and the same words are said', async () => {
		expect(await nextOf(order(), check)).toMatchObject({ next: 'wait', outcome: 'checked' });
		expect(orderCount()).toBe(0);
		const refused = wooCommerceOrder([wooCommerceLineOf('NONE')]);
		expect(await nextOf(refused, check)).toMatchObject({ next: 'look', outcome: 'checked' });
		await nextOf(order());
		await step('inprocess');
		const twice = wooCommerceOrder([wooCommerceLineOf(shirtSku(), { quantity: 2 })]);
		expect(await nextOf(twice, check)).toMatchObject({
			next: 'look',
			nextWhy: expect.stringContaining('was changed in the shop') as string,
		});
		await step('fulfilled', 'shipped');
		await sendParcels();
		expect(await nextOf(order(), check)).toMatchObject({ next: 'complete', outcome: 'checked' });
	});
});

describe('Orders that are left alone', () => {
	const old = (changes: IDataObject = {}): IDataObject =>
		order({ date_created_gmt: '2026-11-20T07:00:00', ...changes });
	const NOT_BEFORE = { notBefore: '2026-11-21T00:00:00' };

	it('are those of before Not Before, whatever is wrong with them', async () => {
		expect(await nextOf(old(), {}, NOT_BEFORE)).toMatchObject({
			...{ next: 'nothing', outcome: 'skipped', externalId: EXTERNAL_ID },
			reason: 'Shop order 727 was placed before Not Before',
		});
		const refused = wooCommerceOrder([wooCommerceLineOf('NONE')], {
			date_created_gmt: '2026-11-20T07:00:00',
		});
		expect(await nextOf(refused, {}, NOT_BEFORE)).toMatchObject({ next: 'nothing' });
		expect(await nextOf(old(), { then: 'check' }, NOT_BEFORE)).toMatchObject({
			...{ next: 'nothing', wouldSend: null },
		});
		expect(orderCount()).toBe(0);
	});

	it('are judged by Check Only as if they were due', async () => {
		const noAddress = old({ shipping: {}, billing: {} });
		expect(await nextOf(noAddress, { then: 'check' }, NOT_BEFORE)).toMatchObject({
			...{ next: 'nothing', wouldSend: null, causes: expect.arrayContaining(['missingAddress']) },
			whyNotDue: 'Shop order 727 was placed before Not Before.',
		});
	});

	it('are followed once they exist here', async () => {
		await nextOf(old());
		await step('inprocess', 'fulfilled', 'shipped');
		await sendParcels();
		expect(await nextOf(old(), {}, NOT_BEFORE)).toMatchObject({ next: 'complete' });
		expect(await nextOf(old(), {}, { holdHours: 1_000_000 })).toMatchObject({ next: 'complete' });
	});

	it('begin in the time zone of the workflow', async () => {
		// Of midnight in the zone, which is the evening before in UTC.
		const timezone = 'Pacific/Auckland';
		const place = async (date: string): Promise<unknown> => {
			const { json } = await node.run(
				fromShop('wooCommerce', { then: 'draft', options: NOT_BEFORE as never }),
				{ items: [old({ date_created_gmt: date })], timezone },
			);
			return json[0]?.outcome;
		};
		expect(await place('2026-11-20T10:59:59')).toBe('skipped');
		expect(await place('2026-11-20T11:00:00')).toBe('placed');
	});

	it('are not known where Not Before is added and empty: no order is sent', async () => {
		const { error } = await place('wooCommerce', order(), { options: { notBefore: '' } as never });
		expect(error?.message).toContain('Not Before is empty');
		expect(orderCount()).toBe(0);
	});

	it('wait as long as Hold says', async () => {
		const young = (hours: number) => order({ date_created_gmt: hoursAgo(hours) });
		const item = await nextOf(young(1), {}, { holdHours: 2 });
		expect(item).toMatchObject({ next: 'wait', outcome: 'skipped', externalId: EXTERNAL_ID });
		expect(item.nextWhy).toMatch(
			/^Hold keeps it until 20\d\d-\d\d-\d\d \d\d:\d\d UTC: it is placed once it is read again\.$/,
		);
		expect(orderCount()).toBe(0);
		const calledOff = { ...young(1), status: 'cancelled' };
		expect(await nextOf(calledOff, {}, { holdHours: 2 })).toMatchObject({ next: 'nothing' });
		expect(await nextOf(young(3), {}, { holdHours: 2 })).toMatchObject({ outcome: 'placed' });
	});

	it.each([{ notBefore: '2026-11-21' }, { holdHours: 2 }])(
		'are looked at where they have no date (%o)',
		async (options) => {
			const { date_created_gmt: _, ...undated } = order();
			expect(await nextOf(undated, {}, options)).toMatchObject({
				...{ status: 'draft', next: 'look' },
				toReview: [expect.stringContaining('says no date')],
			});
		},
	);

	it('are looked at where they have more pieces than Review Above', async () => {
		const large = (id: number, quantity: number): IDataObject =>
			wooCommerceOrder([wooCommerceLineOf(shirtSku(), { quantity })], { id });
		const toReview = [expect.stringContaining('101 pieces')];
		expect(await nextOf(large(1, 101))).toMatchObject({ status: 'draft', next: 'look', toReview });
		expect(await nextOf(large(2, 100))).not.toHaveProperty('toReview');
		expect(await nextOf(large(3, 101), {}, { reviewAbovePieces: 0 })).not.toHaveProperty(
			'toReview',
		);
		expect(await nextOf(large(4, 3), {}, { reviewAbovePieces: 2 })).toHaveProperty('toReview');
	});
});

describe('What comes next with rows', () => {
	const row = (changes: IDataObject = {}): IDataObject => ({
		...{ row_number: 2, 'Order Number': 'A-1', SKU: shirtSku(), Quantity: 1 },
		...{ Name: 'Ada Lovelace', 'Address 1': 'Musterstrasse 12', City: 'Berlin', Zip: '10115' },
		...{ Country: 'DE', 'Print File': 'https://files.example.com/print/crest.png', ...changes },
	});
	const ofRows = async (shown: IDataObject, options: IDataObject = {}): Promise<IDataObject> => {
		const { json } = await node.run(
			{
				...{ resource: 'order', operation: 'create', orderFrom: 'rows', row: '={{ $json }}' },
				...{ then: 'confirm', options: options as never },
			},
			{ items: [shown] },
		);
		return json[0] ?? {};
	};

	it.each<[string, IDataObject, string]>([
		['complete with a column Tracking', { Tracking: '' }, 'complete'],
		['nothing without one', {}, 'nothing'],
	])('once all parcels left it is %s', async (_, columns, next) => {
		expect(await ofRows(row(columns))).toMatchObject({ next: 'wait', rows: [2] });
		const { control } = node.sandbox;
		for (const status of ['inprocess', 'fulfilled', 'shipped'] as const) {
			await control.stepOrder('@row-A-1', status);
		}
		for (const { id } of control.shipments('@row-A-1')) await control.stepShipment(id, 'shipped');
		expect(await ofRows(row(columns))).toMatchObject({ next, rows: [2] });
	});

	it('goes by the column Date', async () => {
		const options = { notBefore: '2026-11-21' };
		expect(await ofRows(row({ Date: '2026-11-20' }), options)).toMatchObject({ next: 'nothing' });
		expect(await ofRows(row({ Date: '20.11.2026' }), options)).toMatchObject({
			...{ status: 'draft', next: 'look' },
		});
	});
});
