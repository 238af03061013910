import { WorkflowExecute } from 'n8n-core';
import {
	UserError,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type IWorkflowBase,
} from 'n8n-workflow';

import type { WorkflowFile } from '../../../scripts/n8n/workflows.ts';
import { withNotBefore } from '../../../scripts/start/workflow.ts';
import { NodeTypes } from './nodes.ts';
import { additionalDataWith } from './run.ts';
import {
	isOfN8n,
	paired,
	STAND_INS,
	standInType,
	type Execute,
	type Pair,
	type StandIns,
} from './standIns.ts';

/** What nodes call the shop with: the fetch of a test, which adds the shop's credential. */
export type Call = (url: string, request?: RequestInit) => Promise<Response>;

interface Pagination {
	parameters: { parameters: Array<{ name: string; value: string }> };
	completeExpression: string;
}

/** The answer of the shop as JSON. */
async function answerOf(response: Response): Promise<IDataObject> {
	const body = (await response.json()) as IDataObject;
	if (!response.ok) throw new Error(`The shop answered ${response.status}`);
	return body;
}

const sending = (method: string, body: unknown): RequestInit => ({
	method,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});

/** Where n8n is killed: that many steps of n8n's own nodes after the begin of a run. */
export class Killed extends UserError {}

/**
 * An example of examples/ on n8n's own engine: its connections, parameters and expressions.
 * The package's nodes are the published ones; n8n's own nodes, which are not in n8n-core, have stand-ins that do what the
 * examples ask of them. test/e2e and test/nightly run the same examples with n8n's own.
 */
export class ExampleWorkflow {
	private readonly file: IWorkflowBase;
	private readonly credential: ICredentialDataDecryptedObject;
	private readonly call: Call;
	/** What each Remove Duplicates node has seen. */
	private readonly seen = new Map<string, Set<string>>();
	private stepsUntilKilled = Infinity;

	/** @param file the example, as JSON.parse has it. Where it asks from when orders are produced, a day is entered */
	constructor(file: unknown, credential: ICredentialDataDecryptedObject, call: Call) {
		this.file = withNotBefore(file as WorkflowFile) as unknown as IWorkflowBase;
		this.credential = credential;
		this.call = call;
	}

	/**
	 * Runs it from a trigger with these items. Returns the output items of each node that ran, all outputs in a row.
	 *
	 * @param killedAfter steps of n8n's own nodes, each of which has one before and one after what it does
	 * @throws the error that ended the execution
	 */
	async run(
		trigger: string,
		items: IDataObject[],
		killedAfter = Infinity,
	): Promise<Record<string, IDataObject[]>> {
		this.stepsUntilKilled = killedAfter;
		const nodes = this.file.nodes.map((node) => ({
			...structuredClone(node),
			credentials: { podFulfilmentApi: { id: '1', name: 'Demo Shop' } },
		}));
		const workflow: Workflow = new Workflow({
			id: this.file.name,
			name: this.file.name,
			nodes,
			connections: structuredClone(this.file.connections),
			active: true,
			nodeTypes: this.nodeTypes(() => workflow),
			settings: { ...this.file.settings, timezone: 'UTC' },
		});
		// The stand-ins describe no parameters, and n8n drops those that are not described.
		for (const { name, type, parameters } of this.file.nodes) {
			const node = workflow.nodes[name];
			if (node && isOfN8n(type)) node.parameters = structuredClone(parameters);
		}
		const startNode = workflow.nodes[trigger];
		if (!startNode) throw new Error(`The example has no node ${trigger}`);
		const run = await new WorkflowExecute(additionalDataWith(this.credential), 'trigger').run({
			workflow,
			startNode,
			pinData: { [trigger]: items.map((json) => ({ json })) as never },
		});
		return outputsOf(run);
	}

	private nodeTypes(workflow: () => Workflow): NodeTypes {
		const step = (): void => {
			this.stepsUntilKilled -= 1;
			if (this.stepsUntilKilled < 0) throw new Killed('n8n was killed');
		};
		const interruptible = (execute: Execute): Execute =>
			async function (this: IExecuteFunctions) {
				step();
				const outputs = await execute.call(this);
				step();
				return outputs;
			};
		const standIns = Object.fromEntries(
			Object.entries({ ...STAND_INS, ...this.standIns(workflow) }).map(([name, execute]) => [
				name,
				interruptible(execute),
			]),
		);
		return new (class extends NodeTypes {
			override getByNameAndVersion(name: string): INodeType {
				return isOfN8n(name) ? standInType(name, standIns) : super.getByNameAndVersion(name);
			}
		})();
	}

	/** Those that reach the shop, or know what earlier runs did. */
	private standIns(workflow: () => Workflow): StandIns {
		const { call, seen } = this;
		return {
			// Its credential has the address of the shop, which the fetch of a test adds.
			async wooCommerce() {
				if (this.getNodeParameter('operation', 0) === 'getAll') {
					const { status, after } = this.getNodeParameter('options', 0) as Record<string, string>;
					const query = new URLSearchParams({ per_page: '100', status: String(status) });
					if (after) query.set('after', after);
					const orders: INodeExecutionData[] = [];
					for (let page = 1; ; page += 1) {
						query.set('page', String(page));
						const answer = await call(`/orders?${query.toString()}`);
						const some = (await answerOf(answer)) as unknown as IDataObject[];
						orders.push(...some.map((json) => ({ json, pairedItem: 0 })));
						if (some.length < 100) return [orders];
					}
				}
				return [
					await eachItem(this, async (index) => {
						const id = this.getNodeParameter('orderId', index) as number;
						const { status, customerNote } = this.getNodeParameter(
							'updateFields',
							index,
						) as IDataObject;
						const body = { status, customer_note: customerNote };
						return await answerOf(await call(`/orders/${id}`, sending('PUT', body)));
					}),
				];
			},
			async httpRequest() {
				const node = this.getNode();
				if (this.getNodeParameter('method', 0, 'GET') === 'POST') {
					return [
						await eachItem(this, async (index) => {
							const pairs = this.getNodeParameter('bodyParameters.parameters', index) as Pair[];
							const body: IDataObject = {};
							for (const { name, value } of pairs) putAt(body, name.split('.'), value);
							const url = this.getNodeParameter('url', index) as string;
							return await answerOf(await call(url, sending('POST', body)));
						}),
					];
				}
				// With raw expressions: those of pages are about a response.
				const { options } = node.parameters as unknown as {
					options: { pagination: { pagination: Pagination } };
				};
				const { pagination } = options.pagination;
				const evaluate = (value: string, keys: IDataObject): unknown =>
					workflow().expression.getSimpleParameterValue(node, value, 'trigger', keys as never);
				const url = new URL(this.getNodeParameter('url', 0) as string);
				const query = this.getNodeParameter('queryParameters.parameters', 0, []) as Pair[];
				for (const { name, value } of query) url.searchParams.set(name, String(value));
				const pages: INodeExecutionData[] = [];
				for (let $response: IDataObject = {}; ;) {
					for (const { name, value } of pagination.parameters.parameters) {
						url.searchParams.set(name, String(evaluate(value, { $response })));
					}
					const body = await answerOf(await call(url.href));
					pages.push({ json: body, pairedItem: 0 });
					$response = { body };
					if (evaluate(pagination.completeExpression, { $response })) return [pages];
				}
			},
			async removeDuplicates() {
				const known = seen.get(this.getNode().name) ?? new Set();
				seen.set(this.getNode().name, known);
				return [
					paired(this.getInputData()).filter((_, index) => {
						const key = String(this.getNodeParameter('dedupeValue', index));
						return !known.has(key) && known.add(key);
					}),
				];
			},
		};
	}
}

/** Sets a value deep in an object, as HTTP Request does by a name with dots. */
function putAt(target: IDataObject, [name = '', ...names]: string[], value: unknown): void {
	if (names.length === 0) target[name] = value as IDataObject;
	else putAt((target[name] ??= {}) as IDataObject, names, value);
}

/** As n8n's nodes do under Continue on Fail: an item that fails becomes one with `error`. */
async function eachItem(
	node: IExecuteFunctions,
	act: (index: number) => Promise<IDataObject>,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const [index] of node.getInputData().entries()) {
		try {
			items.push({ json: await act(index), pairedItem: index });
		} catch (error) {
			if (!node.continueOnFail()) throw error;
			items.push({ json: { error: String(error) }, pairedItem: index });
		}
	}
	return items;
}

/** @throws the error that ended the execution */
function outputsOf({ data }: IRun): Record<string, IDataObject[]> {
	const { runData, error } = data.resultData;
	if (error) throw error;
	return Object.fromEntries(
		Object.entries(runData).map(([name, runs]) => [
			name,
			runs
				.flatMap((run) => (run.data?.main ?? []).flatMap((items) => items ?? []))
				.map(({ json }) => json),
		]),
	);
}
