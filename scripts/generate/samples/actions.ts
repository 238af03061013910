import type { Clock } from '@sinonjs/fake-timers';
import type { IDataObject, INode } from 'n8n-workflow';

import type { OrderStatus } from '../../../sandbox/facts.ts';
import type { Sandbox } from '../../../sandbox/index.ts';
import { startAction } from '../../../test/core/engine/execution.ts';
import { credentialFor } from '../../../test/core/engine/run.ts';
import type { SavedWorkflow } from '../../../test/support/savedWorkflows.ts';
import { pathTo } from './pathTo.ts';
import { placeOrder } from '../placeOrder.ts';
import { isPlayable, play } from './play.ts';

const DAY_MS = 24 * 3_600_000;

/** The part of an example that leads to a node, which has no samples in it. */
function partUpTo(example: SavedWorkflow, name: string): SavedWorkflow {
	const path = pathTo(example, name);
	const connections = Object.entries(example.connections)
		.filter(([from]) => path.has(from) && from !== name)
		.map(([from, { main = [] }]) => [
			from,
			{ main: main.map((output) => output?.filter(({ node }) => path.has(node)) ?? []) },
		]);
	const pins = Object.entries(example.pinData).filter(([pinned]) => pinned !== name);
	return {
		...example,
		nodes: example.nodes.filter((node) => path.has(node.name)),
		connections: Object.fromEntries(connections) as SavedWorkflow['connections'],
		pinData: Object.fromEntries(pins),
	};
}

/**
 * Runs a node by itself, for the orders that its samples name: where nodes of n8n in front of it have neither a sample nor a
 * stand-in.
 */
async function runAlone(
	sandbox: Sandbox,
	{ parameters }: INode,
	pinned: IDataObject[],
): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	for (const { externalId } of pinned) {
		items.push(await placeOrder(sandbox, { externalId: String(externalId) }));
	}
	const { json, error } = await startAction({
		parameters,
		items,
		credential: credentialFor(sandbox),
	}).finished;
	if (error) throw error;
	return json;
}

async function itemsOf(
	sandbox: Sandbox,
	example: SavedWorkflow,
	node: INode,
	pinned: IDataObject[],
): Promise<IDataObject[]> {
	const part = partUpTo(example, node.name);
	const start = part.nodes.find(({ name }) => pathTo(part, name).size === 1);
	const canBePlayed = part.nodes.every(
		(one) => one === start || part.pinData[one.name] !== undefined || isPlayable(one.type),
	);
	const items = canBePlayed
		? await play(part, credentialFor(sandbox), start?.name ?? '', node.name)
		: await runAlone(sandbox, node, pinned);
	const refused = items.find(({ error }, index) => error && pinned[index]?.error === undefined);
	if (refused) throw new Error(`${example.path}: ${node.name} says ${JSON.stringify(refused)}`);
	if (items.length < pinned.length) {
		throw new Error(`${example.path}: ${node.name} has only ${items.length} items`);
	}
	return items.slice(0, pinned.length);
}

/**
 * What a node of the action emits in an example, as many items as are pinned. Where an order is to be shown in another status than
 * the one it gets, it is brought there, and the node runs once more.
 *
 * @throws when an item is refused that is not pinned as such
 */
export async function actionSamples(
	sandbox: Sandbox,
	clock: Clock,
	example: SavedWorkflow,
	node: INode,
	pinned: IDataObject[],
): Promise<IDataObject[]> {
	const items = await itemsOf(sandbox, example, node, pinned);
	let isLater = false;
	const started = Date.now();
	clock.setSystemTime(started + DAY_MS);
	for (const [index, { status }] of pinned.entries()) {
		const item = items[index];
		if (status === undefined || item?.id === undefined || item.status === status) continue;
		await sandbox.control.stepOrder(String(item.id), status as OrderStatus);
		isLater = true;
	}
	const shown = isLater ? await itemsOf(sandbox, example, node, pinned) : items;
	clock.setSystemTime(started);
	return shown;
}
