import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { nodeType } from '../../../test/core/engine/nodes.ts';
import { runNode } from '../../../test/core/savedWorkflows/action.ts';
import {
	atStartTime,
	freshAccount,
	startSavedWorkflowSandbox,
} from '../../../test/core/savedWorkflows/sandbox.ts';
import { ACTION, corpus, ourNodes, pinnedInput } from '../../../test/support/savedWorkflows.ts';

/** All operations of the node, as `order/get`. */
const operations = (): string[] =>
	nodeType('podFulfilment')
		.description.properties.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options }) =>
			(options as INodePropertyOptions[]).map(
				({ value }) => `${String(displayOptions?.show?.resource?.[0])}/${value}`,
			),
		);

/**
 * What the workflows of test/saved-workflows return for operations of which nothing is known.
 *
 * @throws Error if none of them has such an operation, or none returns anything
 */
export async function outputOfSavedWorkflows(
	known: ReadonlyMap<string, IDataObject[]>,
): Promise<Map<string, IDataObject[]>> {
	const outputs = new Map<string, IDataObject[]>();
	const missing = operations().filter((name) => !known.has(name));
	if (missing.length === 0) return outputs;
	const sandbox = await startSavedWorkflowSandbox();
	try {
		for (const name of missing) {
			const nodes = corpus.flatMap((workflow) =>
				ourNodes(workflow, ACTION)
					.filter(({ parameters: { resource, operation } }) => `${resource}/${operation}` === name)
					.map((node) => ({ node, input: pinnedInput(workflow, node) ?? [{}] })),
			);
			for (const { node, input } of nodes) {
				const credential = await freshAccount(sandbox);
				const { items } = await atStartTime(
					true,
					async () => await runNode(node, input, credential),
				);
				outputs.set(name, [...(outputs.get(name) ?? []), ...(items as IDataObject[])]);
			}
			if (!outputs.get(name)?.length) {
				throw new Error(
					`Nothing in test/saved-workflows returns an item of ${name}. Save a workflow there that does: see its README.md.`,
				);
			}
		}
	} finally {
		await sandbox.close();
	}
	return outputs;
}
