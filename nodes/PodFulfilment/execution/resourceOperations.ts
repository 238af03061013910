// Puts the operations of one resource together: the field 'Operation', the fields of all of them, and the function
// behind each entry.

import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Operation } from './operation';

interface ResourceOperations {
	resource: string;
	/** The 'Operation' list followed by the fields of the operations. */
	properties: INodeProperties[];
	/** Functions that run the operations, by their value. */
	operations: Record<string, (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>>;
}

/** @param defaultOperation value of the operation that is selected first */
export const resourceOperations = (
	resource: string,
	defaultOperation: string,
	operations: Operation[],
): ResourceOperations => ({
	resource,
	properties: [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: operations.map(({ option }) => option),
			default: defaultOperation,
		},
		...operations.flatMap(({ fields }) => fields),
	],
	operations: Object.fromEntries(
		operations.map(({ option, execute }) => [String(option.value), execute]),
	),
});
