import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
	NodeExecutionHint,
} from 'n8n-workflow';

import type { ApiClient } from '../transport/client';

/** What an operation has at hand while it works on one input item. */
export interface OperationCall {
	client: ApiClient;
	/** Identifies the execution of the workflow; the same for every try of Retry On Fail. */
	execution: unknown;
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
