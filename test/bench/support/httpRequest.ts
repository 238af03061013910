import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** The option Batching: so many items are sent at once, then the node waits for so many milliseconds. */
export interface Batching {
	batchSize: number;
	batchInterval: number;
}

/** The HTTP Request node as a user sets it up for this service: its credential, its media type, its JSON parsed. */
const common = (batching?: Batching): INodeParameters => ({
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'podFulfilmentApi',
	sendHeaders: true,
	headerParameters: { parameters: [{ name: 'accept', value: 'application/ld+json' }] },
	options: {
		response: { response: { responseFormat: 'json' } },
		...(batching && { batching: { batch: { ...batching } } }),
	},
});

/** Reads the order whose `id` the item holds. */
export const readOrder = (baseUrl: string, batching?: Batching): INodeParameters => ({
	...common(batching),
	method: 'GET',
	url: `=${baseUrl}/api/orders/{{ $json.id }}`,
});

/** Creates an order under the `number` that the item holds; everything else is the same for all items. */
export const createOrder = (
	baseUrl: string,
	order: IDataObject,
	batching?: Batching,
): INodeParameters => ({
	...common(batching),
	method: 'POST',
	url: `${baseUrl}/api/orders`,
	sendBody: true,
	contentType: 'json',
	specifyBody: 'json',
	jsonBody: `=${JSON.stringify({ ...order, externalId: '{{ $json.number }}' })}`,
});
