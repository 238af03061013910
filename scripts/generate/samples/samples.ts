import { createHash } from 'node:crypto';
import type { Clock } from '@sinonjs/fake-timers';
import type { IDataObject, INode } from 'n8n-workflow';

import { deriveIdentifiers } from '../../../sandbox/identifiers.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { atStartTime } from '../../../test/core/savedWorkflows/sandbox.ts';
import { ACTION, ourNodes, type SavedWorkflow } from '../../../test/support/savedWorkflows.ts';
import { withNotBefore } from '../../start/workflow.ts';
import { actionSamples } from './actions.ts';
import { eventSample } from './events.ts';
import { pathTo } from './pathTo.ts';

export type Pins = SavedWorkflow['pinData'];

/** What takes the place of the current time in expressions. */
const NOW = "DateTime.fromISO('2026-11-22T12:00:00.000Z', { zone: 'utc' })";

/** The package's nodes that have samples: its triggers, and then its actions, each behind those that lead to it. */
const pinnedNodes = (example: SavedWorkflow): INode[] => {
	const place = ({ name, type }: INode): number =>
		type === ACTION ? pathTo(example, name).size : 0;
	return ourNodes(example)
		.filter(({ name }) => example.pinData[name] !== undefined)
		.sort((a, b) => place(a) - place(b));
};

async function samplesOfNode(
	sandbox: Sandbox,
	clock: Clock,
	example: SavedWorkflow,
	node: INode,
): Promise<IDataObject[]> {
	const pinned = (example.pinData[node.name] ?? []).map(({ json }) => json);
	if (node.type === ACTION) return await actionSamples(sandbox, clock, example, node, pinned);
	const samples: IDataObject[] = [];
	for (const sample of pinned) samples.push(await eventSample(sandbox, clock, node, sample));
	return samples;
}

/** Puts what is the same in every run in place of the sandbox's address and of the minutes that the run took. */
function stable(items: IDataObject[], { url }: Sandbox): IDataObject[] {
	const text = JSON.stringify(items)
		.replaceAll(/(T\d\d):\d\d:\d\d(?:\.\d+)?(Z|\+00:00)/g, '$1:00:00$2')
		.replaceAll(`${url}/_sandbox/parcels/`, 'https://tracking.example/')
		.replaceAll(`${url}/_sandbox/`, 'https://files.example/')
		.replaceAll(url, 'https://api.example');
	return (JSON.parse(text) as IDataObject[]).map((item) =>
		// The webhook trigger's is a hash of the delivery, with the address in it.
		/^[0-9a-f]{64}$/.test(String(item.eventId)) ? { ...item, eventId: hashOf(item) } : item,
	);
}

const hashOf = ({ eventId: _, ...item }: IDataObject): string =>
	createHash('sha256').update(JSON.stringify(item)).digest('hex');

/**
 * Makes the samples of an example: what its nodes of this package emit today, on n8n's engine against the sandbox. The samples
 * that are pinned say only what is to be shown: their number, the `status` of an order and a parcel, the `event`, and the
 * `externalId`. What is pinned to other nodes stays.
 *
 * @throws when a node fails, or emits nothing of what is to be shown
 */
export async function samplesOf(example: SavedWorkflow): Promise<Pins> {
	return await atStartTime(true, async (clock) => {
		deriveIdentifiers(true);
		const text = JSON.stringify(example)
			.replaceAll('$now', NOW)
			// The print files of samples are nowhere.
			.replaceAll('"checkPrintFiles":true', '"checkPrintFiles":false');
		const fixed = withNotBefore(JSON.parse(text) as SavedWorkflow);
		const sandbox = await startSandbox({ pageSize: 100 });
		try {
			let { pinData } = example;
			for (const node of pinnedNodes(example)) {
				const items = await samplesOfNode(sandbox, clock, { ...fixed, pinData }, node);
				const samples = stable(items, sandbox).map((json) => ({ json }));
				pinData = { ...pinData, [node.name]: samples };
			}
			return pinData;
		} finally {
			deriveIdentifiers(false);
			await sandbox.close();
		}
	});
}
