import type { IDataObject, INodeParameters } from 'n8n-workflow';

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
}

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
		variantId: `00000000-0000-4000-9000-00000000000${index}`,
		placements: [{ layers: [{ url: 'https://files.example.com/motif.png', type: 'file' }] }],
	}));

/** The order as the service gets it. */
export const orderBody = (input: Input): IDataObject => ({
	externalId: input.externalId,
	shipping: 'STANDARD',
	recipient: recipientOf(input),
	orderItems: itemsOf(input),
});

export const cityOf = ({ content }: Input): string => `City ${content}`;

/** `json` of an input item. */
export const itemJson = (input: Input): IDataObject => ({
	number: input.externalId,
	source: input.source,
	city: cityOf(input),
	recipient: recipientOf(input),
	lines: itemsOf(input),
});

const locate = (value: string): INodeParameters => ({ __rl: true, mode: 'externalId', value });

/** A value that all items share stands in the parameter itself, since an expression takes n8n longer than a request. */
function parameterOf(inputs: Input[], name: string): string {
	const values = new Set(inputs.map((input) => shownValue(itemJson(input)[name])));
	const [only = ''] = values;
	return values.size === 1 ? only : `={{ $json.${name} }}`;
}

const shownValue = (value: unknown): string =>
	typeof value === 'string' ? value : JSON.stringify(value);

/** The node's parameters for a run. */
export function parametersOf({ operation, settings }: RunPlan, inputs: Input[]): INodeParameters {
	const { maxAttempts, maxWaitSeconds, concurrency, ifExists, simplify, limit } = settings;
	const options = { maxAttempts, maxWaitSeconds, concurrency };
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
				simplify,
				options: { ...options, ifExists, fillFromCatalog: false },
			};
		case 'reprint':
			return {
				resource: 'order',
				operation,
				orderId: locate(parameterOf(inputs, 'source')),
				externalId: parameterOf(inputs, 'number'),
				simplify,
				options: { ...options, ifExists },
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
		case 'list':
			return { resource: 'order', operation: 'getAll', ...list };
		case 'shipments':
			return { resource: 'shipment', operation: 'getAll', orderId: order, ...list };
		default:
			return { resource: 'order', operation, orderId: order, simplify, options };
	}
}
