import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { createParameters, locate, useSandbox, variantWith } from './support.ts';

const node = useSandbox();

const membersAt = async (path: string): Promise<IDataObject[]> =>
	(await node.read(path))['hydra:member'] as IDataObject[];

describe('Get Many shipments (spec section 4)', () => {
	it('the shipments of an order are read with carrier and tracking', async () => {
		await node.run(createParameters(node.sandbox));
		for (const status of ['pending', 'inprocess', 'fulfilled', 'shipped'] as const) {
			await node.sandbox.control.stepOrder('@SHOP-1001', status);
		}
		const shipments = node.sandbox.control.shipments('@SHOP-1001');
		expect(shipments.length).toBeGreaterThan(0);
		const parameters = {
			resource: 'shipment',
			operation: 'getAll',
			orderId: locate('externalId', 'SHOP-1001'),
		};
		const { json, error } = await node.run(parameters);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(shipments.length);
		expect(['DHL', 'UPS', 'GLS']).toContain(json[0]?.carrier);
		expect(json[0]).toMatchObject({
			id: shipments[0]?.id,
			service: 'STANDARD',
			shipmentStatus: expect.stringMatching(/^(pending|packaged|shipped)$/) as string,
			trackingUrl: expect.stringMatching(
				/^http:\/\/127\.0\.0\.1:\d+\/_sandbox\/parcels\/\w+$/,
			) as string,
			trackingId: expect.stringMatching(/./) as string,
		});
		expect(Object.keys(json[0] ?? {}).filter((name) => name.startsWith('@'))).toEqual([]);
		const raw = await node.run({ ...parameters, simplify: false });
		const { id: orderId } = node.sandbox.control.order('@SHOP-1001');
		const members = await membersAt('/api/orders/@SHOP-1001/shipments');
		const names = { orderId, orderExternalId: 'SHOP-1001' };
		expect(raw.json).toEqual(members.map((shipment) => ({ ...shipment, ...names })));
		expect(json[0]).toMatchObject(names);
	});

	it('the parcels of several orders name them, and each order is read once', async () => {
		const externalIds = ['A-1', 'A-2'];
		for (const externalId of externalIds) {
			await node.run(createParameters(node.sandbox, externalId));
			for (const status of ['pending', 'inprocess', 'fulfilled'] as const) {
				await node.sandbox.control.stepOrder(`@${externalId}`, status);
			}
		}
		const orders = externalIds.map((externalId) => node.sandbox.control.order(`@${externalId}`));
		const before = node.sandbox.control.requests().length;
		const { json, error } = await node.run(
			{
				resource: 'shipment',
				operation: 'getAll',
				orderId: locate('id', '={{ $json.id }}'),
			},
			{ items: [...orders, ...orders].map(({ id }) => ({ id })) },
		);
		expect(error).toBeUndefined();
		for (const { orderId, orderExternalId } of json) {
			expect(orders.find(({ id }) => id === orderId)?.externalId).toBe(orderExternalId);
		}
		expect(new Set(json.map(({ orderExternalId }) => orderExternalId))).toEqual(
			new Set(externalIds),
		);
		const reads = node.sandbox.control
			.requests()
			.slice(before)
			.filter(({ path }) => !path.endsWith('/shipments'));
		expect(reads).toHaveLength(orders.length);
	});

	it('an order without shipments gives no item', async () => {
		await node.run(createParameters(node.sandbox));
		const { json, error } = await node.run({
			resource: 'shipment',
			operation: 'getAll',
			orderId: locate('externalId', 'SHOP-1001'),
		});
		expect(error).toBeUndefined();
		expect(json).toEqual([]);
	});
});

describe('Catalog (spec section 4)', () => {
	it('the products are read page by page, and one by its ID', async () => {
		await node.sandbox.control.reset({ pageSize: 10 });
		const products = node.sandbox.control.products();
		const all = await node.run({
			resource: 'catalogProduct',
			operation: 'getAll',
			returnAll: true,
		});
		expect(all.json.map(({ id }) => id)).toEqual(products.map(({ id }) => id));
		expect(node.sandbox.control.requests()).toHaveLength(Math.ceil(products.length / 10));

		const id = String(products[3]?.id);
		const one = await node.run({
			resource: 'catalogProduct',
			operation: 'get',
			productId: locate('id', id),
		});
		expect(one.json).toEqual([await node.read(`/api/catalog-products/${id}`)]);
		expect(one.json[0]).toMatchObject({ '@type': 'CatalogProduct', id });
	});

	it('the variants of a product are read, and one by its ID', async () => {
		const [product] = node.sandbox.control.products();
		const path = `/api/catalog-products/${String(product?.id)}/catalog-variants?itemsPerPage=100`;
		const parameters = {
			resource: 'catalogVariant',
			operation: 'getAll',
			productId: locate('list', String(product?.id)),
			returnAll: true,
		};
		const raw = await node.run({ ...parameters, simplify: false });
		expect(raw.json).toEqual(await membersAt(path));

		const id = String(raw.json[0]?.id);
		const one = await node.run({
			resource: 'catalogVariant',
			operation: 'get',
			variantId: locate('id', id),
			simplify: false,
		});
		expect(one.json).toEqual([await node.read(`/api/catalog-product-variants/${id}`)]);
	});

	it('a variant is simplified to what an order needs to know of it', async () => {
		const clock = variantWith(node.sandbox, ({ options }) =>
			options.some(({ id }) => id === 'dial_color'),
		);
		const { json } = await node.run({
			resource: 'catalogVariant',
			operation: 'get',
			variantId: locate('id', clock.id),
		});
		expect(json).toEqual([
			{
				id: clock.id,
				sku: clock.sku,
				name: clock.name,
				image: json[0]?.image,
				inStock: clock.inStock,
				placements: clock.placements.map(({ type, required, technique, techniques, area }) => ({
					type,
					required,
					technique,
					techniques,
					area: { width: area.width, height: area.height },
				})),
				options: clock.options.map(({ id, label, required, values }) => ({
					id,
					label,
					required,
					values: values.map(({ value }) => value),
				})),
			},
		]);
	});
});

describe('Mockup tasks (spec sections 4 and 8)', () => {
	it('mockup tasks are read one and many, each with the credits of the month', async () => {
		const task = await node.sandbox.control.createMockupTask();
		await node.sandbox.control.stepMockupTask(task.id, 'completed');
		const headers = (
			await fetch(`${node.sandbox.url}/api/mockup-tasks`, {
				headers: { authorization: `Bearer ${node.sandbox.accounts.demo.apiKey}` },
			})
		).headers;
		const included = Number(headers.get('x-svc-credits-included'));
		const used = Number(headers.get('x-svc-credits-used'));
		expect(used).toBeGreaterThan(0);
		const credits = { included, used, remaining: included - used };

		const one = await node.run({
			resource: 'mockupTask',
			operation: 'get',
			mockupTaskId: locate('id', task.id),
		});
		expect(one.error).toBeUndefined();
		expect(one.json).toEqual([{ ...(await node.read(`/api/mockup-tasks/${task.id}`)), credits }]);
		expect(one.json[0]).toMatchObject({ status: 'completed' });

		const many = await node.run({
			resource: 'mockupTask',
			operation: 'getAll',
			returnAll: true,
		});
		expect(many.json).toHaveLength(node.sandbox.control.mockupTasks().length);
		expect(many.json.map((item) => item.credits)).toEqual(many.json.map(() => credits));
	});

	it('the credits are found under the brand of another provider', async () => {
		await node.sandbox.control.reset({ creditHeaderBrand: 'Printworks' });
		const { json } = await node.run({ resource: 'mockupTask', operation: 'getAll', limit: 1 });
		expect(json[0]?.credits).toMatchObject({ included: expect.any(Number) as number });
		await node.sandbox.control.reset({ creditHeaderBrand: 'SVC' });
	});
});
