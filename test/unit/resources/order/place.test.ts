import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Operation } from '../../../../nodes/PodFulfilment/execution/operation.ts';
import { create } from '../../../../nodes/PodFulfilment/resources/order/create.ts';
import { reprint } from '../../../../nodes/PodFulfilment/resources/order/reprint.ts';
import { found, locate, lostResponse, passWaitingTimes, runOperation } from '../runOperation.ts';

passWaitingTimes();

const recipient = {
	name: 'Nathan Doe',
	address1: '12 Harbour Street',
	city: 'Hamburg',
	zip: '20457',
	countryCode: 'DE',
};
const layers = [{ url: 'https://files.example.com/front.png', type: 'file' }];
const sentItem = {
	variantId: 'v1',
	quantity: 2,
	name: 'Tee',
	placements: [{ type: 'front', layers }],
};

/** A variant whose catalog entry has no placements: nothing is completed. */
const variant = found({ id: 'v1', name: 'Tee', placements: [], options: [] });

/** As the service shows the item that it was sent. */
const shownItem = { id: 'i1', variantId: 'v1', quantity: 2 };

const createdAt = new Date().toISOString();

const placed = (externalId: string, status = 'draft') =>
	({
		status: 201,
		headers: { date: new Date().toUTCString() },
		body: {
			id: 'o1',
			externalId,
			status,
			shipping: 'STANDARD',
			recipient,
			createdAt,
			orderItems: [shownItem],
		},
	}) as const;

const createParameters: IDataObject = {
	externalId: 'A-1',
	shipping: 'STANDARD',
	recipient,
	items: {
		item: [
			{
				variantId: locate('id', 'v1'),
				quantity: 2,
				placements: { placement: [{ url: layers[0]?.url, type: 'front' }] },
			},
		],
	},
};
const reprintParameters: IDataObject = {
	orderId: locate('externalId', 'A-1'),
	externalId: 'A-1-R1',
	shipping: 'STANDARD',
};

/** What is no order of the shop. */
const shopParameters: IDataObject = {
	orderFrom: 'shopOrder',
	shop: 'shopify',
	shopOrder: { id: 1 },
	then: 'check',
};

describe('Create', () => {
	it.each([undefined, 'fields', '', 'FIELDS'])(
		'the order is composed from the fields when Order From is %j',
		async (orderFrom) => {
			const parameters = { ...createParameters, ...(orderFrom && { orderFrom }) };
			const { json, error, sent, bodies } = await runOperation(create, parameters, [
				variant,
				placed('A-1'),
			]);
			expect(error).toBeUndefined();
			expect(sent).toEqual(['GET /api/catalog-product-variants/v1', 'POST /api/orders']);
			expect(bodies).toEqual([
				{ externalId: 'A-1', shipping: 'STANDARD', recipient, orderItems: [sentItem] },
			]);
			expect(json).toMatchObject([
				{
					id: 'o1',
					externalId: 'A-1',
					status: 'draft',
					createdAt,
					itemLines: ['2 × Tee'],
					orderItems: [shownItem],
					outcome: 'placed',
				},
			]);
		},
	);

	it('any other value of Order From is refused, and nothing is sent', async () => {
		const parameters = { ...createParameters, orderFrom: 'toString' };
		const { error, sent } = await runOperation(create, parameters, []);
		expect(error?.message).toBe('Order From is "toString", which is unknown');
		expect(sent).toEqual([]);
	});

	it("the order is composed from a shop's order when Order From says so", async () => {
		const { json } = await runOperation(create, shopParameters, []);
		expect(json[0]?.problems).toEqual([
			expect.stringContaining('must be an order as Shopify sends it'),
		]);
	});

	it('a placed order is confirmed when Then says so', async () => {
		const { json, sent } = await runOperation(
			create,
			{ ...createParameters, then: 'confirm', options: { fillFromCatalog: false } },
			[placed('A-1'), { status: 200, body: placed('A-1', 'pending').body }],
		);
		expect(sent).toEqual(['POST /api/orders', 'POST /api/orders/o1/confirm']);
		expect(json).toMatchObject([{ status: 'pending' }]);
	});
});

describe('Reprint', () => {
	it('what Then meant in Create does not confirm a reprint', async () => {
		const { json, sent } = await runOperation(reprint, { ...reprintParameters, then: 'confirm' }, [
			placed('A-1-R1'),
		]);
		expect(sent.filter((line) => line.endsWith('/confirm'))).toEqual([]);
		expect(json).toMatchObject([{ externalId: 'A-1-R1', outcome: 'placed' }]);
	});

	it('a placed reprint is confirmed when Then says so', async () => {
		const { json, sent } = await runOperation(
			reprint,
			{ ...reprintParameters, thenReprint: 'confirm' },
			[placed('A-1-R1'), { status: 200, body: placed('A-1-R1', 'pending').body }],
		);
		expect(sent).toEqual(['POST /api/orders', 'POST /api/orders/o1/confirm']);
		expect(json).toMatchObject([{ status: 'pending', outcome: 'placed' }]);
	});

	it('an order that refers to its original is placed', async () => {
		const { json, sent, bodies } = await runOperation(reprint, reprintParameters, [
			placed('A-1-R1'),
		]);
		expect(sent).toEqual(['POST /api/orders']);
		expect(bodies).toEqual([
			{
				externalId: 'A-1-R1',
				shipping: 'STANDARD',
				actions: [{ type: 'reprint', source: '@A-1' }],
			},
		]);
		expect(json).toMatchObject([{ externalId: 'A-1-R1' }]);
	});
});

describe.each<[string, Operation, IDataObject, string]>([
	[
		'Create',
		create,
		{ ...createParameters, options: { fillFromCatalog: false, maxAttempts: 1 } },
		'A-1',
	],
	['Reprint', reprint, reprintParameters, 'A-1-R1'],
])('%s', (_, operation, parameters, externalId) => {
	it('a hint says that a draft is produced once it is confirmed', async () => {
		const { hints } = await runOperation(operation, parameters, [placed(externalId)]);
		expect(hints).toEqual([expect.stringContaining('is produced once it is confirmed')]);
	});

	it('a hint says that a confirmed order was released for production', async () => {
		const { hints } = await runOperation(
			operation,
			{ ...parameters, then: 'confirm', thenReprint: 'confirm' },
			[placed(externalId), { status: 200, body: placed(externalId, 'inprocess').body }],
		);
		expect(hints).toEqual(['Released for production']);
	});

	it('the error for an order in doubt says that it may have been placed', async () => {
		const { error } = await runOperation(operation, parameters, [
			lostResponse(),
			{ status: 403 },
			{ status: 403 },
		]);
		expect(error?.description).toContain(`Order "${externalId}" may have been placed.`);
	});
});
