import type { INodeProperties } from 'n8n-workflow';

import { OUTPUT_FIELDS } from './outputFields';

/**
 * Fields for how much of a response to return. People get a switch; AI agents get the choices of n8n's guidelines,
 * because each field they do not need fills their context. `@tool` is true when the node is an agent's tool.
 */
export const simplifyFields = (resource: keyof typeof OUTPUT_FIELDS): INodeProperties[] => [
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		displayOptions: { hide: { '@tool': [true] } },
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'simplified',
		displayOptions: { show: { '@tool': [true] } },
		options: [
			{
				name: 'Raw',
				value: 'raw',
				description: 'Everything that the service answers',
			},
			{
				name: 'Selected Fields',
				value: 'selected',
				description: 'The ID and the fields that you choose',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The fields that are used most',
			},
		],
		description: 'How much of the response the AI agent gets to read',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		default: [],
		displayOptions: { show: { '@tool': [true], output: ['selected'] } },
		options: OUTPUT_FIELDS[resource],
		description: 'The fields that the AI agent gets to read. The ID is always among them.',
	},
];
