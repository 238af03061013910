// Makes an operation from its definition, for both of n8n's engines: its entry in the list 'Operation' with `routing`,
// its fields with `displayOptions` and the values of their lists, and `execute`. The code that runs it is loaded on first use.
// Also puts the operations of a resource together: the field 'Operation', the fields of all, and the function behind each entry.

import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import { withFullStop } from '../input/wording';
import type { Operation, OperationDefinition } from './operation';

/** Longer lists, such as that of the countries, say themselves what an expression returns. */
const MAX_TOLD_VALUES = 20;

/** What an expression may return; empty for a field that has no expression or no fixed list. */
function valuesNote({ type, options, noDataExpression, typeOptions }: INodeProperties): string {
	const isList = type === 'options' || type === 'multiOptions';
	if (!isList || noDataExpression || typeOptions?.loadOptionsMethod) return '';
	const values = ((options ?? []) as INodePropertyOptions[]).map(({ value }) => String(value));
	if (values.length === 0 || values.length > MAX_TOLD_VALUES) return '';
	const several = type === 'multiOptions' ? ', several separated by commas' : '';
	return ` Values for an expression: ${values.join(', ')}${several}.`;
}

/**
 * Adds to the description of a field, and of its inner fields, the values behind the labels of its list. An expression returns
 * them, and with `$fromAI` a model: the editor has no button that leaves a list of one value to a model, and n8n before 2.41
 * for none.
 */
function withListValues(field: INodeProperties): INodeProperties {
	const note = valuesNote(field);
	return {
		...field,
		...(note !== '' && { description: `${withFullStop(field.description ?? '')}${note}`.trim() }),
		...(field.type === 'collection' && {
			options: (field.options as INodeProperties[]).map(withListValues),
		}),
		...(field.type === 'fixedCollection' && {
			options: (field.options as INodePropertyCollection[]).map((group) => ({
				...group,
				values: group.values.map(withListValues),
			})),
		}),
	};
}

/** Imported on first execution, because n8n loads every node of every package at startup. */
const loadRunner = async () => await import('./executeOperation');

/**
 * n8n's declarative engine evaluates every property for every item in one synchronous loop, starts all requests at
 * once, and can neither abort nor retry them. So each operation is also one of the node's customOperations, which n8n
 * prefers (1.82.3 has them, 1.81.4 does not). `routing` runs the same code item by item, for AI agents' tools, which n8n always runs on its
 * declarative engine, and for older versions of n8n.
 */
export function defineOperation(resource: string, definition: OperationDefinition): Operation {
	const { name, value, action, description, fields } = definition;
	return {
		option: {
			name,
			value,
			action,
			description,
			routing: {
				send: { paginate: true },
				operations: {
					async pagination(request) {
						return await (await loadRunner()).runItem(definition).call(this, request);
					},
				},
			},
		},
		fields: fields.map(withListValues).map((field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				show: { resource: [resource], operation: [value], ...field.displayOptions?.show },
			},
		})),
		async execute() {
			return await (await loadRunner()).runItems(definition).call(this);
		},
	};
}

interface ResourceOperations {
	resource: string;
	/** The 'Operation' list followed by the fields of the operations. */
	properties: INodeProperties[];
	/** Functions that run the operations, by their value. */
	operations: Record<string, (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>>;
}

/** @param defaultOperation value of the operation that is selected first */
export const resourceOperations = (
	resource: string,
	defaultOperation: string,
	operations: Operation[],
): ResourceOperations => ({
	resource,
	properties: [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: operations.map(({ option }) => option),
			default: defaultOperation,
		},
		...operations.flatMap(({ fields }) => fields),
	],
	operations: Object.fromEntries(
		operations.map(({ option, execute }) => [String(option.value), execute]),
	),
});
