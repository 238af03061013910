import { NodeHelpers, Workflow, type INodeTypeDescription, type INodeTypes } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { PodFulfilmentApi } from '../../../credentials/PodFulfilmentApi.credentials.ts';
import { PodFulfilment } from '../../../nodes/PodFulfilment/PodFulfilment.node.ts';
import { PodFulfilmentPollingTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import { PodFulfilmentTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';
import { declaredParameters, type Parameter } from './declaredParameters.ts';
import { description, operationsOf, parametersOf, valuesOf } from './description.ts';
import { codeIn, documentedParameters, isMeant, page, tableUnder } from './documentedParameters.ts';

const credential = new PodFulfilmentApi();
const trigger = new PodFulfilmentTrigger().description;
const pollingTrigger = new PodFulfilmentPollingTrigger().description;

const readJson = (path: string): unknown =>
	JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));

const [resourceList] = description.properties;
const resources = resourceList ? valuesOf(resourceList).map(String) : [];
const operations = resources.flatMap((resource) =>
	operationsOf(resource).map(({ value }) => ({ resource, operation: String(value) })),
);

/**
 * By path, so that a difference shows the name that is missing. A name may be declared for each way of composing an order
 * anew, with other words, but not with another kind, default or values.
 */
function byPath(all: Parameter[]): Record<string, Omit<Parameter, 'path'>> {
	const parameters = [
		...new Map(all.map((parameter) => [JSON.stringify(parameter), parameter])).values(),
	];
	const paths = parameters.map(({ path }) => path);
	expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
	return Object.fromEntries(parameters.map(({ path, ...rest }) => [path, rest]));
}

/** Labels of the outputs that a trigger has in n8n when each of these events has an output of its own. */
function outputLabels(
	description: INodeTypeDescription,
	events: string[],
): Array<string | undefined> {
	const node = {
		id: '1',
		name: 'Trigger',
		type: description.name,
		typeVersion: Number(description.version),
		position: [0, 0] as [number, number],
		parameters: { events, outputs: 'perEvent' },
	};
	const nodeTypes = {
		getByNameAndVersion: () => ({ description }),
	} as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return NodeHelpers.getNodeOutputs(workflow, node, description).map((output) =>
		typeof output === 'string' ? undefined : output.displayName,
	);
}

describe('docs/public-names.md', () => {
	it('docs/public-names.md names the package, the credential and the nodes', () => {
		const { name } = readJson('package.json') as { name: string };
		const named = tableUnder('Package').map((row) => [
			row.What,
			...codeIn(row.Class),
			...codeIn(row.Name),
			...codeIn(row.Version),
		]);
		expect(named).toEqual([
			['npm package', name],
			['Credential', PodFulfilmentApi.name, credential.name],
			['Action', PodFulfilment.name, description.name, String(description.version)],
			['Trigger', PodFulfilmentTrigger.name, trigger.name, String(trigger.version)],
			[
				'Polling trigger',
				PodFulfilmentPollingTrigger.name,
				pollingTrigger.name,
				String(pollingTrigger.version),
			],
		]);
	});

	it('docs/public-names.md names the fields of the credential', () => {
		expect(byPath(documentedParameters('Credential'))).toEqual(
			byPath(declaredParameters(credential.properties.filter(({ type }) => type !== 'hidden'))),
		);
	});

	it('docs/public-names.md names the resources, their operations, and those chosen at first', () => {
		const documented = tableUnder('Resources').map((row) => [
			codeIn(row.Resource)[0],
			codeIn(row.Operations).sort(),
			codeIn(row['Chosen at first'])[0],
		]);
		const declared = description.properties
			.filter(({ name }) => name === 'operation')
			.map((list) => [
				list.displayOptions?.show?.resource?.[0],
				valuesOf(list).map(String).sort(),
				list.default,
			]);
		expect(documented.sort()).toEqual(declared.sort());
		expect([...resources].sort()).toEqual(documented.map(([resource]) => resource).sort());
		expect(page).toContain(`The resource chosen at first is \`${String(resourceList?.default)}\`.`);
	});

	it.each(operations)(
		'docs/public-names.md names the parameters of $resource $operation',
		({ resource, operation }) => {
			const documented = documentedParameters('Parameters', ({ Operations }) =>
				codeIn(Operations).some((pattern) => isMeant(pattern, resource, operation)),
			);
			expect(byPath(documented)).toEqual(
				byPath(declaredParameters(parametersOf(resource, operation))),
			);
		},
	);

	it('every parameter of the action node is compared with docs/public-names.md', () => {
		const compared = new Set(
			operations.flatMap(({ resource, operation }) => parametersOf(resource, operation)),
		);
		const left = description.properties.filter((property) => !compared.has(property));
		expect(new Set(left.map(({ name }) => name))).toEqual(new Set(['resource', 'operation']));
	});

	it('docs/public-names.md names no operation that the node lacks', () => {
		const patterns = tableUnder('Parameters').flatMap((row) => codeIn(row.Operations));
		const unknown = patterns.filter(
			(pattern) =>
				!operations.some(({ resource, operation }) => isMeant(pattern, resource, operation)),
		);
		expect(unknown).toEqual([]);
	});

	it('docs/public-names.md has no group of parameters that no parameter links to', () => {
		const groups = [...page.matchAll(/^#### (.+)$/gm)].map(([, heading]) => String(heading));
		expect(groups).not.toHaveLength(0);
		for (const group of groups) expect(page).toContain(` of [${group}](#`);
	});

	it.each([
		['Trigger node', trigger],
		['Polling trigger node', pollingTrigger],
	])('docs/public-names.md names the parameters under %s', (heading, { properties }) => {
		expect(byPath(documentedParameters(heading))).toEqual(byPath(declaredParameters(properties)));
	});

	it.each([
		['Trigger node', trigger],
		['Polling trigger node', pollingTrigger],
	])(
		'the events are listed in the order of their outputs, which connections rely on: %s',
		(heading, node) => {
			const [events] = tableUnder(heading).filter((row) => row.Parameter === '`events`');
			const documented = codeIn(events?.Values);
			expect(documented.length).toBeGreaterThan(1);
			const labels = documented.map((event) => outputLabels(node, [event]));
			for (const label of labels) expect(label).toEqual([expect.any(String)]);
			expect(outputLabels(node, [...documented].reverse())).toEqual(labels.flat());
		},
	);

	it('docs/public-names.md names the webhook, which registered URLs lead to', () => {
		const documented = tableUnder('Webhook').map((row) => ({
			name: codeIn(row.Name)[0],
			httpMethod: codeIn(row.Method)[0],
			path: codeIn(row.Path)[0],
		}));
		expect(documented).toEqual(
			(trigger.webhooks ?? []).map(({ name, httpMethod, path }) => ({ name, httpMethod, path })),
		);
	});

	it('docs/public-names.md names the fields of the item that the trigger emits', () => {
		const schema = readJson('nodes/PodFulfilment/__schema__/v1.1.0.json') as {
			properties: Record<string, unknown>;
		};
		// Only there when the option of the same name is on, which the schema is made without.
		const declared = [...Object.keys(schema.properties), 'rawBody'];
		const documented = tableUnder('Event item').flatMap((row) => codeIn(row.Field));
		expect(documented.sort()).toEqual(declared.sort());
	});
});
