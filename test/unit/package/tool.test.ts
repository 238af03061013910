import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	description,
	everyProperty,
	operationsOf,
	parameterOf,
	parametersOf,
	valuesOf,
} from './description.ts';

const [resourceList] = description.properties;
const operations = (resourceList ? valuesOf(resourceList) : []).flatMap((resource) =>
	operationsOf(String(resource)).map(({ value }) => ({
		resource: String(resource),
		operation: String(value),
	})),
);

/** The key that the editor gives a parameter that a model fills in: the rows that contain it, and its label. */
const keyOf = (rows: string[], { displayName }: INodeProperties): string =>
	[...rows, displayName].join('_').replace(/[^a-zA-Z0-9-]/g, '_');

/** The keys of a parameter and of all fields inside it, each with the name of its parameter. */
function keysOf(property: INodeProperties, rows: string[] = []): Array<[string, string]> {
	if (property.type === 'collection') {
		return (property.options as INodeProperties[]).flatMap((inner) => keysOf(inner, rows));
	}
	if (property.type === 'fixedCollection') {
		const hasRows = property.typeOptions?.multipleValues === true;
		return (property.options as INodePropertyCollection[]).flatMap(({ name, values }) =>
			values.flatMap((inner) => keysOf(inner, hasRows ? [...rows, `${name}0`] : rows)),
		);
	}
	return [[keyOf(rows, property), property.name]];
}

describe('A parameter that a model fills in', () => {
	it.each(operations)(
		'each parameter of $resource $operation has a unique, valid key for a model',
		({ resource, operation }) => {
			const shown = parametersOf(resource, operation).filter(({ type }) => type !== 'notice');
			// One that is declared for each way of composing an order anew is one parameter, and has one key.
			const parameters = new Map(shown.map((property) => [property.name, property]));
			const named = [...parameters.values()].flatMap((property) => keysOf(property));
			// So is one that is an option of other shops: 'Order Statuses'.
			const isAgain = (index: number): boolean =>
				named.findIndex((each) => each.join(' ') === named[index]?.join(' ')) !== index;
			const keys = named.flatMap(([key], index) => (isAgain(index) ? [] : [key]));
			for (const key of keys) expect(key).toMatch(/^[a-zA-Z0-9_-]{1,63}$/);
			expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
		},
	);
});

describe('An operation that an agent should not run unseen', () => {
	it('no text speaks of agents but a notice where the node is a tool, and the output for one', () => {
		const speaking = everyProperty()
			.filter(({ property }) =>
				/agent/i.test(JSON.stringify([property.description, property.displayName])),
			)
			.filter(({ property }) => property.displayOptions?.show?.['@tool']?.[0] !== true);
		expect(speaking.map(({ path }) => path)).toEqual([]);
		for (const resource of new Set(operations.map((each) => each.resource))) {
			for (const operation of operationsOf(resource)) {
				expect(operation.description).not.toMatch(/agent/i);
			}
		}
	});

	it.each(['create', 'reprint'])(
		'a notice points to Check Only where the operation is a tool, and only there: %s',
		(name) => {
			expect(parameterOf('order', name, 'checkOnlyNotice')).toMatchObject({
				type: 'notice',
				displayName: expect.stringMatching(/^[^{}$]*docs\/ai-tools\.md">Check Only/) as string,
				displayOptions: { show: { '@tool': [true] } },
			});
		},
	);

	/** Whether n8n shows a field for these values. It makes the tool of a node itself, under a name of its own. */
	const isShown = (property: INodeProperties, values: INodeParameters, isTool: boolean): boolean =>
		NodeHelpers.displayParameter({ ...values }, property, null, {
			...description,
			name: `${description.name}${isTool ? 'Tool' : ''}`,
		});

	it.each([
		['create', 'then'],
		['reprint', 'thenReprint'],
	])(
		'a notice points to human review where an agent may have an order produced: %s',
		(operation, name) => {
			const [notice] = parametersOf('order', operation);
			expect(notice).toMatchObject({
				type: 'notice',
				displayName: expect.stringContaining('human review') as string,
			});
			const isShownFor = (then: string, isTool = true): boolean =>
				notice !== undefined &&
				isShown(notice, { resource: 'order', operation, [name]: then }, isTool);
			expect(['check', 'draft', 'confirm'].filter((then) => isShownFor(then))).toEqual(['confirm']);
			// What an agent decides may be that, too.
			expect(isShownFor("={{ $fromAI('Then', 'check or draft', 'string') }}")).toBe(true);
			expect(isShownFor('confirm', false)).toBe(false);
		},
	);

	it.each(['cancel', 'confirm', 'refund'])(
		'a notice points to human review where the operation is a tool, and only there: %s',
		(name) => {
			const [notice] = parametersOf('order', name);
			expect(notice).toMatchObject({
				type: 'notice',
				displayName: expect.stringContaining('human review') as string,
				displayOptions: { show: { '@tool': [true] } },
			});
		},
	);
});

describe('A list that a model fills in by an expression', () => {
	const lists = everyProperty().filter(
		({ property: { type, noDataExpression, typeOptions } }) =>
			(type === 'options' || type === 'multiOptions') &&
			noDataExpression !== true &&
			typeOptions?.loadOptionsMethod === undefined,
	);

	it.each(lists)('the description of $path says which values it takes', ({ property }) => {
		const values = valuesOf(property).map(String);
		const told = property.description ?? '';
		// Countries are too many to list: they are codes of a standard.
		if (values.length > 20) expect(told).toContain('ISO 3166-1 alpha-2');
		else expect(told).toContain(` Values for an expression: ${values.join(', ')}`);
	});
});

describe('The output for a model', () => {
	const simplified = operations.filter(({ resource, operation }) =>
		parametersOf(resource, operation).some(({ name }) => name === 'simplify'),
	);

	// Workflows that were saved before these had Simplify read the raw data.
	it.each(simplified)(
		'Simplify is on at first in $resource $operation, unless it returned the raw data before',
		({ resource, operation }) => {
			expect(parameterOf(resource, operation, 'simplify').default).toBe(
				!['catalogProduct', 'mockupTask'].includes(resource),
			);
		},
	);

	it.each(simplified)(
		'the output for a model replaces Simplify in $resource $operation',
		({ resource, operation }) => {
			const simplify = parameterOf(resource, operation, 'simplify');
			expect(simplify.displayOptions?.hide).toEqual({ '@tool': [true] });
			const output = parameterOf(resource, operation, 'output');
			expect(output).toMatchObject({
				type: 'options',
				default: simplify.default === true ? 'simplified' : 'raw',
				displayOptions: { show: { '@tool': [true] } },
			});
			expect(valuesOf(output).sort()).toEqual(['raw', 'selected', 'simplified']);
			expect(parameterOf(resource, operation, 'fields')).toMatchObject({
				type: 'multiOptions',
				displayOptions: { show: { '@tool': [true], output: ['selected'] } },
			});
		},
	);
});
