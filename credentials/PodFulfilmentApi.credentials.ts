import type { IAuthenticateGeneric, ICredentialType, INodeProperties } from 'n8n-workflow';

export class PodFulfilmentApi implements ICredentialType {
	name = 'podFulfilmentApi';

	displayName = 'POD Fulfilment API';

	icon = {
		light: 'file:../nodes/PodFulfilment/podFulfilment.svg',
		dark: 'file:../nodes/PodFulfilment/podFulfilment.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/pod-fulfilment/n8n-nodes-pod-fulfilment#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the service, of its staging environment for tests or of its production environment for real orders',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'A key of your account, as the service shows it when you create one',
		},
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Secret with which the service signs its webhooks. The POD Fulfilment Trigger needs it to tell real events from forged ones.',
		},
		{
			displayName: 'Header Brand',
			name: 'headerBrand',
			type: 'string',
			default: 'Service',
			placeholder: 'e.g. Service',
			description:
				'The word that your provider puts into its header names, as in X-Service-Request-Signature',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey.trim()}}' } },
	};
}
