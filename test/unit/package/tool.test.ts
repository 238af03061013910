import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { description, operationsOf, parameterOf, parametersOf, valuesOf } from './description.ts';

const [resourceList] = description.properties;
const operations = (resourceList ? valuesOf(resourceList) : []).flatMap((resource) =>
	operationsOf(String(resource)).map(({ value }) => ({
		resource: String(resource),
		operation: String(value),
	})),
);

/** The name under which the editor offers a parameter to a model: the rows it lies in, and its label. */
const keyOf = (rows: string[], { displayName }: INodeProperties): string =>
	[...rows, displayName].join('_').replace(/[^a-zA-Z0-9-]/g, '_');

/** The keys of a parameter and of everything inside of it. */
function keysOf(property: INodeProperties, rows: string[] = []): string[] {
	if (property.type === 'collection') {
		return (property.options as INodeProperties[]).flatMap((inner) => keysOf(inner, rows));
	}
	if (property.type === 'fixedCollection') {
		const many = property.typeOptions?.multipleValues === true;
		return (property.options as INodePropertyCollection[]).flatMap(({ name, values }) =>
			values.flatMap((inner) => keysOf(inner, many ? [...rows, `${name}0`] : rows)),
		);
	}
	return [keyOf(rows, property)];
}

describe('A parameter that is left to a model', () => {
	it.each(operations)(
		'has a key of its own in $resource $operation, which n8n and the model take',
		({ resource, operation }) => {
			const keys = parametersOf(resource, operation)
				.filter(({ type }) => type !== 'notice')
				.flatMap((property) => keysOf(property));
			for (const key of keys) expect(key).toMatch(/^[a-zA-Z0-9_-]{1,63}$/);
			expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
		},
	);
});

describe('The output for a model', () => {
	const simplified = operations.filter(({ resource, operation }) =>
		parametersOf(resource, operation).some(({ name }) => name === 'simplify'),
	);

	it('is there wherever a person can simplify', () => {
		expect(simplified.map(({ resource, operation }) => `${resource} ${operation}`).sort()).toEqual([
			'catalogVariant get',
			'catalogVariant getAll',
			'order cancel',
			'order confirm',
			'order create',
			'order get',
			'order getAll',
			'order refund',
			'order reprint',
			'order update',
			'orderItem update',
			'shipment getAll',
		]);
	});

	it.each(simplified)(
		'takes the place of Simplify in $resource $operation',
		({ resource, operation }) => {
			const simplify = parameterOf(resource, operation, 'simplify');
			expect(simplify.displayOptions?.hide).toEqual({ '@tool': [true] });
			const output = parameterOf(resource, operation, 'output');
			expect(output).toMatchObject({
				type: 'options',
				default: 'simplified',
				displayOptions: { show: { '@tool': [true] } },
			});
			expect(valuesOf(output).sort()).toEqual(['raw', 'selected', 'simplified']);
			expect(parameterOf(resource, operation, 'fields')).toMatchObject({
				type: 'multiOptions',
				displayOptions: { show: { '@tool': [true], output: ['selected'] } },
			});
		},
	);

	// By hand from section 2 of the specification; the ID is always there and needs no choice.
	it.each([
		[
			'order',
			'get',
			'associations createdAt externalId orderItems recipient shipping status updatedAt validationErrors',
		],
		['orderItem', 'update', 'externalId name options placements quantity retailPrice variantId'],
		[
			'shipment',
			'getAll',
			'carrier orderId service shipmentStatus shippedAt trackingId trackingUrl',
		],
		['catalogVariant', 'get', 'image inStock name options placements sku'],
	])('offers the fields of %s', (resource, operation, fields) => {
		const offered = valuesOf(parameterOf(resource, operation, 'fields')).map(String);
		expect(offered.sort()).toEqual(fields.split(' '));
	});
});
