// The action node: its description for n8n, with names, icon, hints and credential. Its fields and what an operation
// does are in resources/.

import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { listSearch, loadOptions } from './listSearch';
import { customOperations, properties, subtitle } from './resources';
import { hints } from './resources/order/editorHints';
import { BASE_URL_WITH_SCHEME } from './transport/credential';

export class PodFulfilment implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'POD Fulfilment',
		name: 'podFulfilment',
		icon: { light: 'file:podFulfilment.svg', dark: 'file:podFulfilment.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle,
		description: 'Place and follow print-on-demand orders, and browse the catalog',
		defaults: { name: 'POD Fulfilment' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'podFulfilmentApi', required: true }],
		hints,
		builderHint: {
			searchHint:
				"To produce a shop's orders, choose Create with Order From 'A Shop Order' behind the trigger of the shop, instead of mapping its fields. An order is a draft until it is confirmed, with Then set to 'Place and Confirm' or the operation Confirm.",
		},
		// n8n requires this to run a declarative node as an AI agent's tool. It also exempts the host from the credential's
		// 'Allowed HTTP Request Domains', which is meant for other nodes.
		requestDefaults: { baseURL: `={{ ${BASE_URL_WITH_SCHEME} }}` },
		properties,
	};

	customOperations = customOperations;

	methods = { listSearch, loadOptions };
}
