import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { OperationCall } from './operation';

/**
 * How much of an answer to hand back: a switch for people, and for an AI agent the finer choice of n8n's guidelines,
 * since every field that it does not need takes room in its context. `@tool` holds where the node is an agent's tool.
 */
export const simplifyFields: INodeProperties[] = [
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
		// Those of the resource, see withOutputFields.
		options: [],
		description: 'The fields that the AI agent gets to read. The ID is always among them.',
	},
];

/** The named fields of an answer that it really has, in the given order. */
export const pick = (object: IDataObject, keys: readonly string[]): IDataObject =>
	Object.fromEntries(
		keys.filter((key) => object[key] !== undefined).map((key) => [key, object[key]]),
	);

/** Names as the editor stores them, or as a model or an expression may put them: a list, or a text with commas. */
const fieldNames = (chosen: unknown): string[] =>
	(Array.isArray(chosen) ? chosen.map(String) : String(chosen ?? '').split(',')).map((name) =>
		name.trim(),
	);

/**
 * Applies a simplification where the user wants one. Selected fields are taken in their simplified form: a field
 * was chosen to save room, so its print data and JSON-LD keys are left out as well.
 */
export function simplified(
	{ parameter }: OperationCall,
	simplify: (object: IDataObject) => IDataObject,
): (object: IDataObject) => IDataObject {
	const asItIs = (object: IDataObject): IDataObject => object;
	switch (parameter<string>('output', '')) {
		case 'raw':
			return asItIs;
		case 'selected': {
			const names = [...new Set(['id', ...fieldNames(parameter('fields', []))])];
			return (object) => pick({ ...object, ...simplify(object) }, names);
		}
		case 'simplified':
			return simplify;
		default:
			return parameter<boolean>('simplify', true) ? simplify : asItIs;
	}
}
