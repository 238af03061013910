import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';

const BASE = 'n8n-nodes-base.';

export type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** What takes the place of n8n's own nodes, which are not in n8n-core, by the last part of their type. */
export type StandIns = Record<string, Execute>;

/** Whether a node is one of n8n's own. */
export const isOfN8n = (type: string): boolean => type.startsWith(BASE);

interface Condition {
	leftValue: unknown;
	rightValue: unknown;
	operator: { type: string; operation: string };
}

interface Conditions {
	combinator: 'and' | 'or';
	conditions: Condition[];
}

const holds = ({ leftValue, rightValue, operator }: Condition): boolean => {
	switch (`${operator.type} ${operator.operation}`) {
		case 'boolean true':
			return leftValue === true;
		case 'string equals':
			return String(leftValue) === rightValue;
		case 'string notContains':
			return !String(leftValue).includes(String(rightValue));
		case 'number equals':
			return leftValue === rightValue;
		default:
			throw new Error(`No condition of examples: ${operator.type} ${operator.operation}`);
	}
};

const allHold = ({ combinator, conditions }: Conditions): boolean =>
	combinator === 'or' ? conditions.some(holds) : conditions.every(holds);

/** A field that a node sets or sends. */
export interface Pair {
	name: string;
	value: unknown;
}

export const paired = (items: INodeExecutionData[]): INodeExecutionData[] =>
	items.map((item, index) => ({ ...item, pairedItem: index }));

/** Items of an input of Merge; of one that got none, none. */
function inputOf(node: IExecuteFunctions, input: number): INodeExecutionData[] {
	try {
		return node.getInputData(input).map((item, index) => ({
			...item,
			pairedItem: { item: index, input },
		}));
	} catch {
		return [];
	}
}

/** What Summarize makes of the texts of a field that are not empty, and how it calls that. */
const AGGREGATIONS = {
	append: { prefix: 'appended_', of: (texts: string[]) => texts },
	countUnique: { prefix: 'unique_count_', of: (texts: string[]) => new Set(texts).size },
	min: { prefix: 'min_', of: (texts: string[]) => texts.toSorted()[0] ?? null },
};

/** Those that need nothing but their parameters and input. They do what the examples ask of them. */
export const STAND_INS: StandIns = {
	/** It sends nothing: what it would send is its item. */
	async emailSend() {
		return [
			this.getInputData().map((_, index) => {
				const [subject, text] = ['subject', 'text'].map(
					(name) => this.getNodeParameter(name, index) as string,
				);
				return { json: { subject, text }, pairedItem: index };
			}),
		];
	},
	async filter() {
		const isKept = (index: number): boolean =>
			allHold(this.getNodeParameter('conditions', index) as unknown as Conditions);
		return [paired(this.getInputData()).filter((_, index) => isKept(index))];
	},
	async limit() {
		return [paired(this.getInputData()).slice(0, this.getNodeParameter('maxItems', 0) as number)];
	},
	async merge() {
		const isChoice = this.getNodeParameter('mode', 0, 'append') === 'chooseBranch';
		return [(isChoice ? [0] : [0, 1]).flatMap((input) => inputOf(this, input))];
	},
	async noOp() {
		return [this.getInputData()];
	},
	async set() {
		const isAdded = this.getNodeParameter('includeOtherFields', 0, false);
		return [
			this.getInputData().map((item, index) => {
				const assignments = this.getNodeParameter('assignments.assignments', index) as Pair[];
				const json = Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
				return {
					json: { ...(isAdded && item.json), ...json } as IDataObject,
					pairedItem: index,
				};
			}),
		];
	},
	async splitOut() {
		const field = this.getNodeParameter('fieldToSplitOut', 0) as string;
		return [
			this.getInputData().flatMap(({ json }, index) =>
				// An item without the list becomes none.
				((json[field] ?? []) as IDataObject[]).map((one) => ({ json: one, pairedItem: index })),
			),
		];
	},
	async sort() {
		const [by] = this.getNodeParameter('sortFieldsUi.sortField', 0) as unknown as Array<{
			fieldName: string;
			order: 'ascending' | 'descending';
		}>;
		if (by?.order !== 'descending') throw new Error('Examples sort in descending order');
		const valueOf = ({ json }: INodeExecutionData) => Number(json[by.fieldName]);
		return [paired(this.getInputData()).sort((one, other) => valueOf(other) - valueOf(one))];
	},
	async summarize() {
		const groups = new Map<string, IDataObject[]>();
		const keys = (this.getNodeParameter('fieldsToSplitBy', 0) as string).split(/,\s*/);
		for (const { json } of this.getInputData()) {
			const key = JSON.stringify(keys.map((name) => json[name]));
			groups.set(key, [...(groups.get(key) ?? []), json]);
		}
		const fields = this.getNodeParameter('fieldsToSummarize.values', 0) as unknown as Array<{
			aggregation: keyof typeof AGGREGATIONS;
			field: string;
		}>;
		return [
			[...groups.values()].map((items) => ({
				json: {
					...Object.fromEntries(keys.map((name) => [name, items[0]?.[name]])),
					...Object.fromEntries(
						fields.map(({ aggregation, field }) => {
							const { prefix, of } = AGGREGATIONS[aggregation];
							const given = items.map((item) => String(item[field])).filter(Boolean);
							return [prefix + field, of(given)];
						}),
					),
				} as IDataObject,
			})),
		];
	},
	async stopAndError() {
		const message = this.getNodeParameter('errorMessage', 0) as string;
		throw new NodeOperationError(this.getNode(), message);
	},
	async switch() {
		const outputs: INodeExecutionData[][] = [];
		for (const [index, item] of paired(this.getInputData()).entries()) {
			const rules = this.getNodeParameter('rules.values', index) as unknown as Array<{
				conditions: Conditions;
			}>;
			rules.forEach((_, output) => (outputs[output] ??= []));
			const output = rules.findIndex(({ conditions }) => allHold(conditions));
			outputs[output]?.push(item);
		}
		return outputs;
	},
};

/** The node type of one of n8n's own nodes. It describes no parameters. */
export function standInType(type: string, standIns: StandIns): INodeType {
	const name = type.slice(BASE.length);
	const isMerge = name === 'merge';
	return {
		description: {
			displayName: name,
			name,
			group: ['transform'],
			version: 1,
			description: '',
			defaults: { name },
			inputs: isMerge ? ['main', 'main'] : ['main'],
			...(isMerge && { requiredInputs: 1 }),
			outputs: name === 'switch' ? ['main', 'main', 'main', 'main', 'main'] : ['main'],
			properties: [],
		},
		execute:
			standIns[name] ??
			(async () => {
				throw new Error(`There is no stand-in for ${name}`);
			}),
	};
}

/** Whether one of n8n's own nodes has a stand-in among these. */
export const hasStandIn = (type: string, standIns: StandIns): boolean =>
	type.slice(BASE.length) in standIns;
