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
	TOOL,
	TRIGGER,
} from '../../support/savedWorkflows.ts';
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

describe('The saved workflows', () => {
	const operations = (action.properties[0] ? valuesOf(action.properties[0]) : []).flatMap(
		(resource) => operationsOf(String(resource)).map(({ value }) => `${resource} ${value}`),
	);
	const nodes = corpus.flatMap((workflow) => ourNodes(workflow));

	it.each(operations)('have one for %s', (operation) => {
		const saved = nodes.map(({ parameters }) => `${parameters.resource} ${parameters.operation}`);
		expect(saved, 'Save one: test/saved-workflows/README.md').toContain(operation);
	});

	it.each(Object.keys(DESCRIPTIONS))('have one for %s', (type) => {
		expect(nodes.map((node) => node.type)).toContain(type);
	});
});
