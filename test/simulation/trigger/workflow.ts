import type { IDataObject, INode, INodeType, INodeTypes, Workflow } from 'n8n-workflow';

import { n8nWorkflow } from '../engine/n8n.ts';
import type { Fate, TriggerSettings } from './history.ts';

export const TRIGGER = 'POD Fulfilment Trigger';

const WORK = 'test.work';

/** An execution that a delivery has started; times are milliseconds since 1970. */
export interface Start {
	/** When the trigger let it begin. */
	at: number;
	fate: Fate;
	/** Undefined where it was not stored, or n8n was killed before. */
	storedAt?: number;
	/** Undefined where it never ended. */
	endedAt?: number;
	isSuccess?: boolean;
	/** What reached the workflow behind the trigger, by output. */
	items: Array<{ output: number; json: IDataObject }>;
}

/** A workflow that begins with the trigger, with a node behind each of its outputs. */
export function workflowOf(
	number: number,
	settings: TriggerSettings,
	nodeTypes: INodeTypes,
): Workflow {
	const { acknowledge, ignoreDuplicates, events, orderStatuses, outputs, rawBody, tolerance } =
		settings;
	const trigger: INode = {
		id: 'trigger',
		name: TRIGGER,
		type: 'n8n-nodes-pod-fulfilment.podFulfilmentTrigger',
		typeVersion: 1.1,
		position: [0, 0],
		parameters: {
			events: events.map((type) => (type === 'order.archived' ? 'other' : type)),
			outputs,
			filters: orderStatuses.length > 0 ? { orderStatuses } : {},
			options: {
				acknowledge,
				ignoreDuplicates,
				rawBody,
				...(tolerance !== 1200 && { toleranceSeconds: tolerance }),
			},
		},
		credentials: { podFulfilmentApi: { id: '1', name: 'Demo Shop' } },
	};
	const count = outputs === 'perEvent' ? events.length : 1;
	const work = Array.from({ length: count }, (_, output): INode => ({
		id: `work-${output}`,
		name: `Work ${output}`,
		type: WORK,
		typeVersion: 1,
		position: [200, output * 100],
		parameters: {},
	}));
	return new n8nWorkflow.Workflow({
		id: `workflow-${number}`,
		nodes: [trigger, ...work],
		connections: {
			[TRIGGER]: { main: work.map(({ name }) => [{ node: name, type: 'main', index: 0 }]) },
		},
		active: true,
		nodeTypes,
		settings: { timezone: 'UTC' },
	});
}

/**
 * @param trigger the trigger node of the process that runs now
 * @param startOf the start that led to an execution
 */
export function nodeTypesWith(
	trigger: () => INodeType,
	startOf: (executionId: string) => Start | undefined,
): INodeTypes {
	const work = workNode(startOf);
	const byName = (name: string): INodeType => (name === WORK ? work : trigger());
	return { getByName: byName, getByNameAndVersion: byName, getKnownTypes: () => ({}) };
}

/** Stands for all that a workflow does behind its trigger. */
const workNode = (startOf: (executionId: string) => Start | undefined): INodeType => ({
	description: {
		displayName: 'Work',
		name: WORK,
		group: ['transform'],
		version: 1,
		description: 'Takes a while',
		defaults: { name: 'Work' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		const start = startOf(this.getExecutionId());
		if (!start) throw new Error('No delivery has started this execution');
		const items = this.getInputData();
		const output = Number(this.getNode().name.slice('Work '.length));
		start.items.push(...items.map(({ json }) => ({ output, json })));
		await n8nWorkflow.sleep(start.fate.running);
		if (!start.fate.isSuccess) throw new Error('The workflow has failed');
		return [items];
	},
});
