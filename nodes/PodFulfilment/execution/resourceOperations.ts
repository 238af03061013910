import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Operation } from './operation';

/** A resource with its operations, as the node takes it. */
export interface ResourceOperations {
	resource: string;
	/** The 'Operation' list followed by the fields of the operations. */
	properties: INodeProperties[];
	/** What each operation does, by its value. */
	operations: Record<string, (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>>;
}

/**
 * Puts the operations of a resource together.
 *
 * @param initial value of the operation that is chosen when the resource is
 */
export const resourceOperations = (
	resource: string,
	initial: string,
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
			default: initial,
		},
		...operations.flatMap(({ fields }) => fields),
	],
	operations: Object.fromEntries(
		operations.map(({ option, execute }) => [String(option.value), execute]),
	),
});
