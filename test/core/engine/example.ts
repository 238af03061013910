import { compileFunction } from 'node:vm';

import { WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type IWorkflowBase,
} from 'n8n-workflow';

import { NodeTypes } from './nodes.ts';
import { additionalDataWith } from './run.ts';

const BASE = 'n8n-nodes-base.';

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** What an HTTP Request node calls: the fetch of a test, which adds the shop's credential. */
export type Call = (url: string) => Promise<Response>;

interface Condition {
	leftValue: unknown;
	rightValue: unknown;
	operator: { type: string; operation: string };
}

const holds = ({ leftValue, rightValue, operator }: Condition): boolean => {
	const { type, operation } = operator;
	if (type === 'boolean' && operation === 'true') return Boolean(leftValue);
	if (type === 'string' && operation === 'equals') return String(leftValue) === rightValue;
	throw new Error(`No condition of examples: ${type} ${operation}`);
};

interface Pagination {
	paginationMode: 'responseContainsNextURL' | 'updateAParameterInEachRequest';
	nextURL?: string;
	parameters?: { parameters: Array<{ type: string; name: string; value: string }> };
	completeExpression: string;
}

/**
 * An example of examples/ on n8n's own engine: its connections, parameters and expressions, and the text of its Code nodes.
 * The package's nodes are the published ones; n8n's own nodes, which are not in n8n-core, have stand-ins that do what the
 * examples ask of them. test/e2e and test/nightly run the same examples with n8n's own.
 */
export class ExampleWorkflow {
	private readonly file: IWorkflowBase;
	private readonly credential: ICredentialDataDecryptedObject;
	private readonly call: Call;
	/** What each Remove Duplicates node has seen. */
	private readonly seen = new Map<string, Set<string>>();

	/** @param file the example, as JSON.parse has it */
	constructor(file: unknown, credential: ICredentialDataDecryptedObject, call: Call) {
		this.file = file as IWorkflowBase;
		this.credential = credential;
		this.call = call;
	}

	/** Runs it from a trigger with these items. Returns the output items of each node that ran, all outputs in a row. */
	async run(trigger: string, items: IDataObject[]): Promise<Record<string, IDataObject[]>> {
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
			if (node && type.startsWith(BASE)) node.parameters = structuredClone(parameters);
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
		const standIns = this.standIns(workflow);
		return new (class extends NodeTypes {
			override getByNameAndVersion(name: string): INodeType {
				if (!name.startsWith(BASE)) return super.getByNameAndVersion(name);
				return standIn(name, standIns[name.slice(BASE.length)]);
			}
		})();
	}

	private standIns(workflow: () => Workflow): Record<string, Execute> {
		const { call, seen } = this;
		return {
			async filter() {
				const isKept = (index: number): boolean =>
					(this.getNodeParameter('conditions.conditions', index) as Condition[]).every(holds);
				return [paired(this.getInputData()).filter((_, index) => isKept(index))];
			},
			async switch() {
				const outputs: INodeExecutionData[][] = [];
				for (const [index, item] of paired(this.getInputData()).entries()) {
					const rules = this.getNodeParameter('rules.values', index) as Array<{
						conditions: { conditions: Condition[] };
					}>;
					rules.forEach((_, output) => (outputs[output] ??= []));
					const output = rules.findIndex(({ conditions }) => conditions.conditions.every(holds));
					outputs[output]?.push(item);
				}
				return outputs;
			},
			async set() {
				return [
					this.getInputData().map((_, index) => {
						const assignments = this.getNodeParameter('assignments.assignments', index) as Array<{
							name: string;
							value: string;
						}>;
						const json = Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
						return { json, pairedItem: index };
					}),
				];
			},
			async code() {
				const { $input, $ } = this.getWorkflowDataProxy(0);
				const source = this.getNodeParameter('jsCode', 0) as string;
				const run = compileFunction(source, ['$input', '$']) as (
					...given: unknown[]
				) => INodeExecutionData[];
				return [run($input, $)];
			},
			async splitOut() {
				const field = this.getNodeParameter('fieldToSplitOut', 0) as string;
				return [
					this.getInputData().flatMap(({ json }, index) =>
						(json[field] as IDataObject[]).map((one) => ({ json: one, pairedItem: index })),
					),
				];
			},
			async merge() {
				const inputs = [0, 1, 2].flatMap((input) => this.getInputData(input) ?? []);
				return [inputs];
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
			async httpRequest() {
				const bodies: unknown[] = [];
				const node = this.getNode();
				// With raw expressions: those of pages are about a response.
				const { options } = node.parameters as unknown as {
					options: { pagination: { pagination: Pagination } };
				};
				const { pagination } = options.pagination;
				const evaluate = (value: string, keys: IDataObject): unknown =>
					workflow().expression.getSimpleParameterValue(node, value, 'trigger', keys as never);
				const first = new URL(this.getNodeParameter('url', 0) as string);
				const query = this.getNodeParameter('queryParameters.parameters', 0, []) as Array<{
					name: string;
					value: string;
				}>;
				for (const { name, value } of query) first.searchParams.set(name, value);
				let url = first;
				for (let $pageCount = 0; ;) {
					for (const { name, value } of pagination.parameters?.parameters ?? []) {
						url.searchParams.set(name, String(evaluate(value, { $pageCount })));
					}
					const answer = await call(url.href);
					bodies.push(await answer.json());
					const $response = { headers: Object.fromEntries(answer.headers) };
					// n8n counts a page before it asks whether it was the last.
					$pageCount += 1;
					const keys = { $pageCount, $response };
					if (evaluate(pagination.completeExpression, keys)) break;
					if (pagination.nextURL) url = new URL(String(evaluate(pagination.nextURL, keys)));
				}
				return [bodies.flat().map((json) => ({ json: json as IDataObject, pairedItem: 0 }))];
			},
			// What it calls is a workflow of its own.
			async executeWorkflow() {
				return [[]];
			},
			async noOp() {
				return [this.getInputData()];
			},
		};
	}
}

const paired = (items: INodeExecutionData[]): INodeExecutionData[] =>
	items.map((item, index) => ({ ...item, pairedItem: index }));

function standIn(name: string, execute: Execute | undefined): INodeType {
	const isMerge = name === `${BASE}merge`;
	return {
		description: {
			displayName: name,
			name,
			group: ['transform'],
			version: 1,
			description: '',
			defaults: { name },
			inputs: isMerge ? ['main', 'main', 'main'] : ['main'],
			outputs: ['main', 'main', 'main', 'main', 'main'],
			properties: [],
		},
		execute:
			execute ??
			(async () => {
				throw new Error(`There is no stand-in for ${name}`);
			}),
	};
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
