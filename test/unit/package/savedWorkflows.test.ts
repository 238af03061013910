import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { PodFulfilment } from '../../../nodes/PodFulfilment/PodFulfilment.node.ts';
import { PodFulfilmentPollingTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import { PodFulfilmentTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';
import {
	ACTION,
	corpus,
	examples,
	expectationOf,
	ourNodes,
	POLLING_TRIGGER,
	savedCountries,
	TOOL,
	TRIGGER,
} from '../../support/savedWorkflows.ts';
import type { Parameter } from '../../../scripts/generate/names/names.ts';
import { declaredParameters } from '../../../scripts/generate/names/parameters.ts';
import { OF_N8N } from '../../../scripts/generate/sources.ts';
import { operationsOf, parametersOf, valuesOf } from './description.ts';
import { collectSavedValues, type SavedValues } from './savedParameters.ts';

const action = new PodFulfilment().description;

const DESCRIPTIONS: Record<string, INodeTypeDescription> = {
	[ACTION]: action,
	// What n8n makes of a node that is usable as a tool.
	[TOOL]: { ...action, name: `${action.name}Tool` },
	[TRIGGER]: new PodFulfilmentTrigger().description,
	[POLLING_TRIGGER]: new PodFulfilmentPollingTrigger().description,
};

const descriptionOf = ({ type }: INode): INodeTypeDescription => {
	const description = DESCRIPTIONS[type];
	if (!description) throw new Error(`The package has no node ${type}`);
	return description;
};

const ownParameters = ({ parameters }: INode): INodeParameters =>
	Object.fromEntries(Object.entries(parameters).filter(([name]) => !OF_N8N.includes(name)));

/** The parameters of the node that its resource and operation have. */
function propertiesFor(node: INode): INodeProperties[] {
	const { resource, operation } = node.parameters;
	const { properties } = descriptionOf(node);
	if (resource === undefined) return properties;
	const own = properties.filter(({ name, displayOptions }) => {
		const resources = displayOptions?.show?.resource;
		return name === 'resource' || (name === 'operation' && resources?.includes(String(resource)));
	});
	return [...own, ...parametersOf(String(resource), String(operation))];
}

const isExpression = (value: string): boolean => value.startsWith('=');

/** Values that a saved node has of lists and locators that do not offer them any more. */
function valuesNotOffered(node: INode): string[] {
	const saved: SavedValues = new Map();
	collectSavedValues(ownParameters(node), saved);
	const offered = new Map<string, Set<string>>();
	for (const { path, values } of declaredParameters(propertiesFor(node))) {
		offered.set(path, new Set([...(offered.get(path) ?? []), ...values]));
	}
	return [...saved].flatMap(([path, values]) => {
		const choices = offered.get(path);
		if (!choices || choices.size === 0) return [];
		return (
			[...values]
				// A placement saved by an early version has an empty text where a locator is now.
				.filter((value) => value !== '' && !isExpression(value) && !choices.has(value))
				.map((value) => `${path} = ${value}`)
		);
	});
}

/** The parameters that the editor and the engine have of a saved node: unknown and hidden ones dropped, defaults added. */
function openedParameters(node: INode): INodeParameters | null {
	const description = descriptionOf(node);
	const { properties } = description;
	return NodeHelpers.getNodeParameters(
		properties,
		ownParameters(node),
		true,
		false,
		node,
		description,
	);
}

const saved = [...corpus, ...examples].flatMap((workflow) =>
	ourNodes(workflow).map((node) => ({ title: `${workflow.path}: ${node.name}`, node })),
);

describe('A saved workflow', () => {
	it.each(saved)('opens with every parameter and value that it has: $title', ({ node }) => {
		const description = descriptionOf(node);
		expect([description.version].flat()).toContain(node.typeVersion);
		expect(openedParameters(node)).toMatchObject(ownParameters(node));
		expect(valuesNotOffered(node)).toEqual([]);
	});

	it.each(saved)('has nothing to correct when it is opened: $title', ({ node }) => {
		const description = descriptionOf(node);
		const opened = { ...node, parameters: openedParameters(node) ?? {} };
		const issues = NodeHelpers.getNodeParametersIssues(description.properties, opened, description);
		expect(issues).toBeNull();
	});

	it.each(corpus)('has an expectation for each node of this package: $path', (workflow) => {
		const expected = Object.keys(expectationOf(workflow) ?? {});
		expect(expected, 'Run npm run generate').toEqual(ourNodes(workflow).map(({ name }) => name));
	});
});

const operations = (action.properties[0] ? valuesOf(action.properties[0]) : []).flatMap(
	(resource) =>
		operationsOf(String(resource)).map(({ value }) => ({
			resource: String(resource),
			operation: String(value),
		})),
);

const isCountry = ({ path }: Parameter): boolean => /(^|\.)countryCode$/.test(path);

const HAVE_CHOICES = ['options', 'multiOptions', 'resourceLocator'];

/** Parameters and values that no node sets. */
function notSet(declared: Parameter[], nodes: INode[]): string[] {
	const set: SavedValues = new Map();
	for (const node of nodes) collectSavedValues(ownParameters(node), set);
	return declared.flatMap((parameter) => {
		const { path, kind, values } = parameter;
		const found = set.get(path) ?? [...set.keys()].some((one) => one.startsWith(`${path}.`));
		if (found === false) return [path];
		if (found === true || !HAVE_CHOICES.includes(kind)) return [];
		// Every country in a workflow of its own would be too many: see below.
		if (kind === 'options' && isCountry(parameter) && values.length > 100) return [];
		return values.filter((value) => !found.has(value)).map((value) => `${path} = ${value}`);
	});
}

const HOW_TO_ADD = 'Save a workflow that sets these: test/saved-workflows/README.md';

describe('The saved workflows', () => {
	const nodes = corpus
		.filter(({ path }) => !path.includes('/examples/'))
		.flatMap((workflow) => ourNodes(workflow));

	it.each(operations)(
		'set every parameter, value and mode of $resource $operation',
		({ resource, operation }) => {
			const ofOperation = nodes.filter(
				({ parameters }) => parameters.resource === resource && parameters.operation === operation,
			);
			const declared = declaredParameters(parametersOf(resource, operation));
			expect(notSet(declared, ofOperation), HOW_TO_ADD).toEqual([]);
		},
	);

	it.each([TRIGGER, POLLING_TRIGGER])('set every parameter and value of %s', (type) => {
		const ofType = nodes.filter((node) => node.type === type);
		const declared = declaredParameters(DESCRIPTIONS[type]?.properties ?? []);
		expect(notSet(declared, ofType), HOW_TO_ADD).toEqual([]);
	});

	it('count every country that a list offers, and none that a list lacks', () => {
		const lists = operations
			.flatMap(({ resource, operation }) => declaredParameters(parametersOf(resource, operation)))
			.filter((parameter) => parameter.kind === 'options' && isCountry(parameter));
		expect(lists.length).toBeGreaterThan(3);
		for (const { path, values } of lists) {
			expect({ path, values: values.sort() }).toEqual({ path, values: [...savedCountries].sort() });
		}
	});
});
