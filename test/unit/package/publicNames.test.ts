import { NodeHelpers, Workflow, type INodeTypeDescription, type INodeTypes } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { namesThatWent, publicNamesPage } from '../../../scripts/generate/names/names.ts';
import { codeIn, tableUnder } from '../../../scripts/generate/names/page.ts';
import type { Sources } from '../../../scripts/generate/sources.ts';
import { PodFulfilmentApi } from '../../../credentials/PodFulfilmentApi.credentials.ts';
import { PodFulfilment } from '../../../nodes/PodFulfilment/PodFulfilment.node.ts';
import { PodFulfilmentPollingTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import { PodFulfilmentTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';
import { textOf } from './documents/repository.ts';
import { sources } from './sources.ts';

const page = textOf('docs/public-names.md');
const { action, polling, webhook, credential } = sources;

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
	it('names nothing that a node, a schema or the credential lacks', () => {
		expect(
			namesThatWent(page, sources),
			'Saved workflows refer to these: bring them back. What no release had can be deleted in docs/public-names.md',
		).toEqual([]);
	});

	it('names the package, the credential and the nodes', () => {
		const { name } = JSON.parse(textOf('package.json')) as { name: string };
		const named = tableUnder(page, 'Package').map((row) => [
			row.What,
			...codeIn(row.Class),
			...codeIn(row.Name),
			...codeIn(row.Version),
		]);
		expect(named).toEqual([
			['npm package', name],
			['Credential', PodFulfilmentApi.name, credential.name],
			['Action', PodFulfilment.name, action.name, String(action.version)],
			['Trigger', PodFulfilmentTrigger.name, webhook.name, String(webhook.version)],
			['Polling trigger', PodFulfilmentPollingTrigger.name, polling.name, String(polling.version)],
		]);
	});

	it('names the resource that is chosen at first', () => {
		const [resource] = action.properties;
		expect(page).toContain(`The resource chosen at first is \`${String(resource?.default)}\`.`);
	});

	it.each([
		['Trigger node', webhook],
		['Polling trigger node', polling],
	])(
		'the events are listed in the order of their outputs, which connections rely on: %s',
		(heading, node) => {
			const [events] = tableUnder(page, heading).filter((row) => row.Parameter === '`events`');
			const documented = codeIn(events?.Values);
			expect(documented.length).toBeGreaterThan(1);
			const labels = documented.map((event) => outputLabels(node, [event]));
			for (const label of labels) expect(label).toEqual([expect.any(String)]);
			expect(outputLabels(node, [...documented].reverse())).toEqual(labels.flat());
		},
	);

	it('names the webhook, which registered URLs lead to', () => {
		const documented = tableUnder(page, 'Webhook').map((row) => ({
			name: codeIn(row.Name)[0],
			httpMethod: codeIn(row.Method)[0],
			path: codeIn(row.Path)[0],
		}));
		expect(documented).toEqual(
			(webhook.webhooks ?? []).map(({ name, httpMethod, path }) => ({ name, httpMethod, path })),
		);
	});

	it('names the fields of the item that the webhook trigger emits', () => {
		const declared = [
			...Object.keys(sources.schema('v1.1.0.json')?.properties ?? {}),
			// Only there when the option of the same name is on, which the schema is made without.
			'rawBody',
		];
		const documented = tableUnder(page, 'Event item').flatMap((row) => codeIn(row.Field));
		expect(documented.sort()).toEqual(declared.sort());
	});
});

/** The sources with another description of the action node. */
const changed = (change: (description: INodeTypeDescription) => void): Sources => {
	const description = JSON.parse(JSON.stringify(action)) as INodeTypeDescription;
	change(description);
	return { ...sources, action: description };
};

const parameter = (description: INodeTypeDescription, name: string) => {
	const found = description.properties.find((property) => property.name === name);
	if (!found) throw new Error(`There is no ${name}`);
	return found;
};

describe('The generated tables of docs/public-names.md', () => {
	it('take up what is new, and leave everything else', () => {
		const text = publicNamesPage(
			page,
			changed((description) => {
				const added = { displayName: 'Added', type: 'string', default: 'X' } as const;
				const { displayOptions } = parameter(description, 'shopOrder');
				description.properties.push({ ...added, name: 'added', displayOptions });
				parameter(description, 'unknownLines').options?.push({ name: 'Ask', value: 'ask' });
			}),
		);
		expect(text).toMatch(/^\| `added` +\| string +\| +\| `"X"` +\| `order\.create` +\|$/m);
		expect(text).toMatch(/^\| `unknownLines` .*`stop`, `ask`/m);
		const rest = (all: string): string[] =>
			all.split('\n').filter((line) => !/`added`|`unknownLines`/.test(line));
		expect(rest(text)).toEqual(rest(publicNamesPage(page, sources)));
	});

	it.each<[string, Sources, string[]]>([
		[
			'a parameter that went',
			changed((description) => {
				const went = ({ name }: { name: string }): boolean => name === 'shopOrder';
				description.properties = description.properties.filter((one) => !went(one));
			}),
			['order.create: shopOrder, json, at first "={{ $json }}"'],
		],
		[
			'another default',
			changed((description) => {
				parameter(description, 'unknownLines').default = 'leaveOut';
			}),
			['order.create: unknownLines, options, at first "stop"'],
		],
		[
			'another kind',
			changed((description) => {
				parameter(description, 'printFileProperty').type = 'json';
			}),
			['order.create: printFileProperty, string, at first "Print file"'],
		],
		[
			'a value that went',
			changed((description) => {
				parameter(description, 'unknownLines').options?.pop();
			}),
			[expect.stringMatching(/^order\.create: unknownLines = (stop|leaveOut)$/) as string],
		],
		[
			'a field of an output that went',
			{
				...sources,
				schema: (path) =>
					path.endsWith('shipment/getAll.json') ? { properties: { id: {} } } : sources.schema(path),
			},
			expect.arrayContaining(['shipment.getAll returns carrier']) as string[],
		],
	])('are not written over %s', (_what, without, gone) => {
		expect(namesThatWent(page, without)).toEqual(gone);
		expect(() => publicNamesPage(page, without)).toThrow(/^docs\/public-names\.md has names/);
	});

	it('have lost an operation only with all of its names', () => {
		const without = changed((description) => {
			for (const list of description.properties.filter(({ name }) => name === 'operation')) {
				list.options = list.options?.filter((one) => !('value' in one && one.value === 'refund'));
			}
		});
		const gone = namesThatWent(page, without);
		expect(gone).toContain('order.refund');
		expect(gone).toContain('order.refund returns status');
		expect(gone.every((name) => name.startsWith('order.refund'))).toBe(true);
	});
});
