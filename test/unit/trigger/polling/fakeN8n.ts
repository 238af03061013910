import type {
	IDataObject,
	IHttpRequestOptions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import { vi } from 'vitest';

import { PodFulfilmentPollingTrigger } from '../../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import type { FakeService } from './fakeService.ts';

const BASE_URL = 'https://api.example.com';

let nodes = 0;

/** n8n around one polling trigger: its parameters, its static data, and the contexts of its polls. */
export class FakeN8n {
	/** As n8n keeps it in memory, with an object for each node, by its name, and one for all: `node:Name` and `global`. */
	staticData: Record<string, IDataObject> = {};

	/** What the node is called: n8n keeps its static data under the name. */
	name = 'Polling';

	readonly warnings: string[] = [];

	credential: IDataObject | Error = { baseUrl: BASE_URL, apiKey: 'key-1' };

	mode: 'trigger' | 'manual' = 'trigger';

	budgetMs: number | undefined = 300_000;

	/** How long the service takes to answer, by the clock of the test. */
	requestMs = 1;

	requestMsOf = (_path: string): number => this.requestMs;

	/** Ends requests at their timeout, as n8n does. They are then repeated after a wait. */
	hasTimeouts = false;

	/** What the node itself has left from one poll to the next. */
	get nodeData(): IDataObject {
		return this.staticData[`node:${this.name}`] ?? {};
	}

	/** Waited for by each request. */
	gate: Promise<unknown> = Promise.resolve();

	private stored = '{}';

	private context: IPollFunctions | undefined;

	/** Names of nodes that lead to another node. */
	connected: string[] = [];

	/** Of the node; two nodes may have the same. */
	id = String((nodes += 1));

	private readonly service: FakeService;

	readonly parameters: IDataObject;

	constructor(service: FakeService, parameters: IDataObject = {}) {
		this.service = service;
		this.parameters = {
			events: ['order.created', 'order.updated'],
			outputs: 'single',
			filters: {},
			options: {},
			...parameters,
		};
	}

	/** One context from each activation to the next. */
	activate(): this {
		this.context = this.newContext();
		return this;
	}

	/** n8n registers the node once more, with its own copy of what is stored, and goes on polling the registration before. */
	registerAgain(): FakeN8n {
		this.store();
		const other = new FakeN8n(this.service, this.parameters);
		Object.assign(other, { id: this.id, name: this.name, stored: this.stored });
		return other.restart();
	}

	/** What n8n does at activation, and when a poll has items. */
	store(): void {
		this.stored = JSON.stringify(this.staticData);
	}

	/** The next poll gets what was stored last, as with durable cursors, in the same process. */
	discard(): void {
		this.staticData = JSON.parse(this.stored) as Record<string, IDataObject>;
	}

	/** n8n was killed, and starts again. */
	restart(): this {
		this.staticData = JSON.parse(this.stored) as Record<string, IDataObject>;
		return this.activate();
	}

	async poll(): Promise<INodeExecutionData[][] | null> {
		this.context ??= this.newContext();
		return await new PodFulfilmentPollingTrigger().poll.call(this.context);
	}

	async changeIds(): Promise<unknown[]> {
		const outputs = await this.poll();
		return (outputs ?? []).flat().map(({ json }) => json.changeId);
	}

	private newContext(): IPollFunctions {
		const context: Partial<Record<keyof IPollFunctions, unknown>> = {
			getMode: () => this.mode,
			getNode: () => ({
				id: this.id,
				name: this.name,
				type: 'trigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
				credentials: { podFulfilmentApi: { id: '1', name: 'Shop' } },
			}),
			getWorkflow: () => ({ id: 'workflow' }),
			getTimezone: () => 'Europe/Berlin',
			getNodeParameter: (name: string, fallback: unknown) => this.parameters[name] ?? fallback,
			getWorkflowStaticData: (type: string) =>
				(this.staticData[type === 'node' ? `node:${this.name}` : type] ??= {}),
			getChildNodes: (name: string) => (this.connected.includes(name) ? [{ name: 'Next' }] : []),
			getCredentials: async () => {
				if (this.credential instanceof Error) throw this.credential;
				return await Promise.resolve(this.credential);
			},
			logger: { warn: (message: string) => this.warnings.push(message) },
			helpers: {
				httpRequestWithAuthentication: async (
					_type: string,
					{ url, timeout = 0 }: IHttpRequestOptions,
				) => {
					await this.gate;
					const { pathname, search } = new URL(url);
					const takesMs = this.requestMsOf(pathname);
					// Nothing else moves the clock of these tests.
					const mayTakeMs = this.hasTimeouts ? timeout : Number.POSITIVE_INFINITY;
					vi.setSystemTime(Date.now() + Math.min(takesMs, mayTakeMs));
					if (takesMs > mayTakeMs)
						throw Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });
					return this.service.http(`${pathname}${search}`);
				},
			},
			...(this.budgetMs !== undefined && { getPollBudgetMs: () => this.budgetMs }),
		};
		return context as unknown as IPollFunctions;
	}
}
