import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { OperationCall } from './operation';

/** How much of an answer to hand back. */
export const simplifyFields: INodeProperties[] = [
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
];

/** The named fields of an answer that it really has, in the given order. */
export const pick = (object: IDataObject, keys: readonly string[]): IDataObject =>
	Object.fromEntries(
		keys.filter((key) => object[key] !== undefined).map((key) => [key, object[key]]),
	);

/** Applies a simplification where the user wants one. */
export const simplified = (
	{ parameter }: OperationCall,
	simplify: (object: IDataObject) => IDataObject,
): ((object: IDataObject) => IDataObject) =>
	parameter<boolean>('simplify', true) ? simplify : (object) => object;
