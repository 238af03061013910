import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { PodFulfilment } from '../../../nodes/PodFulfilment/PodFulfilment.node.ts';
import { PodFulfilmentPollingTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import { PodFulfilmentTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** All parameters, and whatever else is in their lists, at any depth. */
const entriesIn = (entries: Entry[]): Entry[] =>
	entries.flatMap((entry) => [
		entry,
		...('values' in entry ? entriesIn(entry.values) : []),
		...('options' in entry ? entriesIn((entry.options ?? []) as Entry[]) : []),
	]);

/** Parameters on which n8n 2.41 refuses a hint, and with it the whole node. */
const DISCRIMINATORS = ['resource', 'operation', 'mode'];

describe.each([
	new PodFulfilment().description,
	new PodFulfilmentPollingTrigger().description,
	new PodFulfilmentTrigger().description,
])("The hints of $name for n8n's AI builder", ({ builderHint, properties }) => {
	const hinted = entriesIn(properties).filter(({ builderHint: hint }) => hint !== undefined);

	it('say when the node is the one to choose', () => {
		expect(builderHint?.searchHint).toMatch(/^[A-Z].{40,}\.$/);
	});

	it('are on no parameter on which n8n refuses them', () => {
		expect(hinted.filter(({ name }) => DISCRIMINATORS.includes(name))).toEqual([]);
	});

	it('are whole sentences', () => {
		for (const { builderHint: hint } of hinted) expect(hint?.propertyHint).toMatch(/^[A-Z].*\.$/);
	});
});

describe("The hints of the action node's parameters", () => {
	it('exist where a wrong choice places an order twice, or produces one unseen', () => {
		const hinted = entriesIn(new PodFulfilment().description.properties)
			.filter(({ builderHint: hint }) => hint !== undefined)
			.map(({ name }) => name);
		expect(hinted).toEqual(expect.arrayContaining(['orderFrom', 'externalId', 'then']));
	});
});
