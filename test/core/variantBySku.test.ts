import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import { REPETITIONS } from '../support/repetitions.ts';
import { openList } from './engine/list.ts';
import type { ExecutionOptions } from './engine/execution.ts';
import { credentialFor, type RunResult } from './engine/run.ts';
import { skipWaits } from './engine/skippedWaits.ts';
import {
	createParameters,
	locate,
	plainVariant,
	printFile,
	recipient,
	useSandbox,
	variantWith,
} from './support.ts';

const node = useSandbox();

/** A new key for each test: what the node keeps of a catalog belongs to the key. */
let credential: ICredentialDataDecryptedObject;

beforeEach(() => {
	const { control } = node.sandbox;
	credential = credentialFor(node.sandbox, { apiKey: control.createApiKey() });
});

const run = async (
	parameters: INodeParameters,
	options: Partial<Omit<ExecutionOptions, 'parameters'>> = {},
): Promise<RunResult> => await node.run(parameters, { credential, ...options });

/** Parameters of an order of one item whose variant is chosen by its SKU. */
const orderBySku = (sku: string, externalId = 'SHOP-1001'): INodeParameters => ({
	...createParameters(node.sandbox, externalId),
	items: {
		item: [
			{
				variantId: locate('sku', sku),
				quantity: 1,
				placements: { placement: [{ url: printFile }] },
			},
		],
	},
});

const orderFromJson = (items: IDataObject[]): INodeParameters => ({
	...createParameters(node.sandbox),
	specifyItems: 'json',
	itemsJson: JSON.stringify(items),
});

const requests = (method = 'GET') =>
	node.sandbox.control.requests().filter((request) => request.method === method);

/** Paths of the catalog, with page numbers, that were answered with a success. */
const catalogReads = (): string[] =>
	requests()
		.filter(({ path, status }) => path.includes('/catalog-') && status === 200)
		.map(({ path, query }) => `${path}?${new URLSearchParams(query).toString()}`);

/** Requests that it takes to see all SKUs: the pages of the products, and those of the variants of each. */
const readsOfCatalog = (): number => {
	const products = node.sandbox.control.products();
	const pages = (count: number): number => Math.ceil(count / 30);
	return products.reduce(
		(sum, { variants }) => sum + pages(variants.length),
		pages(products.length),
	);
};

/** Gives the first variant of a product another SKU in the list of the product's variants. */
async function changeSku(productIndex: number, sku: string | null): Promise<IDataObject> {
	const { control } = node.sandbox;
	const product = control.products()[productIndex];
	const path = `/api/catalog-products/${String(product?.id)}/catalog-variants`;
	const list = await node.read(path);
	const [first, ...others] = list['hydra:member'] as IDataObject[];
	const members = [{ ...first, sku }, ...others];
	control.injectFault({ match: { path }, status: 200, body: { 'hydra:member': members } });
	control.clearRecords();
	return first ?? {};
}

describe('Create, with variants by their SKU', () => {
	it('an order by SKU reads the catalog once, and no variant by its ID', async () => {
		const { id, sku } = plainVariant(node.sandbox);
		const { error } = await run(orderBySku(sku.toLowerCase()));
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@SHOP-1001').items[0]?.variantId).toBe(id);
		const reads = catalogReads();
		expect(new Set(reads).size).toBe(reads.length);
		expect(reads).toHaveLength(readsOfCatalog());
		expect(reads.filter((path) => path.includes('catalog-product-variants'))).toEqual([]);
	});

	it('the variant is found by its SKU also without Fill From Catalog', async () => {
		const { id, sku } = plainVariant(node.sandbox);
		const { orderItems } = node.sandbox.control.exampleOrder({ variantIds: [id] });
		const items = orderItems.map(({ variantId: _variantId, ...item }) => ({ ...item, sku }));
		const { error } = await run({
			...orderFromJson(items as IDataObject[]),
			options: { fillFromCatalog: false },
		});
		expect(error).toBeUndefined();
		expect(node.sandbox.control.order('@SHOP-1001').items[0]?.variantId).toBe(id);
	});

	it('an order by SKU is sent as the same order by ID', async () => {
		const { id, sku } = plainVariant(node.sandbox);
		const byId = orderBySku('', 'BY-ID');
		byId.items = {
			item: [
				{
					variantId: locate('id', id),
					quantity: 1,
					placements: { placement: [{ url: printFile }] },
				},
			],
		};
		expect((await run(byId)).error).toBeUndefined();
		expect((await run(orderBySku(sku, 'BY-SKU'))).error).toBeUndefined();
		const [one, other] = requests('POST').map(({ body }) => (body as IDataObject).orderItems);
		expect(other).toEqual(one);
	});

	it('the next execution reads only the variant, since the index of SKUs is cached', async () => {
		const { id, sku } = plainVariant(node.sandbox);
		await run(orderBySku(sku, 'FIRST'));
		node.sandbox.control.clearRecords();
		expect((await run(orderBySku(sku, 'SECOND'))).error).toBeUndefined();
		expect(catalogReads()).toEqual([`/api/catalog-product-variants/${id}?`]);
	});

	it('Items (JSON) may name a variant by "sku"', async () => {
		const { id, sku } = plainVariant(node.sandbox);
		const { error } = await run(orderFromJson([{ sku, quantity: 2, files: printFile }]));
		expect(error).toBeUndefined();
		const [item] = node.sandbox.control.order('@SHOP-1001').items;
		expect(item).toMatchObject({ variantId: id, quantity: 2 });
		const [request] = requests('POST');
		expect(JSON.stringify(request?.body)).not.toContain('"sku"');
	});

	it('an unknown SKU is refused with its field, its item and the nearest SKUs, and nothing is sent', async () => {
		const { sku } = plainVariant(node.sandbox);
		const items = [
			{ sku, quantity: 1, files: printFile },
			{ sku: `${sku}X`, quantity: 1, files: printFile },
		];
		const { error } = await run(orderFromJson(items));
		expect(error?.message).toBe(
			`Items (JSON) at [1].sku is "${sku}X", a SKU that the catalog does not have`,
		);
		expect(error?.description).toContain(`"${sku}"`);
		const inRows = await run(orderBySku('no such SKU'));
		expect(inRows.error?.message).toContain('Items → Item 1 → Variant is "no such SKU"');
		expect(requests('POST')).toEqual([]);
	});

	it('a SKU that two variants have is refused with both names', async () => {
		const other = variantWith(node.sandbox, ({ name }) => name.startsWith('Ceramic Mug'));
		const index = node.sandbox.control.products().findIndex(({ id }) => id === other.productId);
		const { sku, name } = plainVariant(node.sandbox);
		const twin = await changeSku(index, sku);
		const { error } = await run(orderBySku(sku));
		expect(error?.message).toContain(`the SKU of several variants`);
		expect(error?.message).toContain(`"${name}"`);
		expect(error?.message).toContain(`"${String(twin.name)}"`);
		expect(requests('POST')).toEqual([]);
	});

	it('a variant without a SKU is not found, and all others are', async () => {
		const changed = await changeSku(0, null);
		const unknown = await run(orderBySku(String(changed.sku)));
		expect(unknown.error?.message).toContain('a SKU that the catalog does not have');
		const mug = variantWith(node.sandbox, ({ name }) => name.startsWith('Ceramic Mug'));
		expect((await run(orderBySku(mug.sku))).error).toBeUndefined();
	});

	it('a product that is removed while the catalog is read is left out', async () => {
		const { control } = node.sandbox;
		const [product] = control.products();
		const path = `/api/catalog-products/${String(product?.id)}/catalog-variants`;
		control.injectFault({ match: { path }, status: 404 });
		const mug = variantWith(node.sandbox, ({ name }) => name.startsWith('Ceramic Mug'));
		expect((await run(orderBySku(mug.sku))).error).toBeUndefined();
		const gone = await run(orderBySku(String(product?.variants[0]?.sku), 'GONE'));
		expect(gone.error?.message).toContain('a SKU that the catalog does not have');
	});

	it('an order fails with what the service says when the catalog cannot be read, and the next execution reads it anew', async () => {
		const { sku } = plainVariant(node.sandbox);
		const { control } = node.sandbox;
		control.injectFault({ match: { path: '/api/catalog-products' }, status: 500 });
		const { error } = await run(orderBySku(sku));
		expect(error?.message).toContain('The service is not available');
		expect(requests('POST')).toEqual([]);
		control.clearFaults();
		expect((await run(orderBySku(sku))).error).toBeUndefined();
	});
});

describe('Many orders by SKU', () => {
	const COUNT = REPETITIONS.ordersBySku;

	skipWaits();

	const parameters = (): INodeParameters => ({
		...createParameters(node.sandbox, '={{ $json.number }}'),
		specifyItems: 'json',
		itemsJson: `={{ [{ sku: $json.sku, quantity: 1, files: '${printFile}' }] }}`,
	});

	/** Variants that need no option and one print file, of many products. */
	const variants = () =>
		node.sandbox.control
			.variants()
			.filter(
				({ placements, options, inStock }) =>
					inStock &&
					placements.filter(({ required }) => required).length <= 1 &&
					!options.some(({ required }) => required),
			);

	it('orders by SKU are each placed once with their own variant, in spite of 429 while the catalog is read', async () => {
		const { control } = node.sandbox;
		const path = '/api/catalog-products/*';
		control.injectFault({
			match: { path },
			rate: 0.3,
			times: 5,
			status: 429,
			headers: { 'retry-after': '0' },
		});
		const all = variants();
		const items = Array.from({ length: COUNT }, (_, index) => ({
			number: `N-${index}`,
			sku: all[index % all.length]?.sku ?? '',
		}));
		const { error, json } = await run(parameters(), { items });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(COUNT);
		const orders = new Map(control.orders().map((order) => [order.externalId, order]));
		expect(orders.size).toBe(COUNT);
		for (const [index, { number }] of items.entries()) {
			expect(orders.get(number)?.items[0]?.variantId).toBe(all[index % all.length]?.id);
		}
		expect(control.faults()[0]?.hits).toBe(5);
		const reads = catalogReads();
		expect(new Set(reads).size).toBe(reads.length);
		expect(reads).toHaveLength(readsOfCatalog());
	});

	it('orders with unknown SKUs read the catalog once, and each is refused', async () => {
		const items = Array.from({ length: COUNT }, (_, index) => ({
			number: `N-${index}`,
			sku: `unknown-${index}`,
		}));
		const { json } = await run(parameters(), {
			items,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(json).toHaveLength(COUNT);
		for (const [index, item] of json.entries()) {
			expect(item.error).toContain(`"unknown-${index}", a SKU that the catalog does not have`);
		}
		expect(catalogReads()).toHaveLength(readsOfCatalog());
		expect(requests('POST')).toEqual([]);
	});
});

describe('Other places that accept a variant by its SKU', () => {
	it('Get of a catalog variant takes a SKU', async () => {
		const { id, sku } = plainVariant(node.sandbox);
		const get = { resource: 'catalogVariant', operation: 'get' };
		const { json } = await run({ ...get, variantId: locate('sku', sku) });
		expect(json[0]).toMatchObject({ id, sku });
		const { error } = await run({ ...get, variantId: locate('sku', `${sku}X`) });
		expect(error?.message).toBe(`Variant is "${sku}X", a SKU that the catalog does not have`);
	});

	it('Update of an order item takes a SKU', async () => {
		const { id, sku } = plainVariant(node.sandbox);
		await run(createParameters(node.sandbox));
		const [item] = node.sandbox.control.order('@SHOP-1001').items;
		const update = (variant: string): INodeParameters => ({
			resource: 'orderItem',
			operation: 'update',
			orderId: locate('externalId', 'SHOP-1001'),
			orderItemId: locate('id', String(item?.id)),
			updateFields: { variantId: locate('sku', variant) },
		});
		expect((await run(update(sku))).error).toBeUndefined();
		expect(requests('PATCH').map(({ body }) => body)).toEqual([{ variantId: id }]);
		const { error } = await run(update(`${sku}X`));
		expect(error?.message).toContain(`Update Fields → Variant is "${sku}X"`);
		expect(requests('PATCH')).toHaveLength(1);
	});

	it('the lists of placements and options in the editor take a SKU', async () => {
		const clock = variantWith(node.sandbox, ({ options }) => options.length > 0);
		const open = async (method: string, sku: string, path: string) =>
			await openList(method, {
				credential,
				parameters: {
					items: {
						item: [
							{
								variantId: locate('sku', sku),
								placements: { placement: [{ url: '', type: locate('list', '') }] },
								options: { option: [{ id: locate('list', ''), value: locate('list', '') }] },
							},
						],
					},
				},
				path: `parameters.items.item[0].${path}`,
			});
		const types = await open('searchPlacementTypes', clock.sku, 'placements.placement[0].type');
		expect(types.results.map(({ value }) => value)).toEqual(
			clock.placements.map(({ type }) => type),
		);
		const options = await open('searchOptionIds', clock.sku, 'options.option[0].id');
		expect(options.results.map(({ value }) => value)).toEqual(clock.options.map(({ id }) => id));
		await expect(open('searchOptionIds', `${clock.sku}X`, 'options.option[0].id')).rejects.toThrow(
			`Variant is "${clock.sku}X", a SKU that the catalog does not have`,
		);
		node.sandbox.control.clearRecords();
		await expect(
			open('searchOptionIds', '={{ $json.sku }}', 'options.option[0].id'),
		).rejects.toThrow('Choose the variant of the item first');
		expect(requests()).toEqual([]);
	});
});

describe('A service that decides otherwise whatever the specification leaves open', () => {
	/** One for each. */
	const SEEDS = Array.from({ length: REPETITIONS.contraryServicesBySku }, (_, index) => index + 1);

	const orderOn = async (sandbox: Sandbox): Promise<RunResult> =>
		await node.run(
			{
				...createParameters(sandbox),
				specifyRecipient: 'json',
				recipientJson: JSON.stringify(recipient),
				specifyItems: 'json',
				itemsJson: JSON.stringify([
					{ sku: plainVariant(sandbox).sku, quantity: 1, files: printFile },
				]),
			},
			{ credential: credentialFor(sandbox) },
		);

	it.each(SEEDS)('the order by SKU is placed once, contrary service %s', async (seed) => {
		const sandbox = await startSandbox({ contrary: seed, timeScale: 1000 });
		try {
			// As a person does who runs a workflow again that has failed.
			for (let attempt = 0; attempt < 6; attempt += 1) {
				if (!(await orderOn(sandbox)).error) break;
			}
			const [order, ...others] = sandbox.control.orders();
			expect(others).toEqual([]);
			expect(order?.items[0]?.variantId).toBe(plainVariant(sandbox).id);
		} finally {
			await sandbox.close();
		}
	});
});
