import type { INode } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/index.ts';
import {
	ourNodes,
	POLLING_TRIGGER,
	TRIGGER,
	type SavedWorkflow,
} from '../../support/savedWorkflows.ts';
import { runSavedNode, type ExpectedRun } from './action.ts';
import { outputLabelsOf } from './outputs.ts';
import { runSavedPolling, type ExpectedPolling } from './polling.ts';
import { runSavedTrigger, type ExpectedTrigger } from './trigger.ts';

/** What one node of a workflow is expected to do. */
export type Expectation =
	| ExpectedRun
	| (ExpectedTrigger & { outputs: Array<string | null> })
	| (ExpectedPolling & { outputs: Array<string | null> });

async function runOne(
	sandbox: Sandbox,
	workflow: SavedWorkflow,
	node: INode,
): Promise<Expectation> {
	if (node.type === TRIGGER) {
		return { outputs: outputLabelsOf(node), ...(await runSavedTrigger(sandbox, node)) };
	}
	if (node.type === POLLING_TRIGGER) {
		return { outputs: outputLabelsOf(node), ...(await runSavedPolling(sandbox, node)) };
	}
	return await runSavedNode(sandbox, workflow, node);
}

/** What each node of this package in a workflow does by itself, by its name. */
export async function runSavedWorkflow(
	sandbox: Sandbox,
	workflow: SavedWorkflow,
): Promise<Record<string, Expectation>> {
	const results: Record<string, Expectation> = {};
	for (const node of ourNodes(workflow)) {
		results[node.name] = await runOne(sandbox, workflow, node);
	}
	return results;
}
