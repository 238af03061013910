import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';

import { n8nCore, n8nWorkflow } from '../engine/n8n.ts';
import type { NodeSources, TriggerProcess } from '../engine/nodeProcess.ts';
import type { WorldTimers } from '../engine/worldTimers.ts';
import type { Delivery } from './delivery.ts';
import type { Fate, TriggerSettings } from './history.ts';
import { SimulatedResponse } from './response.ts';
import { nodeTypesWith, TRIGGER, workflowOf, type Start } from './workflow.ts';

/** Milliseconds that n8n takes to read a credential. */
const READING_MS = 5;

/** What becomes of an execution where nothing else is said. */
const CALM: Fate = { storing: 10, isStored: true, running: 200, isSuccess: true };

/** A delivery that has reached n8n. */
export interface Received {
	number: number;
	delivery: Delivery;
	/** Which process of n8n took it, from 1. */
	process: number;
	at: number;
	response: SimulatedResponse;
	/** Undefined where the node never answered and n8n did not either. */
	answeredAt?: number;
	/** The sender was there no more when it was answered. */
	isAnsweredToNobody?: boolean;
	/** n8n was killed meanwhile. */
	isCutOff: boolean;
	hasThrown: boolean;
	start?: Start;
}

/** What a user has entered at a time. */
export interface EnteredSecrets {
	from: number;
	secrets: string[];
}

interface Options {
	sources: NodeSources;
	settings: TriggerSettings;
	fates: Fate[];
	timers: WorldTimers;
	secret: string;
	log: (line: () => string) => void;
}

/** n8n's handling of webhooks around the trigger, and the executions that it starts. */
export class N8n {
	readonly received: Received[] = [];

	/** What the credential held, the latest last. */
	readonly entered: EnteredSecrets[];

	/** When the credential could not be read. */
	readonly unreadable: Array<{ from: number; to: number }> = [];

	/** The most events that were remembered, and the most that may be. */
	readonly memory = { most: 0, allowed: 0 };

	process: TriggerProcess;

	processNumber = 1;

	isUp = true;

	private readonly options: Options;

	private readonly fates: Fate[];

	private readonly workflows: Workflow[];

	private readonly responseMode: unknown;

	private executions = 0;

	/** Executions under way, by their id. */
	private readonly starts = new Map<string, Start>();

	constructor(options: Options) {
		this.options = options;
		const { sources, settings, fates, timers, secret } = options;
		this.fates = [...fates];
		this.entered = [{ from: timers.now(), secrets: [secret] }];
		this.process = sources.startTrigger(settings.mostEvents);
		const nodeTypes = nodeTypesWith(
			() => this.process.node,
			(executionId) => this.starts.get(executionId),
		);
		this.workflows = [0, 1].map((number) => workflowOf(number, settings, nodeTypes));
		const [workflow] = this.workflows as [Workflow];
		const [webhook] = this.process.node.description.webhooks ?? [];
		this.responseMode = workflow.expression.getSimpleParameterValue(
			workflow.getNode(TRIGGER) as INode,
			webhook?.responseMode as string,
			'webhook',
			{},
			undefined,
			'onReceived',
		);
	}

	/**
	 * Takes a delivery.
	 *
	 * @returns undefined where nobody listens
	 */
	receive(delivery: Delivery): Received | undefined {
		if (!this.isUp) return undefined;
		const response = new SimulatedResponse(this.options.timers);
		const received: Received = {
			number: this.received.length + 1,
			delivery,
			process: this.processNumber,
			at: this.options.timers.now(),
			response,
			isCutOff: false,
			hasThrown: false,
		};
		this.received.push(received);
		const end = response.end.bind(response);
		response.end = (text) => {
			if (!response.writableEnded) {
				received.answeredAt = this.options.timers.now();
				received.isAnsweredToNobody = response.destroyed;
				this.say(
					received,
					() => `answered ${response.statusCode}${response.destroyed ? ' to nobody' : ''}`,
				);
			}
			return end(text);
		};
		void this.handle(received);
		return received;
	}

	/** Kills n8n's process; another one takes deliveries after a while. */
	kill(downFor: number): void {
		if (!this.isUp) return;
		const { sources, settings, timers, log } = this.options;
		log(() => `n8n is killed, for ${downFor / 1000} s`);
		this.isUp = false;
		timers.dropOthers();
		for (const received of this.received) {
			if (received.process !== this.processNumber) continue;
			const { response, start } = received;
			if (!response.writableEnded) received.isCutOff = true;
			if (start?.endedAt === undefined) received.isCutOff ||= start !== undefined;
			response.disconnect();
		}
		timers.after(downFor, () => {
			this.process = sources.startTrigger(settings.mostEvents);
			this.processNumber += 1;
			this.isUp = true;
			log(() => 'n8n listens again');
		});
	}

	enter(secrets: string[]): void {
		this.options.log(() => `the credential holds ${secrets.join(' and ')}`);
		this.entered.push({ from: this.options.timers.now(), secrets });
	}

	/** The credential cannot be read for a while. */
	hideCredential(lasts: number): void {
		const from = this.options.timers.now();
		this.options.log(() => `the credential cannot be read for ${lasts / 1000} s`);
		this.unreadable.push({ from, to: from + lasts });
	}

	/** As n8n's webhook helpers do it: the node first, then the execution is stored, then it runs. */
	private async handle(received: Received): Promise<void> {
		const { delivery, response } = received;
		const workflow = this.workflows[delivery.workflow] as Workflow;
		this.say(received, () => `arrives: ${delivery.kind} ${delivery.body.slice(0, 120)}`);
		let result: IWebhookResponseData;
		try {
			result = await this.callNode(workflow, delivery, response);
		} catch (error) {
			received.hasThrown = true;
			this.say(received, () => `the node threw ${String(error)}`);
			response.status(500).end();
			return;
		}
		this.measure();
		if (result.workflowData === undefined) return;
		const fate = this.fates.shift() ?? CALM;
		const start: Start = { at: this.options.timers.now(), fate, items: [] };
		received.start = start;
		this.say(received, () => `starts an execution: ${JSON.stringify(fate)}`);
		await n8nWorkflow.sleep(fate.storing);
		if (!fate.isStored) {
			response.status(500).json({ message: 'There was a problem executing the workflow' });
			return;
		}
		start.storedAt = this.options.timers.now();
		if (this.responseMode === 'onReceived') response.end();
		await this.execute(workflow, result.workflowData, start);
		start.endedAt = this.options.timers.now();
		if (this.responseMode === 'onReceived') return;
		if (start.isSuccess) response.end();
		else response.status(500).json({ message: 'Error in workflow' });
	}

	private async callNode(
		workflow: Workflow,
		{ headers, body }: Delivery,
		response: SimulatedResponse,
	): Promise<IWebhookResponseData> {
		const node = workflow.getNode(TRIGGER) as INode;
		const context = new n8nCore.WebhookContext(
			workflow,
			node,
			{
				...this.additionalData(),
				httpRequest: { headers, rawBody: Buffer.from(body) },
				httpResponse: response,
			} as unknown as IWorkflowExecuteAdditionalData,
			'webhook',
			{} as IWebhookData,
			[],
			null,
		);
		const { webhook } = this.process.node;
		if (!webhook) throw new Error('The trigger has no webhook');
		return await webhook.call(context);
	}

	/** Runs the workflow behind the trigger on n8n's engine. */
	private async execute(
		workflow: Workflow,
		main: INodeExecutionData[][],
		start: Start,
	): Promise<void> {
		const node = workflow.getNode(TRIGGER) as INode;
		const data = n8nWorkflow.createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main }, source: null }] },
		});
		const additionalData = this.additionalData();
		this.starts.set(additionalData.executionId ?? '', start);
		const run = await new n8nCore.WorkflowExecute(
			additionalData,
			'webhook',
			data,
		).processRunExecutionData(workflow);
		this.starts.delete(additionalData.executionId ?? '');
		start.isSuccess = run.status === 'success';
	}

	private additionalData(): IWorkflowExecuteAdditionalData {
		this.executions += 1;
		return {
			credentialsHelper: {
				getDecrypted: async () => await this.credential(),
				getParentTypes: () => [],
				isCredentialUsableByNode: () => true,
				getCredentialsProperties: () => [],
			},
			hooks: { runHook: async () => {} },
			currentNodeExecutionIndex: 0,
			executionId: String(this.executions),
			webhookBaseUrl: 'http://127.0.0.1/',
			webhookWaitingBaseUrl: 'http://127.0.0.1/',
			webhookTestBaseUrl: 'http://127.0.0.1/',
			variables: {},
		} as unknown as IWorkflowExecuteAdditionalData;
	}

	private async credential(): Promise<IDataObject> {
		const { secrets } = this.entered.at(-1) as EnteredSecrets;
		const now = this.options.timers.now();
		await n8nWorkflow.sleep(READING_MS);
		if (this.unreadable.some(({ from, to }) => from <= now && now < to)) {
			throw new Error('The database is locked');
		}
		return { signingSecret: secrets.join(','), headerBrand: 'Service' };
	}

	private measure(): void {
		const { memory } = this;
		memory.most = Math.max(memory.most, this.process.events.size);
		const { mostEvents = Number.POSITIVE_INFINITY } = this.options.settings;
		memory.allowed = Math.min(mostEvents * this.workflows.length, this.received.length);
	}

	private say({ number, delivery, process }: Received, line: () => string): void {
		this.options.log(
			() => `  delivery ${number} to workflow ${delivery.workflow}, process ${process}: ${line()}`,
		);
	}
}
