import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { pick } from '../api/resource';
import type { OperationCall } from '../execution/operation';
import { text } from '../input/guards';
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

/** Names from a list as the editor stores it, or from a comma-separated text of an agent or expression. */
const fieldNames = (selected: unknown): string[] =>
	(Array.isArray(selected) ? (selected as unknown[]) : text(selected).split(',')).map(text);

/**
 * Returns the function that maps a resource to the output the user chose: raw, simplified or selected fields. Selected
 * fields come from the simplified form, without print data and JSON-LD keys.
 *
 * @param toRaw maps a resource that is not simplified; by default it stays as it is
 */
export function outputMapper(
	{ parameter }: OperationCall,
	simplify: (object: IDataObject) => IDataObject,
	toRaw: (object: IDataObject) => IDataObject = (object) => object,
): (object: IDataObject) => IDataObject {
	switch (parameter<string>('output', '')) {
		case 'raw':
			return toRaw;
		case 'selected': {
			const names = [...new Set(['id', ...fieldNames(parameter('fields', []))])];
			return (object) => pick({ ...object, ...simplify(object) }, names);
		}
		case 'simplified':
			return simplify;
		default:
			return parameter<boolean>('simplify', true) ? simplify : toRaw;
	}
}
