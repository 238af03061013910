import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { call, placeOrder, TIMESTAMP, UUID, violationsOf } from './support/client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());

describe('Section 2: an order as it is created', () => {
	it('the answer is 201 with the whole order in JSON-LD', async () => {
		const body = sandbox.control.exampleOrder({ externalId: 'whole-1' });
		const [item] = body.orderItems;
		const answer = await call(sandbox, 'POST', '/api/orders', { body });
		expect(answer.status).toBe(201);
		const { id } = answer.json as { id: string };
		expect(answer.json).toEqual({
			'@context': '/api/contexts/Order',
			'@id': `/api/orders/${id}`,
			'@type': 'Order',
			id: expect.stringMatching(UUID),
			externalId: 'whole-1',
			shipping: 'STANDARD',
			status: 'draft',
			createdAt: expect.stringMatching(TIMESTAMP),
			updatedAt: expect.stringMatching(TIMESTAMP),
			recipient: {
				name: 'Ada Lovelace',
				address1: 'Musterstrasse 12',
				city: 'Berlin',
				countryCode: 'DE',
				countryName: 'Germany',
				zip: '10115',
				phone: '+49 30 1234567',
				email: 'ada@customer.example',
			},
			orderItems: [
				{
					'@id': expect.stringMatching(new RegExp(`^/api/orders/${id}/order_item/[0-9a-f-]{36}$`)),
					'@type': 'OrderItem',
					id: expect.stringMatching(UUID),
					externalId: 'whole-1-1',
					quantity: 1,
					name: item?.name,
					retailPrice: '24.90',
					variantId: item?.variantId,
					placements: [
						{
							'@type': 'Placement',
							'@id': expect.stringMatching(/^\/api\//),
							type: 'front',
							technique: 'dtg',
							layers: [
								{
									url: `${sandbox.url}/_sandbox/files/front-3000x4000.png`,
									type: 'file',
									position: { top: 0, left: 0, width: 3000, height: 4000 },
								},
							],
							placementOptions: [],
						},
					],
					options: [],
				},
			],
		});
	});

	it('an order keeps every field of the recipient and drops what the specification does not name', async () => {
		const recipient = {
			name: 'Grace Hopper',
			company: 'Navy',
			address1: '1 Main Street',
			address2: 'Floor 2',
			city: 'Arlington',
			stateCode: 'VA',
			stateName: 'Virginia',
			countryCode: 'US',
			countryName: 'United States',
			zip: '22201',
			phone: '+1 202 555 0100',
			email: 'grace@customer.example',
			taxNumber: 'US-1',
		};
		const answer = await placeOrder(sandbox, { recipient: { ...recipient, nickname: 'Amazing' } });
		expect(answer.json.recipient).toEqual(recipient);
	});

	it('an order accepts null for what is optional and ships as STANDARD when nothing is said', async () => {
		const body = sandbox.control.exampleOrder();
		const [item] = body.orderItems;
		const answer = await call(sandbox, 'POST', '/api/orders', {
			body: {
				...body,
				shipping: null,
				recipient: { ...body.recipient, company: null },
				orderItems: [{ ...item, externalId: null, name: null, retailPrice: null, options: null }],
			},
		});
		expect(answer.status).toBe(201);
		expect(answer.json.shipping).toBe('STANDARD');
		expect(answer.json.recipient).not.toHaveProperty('company');
		expect((answer.json.orderItems as object[])[0]).not.toHaveProperty('retailPrice');
	});

	it('a placement without type and technique becomes the first of the variant', async () => {
		const body = sandbox.control.exampleOrder();
		const [item] = body.orderItems;
		const [placement] = item?.placements ?? [];
		const answer = await call(sandbox, 'POST', '/api/orders', {
			body: {
				...body,
				orderItems: [{ ...item, placements: [{ ...placement, type: null, technique: null }] }],
			},
		});
		expect(answer.json).toMatchObject({
			orderItems: [{ placements: [{ type: 'front', technique: 'dtg' }] }],
		});
	});

	it('an order keeps a placement option such as unlimited_color', async () => {
		const cap = sandbox.control
			.variants()
			.find(({ placements }) => placements[0]?.technique === 'embroidery');
		const body = sandbox.control.exampleOrder({ variantIds: [cap?.id ?? ''] });
		body.orderItems[0]?.placements[0]?.placementOptions.push({
			name: 'unlimited_color',
			value: true,
		});
		const answer = await call(sandbox, 'POST', '/api/orders', { body });
		expect(answer.json).toMatchObject({
			orderItems: [
				{ placements: [{ placementOptions: [{ name: 'unlimited_color', value: true }] }] },
			],
		});
	});
});

describe('Section 8: externalId', () => {
	it('an externalId of 63 characters is accepted, and one of 64 refused', async () => {
		expect((await placeOrder(sandbox, { externalId: 'x'.repeat(63) })).status).toBe(201);
		const answer = await placeOrder(sandbox, { externalId: 'x'.repeat(64) });
		expect(answer.status).toBe(422);
		expect(violationsOf(answer)).toEqual([
			{
				propertyPath: 'externalId',
				message: 'This value is too long. It should have 63 characters or less.',
				code: expect.stringMatching(UUID),
			},
		]);
	});

	it('an externalId that is taken is refused until the order that has it gives it up', async () => {
		await placeOrder(sandbox, { externalId: 'taken' });
		const answer = await placeOrder(sandbox, { externalId: 'taken' });
		expect(answer.status).toBe(422);
		expect(violationsOf(answer)).toEqual([
			{
				propertyPath: 'externalId',
				message: 'This value is already used.',
				code: expect.stringMatching(UUID),
			},
		]);
		await call(sandbox, 'PATCH', '/api/orders/@taken', { body: { externalId: 'given-up' } });
		expect((await placeOrder(sandbox, { externalId: 'taken' })).status).toBe(201);
	});

	it('exactly the strings of 1 to 63 letters, digits, hyphens and underscores are accepted', async () => {
		const characters = fc.constantFrom(...'abcXYZ019-_', ' ', '.', 'é', '@', '/', '\n');
		const candidates = fc.oneof(
			fc.string({ unit: characters, maxLength: 6 }),
			fc.string({ unit: fc.constantFrom(...'aZ9-_'), minLength: 60, maxLength: 66 }),
			fc.string({ maxLength: 66 }),
		);
		const used = new Set<string>();
		await fc.assert(
			fc.asyncProperty(candidates, async (externalId) => {
				const isAllowed =
					externalId.length >= 1 &&
					externalId.length <= 63 &&
					[...externalId].every((character) =>
						'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.includes(character),
					) &&
					!used.has(externalId);
				const { status } = await placeOrder(sandbox, { externalId });
				if (status === 201) used.add(externalId);
				expect(status).toBe(isAllowed ? 201 : 422);
			}),
			{ numRuns: 200 },
		);
	});
});
