import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { listSearch, loadOptions } from './listSearch';
import { customOperations, properties } from './resources';
import { hints } from './fields/hints';
import { subtitleOf } from './fields/subtitle';
import { podFulfilmentApiTest } from './execution/credentialTest';

export class PodFulfilment implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'POD Fulfilment',
		name: 'podFulfilment',
		icon: { light: 'file:podFulfilment.svg', dark: 'file:podFulfilment.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(properties),
		description: 'Place and follow print-on-demand orders, and browse the catalog',
		defaults: { name: 'POD Fulfilment' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'podFulfilmentApi', required: true, testedBy: 'podFulfilmentApiTest' }],
		hints,
		// n8n runs a declarative node as an AI agent's tool only where it finds this. It takes the host for the node's own,
		// so that the credential's 'Allowed HTTP Request Domains', meant for other nodes, does not stop this one.
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties,
	};

	customOperations = customOperations;

	methods = {
		listSearch,
		loadOptions,
		credentialTest: { podFulfilmentApiTest },
	};
}
