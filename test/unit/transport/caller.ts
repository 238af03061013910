import type { INode } from 'n8n-workflow';

import type {
	Caller,
	ServiceResponse,
	ServiceRequest,
} from '../../../nodes/PodFulfilment/transport/types.ts';

/** Secrets in places from which a careless message would copy them. */
export const SECRETS = {
	apiKey: 'key-6f1d0c2e9b',
	street: '12 Harbour Street',
	cookie: 'session=3c9e77',
	trace: 'at OrderController.php:212',
} as const;

const nodeWith = (credentials: INode['credentials']): INode => ({
	id: '1',
	name: 'POD Fulfilment',
	type: 'n8n-nodes-pod-fulfilment.podFulfilment',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...(credentials && { credentials }),
});

/** A context with what error messages need: the node with the name of its credential. */
export const caller = {
	additionalData: { credentials: { apiKey: SECRETS.apiKey } },
	getNode: () => nodeWith({ podFulfilmentApi: { id: '1', name: 'Shop production' } }),
} as unknown as Caller;

/** The context of a node without a credential. */
export const callerWithoutCredential = {
	getNode: () => nodeWith(undefined),
} as unknown as Caller;

/** A request whose body contains a secret. */
export const requestOf = (method: ServiceRequest['method'] = 'GET'): ServiceRequest => ({
	method,
	path: '/api/orders/@A-1001',
	subject: 'order "A-1001"',
	...(method !== 'GET' && { body: { recipient: { address1: SECRETS.street } } }),
});

/** A response whose headers contain secrets. */
export const responseOf = (
	status: number,
	body?: unknown,
	headers: Record<string, string> = {},
): ServiceResponse => ({
	status,
	headers: { 'set-cookie': SECRETS.cookie, 'x-echo': `Bearer ${SECRETS.apiKey}`, ...headers },
	body,
});
