import { PollContext, PollTriggerExecutor, TriggersAndPollers } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { changeIdsOf, logger, tracing, type PollingN8n } from './polling.ts';
import { additionalDataWith } from './run.ts';

/** What a poll may take under n8n's scheduler. */
const BUDGET_MS = 36_000;

/**
 * Polls of n8n's scheduler with durable cursors: each has a context of its own, and what it leaves is stored together with
 * the execution that it starts, or by itself where it starts none. What the poll at activation leaves without one is not.
 */
export class DurablePolling {
	/** Static data of the node in the database, as JSON. */
	stored = '{}';

	private readonly n8n: PollingN8n;

	private readonly nodeName: string;

	/** @param nodeName of a node of the workflow, or of one of its `others` */
	constructor(n8n: PollingN8n, nodeName = n8n.node.name) {
		this.n8n = n8n;
		this.nodeName = nodeName;
	}

	/** The poll at activation. Returns the changes that it emits. */
	async activate(): Promise<string[]> {
		return await this.run(true);
	}

	/** A poll of the scheduler. Returns the changes that it emits. */
	async changeIds(): Promise<string[]> {
		return await this.run(false);
	}

	private async run(isActivation: boolean): Promise<string[]> {
		const workflow = this.n8n.loadWorkflow();
		const node = workflow.getNode(this.nodeName);
		if (!node) throw new Error('The workflow lacks its node');
		const cursor = JSON.parse(this.stored) as IDataObject;
		let emitted: INodeExecutionData[][] | null = null;
		const store = (): void => {
			this.stored = JSON.stringify(cursor);
		};
		const context = new PollContext(
			workflow,
			node,
			additionalDataWith(this.n8n.credential),
			'trigger',
			'update',
			(data) => {
				emitted = data;
				store();
			},
			(error) => {
				throw error;
			},
			async () => store(),
			async (poll) => await poll(),
			() => cursor,
			isActivation ? undefined : () => BUDGET_MS,
		);
		const reporter = { error: () => undefined };
		const executor = new PollTriggerExecutor(
			logger as never,
			new TriggersAndPollers(),
			tracing,
			reporter as never,
		);
		await executor.create(workflow, node, context, () => true)(isActivation);
		return changeIdsOf(emitted);
	}
}
