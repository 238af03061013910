// Makes an operation from its definition, for both of n8n's engines: its entry in the list 'Operation' with `routing`,
// its fields with `displayOptions`, and `execute`. The code that runs it is loaded on first use.

import { withListValues } from './listValues';
import type { Operation, OperationDefinition } from './operation';

/** Imported on first execution, because n8n loads every node of every package at startup. */
const loadRunner = async () => await import('./executeOperation');

/**
 * Builds an operation for the node's description and for n8n's engine from its definition.
 *
 * n8n's declarative engine evaluates every property for every item in one synchronous loop, starts all requests at
 * once, and can neither abort nor retry them. So each operation is also one of the node's customOperations, which n8n
 * prefers (1.82.3 has them, 1.81.4 does not). `routing` runs the same code item by item, for AI agents' tools, which n8n always runs on its
 * declarative engine, and for older versions of n8n.
 */
export function defineOperation(resource: string, definition: OperationDefinition): Operation {
	const { name, value, action, description, fields } = definition;
	return {
		option: {
			name,
			value,
			action,
			description,
			routing: {
				send: { paginate: true },
				operations: {
					async pagination(request) {
						return await (await loadRunner()).runItem(definition).call(this, request);
					},
				},
			},
		},
		fields: fields.map(withListValues).map((field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				show: { resource: [resource], operation: [value], ...field.displayOptions?.show },
			},
		})),
		async execute() {
			return await (await loadRunner()).runItems(definition).call(this);
		},
	};
}
