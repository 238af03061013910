import type { IDataObject, INode } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/index.ts';
import type { OrderStatus } from '../../../sandbox/facts.ts';
import { ExampleWorkflow } from '../../../test/core/engine/example.ts';
import { credentialFor } from '../../../test/core/engine/run.ts';
import type { SavedWorkflow } from '../../../test/support/savedWorkflows.ts';
import { pathTo } from './pathTo.ts';

/** The part of an example that leads to a node. */
function partUpTo(example: SavedWorkflow, name: string): SavedWorkflow {
	const path = pathTo(example, name);
	const connections = Object.entries(example.connections)
		.filter(([from]) => path.has(from))
		.map(([from, { main = [] }]) => [
			from,
			{ main: main.map((output) => output?.filter(({ node }) => path.has(node)) ?? []) },
		]);
	return {
		...example,
		nodes: example.nodes.filter((node) => path.has(node.name)),
		connections: Object.fromEntries(connections) as SavedWorkflow['connections'],
	};
}

/** Runs an example up to a node, with what is pinned to the others. Returns the items of the node. */
async function runUpTo(
	sandbox: Sandbox,
	example: SavedWorkflow,
	{ name }: INode,
): Promise<IDataObject[]> {
	const { [name]: _, ...pinData } = example.pinData;
	const part = partUpTo(example, name);
	const [start] = part.nodes.filter((node) => pathTo(part, node.name).size === 1);
	if (!start) throw new Error(`${example.path}: nothing leads to ${name}`);
	const workflow = new ExampleWorkflow(part, credentialFor(sandbox), async (url) => {
		throw new Error(`${example.path}: pin a sample to the node that calls ${url}`);
	});
	const input = pinData[start.name]?.map(({ json }) => json) ?? [{}];
	const items = (await workflow.run(start.name, input, pinData))[name] ?? [];
	const refused = items.find(({ error }) => error !== undefined);
	if (refused) throw new Error(`${example.path}: ${name} says ${JSON.stringify(refused)}`);
	return items;
}

/**
 * What a node of the action emits in an example, as many items as are pinned. Where an order is to be shown in another status than
 * the one it gets, it is brought there, and the node runs once more.
 */
export async function actionSamples(
	sandbox: Sandbox,
	example: SavedWorkflow,
	node: INode,
	pinned: IDataObject[],
): Promise<IDataObject[]> {
	const first = await runUpTo(sandbox, example, node);
	const later = pinned.filter(({ status }, index) => {
		const item = first[index];
		if (status === undefined || item?.status === status) return false;
		return item !== undefined;
	});
	for (const sample of later) {
		const { id } = first[pinned.indexOf(sample)] ?? {};
		await sandbox.control.stepOrder(String(id), sample.status as OrderStatus);
	}
	const items = later.length > 0 ? await runUpTo(sandbox, example, node) : first;
	return items.slice(0, pinned.length);
}
