import type { INodePropertyCollection } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { PodFulfilment } from '../../../nodes/PodFulfilment/PodFulfilment.node.ts';
import {
	description,
	isShownFor,
	operationsOf,
	parameterOf,
	parametersOf,
	valuesOf,
} from './description.ts';

// Saved workflows refer to these names, so they are listed here by hand and never change without a new version.

const OPERATIONS: Record<string, string[]> = {
	order: ['create', 'reprint', 'get', 'getAll', 'update', 'confirm', 'cancel', 'refund'],
	orderItem: ['update'],
	shipment: ['getAll'],
	catalogProduct: ['get', 'getAll'],
	catalogVariant: ['get', 'getAll'],
	mockupTask: ['downloadImages', 'get', 'getAll'],
};

const PARAMETERS: Array<[resource: string, operation: string, names: string[]]> = [
	[
		'order',
		'create',
		[
			'orderFrom',
			'shop',
			'shopOrder',
			'printFileFrom',
			'printFileProperty',
			'printFileTemplate',
			'skuMapping',
			'unknownLines',
			'orderWithoutLines',
			'externalId',
			'shipping',
			'specifyRecipient',
			'recipient',
			'recipientJson',
			'specifyItems',
			'items',
			'itemsJson',
			'then',
			'simplify',
			'options',
		],
	],
	['order', 'reprint', ['orderId', 'externalId', 'shipping', 'then', 'simplify', 'options']],
	['order', 'get', ['orderId', 'simplify']],
	['order', 'getAll', ['returnAll', 'limit', 'simplify', 'filters']],
	['order', 'update', ['orderId', 'updateFields', 'simplify']],
	['order', 'confirm', ['orderId', 'simplify']],
	['order', 'cancel', ['orderId', 'simplify']],
	['order', 'refund', ['orderId', 'simplify']],
	['orderItem', 'update', ['orderId', 'orderItemId', 'updateFields']],
	['shipment', 'getAll', ['orderId', 'returnAll', 'limit', 'filters']],
	['catalogProduct', 'get', ['productId']],
	['catalogProduct', 'getAll', ['returnAll', 'limit', 'filters']],
	['catalogVariant', 'get', ['variantId']],
	['catalogVariant', 'getAll', ['productId', 'returnAll', 'limit', 'filters']],
	['mockupTask', 'downloadImages', ['mockupTaskId']],
	['mockupTask', 'get', ['mockupTaskId']],
	['mockupTask', 'getAll', ['returnAll', 'limit']],
];

const LOCATOR_MODES: Record<string, string[]> = {
	orderId: ['list', 'id', 'externalId'],
	orderItemId: ['list', 'id'],
	productId: ['list', 'id'],
	variantId: ['list', 'id', 'sku'],
	mockupTaskId: ['list', 'id'],
};

const operationsWith = (name: string) =>
	PARAMETERS.filter(([, , names]) => names.includes(name)).map(
		([resource, operation]) => [resource, operation] as const,
	);

describe('The action node', () => {
	it('the action node has its name and version', () => {
		expect(description).toMatchObject({
			displayName: 'POD Fulfilment',
			name: 'podFulfilment',
			version: 1,
			usableAsTool: true,
		});
		expect(description.credentials).toMatchObject([{ name: 'podFulfilmentApi', required: true }]);
	});

	it('the action node has exactly the resources of the service', () => {
		const [resource] = description.properties;
		expect(resource).toMatchObject({ name: 'resource', type: 'options', noDataExpression: true });
		expect(resource && valuesOf(resource).sort()).toEqual(Object.keys(OPERATIONS).sort());
	});

	it.each(Object.entries(OPERATIONS))(
		'the resource %s offers exactly the operations %j',
		(resource, operations) => {
			expect(
				operationsOf(resource)
					.map(({ value }) => value)
					.sort(),
			).toEqual([...operations].sort());
		},
	);

	it('the list of parameters has every operation of every resource once, 17 in all', () => {
		expect(PARAMETERS.map(([resource, operation]) => `${resource}.${operation}`).sort()).toEqual(
			Object.entries(OPERATIONS)
				.flatMap(([resource, operations]) => operations.map((name) => `${resource}.${name}`))
				.sort(),
		);
		expect(PARAMETERS).toHaveLength(17);
	});

	it('each resource has a valid default operation', () => {
		const lists = description.properties.filter(({ name }) => name === 'operation');
		expect(lists).toHaveLength(Object.keys(OPERATIONS).length);
		for (const list of lists) expect(valuesOf(list)).toContain(list.default);
		const [resource] = description.properties;
		expect(Object.keys(OPERATIONS)).toContain(resource?.default);
	});
});

describe('The parameters of the action node', () => {
	it.each(PARAMETERS)('the parameters of %s %s include %j', (resource, operation, names) => {
		const declared = parametersOf(resource, operation);
		expect(declared.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
		for (const orderFrom of ['fields', 'shopOrder'] as const) {
			const shown = declared
				.filter((property) => isShownFor(orderFrom, property))
				.map(({ name }) => name);
			expect(new Set(shown).size).toBe(shown.length);
		}
	});

	it.each(
		Object.entries(LOCATOR_MODES).flatMap(([name, modes]) =>
			operationsWith(name).map(([resource, operation]) => ({ resource, operation, name, modes })),
		),
	)(
		'the parameter $name of $resource $operation has the modes $modes',
		({ resource, operation, name, modes }) => {
			const locator = parameterOf(resource, operation, name);
			expect(locator).toMatchObject({ type: 'resourceLocator', required: true });
			expect(locator.default).toMatchObject({ mode: 'list', value: '' });
			expect(locator.modes?.map((mode) => mode.name).sort()).toEqual([...modes].sort());
		},
	);

	it('every list mode has a search method', () => {
		const searches = Object.keys(new PodFulfilment().methods.listSearch);
		for (const name of Object.keys(LOCATOR_MODES)) {
			for (const [resource, operation] of operationsWith(name)) {
				const list = parameterOf(resource, operation, name).modes?.find(
					(mode) => mode.name === 'list',
				);
				expect(searches).toContain(list?.typeOptions?.searchListMethod);
			}
		}
	});

	it.each(operationsWith('limit'))(
		'the parameters of %s %s limit the results to 50 by default',
		(resource, operation) => {
			expect(parameterOf(resource, operation, 'returnAll')).toMatchObject({
				type: 'boolean',
				default: false,
			});
			expect(parameterOf(resource, operation, 'limit')).toMatchObject({
				type: 'number',
				default: 50,
				typeOptions: { minValue: 1 },
				displayOptions: { show: { returnAll: [false] } },
			});
		},
	);

	it.each(operationsWith('simplify'))('%s %s simplifies by default', (resource, operation) => {
		expect(parameterOf(resource, operation, 'simplify')).toMatchObject({
			type: 'boolean',
			default: true,
		});
	});

	it.each(['create', 'reprint'])('order %s has an external ID and a shipping', (operation) => {
		expect(parameterOf('order', operation, 'externalId')).toMatchObject({
			type: 'string',
			default: '',
			required: true,
		});
		const shipping = parameterOf('order', operation, 'shipping');
		expect(shipping).toMatchObject({ type: 'options', default: 'STANDARD' });
		expect(valuesOf(shipping).sort()).toEqual(['DHL_EXPRESS', 'STANDARD']);
	});

	it.each(['create', 'reprint'])(
		'the parameters of order %s return an existing order by default',
		(operation) => {
			const ifExists = parameterOf('order', operation, 'options.ifExists');
			expect(ifExists).toMatchObject({ type: 'options', default: 'returnExisting' });
			expect(valuesOf(ifExists).sort()).toEqual(['error', 'returnExisting']);
		},
	);

	it('the parameters of order create fill from the catalog by default', () => {
		expect(parameterOf('order', 'create', 'options.fillFromCatalog')).toMatchObject({
			type: 'boolean',
			default: true,
		});
	});

	it.each([
		['specifyRecipient', 'recipient', 'recipientJson'],
		['specifyItems', 'items', 'itemsJson'],
	])('the parameters of order create show, depending on %s, %s or %s', (choice, fields, json) => {
		const specify = parameterOf('order', 'create', choice);
		expect(specify).toMatchObject({ type: 'options', default: 'fields' });
		expect(valuesOf(specify).sort()).toEqual(['fields', 'json']);
		expect(parameterOf('order', 'create', fields).displayOptions?.show).toMatchObject({
			[choice]: ['fields'],
		});
		expect(parameterOf('order', 'create', json)).toMatchObject({
			type: 'json',
			displayOptions: { show: { [choice]: ['json'] } },
		});
	});

	it("the recipient of order create has the spec's fields (section 2)", () => {
		const recipient = parameterOf('order', 'create', 'recipient');
		const offered = (recipient.options ?? []).map(({ name }) => name);
		expect(offered.sort()).toEqual(
			[
				'name',
				'company',
				'address1',
				'address2',
				'city',
				'stateCode',
				'stateName',
				'countryCode',
				'countryName',
				'zip',
				'phone',
				'email',
				'taxNumber',
			].sort(),
		);
	});

	it("the items of order create are in rows of items.item, with the spec's fields (section 2)", () => {
		const items = parameterOf('order', 'create', 'items');
		expect(items).toMatchObject({
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
		});
		const [rows] = items.options as INodePropertyCollection[];
		expect(items.options).toHaveLength(1);
		expect(rows?.name).toBe('item');
		expect(rows?.values.map(({ name }) => name)).toEqual(
			expect.arrayContaining([
				'externalId',
				'quantity',
				'name',
				'retailPrice',
				'variantId',
				'placements',
				'options',
			]),
		);
	});

	it.each(['order', 'orderItem'])('%s update changes only the added fields', (resource) => {
		expect(parameterOf(resource, 'update', 'updateFields')).toMatchObject({
			type: 'collection',
			default: {},
		});
	});
});
