import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { PodFulfilment } from '../../nodes/PodFulfilment/PodFulfilment.node.ts';
import { shopifyOrder } from '../support/shopOrders/shopify.ts';
import { ENGINES, startAction } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { fromShop, shirt, shopifyLineOf } from './shopOrders.ts';
import { createParameters, locate, printFile, requestsPastCatalog, useSandbox } from './support.ts';

const node = useSandbox();

/** A field with rows, or with one group of fields, that a workflow fills in another shape. */
interface Field {
	label: string;
	/** The shape that it should have. */
	shape: string;
	parameters: (given: unknown) => INodeParameters;
	/** One of its rows, or its fields. */
	row: IDataObject;
	/** The field that takes the same as JSON. */
	jsonField?: string;
}

const order = { resource: 'order', orderId: locate('externalId', 'SHOP-1001') };

const updateItem = (updateFields: unknown) =>
	({
		...order,
		resource: 'orderItem',
		operation: 'update',
		orderItemId: locate('id', 'item-1'),
		updateFields,
	}) as INodeParameters;

const address = {
	name: 'Ada Example',
	address1: 'Musterstrasse 12',
	city: 'Berlin',
	zip: '10115',
	countryCode: 'DE',
};

const FIELDS: Record<string, Field> = {
	'order.create items': {
		label: 'Items',
		shape: '{ "item": [ { … } ] }',
		parameters: (items) => ({ ...createParameters(node.sandbox), items }) as INodeParameters,
		row: { variantId: 'v1', quantity: 1, printFile },
		jsonField: 'the option Items (JSON)',
	},
	'order.create options.shippingMapping': {
		label: 'Options → Shipping Mapping',
		shape: '{ "row": [ { … } ] }',
		parameters: (shippingMapping) =>
			fromShop('shopify', { options: { shippingMapping } as INodeParameters }),
		row: { shopMethod: 'Express', shipping: 'DHL_EXPRESS' },
	},
	'order.reprint options.recipient': {
		label: 'Options → Recipient',
		shape: '{ "values": { … } }',
		parameters: (recipient) =>
			({
				...order,
				operation: 'reprint',
				externalId: 'SHOP-1001-R1',
				options: { recipient },
			}) as INodeParameters,
		row: address,
	},
	'order.update updateFields.recipient': {
		label: 'Update Fields → Recipient',
		shape: '{ "values": { … } }',
		parameters: (recipient) =>
			({
				...order,
				operation: 'update',
				updateFields: { shipping: 'DHL_EXPRESS', recipient },
			}) as INodeParameters,
		row: address,
		jsonField: 'Recipient (JSON)',
	},
	'orderItem.update updateFields.options': {
		label: 'Update Fields → Product Options',
		shape: '{ "option": [ { … } ] }',
		parameters: (options) => updateItem({ quantity: 3, options }),
		row: { id: 'color', value: 'blue' },
	},
	'orderItem.update updateFields.placements': {
		label: 'Update Fields → Placements',
		shape: '{ "placement": [ { … } ] }',
		parameters: (placements) => updateItem({ quantity: 3, placements }),
		row: { url: printFile },
	},
};

/** These are always there, so that n8n gives the node the same for a wrong shape as for no row at all. */
const ALWAYS_THERE = [
	'order.create items.item.options',
	'order.create items.item.placements',
	'order.create items.item.placements.placement.placementOptions',
	'order.create skuMapping',
	'order.create skuMapping.row.options',
	'order.create skuMapping.row.when',
	'orderItem.update updateFields.placements.placement.placementOptions',
];

const shapesFor = (row: IDataObject): Array<[string, unknown]> => [
	['an expression for the row', '={{ $json.given }}'],
	['an expression for a list', '={{ [$json.given] }}'],
	['an expression for the whole', '={{ ({ row: [$json.given] }) }}'],
	['a bare list', [row]],
	['a bare list of two', [row, row]],
	['an empty list', []],
	['nothing but the row', row],
	['the rows by another name', { rows: [row] }],
	['JSON as text', JSON.stringify([row])],
	['a number', 7],
	['an empty object', {}],
];

/** Every fixedCollection below a list of fields, by its path. */
function collectionsIn(fields: INodeProperties[], path: string): string[] {
	return fields.flatMap((field) => {
		const own = path === '' ? field.name : `${path}.${field.name}`;
		if (field.type === 'collection') return collectionsIn(field.options as INodeProperties[], own);
		if (field.type !== 'fixedCollection') return [];
		const lists = field.options as Array<{ name: string; values: INodeProperties[] }>;
		return [own, ...lists.flatMap(({ name, values }) => collectionsIn(values, `${own}.${name}`))];
	});
}

/** Every fixedCollection of the node, by operation and path. */
function collectionsOfNode(): string[] {
	const found = new PodFulfilment().description.properties.flatMap((field) => {
		const { resource = [], operation = [] } = field.displayOptions?.show ?? {};
		const paths = collectionsIn([field], '');
		return resource.flatMap((name) =>
			operation.flatMap((own) => paths.map((path) => `${String(name)}.${String(own)} ${path}`)),
		);
	});
	return [...new Set(found)].filter((path) => !path.includes(' requestOptions'));
}

it('every field with rows that the node has is known here', () => {
	expect(collectionsOfNode().sort()).toEqual([...Object.keys(FIELDS), ...ALWAYS_THERE].sort());
});

describe.each(ENGINES)('Rows in another shape, on the engine of %s', (engine) => {
	it.each(Object.entries(FIELDS))(
		'%s: the expected shape is named, and nothing is sent',
		async (_at, { label, shape, parameters, row, jsonField = '' }) => {
			const shopOrder = shopifyOrder([shopifyLineOf(shirt(node.sandbox).sku)]);
			for (const [name, given] of shapesFor(row)) {
				const { error } = await startAction({
					parameters: parameters(given),
					credential: credentialFor(node.sandbox),
					engine,
					items: [{ ...shopOrder, given: row }],
				}).finished;
				expect(error?.message, name).toBe(`${label} is empty`);
				expect(error?.description, name).toContain(shape);
				expect(error?.description, name).toContain(jsonField);
			}
			expect(requestsPastCatalog(node.sandbox)).toEqual([]);
		},
	);
});
