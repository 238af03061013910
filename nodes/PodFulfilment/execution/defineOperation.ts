import type { OperationDefinition, Operation } from './operation';

/** Only a run needs it; n8n reads every node of every package when it starts. */
const throughTheDoor = async () => await import('./executeOperation');

/**
 * Turns a definition into what the node's description and n8n's engine need of it.
 *
 * n8n runs a declarative operation by evaluating every property for every item in one synchronous loop, starts all
 * requests at once, and can neither stop nor repeat one. So an operation is also one of the node's customOperations,
 * which n8n prefers (since 1.71). `routing` leads through the same door item by item: as an AI agent's tool, which
 * n8n always runs on its declarative engine, and in an older n8n.
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
						return await (await throughTheDoor()).runItem(definition).call(this, request);
					},
				},
			},
		},
		fields: fields.map((field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				show: { resource: [resource], operation: [value], ...field.displayOptions?.show },
			},
		})),
		async execute() {
			return await (await throughTheDoor()).runItems(definition).call(this);
		},
	};
}
