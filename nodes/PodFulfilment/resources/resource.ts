import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from './operation';

/**
 * The 'Operation' list of a resource followed by the fields of its operations.
 *
 * @param initial value of the operation that is chosen when the resource is
 */
export const resourceProperties = (
	resource: string,
	initial: string,
	operations: Operation[],
): INodeProperties[] => [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ option }) => option),
		default: initial,
	},
	...operations.flatMap(({ fields }) => fields),
];
