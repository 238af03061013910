import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { type Answer, call, placeOrder, violationsOf } from './support/client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ timeScale: 1000 });
});
afterAll(async () => await sandbox.close());

const patch = async (path: string, body: unknown): Promise<Answer> =>
	await call(sandbox, 'PATCH', `/api/orders/${path}`, { body });

/** The paths of a placed order and its first item. */
async function placed(): Promise<{ id: string; itemPath: string }> {
	const answer = await placeOrder(sandbox);
	const { id, orderItems } = answer.json as { id: string; orderItems: Array<{ id: string }> };
	return { id, itemPath: `${id}/order_item/${orderItems[0]?.id}` };
}

describe('Section 4: a merge patch of an order', () => {
	it('a patch merges into the recipient and leaves everything else as it was', async () => {
		const { id } = await placed();
		const before = await call(sandbox, 'GET', `/api/orders/${id}`);
		const answer = await patch(id, { recipient: { city: 'Hamburg', zip: '20095' } });
		expect(answer.status).toBe(200);
		expect(answer.json).toEqual({
			...before.json,
			updatedAt: expect.any(String),
			recipient: { ...(before.json.recipient as object), city: 'Hamburg', zip: '20095' },
		});
		expect((await call(sandbox, 'GET', `/api/orders/${id}`)).json).toEqual(answer.json);
	});

	it('a null clears what is optional and is refused for what is required', async () => {
		const { id } = await placed();
		expect((await patch(id, { recipient: { phone: null } })).json.recipient).not.toHaveProperty(
			'phone',
		);
		for (const field of ['externalId', 'recipient', 'orderItems']) {
			const answer = await patch(id, { [field]: null });
			expect(answer.status).toBe(422);
			expect(violationsOf(answer)[0]?.propertyPath).toBe(field);
		}
	});

	it('a patch changes externalId and shipping; the order is then found by its new external id', async () => {
		const { id } = await placed();
		const answer = await patch(id, { externalId: `new-${id}`, shipping: 'DHL_EXPRESS' });
		expect(answer.json).toMatchObject({ externalId: `new-${id}`, shipping: 'DHL_EXPRESS' });
		expect((await call(sandbox, 'GET', `/api/orders/@new-${id}`)).json.id).toBe(id);
	});

	it('the external id that the order already has is accepted, and that of another refused', async () => {
		const { id } = await placed();
		const { externalId } = sandbox.control.order(id);
		expect((await patch(id, { externalId })).status).toBe(200);
		const other = await placed();
		const answer = await patch(other.id, { externalId });
		expect(violationsOf(answer)[0]?.message).toBe('This value is already used.');
	});

	it('a patch replaces the items as a whole; one that is sent with its id stays the same item', async () => {
		const { id } = await placed();
		const { items } = sandbox.control.order(id);
		const [body] = sandbox.control.exampleOrder().orderItems;
		const answer = await patch(id, {
			orderItems: [
				{ ...body, id: items[0]?.id, quantity: 4 },
				{ ...body, quantity: 5 },
			],
		});
		const changed = answer.json.orderItems as Array<{ id: string; quantity: number }>;
		expect(changed.map(({ quantity }) => quantity)).toEqual([4, 5]);
		expect(changed[0]?.id).toBe(items[0]?.id);
		expect(changed[1]?.id).not.toBe(items[0]?.id);
	});

	it('a patch refuses actions, and keeps what the service decides itself', async () => {
		const { id } = await placed();
		const actions = await patch(id, { actions: [{ type: 'reprint', source: `@${id}` }] });
		expect(violationsOf(actions)[0]?.propertyPath).toBe('actions');
		const answer = await patch(id, { status: 'shipped', id: 'x', createdAt: 'x' });
		expect(answer.status).toBe(200);
		expect(answer.json).toMatchObject({ id, status: 'draft' });
	});

	it('a patch changes nothing when the result breaks a rule', async () => {
		const { id } = await placed();
		const before = await call(sandbox, 'GET', `/api/orders/${id}`);
		expect((await patch(id, { shipping: 'PIGEON', recipient: { city: 'X' } })).status).toBe(422);
		expect((await call(sandbox, 'GET', `/api/orders/${id}`)).json).toEqual(before.json);
	});

	it.each([
		['draft', 200],
		['failed', 200],
		['onhold', 200],
		['pending', 409],
		['inprocess', 409],
		['partial', 409],
		['fulfilled', 409],
		['shipped', 409],
		['canceled', 409],
	] as const)('a patch of an order that is %s is answered with %i', async (status, expected) => {
		const { id, itemPath } = await placed();
		await sandbox.control.settled();
		await sandbox.control.stepOrder(id, status);
		expect((await patch(id, { recipient: { company: 'ACME' } })).status).toBe(expected);
		await sandbox.control.settled();
		await sandbox.control.stepOrder(id, status);
		const item = await patch(itemPath, { name: 'Renamed' });
		expect(item.status).toBe(expected);
		if (expected === 409) expect(item.json['hydra:description']).toContain(status);
	});
});

describe('Section 4: a merge patch of an item', () => {
	it('a patch of an item answers the changed OrderItem', async () => {
		const { id, itemPath } = await placed();
		const answer = await patch(itemPath, { quantity: 3, name: 'Gift', retailPrice: '30' });
		expect(answer.status).toBe(200);
		expect(answer.json).toMatchObject({
			'@context': '/api/contexts/OrderItem',
			'@id': `/api/orders/${itemPath}`,
			'@type': 'OrderItem',
			quantity: 3,
			name: 'Gift',
			retailPrice: '30',
		});
		const order = await call(sandbox, 'GET', `/api/orders/${id}`);
		expect(order.json).toMatchObject({ orderItems: [{ quantity: 3, name: 'Gift' }] });
	});

	it('a patch of an item accepts the external id of the order in the path', async () => {
		const { id, itemPath } = await placed();
		const { externalId } = sandbox.control.order(id);
		const answer = await patch(itemPath.replace(id, `@${externalId}`), { quantity: 2 });
		expect(answer.json).toMatchObject({ quantity: 2 });
	});

	it('a quantity of 0 is named by the property path "quantity"', async () => {
		const { itemPath } = await placed();
		const answer = await patch(itemPath, { quantity: 0 });
		expect(answer.status).toBe(422);
		expect(answer.json.detail).toBe('quantity: This value should be greater than 0.');
		expect(answer.json['hydra:description']).toBe(answer.json.detail);
	});

	it('the answer is 404 for an item that is not the order’s', async () => {
		const [one, other] = [await placed(), await placed()];
		const itemId = other.itemPath.split('/').at(-1);
		const answer = await patch(`${one.id}/order_item/${itemId}`, { quantity: 2 });
		expect(answer.status).toBe(404);
	});
});
