import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
	NodeExecutionHint,
} from 'n8n-workflow';

import type { Service } from '../transport/service';

/** What an operation has at hand while it works on one input item. */
export interface OperationCall {
	service: Service;
	/** A parameter's value for this item, its expressions resolved. */
	parameter<Value>(name: string, fallback?: Value): Value;
}

export interface OperationDefinition {
	name: string;
	value: string;
	/** How n8n lists the operation in the node panel, e.g. 'Get an order'. */
	action: string;
	description: string;
	/** Shown for this operation only, in this order. */
	fields: INodeProperties[];
	/** Does the work for one input item; each object it hands back becomes one output item. */
	perform(call: OperationCall): Promise<IDataObject[]>;
	/** What the editor says beside the output of a run that went through. */
	hintOn?(outputs: IDataObject[]): NodeExecutionHint | undefined;
	/** What to know before the node is run again after some items were done; nothing when that is safe. */
	runAgain?: string;
}

/** An operation as the node takes it. */
export interface Operation {
	/** Entry of the 'Operation' list. */
	option: INodePropertyOptions;
	fields: INodeProperties[];
	/** Works on all input items; n8n calls it in place of its declarative engine. */
	execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

/** Only a run needs it; n8n reads every node of every package when it starts. */
const throughTheDoor = async () => await import('./throughTheDoor');

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
						return await (await throughTheDoor()).oneItem(definition).call(this, request);
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
			return await (await throughTheDoor()).allItems(definition).call(this);
		},
	};
}
