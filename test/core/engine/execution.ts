import { WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type NodeExecutionHint,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { actionNode, connectionsTo, START, startNode } from '../../support/workflow.ts';
import { NodeTypes } from './nodes.ts';
import { additionalDataWith, type RunResult } from './run.ts';

/**
 * The engine that n8n executes an operation with: by the node's `customOperations`, which it prefers, or by the declarative `routing`,
 * which is all that older versions support.
 */
export type Engine = 'customOperations' | 'routing';

export const ENGINES: readonly Engine[] = ['customOperations', 'routing'];

export interface ExecutionOptions {
	parameters: INodeParameters;
	/** Input items; by default one empty item. */
	items?: IDataObject[];
	credential: ICredentialDataDecryptedObject;
	engine?: Engine;
	/** How the execution began; by default in the editor. */
	mode?: WorkflowExecuteMode;
	/** Node settings, e.g. `onError` and `retryOnFail`. */
	settings?: Partial<INode>;
	/** In the settings of the workflow; by default that of the instance. */
	timezone?: string;
	/** Why this run has to write once more when it is run again: then it has to, and else it must not. */
	writesAgain?: string;
}

export interface Execution {
	/** Resolves to the node's result when the execution has ended. */
	finished: Promise<RunResult & { status: string; hints: NodeExecutionHint[] }>;
	/** Cancels the execution, as the editor's stop button does. */
	cancel(): void;
}

type Observer = (options: ExecutionOptions, execution: Execution) => void;

let observer: Observer | undefined;

/** Tells a function of each execution that starts; without one, nobody. */
export function observeExecutions(told?: Observer): void {
	observer = told;
}

class NodeTypesFor extends NodeTypes {
	private readonly engine: Engine;

	constructor(engine: Engine) {
		super();
		this.engine = engine;
	}

	override getByNameAndVersion(name: string): INodeType {
		const type = super.getByNameAndVersion(name);
		if (name === START) return type;
		if (!type.customOperations) throw new Error('The node has no customOperations');
		return this.engine === 'customOperations'
			? type
			: (Object.create(type, { customOperations: { value: undefined } }) as INodeType);
	}
}

/** Starts a workflow with the action node on n8n's own engine, without waiting for its end. */
export function startAction(options: ExecutionOptions): Execution {
	const execution = startUnobserved(options);
	observer?.(options, execution);
	return execution;
}

/** As startAction, for the harness itself. */
export function startUnobserved({
	parameters,
	items = [{}],
	credential,
	engine = 'customOperations',
	mode = 'manual',
	settings = {},
	timezone,
}: ExecutionOptions): Execution {
	const action: INode = { ...actionNode(parameters), ...settings };
	const workflow = new Workflow({
		id: 'test',
		nodes: [startNode, action],
		connections: connectionsTo(action),
		active: false,
		nodeTypes: new NodeTypesFor(engine),
		...(timezone !== undefined && { settings: { timezone } }),
	});
	const run = new WorkflowExecute(additionalDataWith(credential), mode).run({
		workflow,
		startNode,
		pinData: { Start: items.map((json) => ({ json })) as never },
	});
	const finished = run.then(({ data, status }) => {
		const nodeRun = data.resultData.runData[action.name]?.[0];
		const outputs = (nodeRun?.data?.main ?? []).map((output) => output ?? []);
		const error = nodeRun?.error ?? data.resultData.error;
		const first = outputs[0] ?? [];
		const json = first.map((item) => item.json);
		const hints = nodeRun?.hints ?? [];
		return { outputs, items: first, json, status, hints, ...(error && { error }) };
	});
	return { finished, cancel: () => run.cancel() };
}
