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

const [resourceList] = description.properties;
const resources = resourceList ? valuesOf(resourceList).map(String) : [];

const operations = resources.flatMap((resource) =>
	operationsOf(resource).map(({ value }) => [resource, String(value)] as const),
);

const operationsWith = (name: string) =>
	operations.filter(([resource, operation]) =>
		parametersOf(resource, operation).some((parameter) => parameter.name === name),
	);

/** The resource locators of each operation. */
const locators = operations.flatMap(([resource, operation]) =>
	parametersOf(resource, operation)
		.filter(({ type }) => type === 'resourceLocator')
		.map(({ name }) => ({ resource, operation, name })),
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

	it('its first parameter is the resource', () => {
		expect(resourceList).toMatchObject({
			name: 'resource',
			type: 'options',
			noDataExpression: true,
		});
		expect(resources).toContain(resourceList?.default);
	});

	it('each resource has a valid default operation', () => {
		const lists = description.properties.filter(({ name }) => name === 'operation');
		expect(lists).toHaveLength(resources.length);
		for (const list of lists) expect(valuesOf(list)).toContain(list.default);
	});
});

describe('The parameters of the action node', () => {
	it.each(operations)('each is shown once for a way of composing: %s %s', (resource, operation) => {
		for (const orderFrom of ['fields', 'shopOrder'] as const) {
			const shown = parametersOf(resource, operation)
				.filter((property) => isShownFor(orderFrom, property))
				.map(({ name }) => name);
			expect(new Set(shown).size).toBe(shown.length);
		}
	});

	it.each(locators)(
		'the locator $name of $resource $operation is required, and begins with a list that can be searched',
		({ resource, operation, name }) => {
			const locator = parameterOf(resource, operation, name);
			expect(locator).toMatchObject({ required: true, default: { mode: 'list', value: '' } });
			const list = locator.modes?.find((mode) => mode.name === 'list');
			const searches = Object.keys(new PodFulfilment().methods.listSearch);
			expect(searches).toContain(list?.typeOptions?.searchListMethod);
		},
	);

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

	it.each(['create', 'reprint'])('order %s has an external ID and a shipping', (operation) => {
		expect(parameterOf('order', operation, 'externalId')).toMatchObject({
			type: 'string',
			default: '',
			required: true,
		});
		const path = operation === 'create' ? 'options.shipping' : 'shipping';
		const shipping = parameterOf('order', operation, path);
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
	])('the parameters of order create have, depending on %s, %s or %s', (choice, fields, json) => {
		const specify = parameterOf('order', 'create', choice);
		expect(specify).toMatchObject({ type: 'hidden', default: 'fields' });
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

	it.each([
		['order', { recipient: { values: {} } }],
		['orderItem', { variantId: { mode: 'list', value: '' } }],
	])('%s update shows what is changed most often, with no value', (resource, shown) => {
		expect(parameterOf(resource, 'update', 'updateFields')).toMatchObject({
			type: 'collection',
			default: shown,
		});
	});
});
