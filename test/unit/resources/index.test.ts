import type { INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { customOperations, properties } from '../../../nodes/PodFulfilment/resources/index.ts';

const OPERATIONS = Object.fromEntries(
	Object.entries(customOperations).map(([resource, operations]) => [
		resource,
		Object.keys(operations),
	]),
);

describe('The operations of the node', () => {
	it.each(
		Object.entries(OPERATIONS).flatMap(([resource, operations]) =>
			operations.map((operation) => [resource, operation] as const),
		),
	)('%s: %s has fields of its own, which no other operation shows', (resource, operation) => {
		const shown = properties.filter(
			({ displayOptions: { show } = {} }) =>
				show?.resource?.includes(resource) && show.operation?.includes(operation),
		);
		expect(shown.map(({ name }) => name)).toContain('options');
		for (const { displayOptions } of shown) {
			expect(displayOptions?.show).toMatchObject({ resource: [resource], operation: [operation] });
		}
	});

	it.each(Object.entries(OPERATIONS))(
		'the operation of %s that is chosen at first is one of its operations',
		(resource, operations) => {
			const field = properties.find(
				({ name, displayOptions }) =>
					name === 'operation' && displayOptions?.show?.resource?.includes(resource),
			);
			expect(operations).toContain(field?.default);
		},
	);

	it.each(['create', 'reprint'])(
		'%s offers both ways of shipping (spec section 2)',
		(operation) => {
			const shipping = properties.find(
				({ name, displayOptions }) =>
					name === 'shipping' && displayOptions?.show?.operation?.includes(operation),
			);
			const values = (shipping?.options as INodePropertyOptions[]).map(({ value }) => value);
			expect(values).toEqual(['DHL_EXPRESS', 'STANDARD']);
			expect(shipping?.default).toBe('STANDARD');
		},
	);

	it('an external ID is required, but for an order of a shop and rows, which have a number of their own', () => {
		const fields = properties.filter(
			({ name, displayOptions }) =>
				name === 'externalId' && displayOptions?.show?.operation?.includes('create'),
		);
		const required = fields.map(({ displayOptions, required: isRequired }) => [
			String(displayOptions?.show?.orderFrom),
			isRequired,
		]);
		expect(Object.fromEntries(required)).toEqual({ fields: true, 'shopOrder,rows': undefined });
	});

	it('the fields of an address, of a shop and of rows are shown for the sources they belong to', () => {
		const sourceOf = (field: string): unknown =>
			properties.find(
				({ name, displayOptions }) =>
					name === field && displayOptions?.show?.operation?.includes('create'),
			)?.displayOptions?.show?.orderFrom;
		for (const field of ['specifyRecipient', 'recipient', 'recipientJson', 'items', 'itemsJson']) {
			expect(sourceOf(field)).toEqual(['fields']);
		}
		for (const field of ['shop', 'shopOrder', 'unknownLines']) {
			expect(sourceOf(field)).toEqual(['shopOrder']);
		}
		expect(sourceOf('row')).toEqual(['rows']);
		for (const field of ['printFileFrom', 'skuMapping']) {
			expect(sourceOf(field)).toEqual(['shopOrder', 'rows']);
		}
		expect(sourceOf('shipping')).toBeUndefined();
	});

	it.each([
		['recipient', { specifyRecipient: ['fields'] }],
		['recipientJson', { specifyRecipient: ['json'] }],
		['items', { specifyItems: ['fields'] }],
		['itemsJson', { specifyItems: ['json'] }],
	])('the field %s is shown for one way to enter it', (field, show) => {
		const property = properties.find(
			({ name, displayOptions }) =>
				name === field && displayOptions?.show?.operation?.includes('create'),
		);
		expect(property?.displayOptions?.show).toMatchObject(show);
	});
});
