import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/n8n/paths.ts';
import type { WorkflowFile } from '../../scripts/n8n/workflows.ts';
import { withNotBefore } from '../../scripts/start/workflow.ts';

/**
 * Reads an example as it is published: without samples, and with a day from which orders are produced.
 *
 * @param name of its file in examples/, without `.json`
 * @param replaced texts by those that take their place, such as the address of the shop
 */
export async function readExample(
	name: string,
	replaced: Record<string, string> = {},
): Promise<WorkflowFile> {
	const text = Object.entries(replaced).reduce(
		(result, [from, to]) => result.replaceAll(from, to),
		await readFile(join(root, 'examples', `${name}.json`), 'utf8'),
	);
	return { ...withNotBefore(JSON.parse(text) as WorkflowFile), pinData: {} } as WorkflowFile;
}
