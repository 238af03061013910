import type { INodeProperties } from 'n8n-workflow';

import { OUTPUT_FIELDS } from './outputFields';

/**
 * Builds the fields for how much of a response to return. People get a switch; AI agents get the choices of n8n's
 * guidelines, because fields they do not need fill their context. `@tool` is true when the node is an agent's tool.
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
				description: 'Everything that the service returns',
			},
			{
				name: 'Selected Fields',
				value: 'selected',
				description: 'The ID and the chosen fields',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The most useful fields',
			},
		],
		description: 'How much of the response the AI agent receives',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		default: [],
		displayOptions: { show: { '@tool': [true], output: ['selected'] } },
		options: OUTPUT_FIELDS[resource],
		description: 'The fields that the AI agent receives, besides the ID',
	},
];

/** Defaults that change nothing for workflows that were saved before an operation had these fields. */
const OFF_BY_DEFAULT: Record<string, unknown> = { simplify: false, output: 'raw' };

/** As {@link simplifyFields}, for an operation that returned the raw data before it had them. */
export const optionalSimplifyFields = (resource: keyof typeof OUTPUT_FIELDS): INodeProperties[] =>
	simplifyFields(resource).map((field) =>
		field.name in OFF_BY_DEFAULT
			? { ...field, default: OFF_BY_DEFAULT[field.name] as INodeProperties['default'] }
			: field,
	);
