import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { pick } from '../api/resource';
import type { OperationCall } from '../execution/operation';
import { OUTPUT_FIELDS } from './outputFields';

/**
 * How much of an answer to hand back: a switch for people, and for an AI agent the finer choice of n8n's guidelines,
 * since every field that it does not need takes room in its context. `@tool` holds where the node is an agent's tool.
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

/** Names as the editor stores them, or as a model or an expression may put them: a list, or a text with commas. */
const fieldNames = (chosen: unknown): string[] =>
	(Array.isArray(chosen) ? chosen.map(String) : String(chosen ?? '').split(',')).map((name) =>
		name.trim(),
	);

/**
 * The form in which the user wants a resource. Selected fields are taken from the simplified form: a field is chosen
 * to save room, so its print data and JSON-LD keys are left out as well.
 *
 * @param whole what is done to a resource that is not simplified
 */
export function simplified(
	{ parameter }: OperationCall,
	simplify: (object: IDataObject) => IDataObject,
	whole: (object: IDataObject) => IDataObject = (object) => object,
): (object: IDataObject) => IDataObject {
	switch (parameter<string>('output', '')) {
		case 'raw':
			return whole;
		case 'selected': {
			const names = [...new Set(['id', ...fieldNames(parameter('fields', []))])];
			return (object) => pick({ ...object, ...simplify(object) }, names);
		}
		case 'simplified':
			return simplify;
		default:
			return parameter<boolean>('simplify', true) ? simplify : whole;
	}
}
