import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/index.ts';
import { startAction } from '../../../test/core/engine/execution.ts';
import { credentialFor } from '../../../test/core/engine/run.ts';
import { outputOfSavedWorkflows } from './savedWorkflows.ts';

type Run = (
	resource: string,
	operation: string,
	parameters?: INodeParameters,
) => Promise<IDataObject[]>;

type Variant = ReturnType<Sandbox['control']['variants']>[number];

const byExternalId = (externalId: string): INodeParameters => ({
	orderId: { __rl: true, mode: 'externalId', value: externalId },
});

const byId = (name: string, id: unknown): INodeParameters => ({
	[name]: { __rl: true, mode: 'id', value: String(id) },
});

const recipient = {
	name: 'Ada Example',
	company: 'Example Ltd',
	address1: '12 Harbour Street',
	address2: 'Floor 3',
	city: 'Austin',
	stateCode: 'TX',
	stateName: 'Texas',
	countryCode: 'US',
	countryName: 'United States',
	zip: '78701',
	phone: '+1 512 555 0100',
	email: 'ada@example.com',
	taxNumber: '12-3456789',
};

function findVariant({ control }: Sandbox, matches: (variant: Variant) => boolean): Variant {
	const variant = control.variants().find(matches);
	if (!variant) throw new Error('The catalog has no such variant');
	return variant;
}

/** An item in the short form, with everything that the variant requires. */
const itemOf = (variant: Variant, file = 'https://files.example.com/motif.png'): IDataObject => ({
	variantId: variant.id,
	quantity: 2,
	name: 'Team shirt',
	retailPrice: '24.90',
	externalId: 'LINE-1',
	files: Object.fromEntries(
		variant.placements.filter(({ required }) => required).map(({ type }) => [type, file]),
	),
	options: Object.fromEntries(variant.options.map(({ id, values }) => [id, values[0]?.value])),
});

const createParameters = (externalId: string, items: IDataObject[]): INodeParameters => ({
	externalId,
	specifyRecipient: 'json',
	recipientJson: JSON.stringify(recipient),
	specifyItems: 'json',
	itemsJson: JSON.stringify(items),
});

/** A row of Google Sheets and a record of Airtable: the item says where each is found again. */
function rowsOf({ sku }: Variant): IDataObject[] {
	const { name, address1, city, stateCode, zip, countryCode } = recipient;
	const row = {
		...{ Name: name, 'Address 1': address1, City: city, State: stateCode, Zip: zip },
		...{ Country: countryCode, SKU: sku, 'Print File': 'https://files.example.com/motif.png' },
	};
	return [
		{ row_number: 2, 'Order Number': '1001', ...row },
		{
			...{ id: 'recA1b2C3d4E5f6G7', createdTime: '2026-10-01T08:00:00.000Z' },
			fields: { 'Order Number': '1002', ...row },
		},
	];
}

/** Runs the operations for orders so that the samples include linked, refunded and failed orders, and options. */
async function runOrderOperations(sandbox: Sandbox, run: Run): Promise<void> {
	const { control } = sandbox;
	const withOptions = itemOf(
		findVariant(sandbox, ({ inStock, options }) => inStock && options.length > 0),
	);
	const plain = findVariant(sandbox, ({ inStock, options }) => inStock && options.length === 0);

	await run(
		'order',
		'create',
		createParameters('shopify-1001-5700000002001', [withOptions, itemOf(plain)]),
	);
	await run(
		'order',
		'create',
		createParameters('shopify-1002-5700000002002', [
			itemOf(plain, 'https://files.example.com/missing.png'),
		]),
	);
	await run('order', 'create', createParameters('shopify-1003-5700000002003', [itemOf(plain)]));
	for (const row of rowsOf(plain)) {
		await run('order', 'create', { orderFrom: 'rows', row: row as INodeParameters });
	}
	await control.stepOrder('@shopify-1002-5700000002002', 'failed');
	await run('order', 'update', {
		...byExternalId('shopify-1001-5700000002001'),
		updateFields: { shipping: 'DHL_EXPRESS' },
	});
	const item = control.order('@shopify-1001-5700000002001').items[0]?.id;
	const changes = { ...byExternalId('shopify-1001-5700000002001'), ...byId('orderItemId', item) };
	await run('orderItem', 'update', { ...changes, updateFields: { quantity: 3 } });
	await run('order', 'confirm', byExternalId('shopify-1001-5700000002001'));
	await run('order', 'cancel', byExternalId('shopify-1003-5700000002003'));
	await control.stepOrder('@shopify-1001-5700000002001', 'inprocess');
	await control.stepOrder('@shopify-1001-5700000002001', 'partial');
	await run('shipment', 'getAll', byExternalId('shopify-1001-5700000002001'));
	for (const { id } of control.shipments('@shopify-1001-5700000002001'))
		await control.stepShipment(id, 'shipped');
	await run('shipment', 'getAll', byExternalId('shopify-1001-5700000002001'));
	await run('order', 'reprint', {
		...byExternalId('shopify-1001-5700000002001'),
		externalId: 'shopify-1001-R1',
	});
	await run('order', 'refund', byExternalId('shopify-1001-5700000002001'));
	for (const externalId of [
		'shopify-1001-5700000002001',
		'shopify-1002-5700000002002',
		'shopify-1001-R1',
	]) {
		await run('order', 'get', byExternalId(externalId));
	}
	await run('order', 'getAll');
}

async function runCatalogOperations({ control }: Sandbox, run: Run): Promise<void> {
	for (const { id } of control.products()) {
		await run('catalogProduct', 'get', byId('productId', id));
		await run('catalogVariant', 'getAll', { ...byId('productId', id), returnAll: true });
	}
	for (const { id } of control.variants()) {
		await run('catalogVariant', 'get', byId('variantId', id));
	}
	await run('catalogProduct', 'getAll', { returnAll: true });
}

async function runMockupTaskOperations({ control }: Sandbox, run: Run): Promise<void> {
	const pending = await control.createMockupTask();
	const failed = await control.createMockupTask();
	await control.stepMockupTask(failed.id, 'failed');
	for (const { id } of [pending, failed, ...control.mockupTasks()]) {
		await run('mockupTask', 'get', byId('mockupTaskId', id));
	}
	await control.stepMockupTask(pending.id, 'completed');
	await run('mockupTask', 'downloadImages', byId('mockupTaskId', pending.id));
	await run('mockupTask', 'getAll', { returnAll: true });
}

/**
 * Runs every operation on n8n's engine against the sandbox: here those whose output depends on what happened to an order, a
 * task or a product, and any other one as saved workflows run it.
 *
 * @returns output items with default settings by '<resource>/<operation>'; every operation also has those of 'get',
 *   since it may return the same entity in any of these states
 */
export async function outputOfOperations(sandbox: Sandbox): Promise<Map<string, IDataObject[]>> {
	const outputs = new Map<string, IDataObject[]>();
	const run: Run = async (resource, operation, parameters = {}) => {
		const { json, error } = await startAction({
			parameters: { resource, operation, ...parameters },
			credential: credentialFor(sandbox),
		}).finished;
		if (error) throw error;
		const name = `${resource}/${operation}`;
		outputs.set(name, [...(outputs.get(name) ?? []), ...json]);
		return json;
	};
	await runOrderOperations(sandbox, run);
	await runCatalogOperations(sandbox, run);
	await runMockupTaskOperations(sandbox, run);
	const others = await outputOfSavedWorkflows(outputs);
	const inEveryState = new Map(
		[...outputs].map(([name, items]) => {
			const itemsOfGet = outputs.get(name.replace(/\/.*/, '/get')) ?? [];
			// An image is an item of its own.
			const isOfGet = !name.endsWith('/get') && !name.endsWith('/downloadImages');
			return [name, isOfGet ? [...itemsOfGet, ...items] : items];
		}),
	);
	return new Map([...inEveryState, ...others]);
}
