import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { COLOR, productId, taskId, variantId } from '../service/catalog.ts';
import type { HistoryItem, RunPlan } from './history.ts';

const ORDER_NUMBERS = ['A-1', 'A-2', 'A-3', 'A-4'];

export const orderNumber = (order: number): string => ORDER_NUMBERS[order] ?? 'A-1';

/** An input item as the workflow hands it to the node, and as the simulation goes on to know it. */
export interface Input {
	/** The order that is placed, or that is changed. */
	externalId: string;
	/** What the client means to buy: placing it again, under whatever number, would be a second parcel. */
	purchase: string;
	content: number;
	/** The original of a reprint. */
	source: string;
	/** The id that the changed order item has when the run begins. */
	itemId?: string;
}

/** What a person enters as an order item where the order is not there, or has none. */
export const UNKNOWN_ITEM = 'unknown';

export function inputOf({ order, content }: HistoryItem, operation: RunPlan['operation']): Input {
	const number = orderNumber(order);
	const externalId = operation === 'reprint' ? `${number}-R${content}` : number;
	return {
		externalId,
		purchase: operation === 'reprint' ? `${externalId}/reprint` : `${number}/${content}`,
		content,
		source: number,
	};
}

const recipientOf = ({ content }: Input): IDataObject => ({
	name: `Ada Example ${content}`,
	address1: 'Musterstrasse 12',
	city: 'Berlin',
	zip: '10115',
	countryCode: 'DE',
	phone: '+49 (30) 1234-567',
});

const itemsOf = ({ purchase, content }: Input): IDataObject[] =>
	['LINE-1', 'LINE-2'].map((externalId, index) => ({
		externalId,
		quantity: 1 + content,
		name: purchase,
		retailPrice: '24.90',
		variantId: variantId(index),
		placements: [{ layers: [{ url: 'https://files.example.com/motif.png', type: 'file' }] }],
	}));

/** The order as the service gets it. */
export const orderBody = (input: Input): IDataObject => ({
	externalId: input.externalId,
	shipping: 'STANDARD',
	recipient: recipientOf(input),
	orderItems: itemsOf(input),
});

const OTHER_FILE = 'https://files.example.com/other.png';

/** What is changed of an order item: its quantity, its option, or its print file. */
export type ItemChange = 'quantity' | 'option' | 'file';

export const itemChangeOf = ({ content }: Input, fillsFromCatalog: boolean): ItemChange => {
	if (content === 0) return 'quantity';
	return fillsFromCatalog ? 'file' : 'option';
};

export const OTHER_QUANTITY = 5;

function itemChange(change: ItemChange): INodeParameters {
	switch (change) {
		case 'quantity':
			return { quantity: OTHER_QUANTITY };
		case 'option':
			return {
				options: { option: [{ id: locate(COLOR.id, 'id'), value: locate(COLOR.value, 'id') }] },
			};
		case 'file':
			return { placements: { placement: [{ url: OTHER_FILE }] } };
	}
}

/** Whether an order item is as it was to be after a change. */
export const showsItemChange = (item: IDataObject, change: ItemChange): boolean => {
	switch (change) {
		case 'quantity':
			return item.quantity === OTHER_QUANTITY;
		case 'option':
			return JSON.stringify(item.options ?? []).includes(COLOR.value);
		case 'file':
			return JSON.stringify(item.placements).includes(OTHER_FILE);
	}
};

export const cityOf = ({ content }: Input): string => `City ${content}`;

/** `json` of an input item. */
export const itemJson = (input: Input): IDataObject => ({
	number: input.externalId,
	source: input.source,
	city: cityOf(input),
	recipient: recipientOf(input),
	lines: itemsOf(input),
	itemId: input.itemId ?? '',
});

const locate = (value: string, mode = 'externalId'): INodeParameters => ({
	__rl: true,
	mode,
	value,
});

/** A value that all items share is written into the parameter itself, since an expression takes n8n longer than a request. */
function parameterOf(inputs: Input[], name: string): string {
	const values = new Set(inputs.map((input) => shownValue(itemJson(input)[name])));
	const [only = ''] = values;
	return values.size === 1 ? only : `={{ $json.${name} }}`;
}

const shownValue = (value: unknown): string =>
	typeof value === 'string' ? value : JSON.stringify(value);

/** The node's parameters for a run. */
export function parametersOf(
	{ operation, settings }: RunPlan,
	inputs: Input[],
	fillsFromCatalog: boolean,
): INodeParameters {
	const { maxAttempts, maxWaitSeconds, concurrency, simplify, limit } = settings;
	const { ifExists, expectExisting = false } = settings;
	const placing = { ifExists, ...(expectExisting && { expectExisting }) };
	const options = { maxAttempts, maxWaitSeconds, concurrency };
	const { confirm = false, ...validation } = settings.followUp ?? {};
	const order = locate(parameterOf(inputs, 'number'));
	const list = { returnAll: limit === 0, ...(limit > 0 && { limit }), simplify, options };
	switch (operation) {
		case 'create':
			return {
				resource: 'order',
				operation,
				externalId: parameterOf(inputs, 'number'),
				specifyRecipient: 'json',
				recipientJson: parameterOf(inputs, 'recipient'),
				specifyItems: 'json',
				itemsJson: parameterOf(inputs, 'lines'),
				then: confirm ? 'confirm' : 'draft',
				simplify,
				options: {
					...options,
					...placing,
					fillFromCatalog: fillsFromCatalog,
					...validation,
				},
			};
		case 'reprint':
			return {
				resource: 'order',
				operation,
				orderId: locate(parameterOf(inputs, 'source')),
				externalId: parameterOf(inputs, 'number'),
				simplify,
				options: { ...options, ...placing },
			};
		case 'update':
			return {
				resource: 'order',
				operation,
				orderId: order,
				updateFields: { recipient: { values: { city: parameterOf(inputs, 'city') } } },
				simplify,
				options,
			};
		case 'updateItem':
			return {
				resource: 'orderItem',
				operation: 'update',
				orderId: order,
				orderItemId: locate(parameterOf(inputs, 'itemId'), 'id'),
				// One change for all items of a run: n8n takes no list of fields from an expression.
				updateFields: inputs[0] ? itemChange(itemChangeOf(inputs[0], fillsFromCatalog)) : {},
				simplify: false,
				options,
			};
		case 'products':
			return { resource: 'catalogProduct', operation: 'getAll', ...list };
		case 'variants':
			return {
				resource: 'catalogVariant',
				operation: 'getAll',
				productId: locate(productId(0), 'id'),
				...list,
			};
		case 'tasks':
			return { resource: 'mockupTask', operation: 'getAll', ...list };
		case 'task':
			return {
				resource: 'mockupTask',
				operation: 'get',
				mockupTaskId: locate(taskId(0), 'id'),
				options,
			};
		case 'list':
			return { resource: 'order', operation: 'getAll', ...list };
		case 'shipments':
			return { resource: 'shipment', operation: 'getAll', orderId: order, ...list };
		default:
			return { resource: 'order', operation, orderId: order, simplify, options };
	}
}
