import {
	ActiveWorkflowTriggers,
	PackageDirectoryLoader,
	PollContext,
	PollTriggerExecutor,
	TriggersAndPollers,
	type ErrorReporter,
	type ScheduledTaskManager,
	type Tracing,
} from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeConnections,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IPollFunctions,
	type Logger,
} from 'n8n-workflow';

import { START, startNodeType } from '../../support/workflow.ts';
import { loadPackage, NodeTypes } from './nodes.ts';
import { additionalDataWith } from './run.ts';

export interface PollingOptions {
	credential: ICredentialDataDecryptedObject;
	parameters?: INodeParameters;
	timezone?: string;
	/** What n8n says a poll may take; by default what it says without its scheduler. */
	budgetMs?: number;
}

/** What came of one poll. */
export interface Polled {
	/** Null where no execution starts. */
	outputs: INodeExecutionData[][] | null;
	/** Of a poll that is stored as a failed execution. */
	error?: Error;
}

const WORKFLOW_ID = 'polling';

const silent = (): void => undefined;

/** What n8n's classes write to. */
export const logger = {
	scoped: () => logger,
	debug: silent,
	info: silent,
	warn: silent,
	error: silent,
} as unknown as Logger & { scoped(): Logger };

export const tracing = {
	startSpan: async (_options: object, run: (span: object) => unknown) =>
		await run({ setStatus: silent }),
	startNewTraceSpan: async (_options: object, run: (span: object) => unknown) =>
		await run({ setStatus: silent }),
	pickWorkflowAttributes: () => ({}),
	pickNodeAttributes: () => ({}),
} as unknown as Tracing;

/** n8n's own, of which a poll can be awaited. */
class AwaitedPolls extends PollTriggerExecutor {
	/** The last poll of n8n's clock. */
	last: Promise<void> = Promise.resolve();

	override create(...given: Parameters<PollTriggerExecutor['create']>) {
		const run = super.create(...given);
		return async (isTest?: boolean): Promise<void> => {
			this.last = run(isTest);
			await this.last;
		};
	}
}

/** The nodes as a process of n8n loads them: what they keep in memory is empty. */
class FreshNodeTypes extends NodeTypes {
	private readonly loader: PackageDirectoryLoader;

	static async load(): Promise<FreshNodeTypes> {
		return new FreshNodeTypes(await loadPackage());
	}

	private constructor(loader: PackageDirectoryLoader) {
		super();
		this.loader = loader;
	}

	override getByNameAndVersion(name: string): INodeType {
		if (name === START) return startNodeType;
		return this.loader.getNode(name.replace(/^.*\./, '')).type as INodeType;
	}
}

let nodes = 0;

/**
 * n8n around a workflow with the polling trigger: activates it, polls, and stores its static data, with n8n's own code but
 * for its clock and its database.
 */
export class PollingN8n {
	/** Static data in the database, as JSON. */
	stored = '{}';

	/** What each poll emitted, in order. */
	readonly emitted: INodeExecutionData[][][] = [];

	/** Errors of polls that were stored as failed executions. */
	readonly failures: Error[] = [];

	/** Warnings in n8n's log. */
	readonly warnings: string[] = [];

	/** The workflow in memory. */
	workflow: Workflow;

	budgetMs: number | undefined;

	/** Called by n8n's clock, one for each node that polls. */
	private ticks: Array<() => void> = [];

	/** More nodes of the workflow. Every one leads to another node. */
	others: INode[] = [];

	private polls: AwaitedPolls;

	private triggers: ActiveWorkflowTriggers;

	/** `saveStaticData` comes to nothing: n8n is killed before it. */
	isStoring = true;

	credential: ICredentialDataDecryptedObject;

	readonly node: INode;

	private readonly timezone: string;

	private nodeTypes = new NodeTypes();

	/** How often n8n was killed: what was running then reaches nothing any more. */
	private kills = 0;

	constructor({ credential, parameters = {}, timezone = 'UTC', budgetMs }: PollingOptions) {
		nodes += 1;
		this.credential = credential;
		this.timezone = timezone;
		this.budgetMs = budgetMs;
		this.node = {
			id: `polling-${nodes}`,
			name: 'Polling',
			type: 'n8n-nodes-pod-fulfilment.podFulfilmentPollingTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				events: ['order.created', 'order.updated'],
				...parameters,
			},
			credentials: { podFulfilmentApi: { id: '1', name: 'Demo Shop' } },
		};
		this.workflow = this.loadWorkflow();
		[this.triggers, this.polls] = this.startN8n();
	}

	/** Activates the workflow. @throws what n8n shows when that fails */
	async activate(): Promise<Polled> {
		return await this.polled(async () => {
			this.workflow = this.loadWorkflow();
			await this.triggers.addAllTriggers(
				WORKFLOW_ID,
				this.workflow,
				additionalDataWith(this.credential),
				'trigger',
				'activate',
				() => {
					throw new Error('There is no other trigger');
				},
				(workflow, node, additionalData, mode, activation) =>
					this.context(workflow, node, additionalData, mode, activation),
			);
			this.save(this.workflow);
		});
	}

	async deactivate(): Promise<void> {
		await this.triggers.remove(WORKFLOW_ID);
		this.ticks = [];
	}

	/** One poll of n8n's clock. */
	async poll(): Promise<Polled> {
		const { ticks } = this;
		if (ticks.length === 0) throw new Error('The workflow is not active');
		return await this.polled(async () => {
			for (const tick of ticks) {
				tick();
				await this.polls.last;
			}
		});
	}

	/** The changes that one poll emits; throws what it is stored with when it fails. */
	async changeIds(): Promise<string[]> {
		const { outputs, error } = await this.poll();
		if (error) throw error;
		return changeIdsOf(outputs);
	}

	/** n8n is killed and starts again: what it did not store is lost. */
	async kill(): Promise<void> {
		this.kills += 1;
		this.isStoring = true;
		this.nodeTypes = await FreshNodeTypes.load();
		[this.triggers, this.polls] = this.startN8n();
		this.ticks = [];
	}

	/** n8n is killed, starts again, and activates the workflow. */
	async restart(): Promise<Polled> {
		await this.kill();
		return await this.activate();
	}

	/** 'Fetch Test Event' of the editor. */
	async fetchTestEvent(): Promise<INodeExecutionData[][]> {
		const workflow = this.loadWorkflow();
		const context = this.context(
			workflow,
			this.nodeOf(workflow),
			additionalDataWith(this.credential),
			'manual',
			'manual',
		);
		const outputs = await new TriggersAndPollers().runPollFunction(
			workflow,
			this.nodeOf(workflow),
			context,
		);
		// Nothing that it left there may reach the workflow.
		if (JSON.stringify(workflow.staticData) !== this.stored) throw new Error('State was changed');
		return outputs ?? [];
	}

	/** Stores the static data of the workflow as n8n does: where it changed. */
	save({ staticData }: Workflow): void {
		if (!this.isStoring || staticData.__dataChanged !== true) return;
		this.stored = JSON.stringify(staticData);
		staticData.__dataChanged = false;
	}

	/** As a started execution loads it from the database. */
	loadWorkflow(): Workflow {
		const next: INode = {
			...{ id: 'next', name: 'Next', type: START, typeVersion: 1 },
			...{ position: [0, 0], parameters: {}, disabled: true },
		};
		const toNext = {
			main: [[{ node: next.name, type: 'main', index: 0 }]],
		} satisfies INodeConnections;
		const nodes = [this.node, ...this.others];
		return new Workflow({
			id: WORKFLOW_ID,
			nodes: structuredClone([...nodes, next]),
			connections: Object.fromEntries(nodes.map(({ name }) => [name, toNext])),
			active: true,
			nodeTypes: this.nodeTypes,
			staticData: JSON.parse(this.stored) as IDataObject,
			settings: { timezone: this.timezone },
		});
	}

	private nodeOf(workflow: Workflow): INode {
		const node = workflow.getNode(this.node.name);
		if (!node) throw new Error('The workflow lacks its node');
		return node;
	}

	private async polled(work: () => Promise<void>): Promise<Polled> {
		const emitted = this.emitted.length;
		const failures = this.failures.length;
		const { kills } = this;
		await work();
		if (kills !== this.kills) return { outputs: null };
		const error = this.failures[failures];
		return { outputs: this.emitted[emitted] ?? null, ...(error && { error }) };
	}

	private startN8n(): [ActiveWorkflowTriggers, AwaitedPolls] {
		const clock = {
			register: (_task: object, onTick: () => void) => {
				this.ticks.push(onTick);
			},
			deregisterTarget: silent,
			deregisterGroup: () => false,
			hasGroup: () => false,
			hasTarget: () => false,
			getTargetIds: () => [],
		} as unknown as ScheduledTaskManager;
		const reporter = { error: silent } as unknown as ErrorReporter;
		const pollers = new TriggersAndPollers();
		const polls = new AwaitedPolls(logger as never, pollers, tracing, reporter);
		return [new ActiveWorkflowTriggers(logger as never, clock, pollers, reporter, polls), polls];
	}

	private context(
		workflow: Workflow,
		node: INode,
		...[additionalData, mode, activation]: [
			ConstructorParameters<typeof PollContext>[2],
			ConstructorParameters<typeof PollContext>[3],
			ConstructorParameters<typeof PollContext>[4],
		]
	): IPollFunctions {
		const { budgetMs, kills } = this;
		const context = new PollContext(
			workflow,
			node,
			additionalData,
			mode,
			activation,
			(data) => {
				if (kills !== this.kills) return;
				this.emitted.push(data);
				this.save(workflow);
			},
			(error) => {
				if (kills !== this.kills) return;
				this.failures.push(error);
			},
			undefined,
			undefined,
			undefined,
			budgetMs === undefined ? undefined : () => budgetMs,
		);
		const { warnings } = this;
		Object.defineProperty(context, 'logger', {
			value: { ...logger, warn: (message: string) => warnings.push(message) },
		});
		return context;
	}
}

export const changeIdsOf = (outputs: INodeExecutionData[][] | null): string[] =>
	(outputs ?? []).flat().map(({ json }) => String(json.changeId));
